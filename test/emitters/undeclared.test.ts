import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { type Declared, Declarations } from "../../src/emitters/server/declared.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import type { Schema } from "../../src/model/types.js";
import { schemasOf } from "../model/model.js";
import { sampleOf } from "../sampler/sample.js";

/** What is declared, in short: `*` for anything. */
function shown(declared: Declared | undefined, seen: readonly Declared[] = []): unknown {
  if (!declared) return "*";
  if (seen.includes(declared)) return "…";
  const { members, without, inside, others, items } = declared;
  const below = (one: Declared | undefined): unknown => shown(one, [...seen, declared]);
  const isAny = !members && without.length === 0 && !others && inside.size === 0;
  if (items) return [below(items), ...(isAny ? [] : [shown({ ...declared, items: undefined })])];
  if (isAny) return "*";
  const names = [...(members ?? inside.keys())];
  const known = names.sort().map((name) => [name, below(inside.get(name))]);
  return {
    ...Object.fromEntries(known),
    ...(members ? {} : { "...": below(others) }),
    ...(without.length > 0 ? { not: without } : {}),
  };
}

const pet = "Pet: { type: object, properties: { name: { type: string } } }";

test.each<[why: string, schemas: string, expected: unknown]>([
  [
    "the names of an object",
    "A: { type: object, properties: { a: {}, b: {} } }",
    { a: "*", b: "*" },
  ],
  ["a schema that names none", "A: { type: object }", "*"],
  ["a schema that says nothing", "A: {}", "*"],
  ["an empty object", "A: { type: object, additionalProperties: false }", {}],
  [
    "names that are only asked for",
    "A: { properties: { a: {} }, required: [b] }",
    { a: "*", b: "*" },
  ],
  [
    "names that others ask for",
    "A: { properties: { a: {} }, dependentRequired: { a: [b] } }",
    { a: "*", b: "*" },
  ],
  [
    "objects in objects and lists",
    `A: { properties: { pet: { $ref: "#/components/schemas/Pet" }, all: { items: { $ref: "#/components/schemas/Pet" } } } }\n${pet}`,
    { all: [{ name: "*" }], pet: { name: "*" } },
  ],
  [
    "what a discriminator reads, which no branch has among its own",
    `A: { properties: { pet: { oneOf: [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Cat" }], discriminator: { propertyName: kind } } } }
Cat: { type: object, properties: { lives: {} } }
${pet}`,
    { pet: { kind: "*", lives: "*", name: "*" } },
  ],
  ["a circle", `A: { properties: { a: { $ref: "#/components/schemas/A" } } }`, { a: "…" }],
  [
    "what may be null",
    `A: { properties: { a: { anyOf: [{ $ref: "#/components/schemas/Pet" }, { type: "null" }] } } }\n${pet}`,
    { a: { name: "*" } },
  ],
  [
    "all parts",
    `A: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { b: {} } }, { required: [c] }] }\n${pet}`,
    { b: "*", c: "*", name: "*" },
  ],
  [
    "all branches",
    `A: { oneOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { b: {} } }, { type: string }] }\n${pet}`,
    { b: "*", name: "*" },
  ],
  [
    "branches that only ask for members",
    "A: { properties: { a: {}, b: {} }, anyOf: [{ required: [a] }, { required: [b] }] }",
    { a: "*", b: "*" },
  ],
  [
    "a branch that says nothing of members",
    `A: { anyOf: [{ $ref: "#/components/schemas/Pet" }, { type: object }] }\n${pet}`,
    "*",
  ],
  [
    "a branch with anything",
    `A: { anyOf: [{ properties: { a: { properties: { b: {} } } } }, { properties: { c: {} }, additionalProperties: true }] }`,
    { "...": "*", a: "*", c: "*" },
  ],
  [
    "conditions",
    "A: { type: object, if: { properties: { a: {} } }, then: { properties: { b: {} } }, else: { properties: { c: {} } } }",
    { a: "*", b: "*", c: "*" },
  ],
  [
    "what depends on a member",
    "A: { properties: { a: {} }, dependentSchemas: { a: { properties: { b: {} } } } }",
    { a: "*", b: "*" },
  ],
  ["not", "A: { properties: { a: {} }, not: { properties: { b: {} } } }", { a: "*" }],
  ["not alone", "A: { not: { properties: { b: {} } } }", "*"],
  [
    "a map",
    `A: { additionalProperties: { $ref: "#/components/schemas/Pet" } }\n${pet}`,
    { "...": { name: "*" } },
  ],
  [
    "a map beside names",
    `A: { properties: { a: { properties: { b: {} } } }, additionalProperties: { $ref: "#/components/schemas/Pet" } }\n${pet}`,
    { "...": { name: "*" }, a: { b: "*" } },
  ],
  [
    "patterns are for members with names too",
    "A: { properties: { a: { properties: { b: {} } } }, patternProperties: { '^a': { properties: { c: {} } } } }",
    { "...": { c: "*" }, a: { b: "*", c: "*" } },
  ],
  [
    "what is not evaluated",
    `A: { allOf: [{ properties: { a: { properties: { b: {} } } } }], unevaluatedProperties: { properties: { c: {} } } }`,
    { "...": { c: "*" }, a: { b: "*" } },
  ],
  [
    "tuples",
    "A: { prefixItems: [{ properties: { a: {} } }], items: { properties: { b: {} } } }",
    [{ a: "*", b: "*" }],
  ],
  ["tuples with more", "A: { prefixItems: [{ properties: { a: {} } }] }", "*"],
  [
    "a list in a branch",
    `A: { oneOf: [{ $ref: "#/components/schemas/Pet" }, { type: array, items: { $ref: "#/components/schemas/Pet" } }] }\n${pet}`,
    [{ name: "*" }, { name: "*" }],
  ],
  ["values that are listed", "A: { properties: { a: {} }, enum: [{ a: 1, b: 2 }] }", "*"],
  [
    "a member for requests only",
    "A: { properties: { a: {}, b: { writeOnly: true } } }",
    { a: "*" },
  ],
  [
    "a member for requests that is asked for",
    "A: { properties: { a: {}, b: { writeOnly: true } }, required: [b] }",
    { a: "*", b: "*" },
  ],
  [
    "a member for requests of an open object",
    "A: { properties: { b: { writeOnly: true } }, additionalProperties: true }",
    { "...": "*", not: ["b"] },
  ],
  [
    "heirs",
    `A: { properties: { kind: { type: string } }, required: [kind], discriminator: { propertyName: kind } }
Cat: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { lives: {} } }] }
Dog: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { good: {} } }] }`,
    { good: "*", kind: "*", lives: "*" },
  ],
])("%s", async (_, text, expected) => {
  const { A } = await schemasOf(text);
  expect(shown(A && new Declarations(new Diagnostics()).of([A]))).toEqual(expected);
});

test("an heir does not have what other heirs have", async () => {
  const { Cat } = await schemasOf(`
A: { properties: { kind: { type: string } }, required: [kind], discriminator: { propertyName: kind } }
Cat: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { lives: {} } }] }
Dog: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { good: {} } }] }`);
  expect(shown(Cat && new Declarations(new Diagnostics()).of([Cat]))).toEqual({
    kind: "*",
    lives: "*",
  });
});

/** What is left of a value. */
function taken(value: unknown, declared: Declared | undefined): unknown {
  if (!declared || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => taken(item, declared.items));
  const { members, without, inside, others } = declared;
  const left = Object.entries(value).filter(([name]) =>
    members ? members.includes(name) : !without.includes(name),
  );
  return Object.fromEntries(
    left.map(([name, one]) => [name, taken(one, inside.get(name) ?? others)]),
  );
}

const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const inputs = readdirSync(golden).filter(
  (name) => existsSync(join(golden, name, "input.yaml")) && !/overlays|root/.test(name),
);

test.each(inputs)("nothing that the schemas of %s name is undeclared", async (name) => {
  const text = readFileSync(join(golden, name, "input.yaml"), "utf8");
  const diagnostics = new Diagnostics();
  const description = await load({ text, name: "input.yaml" }, diagnostics, { cwd: golden });
  const schemas: readonly Schema[] = description
    ? buildModel(description, diagnostics).schemas
    : [];
  const declarations = new Declarations(new Diagnostics());
  for (const schema of schemas)
    fc.assert(
      fc.property(sampleOf(schema, { isReply: true }), (value) => {
        expect(taken(value, declarations.of([schema]))).toEqual(value);
      }),
      { seed: 7, numRuns: 25 },
    );
});
