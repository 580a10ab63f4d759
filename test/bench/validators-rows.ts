import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { fetchPackage, packages } from "../corpus/packages.js";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** One schema with values that it takes and one that it refuses; those that are measured vary from these. */
export interface Row {
  readonly name: string;
  /** The name of the schema in the description. */
  readonly schema: string;
  /** An OpenAPI description that has nothing but the schema and what it refers to. */
  readonly description: JsonObject;
  readonly formats: "assert" | "annotate";
  readonly valid: readonly [Json, ...Json[]];
  readonly invalid: Json;
}

/** Every row, and what the large schemas were taken from. */
export function allRows(): { readonly rows: readonly Row[]; readonly source: string } {
  const small = [...pets(), ...moltar(), ...unions(), tree()];
  const file = join(
    fetchPackage(packageNamed("@octokit/openapi"), join(tmpdir(), "specsmith-corpus")),
    "generated/api.github.com.json",
  );
  const github = JSON.parse(readFileSync(file, "utf8")) as JsonObject;
  const { version } = packageNamed("@octokit/openapi");
  return { rows: [...small, ...large(github)], source: `@octokit/openapi ${version}` };
}

function packageNamed(name: string): (typeof packages)[number] {
  const found = packages.find((one) => one.name === name);
  if (!found) throw new Error(`the corpus has no package ${name}`);
  return found;
}

function row(
  name: string,
  schema: string,
  schemas: JsonObject,
  valid: Row["valid"],
  invalid: Json,
  formats: Row["formats"] = "assert",
  openapi = "3.1.0",
): Row {
  const description = {
    openapi,
    info: { title: "Bench", version: "1" },
    paths: {},
    components: { schemas: reachable(schema, schemas) },
  };
  return { name, schema, description, formats, valid, invalid };
}

const prefix = "#/components/schemas/";
const ref = (name: string): JsonObject => ({ $ref: prefix + name });

function reachable(root: string, schemas: JsonObject): JsonObject {
  const found = new Map<string, Json>();
  const waiting = [root];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.set(name, schemas[name] ?? {});
    JSON.stringify(schemas[name], (key, value: unknown) => {
      if (key === "$ref" && typeof value === "string") waiting.push(value.slice(prefix.length));
      return value;
    });
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pets(): readonly Row[] {
  const file = fileURLToPath(new URL("../../spec/petstore.yaml", import.meta.url));
  const { components } = parse(readFileSync(file, "utf8")) as {
    readonly components: { readonly schemas: JsonObject };
  };
  const { schemas } = components;
  const pet = { id: 7, name: "Rex", categoryId: 3, status: "available" };
  const wrong = { id: 7, name: "Rex", categoryId: 3, status: "lost" };
  const hundred = Array.from({ length: 100 }, (_, id) => ({ ...pet, id }));
  return [
    row("Pet", "Pet", schemas, [pet], wrong),
    row("100 Pets", "Pets", schemas, [hundred], [...hundred.slice(0, 99), wrong]),
  ];
}

/** The object of moltar's typescript-runtime-type-benchmarks. */
function moltar(): readonly Row[] {
  const text = { type: "string" };
  const number = { type: "number" };
  const object = (properties: JsonObject, isClosed: boolean): JsonObject => ({
    type: "object",
    required: Object.keys(properties),
    properties,
    ...(isClosed ? { additionalProperties: false } : {}),
  });
  const schema = (isClosed: boolean): JsonObject =>
    object(
      {
        number,
        negNumber: number,
        maxNumber: number,
        string: text,
        longString: text,
        boolean: { type: "boolean" },
        deeplyNested: object({ foo: text, num: number, bool: { type: "boolean" } }, isClosed),
      },
      isClosed,
    );
  const valid = {
    number: 1,
    negNumber: -1,
    maxNumber: Number.MAX_VALUE,
    string: "string",
    longString: "Lorem ipsum dolor sit amet, consectetur adipiscing elit. ".repeat(8),
    boolean: true,
    deeplyNested: { foo: "bar", num: 1, bool: false },
  };
  const nested = (more: JsonObject): Json => ({
    ...valid,
    deeplyNested: { ...valid.deeplyNested, ...more },
  });
  return [
    row("moltar, loose", "Data", { Data: schema(false) }, [valid], nested({ num: "1" })),
    row("moltar, strict", "Data", { Data: schema(true) }, [valid], nested({ more: 1 })),
  ];
}

/** Ten kinds of events, told apart by `kind`. */
function unions(): readonly Row[] {
  const names = Array.from({ length: 10 }, (_, i) => `Event${i}`);
  const events = names.map((name, i): readonly [string, JsonObject] => [
    name,
    {
      type: "object",
      required: ["kind", "id", `value${i}`],
      properties: {
        kind: { const: name },
        id: { type: "integer" },
        [`value${i}`]: { type: i % 2 === 0 ? "string" : "number" },
        note: { type: "string" },
      },
    },
  ]);
  const oneOf = names.map(ref);
  const schemas = (discriminator: JsonObject): JsonObject => ({
    Event: { type: "object", required: ["kind"], oneOf, ...discriminator },
    ...Object.fromEntries(events),
  });
  const valid = (name: string, i: number): JsonObject => ({
    kind: name,
    id: i,
    [`value${i}`]: i % 2 === 0 ? "text" : i / 2,
    note: "none",
  });
  const [first = {}, ...others] = names.map(valid);
  const invalid = { kind: "Event6", id: 6, value6: 6, note: "none" };
  const tagged = { discriminator: { propertyName: "kind" } };
  return [
    row("union of ten, tagged", "Event", schemas(tagged), [first, ...others], invalid),
    row("union of ten", "Event", schemas({}), [first, ...others], invalid),
  ];
}

function tree(): Row {
  const Tree = {
    type: "object",
    required: ["name", "children"],
    properties: {
      name: { type: "string" },
      children: { type: "array", items: ref("Tree") },
    },
  };
  const grow = (depth: number, leaf: Json): Json => ({
    name: `level ${depth}`,
    children: depth === 0 ? [] : [grow(depth - 1, "leaf"), grow(depth - 1, leaf)],
  });
  const spoil = (node: JsonObject): Json => {
    const children = node["children"] as readonly JsonObject[];
    const last = children.at(-1);
    return last
      ? { ...node, children: [...children.slice(0, -1), spoil(last)] }
      : { ...node, name: 1 };
  };
  const valid = grow(5, "leaf");
  return row("tree of 63", "Tree", { Tree }, [valid], spoil(valid as JsonObject));
}

/** Three of GitHub's schemas, with the examples of its description. */
function large(github: JsonObject): readonly Row[] {
  const { schemas, examples } = github["components"] as {
    readonly schemas: JsonObject;
    readonly examples: { readonly [name: string]: { readonly value: JsonObject } };
  };
  const wrongUser = (value: JsonObject, member: string): JsonObject => ({
    ...value,
    [member]: { ...(value[member] as JsonObject), id: "one" },
  });
  return [
    ["full-repository", "full-repository-default-response", "owner"] as const,
    ["pull-request", "pull-request", "user"] as const,
    ["issue", "issue", "user"] as const,
  ].flatMap(([schema, example, member]) => {
    const value = completed(examples[example]?.value ?? {});
    const one = (name: string, formats: Row["formats"]): Row =>
      row(name, schema, schemas, [value], wrongUser(value, member), formats, "3.0.3");
    return [one(schema, "assert"), one(`${schema}, no formats`, "annotate")];
  });
}

/** The examples leave out members that the schemas require. */
function completed(value: JsonObject): JsonObject {
  const { requested_teams: teams, source } = value;
  return {
    ...value,
    ...("allow_forking" in value ? { language: "Ruby" } : {}),
    ...(source ? { source: { ...(source as JsonObject), language: "Ruby" } } : {}),
    ...(Array.isArray(teams)
      ? { requested_teams: teams.map((team: JsonObject) => ({ ...team, type: "organization" })) }
      : {}),
  };
}
