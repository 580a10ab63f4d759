import { emitOptions } from "../emit-options.js";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvStandalone from "ajv/dist/standalone/index.js";
import ajvFormats from "ajv-formats";
import { build } from "esbuild";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { validators } from "../../src/emitters/validators/index.js";
import { Files } from "../../src/load/text/positions.js";
import type { ApiModel } from "../../src/model/types.js";
import { readModel } from "../../src/pipeline.js";

const modules = join(dirname(createRequire(import.meta.url).resolve("ajv/package.json")), "..");
const source = new URL("../../src/", import.meta.url).pathname;

/** A description's model, and its schemas as JSON Schema 2020-12 under the names of their types. */
export interface Read {
  readonly model: ApiModel;
  readonly document: object;
  /** The type's name, and the JSON Pointer of the schema in the document. */
  readonly names: ReadonlyMap<string, string>;
}

export async function read(input: string, folder: string): Promise<Read> {
  const diagnostics = new Diagnostics();
  const config = { input, output: "out", root: dirname(input) };
  const entry = { config: { ...config, description: true }, folder };
  const result = await readModel(entry, diagnostics, new Files());
  const document = result?.model.document?.();
  if (!result || typeof document !== "object" || !document)
    throw new Error(diagnostics.all.map(({ message }) => message).join("\n"));
  const { model } = result;
  // The others are inside of these, or in other files.
  const own = model.schemas.filter(({ source }) =>
    /^\/components\/schemas\/[^/]+$/.test(source.pointer),
  );
  const names = new Map(own.map(({ name, source }) => [name, source.pointer]));
  return { model, document, names };
}

/** Writes our validators, unformatted: all of them, and those of the schemas alone. */
export async function writeOurs({ model, names }: Read, folder: string) {
  const schemas = model.schemas.filter(({ name }) => names.has(name));
  return {
    all: await writeValidators(model, join(folder, "ours-all.ts")),
    schemas: await writeValidators({ ...model, schemas, operations: [] }, join(folder, "ours.ts")),
  };
}

async function writeValidators(model: ApiModel, file: string): Promise<string> {
  const options = emitOptions;
  const context = { diagnostics: new Diagnostics(), options };
  const [output] = await validators.emit(model, context);
  if (!output) throw new Error("there are no validators");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, fileText(output));
  return file;
}

/** Writes ajv's standalone code for some schemas, each exported as `isX`; it inlines small ones, if let. */
export function writeAjv(
  { document, names }: Read,
  only: readonly string[],
  file: string,
  inlineRefs = true,
): string {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateSchema: false,
    logger: false,
    inlineRefs,
    code: { source: true, esm: true },
  });
  ajvFormats.default(ajv);
  // `components` alone: what else a description has is no schema, and ajv would look for `$id` in it.
  const { components } = document as { readonly components: object };
  ajv.addSchema({ components }, "description");
  const exported = Object.fromEntries(
    only.map((name) => [`is${name}`, `description#${names.get(name) ?? ""}`]),
  );
  writeFileSync(file, ajvStandalone.default(ajv, exported));
  return file;
}

/** Bundles and minifies what `contents` imports, and says how many bytes that is. */
export async function bundle(contents: string, folder: string, outfile: string): Promise<number> {
  const result = await build({
    stdin: { contents, resolveDir: folder, loader: "ts" },
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    logLevel: "error",
    metafile: true,
    nodePaths: [modules],
    plugins: [
      {
        name: "runtime",
        setup: (builder) => {
          builder.onResolve({ filter: /^\.\/runtime\/.*\.js$/ }, ({ path }) => ({
            path: join(source, path.replace(/\.js$/, ".ts")),
          }));
        },
      },
    ],
  });
  return Object.values(result.metafile.outputs)[0]?.bytes ?? Number.NaN;
}
