import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { conditionalParts, sameValueParts, sureParts } from "../../model/walks/children.js";
import { reachable } from "../../common/collections.js";
import { isMarked } from "../../model/passes/direction.js";
import type { Keywords, Schema } from "../../model/types.js";
import { listedValues } from "../../model/walks/values.js";
import { kindsOf, unlessRefused } from "../validators/analysis/analysis.js";

/** The declarations of a value, by schemas any of which may be the one that is meant. */
export interface Declared {
  /** The schemas, without those that only lead to others, and those of plain values. */
  readonly schemas: readonly Schema[];
  /** The members that an object has; undefined where it may have others. */
  readonly members: readonly string[] | undefined;
  /** Those that it does not have in that case. */
  readonly without: readonly string[];
  /** The declared part of some members, */
  readonly inside: ReadonlyMap<string, Declared>;
  /** of all others, */
  readonly others: Declared | undefined;
  /** and of the items of a list. */
  readonly items: Declared | undefined;
}

/**
 * Finds out what schemas declare, over all their parts and branches: nothing that one of them declares is left out. Where
 * one says nothing of the members of an object, any are declared. Each set of schemas that may be meant together is one
 * of its own; where those are out of proportion to the schemas, that is reported as an error.
 */
export class Declarations {
  readonly #diagnostics: Diagnostics;
  readonly #found = new Map<string, Declared>();
  readonly #numbers = new Map<Schema, number>();
  /** Those that are not filled in yet: by recursion, what is nested deep would not be found out. */
  readonly #waiting: Declared[] = [];
  /** Number of schemas in all sets. */
  #size = 0;
  #isRefused = false;

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  of(schemas: Iterable<Schema>): Declared {
    const declared = this.#at(schemas);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop())
      Object.assign(next, this.#saidBy(next.schemas));
    return declared;
  }

  #at(schemas: Iterable<Schema>): Declared {
    const parts = [...new Set([...schemas].flatMap((schema) => unwrapped(schema)))];
    const key = parts
      .map((part) => this.#number(part))
      .sort((a, b) => a - b)
      .join();
    const known = this.#found.get(key);
    if (known) return known;
    const declared: Declared = { schemas: parts, ...anything };
    this.#found.set(key, declared);
    this.#size += parts.length;
    if (this.#size > MOST + MOST_EACH * this.#numbers.size) this.#refuse(parts);
    else this.#waiting.push(declared);
    return declared;
  }

  #refuse([first]: readonly Schema[]): void {
    if (first && !this.#isRefused) this.#diagnostics.report("reply-sets", first.source, {});
    this.#isRefused = true;
  }

  #saidBy(parts: readonly Schema[]): Partial<Declared> {
    const said = new Said();
    for (const part of parts) said.add(part);
    if (said.isListed) return {};
    const hasItems = said.items.size > 0 && !parts.some(isBareList);
    const items = hasItems ? { items: this.#at(said.items) } : {};
    const isObject = parts.some((part) => kindsOf(part).has("object"));
    if (!isObject || parts.some(isBareObject)) return items;
    const names = new Set([...said.members.keys(), ...said.required]);
    const inside = [...said.members].map(([name, schemas]) => {
      const others = said.others.filter(({ named }) => !named.has(name));
      return [name, this.#at([...schemas, ...others.map(({ schema }) => schema)])] as const;
    });
    return {
      ...items,
      inside: new Map(inside),
      ...(said.others.length === 0
        ? { members: [...names] }
        : {
            without: [...said.hidden].filter((name) => !names.has(name)),
            others: this.#at(said.others.map(({ schema }) => schema)),
          }),
    };
  }

  #number(schema: Schema): number {
    const known = this.#numbers.get(schema) ?? this.#numbers.size;
    this.#numbers.set(schema, known);
    return known;
  }
}

/** Maximum size of all sets of schemas together: a fixed part, and one for each schema. */
const MOST = 100_000;
const MOST_EACH = 100;

const anything: Omit<Declared, "schemas"> = {
  members: undefined,
  without: [],
  inside: new Map(),
  others: undefined,
  items: undefined,
};

/** The keywords of a schema that may do no more than lead to others. */
const leading: ReadonlySet<string> = new Set<keyof Keywords>([
  ...(["ref", "allOf", "anyOf", "oneOf", "discriminator", "types"] as const),
  ...(["default", "deprecated", "examples", "extensions", "prose", "readOnly"] as const),
]);

/** The schema, or those that it leads to: `Pet`, for what is a `Pet` or null. */
function unwrapped(schema: Schema, seen = new Set<Schema>()): readonly Schema[] {
  const kinds = kindsOf(schema);
  if (seen.has(schema) || !(kinds.has("object") || kinds.has("array"))) return [];
  seen.add(schema);
  const { keywords, name } = schema;
  const { anyOf = [], oneOf = [], discriminator } = keywords;
  const sure = sureParts(schema);
  const branches = [...anyOf, ...oneOf, ...(discriminator?.cases.values() ?? [])];
  const leads =
    sure.length === 1 ? branches.length === 0 : sure.length === 0 && branches.length > 0;
  // What a discriminator reads is a member, also where no branch has it among its own.
  const isNamed = branches.every(
    (one) => !discriminator || namesIn(one).has(discriminator.property),
  );
  const isMore = !isNamed || !Object.keys(keywords).every((one) => leading.has(one));
  if (name !== undefined || !leads || isMore) return [schema];
  return [...sure, ...branches].flatMap((one) => unwrapped(one, seen));
}

interface Others {
  readonly schema: Schema;
  /** The members that it is not for. */
  readonly named: ReadonlySet<string>;
}

const noNames: ReadonlySet<string> = new Set();

/** The declarations of some schemas for the same value. */
class Said {
  readonly members = new Map<string, Set<Schema>>();
  readonly required = new Set<string>();
  /** Members that are for requests only. */
  readonly hidden = new Set<string>();
  readonly others: Others[] = [];
  readonly items = new Set<Schema>();
  /** The values are in a list, or the schema is only known when they are checked. */
  isListed = false;
  readonly #seen = { whole: new Set<Schema>(), part: new Set<Schema>() };
  readonly #waiting: { readonly schema: Schema; readonly isPart: boolean }[] = [];

  add(schema: Schema): void {
    this.#meet(schema, false);
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop())
      this.#take(next.schema, next.isPart);
  }

  /** `isPart`: of a schema that is chosen by the discriminator, so that its other choices are not meant. */
  #meet(schema: Schema, isPart: boolean): void {
    const seen = this.#seen[isPart ? "part" : "whole"];
    if (seen.has(schema)) return;
    seen.add(schema);
    this.#waiting.push({ schema, isPart });
  }

  #take(schema: Schema, isPart: boolean): void {
    const { keywords, name } = schema;
    if (keywords.nothing) return;
    if (listedValues(keywords)?.some(isComposite)) this.isListed = true;
    this.#addMembers(schema);
    const { prefixItems = [], items, unevaluatedItems } = keywords;
    for (const one of [...prefixItems, items, unevaluatedItems])
      if (one && !one.keywords.nothing) this.items.add(one);
    const { anyOf = [], oneOf = [], discriminator } = keywords;
    for (const part of sureParts(schema)) this.#meet(part, isPart || name !== undefined);
    for (const part of [...anyOf, ...oneOf, ...conditionalParts(schema)]) this.#meet(part, isPart);
    if (!isPart) for (const heir of discriminator?.cases.values() ?? []) this.#meet(heir, false);
  }

  #addMembers(schema: Schema): void {
    const { properties, patternProperties, required, dependentRequired, discriminator } =
      schema.keywords;
    for (const [name, one] of properties ?? [])
      if (isMarked(one, "writeOnly")) this.hidden.add(name);
      else this.members.set(name, (this.members.get(name) ?? new Set()).add(one));
    // A member that has to be there is declared, too.
    for (const name of [...(required ?? []), ...[...(dependentRequired ?? [])].flat(2)])
      this.required.add(name);
    if (discriminator) this.required.add(discriminator.property);
    const { additionalProperties: rest, unevaluatedProperties: last } = schema.keywords;
    const add = (one: Schema | undefined, named: ReadonlySet<string>): void => {
      if (one && !one.keywords.nothing) this.others.push({ schema: one, named });
    };
    for (const one of patternProperties?.values() ?? []) add(one, noNames);
    if (rest) add(rest, new Set(properties?.keys()));
    if (last) add(last, namesIn(schema));
  }
}

/** The names of members in a schema and all its parts. */
function namesIn(schema: Schema): ReadonlySet<string> {
  const all = reachable([schema], (one) => [...sameValueParts(one), ...conditionalParts(one)]);
  return new Set([...all].flatMap(({ keywords }) => [...(keywords.properties?.keys() ?? [])]));
}

function isComposite(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** True where an object may be meant of which nothing says what members it has. */
const isBareObject = isBare((schema) => {
  const { keywords } = schema;
  const { types, properties, patternProperties } = keywords;
  if (types && !types.includes("object")) return false;
  const others = keywords.additionalProperties ?? keywords.unevaluatedProperties;
  const isNamed = conditionalParts(schema).some((one) => namesIn(one).size > 0);
  return !properties?.size && !patternProperties?.size && !others && !isNamed;
});

/** True where a list may be meant of which nothing says what its items are, or not what all of them are. */
const isBareList = isBare(({ keywords: { types, items, unevaluatedItems } }) => {
  if (types && !types.includes("array")) return false;
  return !items && !unevaluatedItems;
});

/** Tests a schema, all that holds with it, and one of each of its branches. */
function isBare(isSo: (schema: Schema) => boolean): (schema: Schema) => boolean {
  return unlessRefused(sameValueParts, (schema, isBare) => {
    const { keywords } = schema;
    const { nothing, anyOf, oneOf } = keywords;
    if (nothing || listedValues(keywords)?.some(isComposite) === false || !isSo(schema))
      return false;
    return (
      sureParts(schema).every(isBare) &&
      [anyOf, oneOf].every((branches) => !branches || branches.some(isBare))
    );
  });
}
