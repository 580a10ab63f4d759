import { emitOptions } from "../emit-options.js";
import { join } from "node:path";
import { build } from "esbuild";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { Expectations, validators } from "../../src/emitters/validators/index.js";
import type { ApiModel, Identifier, NamedSchema, Operation } from "../../src/model/types.js";
import type { Issue } from "../../src/runtime/validate/issue.js";

export type Module = Readonly<Record<string, (value: unknown, issues?: Issue[]) => unknown>>;

/** A model that has nothing but schemas, and operations where a test needs them. */
export function modelOf(
  schemas: readonly NamedSchema[],
  operations: readonly Operation[] = [],
): ApiModel {
  const prose = { summary: "", description: "" };
  const source = { file: "test", pointer: "" };
  return {
    name: "Test" as Identifier,
    title: "Test",
    version: "1",
    prose,
    servers: [],
    schemas,
    replies: [],
    security: [],
    operations,
    plans: [],
    document: () => ({}),
    requirements: [],
    source,
  };
}

export interface Emitted {
  readonly text: string;
  readonly diagnostics: Diagnostics;
}

/** The exports of a file with all that it imports. */
export async function importFile<Exports>(file: string): Promise<Exports> {
  const options = { bundle: true, write: false, format: "esm", target: "node20" } as const;
  const { outputFiles } = await build({ entryPoints: [file], ...options });
  return importText<Exports>(outputFiles[0]?.text ?? "");
}

async function importText<Exports>(source: string): Promise<Exports> {
  const encoded = Buffer.from(source).toString("base64");
  return (await import(`data:text/javascript;base64,${encoded}`)) as Exports;
}

/** The text of `validators.ts`, not formatted. */
export async function emitValidators(
  model: ApiModel,
  formats: "assert" | "annotate" = "assert",
): Promise<Emitted> {
  const diagnostics = new Diagnostics();
  const context = { diagnostics, options: { ...emitOptions, formats } };
  const [file] = await validators.emit(model, context);
  if (!file) throw new Error("the emitter writes a file");
  return { text: fileText(file), diagnostics };
}

/** The text of an `expected.ts` with all schemas that data can say, and `matchX` for each, which goes by it. */
export function emitExpected(model: ApiModel, formats: "assert" | "annotate" = "assert"): string {
  const bodies = model.schemas.map((schema) => ({ name: schema.name, schema, owner: schema.name }));
  const [file] = new Expectations(model, bodies, formats).file(bodies);
  if (!file) return "";
  const text = fileText(file);
  const names = Array.from(text.matchAll(/^export const expected(\w+)/gm), ([, name]) => name);
  const matches = names.map((name) => `export const match${name} = matching(expected${name});`);
  return `import { matching } from "./runtime/validate/expected/expected.js";\n${text}\n${matches.join("\n")}\n`;
}

/** Loads the text of a `validators.ts` as a module, with that of an `expected.ts` and the runtime of this repository. */
export async function load(validators: string, expected = ""): Promise<Module> {
  return importText<Module>(await bundle(validators, expected));
}

/** The same as one text of JavaScript. */
export async function bundle(validators: string, expected = ""): Promise<string> {
  const resolveDir = new URL("../../src", import.meta.url).pathname;
  const texts = new Map([
    ["./validators.js", validators],
    ["./expected.js", expected],
  ]);
  const result = await build({
    stdin: {
      contents: [...texts.keys()].map((name) => `export * from "${name}";`).join("\n"),
      resolveDir,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    plugins: [
      {
        name: "sources",
        setup: (builder) => {
          builder.onResolve({ filter: /^\.\/(validators|expected)\.js$/ }, ({ path, importer }) =>
            /[\\/]runtime[\\/]/.test(importer) ? undefined : { path, namespace: "generated" },
          );
          builder.onLoad({ filter: /./, namespace: "generated" }, ({ path }) => ({
            contents: texts.get(path) ?? "",
            loader: "ts",
            resolveDir,
          }));
          builder.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, resolveDir }) => ({
            path: join(resolveDir, path.replace(/\.js$/, ".ts")),
          }));
        },
      },
    ],
  });
  return result.outputFiles[0]?.text ?? "";
}
