import type { Schema } from "../../../model/types.js";
import { cyclesOf } from "../../../model/walks/graph.js";
import { childrenOf } from "./children.js";

/** The number of the cycle that a schema is in, which others in it have too; a schema in none has no number. */
export type Cycles = Pick<ReadonlyMap<Schema, number>, "get" | "has">;

const cycles = new WeakMap<Schema, number>();
let cycle = 0;
/** Roots that were looked at, with all that they lead to: what cycle a schema is in depends on nothing else. */
const finished = new WeakSet<Schema>();

/** Numbers the cycles of schemas that lead to each other. */
export function findCycles(roots: readonly Schema[]): Cycles {
  const unfinished = roots.filter((root) => !finished.has(root));
  for (const members of cyclesOf(unfinished, leadingOn)) {
    for (const member of members) cycles.set(member, cycle);
    cycle++;
  }
  for (const root of roots) finished.add(root);
  return cycles;
}

function leadingOn(schema: Schema): readonly Schema[] {
  return childrenOf(schema).flatMap(({ schema: child }) =>
    finished.has(child) || childrenOf(child).length === 0 ? [] : [child],
  );
}
