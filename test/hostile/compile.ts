import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { type Generated, stubsFolder } from "./generate.js";

const runtime = new URL("../../src/runtime/", import.meta.url);

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
};

/** What the compiler says of several generated folders, in one program. */
export function compileErrors(cases: ReadonlyMap<string, Generated>): readonly string[] {
  const texts = new Map<string, string>();
  const titles = [...cases.keys()];
  [...cases.values()].forEach(({ files }, index) => {
    for (const { path, text } of files)
      texts.set(
        path.startsWith(stubsFolder)
          ? `/all/${index}/${path.slice(3)}`
          : `/all/${index}/generated/${path}`,
        text,
      );
  });
  const read = (path: string): string | undefined => {
    const [, name] = /^\/all\/\d+\/generated\/runtime\/([\w-]+\.ts)$/.exec(path) ?? [];
    if (name === undefined)
      return texts.get(path) ?? (path === "/package.json" ? '{"type":"module"}' : undefined);
    return readOrNothing(fileURLToPath(new URL(name, runtime)));
  };
  const host = ts.createCompilerHost(options);
  const original = {
    fileExists: host.fileExists,
    readFile: host.readFile,
    getSourceFile: host.getSourceFile,
  };
  const isOurs = (path: string): boolean => path.startsWith("/all/") || path === "/package.json";
  host.fileExists = (path) => (isOurs(path) ? read(path) !== undefined : original.fileExists(path));
  host.readFile = (path) => (isOurs(path) ? read(path) : original.readFile(path));
  host.directoryExists = () => true;
  host.getSourceFile = (path, ...rest) => {
    if (!isOurs(path)) return original.getSourceFile(path, ...rest);
    const text = read(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, rest[0]);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const diagnostics = [
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(),
    ...program.getGlobalDiagnostics(),
  ];
  return diagnostics.map(({ file, start = 0, messageText }) => {
    const [, index, name] = /^\/all\/(\d+)\/(.*)$/.exec(file?.fileName ?? "") ?? [];
    const around = file?.text.slice(Math.max(0, start - 40), start + 60) ?? "";
    return `${titles[Number(index)]}: ${name}: ${ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 200)} near ${JSON.stringify(around)}`;
  });
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
