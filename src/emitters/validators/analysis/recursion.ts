import type { Schema } from "../../../model/types.js";
import { type Child, childrenOf } from "./children.js";

/** The number of the cycle that a schema is in, which others in it have too; a schema in none has no number. */
export type Cycles = Pick<ReadonlyMap<Schema, number>, "get" | "has">;

const cycles = new WeakMap<Schema, number>();
let cycle = 0;
/** Roots that were looked at, with all that they lead to: what cycle a schema is in depends on nothing else. */
const finished = new WeakSet<Schema>();

/** Numbers the cycles of schemas that lead to each other (Tarjan, 1972). */
export function findCycles(roots: readonly Schema[]): Cycles {
  const order = new Map<Schema, number>();
  const low = new Map<Schema, number>();
  const open: Schema[] = [];
  const isOpen = new Set<Schema>();

  const lower = (schema: Schema, to: number): void => {
    low.set(schema, Math.min(low.get(schema) ?? to, to));
  };
  const close = (schema: Schema): void => {
    const members = open.splice(open.lastIndexOf(schema));
    for (const member of members) isOpen.delete(member);
    const repeats =
      members.length > 1 || childrenOf(schema).some((child) => child.schema === schema);
    if (repeats) for (const member of members) cycles.set(member, cycle);
    cycle++;
  };
  const start = (schema: Schema): Frame => {
    order.set(schema, order.size);
    low.set(schema, order.size - 1);
    open.push(schema);
    isOpen.add(schema);
    return { schema, children: childrenOf(schema), next: 0 };
  };

  for (const root of roots) {
    if (order.has(root) || finished.has(root)) continue;
    const frames = [start(root)];
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { schema } = frame;
      const child = frame.children[frame.next++]?.schema;
      if (child === undefined) {
        frames.pop();
        if (low.get(schema) === order.get(schema)) close(schema);
        const parent = frames.at(-1);
        if (parent) lower(parent.schema, low.get(schema) ?? 0);
      } else if (finished.has(child) || childrenOf(child).length === 0) continue;
      else if (!order.has(child)) frames.push(start(child));
      else if (isOpen.has(child)) lower(schema, order.get(child) ?? 0);
    }
  }
  for (const root of roots) finished.add(root);
  return cycles;
}

interface Frame {
  readonly schema: Schema;
  readonly children: readonly Child[];
  next: number;
}
