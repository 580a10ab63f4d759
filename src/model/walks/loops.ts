import { change } from "../change.js";
import { sameValueParts } from "./children.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { cyclesOf } from "../../common/collections.js";
import { lastToken } from "../../common/pointers.js";
import type { MutableKeywords } from "../draft.js";
import type { Keywords, Schema } from "../types.js";

type Loop = ReadonlySet<Schema>;

const choices = ["anyOf", "oneOf"] as const;

/**
 * Changes schemas that would hold for the same value again without end, so that none of them does. A part of `allOf` that
 * chooses from what it is a part of, as a parent chooses from its children, is that part without the choice; where only
 * branches lead back, each of the schemas chooses from what is left of all.
 */
export function breakLoops(schemas: readonly Schema[], diagnostics: Diagnostics): void {
  const loops = cyclesOf(schemas, sameValueParts);
  for (const loop of loops) {
    const members = [...loop];
    const whole = new Map(members.map((schema) => [schema, { ...schema.keywords }]));
    const plain = new Map<Schema, Schema>();
    for (const schema of members) {
      const changed = ownParts(whole.get(schema) ?? {}, loop, whole, plain);
      change(schema.keywords, changed);
    }
    for (const rest of cyclesOf(members, branchesOf)) mergeChoices(rest);
  }
  if (loops.length > 0)
    for (const loop of cyclesOf(schemas, sameValueParts)) refuse(loop, diagnostics);
}

/** What parts and branches of each other say where both lead back in several ways is anyone's guess. */
function refuse(loop: Loop, diagnostics: Diagnostics): void {
  const [first] = loop;
  if (!first) return;
  const pointers = [...loop, first].map(({ source }) => lastToken(source.pointer));
  diagnostics.report("schema-cycle", first.source, { chain: pointers, by: "others" });
  for (const { keywords } of loop) {
    const isOut = (one: Schema): boolean => !loop.has(one);
    const { ref, allOf, anyOf, oneOf } = keywords;
    change(keywords, {
      ref: ref && isOut(ref) ? ref : undefined,
      allOf: allOf?.filter(isOut),
      anyOf: anyOf?.filter(isOut),
      oneOf: oneOf?.filter(isOut),
    });
  }
}

function branchesOf({ keywords }: Schema): readonly Schema[] {
  return choices.flatMap((keyword) => keywords[keyword] ?? []);
}

/** `$ref` and `allOf`, with those of the loop that choose nothing. */
function ownParts(
  { ref, allOf }: Keywords,
  loop: Loop,
  whole: ReadonlyMap<Schema, Keywords>,
  plain: Map<Schema, Schema>,
): Pick<Keywords, "ref" | "allOf"> {
  const change = (part: Schema): Schema =>
    loop.has(part) ? withoutChoice(part, loop, whole, plain) : part;
  return { ...(ref && { ref: change(ref) }), ...(allOf && { allOf: allOf.map(change) }) };
}

function withoutChoice(
  schema: Schema,
  loop: Loop,
  whole: ReadonlyMap<Schema, Keywords>,
  plain: Map<Schema, Schema>,
): Schema {
  const known = plain.get(schema);
  if (known) return known;
  const { discriminator, ...others }: MutableKeywords = { ...whole.get(schema) };
  const keywords: MutableKeywords = others;
  const made: Schema = { source: schema.source, name: undefined, keywords };
  plain.set(schema, made);
  for (const keyword of choices)
    if (keywords[keyword]?.some((branch) => loop.has(branch))) delete keywords[keyword];
  const stillChooses = keywords.oneOf ?? keywords.anyOf;
  if (discriminator && stillChooses) keywords.discriminator = discriminator;
  change(keywords, ownParts(keywords, loop, whole, plain));
  return made;
}

/** Gives schemas that only lead to each other's branches the branches that lead elsewhere, of all of them. */
function mergeChoices(loop: Loop): void {
  const left = [...loop].map((schema) => branchesOf(schema).filter((branch) => !loop.has(branch)));
  [...loop].forEach((schema, index) => {
    const keywords: MutableKeywords = schema.keywords;
    const own = left[index] ?? [];
    const others = left.flat().filter((branch) => !own.includes(branch));
    for (const keyword of choices) {
      const branches = keywords[keyword];
      if (!branches?.some((branch) => loop.has(branch))) continue;
      const kept = branches.filter((branch) => !loop.has(branch));
      keywords[keyword] = [...kept, ...new Set(others)];
      if (keywords[keyword].length === 0) keywords.nothing = true;
    }
  });
}
