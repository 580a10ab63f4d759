import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { generate as run, produce } from "../../src/pipeline.js";
import type { Sample } from "./descriptions.js";

/** What came of generating everything for one description. */
export interface Generated {
  readonly version: string;
  readonly operations: number;
  readonly schemas: number;
  readonly seconds: number;
  readonly files: number;
  readonly warnings: number;
  /** Code, text and place of what the description is refused for. */
  readonly refusals: readonly string[];
  /** What was thrown, with the stack. */
  readonly crash: string | undefined;
}

/** Generates into `folder`, as `specsmith generate` does with stubs; what was there is removed. */
export async function generate(sample: Sample, folder: string): Promise<Generated> {
  rmSync(folder, { recursive: true, force: true });
  const version = versionOf(sample);
  const nothing = { version, operations: 0, schemas: 0, files: 0, warnings: 0, refusals: [] };
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  try {
    const { ok, diagnostics, model, result } = await run(entryOf(sample, folder));
    const errors = diagnostics.all.filter(({ severity }) => severity === "error");
    return {
      ...nothing,
      operations: model?.operations.length ?? 0,
      schemas: model?.schemas.length ?? 0,
      seconds: seconds(),
      files: result?.written.length ?? 0,
      warnings: diagnostics.counts.warning,
      refusals: ok
        ? []
        : errors.map(({ code, message, source }) => `${code}: ${message} (${source.pointer})`),
      crash: ok || errors.length > 0 ? undefined : "refused without an error",
    };
  } catch (error) {
    return { ...nothing, seconds: seconds(), crash: (error as Error).stack ?? String(error) };
  }
}

/** What a second run does otherwise than the first: nothing, if all is well. */
export async function again(sample: Sample, folder: string): Promise<readonly string[]> {
  const entry = entryOf(sample, folder);
  const product = await produce(entry, new Diagnostics(), new Files());
  const different = (product?.generated ?? []).filter(({ path, text }) => {
    const file = join(folder, "api", path);
    return !existsSync(file) || readFileSync(file, "utf8") !== text;
  });
  const { result } = await run(entry);
  return [
    ...different.map(({ path }) => `second run: ${path} has other bytes`),
    ...(result?.written ?? []).map((path) => `second run: wrote ${path}`),
    ...(result?.removed ?? []).map((path) => `second run: removed ${path}`),
  ];
}

function entryOf({ folder: root, path }: Sample, folder: string) {
  return {
    config: {
      input: join(root, path),
      root,
      output: join(folder, "api"),
      stubs: join(folder, "handlers"),
    },
    folder,
  };
}

/** As written, from the first lines; `?` where it is not to be seen. */
function versionOf({ folder, path }: Sample): string {
  try {
    const text = readFileSync(join(folder, path), "utf8");
    return /^\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?([\d.]+)/m.exec(text)?.[1] ?? inline(text);
  } catch {
    return "?";
  }
}

function inline(text: string): string {
  return /"(?:openapi|swagger)"\s*:\s*"([\d.]+)"/.exec(text.slice(0, 100_000))?.[1] ?? "?";
}
