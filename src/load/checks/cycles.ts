import { type LoadContext, child, children } from "../context.js";
import type { Located } from "../document.js";
import { isObject, memberOf } from "../../diagnostics/json.js";

interface Edge {
  readonly to: Located;
  /** By way of oneOf or anyOf: another branch may end it. */
  readonly choice: boolean;
  /** By way of a condition, which cannot be left out as a branch can. */
  readonly condition?: boolean;
  /** By way of `$ref` alone; such cycles are reported where references are followed. */
  readonly plain: boolean;
}

/** No description that was written by hand comes near it. */
const longestChain = 500;

/** Schemas that apply themselves to the same value again, so that checking it would never end. */
export function checkCycles(context: LoadContext): void {
  const heights = new Map<unknown, number>();
  const found = new Set<unknown>();
  for (const start of context.walker.all("Schema")) {
    if (!heights.has(start.value) && leadsOn(start.value)) search(start, heights, found, context);
  }
}

const ways = [
  ...(["$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"] as const),
  "dependentSchemas",
] as const;

/** A quick look: few schemas have others for the same value. */
function leadsOn(schema: unknown): boolean {
  return isObject(schema) && ways.some((keyword) => schema[keyword] !== undefined);
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
    readonly edges: readonly Edge[];
    readonly by: Edge | undefined;
    height: number;
    next: number;
  }
  const step = (node: Located, by?: Edge): Step => ({
    node,
    edges: edgesOf(node, context),
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
    const edge = top?.edges[top.next];
    if (!top) break;
    const raise = (height: number): void => {
      top.height = Math.max(top.height, height + (isOnlyReference(top.node) ? 0 : 1));
    };
    if (!edge) {
      path.pop();
      onPath.delete(top.node.value);
      heights.set(top.node.value, top.height);
      // The first of a chain is enough: those that lead to it are longer still.
      if (top.height === longestChain && !isOnlyReference(top.node)) tooLong ??= top.node;
      continue;
    }
    const { value } = edge.to;
    const height = heights.get(value);
    if (height !== undefined) {
      raise(height);
      top.next += 1;
    } else if (onPath.has(value)) {
      top.next += 1;
      if (found.has(value)) continue;
      const from = path.findIndex(({ node }) => node.value === value);
      const cycle = path.slice(from);
      const edges = [...cycle.slice(1).map(({ by }) => by), edge];
      if (!edges.every((used) => used?.plain)) {
        found.add(value);
        const choice = edges.some((used) => used?.choice) && !edges.some((used) => used?.condition);
        const names = [...cycle.map(({ node }) => node), edge.to].map(nameOf);
        const steps = names.filter((name, index) => name !== names[index - 1]);
        const chain = steps.length > 1 ? steps : [...steps, ...steps];
        context.diagnostics.report("schema-cycle", edge.to.source, { chain, choice });
        isEndless ||= !choice;
      }
    } else {
      onPath.add(value);
      path.push(step(edge.to, edge));
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

/** The schemas that hold for the same value as `node` does. */
function edgesOf(node: Located, { documents }: LoadContext): readonly Edge[] {
  if (!isObject(node.value)) return [];
  const edges: Edge[] = [];
  const ref = memberOf(node.value, "$ref");
  const target = typeof ref === "string" ? documents.resolve(ref, node.source) : undefined;
  if (target) edges.push({ to: target, choice: false, plain: true });
  for (const [keyword, choice] of [
    ["allOf", false],
    ["anyOf", true],
    ["oneOf", true],
  ] as const) {
    for (const to of children(child(node, keyword))) edges.push({ to, choice, plain: false });
  }
  const conditions = ["not", "if", "then", "else"].map((keyword) => child(node, keyword));
  for (const to of [...conditions, ...children(child(node, "dependentSchemas"))])
    if (to) edges.push({ to, choice: false, condition: true, plain: false });
  return edges;
}
