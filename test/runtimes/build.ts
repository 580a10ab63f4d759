import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Config } from "../../src/config/options.js";
import { generate as run } from "../../src/pipeline.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const require = createRequire(import.meta.url);
const strict = JSON.parse(readFileSync(join(here, "../consumer/strict.json"), "utf8")) as {
  compilerOptions: object;
};

/**
 * Generates the client of `description.yaml` into `folder`, and mocks, with the cases beside them, and gives one
 * ES module of it all. `last` is what the module ends with; it has `runCases` and is compiled as is.
 */
export async function buildCases(folder: string, last: string): Promise<string> {
  await generate(folder, {
    input: join(here, "description.yaml"),
    output: join(folder, "generated"),
    int64: "bigint",
  });
  await generate(folder, {
    input: join(here, "../golden/mocks/input.yaml"),
    output: join(folder, "fixtures"),
    only: ["mocks"],
  });
  for (const file of ["cases.ts", "entry.ts", "harness.ts", "service.ts"])
    copyFileSync(join(here, file), join(folder, file));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const main = join(folder, "main.js");
  writeFileSync(main, `import { runCases } from "./entry.js";\n${last}`);
  const result = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    alias: { generated: join(folder, "generated"), fixtures: join(folder, "fixtures") },
    logLevel: "error",
  });
  return result.outputFiles[0]?.text ?? "";
}

async function generate(folder: string, config: Config): Promise<void> {
  const { ok, diagnostics } = await run({ config, folder });
  if (!ok) throw new Error(diagnostics.all.map(({ message }) => message).join("\n"));
}

/** What TypeScript 7 says of the cases and the client that they use, under the strictest flags. */
export function compileCases(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const compilerOptions = {
    ...strict.compilerOptions,
    allowImportingTsExtensions: true,
    paths: { "generated/*": ["./generated/*"], "fixtures/*": ["./fixtures/*"] },
    typeRoots: [join(dirname(require.resolve("@types/node/package.json")), "..")],
  };
  const config = { compilerOptions, include: ["*.ts", "generated", "fixtures"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = require.resolve("typescript7/package.json").replace("package.json", "bin/tsc");
  const typed = [tsc, "-p", folder, "--pretty", "false"];
  return spawnSync(process.execPath, typed, { encoding: "utf8" }).stdout;
}
