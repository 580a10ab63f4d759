import { assertNoMore } from "../../../model/keywords.js";
import type { Keywords, Schema } from "../../../model/types.js";
import { listedValues } from "../../../model/walks/values.js";
import { childrenOf, isMerged, isScalar, isTrivial } from "./analysis.js";
import { partsInPlace } from "./branching.js";
import { unionOf } from "./unions.js";

/** So many tests may stand in the place where a schema is used; more get a function. */
const maximumWeight = 4;

/** Keywords that are tested by statements. */
const structural: ReadonlySet<string> = new Set<keyof Keywords>([
  "required",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "dependentSchemas",
  "prefixItems",
  "items",
  "unevaluatedItems",
  "contains",
  "minItems",
  "maxItems",
  "uniqueItems",
]);

/** Keywords that are no test, and those that weigh as much as what they consist of. Any other is one, also one that is new. */
const noTests: ReadonlySet<string> = new Set([
  ...assertNoMore,
  ...(["nothing", "types", "enum", "const", "not"] satisfies (keyof Keywords)[]),
]);

function testsOf({ keywords }: Schema): readonly string[] {
  const present = Object.entries(keywords).filter(([, value]) => value !== undefined);
  return present.flatMap(([keyword]) => (noTests.has(keyword) ? [] : [keyword]));
}

/** So many members at most are asked for where a schema is a part of another. */
const fewMembers = 4;

/** Nothing but a few values: to compare them where they are used takes less than a call, also where they have a name. */
export function isFewValues(schema: Schema): boolean {
  const { keywords } = schema;
  const values = listedValues(keywords);
  if (!values || values.length > maximumWeight || !values.every(isScalar)) return false;
  return testsOf(schema).length === 0 && childrenOf(schema).length === 0;
}

/** Decides which schemas have a function of their own: those with a name, and those that are no short expression. */
export class Forms {
  readonly #weights = new Map<Schema, number>();
  readonly #open = new Set<Schema>();

  hasFunction(schema: Schema): boolean {
    return schema.name !== undefined || this.#weight(schema) > maximumWeight;
  }

  /** Nothing but a few members, whatever they are, which takes less room to tell of than a function does. */
  hasFewMembers(schema: Schema): boolean {
    const { properties = new Map<string, Schema>(), types } = schema.keywords;
    if (types?.join() !== "object" || properties.size > fewMembers) return false;
    const isMore = testsOf(schema).some((one) => one !== "properties" && one !== "required");
    return !isMore && !isListed(schema) && childrenOf(schema).length <= properties.size;
  }

  /** Nothing but a few short members: as a part of `allOf` they are asked for together with those of the whole. */
  isFewMembers(schema: Schema): boolean {
    if (!this.hasFewMembers(schema)) return false;
    return [...(schema.keywords.properties?.values() ?? [])].every(
      (member) => isFewValues(member) || !this.hasFunction(member),
    );
  }

  /** True if an expression for the schema compares the value with single values. */
  compares(schema: Schema): boolean {
    if (isListed(schema)) return true;
    return partsInPlace(schema).some((child) => !this.hasFunction(child) && this.compares(child));
  }

  #weight(schema: Schema): number {
    const known = this.#weights.get(schema);
    if (known !== undefined) return known;
    // Whoever comes back here while it is being weighed stands in a cycle, which a function must break.
    if (this.#open.has(schema)) {
      this.#weights.set(schema, Infinity);
      return Infinity;
    }
    this.#open.add(schema);
    const weight = this.#weigh(schema);
    this.#open.delete(schema);
    const final = this.#weights.get(schema) ?? weight;
    this.#weights.set(schema, final);
    return final;
  }

  #weigh(schema: Schema): number {
    const { keywords } = schema;
    if (isTrivial(schema)) return 0;
    const tests = testsOf(schema);
    if (tests.some((one) => structural.has(one))) return Infinity;
    if (keywords.oneOf && !isShort(keywords.oneOf)) return Infinity;
    if (keywords.anyOf && unionOf(keywords.anyOf, undefined).tagged) return Infinity;
    const values = listedValues(keywords);
    const own = values?.length ?? keywords.types?.length ?? 0;
    const nested = childrenOf(schema).map((child) => {
      const isWrittenHere = isMerged(child.schema) && keywords.allOf?.includes(child.schema);
      return !isWrittenHere && this.hasFunction(child.schema) ? 1 : this.#weight(child.schema);
    });
    return nested.reduce((sum, weight) => sum + weight, own + tests.length);
  }
}

function isListed({ keywords }: Schema): boolean {
  return (keywords.const ?? keywords.enum) !== undefined;
}

/** True if exactly one of the branches can be tested in an expression. */
function isShort(branches: readonly Schema[]): boolean {
  const { isExclusive, tagged } = unionOf(branches, undefined);
  return !tagged && (isExclusive || branches.length <= 2);
}
