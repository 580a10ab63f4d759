import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { cyclesOf, pushTo, reachable } from "../../common/collections.js";
import { canonical } from "../../common/json.js";
import { below, lastToken, placeText } from "../../common/pointers.js";
import { sureParts } from "../walks/children.js";
import { listedValues, together, typesOf } from "../walks/values.js";
import { everySchema } from "./direction.js";
import type { Source } from "../../common/source.js";
import type { ApiModel, JsonType, Schema } from "../types.js";

/** Reports schemas that no value is valid for: of which each value contains another, or whose parts name other values or types each. */
export function reportImpossible(model: ApiModel, diagnostics: Diagnostics): void {
  const all = new Map(Array.from(everySchema(model), (schema) => [schema, together(schema)]));
  const values = new ValuesOfParts(diagnostics);
  const types = new TypesOfParts(diagnostics);
  for (const [schema, parts] of all) {
    if (parts.size === 1) continue;
    // What stands beside a reference is what is marked.
    values.compare([...parts, schema].slice(1));
    for (const [member, schemas] of membersOf(parts))
      if (schemas.length > 1 && !values.compare(reachable(schemas, sureParts), member))
        types.compare(schemas, member);
  }
  reportEndless(all, diagnostics);
}

/** The schemas of each member that some schemas have together. */
function membersOf(parts: Iterable<Schema>): ReadonlyMap<string, readonly Schema[]> {
  const members = new Map<string, Schema[]>();
  for (const { keywords } of parts)
    for (const [name, member] of keywords.properties ?? []) pushTo(members, name, member);
  return members;
}

/** Compares what `enum` and `const` of schemas name that hold for the same value. */
class ValuesOfParts {
  readonly #diagnostics: Diagnostics;
  readonly #told = new Set<string>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** True where they exclude each other. */
  compare(parts: Iterable<Schema>, member?: string): boolean {
    let before: { readonly texts: ReadonlySet<string>; readonly place: Schema } | undefined;
    for (const part of parts) {
      const listed = listedValues(part.keywords)?.map(canonical) ?? [];
      if (listed.length === 0) continue;
      const left = before ? listed.filter((text) => before?.texts.has(text)) : listed;
      if (before && left.length === 0) {
        this.#report(part, listed, before, member);
        return true;
      }
      before = { texts: new Set(left), place: part };
    }
    return false;
  }

  #report(
    part: Schema,
    listed: readonly string[],
    before: { readonly texts: ReadonlySet<string>; readonly place: Schema },
    member: string | undefined,
  ): void {
    const source = sourceOfValues(part);
    if (this.#told.has(placeText(source))) return;
    this.#told.add(placeText(source));
    this.#diagnostics.report("impossible-values", source, {
      member,
      values: shown(listed),
      others: shown([...before.texts]),
      place: sourceOfValues(before.place),
    });
  }
}

/** Compares the types that schemas of a member let through, each of which lets some through by itself. */
class TypesOfParts {
  readonly #diagnostics: Diagnostics;
  readonly #told = new Set<string>();
  readonly #known = new WeakMap<Schema, ReadonlySet<JsonType>>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  compare(schemas: readonly Schema[], member: string): void {
    const [first, ...others] = schemas.filter((schema) => this.#typesOf(schema).size > 0);
    const other = first && others.find((one) => this.#typesOf(first, one).size === 0);
    if (!first || !other) return;
    const source = sourceOfTypes(other);
    if (this.#told.has(placeText(source))) return;
    this.#told.add(placeText(source));
    this.#diagnostics.report("impossible-types", source, {
      member,
      types: this.#shown(other),
      others: this.#shown(first),
      place: sourceOfTypes(first),
    });
  }

  #typesOf(schema: Schema, other?: Schema): ReadonlySet<JsonType> {
    const keywords = { allOf: [schema, ...(other ? [other] : [])] };
    return typesOf({ source: schema.source, name: undefined, keywords }, this.#known);
  }

  #shown(schema: Schema): string {
    return [...this.#typesOf(schema)].join(" or ");
  }
}

/** The first `type`, or what else says it. */
function sourceOfTypes(schema: Schema): Source {
  const parts = [...together(schema)];
  const typed = parts.find(({ keywords }) => keywords.types);
  return typed ? below(typed.source, "type") : schema.source;
}

function sourceOfValues({ source, keywords }: Schema) {
  return below(source, keywords.const ? "const" : "enum");
}

function shown(texts: readonly string[]): string {
  return texts.length > 3 ? `${texts.slice(0, 3).join(", ")} …` : texts.join(" or ");
}

/** What a value of a schema has to contain, or to be, and the schema that says so: a value of one of some others. */
interface Need {
  readonly by: Schema;
  /** What is contained, and the keyword that asks for it; undefined for a choice. */
  readonly member?: string;
  readonly keyword?: "required" | "minItems";
  readonly oneOf: readonly Schema[];
}

function needsOf(parts: ReadonlySet<Schema>): readonly Need[] {
  const needs: Need[] = [];
  for (const by of parts) {
    const { keywords } = by;
    if (keywords.enum ?? keywords.const) return [];
    for (const branches of [keywords.anyOf, keywords.oneOf])
      if (branches) needs.push({ by, oneOf: branches });
  }
  const isOnly = (type: JsonType): boolean =>
    [...parts].some(({ keywords: { types } }) => types?.length === 1 && types[0] === type);
  if (isOnly("array"))
    for (const by of parts) {
      const { minItems = 0, prefixItems = [], items } = by.keywords;
      const first = minItems > 0 ? (prefixItems[0] ?? items) : undefined;
      if (first) needs.push({ by, member: "items", keyword: "minItems", oneOf: [first] });
    }
  return isOnly("object") ? [...needs, ...membersNeeded(parts)] : needs;
}

function membersNeeded(parts: ReadonlySet<Schema>): readonly Need[] {
  const asking = [...parts].filter(({ keywords }) => keywords.required);
  if (asking.length === 0) return [];
  const members = membersOf(parts);
  return asking.flatMap((by) =>
    [...(by.keywords.required ?? [])].flatMap((member) =>
      (members.get(member) ?? []).map((one): Need => {
        return { by, member, keyword: "required", oneOf: [one] };
      }),
    ),
  );
}

/** Reports, of the schemas whose needs are never met, those that need each other. */
function reportEndless(all: ReadonlyMap<Schema, ReadonlySet<Schema>>, diagnostics: Diagnostics) {
  const unmet = unmetOf(new Map(Array.from(all, ([schema, parts]) => [schema, needsOf(parts)])));
  const told = new Set<string>();
  const nameOf = (schema: Schema): string | undefined =>
    [...(all.get(schema) ?? [])].find(({ name }) => name !== undefined)?.name;
  const leadingTo = (schema: Schema): readonly Schema[] =>
    [...(unmet.get(schema) ?? [])].flatMap(({ oneOf }) => oneOf);
  for (const cycle of cyclesOf(unmet.keys(), leadingTo)) {
    const start = [...cycle].find((one) => nameOf(one) !== undefined) ?? [...cycle][0];
    const chain: Need[] = [];
    const met = new Set<Schema>();
    for (let at = start; at && !met.has(at);) {
      met.add(at);
      const inCycle = ({ oneOf }: Need): Schema | undefined => oneOf.find((one) => cycle.has(one));
      const need = [...(unmet.get(at) ?? [])].find(inCycle);
      if (need?.member !== undefined) chain.push(need);
      at = need && inCycle(need);
    }
    const [first] = chain;
    if (!start || !first || chain.some(({ by }) => told.has(placeText(by.source)))) continue;
    for (const { by } of chain) told.add(placeText(by.source));
    const name = nameOf(start) ?? lastToken(first.by.source.pointer);
    const path = [name, ...chain.map(({ member = "" }) => member), name];
    diagnostics.report("endless-value", below(first.by.source, first.keyword ?? ""), { path });
  }
}

/** By schema, the needs that no values meet which end; none for a schema that has such a value. */
function unmetOf(
  needs: ReadonlyMap<Schema, readonly Need[]>,
): ReadonlyMap<Schema, ReadonlySet<Need>> {
  const unmet = new Map<Schema, Set<Need>>();
  const owners = new Map<Schema, (readonly [owner: Schema, need: Need])[]>();
  for (const [owner, own] of needs) {
    unmet.set(owner, new Set(own));
    for (const need of own)
      for (const one of need.oneOf) pushTo(owners, one, [owner, need] as const);
  }
  const ending = [...unmet].flatMap(([schema, { size }]) => (size === 0 ? [schema] : []));
  // More are added.
  for (const schema of ending) {
    unmet.delete(schema);
    for (const [owner, need] of owners.get(schema) ?? [])
      if (unmet.get(owner)?.delete(need) && unmet.get(owner)?.size === 0) ending.push(owner);
  }
  return unmet;
}
