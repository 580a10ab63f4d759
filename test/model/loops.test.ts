import { expect, test } from "vitest";
import { childrenOf } from "../../src/emitters/validators/analysis/analysis.js";
import { sameValueParts } from "../../src/model/walks/children.js";
import type { Schema } from "../../src/model/types.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import { emitValidators, load as loadText } from "../emitters/generated.js";
import { modelOf, schemasOf } from "./model.js";

function leadsBack(schema: Schema): boolean {
  const seen = new Set<Schema>();
  const left = [...sameValueParts(schema)];
  for (let next = left.pop(); next; next = left.pop()) {
    if (next === schema) return true;
    if (!seen.has(next)) left.push(...sameValueParts(next));
    seen.add(next);
  }
  return false;
}

const families = `
Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind }, oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] }
Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, required: [lives], properties: { lives: { type: integer } } }] }
Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, required: [bark], properties: { bark: { type: string } } }] }
Own: { anyOf: [{ $ref: "#/components/schemas/Own" }, { type: string }] }
Only: { anyOf: [{ $ref: "#/components/schemas/Only" }] }
One: { oneOf: [{ $ref: "#/components/schemas/Two" }, { type: string }] }
Two: { oneOf: [{ $ref: "#/components/schemas/One" }, { type: integer }] }`;

test("no schema holds for the same value again", async () => {
  const schemas = await schemasOf(families);
  expect(Object.values(schemas).filter(leadsBack)).toEqual([]);
  const { Cat, Only, Own, Pet, Two } = schemas;
  expect(Pet?.keywords.oneOf).toEqual([schemas["Cat"], schemas["Dog"]]);
  expect(Cat?.keywords.allOf?.[0]?.keywords).toMatchObject({ required: new Set(["kind"]) });
  expect(Cat?.keywords.allOf?.[0]?.keywords.oneOf).toBeUndefined();
  expect(Own?.keywords.anyOf).toHaveLength(1);
  expect(Only?.keywords.nothing).toBe(true);
  expect(Two?.keywords.oneOf?.map(({ keywords }) => keywords.types)).toEqual([
    ["integer"],
    ["string"],
  ]);
});

test("schemas that lead back to each other in more ways than can be told apart are refused", async () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const object = { type: "object", properties: { a: { type: "string" } } };
  const schemas = {
    A: {
      ...object,
      anyOf: [{ oneOf: [ref("B")] }, ref("B")],
    },
    B: {
      oneOf: [
        { allOf: [object, ref("C")], anyOf: [{ type: "string" }, ref("B")] },
        {
          ...ref("A"),
          allOf: [ref("B"), { type: "string" }],
          oneOf: [ref("A")],
          anyOf: [ref("B")],
        },
      ],
    },
    C: {
      allOf: [{ anyOf: [ref("C")] }, { ...ref("C"), anyOf: [ref("C")] }],
      anyOf: [
        { allOf: [{ type: "null" }, ref("A")], oneOf: [ref("C")], anyOf: [ref("B")] },
        { type: "array", items: ref("C") },
      ],
    },
  };
  const info = { title: "A", version: "1" };
  const text = JSON.stringify({ openapi: "3.1.0", info, paths: {}, components: { schemas } });
  const diagnostics = new Diagnostics();
  const description = await load({ text, name: "a.json" }, diagnostics, { cwd: process.cwd() });
  expect(diagnostics.hasErrors).toBe(false);
  const found = description && buildModel(description, diagnostics).schemas;
  expect(diagnostics.all.filter(({ severity }) => severity === "error")).toMatchObject([
    { code: "schema-cycle" },
  ]);
  expect(found?.filter(leadsBack)).toEqual([]);
});

test("a child of a parent that chooses from its children is valid, and so is the parent", async () => {
  const lines = families.trim().replaceAll(/^/gm, "    ");
  const model = await modelOf(`paths: {}\ncomponents:\n  schemas:\n${lines}`);
  const module = await loadText((await emitValidators(model)).text);
  const accepts = (name: string, value: unknown): unknown => {
    const is = module[`is${name}`]?.(value);
    expect(module[`check${name}`]?.(value, [])).toBe(is);
    return is;
  };
  for (const name of ["Pet", "Cat"]) {
    expect(accepts(name, { kind: "Cat", lives: 9 })).toBe(true);
    expect(accepts(name, { kind: "Cat" })).toBe(false);
  }
  for (const name of ["One", "Two"]) {
    expect([1, "a", true].map((value) => accepts(name, value))).toEqual([true, true, false]);
  }
  expect(accepts("Own", 1)).toBe(false);
  expect(accepts("Only", 1)).toBe(false);
});

test("forty schemas that all choose from all come to an end", async () => {
  const names = Array.from({ length: 40 }, (_, i) => `S${i}`);
  const refs = names.map((name) => `{ $ref: "#/components/schemas/${name}" }`).join(", ");
  const all = names.map((name) => `${name}: { oneOf: [${refs}, { type: string }] }`);
  const schemas = await schemasOf(`\n${all.join("\n")}`);
  expect(schemas["S7"] && childrenOf(schemas["S7"]).length).toBeLessThanOrEqual(40);
  expect(Object.values(schemas).filter(leadsBack)).toEqual([]);
});

test("a schema that contains itself stays as it is", async () => {
  const { List } = await schemasOf(`
List: { oneOf: [{ type: "null" }, { type: object, properties: { next: { $ref: "#/components/schemas/List" } } }] }`);
  expect(List?.keywords.oneOf?.[1]?.keywords.properties?.get("next")).toBe(List);
});
