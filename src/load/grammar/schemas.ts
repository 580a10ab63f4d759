import type { Kind } from "./notation.js";

/** Keywords that are also written into parameters and headers of Swagger 2.0. */
export const limits = {
  maximum: "number",
  exclusiveMaximum: "boolean -3.0 | number 3.1+",
  minimum: "number",
  exclusiveMinimum: "boolean -3.0 | number 3.1+",
  maxLength: "integer",
  minLength: "integer",
  pattern: "string",
  maxItems: "integer",
  minItems: "integer",
  uniqueItems: "boolean",
  enum: "[any]",
  multipleOf: "number",
};

/** Schemas, from Swagger 2.0's to JSON Schema 2020-12. */
export const schema: Kind = {
  noun: "schema",
  reference: "alone",
  open: true,
  members: {
    ...limits,
    title: "string",
    description: "string",
    default: "any",
    type: "string | [string] 3.1+",
    format: "string",
    maxProperties: "integer",
    minProperties: "integer",
    required: "[string]",
    items: "Schema | [Schema]",
    additionalItems: "Schema",
    properties: "{Schema}",
    additionalProperties: "boolean | Schema",
    allOf: "[Schema]",
    oneOf: "[Schema] 3.0+",
    anyOf: "[Schema] 3.0+",
    not: "Schema 3.0+",
    discriminator: "string 2.0 | Discriminator 3.0+",
    readOnly: "boolean",
    writeOnly: "boolean 3.0+",
    xml: "Xml",
    externalDocs: "ExternalDocs",
    example: "any",
    deprecated: "boolean 3.0+",
    nullable: "boolean 3.0",
    const: "any 3.1+",
    examples: "[any] 3.1+",
    if: "Schema 3.1+",
    then: "Schema 3.1+",
    else: "Schema 3.1+",
    prefixItems: "[Schema] 3.1+",
    contains: "Schema 3.1+",
    minContains: "integer 3.1+",
    maxContains: "integer 3.1+",
    patternProperties: "{Schema} 3.1+",
    propertyNames: "Schema 3.1+",
    unevaluatedItems: "Schema 3.1+",
    unevaluatedProperties: "Schema 3.1+",
    dependentSchemas: "{Schema} 3.1+",
    dependentRequired: "{[string]} 3.1+",
    dependencies: "any 3.1+",
    contentEncoding: "string 3.1+",
    contentMediaType: "string 3.1+",
    contentSchema: "Schema 3.1+",
    $schema: "string 3.1+",
    $id: "string 3.1+",
    $anchor: "string 3.1+",
    $dynamicAnchor: "string 3.1+",
    $dynamicRef: "string 3.1+",
    $recursiveAnchor: "boolean 3.1+",
    $recursiveRef: "string 3.1+",
    $vocabulary: "any 3.1+",
    $comment: "string 3.1+",
    $defs: "{Schema} 3.1+",
    definitions: "any 3.1+",
  },
};

/** True for what a schema may have as a member: a keyword of any version, a reference or an extension. */
export function isKeywordOrExtension(key: string): boolean {
  return key === "$ref" || Object.hasOwn(schema.members, key) || key.startsWith("x-");
}

/** Members that describe an operation in every version. */
export const described = {
  tags: "[string]",
  summary: "string",
  description: "string",
  externalDocs: "ExternalDocs",
  operationId: "string",
};

/** The methods of a path item. */
export const operations = {
  get: "Operation",
  put: "Operation",
  post: "Operation",
  delete: "Operation",
  options: "Operation",
  head: "Operation",
  patch: "Operation",
  trace: "Operation 3.0+",
  query: "Operation 3.2+",
};
