/** Where the type says something else than the schema, because TypeScript cannot say it. */
export const typeDifferences = {
  integer: "TypeScript has `number` for both",
  fresh:
    "an open object takes members that nobody has heard of, a fresh literal of its type does not",
  implied:
    "keywords of objects or arrays without `type` let all other values pass; the type takes what is meant",
  index: "an index signature holds for all members, so it takes the types of the named ones too",
  beside: "a `type` of scalars beside branches is taken to be said by them already",
  inherited:
    "an optional member with a name that all objects inherit has to be there, or it has the wrong type",
  pattern: "an index signature cannot say which names it is for",
  tag: "a discriminator never changes what is valid; in the type it narrows, so that `switch` works",
} as const;

export type TypeDifference = keyof typeof typeDifferences;

/** Keywords that a type says nothing of; what the validator refuses for these alone compiles. */
export const silentKeywords: Readonly<Record<string, string>> = {
  minimum: "there are no ranges of numbers",
  maximum: "there are no ranges of numbers",
  exclusiveMinimum: "there are no ranges of numbers",
  exclusiveMaximum: "there are no ranges of numbers",
  multipleOf: "there are no steps of numbers",
  minLength: "there are no lengths of texts",
  maxLength: "there are no lengths of texts",
  pattern: "template literal types are no regular expressions",
  format: "template literal types cannot tell a date from another text",
  minItems: "only tuples have a length",
  maxItems: "only tuples have a length",
  uniqueItems: "items of a list are not compared",
  contains: "a type speaks of all items, not of some",
  minProperties: "members are not counted",
  maxProperties: "members are not counted",
  propertyNames: "an index signature cannot say which names it is for",
  required: "what is required of one value in a condition, and not of another",
  dependentRequired: "one member does not depend on another without a union of all combinations",
  not: "there is no type of everything but one type",
  oneOf: "a union takes what fits two of its members",
  anyOf: "each of several texts may be refused for one of the keywords above",
};
