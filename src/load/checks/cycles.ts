import type { LoadContext } from "../context.js";
import type { Located } from "../document.js";
import { isObject } from "../../diagnostics/json.js";
import { type Part, partsOf } from "./parts.js";

/** No description that was written by hand comes near it. */
const longestChain = 500;

/** Schemas that apply themselves to the same value again, so that checking it would never end. */
export function checkCycles(context: LoadContext): void {
  const heights = new Map<unknown, number>();
  const found = new Set<unknown>();
  for (const start of context.walker.all("Schema")) {
    if (!heights.has(start.value)) search(start, heights, found, context);
  }
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
        const choice =
          keywords.some((keyword) => /^(?:any|one)Of$/.test(keyword)) &&
          !keywords.some((keyword) => /^(?:not|if|then|else|dependentSchemas)$/.test(keyword));
        const names = [...cycle.map(({ node }) => node), part.schema].map(nameOf);
        const steps = names.filter((name, index) => name !== names[index - 1]);
        const chain = steps.length > 1 ? steps : [...steps, ...steps];
        context.diagnostics.report("schema-cycle", source, { chain, choice });
        isEndless ||= !choice;
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
