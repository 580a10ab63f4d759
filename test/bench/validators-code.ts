import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvStandalone from "ajv/dist/standalone/index.js";
import ajvFormats from "ajv-formats";
import { build } from "esbuild";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import type { Json, JsonObject, Row } from "./validators-rows.js";
import { writeTypia } from "./validators-typia.js";
import { variedValues } from "./validators-values.js";

const here = fileURLToPath(new URL(".", import.meta.url));

/** What a child is told of its row. */
export interface RowFile {
  readonly name: string;
  /** The schema as plain JSON Schema 2020-12, whose `$defs` are those of the description. */
  readonly schema: JsonObject;
  readonly formats: Row["formats"];
  readonly valid: readonly Json[];
  readonly invalid: readonly Json[];
  readonly ours: { readonly file: string; readonly is: string; readonly check: string };
  readonly ajv: { readonly first: string; readonly all: string };
  /** The file of its code, or why there is none. */
  readonly typia: { readonly file: string } | { readonly problem: string };
}

/** Writes the code of a row that is not made where it runs: specsmith's, ajv's standalone and, on demand, typia's. */
export async function prepare(row: Row, folder: string, withTypia: boolean): Promise<RowFile> {
  mkdirSync(folder, { recursive: true });
  const schema = plainSchema(row);
  const ours = await writeOurs(row, folder);
  const first = await writeAjv(schema, false, join(folder, "ajv.mjs"));
  const all = await writeAjv(schema, true, join(folder, "ajv-all.mjs"));
  const typia = withTypia ? await bundleTypia(schema, folder) : { problem: "not asked for" };
  const { validate } = (await import(first)) as { readonly validate: (value: unknown) => boolean };
  const { invalid, valid } = variedValues(row, validate);
  const { formats, name } = row;
  return { name, schema, formats, valid, invalid, ours, ajv: { first, all }, typia };
}

async function bundleTypia(schema: JsonObject, folder: string): Promise<RowFile["typia"]> {
  try {
    const cache = join(here, "../../node_modules/.cache/specsmith-typia");
    const file = join(folder, "typia.mjs");
    await bundle(writeTypia(schema, join(folder, "typia"), cache), file);
    return { file };
  } catch (error) {
    return { problem: String(error).slice(0, 200) };
  }
}

/** The program that measures, with all libraries. */
export async function writeWorker(folder: string): Promise<string> {
  await build({
    entryPoints: [join(here, "validators-worker.ts")],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
    banner: {
      js: `import { createRequire as makeRequire } from "node:module";\nconst require = makeRequire(${JSON.stringify(here)});`,
    },
  });
  return join(folder, "validators-worker.mjs");
}

async function writeOurs(row: Row, folder: string): Promise<RowFile["ours"]> {
  const input = join(folder, "description.json");
  writeFileSync(input, JSON.stringify(row.description));
  const diagnostics = new Diagnostics();
  const { formats } = row;
  const config = { input, output: "generated", only: ["validators"] as const, formats };
  const product = await produce({ config, folder }, diagnostics, new Files());
  const schema = product?.model.schemas.find(({ source }) =>
    source.pointer.endsWith(`/schemas/${row.schema}`),
  );
  if (!product || !schema)
    throw new Error(`${row.name}: ${diagnostics.all.map(({ message }) => message).join("; ")}`);
  for (const { path, text } of product.generated) {
    const target = join(folder, "generated", path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  const file = join(folder, "ours.mjs");
  await bundle(join(folder, "generated/validators.ts"), file);
  return { file, is: `is${schema.name}`, check: `check${schema.name}` };
}

async function writeAjv(schema: JsonObject, allErrors: boolean, file: string): Promise<string> {
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    discriminator: true,
    code: { source: true, esm: true, lines: true },
  });
  ajvFormats.default(ajv);
  const source = `${file}.source.js`;
  writeFileSync(source, ajvStandalone.default(ajv, ajv.compile(schema)));
  await bundle(source, file);
  return file;
}

async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
    nodePaths: [join(dirname(createRequire(import.meta.url).resolve("ajv/package.json")), "..")],
  });
}

const keptAside = new Set(["description", "example", "examples", "title", "xml", "externalDocs"]);

function plainSchema({ description, formats, schema }: Row): JsonObject {
  const { schemas } = description["components"] as { readonly schemas: JsonObject };
  const $defs = Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [name, plain(one as JsonObject, formats)]),
  );
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...refTo(schema), $defs };
}

function refTo(name: string): JsonObject {
  return { $ref: `#/$defs/${name}` };
}

function plain(schema: JsonObject, formats: Row["formats"]): JsonObject {
  const result: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keptAside.has(keyword) || keyword.startsWith("x-") || keyword === "nullable") continue;
    if (keyword === "format" && formats === "annotate") continue;
    if (keyword === "$ref") result[keyword] = String(value).replace("components/schemas", "$defs");
    else if (keyword === "properties")
      result[keyword] = Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, one]) => [
          name,
          plain(one as JsonObject, formats),
        ]),
      );
    else if (["allOf", "anyOf", "oneOf"].includes(keyword))
      result[keyword] = (value as readonly JsonObject[]).map((one) => plain(one, formats));
    else if (keyword !== "discriminator" && typeof value === "object" && !Array.isArray(value))
      result[keyword] = plain(value as JsonObject, formats);
    else result[keyword] = value;
  }
  if (schema["nullable"] === true && typeof schema["type"] === "string") {
    result["type"] = [schema["type"], "null"];
    if (Array.isArray(result["enum"])) result["enum"] = [...new Set([...result["enum"], null])];
  }
  return result;
}
