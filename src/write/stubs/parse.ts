import { basename, extname } from "node:path";
import { DiagnosticMessageChain, Project } from "ts-morph";
import type { SourceFile } from "ts-morph";

/** A file by itself; of its path, only the extension counts. */
export function parse(text: string, fileName: string): SourceFile {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noLib: true, noResolve: true, allowJs: true },
  });
  // Only the extension counts: the path of a user's folder may be anything.
  const extension = extname(basename(fileName)) || ".ts";
  return project.createSourceFile(`/stubs${extension}`, text);
}

/** `line:column message` of the first syntax error. */
export function syntaxFault(file: SourceFile): string | undefined {
  const [first] = file.getProject().getProgram().getSyntacticDiagnostics(file);
  if (!first) return undefined;
  const { line, column } = file.getLineAndColumnAtPos(first.getStart() ?? 0);
  const message = first.getMessageText();
  const words = message instanceof DiagnosticMessageChain ? message.getMessageText() : message;
  return `${line}:${column} does not parse: ${words}`;
}
