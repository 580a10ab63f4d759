import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { formatFile } from "../../src/write/format/format.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { emitValidators, load, type Module, modelOf } from "./generated.js";
import { SchemaGraph } from "./schema-graph.js";

type Schemas = Readonly<Record<string, unknown>>;

const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });

async function textOf(schemas: Schemas): Promise<string> {
  const named = new SchemaGraph().components({ components: { schemas } });
  return formatFile("validators.ts", (await emitValidators(modelOf(named))).text);
}

async function moduleOf(schemas: Schemas): Promise<Module> {
  const named = new SchemaGraph().components({ components: { schemas } });
  return load((await emitValidators(modelOf(named))).text);
}

function told(module: Module, name: string, value: unknown): [string, string][] {
  const issues: Issue[] = [];
  const valid = module[`check${name}`]?.(value, issues);
  expect(module[`is${name}`]?.(value)).toBe(valid);
  expect(valid).toBe(issues.length === 0);
  return issues.map(({ path, schema }) => [path, schema]);
}

const petStore = {
  PetStatus: { type: "string", enum: ["available", "pending", "sold"] },
  NewPet: {
    type: "object",
    required: ["name", "categoryId"],
    properties: {
      name: { type: "string" },
      categoryId: { type: "integer", format: "int64" },
      status: ref("PetStatus"),
    },
  },
  Pets: { type: "array", items: ref("NewPet") },
};

test("the code reads as if somebody had written it", async () => {
  const text = await textOf(petStore);
  expect(text).toContain(`
export function isNewPet(value: unknown): value is NewPet {
  if (value === undefined || value === null) return false;
  const members = value as AnyObject;
  const { status } = members;
  if (
    typeof members["name"] !== "string" ||
    !Number.isSafeInteger(members["categoryId"]) ||
    (status !== undefined && status !== "available" && status !== "pending" && status !== "sold")
  )
    return false;
  return true;
}

function explainNewPet(value: unknown, at: string, issues: Issue[]): void {
`);
  expect(text).toContain(`
export const checkNewPet: Check<NewPet> = /* @__PURE__ */ checking(explainNewPet);

export function parseNewPet(value: unknown): NewPet {
  return parse(value, checkNewPet, "NewPet");
}
`);
  expect(text).toContain(`
export function isPets(value: unknown): value is Pets {
  if (!isArray(value)) return false;
  for (let i = 0; i < value.length; i++) {
    if (!isNewPet(value[i])) return false;
  }
  return true;
}
`);
});

test("all faults are told, with the place of the value and of the keyword", async () => {
  const module = await moduleOf(petStore);
  expect(told(module, "NewPet", { name: 5, status: "gone" })).toEqual([
    ["/name", "#/components/schemas/NewPet/properties/name/type"],
    ["", "#/components/schemas/NewPet/required"],
    ["/status", "#/components/schemas/PetStatus/enum"],
  ]);
  expect(told(module, "Pets", [{ name: "a", categoryId: 2 ** 53 }, 1])).toEqual([
    ["/0/categoryId", "#/components/schemas/NewPet/properties/categoryId/format"],
    ["/1", "#/components/schemas/NewPet/type"],
  ]);
  expect(() => module["parseNewPet"]?.({})).toThrow(
    'NewPet is not valid: must have "name"; must have "categoryId"',
  );
});

test("a union is chosen by its tag, and told for the branch that was meant", async () => {
  const tagged = (kind: string, property: string): unknown => ({
    type: "object",
    required: ["kind", property],
    properties: { kind: { const: kind }, [property]: { type: "number" } },
  });
  const schemas = {
    Shape: { oneOf: [ref("Circle"), ref("Square"), { type: "null" }] },
    Circle: tagged("circle", "radius"),
    Square: tagged("square", "side"),
  };
  expect(await textOf(schemas)).toContain(`
export function isShape(value: unknown): value is Shape {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value === null;
  const { kind } = value as AnyObject;
  switch (kind) {
    case "circle":
      return isCircle(value);
    case "square":
      return isSquare(value);
    default:
      return false;
  }
}
`);
  const module = await moduleOf(schemas);
  expect(told(module, "Shape", null)).toEqual([]);
  expect(told(module, "Shape", { kind: "circle", radius: 1 })).toEqual([]);
  expect(told(module, "Shape", { kind: "square" })).toEqual([
    ["", "#/components/schemas/Square/required"],
  ]);
  expect(told(module, "Shape", { kind: "line" })).toEqual([
    ["/kind", "#/components/schemas/Shape/oneOf"],
  ]);
  expect(told(module, "Shape", 1)).toEqual([["", "#/components/schemas/Shape/oneOf"]]);
});

test("what is no object is told of by the alternatives of its type, beside objects with a tag", async () => {
  const tagged = (kind: string): unknown => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: kind } },
  });
  const list = { type: "array", items: { type: "integer" } };
  const text = { type: "string", minLength: 2 };
  const short = { type: "string", maxLength: 4 };
  const module = await moduleOf({
    One: { oneOf: [list, tagged("a"), tagged("b")] },
    Many: { oneOf: [text, short, tagged("a"), tagged("b")] },
    Any: { anyOf: [{ type: "string", minLength: 3 }, { type: "array" }, tagged("a"), tagged("b")] },
  });
  const cases: readonly [string, unknown, readonly [string, string][]][] = [
    ["One", [1], []],
    ["One", ["x"], [["/0", "One/oneOf/0/items/type"]]],
    ["One", "x", [["", "One/oneOf"]]],
    ["Many", "x", []],
    ["Many", "abcdef", []],
    ["Many", "abc", [["", "Many/oneOf"]]],
    ["Many", 1, [["", "Many/oneOf"]]],
    ["Any", "x", [["", "Any/anyOf/0/minLength"]]],
    ["Any", { kind: "c" }, [["/kind", "Any/anyOf"]]],
  ];
  for (const [name, value, issues] of cases)
    expect(told(module, name, value), `${name} ${JSON.stringify(value)}`).toEqual(
      issues.map(([path, schema]) => [path, `#/components/schemas/${schema}`]),
    );
});

test("one of two, of which one is a negative number", async () => {
  const module = await moduleOf({ Either: { oneOf: [{ minimum: 3 }, { const: -3 }] } });
  const judged = [-3, 3, 2, "x", []].map((value) => told(module, "Either", value).length === 0);
  expect(judged).toEqual([true, true, false, true, true]);
});

test("a tag that is missing is told of once, where required says so beside the union", async () => {
  const tagged = (tag: string): object => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: tag } },
  });
  const schemas = {
    Cat: tagged("cat"),
    Dog: tagged("dog"),
    Pet: {
      type: "object",
      required: ["kind"],
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: { propertyName: "kind" },
    },
  };
  const module = await moduleOf(schemas);
  expect(told(module, "Pet", {})).toEqual([["", "#/components/schemas/Pet/required"]]);
  expect(told(module, "Pet", { kind: 1 })).toEqual([["/kind", "#/components/schemas/Pet/oneOf"]]);
  expect(told(module, "Pet", { kind: "cat" })).toEqual([]);
});

test("a schema without a name is named after its place, whatever else there is", async () => {
  const owner = (minLength: number) => ({
    type: "object",
    properties: { name: { minLength } },
    required: ["name"],
  });
  const pet = () => ({
    type: "object",
    properties: { owner: owner(1), tags: { type: "array", items: { minLength: 1 } } },
  });
  const alone = await textOf({ Pet: pet() });
  expect(alone).toContain("function isPetOwner(value: unknown): boolean");
  expect(alone).toContain("function isPetTags(value: unknown): boolean");
  const beside = await textOf({
    Another: { type: "array", items: owner(2) },
    Pet: pet(),
    PetOwner: { type: "string" },
  });
  expect(beside).toContain("export function isPetOwner(value: unknown): value is PetOwner");
  expect(beside).toContain("function isPetOwnerValue(value: unknown): boolean");
  expect(beside).toContain("function isPetTags(value: unknown): boolean");
});

/** Schemas with functions in the runtime, with a value that is wrong at a place. */
const plain: Readonly<Record<string, readonly [schema: object, wrong: unknown, place: string]>> = {
  StringArray: [{ type: "array", items: { type: "string" } }, ["a", 1], "/1"],
  IntegerArray: [{ type: "array", items: { type: "integer" } }, [1, 1.5], "/1"],
  NumberArray: [{ type: "array", items: { type: "number" } }, [1.5, "1"], "/1"],
  StringMap: [
    { type: "object", additionalProperties: { type: "string" } },
    { a: "b", "c/d": 1 },
    "/c~1d",
  ],
};

test("a list or map of plain values is checked by the runtime, whoever has it", async () => {
  for (const [word, [schema, wrong, place]] of Object.entries(plain)) {
    const object = (...names: string[]) => ({
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { ...schema, title: name }])),
    });
    const schemas = { First: object("a"), Second: object("b", "c") };
    const text = await textOf(schemas);
    expect(text.match(/function (?:is|explain)\w+/g)).toEqual([
      ...["function isFirst", "function explainFirst"],
      ...["function isSecond", "function explainSecond"],
    ]);
    expect(text).toContain(`is${word}`);
    // Without its first user, what the others have is the same.
    const second = text.slice(text.indexOf("export function isSecond"));
    expect(await textOf({ Second: schemas.Second })).toContain(second);
    const module = await moduleOf(schemas);
    const items = "type" in schema && schema.type === "array" ? "items" : "additionalProperties";
    const at = "#/components/schemas/Second/properties/c";
    const other = Array.isArray(wrong) ? {} : [];
    expect(told(module, "Second", { b: other, c: wrong })).toEqual([
      ["/b", "#/components/schemas/Second/properties/b/type"],
      [`/c${place}`, `${at}/${items}/type`],
    ]);
    const right = Array.isArray(wrong) ? [wrong[0]] : { a: "b", d: undefined };
    expect(told(module, "Second", { b: right, c: Array.isArray(wrong) ? [] : {} })).toEqual([]);
  }
});

test("schemas without a name that ask for the same have one function, which is told the place", async () => {
  const address = (prose: string) => ({
    description: prose,
    type: "object",
    required: ["lines"],
    properties: { lines: { type: "array", minItems: 1, items: { type: "string" } } },
  });
  const person = (bill: object) => ({
    type: "object",
    properties: { home: address("Where they live."), bill },
  });
  const schemas = {
    Customer: person(address("Where the bill goes.")),
    Employee: person({ $ref: "#/components/schemas/Customer/properties/home" }),
    Guest: person({ ...address("Where they are from."), required: [] }),
  };
  const text = await textOf(schemas);
  expect(text.match(/function is\w+/g)).toEqual([
    "function isCustomer",
    "function isEmployee",
    "function isGuest",
    "function isGuestHome",
    "function isGuestBill",
    "function isGuestBillLines",
  ]);
  expect(text).toContain(
    `explainGuestBillLines(lines, at + "/lines", schema + "/properties/lines", issues);`,
  );
  const module = await moduleOf(schemas);
  const wrong = { home: { lines: [1] }, bill: {} };
  expect(told(module, "Customer", wrong)).toEqual([
    ["/home/lines/0", "#/components/schemas/Customer/properties/home/properties/lines/items/type"],
    ["/bill", "#/components/schemas/Customer/properties/bill/required"],
  ]);
  expect(told(module, "Employee", wrong)).toEqual([
    ["/home/lines/0", "#/components/schemas/Employee/properties/home/properties/lines/items/type"],
    ["/bill", "#/components/schemas/Customer/properties/home/required"],
  ]);
  expect(told(module, "Guest", wrong)).toEqual([
    ["/home/lines/0", "#/components/schemas/Guest/properties/home/properties/lines/items/type"],
  ]);
});

test("names that every object has are looked for in the object itself", async () => {
  const module = await moduleOf({
    Odd: {
      type: "object",
      required: ["toString", "__proto__"],
      properties: { constructor: { type: "number" }, hasOwnProperty: { type: "string" } },
    },
  });
  expect(told(module, "Odd", {})).toHaveLength(2);
  expect(told(module, "Odd", JSON.parse('{"__proto__":1,"toString":2}'))).toEqual([]);
  expect(
    told(module, "Odd", JSON.parse('{"__proto__":1,"toString":2,"constructor":"a"}')),
  ).toHaveLength(1);
});

test("members that are called like words of the code or of the module", async () => {
  const words = [
    "value",
    "at",
    "issues",
    "levels",
    "schema",
    "key",
    "member",
    "i",
    "isObject",
    "fail",
    "isOdd",
    "checkOdd",
    "oddKeys",
    "class",
    "content-type",
    "a b",
    "undefined",
    "",
    "💩",
    "default",
  ];
  const module = await moduleOf({
    Odd: {
      type: "object",
      required: words,
      properties: Object.fromEntries(words.map((word) => [word, { type: "integer", minimum: 1 }])),
      additionalProperties: false,
    },
  });
  const value = Object.fromEntries(words.map((word) => [word, 1]));
  expect(told(module, "Odd", value)).toEqual([]);
  for (const word of words) {
    expect(told(module, "Odd", { ...value, [word]: 0 })).toHaveLength(1);
    expect(told(module, "Odd", { ...value, [word]: undefined })).toHaveLength(1);
  }
  expect(told(module, "Odd", { ...value, more: 1 })).toEqual([
    ["/more", "#/components/schemas/Odd/additionalProperties"],
  ]);
});

test("a value that is nested too deeply is refused, not a crash", async () => {
  const module = await moduleOf({
    Node: {
      type: "object",
      properties: { next: ref("Node"), all: { type: "array", items: ref("Node") } },
    },
  });
  const nested = (depth: number): unknown =>
    JSON.parse(`${'{"next":'.repeat(depth)}{}${"}".repeat(depth)}`);
  expect(told(module, "Node", nested(400))).toEqual([]);
  const [[path, schema] = ["", ""], ...others] = told(module, "Node", nested(100_000));
  expect(schema).toBe("#/components/schemas/Node/maxDepth");
  expect(path).toBe("/next".repeat(1000));
  expect(others).toEqual([]);
});

test("what is no object is no object, whatever its members are called", async () => {
  const names = ["id", "name", "length", "description", "at", "toFixed", "0", "constructor"];
  const schemas = names.map((name, i) => [
    `Required${i}`,
    { type: "object", required: [name], properties: { [name]: {} } },
  ]);
  const nullable = { ...(schemas[0]?.[1] as object), type: ["object", "null"] };
  const module = await moduleOf({ ...Object.fromEntries(schemas), Nullable: nullable });
  const others = [undefined, 0, 1.5, "", "text", true, false, 5n, Symbol("text"), [], [1], () => 1];
  for (const name of names.map((_, i) => `Required${i}`))
    for (const value of [null, ...others]) expect(module[`is${name}`]?.(value)).toBe(false);
  for (const value of others) expect(module["isNullable"]?.(value)).toBe(false);
  expect(module["isNullable"]?.(null)).toBe(true);
  expect(module["isNullable"]?.({ id: 1 })).toBe(true);
});

test("members are read once, and after a fault no more of them", async () => {
  const names = Array.from({ length: 20 }, (_, i) => `m${i}`);
  const module = await moduleOf({
    Large: {
      type: "object",
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, { type: ["string", "null"] }])),
    },
  });
  const read: string[] = [];
  const valueWith = (wrong: string): unknown =>
    new Proxy({}, { get: (_, name) => (read.push(String(name)), name === wrong ? 1 : "text") });
  expect(module["isLarge"]?.(valueWith("none"))).toBe(true);
  expect(read).toEqual(names);
  read.length = 0;
  expect(module["isLarge"]?.(valueWith("m7"))).toBe(false);
  expect(read).toEqual(names.slice(0, read.length));
  expect(read.length).toBeLessThan(12);
});

test("a union without a tag that refers to itself is told in good time", async () => {
  const branch = (name: string): unknown => ({
    type: "object",
    required: [name],
    properties: { [name]: { type: "string" }, child: ref("Tree") },
  });
  const module = await moduleOf({ Tree: { anyOf: [branch("a"), branch("b"), branch("c")] } });
  let value: unknown = { a: 1, b: 1, c: 1 };
  for (let i = 0; i < 8; i++) value = { a: "", b: "", c: "", child: value };
  const start = performance.now();
  expect(told(module, "Tree", value).length).toBeGreaterThan(0);
  expect(performance.now() - start).toBeLessThan(1000);
});

test("an int64 that is a text is one of 64 bits; other texts are what they are", async () => {
  const module = await moduleOf({
    Id: { type: "string", format: "int64" },
    Count: { type: ["string", "null"], format: "uint64" },
    Free: { format: "int64" },
  });
  expect(told(module, "Id", "-9223372036854775808")).toEqual([]);
  for (const text of ["9223372036854775808", "1.5", "x", ""])
    expect(told(module, "Id", text)).toEqual([["", "#/components/schemas/Id/format"]]);
  expect(told(module, "Count", "18446744073709551615")).toEqual([]);
  expect(told(module, "Count", "-1")).toHaveLength(1);
  expect(told(module, "Free", "x")).toEqual([]);
});

test("what a value must not be is said", async () => {
  const module = await moduleOf({
    Type: { not: { type: ["string", "null"] } },
    Value: { not: { enum: [1, "x"], description: "Gone." } },
    Both: { not: { required: ["a", "b"] } },
    Text: { not: { type: "string", pattern: "^x" } },
    Named: { not: ref("Small") },
    Small: { type: "integer", maximum: 3 },
    More: { not: { maximum: 3 } },
    None: { not: {} },
  });
  const messageOf = (name: string, value: unknown): string | undefined => {
    const issues: Issue[] = [];
    module[`check${name}`]?.(value, issues);
    return issues[0]?.message;
  };
  expect(messageOf("Type", "")).toBe("must not be a string or null");
  expect(messageOf("Value", 1)).toBe('must not be 1 or "x"');
  expect(messageOf("Both", { a: 1, b: 1 })).toBe('must not have all of "a", "b"');
  expect(messageOf("Text", "xy")).toBe("must not match ^x");
  expect(messageOf("Named", 1)).toBe("must not match Small");
  expect(messageOf("More", 1)).toBe("must not match what is excluded here");
  expect(messageOf("None", 1)).toBe("must not be here: no value is valid");
});

test("a format that is not known is a warning, once", async () => {
  const schemas = {
    A: { type: "string", format: "colour" },
    B: { type: "object", properties: { a: { format: "colour" }, b: { format: "password" } } },
  };
  const named = new SchemaGraph().components({ components: { schemas } });
  const { diagnostics } = await emitValidators(modelOf(named));
  expect(diagnostics.all.map(({ code, source }) => [code, source.pointer])).toEqual([
    ["format-unknown", "/components/schemas/A/format"],
  ]);
  expect((await emitValidators(modelOf(named), "annotate")).diagnostics.all).toEqual([]);
});

test("what is written for one schema does not depend on the others", async () => {
  const { PetStatus, NewPet } = petStore;
  const before = await textOf({ PetStatus, NewPet });
  const after = await textOf({
    First: { type: "array", items: ref("NewPet") },
    PetStatus,
    NewPet,
    Last: {},
  });
  const body = (text: string): string => text.slice(text.indexOf("const petStatusValues"));
  expect(after).toContain(body(before).trim());
});

test("parts of a branch that has no name read the members that they ask for", async () => {
  const tagged = (kind: string) => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string", enum: [kind] }, size: { type: "integer" } },
  });
  const named = { Cat: tagged("cat"), Dog: tagged("dog") };
  const part = (name: string, types: unknown) => ({ type: types, allOf: [ref(name)] });
  for (const types of ["object", ["object", "null"], undefined])
    for (const more of [{}, { type: "object" }, { allOf: [ref("Cat")] }])
      for (const branches of [
        { anyOf: [part("Cat", types), part("Dog", types)] },
        { oneOf: [part("Cat", types), part("Dog", types), { type: "string" }] },
        { if: part("Cat", types), then: true, else: part("Dog", types) },
        { not: { not: part("Cat", types) } },
        { allOf: [part("Cat", types)] },
      ]) {
        const Item = {
          type: "object",
          properties: { pet: { ...more, ...branches }, pets: { items: branches } },
        };
        const module = await moduleOf({ ...named, Item });
        const isItem = (pet: unknown) => told(module, "Item", { pet, pets: [pet] }).length === 0;
        const said = JSON.stringify({ ...more, ...branches });
        expect(isItem({ kind: "cat", size: 1 }), said).toBe(true);
        expect(isItem({ kind: "cow" }), said).toBe(false);
        expect(isItem({ kind: "cat", size: "1" }), said).toBe(false);
      }
});

test.each([9, 20])(
  "among %i optional members, a new required one changes only its own lines",
  async (count) => {
    const properties = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`m${index}`, { type: "string" }]),
    );
    const linesOf = async (...required: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set((await textOf({ Many: { type: "object", properties, required } })).split("\n"));
    const before = await linesOf();
    for (const name of ["m0", "m5"]) {
      const isOwn = new RegExp(`\\b${name}\\b|^import |^  if \\(.*value.* return false;$`);
      const added = [...(await linesOf(name))].filter((line) => !before.has(line));
      expect(added.filter((line) => !isOwn.test(line))).toEqual([]);
    }
  },
);

test("XSchema is a Standard Schema", async () => {
  const module = await moduleOf(petStore);
  const schema = module["PetStatusSchema"] as unknown as {
    "~standard": { validate(value: unknown): unknown };
  };
  expect(schema["~standard"].validate("sold")).toEqual({ value: "sold" });
  expect(schema["~standard"].validate("gone")).toMatchObject({ issues: [{ path: [] }] });
});

test("objects with many members are told of in the same words as those with few", async () => {
  const members: Readonly<Record<string, unknown>> = {
    text: { type: "string" },
    textOrNull: { type: ["string", "null"] },
    integer: { type: "integer" },
    integerOrNull: { type: ["integer", "null"] },
    number: { type: "number" },
    truth: { type: "boolean" },
    textOrNumber: { type: ["string", "number"] },
    object: { type: "object" },
    list: { type: "array", items: { type: "string" } },
    nothing: { type: "null" },
    uri: { type: "string", format: "uri" },
    dateOrNull: { type: ["string", "null"], format: "date" },
    int64: { type: "integer", format: "int64" },
    int32: { type: "integer", format: "int32" },
    one: { enum: ["a"] },
    few: { enum: ["a", 1, null] },
    many: { enum: [..."abcdefghijk"] },
    short: { type: "string", maxLength: 2 },
    password: { type: "string", format: "password" },
    status: ref("PetStatus"),
    pet: ref("NewPet"),
    inner: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
    again: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
    deep: { type: "object", properties: { pet: ref("NewPet"), pets: ref("Pets") } },
    "a/b~c": { type: "string" },
    constructor: { type: "string" },
    here: { type: "string" },
  };
  const fillers = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`filler${index}`, { type: "string" }]),
  );
  const schemas: Record<string, unknown> = { ...petStore };
  const cases = Object.entries(members).flatMap(([member, schema], index) =>
    [[], [member]].map((required) => {
      const name = `Case${index}${required.length > 0 ? "Required" : "Optional"}`;
      const own = (): object => ({ [member]: structuredClone(schema) });
      schemas[`Small${name}`] = { type: "object", required, properties: own() };
      const properties = { ...own(), ...fillers };
      schemas[`Large${name}`] = { type: "object", required, properties };
      return { name, member };
    }),
  );
  const values = [
    undefined,
    null,
    "",
    "a",
    "abc",
    "2026-03-14",
    "urn:a:b",
    1,
    1.5,
    2 ** 40,
    2 ** 60,
  ];
  const others = [
    NaN,
    true,
    [],
    ["a", 1],
    {},
    { a: 1 },
    { a: "a" },
    { name: 1 },
    { pet: { name: 1 } },
  ];
  const module = await moduleOf(schemas);
  let faults = 0;
  for (const { name, member } of cases)
    for (const value of [...values, ...others]) {
      const said = ["Small", "Large"].map((size) => {
        const issues: Issue[] = [];
        module[`check${size}${name}`]?.({ [member]: value }, issues);
        return issues.map((issue) => ({
          ...issue,
          schema: issue.schema.replace(`${size}${name}`, name),
        }));
      });
      expect(said[1], `${name} ${JSON.stringify(value)}`).toEqual(said[0]);
      faults += said[0]?.length ?? 0;
    }
  expect(faults).toBeGreaterThan(400);
});

test("a member of a type with a format that values of other types have, too", async () => {
  const formats = ["float", "sf-decimal", "double", "int32", "int64", "sf-integer", "double-int"];
  for (const format of formats) {
    const module = await moduleOf({
      Required: { type: "object", required: ["n"], properties: { n: { type: "integer", format } } },
      Optional: { type: "object", properties: { n: { type: "integer", format } } },
    });
    for (const name of ["Required", "Optional"]) {
      for (const n of [1, -3, 0])
        expect([format, n, told(module, name, { n })]).toEqual([format, n, []]);
      for (const n of ["1", "a", 1.5, true, null, [1]])
        expect([format, n, told(module, name, { n }).length]).toEqual([format, n, 1]);
    }
  }
});

test("a schema that several keywords lead to is asked once whether it knows the members of a value", async () => {
  const part = { type: "object", properties: { a: {} }, required: ["a"] };
  const whole = { anyOf: [ref("Part")], oneOf: [ref("Part")], if: ref("Part") };
  const schemas = { Part: part, Whole: { ...whole, unevaluatedProperties: false } };
  expect(await textOf(schemas)).not.toMatch(/isPart\(value\) \|\| isPart\(value\)/);
  const module = await moduleOf(schemas);
  expect(told(module, "Whole", { a: 1 })).toEqual([]);
  expect(told(module, "Whole", { a: 1, b: 2 })).toEqual([
    ["/b", "#/components/schemas/Whole/unevaluatedProperties"],
  ]);
});

test("members with any characters in their names are read, also from what esbuild makes of the code", async () => {
  const names = [
    `a'"b`,
    "a\nb",
    "a\r\nb",
    `a"b`,
    "a'b",
    "a`${b}",
    "a\\b",
    "a\u2028b",
    `'"\n\r\\\``,
  ];
  const kinds = names.map((name, index) => ({
    type: "object",
    required: [name],
    properties: { [name]: { const: index }, other: { type: "string" } },
  }));
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: "string", minLength: 2, format: "date" }]),
  );
  const tagged = kinds.map((kind, index) => ({
    ...kind,
    properties: { ...kind.properties, "'\"": { const: `kind ${index}` } },
    required: ["'\""],
  }));
  const schemas = {
    Some: { type: "object", properties },
    All: { type: "object", properties, required: names },
    Kind: { oneOf: kinds },
    Tagged: { oneOf: tagged },
  };
  const text = await textOf(schemas);
  for (const minify of [false, true]) {
    const { code } = transformSync(text, { loader: "ts", minify });
    expect(() => transformSync(code, { loader: "js" })).not.toThrow();
  }
  const module = await moduleOf(schemas);
  for (const [index, name] of names.entries()) {
    expect(told(module, "Some", { [name]: "2020-02-02" })).toEqual([]);
    expect(told(module, "Some", { [name]: "x" })).not.toEqual([]);
    expect(told(module, "All", { [name]: "2020-02-02" })).toHaveLength(names.length - 1);
    expect(told(module, "Kind", { [name]: index })).toEqual([]);
    expect(told(module, "Kind", { [name]: index + 1 })).not.toEqual([]);
    expect(told(module, "Tagged", { "'\"": `kind ${index}`, other: "x" })).toEqual([]);
    expect(told(module, "Tagged", { "'\"": `kind ${index}`, other: 1 })).not.toEqual([]);
  }
});
