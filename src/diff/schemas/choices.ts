import { pushTo } from "../../common/collections.js";
import type { Discriminator, Schema } from "../../model/types.js";
import { canonical } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import { type Add, type SourcePair, quoted, sourcesOf } from "../changes.js";
import type { RuleName } from "../rules.js";
import { isApart } from "./disjoint.js";
import type { Pair } from "./pair.js";
import type { SchemaComparison } from "./schemas.js";
import { type Choice, type Constraints, partWith, constraintsOf, titleOf } from "./constraints.js";

/** `oneOf`, `anyOf` and their discriminators. */
export function compareChoices(comparison: SchemaComparison, pair: Pair): void {
  const { old, now } = pair;
  const isPart = isWrapped(pair);
  const before = isPart && old.choices.length === 0 ? asChoice(old) : old.choices;
  const after = isPart && now.choices.length === 0 ? asChoice(now) : now.choices;
  const matched = new Map<Schema, Schema>();
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const was = before[index];
    const is = after[index];
    if (was && is) compareBranches(comparison, pair, was, is, matched);
    else {
      const kind = (was ?? is)?.kind ?? "oneOf";
      const rule = is ? "choice-added" : "choice-removed";
      comparison.add(pair, rule, `${kind} ${is ? "added" : "removed"}`, kind);
    }
  }
  compareDiscriminators(comparison, pair, matched);
}

/** One of two schemas has become one branch of the other. */
export function isWrapped({ old, now }: Pair): boolean {
  const isPlain = ({ choices, free, nothing }: Constraints): boolean =>
    choices.length === 0 && !free && !nothing;
  return (isPlain(old) && isBare(now)) || (isPlain(now) && isBare(old));
}

/** One choice, and nothing else beside it. */
function isBare({ choices, types, values, properties }: Constraints): boolean {
  return choices.length === 1 && !types && !values && properties.size === 0;
}

function asChoice({ parts }: Constraints): readonly Choice[] {
  const [whole] = parts;
  return whole ? [{ kind: "oneOf", branches: [whole], owner: whole }] : [];
}

function compareBranches(
  comparison: SchemaComparison,
  pair: Pair,
  was: Choice,
  is: Choice,
  matched: Map<Schema, Schema>,
): void {
  const { flow, subject, places } = pair;
  const owners = sourcesOf(was.owner, is.owner);
  const lists = { old: below(owners.old, was.kind), now: below(owners.now, is.kind) };
  const add = (rule: RuleName, message: string, at: SourcePair): void =>
    comparison.addAt(pair, rule, message, { subject, ...at });
  const isChoice = was.branches.length > 1 && is.branches.length > 1;
  if (isChoice && was.kind !== is.kind) {
    const rule = is.kind === "oneOf" ? "choice-exclusive" : "choice-inclusive";
    add(rule, `${was.kind} → ${is.kind}`, lists);
  }
  const matches = matchBranches(was, is);
  for (const [old, now] of matches) {
    matched.set(old, now);
    comparison.compare([old], [now], flow, `${subject} ${branchName(now, is)}`, places);
    if (mayOverlap(old, was) || mayOverlap(now, is))
      if (comparison.isBreaking([old], [now])) {
        const message = `branch ${branchName(now, is)} and another one may fit other values together now`;
        add("branch-overlap", message, lists);
      }
  }
  const known = new Set(matches.values());
  const addAlone = (word: "removed" | "added", branch: Schema, choice: Choice): void => {
    const side = word === "removed" ? "old" : "now";
    const own = branch.name === undefined ? branch.source : lists[side];
    const ending = mayOverlap(branch, choice) ? "-overlapping" : "";
    const message = `branch ${branchName(branch, choice)} ${word}`;
    add(`branch-${word}${ending}`, message, { ...owners, [side]: own });
  };
  for (const branch of was.branches) if (!matches.has(branch)) addAlone("removed", branch, was);
  for (const branch of is.branches) if (!known.has(branch)) addAlone("added", branch, is);
}

/** A value of a branch of `oneOf` that fits another branch too is refused for it. */
function mayOverlap(branch: Schema, choice: Choice): boolean {
  return choice.kind === "oneOf" && !isApart(branch, choice);
}

function branchName(branch: Schema, { branches }: Choice): string {
  return titleOf(branch) ?? `${branches.indexOf(branch) + 1}`;
}

/** Which branch has become which: by name, by what its tags say, by what it says, and what is left in order if it is alike. */
function matchBranches(was: Choice, is: Choice): ReadonlyMap<Schema, Schema> {
  const found = new Map<Schema, Schema>();
  const taken = new Set<Schema>();
  for (const identity of [titleOf, tagOf, fingerprint, kindOf]) {
    const free = new Map<string, Schema[]>();
    for (const branch of is.branches) {
      const key = taken.has(branch) ? undefined : identity(branch);
      if (key !== undefined) pushTo(free, key, branch);
    }
    for (const branch of was.branches) {
      const key = found.has(branch) ? undefined : identity(branch);
      // The same branch may be there twice.
      const other = key === undefined ? undefined : free.get(key)?.shift();
      if (!other) continue;
      found.set(branch, other);
      taken.add(other);
    }
  }
  return found;
}

/** The constants that a branch asks of its properties. */
function tagOf(branch: Schema): string | undefined {
  const tags = [...constraintsOf([branch]).properties].flatMap(([name, schemas]) => {
    const { values } = constraintsOf(schemas);
    return values?.size === 1 ? [`${name}=${[...values.keys()].join("")}`] : [];
  });
  return tags.length > 0 ? tags.sort().join(" ") : undefined;
}

function fingerprint(branch: Schema): string {
  const seen = new Set<Schema>();
  const plain = (value: unknown): unknown => {
    if (value instanceof Map) return [...(value as Map<string, unknown>)].map(plain);
    if (value instanceof Set) return [...(value as Set<string>)];
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    if ("keywords" in value && "source" in value) {
      const schema = value as Schema;
      if (schema !== branch && schema.name !== undefined) return titleOf(schema);
      if (seen.has(schema)) return "again";
      seen.add(schema);
      const { prose: _, examples: __, ...keywords } = schema.keywords;
      return plain(keywords);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
  };
  return canonical(plain(branch));
}

/** Branches without names that have the same types may be each other. */
function kindOf(branch: Schema): string | undefined {
  const { types, values } = constraintsOf([branch]);
  const kind = types && [...types].sort().join(" ");
  return branch.name !== undefined || !kind ? undefined : `${kind}${values ? " values" : ""}`;
}

function compareDiscriminators(
  comparison: SchemaComparison,
  pair: Pair,
  matched: ReadonlyMap<Schema, Schema>,
): void {
  const old = partWith(pair.old, "discriminator")?.keywords.discriminator;
  const now = partWith(pair.now, "discriminator")?.keywords.discriminator;
  const add = (rule: RuleName, message: string): void =>
    comparison.add(pair, rule, message, "discriminator");
  if (!old && !now) return;
  if (!old || !now) {
    const rule = now ? "discriminator-added" : "discriminator-removed";
    const property = (now ?? old)?.property ?? "";
    add(rule, `${property} ${now ? "tells" : "no longer tells"} branches apart`);
  } else if (old.property !== now.property)
    add("discriminator-changed", `${old.property} → ${now.property}`);
  else compareTags(pair, old, now, matched, add);
}

function compareTags(
  pair: Pair,
  old: Discriminator,
  now: Discriminator,
  matched: ReadonlyMap<Schema, Schema>,
  add: Add,
): void {
  const partners = new Set(matched.values());
  const hasChoice = pair.old.choices.length > 0 && pair.now.choices.length > 0;
  for (const [tag, schema] of old.cases) {
    const next = now.cases.get(tag);
    // A change that came with its branch is reported for the branch.
    if (!next && (!hasChoice || matched.has(schema)))
      add("tag-removed", `${quoted(tag)} no longer stands for a branch`);
    const partner = matched.get(schema);
    if (next && (partner ? partner !== next : titleOf(schema) !== titleOf(next))) {
      const names = `${titleOf(schema) ?? "a branch"} → ${titleOf(next) ?? "another"}`;
      add("tag-moved", `${quoted(tag)}: ${names}`);
    }
  }
  for (const [tag, schema] of now.cases)
    if (!old.cases.has(tag) && (!hasChoice || partners.has(schema)))
      add("tag-added", `${quoted(tag)} stands for a branch now`);
}
