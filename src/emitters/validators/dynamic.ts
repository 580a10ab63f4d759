import { withChildren } from "../../model/children.js";
import type { Keywords, Schema } from "../../model/types.js";
import { childrenOf } from "./children.js";

/** The anchors that are bound on the way to a schema: the outermost one of each name holds. */
type Bindings = ReadonlyMap<string, Schema>;

/**
 * Replaces each `$dynamicRef` by a `$ref` (JSON Schema 2020-12 core, section 8.2.3.2). Where it leads depends
 * on the way to it, and ways are finite up to the anchors they bind: so a schema that is reached in two ways
 * becomes two schemas, and nothing is left to decide when a value is checked.
 */
export class DynamicReferences {
  readonly #dynamic: ReadonlySet<Schema>;
  readonly #made = new Map<Schema, { readonly bindings: Bindings; readonly schema: Schema }[]>();
  readonly #unfinished: (() => void)[] = [];

  constructor(roots: readonly Schema[]) {
    this.#dynamic = reaching(roots);
  }

  /** The schema as it is when nothing leads to it. */
  resolve(schema: Schema): Schema {
    const resolved = this.#resolve(schema, new Map(), schema.name);
    for (let finish = this.#unfinished.pop(); finish; finish = this.#unfinished.pop()) finish();
    return resolved;
  }

  #resolve(schema: Schema, outer: Bindings, name: Schema["name"]): Schema {
    if (!this.#dynamic.has(schema)) return schema;
    const bindings = enter(schema, outer);
    const known = this.#made.get(schema) ?? [];
    const same = known.find(
      (made) => areSame(made.bindings, bindings) && made.schema.name === name,
    );
    if (same) return same.schema;
    const made: { source: Schema["source"]; name: Schema["name"]; keywords: Keywords } = {
      source: schema.source,
      name,
      keywords: {},
    };
    this.#made.set(schema, [...known, { bindings, schema: made }]);
    this.#unfinished.push(() => (made.keywords = this.#keywords(schema, bindings)));
    return made;
  }

  #keywords(schema: Schema, bindings: Bindings): Keywords {
    const follow = (child: Schema): Schema =>
      this.#resolve(child, bindings, this.#nameFor(child, bindings));
    const { dynamicRef, ...keywords } = withChildren(schema, follow);
    if (!dynamicRef) return keywords;
    const { anchor, initial } = dynamicRef;
    const bound = anchor !== undefined && initial.keywords.dynamicAnchor === anchor;
    const target = follow((bound ? bindings.get(anchor) : undefined) ?? initial);
    if (!keywords.ref) return { ...keywords, ref: target };
    return { ...keywords, allOf: [...(keywords.allOf ?? []), target] };
  }

  /** A named schema keeps its name where it is what it is on its own. */
  #nameFor(schema: Schema, bindings: Bindings): Schema["name"] {
    return areSame(enter(schema, bindings), enter(schema, new Map())) ? schema.name : undefined;
  }
}

function enter(schema: Schema, outer: Bindings): Bindings {
  const { dynamicAnchors } = schema.keywords;
  return dynamicAnchors ? new Map([...dynamicAnchors, ...outer]) : outer;
}

function areSame(a: Bindings, b: Bindings): boolean {
  return a.size === b.size && [...a].every(([anchor, schema]) => b.get(anchor) === schema);
}

/** Roots from which none can be reached, which holds for as long as they are the same objects. */
const free = new WeakSet<Schema>();

/** The schemas from which some `$dynamicRef` can be reached. */
export function reaching(roots: readonly Schema[]): ReadonlySet<Schema> {
  const seen = new Set(roots);
  const found: Schema[] = [];
  for (const schema of seen) {
    if (free.has(schema)) continue;
    const { dynamicAnchors, dynamicRef } = schema.keywords;
    if (dynamicRef) found.push(schema);
    for (const child of childrenOf(schema)) if (leadsOn(child.schema)) seen.add(child.schema);
    if (dynamicRef) seen.add(dynamicRef.initial);
    // What is only bound here is looked at too, but does not make this schema depend on it.
    if (dynamicAnchors) for (const child of dynamicAnchors.values()) seen.add(child);
  }
  const dynamic = new Set(found);
  if (found.length === 0) {
    for (const root of roots) free.add(root);
    return dynamic;
  }
  const parents = parentsOf(seen);
  for (let schema = found.pop(); schema; schema = found.pop()) {
    for (const parent of parents.get(schema) ?? []) {
      if (!dynamic.has(parent)) found.push(parent);
      dynamic.add(parent);
    }
  }
  return dynamic;
}

/** Most schemas do not. */
function leadsOn(schema: Schema): boolean {
  const { dynamicAnchors, dynamicRef } = schema.keywords;
  return (dynamicAnchors ?? dynamicRef) !== undefined || childrenOf(schema).length > 0;
}

function parentsOf(schemas: Iterable<Schema>): ReadonlyMap<Schema, readonly Schema[]> {
  const parents = new Map<Schema, Schema[]>();
  const add = (child: Schema, parent: Schema): void => {
    const known = parents.get(child);
    if (known) known.push(parent);
    else parents.set(child, [parent]);
  };
  for (const schema of schemas) {
    for (const child of childrenOf(schema)) add(child.schema, schema);
    const { dynamicRef } = schema.keywords;
    if (dynamicRef) add(dynamicRef.initial, schema);
  }
  return parents;
}
