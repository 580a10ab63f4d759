import fc from "fast-check";

const name = fc.constantFrom("a", "b", "kind", "length", "x-y");
const scalar = fc.constantFrom<unknown>("a", "bb", "", 0, 1, 2.5, -3, true, false, null);
const type = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");

const noObject = fc.constantFrom("null", "boolean", "integer", "number", "string", "array");

const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const some = (keyword: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
    value.map((item) => ({ [keyword]: item }));
  const child = tie("schema");
  const few = fc.array(child, { minLength: 1, maxLength: 3 });
  const names = fc.uniqueArray(name, { maxLength: 2 });
  const simple = [
    some("type", fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))),
    some("enum", fc.uniqueArray(scalar, { minLength: 1, maxLength: 10 })),
    some("const", scalar),
    some("minLength", fc.nat(2)),
    some("maxLength", fc.nat(3)),
    some("pattern", fc.constantFrom("^a", "b$", "[ab]{2}")),
    some("minimum", fc.integer({ min: -3, max: 3 })),
    some("exclusiveMaximum", fc.integer({ min: -3, max: 3 })),
    some("multipleOf", fc.constantFrom(1, 2, 0.5)),
    some("required", names),
    some("minProperties", fc.nat(2)),
    some("maxProperties", fc.nat(3)),
    some("dependentRequired", fc.dictionary(name, names, { maxKeys: 1 })),
    some("minItems", fc.nat(2)),
    some("maxItems", fc.nat(3)),
    some("uniqueItems", fc.boolean()),
    some("$ref", fc.constant("#/$defs/shared")),
  ];
  const nested = [
    some("properties", fc.dictionary(name, child, { minKeys: 1, maxKeys: 3 })),
    some("patternProperties", fc.dictionary(fc.constantFrom("^a", "y"), child, { maxKeys: 1 })),
    some("dependentSchemas", fc.dictionary(name, child, { maxKeys: 1 })),
    some("prefixItems", few),
    fc
      .tuple(child, fc.nat(2), fc.nat(2))
      .map(([contains, minContains, more]) =>
        more === 2 ? { contains } : { contains, minContains, maxContains: minContains + more },
      ),
    ...["allOf", "anyOf", "oneOf"].map((keyword) => some(keyword, few)),
    ...[
      "additionalProperties",
      "unevaluatedProperties",
      "propertyNames",
      "items",
      "unevaluatedItems",
      "not",
    ].map((keyword) => some(keyword, child)),
    fc
      .tuple(child, child, child)
      .map(([first, second, third]) => ({ if: first, then: second, else: third })),
  ];
  const merged = (
    parts: readonly fc.Arbitrary<object>[],
    maxLength: number,
  ): fc.Arbitrary<object> =>
    fc.array(fc.oneof(...parts), { maxLength }).map((list) => Object.assign({}, ...list) as object);
  // Objects that a member tells apart, and what else their union may take.
  const tagged = fc
    .tuple(
      fc.constantFrom("anyOf", "oneOf"),
      fc.constantFrom("kind", "a"),
      fc.array(fc.tuple(fc.subarray(["a", "bb", 1], { minLength: 1 }), child), {
        minLength: 2,
        maxLength: 3,
      }),
      fc.array(
        fc
          .tuple(fc.uniqueArray(noObject, { minLength: 1, maxLength: 3 }), merged(simple, 1))
          .map(([type, more]) => ({ ...more, type })),
        { maxLength: 3 },
      ),
    )
    .map(([keyword, tag, objects, others]) => ({
      [keyword]: [
        ...others,
        ...objects.map(([values, length]) => ({
          type: "object",
          required: [tag],
          properties: { length, [tag]: { enum: values } },
        })),
      ],
    }));
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthIdentifier: "schema", withCrossShrink: false },
      { arbitrary: fc.oneof(merged(simple, 2), fc.boolean()), weight: 2 },
      {
        arbitrary: merged(
          [...simple, ...nested, ...nested, ...Array<typeof tagged>(4).fill(tagged)],
          3,
        ),
        weight: 3,
      },
    ),
  };
});

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  ),
}));

/** What the schemas refer to by `#/$defs/shared`. */
export const shared = {
  type: ["object", "string"],
  properties: { a: { type: "string" } },
  required: ["a"],
};

/** Schemas of a few keywords each; the same for the same seed. */
export function randomSchemas(count: number, seed: number): readonly unknown[] {
  return fc
    .sample(schema, { numRuns: count, seed })
    .map((schema) =>
      typeof schema === "object" && schema !== null ? { ...schema, $defs: { shared } } : schema,
    );
}

/** JSON values with the names and scalars that the schemas speak of. */
export function randomValues(count: number, seed: number): readonly unknown[] {
  return fc
    .sample(value, { numRuns: count, seed })
    .map((item): unknown => JSON.parse(JSON.stringify(item)));
}
