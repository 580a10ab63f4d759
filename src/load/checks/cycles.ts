import {
  type LoadContext,
  chainFrom,
  keep,
  versionOf,
  type InPlaceSubschema,
  inPlaceSubschemas,
} from "../context.js";
import type { Located } from "../document.js";
import { cyclesOf } from "../../common/collections.js";
import { asObject, isObject, setMember } from "../../common/json.js";
import { annotations, constrains } from "./schemas.js";

/** No description that was written by hand comes near it. */
const longestChain = 500;

/** Schemas that apply themselves to the same value again, so that checking it would never end. */
export function checkCycles(context: LoadContext): void {
  const heights = new Map<unknown, number>();
  const found = new Set<unknown>();
  for (const schema of context.walker.all("Schema")) leaveOutItself(schema, context);
  conjoinCycles(context);
  for (const start of context.walker.all("Schema")) {
    if (!heights.has(start.value)) search(start, heights, found, context);
  }
}

/**
 * Leaves a schema out of its own `allOf`, where it stands through references alone: that it holds is all that this says. An error
 * is left for what is nothing else.
 */
function leaveOutItself(
  schema: Located,
  { documents, origins, walker, diagnostics }: LoadContext,
): void {
  const { allOf, ...beside } = asObject(schema.value);
  const list = Array.isArray(allOf) ? origins.member(schema, "allOf") : undefined;
  if (!list) return;
  const items = [...(allOf as unknown[]).keys()].flatMap((at) => origins.member(list, at) ?? []);
  const own = items.filter((item) => {
    const [self, ...others] = chainFrom(item, documents);
    const end = others.findIndex(({ value }) => value === schema.value);
    return end >= 0 && [self, ...others.slice(0, end)].every(saysNoMore);
  });
  const [first] = own;
  if (!first || (own.length === items.length && !constrains(beside))) return;
  const name = nameOf(schema);
  diagnostics.report("schema-cycle", first.source, { chain: [name, name], by: "itself" });
  if (own.length === items.length) delete (schema.value as Record<string, unknown>)["allOf"];
  else for (const { value } of own) walker.leaveOut(list, (allOf as unknown[]).indexOf(value));
}

/** Each of a cycle is written out with all of the others. */
const mostOfCycle = 20;

/** Keywords whose meaning depends on which schema they stand in, whatever holds for the same value. */
const relative: ReadonlySet<string> = new Set([
  ...["discriminator", "unevaluatedProperties", "unevaluatedItems"],
  ...["$id", "$dynamicRef", "$dynamicAnchor"],
]);

/** Keywords about a schema as a whole, and what is only there to be referred to. */
const staying: ReadonlySet<string> = new Set([
  ...[...annotations].filter((key) => key !== "nullable"),
  ...["example", "$anchor", "$schema", "$comment", "$defs", "definitions"],
]);

/**
 * Schemas that are in each other's `allOf`: what one of them says holds for all. Each is written out as that. An error is left
 * where that is nothing, or where they lead to each other in another way, too.
 */
function conjoinCycles(context: LoadContext): void {
  const { walker, diagnostics, origins } = context;
  const located = new Map<unknown, Located>();
  const partsIn = (value: unknown): readonly InPlaceSubschema[] => {
    const node = located.get(value);
    const parts = node ? inPlaceSubschemas(node, context) : [];
    for (const { schema } of parts)
      if (!located.has(schema.value)) located.set(schema.value, schema);
    return parts;
  };
  for (const schema of walker.all("Schema"))
    if (Array.isArray(asObject(schema.value)["allOf"])) located.set(schema.value, schema);
  const leadingTo = (value: unknown) => partsIn(value).map(({ schema }) => schema.value);
  for (const cycle of cyclesOf([...located.keys()], leadingTo)) {
    const members = [...cycle].flatMap((value) => located.get(value) ?? []);
    const isConjoined = (member: Located): boolean =>
      partsIn(member.value).every(
        ({ keyword, schema }) =>
          !cycle.has(schema.value) ||
          keyword === "allOf" ||
          (keyword === "$ref" && (saysNoMore(member) || versionOf(member, context) >= "3.1")),
      );
    const owners = members.filter((member) => !saysNoMore(member));
    const [first] = owners;
    const isClear =
      members.every(isConjoined) &&
      !owners.some(({ value }) => Object.keys(asObject(value)).some((key) => relative.has(key)));
    if (!first || !isClear || owners.length > mostOfCycle) continue;
    const all = owners
      .map((owner) => ownPart(owner, cycle, context))
      .filter(({ value }) => constrains(value));
    if (all.length === 0) continue;
    const names = [...new Set(owners.map(nameOf))];
    const chain = [...names, names[0] ?? ""];
    diagnostics.report("schema-cycle", first.source, { chain, by: "each other" });
    for (const part of all) {
      origins.setObject(part.value, part.source);
      walker.adopt(part, "Schema");
    }
    for (const { value } of owners) {
      const object = value as Record<string, unknown>;
      for (const key of Object.keys(object)) if (!isStaying(key)) delete object[key];
      object["allOf"] = keep(all, context);
    }
  }
}

/** What a schema says itself, without what leads on to others of its cycle. */
function ownPart(
  schema: Located,
  cycle: ReadonlySet<unknown>,
  context: LoadContext,
): { readonly value: Record<string, unknown>; readonly source: Located["source"] } {
  const { origins } = context;
  const own: Record<string, unknown> = {};
  for (const key of Object.keys(asObject(schema.value))) {
    const member = origins.member(schema, key);
    if (!member || isStaying(key) || key === "$ref") continue;
    setMember(own, key, member.value);
    origins.setMember(own, key, member.source);
  }
  const list = origins.member(schema, "allOf");
  if (!list || !Array.isArray(list.value)) return { value: own, source: schema.source };
  const left = [...list.value.keys()]
    .flatMap((at) => origins.member(list, at) ?? [])
    .filter(({ value }) => !cycle.has(value));
  if (left.length > 0) own["allOf"] = keep(left, context);
  else delete own["allOf"];
  return { value: own, source: schema.source };
}

function isStaying(key: string): boolean {
  return staying.has(key) || (key.startsWith("x-") && key !== "x-nullable");
}

/** True for a reference without anything that counts beside it. */
function saysNoMore({ value }: Located): boolean {
  const { $ref, ...beside } = asObject(value);
  const mayBeNull = beside["nullable"] === true || beside["x-nullable"] === true;
  return typeof $ref === "string" && !mayBeNull && !constrains(beside);
}

/**
 * `heights`: how many schemas follow each that was looked at, in the longest chain from it, without those that are only a
 * reference. `found` holds the schemas that a cycle was reported for; one is enough for each.
 */
function search(
  start: Located,
  heights: Map<unknown, number>,
  found: Set<unknown>,
  context: LoadContext,
): void {
  interface Step {
    readonly node: Located;
    readonly parts: readonly InPlaceSubschema[];
    readonly by: InPlaceSubschema | undefined;
    height: number;
    next: number;
  }
  const step = (node: Located, by?: InPlaceSubschema): Step => ({
    node,
    parts: inPlaceSubschemas(node, context),
    by,
    height: 0,
    next: 0,
  });
  let isEndless = false;
  let tooLong: Located | undefined;
  const path = [step(start)];
  const onPath = new Set<unknown>([start.value]);
  while (path.length > 0) {
    const top = path.at(-1);
    const part = top?.parts[top.next];
    if (!top) break;
    const raise = (height: number): void => {
      top.height = Math.max(top.height, height + (isOnlyReference(top.node) ? 0 : 1));
    };
    if (!part) {
      path.pop();
      onPath.delete(top.node.value);
      heights.set(top.node.value, top.height);
      // The first of a chain is enough: those that lead to it are longer still.
      if (top.height === longestChain && !isOnlyReference(top.node)) tooLong ??= top.node;
      continue;
    }
    const { value, source } = part.schema;
    const height = heights.get(value);
    if (height !== undefined) {
      raise(height);
      top.next += 1;
    } else if (onPath.has(value)) {
      top.next += 1;
      if (found.has(value)) continue;
      const from = path.findIndex(({ node }) => node.value === value);
      const cycle = path.slice(from);
      const keywords = [...cycle.slice(1).map(({ by }) => by), part].map((by) => by?.keyword ?? "");
      // Cycles of references alone are reported where these are followed.
      if (!keywords.every((keyword) => keyword === "$ref")) {
        found.add(value);
        // Another branch may end it; a condition cannot be left out as a branch can.
        const isChoice =
          keywords.some((keyword) => /^(?:any|one)Of$/.test(keyword)) &&
          !keywords.some((keyword) => /^(?:not|if|then|else|dependentSchemas)$/.test(keyword));
        const names = [...cycle.map(({ node }) => node), part.schema].map(nameOf);
        const steps = names.filter((name, index) => name !== names[index - 1]);
        const chain = steps.length > 1 ? steps : [...steps, ...steps];
        const by = isChoice ? "choice" : "others";
        context.diagnostics.report("schema-cycle", source, { chain, by });
        isEndless ||= !isChoice;
      }
    } else {
      onPath.add(value);
      path.push(step(part.schema, part));
    }
  }
  if (tooLong && !isEndless) context.diagnostics.report("chain-too-long", tooLong.source, {});
}

function isOnlyReference({ value }: Located): boolean {
  return isObject(value) && "$ref" in value && Object.keys(value).length === 1;
}

/** The name of the component that a schema is or is part of. */
function nameOf({ source }: Located): string {
  const name = /^\/(?:components\/schemas|definitions)\/([^/]+)/.exec(source.pointer)?.[1];
  return name ?? `#${source.pointer}`;
}
