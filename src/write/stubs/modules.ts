import { dirname, resolve } from "node:path";
import { type ExportDeclaration, type ImportDeclaration, ts } from "ts-morph";

/** The file among those at some absolute paths that a relative import is of, however it spells the extension. */
export function moduleAt(
  from: string,
  importer: string,
  paths: Iterable<string>,
): string | undefined {
  if (!from.startsWith(".")) return undefined;
  const target = resolve(dirname(importer), from);
  const stem = withoutExtension(target);
  for (const path of paths) {
    const there = withoutExtension(path);
    if (path === target || there === stem || there === `${target}/index`) return path;
  }
  return undefined;
}

function withoutExtension(path: string): string {
  return path.replace(/\.([cm]?)[jt]sx?$/, "");
}

/** The module that a declaration is about, also in a file with syntax errors: undefined where no text names one. */
export function moduleOf({
  compilerNode: { moduleSpecifier },
}: ImportDeclaration | ExportDeclaration): string | undefined {
  return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
}
