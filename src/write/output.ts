import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import type { Layout } from "../config/layout.js";
import { type Code, code, type Import, str } from "../emit/code.js";
import { type Emission, fileText, type OutputFile } from "../emit/file.js";
import { packageFolder } from "../package/folder.js";
import { version } from "../package/version.js";
import { attributesFor } from "./attributes.js";
import type { WritePlan } from "./compare.js";
import { WriteError } from "./error.js";
import { LayoutError } from "./format/format.js";
import { createFormatter, type Formatter, type FormatOption } from "./format/formatter.js";
import { mergeUserFiles, type Note, userFilePaths } from "./stubs/user-files.js";
import {
  check,
  type Difference,
  recover,
  reporting,
  writeFiles,
  type WriteResult,
} from "./write.js";

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** The files of one entry, as they are written. */
export interface Output {
  /** Below the output folder. */
  readonly generated: readonly TextFile[];
  /** Of a runtime in a folder of its own, below that; undefined where the output has its own runtime. */
  readonly runtime: readonly TextFile[] | undefined;
  /** Files of the user's, as they would be if there were none yet. */
  readonly owned: readonly OutputFile[];
  /** The files of the project that decide how code looks: its formatter's, and what says how imports end; absolute. */
  readonly styleFiles: readonly string[];
  /** The settings of that style that could not be followed. */
  readonly styleNotes: readonly string[];
}

/** Settings that the text of files depends on, besides the output of emitters. */
export interface Style {
  readonly layout: Layout;
  /** The description, as the line at the top of each file names it. */
  readonly input: string;
  readonly format: FormatOption | undefined;
  /** Working directory of a formatting command. */
  readonly folder: string;
  /** True where templates or emitters are the user's own. */
  readonly hasOwnCode: boolean;
}

/** State of a run. */
export interface Progress {
  /** From the first error on, nothing is formatted any more. */
  readonly hasFailed: () => boolean;
  readonly onStage: ((stage: string) => void) | undefined;
}

/**
 * The emitters' output as formatted text, each file as soon as it is there, so that no two are in memory in several
 * forms; and the runtime that it needs. Undefined when the run has failed.
 */
export async function layOut(
  emissions: AsyncIterable<Emission>,
  style: Style,
  { hasFailed, onStage }: Progress,
): Promise<Output | undefined> {
  const { layout, format, folder } = style;
  const header = headerOf(style.input);
  const formatter = await createFormatter(layout.directory, format, folder);
  const generated: TextFile[] = [];
  const owned: OutputFile[] = [];
  const imports: Import[] = [];
  const extra: string[] = [];
  for await (const { files, runtime } of emissions) {
    for (const name of runtime) extra.push(name);
    for (const file of files) if (file.isUsers) owned.push(file);
    if (hasFailed()) continue;
    onStage?.("formatting");
    for (const file of files) {
      if (file.isUsers) continue;
      for (const one of file.code.imports) imports.push(one);
      const raw = fileText(file, header, (from, name) =>
        file.locate
          ? layout.importFrom(file.path, file.locate(from, name), ".")
          : layout.importFrom(file.path, from),
      );
      const path = layout.pathOf(file.path);
      const isPlain = file.plain !== undefined;
      generated.push({ path, text: isPlain ? raw : await formatted(formatter, path, raw, style) });
    }
  }
  if (hasFailed()) return undefined;
  const runtime = await runtimeOf(imports, extra, style, formatter);
  return {
    generated: layout.sharesRuntime ? generated : [...generated, ...runtime],
    runtime: layout.sharesRuntime ? runtime : undefined,
    owned,
    styleFiles: [...formatter.files, ...layout.projectFiles],
    styleNotes: [...formatter.notes],
  };
}

/** The runtime comes in specsmith's own style, with imports that end in `.js`; as a package it is not written. */
async function runtimeOf(
  imports: readonly Import[],
  extra: readonly string[],
  { layout, format, folder }: Style,
  formatter: Formatter,
): Promise<readonly TextFile[]> {
  const { runtime, sharesRuntime } = layout;
  if (runtime === undefined) return [];
  const own = sharesRuntime ? await createFormatter(runtime, format, folder) : formatter;
  const files: TextFile[] = [];
  for (const { path: name, text } of sharesRuntime
    ? allRuntimeFiles()
    : runtimeFiles(imports, extra)) {
    const path = sharesRuntime ? name : `runtime/${name}`;
    const raw = layout.runtimeText(text);
    files.push({ path, text: own.isDefault ? raw : await own.format(path, raw) });
  }
  return files;
}

async function formatted(
  formatter: Formatter,
  path: string,
  text: string,
  { hasOwnCode }: Style,
): Promise<string> {
  try {
    return await formatter.format(path, text);
  } catch (error) {
    if (!(error instanceof LayoutError) || !hasOwnCode) throw error;
    const help = "Look at what your own templates and emitters print.";
    throw new WriteError("bad-format", error.fault, help, { cause: error });
  }
}

function headerOf(input: string): Code {
  const name = input.split(/[?#]/, 1)[0]?.split(/[/\\]/).at(-1) ?? input;
  return code`// Generated by specsmith from ${str(name === "-" ? "standard input" : name)}. Do not edit: change the description and generate again.`;
}

/** Result of writing the output of one entry. */
export interface Written {
  /** Undefined where it was only compared. */
  readonly result: WriteResult | undefined;
  /** Differences, if the output was only compared. */
  readonly differences: readonly Difference[];
  /** Report on the user's files. */
  readonly notes: readonly Note[];
  /** Absolute paths of those that the description asks for. */
  readonly userFiles: readonly string[];
}

/** The result without output, because of errors. */
export const nothingWritten: Written = {
  result: undefined,
  differences: [],
  notes: [],
  userFiles: [],
};

/** Writes an output, or with `check` compares it with what is on the disk. `inputHash`: of all that it depends on. */
export async function writeOutput(
  { generated, runtime, owned, styleNotes }: Output,
  { layout, format, folder }: Style,
  options: { readonly inputHash: string; readonly check?: boolean; readonly force?: boolean },
): Promise<Written> {
  const { directory } = layout;
  if (!options.check) await recover(directory, userFilePaths(owned, directory));
  const user = await reporting(directory, () =>
    mergeUserFiles(owned, directory, {
      importFrom: (path, from) => layout.importFrom(path, from),
      format,
      folder,
      generated,
    }),
  );
  const files = [...generated, ...attributesFor(directory, owned)];
  const plan = planOf(directory, files, options.inputHash, user.files);
  // A runtime that several outputs share has a manifest of its own, which does not depend on any of them.
  const shared =
    runtime && layout.runtime !== undefined ? [planOf(layout.runtime, runtime, "runtime")] : [];
  const plans = [...shared, plan];
  const notes = [...styleNotes.map((text) => ({ text })), ...user.notes];
  const about = { notes, userFiles: user.files.map(({ path }) => path) };
  if (options.check) {
    const differences = await Promise.all(plans.map(check));
    return { ...about, result: undefined, differences: differences.flat() };
  }
  const results: WriteResult[] = [];
  for (const one of plans) results.push(await writeFiles(one, { force: options.force === true }));
  return { ...about, result: joined(results), differences: [] };
}

function planOf(
  directory: string,
  files: readonly TextFile[],
  input: string,
  userFiles: WritePlan["userFiles"] = [],
): WritePlan {
  return { directory, files, userFiles, manifest: { generator: version, input } };
}

function joined(results: readonly WriteResult[]): WriteResult {
  const all = (key: keyof WriteResult) => results.flatMap((result) => result[key]);
  return {
    written: all("written"),
    added: all("added"),
    extended: all("extended"),
    removed: all("removed"),
    unchanged: all("unchanged"),
  };
}

const runtimeFolder = new URL("src/runtime/", packageFolder);

/** The whole runtime, which does not depend on who uses it. */
function allRuntimeFiles(): readonly { path: string; text: string }[] {
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
function runtimeFiles(
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
