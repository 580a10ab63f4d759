import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { type Members, type OutputFile, fileText } from "../emit/file.js";
import type { UserFile } from "./compare.js";
import { formatOwned } from "./format.js";
import { createFormatter, type FormatOption } from "./formatter.js";
import { mergeStubs } from "./merge.js";

/** Something about a file of the user's that they should know. */
export interface Note {
  /** Starts with the file, relative to the working directory, and the line where there is one. */
  readonly text: string;
}

/** What is wanted of the text of user's files. */
export interface UserStyle {
  /** How the file at a path imports what its emitter calls `from`. */
  readonly importFrom?: (path: string, from: string) => string;
  readonly format?: FormatOption | undefined;
}

/** Where the user's files are; absolute. */
export function userFilePaths(files: readonly OutputFile[], directory: string): readonly string[] {
  return files.map(({ path }) => resolve(directory, path));
}

/** New files whole; files that are there with what they lack, and every other byte as it is. */
export async function mergeUserFiles(
  files: readonly OutputFile[],
  directory: string,
  { importFrom = (_, from) => from, format }: UserStyle = {},
): Promise<{ files: readonly UserFile[]; notes: readonly Note[] }> {
  const merged: UserFile[] = [];
  const notes: Note[] = [];
  for (const file of files) {
    const path = resolve(directory, file.path);
    const locate = (from: string): string => importFrom(file.path, from);
    const formatter = await createFormatter(dirname(path), format, dirname(path));
    const layOut = (text: string): Promise<string> =>
      formatter.isDefault ? formatOwned(file.path, text) : formatter.format(basename(path), text);
    if (!existsSync(path)) {
      const text = await layOut(fileText(file, undefined, locate));
      merged.push({ path, text, previous: undefined });
    } else if (file.members) {
      const previous = readFileSync(path, "utf8");
      const { text, notes: more } = await merge(path, previous, file.members, locate, layOut);
      merged.push({ path, text, previous });
      notes.push(...more);
    }
  }
  return { files: merged, notes };
}

async function merge(
  path: string,
  previous: string,
  { exportName, type, all, known }: Members,
  locate: (from: string) => string,
  layOut: (text: string) => Promise<string>,
): Promise<{ text: string; notes: readonly Note[] }> {
  const stubs = await Promise.all(
    all.map(async ({ name, code }) => ({
      name,
      text: await formatMember(code.text, layOut),
      imports: [
        ...new Map(code.imports.map((one) => [`${one.from} ${one.name}`, one])).values(),
      ].map((one) => ({ ...one, from: locate(one.from) })),
    })),
  );
  const shown = relative(process.cwd(), path);
  const { text, orphaned, problem } = await mergeStubs(previous, shown, stubs, {
    exportName,
    handlersType: type,
    known,
  });
  const notes = orphaned.map(({ name, line }) => ({
    text: `${shown}:${line}: the description has no operation ${name} (any more); its handler stays`,
  }));
  if (problem !== undefined) notes.push({ text: problem });
  return { text, notes };
}

/** A member as it is laid out inside an object: LF, indented by two spaces, which the file's own take the place of. */
async function formatMember(
  text: string,
  layOut: (text: string) => Promise<string>,
): Promise<string> {
  const formatted = await layOut(`const stub = {\n${text},\n};\n`);
  const lines = formatted.replaceAll("\r\n", "\n").split("\n").slice(1, -2);
  const step = /^[ \t]+/.exec(lines[0] ?? "")?.[0] ?? "  ";
  return lines
    .map((line) => indented(line, step))
    .join("\n")
    .replace(/,$/, "");
}

/** With two spaces for each step of indentation. */
function indented(line: string, step: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const steps = Math.floor(indent.length / step.length);
  return "  ".repeat(steps) + indent.slice(steps * step.length) + line.slice(indent.length);
}
