import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import type { Generated } from "./generate.js";

const source = new URL("../../src/", import.meta.url);

export type Exports = Readonly<Record<string, (...input: readonly unknown[]) => unknown>>;

export interface Realm {
  readonly exports: Exports;
  /** The global object of the realm that the code ran in. */
  readonly global: Readonly<Record<string, unknown>>;
}

/** Bundles the generated files with the runtime and runs them in a realm of their own, where `PWN` would be seen. */
export async function loadGenerated({ files }: Generated): Promise<Realm> {
  const texts = new Map(files.map(({ path, text }) => [path.replace(/\.ts$/, ""), text]));
  const entry = [...texts.keys()]
    .filter((path) => !path.startsWith(".."))
    .map((path) => `export * from "./${path}.js";`);
  const result = await build({
    stdin: { contents: entry.join("\n"), loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "generated",
    platform: "neutral",
    logLevel: "silent",
    plugins: [
      {
        name: "memory",
        setup: (builder) => {
          builder.onResolve({ filter: /^\./ }, ({ path, importer }) => {
            const name = posix.join(posix.dirname(importer), path).replace(/\.js$/, "");
            return { path: name, namespace: "memory" };
          });
          builder.onLoad({ filter: /./, namespace: "memory" }, ({ path }) => ({
            contents: texts.get(path) ?? readFileSync(new URL(`${path}.ts`, source), "utf8"),
            loader: "ts",
          }));
        },
      },
    ],
  });
  const globals = {
    URL,
    URLSearchParams,
    Headers,
    Request,
    Response,
    FormData,
    Blob,
    File,
    TextEncoder,
    TextDecoder,
    AbortController,
    AbortSignal,
    ReadableStream,
    setTimeout,
    clearTimeout,
    crypto,
    performance,
    console,
  };
  const context = createContext({ ...globals });
  runInContext(result.outputFiles[0]?.text ?? "", context, { timeout: 10_000 });
  return {
    exports: runInContext("generated", context) as Exports,
    global: runInContext("globalThis", context) as Readonly<Record<string, unknown>>,
  };
}
