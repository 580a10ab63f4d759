import fc from "fast-check";

type Json = Readonly<Record<string, unknown>>;

/** Values of one kind, and the schema that says so. */
export interface Kind {
  readonly name: string;
  /** `lists`: an object with lists of scalars. */
  readonly shape: "scalar" | "list" | "object" | "lists" | "nested" | "either";
  readonly schema: Json;
  /** Values that every style can write. */
  readonly plain: readonly unknown[];
  readonly values: fc.Arbitrary<unknown>;
}

/** Letters that some style, place or coding gives a meaning of its own. */
const texts = fc.oneof(
  fc.constantFrom(
    ...["", " ", "a", "ab", "a b", " a", "a ", "a,b", ",", "a|b", "a.b", ".", "..", "a;b", ";"],
    ...["a=b", "=", "a&b", "%41", "%", "%2C", "+", "a+b", "null", "true", "1", "1e3", "é", "日本"],
    ...[
      "😀",
      '"q"',
      '"',
      "'",
      "a/b?c#d",
      "[x]",
      "x]",
      "a%20b",
      "~!*'()",
      "\\",
      "par",
      '{"R":1}',
      "[1]",
      "a\tb",
      "a\nb",
    ],
  ),
  fc.string({ maxLength: 4, unit: fc.constantFrom(...",;|. =&%+[]\"'/?#a1é\t") }),
);
const integers = fc.constantFrom(0, 1, -1, 42, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
const numbers = fc.constantFrom(0, 1.5, -0.25, 1e-7, 1e21, Number.MAX_VALUE, 3);

const text = { type: "string" };
const integer = { type: "integer" };

function scalar(name: string, schema: Json, values: fc.Arbitrary<unknown>, plain: unknown[]): Kind {
  return { name, shape: "scalar", schema, plain, values };
}

function list(name: string, schema: Json, items: fc.Arbitrary<unknown>, plain: unknown[]): Kind {
  return { name, shape: "list", schema, plain, values: fc.array(items, { maxLength: 4 }) };
}

function record(name: string, schema: Json, values: fc.Arbitrary<unknown>, plain: unknown[]): Kind {
  return { name, shape: "object", schema, plain, values };
}

/** `R`, a number, and `name`, a text. */
const fixed = fc.record({ R: integers, name: texts }, { requiredKeys: [] });
const properties = { R: integer, name: text };
const samples = [{ R: 1 }, { name: "x" }, { R: 100, name: "blue" }];
const keys = fc.oneof(
  texts.filter((one) => one !== "R" && one !== "name"),
  fc.constantFrom("x", "y", "par", "__proto__", "constructor", "toString"),
);

function dictionary(values: fc.Arbitrary<unknown>, names = keys): fc.Arbitrary<object> {
  return fc.dictionary(names, values, { maxKeys: 3, noNullPrototype: true });
}

const mixed = fc
  .tuple(fixed, dictionary(integers))
  .map(([known, others]): object => ({ ...others, ...known }));

export const kinds: readonly Kind[] = [
  scalar("text", text, texts, ["a", "blue"]),
  scalar("one of texts", { enum: ["a", "b,c", "d|e f"] }, fc.constantFrom("a", "b,c", "d|e f"), [
    "a",
  ]),
  scalar("one of numbers", { enum: [1, 2.5] }, fc.constantFrom(1, 2.5), [1]),
  scalar("constant", { const: true }, fc.constant(true), [true]),
  scalar("integer", integer, integers, [0, 7]),
  scalar("number", { type: "number" }, numbers, [3]),
  scalar("boolean", { type: "boolean" }, fc.boolean(), [true, false]),
  scalar("typed twice", { allOf: [{ minimum: 0 }, integer] }, fc.constantFrom(0, 9), [9]),
  scalar(
    "narrowed",
    { allOf: [{ type: ["integer", "string"] }, { type: ["integer", "boolean"] }] },
    integers,
    [7],
  ),
  scalar(
    "integer or boolean",
    { oneOf: [integer, { type: "boolean" }] },
    fc.oneof(integers, fc.boolean()),
    [1, true],
  ),
  scalar("nothing said", {}, texts, ["a"]),
  list("texts", { type: "array", items: text }, texts, [["a"], ["a", "b"]]),
  list("integers", { type: "array", items: integer }, integers, [[1], [1, 2]]),
  list("numbers", { type: "array", items: { type: "number" } }, numbers, [[3, 4]]),
  list("booleans without a type", { items: { type: "boolean" } }, fc.boolean(), [[true]]),
  list("items in a part", { type: "array", allOf: [{ items: integer }] }, integers, [[1], [1, 2]]),
  list(
    "items of branches",
    {
      anyOf: [
        { type: "array", items: integer },
        { type: "array", items: { type: "boolean" } },
      ],
    },
    integers,
    [[1], [1, 2]],
  ),
  list("unevaluated items", { type: "array", unevaluatedItems: integer }, integers, [[1], [1, 2]]),
  {
    ...list(
      "a tuple",
      { type: "array", prefixItems: [integer, text], items: { type: "boolean" } },
      texts,
      [
        [1, "a"],
        [1, "a", true],
      ],
    ),
    values: fc.oneof(
      fc.tuple(integers),
      fc.tuple(integers, texts),
      fc.tuple(integers, texts, fc.boolean()),
    ),
  },
  {
    ...list(
      "a tuple with unevaluated items",
      { type: "array", prefixItems: [text], unevaluatedItems: integer },
      texts,
      [["a"], ["a", 1]],
    ),
    values: fc.oneof(fc.tuple(texts), fc.tuple(texts, integers, integers)),
  },
  record("object", { type: "object", properties, additionalProperties: false }, fixed, samples),
  record("object without a type", { properties }, fixed, samples),
  record(
    "object of two parts",
    {
      allOf: [
        { type: "object", properties: { R: integer } },
        { type: "object", properties: { name: text } },
      ],
    },
    fixed,
    samples,
  ),
  record(
    "object of branches",
    {
      oneOf: [
        {
          type: "object",
          properties: { R: integer },
          required: ["R"],
          additionalProperties: false,
        },
        {
          type: "object",
          properties: { name: text },
          required: ["name"],
          additionalProperties: false,
        },
      ],
    },
    fc.oneof(fc.record({ R: integers }), fc.record({ name: texts })),
    [{ R: 1 }, { name: "x" }],
  ),
  record(
    "object under conditions",
    {
      type: "object",
      properties: { name: text },
      if: { required: ["name"] },
      then: {},
      else: { properties: { R: integer } },
    },
    fc.oneof(fc.record({ R: integers }), fc.record({ name: texts })),
    [{ R: 1 }, { name: "x" }],
  ),
  record(
    "object under dependencies",
    {
      type: "object",
      properties: { name: text },
      dependentSchemas: { name: { properties: { R: integer } } },
    },
    fc.record({ name: texts, R: integers }),
    [{ R: 1, name: "x" }],
  ),
  record("dictionary", { type: "object", additionalProperties: text }, dictionary(texts), [
    { x: "y" },
    { x: "y", y: "z" },
  ]),
  record(
    "dictionary of integers",
    { type: "object", additionalProperties: integer },
    dictionary(integers),
    [{ x: 1 }, { x: 1, y: 2 }],
  ),
  record(
    "object and dictionary",
    { type: "object", properties, additionalProperties: integer },
    mixed,
    [{ R: 1, x: 2 }],
  ),
  record("free-form object", { type: "object" }, dictionary(texts), [{ x: "y" }]),
  record(
    "patterns",
    {
      type: "object",
      patternProperties: { "^n": integer, "^t": text },
      additionalProperties: { type: "boolean" },
    },
    fc.record({ n1: integers, t1: texts, b: fc.boolean() }, { requiredKeys: [] }),
    [{ n1: 1 }, { n1: 1, t1: "x", b: true }],
  ),
  record(
    "unevaluated properties",
    { type: "object", properties, unevaluatedProperties: integer },
    mixed,
    [{ R: 1, x: 2 }],
  ),
  record(
    "object or integer",
    { oneOf: [integer, { type: "object", properties }] },
    fc.oneof(integers, fixed),
    samples,
  ),
  {
    name: "text or integers",
    shape: "either",
    schema: { oneOf: [text, { type: "array", items: integer }] },
    plain: ["blue", [1, 2]],
    values: fc.oneof(texts, fc.array(integers, { minLength: 2, maxLength: 4 })),
  },
  {
    name: "text or texts",
    shape: "either",
    schema: { anyOf: [text, { type: "array", items: text }] },
    plain: ["blue", ["blue", "red"]],
    values: fc.oneof(texts, fc.array(texts, { minLength: 2, maxLength: 4 })),
  },
  {
    name: "text or object",
    shape: "either",
    schema: { anyOf: [text, { type: "object", properties, additionalProperties: false }] },
    plain: ["blue", ...samples],
    values: fc.oneof(texts, fixed),
  },
  {
    name: "texts in an object",
    shape: "lists",
    schema: {
      type: "object",
      properties: {
        R: integer,
        l: { type: "array", items: text },
        n: { $ref: "#/components/schemas/integers" },
      },
    },
    plain: [
      { R: 1, l: ["a"] },
      { l: ["a", "b"], n: [1] },
    ],
    values: fc.record(
      {
        R: integers,
        l: fc.array(texts, { minLength: 1 }),
        n: fc.array(integers, { minLength: 1 }),
      },
      { requiredKeys: ["n"] },
    ),
  },
  {
    name: "texts in a dictionary",
    shape: "lists",
    schema: { type: "object", additionalProperties: { type: "array", items: text } },
    plain: [{ x: ["a"] }, { x: ["a", "b"], y: ["c"] }],
    values: fc.dictionary(keys, fc.array(texts, { minLength: 1 }), {
      maxKeys: 3,
      minKeys: 1,
      noNullPrototype: true,
    }),
  },
  {
    name: "object in an object",
    shape: "nested",
    schema: {
      type: "object",
      properties: { a: { type: "object", properties: { b: integer, c: text } } },
    },
    plain: [{ a: { b: 1 } }],
    values: fc.record({ a: fc.record({ b: integers, c: texts }, { requiredKeys: ["b"] }) }),
  },
  {
    name: "lists in an object",
    shape: "nested",
    schema: {
      type: "object",
      properties: {
        l: { type: "array", items: integer },
        p: { type: "array", items: { type: "object", properties: { q: text } } },
      },
    },
    plain: [{ l: [1] }, { l: [1, 2], p: [{ q: "x" }] }],
    values: fc.record(
      {
        l: fc.array(integers, { minLength: 1 }),
        p: fc.array(fc.record({ q: texts }), { minLength: 1, maxLength: 12 }),
      },
      { requiredKeys: ["l"] },
    ),
  },
];
