import { posix } from "node:path";
import { fileURLToPath } from "node:url";
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
    entryPoints: ["entry"],
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
          builder.onResolve({ filter: /^entry$/ }, () => ({ path: "entry", namespace: "memory" }));
          // From one file of the runtime to the next, esbuild finds the way itself.
          builder.onResolve({ filter: /^\./, namespace: "memory" }, ({ path, importer }) => {
            const name = posix.join(posix.dirname(importer), path).replace(/\.js$/, "");
            if (texts.has(name)) return { path: name, namespace: "memory" };
            return { path: fileURLToPath(new URL(`${name}.ts`, source)) };
          });
          builder.onLoad({ filter: /./, namespace: "memory" }, ({ path }) => ({
            contents: path === "entry" ? entry.join("\n") : (texts.get(path) ?? ""),
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
