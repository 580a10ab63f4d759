import { remembered } from "../../../common/collections.js";
import type { Schema } from "../../../model/types.js";
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

/** Those of the keywords that a schema has, in their order. */
export const keywordsOf = remembered(({ keywords: own }: Schema): readonly Keyword[] =>
  keywords.filter(({ names }) => names.some((name) => own[name] !== undefined)),
);
