import { type LoadContext, chainFrom } from "../context.js";
import type { Located } from "../document.js";
import { asObject, isObject } from "../../diagnostics/json.js";
import { type Part, partsOf } from "./parts.js";
import { constrains } from "./schemas.js";

/** No description that was written by hand comes near it. */
const longestChain = 500;

/** Schemas that apply themselves to the same value again, so that checking it would never end. */
export function checkCycles(context: LoadContext): void {
  const heights = new Map<unknown, number>();
  const found = new Set<unknown>();
  for (const schema of context.walker.all("Schema")) leaveOutItself(schema, context);
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
    readonly parts: readonly Part[];
    readonly by: Part | undefined;
    height: number;
    next: number;
  }
  const step = (node: Located, by?: Part): Step => ({
    node,
    parts: partsOf(node, context),
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
