import { child, children } from "./checked.js";
import type { Checked } from "./checked.js";
import type { Located } from "./document.js";
import { isObject, memberOf } from "./pointer.js";

interface Edge {
  readonly to: Located;
  /** By way of oneOf or anyOf: another branch may end it. */
  readonly choice: boolean;
  /** By way of a condition, which cannot be left out as a branch can. */
  readonly condition?: boolean;
  /** By way of `$ref` alone; such cycles are reported where references are followed. */
  readonly plain: boolean;
}

/** No description that somebody wrote comes near it. */
const longestChain = 500;

/** Schemas that apply themselves to the same value again, so that checking it would never end. */
export function checkCycles(checked: Checked): void {
  const done = new Set<unknown>();
  const found = new Set<unknown>();
  for (const start of checked.walker.all("Schema")) {
    if (!done.has(start.value) && leadsOn(start.value)) search(start, done, found, checked);
  }
}

const ways = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"] as const;

/** Whether a schema has others for the same value, as few have: a quick look. */
function leadsOn(schema: unknown): boolean {
  return isObject(schema) && ways.some((keyword) => schema[keyword] !== undefined);
}

/** `found` holds the schemas that a cycle was reported for; one is enough for each. */
function search(start: Located, done: Set<unknown>, found: Set<unknown>, checked: Checked): void {
  interface Step {
    readonly node: Located;
    readonly edges: readonly Edge[];
    readonly by: Edge | undefined;
    /** How many schemas lead here, without those that are only a reference. */
    readonly depth: number;
    next: number;
  }
  const step = (node: Located, by?: Edge, from?: Step): Step => ({
    node,
    edges: edgesOf(node, checked),
    by,
    depth: from ? from.depth + (isOnlyReference(from.node) ? 0 : 1) : 0,
    next: 0,
  });
  let isEndless = false;
  let tooDeep: Located | undefined;
  const path = [step(start)];
  const onPath = new Set<unknown>([start.value]);
  while (path.length > 0) {
    const top = path.at(-1);
    const edge = top?.edges[top.next];
    if (!top || !edge) {
      path.pop();
      onPath.delete(top?.node.value);
      done.add(top?.node.value);
      continue;
    }
    top.next += 1;
    const { value } = edge.to;
    if (onPath.has(value)) {
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
        checked.diagnostics.report("schema-cycle", edge.to.source, { chain, choice });
        isEndless ||= !choice;
      }
    } else if (!done.has(value)) {
      onPath.add(value);
      path.push(step(edge.to, edge, top));
      if (path.at(-1)?.depth === longestChain) tooDeep ??= edge.to;
    }
  }
  if (tooDeep && !isEndless) checked.diagnostics.report("chain-too-long", tooDeep.source, {});
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
function edgesOf(node: Located, { documents }: Checked): readonly Edge[] {
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
  for (const keyword of ["not", "if", "then", "else"]) {
    const to = child(node, keyword);
    if (to) edges.push({ to, choice: false, condition: true, plain: false });
  }
  return edges;
}
