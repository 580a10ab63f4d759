import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { cyclesOf, groupBy, leadingTo, pushTo, reachable } from "../../common/collections.js";
import { change } from "../change.js";
import type { Draft, DraftKeywords } from "../draft.js";
import type { Keywords, Schema } from "../types.js";
import { schemasIn, withChildren } from "../walks/children.js";

/** The anchors that are bound on the way to a schema: the outermost one of each name holds. */
type Bindings = ReadonlyMap<string, Schema>;

/** A schema as it is where others bind the anchors that it refers to. */
export interface BoundSchema {
  readonly schema: Draft;
  readonly origin: Draft;
  /** The schemas that its anchors lead to only there. */
  readonly targets: readonly Schema[];
}

/** Maximum work for resolving each `$dynamicRef`: a fixed part, and one for each schema. */
const MOST = 200_000;
const MOST_EACH = 200;

/**
 * Replaces each `$dynamicRef` by a `$ref` (JSON Schema 2020-12 core, section 8.2.3.2). Where it leads depends on the way to it,
 * and ways are finite up to the anchors they bind: so a schema that is reached in two ways becomes two, and nothing is left to
 * decide. Where that is out of proportion to the schemas, it is reported as an error. Returns those of the new schemas
 * that would lead back to themselves without a name.
 */
export function resolveDynamicReferences(
  drafts: readonly Draft[],
  diagnostics: Diagnostics,
): readonly BoundSchema[] {
  const referring = drafts.filter(({ keywords }) => keywords.dynamicRef);
  const dynamic = leadingTo(referring, drafts, neededBy);
  const made = new DynamicReferences(dynamic, diagnostics).resolve(drafts);
  for (const { keywords } of drafts) {
    delete keywords.dynamicAnchor;
    delete keywords.dynamicAnchors;
  }
  return made;
}

class DynamicReferences {
  readonly #dynamic: ReadonlySet<Draft>;
  /** The anchors that a schema, or what it consists of, refers to dynamically. */
  readonly #anchors = new Map<Draft, Set<string>>();
  /** For an anchor, those that the schemas of that name refer to. */
  readonly #further = new Map<string, ReadonlySet<string>>();
  readonly #needed = new Map<Draft, ReadonlySet<string>>();
  readonly #made = new Map<Draft, (BoundSchema & { readonly bindings: Bindings })[]>();
  readonly #unfinished: (() => void)[] = [];
  readonly #diagnostics: Diagnostics;
  /** Number of schemas and bindings that may still be visited. */
  #left: number;
  #isRefused = false;

  constructor(dynamic: ReadonlySet<Draft>, diagnostics: Diagnostics) {
    this.#dynamic = dynamic;
    this.#diagnostics = diagnostics;
    this.#left = MOST + MOST_EACH * dynamic.size;
    this.#findAnchors();
  }

  #findAnchors(): void {
    const above = new Map<Draft, Draft[]>();
    for (const draft of this.#dynamic)
      for (const one of neededBy(draft)) if (this.#dynamic.has(one)) pushTo(above, one, draft);
    const drafts = [...this.#dynamic];
    const referring = groupBy(drafts, ({ keywords }) => keywords.dynamicRef?.anchor);
    for (const [anchor, ends] of referring) {
      if (anchor === undefined || this.#left < 0) continue;
      for (const draft of reachable(ends, (one) => above.get(one) ?? [])) {
        const anchors = this.#anchors.get(draft) ?? new Set();
        this.#anchors.set(draft, anchors.add(anchor));
        this.#left -= 1 + (above.get(draft)?.length ?? 0);
      }
    }
    const named = groupBy(drafts, ({ keywords }) => keywords.dynamicAnchor);
    for (const [anchor, targets] of named) {
      const all = new Set<string>();
      for (const target of targets) for (const one of this.#anchors.get(target) ?? []) all.add(one);
      if (anchor !== undefined) this.#further.set(anchor, all);
    }
  }

  /** The anchors that make a difference in a schema: also those that others lead to there. */
  #anchorsFor(draft: Draft): ReadonlySet<string> {
    const known = this.#needed.get(draft);
    if (known || this.#left < 0) return known ?? new Set();
    const needed = reachable(this.#anchors.get(draft) ?? [], (anchor) => {
      const further = this.#further.get(anchor) ?? new Set<string>();
      this.#left -= 1 + further.size;
      return further;
    });
    this.#needed.set(draft, needed);
    return needed;
  }

  resolve(drafts: readonly Draft[]): readonly BoundSchema[] {
    const own = drafts
      .filter((draft) => this.#dynamic.has(draft))
      .map((draft) => [draft, this.#keywords(draft, this.#entered(draft, unbound))] as const);
    for (let finish = this.#unfinished.pop(); finish; finish = this.#unfinished.pop()) finish();
    for (const [draft, keywords] of own) replace(draft, keywords);
    const made = [...this.#made.values()].flat();
    const named = endless(made);
    const inPlace = new Map(made.map(({ schema }) => [schema as Schema, schema]));
    for (const { schema } of named) inPlace.delete(schema);
    for (const [draft] of own) if (draft.name === undefined) becomeTarget(draft, inPlace);
    return named;
  }

  #keywords(draft: Draft, bindings: Bindings): Keywords {
    const follow = (child: Schema): Schema => this.#follow(child, bindings);
    const all: DraftKeywords = withChildren(draft, follow);
    const { dynamicRef, dynamicAnchor: _, dynamicAnchors: __, ...keywords } = all;
    if (!dynamicRef) return keywords;
    const { anchor, initial } = dynamicRef;
    const isBound = anchor !== undefined && (initial as Draft).keywords.dynamicAnchor === anchor;
    const target = follow((isBound ? bindings.get(anchor) : undefined) ?? initial);
    if (!keywords.ref) return { ...keywords, ref: target };
    return { ...keywords, allOf: [...(keywords.allOf ?? []), target] };
  }

  /** The schema itself, unless it is another one where these are bound. */
  #follow(child: Draft, outer: Bindings): Schema {
    if (!this.#dynamic.has(child)) return child;
    const own = this.#entered(child, unbound);
    const bindings = this.#entered(child, outer);
    const known = this.#made.get(child) ?? [];
    this.#left -= (1 + known.length) * (1 + bindings.size);
    if (this.#left < 0) return this.#refuse(child);
    if (areSame(bindings, own)) return child;
    const same = known.find((made) => areSame(made.bindings, bindings));
    if (same) return same.schema;
    const schema: Draft = { source: child.source, name: undefined, keywords: {} };
    const targets = [...bindings].flatMap(([anchor, one]) => (own.get(anchor) === one ? [] : one));
    known.push({ schema, origin: child, targets, bindings });
    this.#made.set(child, known);
    this.#unfinished.push(() => change(schema.keywords, this.#keywords(child, bindings)));
    return schema;
  }

  /** What is bound in a schema, as far as it makes a difference there. */
  #entered(draft: Draft, outer: Bindings): Bindings {
    const needed = this.#anchorsFor(draft);
    const all = [...(draft.keywords.dynamicAnchors ?? unbound), ...outer];
    return new Map(all.filter(([anchor]) => needed.has(anchor)));
  }

  #refuse(draft: Draft): Draft {
    if (!this.#isRefused) this.#diagnostics.report("dynamic-scopes", draft.source, {});
    this.#isRefused = true;
    return draft;
  }
}

/** Those of the new schemas that need a name, since schemas without one cannot lead back to themselves. */
function endless(made: readonly BoundSchema[]): readonly BoundSchema[] {
  const bySchema = new Map<Schema, BoundSchema>(made.map((one) => [one.schema, one]));
  const found = new Map<Schema, BoundSchema>();
  const next = (schema: Schema): readonly Schema[] =>
    schemasIn(schema).filter((one) => one.name === undefined && !found.has(one));
  let roots: Iterable<Schema> = bySchema.keys();
  for (;;) {
    const cycles = cyclesOf(roots, next);
    for (const cycle of cycles) {
      const bound = [...cycle].flatMap((schema) => bySchema.get(schema) ?? []);
      const one = bound.find(({ origin }) => origin.name !== undefined) ?? bound[0];
      if (one) found.set(one.schema, one);
    }
    if (cycles.length === 0) return [...found.values()];
    roots = cycles.flatMap((cycle) => [...cycle]).filter((schema) => !found.has(schema));
  }
}

/** A draft without a name that says no more than a reference to a schema in its place is that schema. */
function becomeTarget(draft: Draft, inPlace: ReadonlyMap<Schema, Draft>): void {
  const { ref } = draft.keywords;
  const target = ref && inPlace.get(ref);
  if (!target || Object.keys(draft.keywords).some((key) => !/^(?:ref|prose)$/.test(key))) return;
  becomeTarget(target, inPlace);
  const { prose = target.keywords.prose } = draft.keywords;
  replace(draft, { ...target.keywords, ...(prose && { prose }) });
  change(draft, { source: target.source });
}

const unbound: Bindings = new Map();

function areSame(a: Bindings, b: Bindings): boolean {
  return a.size === b.size && [...a].every(([anchor, schema]) => b.get(anchor) === schema);
}

function replace({ keywords }: Draft, resolved: Keywords): void {
  for (const key of Object.keys(keywords)) delete keywords[key as keyof DraftKeywords];
  change(keywords, resolved);
}

function neededBy(draft: Draft): readonly Draft[] {
  const { dynamicRef } = draft.keywords;
  return dynamicRef ? [...schemasIn(draft), dynamicRef.initial] : schemasIn(draft);
}
