import type { Diagnostics } from "../../../diagnostics/diagnostics.js";
import { withChildren } from "../../../model/walks/children.js";
import { shareNaming } from "../../../model/passes/camel-case.js";
import { leadingTo, reachable } from "../../../common/collections.js";
import type { Keywords, Schema } from "../../../model/types.js";
import { childrenOf } from "./analysis.js";

/** The anchors that are bound on the way to a schema: the outermost one of each name holds. */
type Bindings = ReadonlyMap<string, Schema>;

/** Maximum work for resolving each `$dynamicRef`: a fixed part, and one for each schema. */
const MOST = 200_000;
const MOST_EACH = 200;

/**
 * Replaces each `$dynamicRef` by a `$ref` (JSON Schema 2020-12 core, section 8.2.3.2). Where it leads depends
 * on the way to it, and ways are finite up to the anchors they bind: so a schema that is reached in two ways
 * becomes two schemas, and nothing is left to decide when a value is checked. Where that is out of proportion to the
 * schemas, it is reported as an error.
 */
export class DynamicReferences {
  readonly #dynamic: ReadonlySet<Schema>;
  readonly #made = new Map<Schema, { readonly bindings: Bindings; readonly schema: Schema }[]>();
  readonly #unfinished: (() => void)[] = [];

  readonly #diagnostics: Diagnostics;
  /** Number of schemas and bindings that may still be visited. */
  #left: number;
  #isRefused = false;

  constructor(roots: readonly Schema[], diagnostics: Diagnostics) {
    this.#dynamic = reaching(roots);
    this.#diagnostics = diagnostics;
    this.#left = MOST + MOST_EACH * this.#dynamic.size;
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
    this.#left -= (1 + known.length) * (1 + bindings.size);
    if (this.#left < 0) return this.#refuse(schema, name);
    const same = known.find(
      (made) => areSame(made.bindings, bindings) && made.schema.name === name,
    );
    if (same) return same.schema;
    const made: { source: Schema["source"]; name: Schema["name"]; keywords: Keywords } = {
      source: schema.source,
      name,
      keywords: {},
    };
    shareNaming(made, schema);
    known.push({ bindings, schema: made });
    this.#made.set(schema, known);
    this.#unfinished.push(() => (made.keywords = this.#keywords(schema, bindings)));
    return made;
  }

  #refuse({ source }: Schema, name: Schema["name"]): Schema {
    if (!this.#isRefused) this.#diagnostics.report("dynamic-scopes", source, {});
    this.#isRefused = true;
    return { source, name, keywords: {} };
  }

  #keywords(schema: Schema, bindings: Bindings): Keywords {
    const follow = (child: Schema): Schema =>
      this.#dynamic.has(child)
        ? this.#resolve(child, bindings, this.#nameFor(child, bindings))
        : child;
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
  if (!dynamicAnchors || dynamicAnchors === outer) return outer;
  return outer.size === 0 ? dynamicAnchors : new Map([...dynamicAnchors, ...outer]);
}

function areSame(a: Bindings, b: Bindings): boolean {
  if (a === b) return true;
  return a.size === b.size && [...a].every(([anchor, schema]) => b.get(anchor) === schema);
}

/** The schemas from which some `$dynamicRef` can be reached. */
export function reaching(roots: readonly Schema[]): ReadonlySet<Schema> {
  // Anchors that are only bound here are visited too, but the schema does not depend on them.
  const seen = reachable(roots, (schema) => [
    ...neededBy(schema),
    ...(schema.keywords.dynamicAnchors?.values() ?? []),
  ]);
  const dynamic = [...seen].filter(({ keywords }) => keywords.dynamicRef);
  return leadingTo(dynamic, seen, neededBy);
}

function neededBy(schema: Schema): readonly Schema[] {
  const { dynamicRef } = schema.keywords;
  const children = childrenOf(schema).map((child) => child.schema);
  return dynamicRef ? [...children, dynamicRef.initial] : children;
}
