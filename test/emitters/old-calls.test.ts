import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import type { Config } from "../../src/config/options.js";
import { oddSamples, sharedSamples } from "../corpus/descriptions.js";
import { isLong } from "../long.js";
import { type OldCalls, copyEmitters, errorsOf, writeOldCalls } from "./old-calls.js";

const sandbox = mkdtempSync(join(tmpdir(), "old-calls-"));
afterAll(() => rmSync(sandbox, { recursive: true, force: true }), 300_000);
const emitters = copyEmitters(join(sandbox, "emitters"));
const golden = fileURLToPath(new URL("../golden/", import.meta.url));

/** Options that change the names and types which calls have. */
const shaping = [
  "case",
  "dates",
  "enums",
  "int64",
  "presentDefaults",
  "root",
  "typeNames",
] as const;

function goldenCases(): readonly OldCalls[] {
  return readdirSync(golden, { withFileTypes: true }).flatMap((entry) => {
    const folder = join(golden, entry.name);
    if (!existsSync(join(folder, "input.yaml"))) return [];
    const file = join(folder, "config.json");
    const all = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Config>) : {};
    const config = Object.fromEntries(
      // TypeScript's own enums take a flag.
      shaping.flatMap((key) => (key in all && all[key] !== "enum" ? [[key, all[key]]] : [])),
    ) as Partial<Config>;
    return [{ name: entry.name, folder, input: "input.yaml", config }];
  });
}

const odd = oddSamples().map(({ name, folder, path }): OldCalls => ({ name, folder, input: path }));
const petStore = fileURLToPath(new URL("../../spec/", import.meta.url));
const store: OldCalls = { name: "petstore", folder: petStore, input: "petstore.yaml" };

const ours: OldCalls = {
  name: "old-calls",
  folder: fileURLToPath(new URL(".", import.meta.url)),
  input: "old-calls.yaml",
};
const made = [ours, { ...ours, name: "camel-calls", config: { case: "camel" as const } }];

/** What is wrong with the calls for descriptions: nothing. */
async function faultsOf(all: readonly OldCalls[]): Promise<Readonly<Record<string, unknown>>> {
  const outputs = new Map<string, string>();
  const refused: Record<string, unknown> = {};
  for (const one of all) {
    const output = join(sandbox, one.name);
    const errors = await writeOldCalls(one, output, emitters).catch((error: Error) => [error]);
    if (errors.length > 0) refused[one.name] = errors;
    else outputs.set(one.name, output);
  }
  return { ...refused, ...(await errorsOf(outputs, join(sandbox, "compiled"))) };
}

test("the calls of other generators are written and compile for each odd description", async () => {
  expect(await faultsOf([...made, ...odd])).toEqual({});
});

test("of a body of several media types, the argument is what is sent", async () => {
  const output = join(sandbox, "narrowed");
  expect(await writeOldCalls(ours, output, emitters)).toEqual([]);
  const calls = `import { client } from "./client.js";
import { rowOf } from "./api/row.js";
const { addDog } = rowOf(client);
void addDog({ name: "Rex" });
// @ts-expect-error: it would be sent as JSON
void addDog("Rex");
`;
  writeFileSync(join(output, "calls-of-it.ts"), calls);
  expect(await errorsOf(new Map([["narrowed", output]]), join(sandbox, "checked"))).toEqual({});
});

const json = (schema: object) => ({ "application/json": { schema } });
const dog = { type: "object", required: ["a"], properties: { a: { type: "string" } } };
const info = { title: "Kennel", version: "1" };

/** What the compiler says of old code for a description. */
async function faultsOfCode(
  name: string,
  described: object,
  code: string,
  config: Partial<Config> = {},
) {
  const [output, folder] = [join(sandbox, name), join(sandbox, `${name}-input`)];
  mkdirSync(folder);
  writeFileSync(join(folder, "input.json"), JSON.stringify(described));
  const one = { name, folder, input: "input.json", config };
  expect(await writeOldCalls(one, output, emitters)).toEqual([]);
  writeFileSync(join(output, "calls-of-it.ts"), code);
  return errorsOf(new Map([[name, output]]), join(sandbox, `${name}-checked`));
}

test("what a call gives is the JSON, if there is any, and not that another reply has none", async () => {
  const replies = {
    200: {
      description: "Fine",
      content: { ...json(dog), "text/html": { schema: { type: "string" } } },
    },
    201: { description: "Made" },
    404: { description: "None", content: json(dog) },
    500: { description: "Failed" },
  };
  const file = { "image/png": { schema: { type: "string", format: "binary" } } };
  const files = { 200: { description: "Fine", content: file }, 204: { description: "None" } };
  const paths = {
    "/dogs": { get: { operationId: "getDog", responses: replies } },
    "/dogs/photo": { get: { operationId: "getPhoto", responses: files } },
  };
  const code = `import { Api } from "./api/swagger-typescript-api.js";
import type { GetDogApiResponse } from "./api/rtk-query.js";
const { dogs } = new Api();
export const dog = dogs.getDog().then(({ data, error }) => [data.a.length, error.a.length]);
export const size = dogs.getPhoto().then(({ data }) => data.size);
export const lengthOf = ({ a }: GetDogApiResponse) => a.length;
`;
  expect(await faultsOfCode("given", { openapi: "3.1.0", info, paths }, code)).toEqual({});
});

test("openapi-typescript-codegen: parameters that operations share have types by their names", async () => {
  const parameters = [
    { $ref: "#/components/parameters/page_size" },
    { $ref: "#/components/parameters/sort" },
  ];
  const responses = { 204: { description: "Fine" } };
  const components = {
    parameters: {
      page_size: { in: "query", name: "size", schema: { type: "integer" } },
      sort: { in: "query", name: "sort", schema: { type: "string", enum: ["up", "down"] } },
    },
  };
  const paths = { "/dogs": { get: { operationId: "listDogs", parameters, responses } } };
  const code = `import { DefaultService, type page_size, sort } from "./api/all.js";
export const list = (size: page_size) => DefaultService.listDogs(size, sort.UP);
export const size: page_size = 5;
`;
  const described = { openapi: "3.1.0", info, paths, components };
  const config = { enums: "const", typeNames: "hey-api" } as const;
  expect(await faultsOfCode("shared-parameters", described, code, config)).toEqual({});
});

test("openapi-client-axios: the types that typegen writes have their names", async () => {
  const parameters = [
    { in: "path", name: "dog_id", required: true, schema: { type: "string" } },
    { in: "header", name: "X-Trace", schema: { type: "integer" } },
  ];
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const responses = {
    200: { description: "Fine", content: json(ref("Dog")) },
    default: { description: "None", content: json(ref("Error")) },
  };
  const paths = {
    "/dogs/{dog_id}": {
      get: { operationId: "get_dog", parameters, responses },
      delete: { parameters, responses },
    },
  };
  const components = { schemas: { Dog: dog, Error: dog } };
  const code = `import type { Components, Paths } from "./api/openapi-client-axios.js";
export const id: Paths.GetDog.Parameters.DogId = "a";
export const traces: Paths.GetDog.HeaderParameters["X-Trace"][] = [1];
export const path: Paths.Dogs$DogId.Delete.PathParameters = { dog_id: id };
export const error: Components.Schemas.Error & Paths.GetDog.Responses.Default = { a: "b" };
`;
  const described = { openapi: "3.1.0", info, paths, components };
  expect(await faultsOfCode("typegen", described, code)).toEqual({});
  const swagger = {
    swagger: "2.0",
    info,
    paths: { "/": { get: { responses: { 204: { description: "Fine" } } } } },
    definitions: { Dog: dog },
  };
  const old = `import type { Definitions } from "./api/openapi-client-axios.js";
export const dog: Definitions.Dog = { a: "b" };
`;
  expect(await faultsOfCode("typegen-2", swagger, old)).toEqual({});
});

test("they compile with enums of TypeScript, which alone its flag refuses", async () => {
  const config = { enums: "enum", typeNames: "hey-api" } as const;
  const faults = await faultsOf([{ ...ours, name: "enum-calls", config }]);
  const all = (faults["enum-calls"] ?? []) as string[];
  expect(all.filter((one) => !/types\.ts.* TS1294/.test(one))).toEqual([]);
});

test.skipIf(!isLong)(
  "they compile for the golden cases (with LONG=1: it takes half a minute)",
  { timeout: 300_000 },
  async () => {
    expect(await faultsOf([...goldenCases(), store])).toEqual({});
  },
);

const shared = sharedSamples().filter(({ expected }) => expected === "code");

test.skipIf(!isLong).each(batchesOf(shared, 10))(
  "they compile for descriptions of the corpus, from $0.name on (with LONG=1, skipped where ../shared is missing)",
  { timeout: 600_000 },
  async (...samples) => {
    const all = samples.map(({ name, folder, path }) => ({ name, folder, input: path }));
    expect(await faultsOf(all)).toEqual({});
  },
);

function batchesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
