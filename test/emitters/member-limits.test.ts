import { expect, test } from "vitest";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { emitValidators, load, modelOf } from "./generated.js";
import { SchemaGraph } from "./schema-graph.js";

type Json = Readonly<Record<string, unknown>>;

function combined(limits: Json): readonly Json[] {
  const names = Object.keys(limits);
  return Array.from({ length: 2 ** names.length }, (_, bits) =>
    Object.fromEntries(
      names.flatMap((name, index) => (bits & (1 << index) ? [[name, limits[name]]] : [])),
    ),
  );
}

const texts = combined({ minLength: 2, maxLength: 3, pattern: "^[a-z]*$" });
const numbers = combined({ minimum: 2, maximum: 3, exclusiveMinimum: 1, multipleOf: 2 });
const types = {
  text: ["string", ["string", "null"], ["string", "integer"]],
  number: ["integer", "number", ["integer", "null"], ["string", "number"]],
};

const schemas: readonly Json[] = [
  ...types.text.flatMap((type) => texts.map((limits) => ({ type, ...limits }))),
  ...types.number.flatMap((type) => numbers.map((limits) => ({ type, ...limits }))),
];

const values = [
  ...["", "a", "ab", "abc", "abcd", "A", "AB", "ABCD", "\u{1f600}", "\u{1f600}\u{1f600}"],
  ...[0, 1, 2, 3, 4, 1.5, 2.5, -1, null, true, [], {}],
];

test("the limits of a member are told as those of a schema with a function of its own", async () => {
  const members = (isRequired: boolean): Json => ({
    type: "object",
    properties: Object.fromEntries(schemas.map((schema, index) => [`m${index}`, { ...schema }])),
    ...(isRequired && { required: schemas.map((_, index) => `m${index}`) }),
  });
  const components = {
    schemas: {
      ...Object.fromEntries(schemas.map((schema, index) => [`Alone${index}`, schema])),
      May: members(false),
      Must: members(true),
    },
  };
  const { text } = await emitValidators(modelOf(new SchemaGraph().components({ components })));
  for (const word of ["Text", "TextOrNull", "Range"])
    for (const start of ["require", "optional"]) expect(text).toContain(`${start}${word}(here, "m`);
  const module = await load(text);
  const told = (name: string, value: unknown): readonly Issue[] => {
    const issues: Issue[] = [];
    const isValid = module[`check${name}`]?.(value, issues);
    expect(isValid).toBe(issues.length === 0);
    expect(module[`is${name}`]?.(value)).toBe(isValid);
    return issues;
  };
  for (const value of values) {
    const object = Object.fromEntries(schemas.map((_, index) => [`m${index}`, value]));
    const expected = schemas.flatMap((_, index) =>
      told(`Alone${index}`, value).map(({ keyword, params }) => [`/m${index}`, keyword, params]),
    );
    for (const name of ["May", "Must"]) {
      const issues = told(name, object);
      expect(issues.map(({ path, keyword, params }) => [path, keyword, params])).toEqual(expected);
      for (const { keyword, path, schema } of issues)
        expect(schema).toBe(`#/components/schemas/${name}/properties${path}/${keyword}`);
    }
  }
  expect(told("May", {})).toEqual([]);
  expect(told("Must", {})).toHaveLength(schemas.length);
});
