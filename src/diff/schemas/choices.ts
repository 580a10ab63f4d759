import { pushTo } from "../../diagnostics/group.js";
import type { Discriminator, Schema } from "../../model/types.js";
import { canonical } from "../../diagnostics/json.js";
import { below, quoted } from "../changes.js";
import { isApart } from "./disjoint.js";
import { type Pair, placesOf } from "./pair.js";
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
      comparison.add(pair, rule, `${kind} ${is ? "added" : "removed"}`, placesOf(pair, kind));
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
  const around = { old: was.owner.source, now: is.owner.source };
  const isChoice = was.branches.length > 1 && is.branches.length > 1;
  if (isChoice && was.kind !== is.kind)
    comparison.add(
      pair,
      is.kind === "oneOf" ? "choice-exclusive" : "choice-inclusive",
      `${was.kind} → ${is.kind}`,
      { subject, old: below(around.old, was.kind), now: below(around.now, is.kind) },
    );
  const matches = matchBranches(was, is);
  for (const [old, now] of matches) {
    matched.set(old, now);
    comparison.compare([old], [now], flow, `${subject} ${branchName(now, is)}`, places);
    if (mayOverlap(old, was) || mayOverlap(now, is))
      if (comparison.isBreaking([old], [now]))
        comparison.add(
          pair,
          "branch-overlap",
          `branch ${branchName(now, is)} and another one may fit other values together now`,
          { subject, old: below(around.old, was.kind), now: below(around.now, is.kind) },
        );
  }
  const known = new Set(matches.values());
  for (const branch of was.branches)
    if (!matches.has(branch))
      comparison.add(
        pair,
        mayOverlap(branch, was) ? "branch-removed-overlapping" : "branch-removed",
        `branch ${branchName(branch, was)} removed`,
        {
          subject,
          old: branch.name === undefined ? branch.source : below(around.old, was.kind),
          now: around.now,
        },
      );
  for (const branch of is.branches)
    if (!known.has(branch))
      comparison.add(
        pair,
        mayOverlap(branch, is) ? "branch-added-overlapping" : "branch-added",
        `branch ${branchName(branch, is)} added`,
        {
          subject,
          old: around.old,
          now: branch.name === undefined ? branch.source : below(around.now, is.kind),
        },
      );
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
      const { prose: _, examples: __, dynamicAnchors: ___, ...keywords } = schema.keywords;
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
  const places = placesOf(pair, "discriminator");
  if (!old && !now) return;
  if (!old || !now) {
    const rule = now ? "discriminator-added" : "discriminator-removed";
    const property = (now ?? old)?.property ?? "";
    comparison.add(
      pair,
      rule,
      `${property} ${now ? "tells" : "no longer tells"} branches apart`,
      places,
    );
    return;
  }
  if (old.property !== now.property) {
    comparison.add(pair, "discriminator-changed", `${old.property} → ${now.property}`, places);
    return;
  }
  compareTags(comparison, pair, old, now, matched);
}

function compareTags(
  comparison: SchemaComparison,
  pair: Pair,
  old: Discriminator,
  now: Discriminator,
  matched: ReadonlyMap<Schema, Schema>,
): void {
  const places = placesOf(pair, "discriminator");
  const partners = new Set(matched.values());
  const hasChoice = pair.old.choices.length > 0 && pair.now.choices.length > 0;
  for (const [tag, schema] of old.cases) {
    const next = now.cases.get(tag);
    // What came or went with its branch is told by the branch.
    if (!next && (!hasChoice || matched.has(schema)))
      comparison.add(pair, "tag-removed", `${quoted(tag)} no longer stands for a branch`, places);
    const partner = matched.get(schema);
    if (next && (partner ? partner !== next : titleOf(schema) !== titleOf(next)))
      comparison.add(
        pair,
        "tag-moved",
        `${quoted(tag)}: ${titleOf(schema) ?? "a branch"} → ${titleOf(next) ?? "another"}`,
        places,
      );
  }
  for (const [tag, schema] of now.cases)
    if (!old.cases.has(tag) && (!hasChoice || partners.has(schema)))
      comparison.add(pair, "tag-added", `${quoted(tag)} stands for a branch now`, places);
}
