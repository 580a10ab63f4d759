import { words } from "./payloads.js";

type Schemas = Readonly<Record<string, unknown>>;

/** A description with these schemas, each of which an operation takes and gives. */
export function withSchemas(schemas: Schemas): string {
  const [first = ""] = Object.keys(schemas);
  const content = { "application/json": { schema: ref(first) } };
  const post = {
    operationId: "use",
    requestBody: { content },
    responses: { 200: { description: "", content }, default: { description: "", content } },
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Api", version: "1" },
    paths: { "/use": { post } },
    components: { schemas },
  });
}

function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function count(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}

/** Each level extends two schemas that both extend the next: 2^n ways from the top to the bottom. */
function diamond(keyword: "allOf" | "anyOf" | "oneOf", levels: number, isNamed: boolean): Schemas {
  const level = (at: number): object =>
    at === levels
      ? { type: "object", properties: { end: { type: "string" } } }
      : {
          type: "object",
          properties: { [`own${at}`]: { type: "integer" } },
          [keyword]: [ref(`Left${at + 1}`), ref(`Right${at + 1}`)],
        };
  const side = (at: number): object => (isNamed ? { allOf: [ref(`Level${at}`)] } : level(at));
  return Object.fromEntries([
    ["Level0", level(0)],
    ...count(levels).flatMap((at) => [
      [`Left${at + 1}`, side(at + 1)],
      [`Right${at + 1}`, side(at + 1)],
      [`Level${at + 1}`, level(at + 1)],
    ]),
  ]) as Schemas;
}

function nested(depth: number, wrap: (inner: object) => object): object {
  return count(depth).reduce<object>(wrap, { type: "string" });
}

export const cases: Readonly<Record<string, Schemas>> = {
  "a diamond of allOf": diamond("allOf", 18, true),
  "a diamond of allOf on both sides": diamond("allOf", 18, false),
  "a diamond of anyOf": diamond("anyOf", 18, true),
  "a diamond of oneOf on both sides": diamond("oneOf", 18, false),
  "1,000 branches": {
    Many: {
      oneOf: count(1000).map((at) => ref(`Branch${at}`)),
      discriminator: { propertyName: "kind" },
    },
    ...Object.fromEntries(
      count(1000).map((at) => [
        `Branch${at}`,
        { type: "object", required: ["kind"], properties: { kind: { const: `Branch${at}` } } },
      ]),
    ),
  },
  "1,000 branches in place": {
    Many: {
      anyOf: count(1000).map((at) => ({
        type: "object",
        properties: { [`member${at}`]: { type: "string" } },
      })),
    },
  },
  "5,000 branches in place": {
    Many: {
      oneOf: count(5000).map((at) => ({
        type: "object",
        properties: { [`member${at}`]: { type: "string" } },
      })),
    },
  },
  "5,000 values": { Many: { enum: count(5000).map((at) => `value${at}`) } },
  "5,000 members": {
    Many: {
      type: "object",
      properties: Object.fromEntries(count(5000).map((at) => [`member${at}`, { type: "integer" }])),
    },
  },
  "120 levels of arrays": { Deep: nested(120, (items) => ({ type: "array", items })) },
  "120 levels of members": {
    Deep: nested(120, (inner) => ({ type: "object", properties: { inner } })),
  },
  "120 levels of allOf": {
    Deep: nested(120, (inner) => ({ allOf: [inner, { description: "more" }] })),
  },
  "1,500 levels of arrays": { Deep: nested(1500, (items) => ({ type: "array", items })) },
  "1,500 levels of names": Object.fromEntries(
    count(1500).map((at) => [
      `Level${at}`,
      at === 1499
        ? { type: "string" }
        : { type: "object", properties: { next: ref(`Level${at + 1}`) } },
    ]),
  ),
  "1,500 names for one": Object.fromEntries(
    count(1500).map((at) => [
      `Level${at}`,
      at === 1499 ? { type: "string" } : ref(`Level${at + 1}`),
    ]),
  ),
  "1,500 levels of allOf names": Object.fromEntries(
    count(1500).map((at) => [
      `Level${at}`,
      at === 1499 ? { type: "object" } : { allOf: [ref(`Level${at + 1}`)] },
    ]),
  ),
  "a schema that is itself": { A: ref("A") },
  "two names for nothing": { A: ref("B"), B: ref("A") },
  "allOf itself": { A: { allOf: [ref("A")] } },
  "anyOf itself and more": { A: { anyOf: [ref("A"), { type: "string" }] } },
  "oneOf itself": { A: { oneOf: [ref("A")] } },
  "not itself": { A: { not: ref("A") } },
  "if itself": { A: { if: ref("A"), then: ref("A"), else: ref("A") } },
  "a union of what extends it": {
    A: { oneOf: [ref("B")] },
    B: { allOf: [ref("A"), { type: "object", properties: { b: { type: "string" } } }] },
  },
  "a base that chooses from its heirs": {
    Animal: {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: "#/components/schemas/Cat", self: "#/components/schemas/Animal" },
      },
    },
    Cat: { allOf: [ref("Animal"), { type: "object", properties: { lives: { type: "integer" } } }] },
    Dog: { allOf: [ref("Animal")] },
  },
  "circles through members and items": {
    Tree: {
      type: "object",
      properties: {
        children: { type: "array", items: ref("Tree") },
        named: { type: "object", additionalProperties: ref("Tree") },
        parent: { anyOf: [ref("Tree"), { type: "null" }] },
      },
    },
    List: { type: "array", items: ref("List") },
    Table: { type: "object", additionalProperties: ref("Table") },
    Pair: { type: "array", prefixItems: [ref("Pair"), ref("List")] },
    Patterns: {
      type: "object",
      patternProperties: { "^a": ref("Patterns") },
      propertyNames: { maxLength: 9 },
    },
    Contains: { type: "array", contains: ref("Contains"), unevaluatedItems: ref("Contains") },
  },
  "names of prototype members": Object.fromEntries(
    ["constructor", "__proto__", "toString", "hasOwnProperty", "prototype", "valueOf"].map(
      (name) => [
        name,
        {
          type: "object",
          required: ["constructor"],
          properties: {
            [name]: ref(name),
            constructor: { type: "string" },
            toString: { type: "integer" },
          },
          dependentRequired: { [name]: ["valueOf"] },
        },
      ],
    ),
  ),
  "names that differ by case and signs": Object.fromEntries(
    ["foo-bar", "foo_bar", "fooBar", "FooBar", "Foo.Bar", "foobar", "Café", "Cafe\u0301"].map(
      (name) => [name, { type: "object", properties: { [name]: ref("FooBar") } }],
    ),
  ),
  "names of globals": Object.fromEntries(
    words
      .filter((word) => /^[A-Z]\w+$/.test(word))
      .map((name) => [name, { type: "object", properties: { self: ref(name) } }]),
  ),
};
