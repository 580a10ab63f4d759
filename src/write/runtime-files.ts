import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { packageFolder } from "../package/folder.js";

const runtimeFolder = new URL("src/runtime/", packageFolder);

/** The whole runtime, which does not depend on who uses it. */
export function allRuntimeFiles(): readonly { path: string; text: string }[] {
  return readdirSync(runtimeFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, runtimeFolder), "utf8") }));
}

/**
 * The files of the runtime that `imports` names, with those that they import in turn, as
 * they are in the package. `extra` names files that users import themselves.
 */
export function runtimeFiles(
  imports: readonly { readonly from: string }[],
  extra: readonly string[],
): readonly { path: string; text: string }[] {
  const found = new Map<string, string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    const text = readFileSync(new URL(`${name}.ts`, runtimeFolder), "utf8");
    found.set(name, text);
    for (const [, next = ""] of text.matchAll(/from "(\.\.?\/[\w./-]+)\.js"/g))
      add(posix.join(posix.dirname(name), next));
  };
  for (const { from } of imports) {
    const [, name] = /^\.\/runtime\/([\w/-]+)\.js$/.exec(from) ?? [];
    if (name) add(name);
  }
  for (const name of extra) add(name);
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => ({ path: `${name}.ts`, text }));
}
