import { pushTo } from "../../common/collections.js";
import { isSame } from "../../common/json.js";
import { assertNoMore } from "../keywords.js";
import type { JsonType, Keywords, Schema } from "../types.js";
import { covers, listedValues, together, typesOf } from "./values.js";

/** So many pairs of schemas are compared by one `Comparison`. */
const mostPairs = 10_000;

/** Those that hold if they are the same. */
const alike = ["pattern", "format", "multipleOf", "uniqueItems"] as const;
const lower = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const upper = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

/** Of what any other keyword asserts, nothing is known. */
const known: ReadonlySet<string> = new Set<string>([
  ...[...assertNoMore, ...alike, ...lower, ...upper],
  ...(["types", "enum", "const", "required", "properties", "additionalProperties"] as const),
  "items",
]);

/** All that holds for a value: schemas that hold together. */
interface Whole {
  readonly parts: ReadonlySet<Schema>;
  readonly keywords: readonly Keywords[];
  /** A value is of a type in each of them. */
  readonly types: readonly ReadonlySet<JsonType>[];
  readonly values: readonly unknown[] | undefined;
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  /** Members that are declared without their names. */
  readonly others: readonly Schema[];
}

/** Compares schemas that may be parts of each other. */
export class Comparison {
  /** What each schema was found to be within, by what was found after it. */
  readonly #outers = new Map<Schema, Set<Schema>>();
  readonly #found: (readonly [inner: Schema, outer: Schema])[] = [];
  readonly #isValidated: (format: string) => boolean;
  #pairs = 0;

  /** `isValidated`: whether a format says anything of a value. */
  constructor(isValidated: (format: string) => boolean = () => true) {
    this.#isValidated = isValidated;
  }

  /**
   * True if each value of `inner` is valid for `outer`, where objects of `inner` have only the members that it declares; false
   * where that is unknown.
   */
  isWithin(inner: Schema, outer: Schema): boolean {
    const outers = this.#outers.get(inner) ?? new Set();
    if (inner === outer || outers.has(outer)) return true;
    if (++this.#pairs > mostPairs) return false;
    // Schemas that lead to themselves are within each other until something speaks against it.
    this.#outers.set(inner, outers.add(outer));
    const before = this.#found.push([inner, outer]) - 1;
    if (this.#isPartOf(inner, outer)) return true;
    for (const [one, other] of this.#found.splice(before)) this.#outers.get(one)?.delete(other);
    return false;
  }

  #isPartOf(inner: Schema, outer: Schema): boolean {
    const whole = wholeOf([inner]);
    if (this.#isImplied(whole, outer)) return true;
    // Of several unions, one is looked into, so that the work does not multiply.
    const [union] = whole.keywords
      .flatMap(({ anyOf, oneOf }) => [anyOf ?? [], oneOf ?? []])
      .filter(hasBranches);
    return union?.every((branch) => this.#isImplied(wholeOf([inner, branch]), outer)) === true;
  }

  #isImplied(whole: Whole, outer: Schema): boolean {
    return [...together(outer)].every(
      (part) => whole.parts.has(part) || this.#holds(whole, part.keywords),
    );
  }

  #holds(whole: Whole, keywords: Keywords): boolean {
    for (const keyword in keywords) if (!known.has(keyword)) return false;
    const { anyOf, if: condition, oneOf } = keywords;
    if (condition ?? oneOf) return false;
    return (
      hasTypes(whole, keywords) &&
      hasValues(whole, keywords) &&
      hasLimits(whole, keywords, this.#isValidated) &&
      (!anyOf || anyOf.some((branch) => this.#isImplied(whole, branch))) &&
      (!mayBe(whole, "object") || this.#hasMembers(whole, keywords)) &&
      (!mayBe(whole, "array") || this.#hasItems(whole, keywords))
    );
  }

  #hasMembers({ properties, others, keywords }: Whole, outer: Keywords): boolean {
    const { additionalProperties, properties: asked = new Map<string, Schema>() } = outer;
    const isOpen = properties.size === 0 && others.length === 0;
    if (isOpen && (asked.size > 0 || additionalProperties)) return false;
    const isFine = (own: readonly Schema[], schema: Schema): boolean =>
      own.some((one) => this.isWithin(one, schema));
    for (const [name, schema] of asked) {
      const own = properties.get(name) ?? others;
      if (own.length > 0 && !isFine(own, schema)) return false;
    }
    const isRequired = (name: string): boolean => keywords.some((one) => one.required?.has(name));
    for (const name of outer.required ?? []) if (!isRequired(name)) return false;
    if (!additionalProperties) return true;
    const rest = [...properties].filter(([name]) => !asked.has(name)).map(([, own]) => own);
    return [...rest, ...others.map((one) => [one])].every((own) =>
      isFine(own, additionalProperties),
    );
  }

  #hasItems({ keywords }: Whole, { items }: Keywords): boolean {
    if (!items) return true;
    if (keywords.some(({ prefixItems }) => prefixItems)) return false;
    return keywords.some((one) => one.items && this.isWithin(one.items, items));
  }
}

function hasBranches({ length }: readonly Schema[]): boolean {
  return length > 0;
}

function wholeOf(schemas: readonly Schema[]): Whole {
  const parts = new Set(schemas.flatMap((schema) => [...together(schema)]));
  const keywords = [...parts].map((part) => part.keywords);
  const properties = new Map<string, Schema[]>();
  for (const one of keywords)
    for (const [name, schema] of one.properties ?? []) pushTo(properties, name, schema);
  return {
    parts,
    keywords,
    types: schemas.map((schema) => typesOf(schema)),
    values: keywords.map(listedValues).find((values) => values !== undefined),
    properties,
    others: keywords.flatMap(({ additionalProperties, patternProperties }) => [
      ...(additionalProperties && !additionalProperties.keywords.nothing
        ? [additionalProperties]
        : []),
      ...(patternProperties?.values() ?? []),
    ]),
  };
}

function mayBe({ types }: Whole, type: JsonType): boolean {
  return types.every((some) => some.has(type));
}

function hasTypes({ types }: Whole, { types: asked }: Keywords): boolean {
  if (!asked) return true;
  const all = new Set(asked);
  return types.some((some) => [...some].every((type) => covers(all, type)));
}

function hasValues({ values }: Whole, keywords: Keywords): boolean {
  const asked = listedValues(keywords);
  if (!asked) return true;
  return values?.every((value) => asked.some((one) => isSame(one, value))) === true;
}

function hasLimits(
  { keywords }: Whole,
  outer: Keywords,
  isValidated: (format: string) => boolean,
): boolean {
  const isStated = <Name extends keyof Keywords>(
    name: Name,
    isEnough: (own: NonNullable<Keywords[Name]>, asked: NonNullable<Keywords[Name]>) => boolean,
  ): boolean => {
    const asked = outer[name];
    if (asked === undefined || (name === "format" && !isValidated(String(asked)))) return true;
    return keywords.some((one) => one[name] !== undefined && isEnough(one[name], asked));
  };
  return (
    alike.every((name) => isStated(name, (own, asked) => own === asked)) &&
    lower.every((name) => isStated(name, (own, asked) => own >= asked)) &&
    upper.every((name) => isStated(name, (own, asked) => own <= asked))
  );
}
