import { type Words, pointer } from "./words.js";

/** The schemas of the description, with text in every keyword that can hold any. */
export function schemas({ prose, name, value, number }: Words): object {
  const component = name("component", "Pet");
  const limits = {
    integer: {
      type: "integer",
      minimum: number("minimum", 1),
      maximum: number("maximum", 90),
      default: number("default", 20),
    },
    number: {
      type: "number",
      exclusiveMinimum: number("exclusive", 0),
      multipleOf: number("step", 0.5),
      examples: [number("example", 2)],
    },
    text: { type: "string", minLength: number("shortest", 1), maxLength: number("longest", 90) },
    list: {
      type: "array",
      items: { enum: [number("choice", 3), 4] },
      minItems: number("fewest", 1),
    },
    same: { const: number("constant", 7) },
    members: { type: "object", minProperties: number("members", 0) },
  };
  const property = name("property", "name");
  const tag = name("discriminator", "kind");
  return {
    [component]: {
      title: prose("schema title"),
      description: prose("schema"),
      $comment: prose("comment"),
      type: "object",
      required: [property, "plain"],
      properties: {
        [property]: {
          type: "string",
          description: prose("property"),
          deprecated: true,
          example: value("example", "Rex"),
        },
        plain: {
          type: "string",
          enum: [value("enum", "a"), "b"],
          "x-enum-varnames": [value("varname", "A"), "B"],
          "x-enum-descriptions": [prose("enum value"), ""],
        },
        constant: { const: value("const", "c") },
        data: {
          const: { [name("const member", "m")]: [value("const item", 1)] },
          default: { [name("default member", "m")]: 1 },
        },
        text: {
          type: "string",
          default: value("default", "d"),
          examples: [value("examples", "e")],
          format: value("format", "email"),
        },
        shaped: { type: "string", pattern: value("pattern", "^a+$") },
        encoded: {
          type: "string",
          contentEncoding: value("content encoding", "base64"),
          contentMediaType: value("content media type", "image/png"),
        },
        dollar: { example: { $ref: value("example reference", "#/nowhere") } },
      },
      patternProperties: { [name("pattern property", "^x-")]: { type: "string" } },
      dependentRequired: { [name("dependent", "text")]: [value("dependency", "plain")] },
      externalDocs: { url: "https://example.org", description: prose("documentation") },
      [`x-${name("extension", "note")}`]: value("extension value", "x"),
      xml: { name: value("xml", "pet") },
    },
    Limits: { type: "object", properties: limits },
    Cat: { type: "object", required: [tag], properties: { [tag]: { type: "string" } } },
    Dog: { type: "object", required: [tag], properties: { [tag]: { type: "string" } } },
    Animal: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: {
        propertyName: tag,
        mapping: { [name("mapping", "cat")]: "#/components/schemas/Cat", dog: "Dog" },
      },
    },
    Named: {
      $defs: { [name("definition", "Inner")]: { type: "string" } },
      properties: {
        inner: {
          $ref: pointer("components", "schemas", "Named", "$defs", name("definition", "Inner")),
        },
      },
    },
    Anchored: {
      $anchor: value("anchor", "here"),
      $id: value("id", "https://example.org/anchored"),
      type: "boolean",
    },
  };
}
