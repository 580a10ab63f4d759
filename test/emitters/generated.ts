import { join } from "node:path";
import { build } from "esbuild";
import { Diagnostics } from "../../src/diagnostics/catalog.js";
import { fileText } from "../../src/emit/file.js";
import { validators } from "../../src/emitters/validators/index.js";
import type { ApiModel, Identifier, NamedSchema, Operation } from "../../src/model/types.js";
import type { Issue } from "../../src/runtime/issue.js";

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

/** The text of `validators.ts`, not formatted. */
export async function emitValidators(
  model: ApiModel,
  formats: "assert" | "annotate" = "assert",
): Promise<Emitted> {
  const diagnostics = new Diagnostics();
  const context = { diagnostics, options: { formats, stubs: undefined } };
  const [file] = await validators.emit(model, context);
  if (!file) throw new Error("the emitter writes a file");
  return { text: fileText(file), diagnostics };
}

/** Loads the text of a `validators.ts` as a module, with the runtime of this repository. */
export async function load(text: string): Promise<Module> {
  const result = await build({
    stdin: {
      contents: text,
      loader: "ts",
      resolveDir: new URL("../../src", import.meta.url).pathname,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    plugins: [
      {
        name: "sources",
        setup: (builder) => {
          builder.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path, resolveDir }) => ({
            path: join(resolveDir, path.replace(/\.js$/, ".ts")),
          }));
        },
      },
    ],
  });
  const source = result.outputFiles[0]?.text ?? "";
  return (await import(
    `data:text/javascript;base64,${Buffer.from(source).toString("base64")}`
  )) as Module;
}
