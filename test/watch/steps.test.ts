import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { beside } from "../beside.js";
import type { ConfigEntry } from "../../src/config/config.js";
import type { Config } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/catalog.js";
import { fileText } from "../../src/emit/file.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { Editor, numbersFrom } from "./edits.js";

/** Edits for each description; in the long mode as many as the variable says. */
const rounds = Number(process.env["SPECSMITH_WATCH_ROUNDS"] ?? 8);
const isLong = process.env["SPECSMITH_WATCH_ROUNDS"] !== undefined;
const seed = Number(process.env["SPECSMITH_WATCH_SEED"] ?? 1);

const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const corpus = fileURLToPath(beside("corpus/specs/"));

/** Not those of several files, and not those with code of the user's, which are made anew each time. */
const unfit = ["description", "overlays", "own-emitter", "own-template", "root", "transform"];
const cases = readdirSync(golden).filter(
  (name) => !unfit.includes(name) && statSync(join(golden, name)).isDirectory(),
);

/** Descriptions of the corpus that a step through is tried with too: some in the long mode only. */
const few = [
  "museum-openapi-example-openapi/openapi.yaml",
  "notion-mcp-server-scripts-notion-openapi/notion-openapi.json",
];
const many = [
  "scalar-galaxy-latest/latest.yaml",
  "plugins-3.0.x-zalando/zalando.yaml",
  "guru-openai.com/openai.com.json",
  "guru-cpy.re-peertube/peertube.json",
  "figma-rest-api-spec-openapi-openapi/openapi.yaml",
  "guru-trello.com/trello.com.json",
  "moby-docs-v1.55/v1.55.yaml",
  "togethercomputer-openapi-openapi/openapi.yaml",
];

/** All that a run makes and says. */
async function outcome(entry: ConfigEntry, always: boolean): Promise<unknown> {
  const [diagnostics, files] = [new Diagnostics(), new Files()];
  try {
    const product = await produce(entry, diagnostics, files, { always });
    return {
      problems: diagnostics.all.map((one) => ({
        ...one,
        place: files.locate(one.source, one.marks),
      })),
      hash: product?.inputHash,
      files: product?.generated.map(({ path, text }) => [path, text]),
      owned: product?.owned.map((file) => [file.path, fileText(file)]),
    };
  } catch (error) {
    return String(error);
  }
}

async function checkEdits(
  original: object,
  config: Partial<Config>,
  count: number,
  from = seed,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-steps-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const entry = {
    config: { ...config, input: "api.json", output: "api", format: "none" as const },
    folder,
  };
  let editor = new Editor(structuredClone(original) as Record<string, unknown>, from);
  let good = 0;
  const done: string[] = [];
  for (let round = 0; round < count; round++) {
    const before = structuredClone(editor.document);
    const name = round === 0 ? "nothing" : editor.edit();
    done.push(name ?? "-");
    const text = JSON.stringify(editor.document, undefined, 1);
    if (round % 3 === 2) {
      // Saved in the middle of a word, as editors do by themselves.
      writeFileSync(join(folder, "api.json"), text.slice(0, text.length / 2));
      await outcome(entry, true);
    }
    writeFileSync(join(folder, "api.json"), text);
    const cold = await outcome(entry, false);
    expect(await outcome(entry, true), done.join(", then ")).toEqual(cold);
    if ((cold as { files?: unknown }).files !== undefined) good++;
    // Somebody sees that it is broken, and goes back.
    else editor = new Editor(before, from * 1000 + round);
  }
  return good;
}

test.each(cases)(
  "what is kept from the run before changes no byte, after edits of the golden case %s",
  async (name) => {
    const file = join(golden, name, "config.json");
    const config = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : {};
    const text = readFileSync(join(golden, name, "input.yaml"), "utf8");
    const { compare: _, compilerOptions: __, ...options } = config as Record<string, unknown>;
    const good = await checkEdits(parse(text) as object, options, rounds);
    expect(good).toBeGreaterThan(rounds / 3);
  },
  600_000,
);

/** Where schemas without a name are used in several places, and names are in the way of others. */
const crowded = {
  openapi: "3.1.0",
  info: { title: "Crowded", version: "1" },
  paths: Object.fromEntries(
    ["a", "b", "c"].map((name) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          parameters: [{ $ref: "#/components/parameters/Filter" }],
          responses: { "200": { $ref: "#/components/responses/Found" } },
        },
      },
    ]),
  ),
  components: {
    parameters: {
      Filter: {
        ...{ name: "filter", in: "query", style: "deepObject" },
        schema: { type: "object", properties: { by: objectWith("Filter"), f: { format: "odd" } } },
      },
    },
    responses: {
      Found: {
        description: "Found.",
        content: { "application/json": { schema: { type: "array", items: objectWith("Found") } } },
      },
    },
    schemas: {
      Pet: { type: "object", properties: { owner: objectWith("Pet"), f: { format: "odd" } } },
      Pet_owner: { type: "object", properties: { name: { pattern: "^o" } } },
      Owner: { type: "object", properties: { pet: objectWith("Owner"), g: { format: "odder" } } },
    },
  },
};

function objectWith(word: string): object {
  return {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string", pattern: `^${word}` },
      list: { type: "array", items: { enum: ["a", "b", "c", "d", "e", word] } },
    },
  };
}

test.each([1, 2])(
  "what is kept changes no byte where much depends on what comes first (%i)",
  async (more) => {
    const good = await checkEdits(crowded, {}, rounds * 8, seed + more);
    expect(good).toBeGreaterThan(rounds * 4);
  },
  600_000,
);

test("what is kept changes no byte where references lead to other files now and then, and into components", async () => {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-steps-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const entry = { config: { input: "api.json", output: "api", format: "none" as const }, folder };
  const schemas: readonly object[] = [
    { Pet: { type: "object", properties: { owner: { $ref: "#/components/schemas/Owner" } } } },
    { Pet: { type: "object", properties: { owner: { $ref: "other.json#/Owner" } } } },
    { Pet: { $ref: "#/components/schemas/Owner/properties/pet" } },
    { Pet: { $ref: "#/components/schemas/Owner" }, Cat: { $ref: "#/components/schemas/Pet" } },
    { Pet: { $ref: "#/components/examples/Cat/value" } },
    { Pet: { type: "string", minLength: 3, maxLength: 2 } },
    { "Pet-model": { type: "string" }, Pet: { allOf: [{ $ref: "#/components/schemas/Owner" }] } },
    {
      Pet: {
        oneOf: [{ $ref: "#/components/schemas/Owner" }],
        discriminator: { propertyName: "a" },
      },
    },
    { pet: { type: "integer" }, Pet: { type: "object", properties: { list: { type: "array" } } } },
  ];
  const next = numbersFrom(seed);
  const pick = (list: readonly object[]): object => list[Math.floor(next() * list.length)] ?? {};
  for (let round = 0; round < rounds * 8; round++) {
    const others = { type: round % 5 ? "object" : "string", properties: { pet: { minimum: 1 } } };
    writeFileSync(join(folder, "other.json"), JSON.stringify({ Owner: others }));
    const document = {
      openapi: round % 11 ? "3.1.0" : "3.0.3",
      info: { title: round % 7 ? "Pets" : "Owner", version: "1" },
      paths: {
        "/pets": {
          get: {
            operationId: "pets",
            responses: {
              200: {
                description: "OK",
                content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
              },
            },
          },
        },
      },
      components: {
        schemas: { ...pick(schemas), Owner: next() < 0.8 ? objectWith("Pet") : others },
        examples: { Cat: { value: { type: "string", minLength: 3, maxLength: 2 } } },
      },
    };
    writeFileSync(join(folder, "api.json"), JSON.stringify(document));
    const cold = await outcome(entry, false);
    expect(await outcome(entry, true), `round ${round}`).toEqual(cold);
  }
}, 600_000);

test.skipIf(!existsSync(corpus)).each(isLong ? [...few, ...many] : few)(
  "what is kept from the run before changes no byte, after edits of %s (skipped where ../shared is missing)",
  async (name) => {
    const text = readFileSync(join(corpus, name), "utf8");
    const good = await checkEdits(
      parse(text) as object,
      { client: { groups: seed % 2 === 0 } },
      rounds,
    );
    expect(good).toBeGreaterThan(rounds / 3);
  },
  1_200_000,
);
