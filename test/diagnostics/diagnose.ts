import { emitOptions } from "../emit-options.js";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Config } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { printDiagnostics } from "../../src/diagnostics/print.js";
import { selectEmitters } from "../../src/emitters/index.js";
import { load } from "../../src/load/load.js";
import type { LoadOptions } from "../../src/load/load.js";
import { Files } from "../../src/load/text/positions.js";
import { buildModel } from "../../src/model/build.js";
import type { ApiModel } from "../../src/model/types.js";
import { produce } from "../../src/pipeline.js";

async function emit(model: ApiModel, diagnostics: Diagnostics): Promise<void> {
  const context = { diagnostics, options: emitOptions };
  for (const emitter of selectEmitters(undefined)) await emitter.emit(model, context);
}

/** What is printed, without colour, for the description at `path`; `options.json` beside it sets limits, `config.json` is a config. */
export async function diagnose(path: string): Promise<string> {
  const cwd = dirname(path);
  const diagnostics = new Diagnostics();
  const files = new Files();
  const config = jsonAt<Partial<Config>>(join(cwd, "config.json"));
  if (config) {
    const entry = { config: { input: path, output: "out", ...config }, folder: cwd };
    const before = process.cwd();
    process.chdir(cwd);
    await produce({ ...entry, file: join(cwd, "config.json") }, diagnostics, files).finally(() =>
      process.chdir(before),
    );
  } else {
    const more = jsonAt<Partial<LoadOptions>>(join(cwd, "options.json"));
    const description = await load({ path: basename(path) }, diagnostics, { ...more, cwd, files });
    if (description) await emit(buildModel(description, diagnostics), diagnostics);
  }
  return printDiagnostics(diagnostics.all, {
    format: "pretty",
    colour: false,
    locate: (source, marks) => files.locate(source, marks),
    linesOf: (name) => files.linesOf(name),
    counts: diagnostics.counts,
    limitOfCode: 50,
  });
}

function jsonAt<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}
