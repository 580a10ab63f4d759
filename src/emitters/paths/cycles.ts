import { pushTo } from "../../common/collections.js";
import { isObject } from "../../common/json.js";

/** A reference that TypeScript follows to know what a type is, other than one of a member. */
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly holder: { $ref?: string };
}

/** In the order in which they are given up. */
const kinds = ["list", "union", "base"] as const;
type EdgeKind = (typeof kinds)[number];

const prefix = "#/components/schemas/";

/**
 * Takes references out of schemas that TypeScript would refuse in `paths.ts`: a member of an interface may not be a list, a
 * union or an intersection that has itself in it, as an alias may. Gives the names of the schemas that have less then.
 */
export function breakCycles(schemas: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  let edges = [...schemas].flatMap(([name, schema]) => [...edgesOf(name, schema, "base")]);
  const broken = new Set<string>();
  for (const kind of kinds) {
    edges = onCycles(edges);
    for (const edge of edges) {
      if (edge.kind !== kind) continue;
      delete edge.holder.$ref;
      broken.add(edge.from);
    }
    edges = edges.filter((edge) => edge.kind !== kind);
  }
  return broken;
}

function* edgesOf(from: string, schema: unknown, kind: EdgeKind): Iterable<Edge> {
  if (!isObject(schema)) return;
  const { $ref, allOf, oneOf, anyOf, items, prefixItems } = schema;
  if (typeof $ref === "string") {
    if ($ref.startsWith(prefix))
      yield { from, to: $ref.slice(prefix.length), kind, holder: schema };
    return;
  }
  for (const part of listOf(allOf)) yield* edgesOf(from, part, kind);
  for (const part of [...listOf(oneOf), ...listOf(anyOf)])
    yield* edgesOf(from, part, kind === "list" ? kind : "union");
  for (const part of [items, ...listOf(prefixItems)]) yield* edgesOf(from, part, "list");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Without edges at whose start none ends, or at whose end none starts, again and again. */
function onCycles(edges: readonly Edge[]): Edge[] {
  const left = new Set(edges);
  for (const [start, end] of [
    ["from", "to"],
    ["to", "from"],
  ] as const) {
    const at = new Map<string, Edge[]>();
    const count = new Map<string, number>();
    for (const edge of left) {
      pushTo(at, edge[end], edge);
      count.set(edge[start], (count.get(edge[start]) ?? 0) + 1);
    }
    const waiting = [...at.keys()].filter((name) => !count.has(name));
    for (const name of waiting)
      for (const edge of at.get(name) ?? []) {
        left.delete(edge);
        const others = (count.get(edge[start]) ?? 0) - 1;
        count.set(edge[start], others);
        if (others === 0) waiting.push(edge[start]);
      }
  }
  return [...left];
}
