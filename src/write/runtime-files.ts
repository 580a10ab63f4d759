import { readFileSync } from "node:fs";
import type { OutputFile } from "../emit/file.js";

const runtimeFolder = new URL("../../src/runtime/", import.meta.url);

/**
 * The files of the runtime that generated code imports, with those that they import in turn, as
 * they are in the package. `extra` names files that users import themselves.
 */
export function runtimeFiles(
  output: readonly OutputFile[],
  extra: readonly string[],
): readonly { path: string; text: string }[] {
  const found = new Map<string, string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    const text = readFileSync(new URL(`${name}.ts`, runtimeFolder), "utf8");
    found.set(name, text);
    for (const [, next] of text.matchAll(/from "\.\/([\w-]+)\.js"/g)) if (next) add(next);
  };
  for (const { code } of output)
    for (const { from } of code.imports) {
      const [, name] = /^\.\/runtime\/([\w-]+)\.js$/.exec(from) ?? [];
      if (name) add(name);
    }
  for (const name of extra) add(name);
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => ({ path: `runtime/${name}.ts`, text }));
}
