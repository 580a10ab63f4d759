import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Members, type OutputFile, fileText } from "../emit/file.js";
import type { UserFile } from "./compare.js";
import { formatOwned } from "./format.js";
import { mergeStubs } from "./merge.js";

/** Something about a file of the user's that they should know. */
export interface Note {
  /** Starts with the file, relative to the working directory, and the line where there is one. */
  readonly text: string;
}

/** Where the user's files are; absolute. */
export function userFilePaths(files: readonly OutputFile[], directory: string): readonly string[] {
  return files.map(({ path }) => resolve(directory, path));
}

/** New files whole; files that are there with what they lack, and every other byte as it is. */
export async function mergeUserFiles(
  files: readonly OutputFile[],
  directory: string,
): Promise<{ files: readonly UserFile[]; notes: readonly Note[] }> {
  const merged: UserFile[] = [];
  const notes: Note[] = [];
  for (const file of files) {
    const path = resolve(directory, file.path);
    if (!existsSync(path)) {
      merged.push({
        path,
        text: await formatOwned(file.path, fileText(file)),
        previous: undefined,
      });
    } else if (file.members) {
      const previous = readFileSync(path, "utf8");
      const { text, notes: more } = await merge(path, previous, file.members);
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
): Promise<{ text: string; notes: readonly Note[] }> {
  const stubs = await Promise.all(
    all.map(async ({ name, code }) => ({
      name,
      text: await formatMember(code.text),
      imports: [...new Map(code.imports.map((one) => [`${one.from} ${one.name}`, one])).values()],
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

/** A member as prettier lays it out inside an object. */
async function formatMember(text: string): Promise<string> {
  const formatted = await formatOwned("stub.ts", `const stub = {\n${text},\n};\n`);
  return formatted.split("\n").slice(1, -2).join("\n").replace(/,$/, "");
}
