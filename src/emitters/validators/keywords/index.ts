import { remembered } from "../../../diagnostics/remembered.js";
import type { Keywords, Schema } from "../../../model/types.js";
import type { Keyword } from "../code/site.js";
import { otherMembers } from "./additional-properties.js";
import { anyOf, oneOf } from "./alternatives.js";
import { bounds } from "./bounds.js";
import { allOf, conditional, excluded, reference } from "./combinations.js";
import { contains } from "./contains.js";
import {
  maxItems,
  maxLength,
  maxProperties,
  minItems,
  minLength,
  minProperties,
} from "./counts.js";
import { dependentRequired, dependentSchemas } from "./dependent.js";
import { listed } from "./enum.js";
import { bigintFormat, numberFormat, textFormat } from "./format.js";
import { items } from "./items.js";
import { bigintMultipleOf, digitsMultipleOf, multipleOf } from "./multiple-of.js";
import { pattern } from "./pattern.js";
import { properties, required } from "./properties.js";
import { propertyNames } from "./property-names.js";
import { unevaluatedItems, unevaluatedProperties } from "./unevaluated.js";
import { uniqueItems } from "./unique-items.js";

/** Each keyword that is checked, in the order in which the checks are written: the cheap ones first. */
export const keywords: readonly Keyword[] = [
  listed,
  minLength,
  maxLength,
  pattern,
  textFormat,
  numberFormat,
  bigintFormat,
  ...bounds,
  multipleOf,
  bigintMultipleOf,
  digitsMultipleOf,
  required,
  properties,
  minProperties,
  maxProperties,
  dependentRequired,
  otherMembers,
  propertyNames,
  dependentSchemas,
  minItems,
  maxItems,
  items,
  contains,
  uniqueItems,
  reference,
  allOf,
  anyOf,
  oneOf,
  excluded,
  conditional,
  unevaluatedProperties,
  unevaluatedItems,
];

/** By the names of members of a schema: the places in the list of those that look at them. */
const byName = new Map<string, number[]>();
for (const [place, { names }] of keywords.entries())
  for (const name of names) byName.set(name, [...(byName.get(name) ?? []), place]);

/** Those of the keywords that a schema has, in their order. */
export const keywordsOf = remembered((schema: Schema): readonly Keyword[] => {
  const places = placesIn(schema.keywords);
  return places.length === 0 ? nothing : places.flatMap((place) => keywords[place] ?? []);
});

/** Most schemas have none but a type. */
function placesIn(all: Keywords): readonly number[] {
  let places: number[] | undefined;
  for (const name in all) {
    const found = byName.get(name);
    if (found && all[name as keyof Keywords] !== undefined)
      for (const one of found) (places ??= []).push(one);
  }
  return places ? [...new Set(places)].sort((a, b) => a - b) : [];
}

const nothing: readonly Keyword[] = [];
