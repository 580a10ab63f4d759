import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { load } from "../../src/load/load.js";
import { type ModelOptions, buildModel } from "../../src/model/build.js";

/** The model of a description of several files, the entry first. */
async function modelOf(files: Readonly<Record<string, string>>, options: ModelOptions = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "specsmith components "));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const diagnostics = new Diagnostics();
  const [entry = ""] = Object.keys(files);
  const description = await load({ path: entry }, diagnostics, { cwd });
  expect(diagnostics.all).toEqual([]);
  if (!description) throw new Error("nothing was loaded");
  return buildModel(description, diagnostics, options);
}

const head =
  'openapi: 3.1.0\ninfo: { title: Files, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n';

test("a component that is a file of its own gives that its name", async () => {
  const { schemas } = await modelOf({
    "api.yaml": `${head}    Owner: { type: object, properties: { pet: { $ref: pet.yaml } } }\n    Pet: { $ref: pet.yaml }\n`,
    "pet.yaml": "type: object\nproperties: { friend: { $ref: pet.yaml } }\n",
  });
  expect(schemas.map(({ name, source }) => [name, source.file])).toEqual([
    ["Owner", "api.yaml"],
    ["Pet", "pet.yaml"],
  ]);
  const [owner, pet] = schemas;
  expect(owner?.keywords.properties?.get("pet")).toBe(pet);
  expect(pet?.keywords.properties?.get("friend")).toBe(pet);
});

test("a second component for the same file is another name for the first", async () => {
  const { schemas } = await modelOf({
    "api.yaml": `${head}    Pet: { $ref: pet.yaml }\n    Animal: { $ref: pet.yaml }\n    Beast: { $ref: "#/components/schemas/Pet" }\n`,
    "pet.yaml": "type: string\n",
  });
  expect(schemas.map(({ name, keywords }) => [name, keywords.ref?.name])).toEqual([
    ["Pet", undefined],
    ["Animal", "Pet"],
    ["Beast", "Pet"],
  ]);
});

test("a file is called like the component that refers to it, not like others for that one", async () => {
  const { schemas } = await modelOf({
    "api.yaml": `${head}    Animal: { $ref: "#/components/schemas/Pet" }\n    Beast: { $ref: more.yaml#/Beast }\n    Pet: { $ref: more.yaml#/Pet }\n`,
    "more.yaml": 'Beast: { $ref: "api.yaml#/components/schemas/Pet" }\nPet: { $ref: pet.yaml }\n',
    "pet.yaml": "type: string\n",
  });
  expect(schemas.map(({ name, keywords }) => [name, keywords.ref?.name])).toEqual([
    ["Animal", "Pet"],
    ["Beast", "Pet"],
    ["Pet", undefined],
  ]);
});

test("a branch of a discriminator goes by the key of its component, also where that is a file", async () => {
  const { schemas } = await modelOf({
    "api.yaml": `${head}    Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: dog.yaml }], discriminator: { propertyName: kind } }\n    Cat: { $ref: cat.yaml }\n    Dog: { $ref: dog.yaml }\n`,
    "cat.yaml": "type: object\nrequired: [kind]\nproperties: { kind: { type: string } }\n",
    "dog.yaml": "type: object\nrequired: [kind]\nproperties: { kind: { type: string } }\n",
  });
  expect([...(schemas[0]?.keywords.discriminator?.cases.keys() ?? [])]).toEqual(["Cat", "Dog"]);
});

test("schemas outside of components are sorted by place, not by their first reference", async () => {
  const owner = ["cat.yaml", "ant.yaml", "more.yaml#/Fox", '"#/x-bee"', "more.yaml#/Elk"];
  const orders = owner.map((_, index) => [...owner.slice(index), ...owner.slice(0, index)]);
  for (const order of [...orders, [...owner].reverse()]) {
    const members = order.map((ref) => `${ref.replace(/\W/g, "")}: { $ref: ${ref} }`).join(", ");
    const { schemas } = await modelOf({
      "api.yaml": `${head}    Owner: { type: object, properties: { ${members} } }\nx-bee: { type: object }\n`,
      "ant.yaml": "type: object\nproperties: { enemy: { $ref: more.yaml#/Elk } }\n",
      "cat.yaml": "type: object\n",
      "more.yaml":
        "Fox: { type: object, properties: { prey: { $ref: ant.yaml } } }\nElk: { type: object }\n",
    });
    expect(schemas.map(({ name }) => name)).toEqual(["Owner", "XBee", "Ant", "Cat", "Elk", "Fox"]);
  }
});

test("schemas of other files that would share a name are named in the order of their places, not of the references to them", async () => {
  const places = ["b/pet.yaml", "a/pet.yaml", "c.yaml#/pet", "c.yaml#/x/pet", "a/deep/pet.yaml"];
  const orders = places.map((_, index) => [...places.slice(index), ...places.slice(0, index)]);
  const all = await Promise.all(
    [...orders, [...places].reverse()].map(async (order) => {
      const members = order.map((ref, at) => `p${at}: { $ref: ${ref} }`).join(", ");
      const { schemas } = await modelOf({
        "api.yaml": `${head}    Owner: { type: object, properties: { ${members} } }\n`,
        "a/pet.yaml": "type: object\nproperties: { friend: { $ref: deep/pet.yaml } }\n",
        "a/deep/pet.yaml": "type: object\nproperties: { friend: { $ref: ../../b/pet.yaml } }\n",
        "b/pet.yaml": "type: object\nproperties: { friend: { $ref: pet.yaml } }\n",
        "c.yaml": "pet: { type: object }\nx: { pet: { type: object } }\n",
      });
      return schemas.map(({ name, source }) => `${name} ${source.file}#${source.pointer}`);
    }),
  );
  const [first = []] = all;
  expect(new Set(first.map((one) => one.split(" ")[0])).size).toBe(6);
  for (const one of all) expect(one).toEqual(first);
});

test("what only discriminators refer to has names, wherever it stands, and however far it leads", async () => {
  const choice = (ref: string): string =>
    `{ type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { one: ${ref} } } }`;
  for (const [ref, name] of [
    ["ant.yaml", "Ant"],
    ["more.yaml#/Ant", "Ant"],
    ['"#/x-ant"', "XAnt"],
    ["more.yaml#/deep/ant", "Ant"],
  ] as const) {
    const ant = choice("bee.yaml");
    const { schemas } = await modelOf({
      "api.yaml": `${head}    Insect: ${choice(ref)}\nx-ant: ${ant}\n`,
      "ant.yaml": ant,
      "more.yaml": `Ant: ${ant}\ndeep: { ant: ${ant} }\n`,
      "bee.yaml": "type: object\nproperties: { friend: { $ref: cat.yaml } }\n",
      "cat.yaml": "type: string\n",
    });
    expect(new Set(schemas.map((schema) => schema.name))).toEqual(
      new Set(["Insect", name, "Bee", "Cat"]),
    );
    const named = (one: string) => schemas.find((schema) => schema.name === one);
    const chosen = (one: string) => named(one)?.keywords.discriminator?.cases.get("one");
    expect(chosen("Insect")).toBe(named(name));
    expect(chosen(name)).toBe(named("Bee"));
    expect(named("Bee")?.keywords.properties?.get("friend")).toBe(named("Cat"));
  }
});

test.each(["specsmith", "hey-api", "orval", "openapi-generator"] as const)(
  "parameters, bodies and replies that are components have the same names in files of their own (%s)",
  async (typeNames) => {
    const json = (member: string) =>
      `{ application/json: { schema: { type: object, properties: { ${member}: { enum: [a, b] } } } } }`;
    const parts = {
      parameters: "{ in: query, name: sort, schema: { enum: [up, down] } }",
      requestBodies: `{ required: true, content: ${json("kind")} }`,
      responses: `{ description: "", content: ${json("code")} }`,
    };
    const describe = (isSplit: boolean) => {
      const kinds = Object.keys(parts) as (keyof typeof parts)[];
      const component = (kind: keyof typeof parts) =>
        isSplit
          ? `Old: { $ref: "#/components/${kind}/Own" }, Own: { $ref: ${kind}/x1.yaml }`
          : `Old: { $ref: "#/components/${kind}/Own" }, Own: ${parts[kind]}`;
      const at = (kind: keyof typeof parts, isDirect: boolean) =>
        `{ $ref: "${isSplit && isDirect ? `${kind}/x1.yaml` : `#/components/${kind}/Own`}" }`;
      const operation = (path: string, isDirect: boolean) =>
        `  /${path}:\n    post: { parameters: [${at("parameters", isDirect)}], requestBody: ${at("requestBodies", isDirect)}, responses: { 200: ${at("responses", isDirect)} } }\n`;
      const components = kinds.map((kind) => `  ${kind}: { ${component(kind)} }\n`).join("");
      return {
        "api.yaml": `openapi: 3.1.0\ninfo: { title: Files, version: "1" }\npaths:\n${operation("a", true)}${operation("b", false)}components:\n${components}`,
        ...Object.fromEntries(kinds.map((kind) => [`${kind}/x1.yaml`, parts[kind]])),
      };
    };
    const namesOf = async (isSplit: boolean) => {
      const { operations, replies } = await modelOf(describe(isSplit), { typeNames });
      const aliases: string[] = [];
      JSON.stringify(operations, (key, value: unknown) => {
        if (key === "alias") aliases.push(String(value));
        return value instanceof Map ? [...value] : value;
      });
      return [aliases, replies.map(({ name }) => name)] as const;
    };
    const names = await namesOf(false);
    expect(names[0].length).toBeGreaterThan(0);
    expect(await namesOf(true)).toEqual(names);
  },
);
