import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
};

/** What the compiler says of the text of a `validators.ts` for schemas of these names. */
export async function compilerFaults(
  text: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "specsmith-"));
  try {
    const types = names.map(
      (name) =>
        `export type ${name} = { readonly of: "${name}" } | string | number | boolean | null;`,
    );
    await writeFile(join(folder, "validators.ts"), text);
    await writeFile(join(folder, "types.ts"), types.join("\n"));
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await cp(new URL("../../src/runtime", import.meta.url), join(folder, "runtime"), {
      recursive: true,
    });
    const program = ts.createProgram([join(folder, "validators.ts")], options);
    return ts.getPreEmitDiagnostics(program).map(({ file, messageText, start }) => {
      const line = file && start !== undefined ? file.text.slice(start).split("\n")[0] : "";
      return `${ts.flattenDiagnosticMessageText(messageText, "\n")}: ${line}`;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
