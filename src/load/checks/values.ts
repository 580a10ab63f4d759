import { type JsonObject, asObject, isSame } from "../../common/json.js";
import { lastToken } from "../../common/pointers.js";
import type { Source } from "../../common/source.js";
import type { Located } from "../document.js";
import {
  enumMeant,
  isNullable,
  isOfType,
  namesNull,
  types,
  typesIn,
  typesMeant,
  writtenAs,
} from "../grammar/types.js";
import { brokenNumber } from "../../common/limits.js";
import { matches } from "../../common/patterns.js";
import { plainPattern } from "../grammar/patterns.js";
import { quote, show } from "../grammar/words.js";
import { withArticle } from "../../common/words.js";
import {
  type LoadContext,
  child,
  children,
  entriesOf,
  follow,
  inPlaceSubschemas,
  versionOf,
} from "../context.js";
import type { Version } from "../version.js";

/** A value that the `type` beside it does not allow, and what it is read as. */
interface Mismatch {
  readonly item: unknown;
  readonly source: Source;
  readonly taken: unknown;
}

/** The values of `enum`, `const` and `default` are of the type that stands beside them. */
export function checkValues(schema: Located, value: JsonObject, context: LoadContext): void {
  const { diagnostics, version, files } = context;
  const { type, nullable } = value;
  const written = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  const listed = written.flatMap((name) => typesMeant(name) ?? name);
  const isKnown = listed.length > 0 && listed.every((name) => types.includes(name));
  const nulls = nullable === true || value["x-nullable"] === true;
  const allowed = nulls ? [...listed, "null"] : listed;
  const isNullMeant = isKnown && namesNull(value) && !allowed.includes("null");
  /** A value that is of the type is read as itself. */
  const read = ({ value: item, source }: Located): unknown =>
    !isKnown || isOfType(item, allowed) || (item === null && isNullMeant)
      ? item
      : writtenAs(item, allowed, (number) => files.numberAt(source, number));
  const list = child(schema, "enum");
  const items = Array.isArray(list?.value) ? children(list) : undefined;
  const only = child(schema, "const");
  const mismatches = [...(items ?? []), ...(only ? [only] : [])].flatMap((node): Mismatch[] => {
    const taken = read(node);
    const isMeant = taken === null && isNullMeant;
    return taken === node.value && !isMeant
      ? []
      : [{ item: node.value, source: node.source, taken }];
  });
  const meant = isKnown
    ? enumMeant(value, allowed, (number) => files.numberAt(schema.source, number))
    : undefined;
  reportMismatches(mismatches, { type: listed.join(" or "), meant }, context);
  const preset = child(schema, "default");
  // `default: null` is how many say "none" in 3.0 and before.
  if (!preset || (preset.value === null && version < "3.1")) return;
  const taken = read(preset);
  const report = (problem: string, meant?: unknown): void =>
    diagnostics.report("default-type-mismatch", preset.source, {
      value: show(preset.value),
      problem,
      taken: meant === undefined ? undefined : show(meant),
    });
  if (taken !== preset.value) report(`is not ${listed.map(withArticle).join(" or ")}`, taken);
  const isListed = !items?.every((item) => !same(read(item), taken));
  if (taken !== undefined && !isListed) report("is not one of the values in enum");
  if (taken === undefined || !isListed || taken === "") return;
  const problem = brokenLimit(taken, value) ?? misfitElsewhere(taken, schema, context);
  if (problem !== undefined) report(problem);
}

/** What is wrong with a value by the other schemas that hold for it, too, by `$ref` and `allOf`. */
function misfitElsewhere(
  value: unknown,
  schema: Located,
  context: LoadContext,
): string | undefined {
  const all = new Map([[schema.value, schema]]);
  for (const one of all.values())
    for (const { keyword, schema: part } of inPlaceSubschemas(one, context))
      if (keyword === "$ref" || keyword === "allOf") all.set(part.value, part);
  const [, ...others] = all.values();
  for (const other of others) {
    const problem = misfit(value, asObject(other.value), versionOf(other, context));
    if (problem !== undefined) return `${problem}, as another schema for it says`;
  }
  return undefined;
}

/** What is wrong with a value by the type, the values and the limits that a schema itself has. */
function misfit(value: unknown, keywords: JsonObject, version: Version): string | undefined {
  const { enum: list } = keywords;
  const types = typesIn(keywords["type"]);
  const allowed = isNullable(keywords, version) ? [...types, "null"] : types;
  if (types.length > 0 && !isOfType(value, allowed))
    return `is not ${types.map(withArticle).join(" or ")}`;
  const isKnown =
    Array.isArray(list) &&
    (types.length === 0 || list.every((one) => isOfType(one, [...allowed, "null"])));
  const isListed = !isKnown || list.some((one) => isSame(one, value));
  return isListed ? brokenLimit(value, keywords) : "is not one of the values in enum";
}

/** Those that can be read otherwise, null that is let through, and those that can never be valid: once each. */
function reportMismatches(
  mismatches: readonly Mismatch[],
  details: { readonly type: string; readonly meant: ReturnType<typeof enumMeant> },
  { diagnostics }: LoadContext,
): void {
  const kinds: readonly ((taken: unknown) => boolean)[] = [
    (taken) => taken !== undefined && taken !== null,
    (taken) => taken === null,
    (taken) => taken === undefined,
  ];
  for (const isOfKind of kinds) {
    const [first, ...others] = mismatches.filter(({ taken }) => isOfKind(taken));
    if (!first) continue;
    diagnostics.report("enum-type-mismatch", first.source, {
      ...{ ...details, value: show(first.item), others: others.length },
      taken: first.taken === undefined ? undefined : show(first.taken),
    });
  }
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

const limits = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;

/** Reports integers that JavaScript's numbers round: the values that a schema names, and its limits. */
export function checkNumbers(schema: Located, { diagnostics, files }: LoadContext): void {
  const value = asObject(schema.value);
  const check = (number: unknown, way: string, isLimit: boolean): void => {
    if (typeof number !== "number" || !isRounded(number)) return;
    const { file, pointer } = schema.source;
    const source = { file, pointer: `${pointer}/${way}` };
    const written = files.writtenAs(source)?.trim();
    if (written === undefined || !/^[+-]?\d+$/.test(written)) return;
    const exact = BigInt(written.replace("+", ""));
    if (exact === BigInt(number) || (isLimit && ends.has(exact))) return;
    const details = { written, rounded: String(BigInt(number)) };
    diagnostics.report("number-rounded", source, details);
  };
  for (const keyword of limits) check(value[keyword], keyword, true);
  for (const keyword of ["const", "default"]) check(value[keyword], keyword, false);
  const list = value["enum"];
  if (Array.isArray(list))
    for (const [index, item] of list.entries()) check(item, `enum/${index}`, false);
}

function isRounded(number: number): boolean {
  return Number.isInteger(number) && !Number.isSafeInteger(number);
}

/** A limit that is as wide as an int64 or uint64 says no more than the format. */
const ends: ReadonlySet<bigint> = new Set([
  2n ** 63n - 1n,
  -(2n ** 63n),
  1n - 2n ** 63n,
  2n ** 64n - 1n,
]);

/** What is wrong with a value by the limits that a schema itself has; undefined where none is broken. */
export function brokenLimit(value: unknown, schema: JsonObject): string | undefined {
  const broken = brokenNumber(value, schema);
  const { pattern } = schema;
  if (broken !== undefined || typeof pattern !== "string" || typeof value !== "string")
    return broken;
  return matches(plainPattern(pattern), value) === false
    ? `does not match the pattern ${quote(pattern)}`
    : undefined;
}

/** Examples that do not fit their schema: one line for all, since one slip of a tool is in all that it writes. */
export function checkExamples(context: LoadContext): void {
  const { walker, diagnostics } = context;
  const wrong: { readonly example: Located; readonly problem: string }[] = [];
  const check = (schema: Located, examples: readonly Located[], isText = false): void => {
    for (const example of examples) {
      const problem = problemOf(example.value, schema, isText, context);
      if (problem !== undefined) wrong.push({ example, problem });
    }
  };
  for (const schema of walker.all("Schema")) check(schema, examplesOf(schema));
  for (const kind of ["MediaType", "Parameter", "Header"])
    for (const holder of walker.all(kind)) {
      const isMedia = kind === "MediaType";
      const schema = child(holder, "schema");
      // Of other media types, an example is the text that is sent.
      if (!schema || (isMedia && !/json/i.test(lastToken(holder.source.pointer)))) continue;
      const named = entriesOf(child(holder, "examples")).flatMap(
        ([, one]) => child(follow(one, context.documents), "value") ?? [],
      );
      const all = [child(holder, "example") ?? [], named].flat();
      check(follow(schema, context.documents), withoutNull(all), !isMedia);
    }
  const [first] = wrong;
  if (!first) return;
  const details = {
    value: show(first.example.value),
    problem: first.problem,
    others: wrong.length - 1,
  };
  diagnostics.report("example-type-mismatch", first.example.source, details);
}

/** `isText`: the example of a parameter may as well be the text that is sent. */
function problemOf(
  value: unknown,
  schema: Located,
  isText: boolean,
  context: LoadContext,
): string | undefined {
  const keywords = asObject(schema.value);
  const types = typesIn(keywords["type"]);
  if (types.length === 0) return undefined;
  const isSent =
    isText &&
    !isOfType(value, types) &&
    (types.some((type) => /^(?:array|object)$/.test(type)) ||
      writtenAs(value, types, String) !== undefined);
  return isSent ? undefined : misfit(value, keywords, versionOf(schema, context));
}

function examplesOf(schema: Located): readonly Located[] {
  const example = child(schema, "example");
  return withoutNull([...(example ? [example] : []), ...children(child(schema, "examples"))]);
}

/** Without `example: null`, which is how many say that there is none. */
function withoutNull(examples: readonly Located[]): readonly Located[] {
  return examples.filter(({ value }) => value !== null);
}
