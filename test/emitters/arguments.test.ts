import { emitOptions } from "../emit-options.js";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { client } from "../../src/emitters/client/index.js";
import { isTrivial, passesAll } from "../../src/emitters/validators/analysis/analysis.js";
import { validators } from "../../src/emitters/validators/index.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import { schemasIn } from "../../src/model/walks/children.js";
import type { ApiModel, Schema } from "../../src/model/types.js";
import { oddSamples, sharedSamples } from "../corpus/descriptions.js";

interface Input {
  readonly name: string;
  readonly folder: string;
  readonly path: string;
}

const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const goldenInputs = readdirSync(golden)
  .filter((name) => existsSync(join(golden, name, "input.yaml")))
  .map((name): Input => ({ name, folder: join(golden, name), path: "input.yaml" }));

async function modelOf({ folder, path }: Input): Promise<ApiModel | undefined> {
  const diagnostics = new Diagnostics();
  const input = { path: join(folder, path), name: path };
  const description = await load(input, diagnostics, { cwd: folder, root: folder });
  return description && !diagnostics.hasErrors ? buildModel(description, diagnostics) : undefined;
}

async function written(model: ApiModel): Promise<readonly string[]> {
  const context = {
    diagnostics: new Diagnostics(),
    options: emitOptions,
  } as const;
  const files = [
    ...(await validators.emit(model, context)),
    ...(await client.emit(model, context)),
  ];
  return files.map((file) => fileText(file));
}

/** All that the schemas with a name lead to. */
function reachable({ schemas }: ApiModel): ReadonlySet<Schema> {
  const found = new Set<Schema>(schemas);
  for (const schema of found) for (const child of schemasIn(schema)) found.add(child);
  return found;
}

/** The schemas that refuse nothing, found by asking all of them again and again. */
function passingAll(schemas: ReadonlySet<Schema>): ReadonlySet<Schema> {
  const left = new Set(schemas);
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    for (const schema of left)
      if (!passesAll(schema.keywords, (child) => left.has(child))) left.delete(schema);
  }
  return left;
}

/** A test without a value, but where no value passes, and what has nowhere to report to. */
const unused = [
  /function (\w+)\(_value: unknown\b[^()]*\): (?:boolean|_value is \w+) \{(?!\s*return false;\s*\})/g,
  /function (\w+)\([^()]*_issues: /g,
];

const nothingExpected = /const (expected\w+): ExpectedValue = \{\}/g;

/** The names of functions that leave an argument unused, and of data that expects nothing. */
function silent(texts: readonly string[]): readonly string[] {
  const found = [...unused, nothingExpected].flatMap((pattern) =>
    texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = ""]) => name)),
  );
  return [...new Set(found)].sort();
}

const samples = [...oddSamples(), ...sharedSamples()].filter(({ expected }) => expected === "code");

test.each([...goldenInputs, ...samples])(
  "$name: what is not true of every value looks at its arguments",
  async (input) => {
    const model = await modelOf(input);
    if (!model) return;
    const texts = await written(model);
    const all = reachable(model);
    const passing = passingAll(all);
    expect(
      [...all]
        .filter((schema) => isTrivial(schema) !== passing.has(schema))
        .map(({ source }) => source),
    ).toEqual([]);
    const allowed = new Set(
      model.schemas
        .filter((schema) => passing.has(schema))
        .flatMap(({ name }) => [`is${name}`, `check${name}`, `expected${name}`]),
    );
    expect(silent(texts).filter((name) => !allowed.has(name))).toEqual([]);
  },
);
