import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix } from "node:path";

const require = createRequire(import.meta.url);

/** The versions of TypeScript that generated code compiles with, and the packages that they are in here. */
const packages = { "5.4": "typescript54", "5.9": "typescript", "7": "typescript7" } as const;

export type Version = keyof typeof packages;

export const versions: readonly Version[] = ["5.4", "5.9", "7"];

export function tscOf(version: Version): string {
  const manifest = require.resolve(`${packages[version]}/package.json`);
  return manifest.replace("package.json", "bin/tsc");
}

/**
 * The contract's flags, but for those that a version does not know, and without a look at the compiler's own declarations,
 * which takes a third of its time: of what is generated, nothing is a declaration file.
 */
export function flagsFor(version: Version): Readonly<Record<string, unknown>> {
  const text = readFileSync(new URL("strict.json", import.meta.url), "utf8");
  const { compilerOptions } = JSON.parse(text) as { compilerOptions: Record<string, unknown> };
  if (version === "5.4") delete compilerOptions["erasableSyntaxOnly"];
  return { ...compilerOptions, skipLibCheck: true };
}

/** What imports of `home` begin with in a file at `path`: `./`, `../` … */
export function wayTo(home: string, path: string): string {
  return `${posix.relative(posix.dirname(path), home) || "."}/`.replace(/^(?!\.)/, "./");
}

/**
 * A generated file that takes its runtime from `runtime`, a folder, where it has that of `root`, as its imports write
 * it. A compiler knows a file by the path of its import: links to one runtime would be as many runtimes to compile.
 */
export function withRuntimeOf(
  text: string,
  root: string,
  runtime: string,
  has: (file: string) => boolean = () => true,
): string {
  return text.replaceAll(
    /(?<=(["']))([./\w-]*\/)runtime\/([\w/-]+)\.js(?=\1)/g,
    (all: string, _, up, file: string) =>
      up === root && has(file) ? `${runtime}/${file}.js` : all,
  );
}
