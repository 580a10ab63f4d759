import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathFrom } from "../../common/folders.js";
import { type Members, type OutputFile, fileText } from "../../emit/file.js";
import type { UserFile } from "../compare.js";
import { realFile } from "../disk.js";
import { formatOwned } from "../format/format.js";
import { createFormatter, type FormatOption } from "../format/formatter.js";
import {
  handlersThere,
  type HandlersThere,
  leftInFile,
  type Merge,
  mergeStubs,
  type MergeOptions,
  type Neighbour,
  routeIn,
} from "./merge.js";

/** Something about a file of the user's that they should know. */
export interface Note {
  /** Starts with the file, relative to the working directory, and the line where there is one. */
  readonly text: string;
  /** That file; absolute. */
  readonly file?: string;
}

/** Style of code in the user's files, and what they import from. */
export interface UserStyle {
  /** Import path of the emitter's module `from` in the file at a path. */
  readonly importFrom?: (path: string, from: string) => string;
  readonly format?: FormatOption | undefined;
  /** Where a command that formats is started. */
  readonly folder?: string;
  readonly generated?: readonly { readonly path: string; readonly text: string }[];
}

/** Absolute paths of the user's files. */
export function userFilePaths(files: readonly OutputFile[], directory: string): readonly string[] {
  return files.map(({ path }) => resolve(directory, path));
}

/** New files whole; files that are there with what they lack, and every other byte as it is. */
export async function mergeUserFiles(
  files: readonly OutputFile[],
  directory: string,
  { importFrom = (_, from) => from, format, folder = directory, generated = [] }: UserStyle = {},
): Promise<{ files: readonly UserFile[]; notes: readonly Note[] }> {
  const merged: UserFile[] = [];
  const notes: Note[] = [];
  let around: readonly Neighbour[] | undefined;
  const neighbours = (): readonly Neighbour[] =>
    (around ??= codeBelow(commonFolder(files, directory))
      .filter(({ path, text }) => !modules.has(resolve(path)) && !isGenerated(text))
      .map((one) => ({ ...one, exportName: exportNames.get(resolve(one.path)) })));
  const modules = new Map(generated.map((file) => [resolve(directory, file.path), file]));
  const exportNames = new Map(
    files.map(({ path, members }) => [resolve(directory, path), members?.exportName]),
  );
  const routes = new Map(
    files.flatMap(({ members }) =>
      (members?.all ?? []).map(({ name, code }) => [routeIn(code.text) ?? "", name] as const),
    ),
  );
  for (const file of files) {
    const path = resolve(directory, file.path);
    const locate = (from: string): string => importFrom(file.path, from);
    const formatter = await createFormatter(dirname(path), format, folder);
    const layOut = (text: string): Promise<string> =>
      formatter.isDefault ? formatOwned(file.path, text) : formatter.format(basename(path), text);
    if (!existsSync(path)) {
      const { members: own } = file;
      const there = own && (await handlersIn(own, modules, neighbours()));
      for (const one of elsewhereNotes(pathFrom(process.cwd(), path), there?.alike))
        notes.push(one);
      const names = [...(there?.typed ?? []), ...(there?.alike ?? [])].map(({ name }) => name);
      const lacking = own?.all.filter(({ name }) => !names.includes(name));
      if (lacking?.length === 0) continue;
      const code = lacking && own ? own.codeOf(lacking) : file.code;
      const text = await layOut(fileText({ ...file, code }, undefined, locate));
      merged.push({ path, text, previous: undefined });
    } else if (file.members) {
      const previous = readFileSync(realFile(path), "utf8");
      const { text, notes: more } = await merge(path, previous, file.members, {
        locate,
        layOut,
        neighbours,
        modules,
        routes,
      });
      merged.push({ path, text, previous });
      for (const one of more) notes.push(one);
    }
  }
  const [members] = files.flatMap((file) => file.members ?? []);
  if (members)
    for (const { path, text } of neighbours().filter(isLeft(files))) {
      const { type, known } = members;
      const options = { handlersType: type, known, routes, generated: modules };
      for (const one of notesOf(path, await leftInFile(text, path, options)))
        if (!notes.some((other) => other.text === one.text)) notes.push(one);
    }
  return { files: merged, notes };
}

/** Whether a file has something of the handlers' type and none of the stubs, as after the last of a tag, or after a move. */
function isLeft(files: readonly OutputFile[]): (file: Neighbour) => boolean {
  const header = files[0]?.header?.text.split("\n")[0] ?? "";
  return ({ text, exportName }) =>
    exportName === undefined && (/\wHandlers\b/.test(text) || text.includes(header));
}

/** Also what was generated for another API: its client has functions of the operations' names. */
function isGenerated(text: string): boolean {
  return text.startsWith("// Generated by specsmith ");
}

/** Those that other files have. */
async function handlersIn(
  { all, type }: Members,
  generated: NonNullable<MergeOptions["generated"]>,
  neighbours: readonly Neighbour[],
): Promise<HandlersThere> {
  const names = new Set(all.map(({ name }) => name));
  return handlersThere(names, { handlersType: type, generated }, neighbours);
}

interface Surroundings {
  readonly locate: (from: string) => string;
  readonly layOut: (text: string) => Promise<string>;
  readonly neighbours: () => readonly Neighbour[];
  readonly modules: NonNullable<MergeOptions["generated"]>;
  readonly routes: ReadonlyMap<string, string>;
}

/** The folder that all of the stubs are below. */
function commonFolder(files: readonly OutputFile[], directory: string): string {
  const folders = files.map(({ path }) => dirname(resolve(directory, path)));
  let common = folders[0] ?? directory;
  while (!folders.every((folder) => folder === common || folder.startsWith(join(common, "/"))))
    common = dirname(common);
  return common;
}

function codeBelow(folder: string): Neighbour[] {
  const found = codeIn(folder).map(neighbourAt);
  for (const { name } of entriesOf(folder).filter((entry) => entry.isDirectory()))
    if (name !== "node_modules" && !name.startsWith("."))
      for (const one of codeBelow(join(folder, name))) found.push(one);
  return found;
}

/** Paths, without declaration files, which have no handlers, and tests, whose handlers are not served. */
function codeIn(folder: string): readonly string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile() && /(?<!\.d|\.test|\.spec)\.[cm]?[jt]sx?$/.test(entry.name))
    .map(({ name }) => join(folder, name));
}

function neighbourAt(path: string): Neighbour {
  return { path: pathFrom(process.cwd(), path), text: readFileSync(path, "utf8") };
}

function entriesOf(folder: string): Dirent[] {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}

async function merge(
  path: string,
  previous: string,
  { exportName, type, all, known }: Members,
  { locate, layOut, neighbours, modules, routes }: Surroundings,
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
  const shown = pathFrom(process.cwd(), path);
  const { text, elsewhere, problem, ...left } = await mergeStubs(previous, shown, stubs, {
    exportName,
    handlersType: type,
    known,
    routes,
    neighbours: () => neighbours().filter(({ path: other }) => resolve(other) !== path),
    generated: modules,
  });
  const notes = notesOf(shown, left);
  for (const one of elsewhereNotes(shown, elsewhere)) notes.push(one);
  if (problem !== undefined) notes.push({ file: path, text: problem });
  return { text, notes };
}

function elsewhereNotes(shown: string, elsewhere: Merge["elsewhere"] = []): Note[] {
  return elsewhere.map(({ name, path, line }) => ({
    file: resolve(path),
    text: `${path}:${line}: ${name} is here, so that no handler was added to ${shown}; rename it if it is not meant to be one`,
  }));
}

function notesOf(shown: string, { orphaned, gone = [] }: Pick<Merge, "orphaned" | "gone">): Note[] {
  const renamed = (now: string | undefined): string =>
    now === undefined ? "" : `; it is called ${now} now`;
  return [
    ...orphaned.map(({ name, line, path = shown, now }) => ({
      file: resolve(path),
      text: `${path}:${line}: the description has no operation ${name} (any more); its handler stays${renamed(now)}`,
    })),
    ...gone.map(({ name, from, line, column, now }) => ({
      file: resolve(shown),
      text: `${shown}:${line}:${column}: ${from} has no ${name} (any more)${renamed(now)}`,
    })),
  ];
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
