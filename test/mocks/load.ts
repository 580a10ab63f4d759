import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import { build } from "esbuild";
import type { Config } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import type { ApiModel } from "../../src/model/types.js";
import { produce } from "../../src/pipeline.js";

type Functions = Readonly<Record<string, (...values: readonly never[]) => unknown>>;

/** What was generated for a description, as modules. */
export interface Loaded {
  readonly model: ApiModel;
  readonly mocks: Functions;
  readonly validators: Functions;
  readonly client: Functions;
}

/** Generates in memory; throws where the description is refused. */
export async function loadMocks(
  input: string,
  folder: string,
  options: Partial<Config> = {},
): Promise<Loaded> {
  const only = ["mocks", "client", "validators"] as const;
  const config = { only, format: "none" as const, input, output: "out", ...options };
  const diagnostics = new Diagnostics();
  const product = await produce({ config, folder }, diagnostics, new Files());
  if (!product) throw new Error(diagnostics.all.map(({ message }) => message).join("\n"));
  const texts = new Map(product.generated.map(({ path, text }) => [`/${path}`, text]));
  const result = await build({
    stdin: {
      contents: ["mocks", "validators", "client"]
        .filter((name) => texts.has(`/${name}.ts`))
        .map((name) => `export * as ${name} from "./${name}.js";`)
        .join("\n"),
      loader: "ts",
    },
    bundle: true,
    logLevel: "error",
    write: false,
    format: "cjs",
    platform: "node",
    plugins: [
      {
        name: "memory",
        setup(builder) {
          builder.onResolve({ filter: /^\./ }, ({ path, importer }) => ({
            path: new URL(
              `${path.replace(/\.js$/, "")}.ts`,
              `file://${importer.replace("<stdin>", "/")}`,
            ).pathname,
            namespace: "memory",
          }));
          builder.onLoad({ filter: /./, namespace: "memory" }, ({ path }) => ({
            contents:
              texts.get(path) ?? readFileSync(new URL(`../../src${path}`, import.meta.url), "utf8"),
            loader: "ts",
          }));
        },
      },
    ],
  });
  const module = { exports: {} };
  const run = runInThisContext(
    `(function (module, require) {${result.outputFiles[0]?.text}\n})`,
  ) as (module: object, require: NodeJS.Require) => void;
  run(module, createRequire(import.meta.url));
  const nothing = { mocks: {}, validators: {}, client: {} };
  return { ...nothing, ...(module.exports as Omit<Loaded, "model">), model: product.model };
}
