import * as fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { WriteError, firstLine } from "../error.js";

/** Options of prettier, by name. */
export type PrettierOptions = Readonly<Record<string, unknown>>;

/** The files that decide how prettier lays out what is in a folder: none, when nothing is configured there. */
export interface FormatConfig {
  /** The nearest file with prettier's own options. */
  readonly file: string | undefined;
  /** Files with settings for editors, which prettier reads too; the nearest first. */
  readonly editor: readonly string[];
}

const names = [
  ".prettierrc",
  ...["json", "yaml", "yml", "json5", "toml"].map((ending) => `.prettierrc.${ending}`),
  ...["js", "ts", "mjs", "mts", "cjs", "cts"].flatMap((ending) => [
    `.prettierrc.${ending}`,
    `prettier.config.${ending}`,
  ]),
];

/** Looks in the folder and in those above it, as prettier does. */
export function findFormatConfig(directory: string): FormatConfig {
  let file: string | undefined;
  const editor: string[] = [];
  let isInside = true;
  for (let folder = directory; ; folder = dirname(folder)) {
    const there = new Set(listed(folder));
    file ??= configIn(folder, there);
    if (isInside && there.has(".editorconfig")) editor.push(join(folder, ".editorconfig"));
    // Settings for editors end where a repository does.
    if (there.has(".git") || there.has(".hg")) isInside = false;
    if (folder === dirname(folder)) return { file, editor };
  }
}

function listed(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function configIn(folder: string, there: ReadonlySet<string>): string | undefined {
  const own = ["package.json", "package.yaml"].find(
    (name) => there.has(name) && mentionsPrettier(join(folder, name)),
  );
  const name = own ?? names.find((one) => there.has(one));
  return name === undefined ? undefined : join(folder, name);
}

function mentionsPrettier(file: string): boolean {
  try {
    const text = fs.readFileSync(file, "utf8");
    if (!file.endsWith(".json")) return /^prettier:/m.test(text);
    return Object.hasOwn(JSON.parse(text) as object, "prettier");
  } catch {
    return false;
  }
}

/** The options of plain JSON, without what only prettier can work out; undefined: prettier has to be asked. */
export function plainOptions({ file, editor }: FormatConfig): PrettierOptions | undefined {
  if (file === undefined || editor.length > 0) return undefined;
  if (!/(?:\.prettierrc(?:\.json)?|package\.json)$/.test(file)) return undefined;
  try {
    const content = JSON.parse(fs.readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
    const options = file.endsWith("package.json") ? content["prettier"] : content;
    if (typeof options !== "object" || options === null) return undefined;
    const needsPrettier = ["overrides", "plugins", "$extends"].some((key) => key in options);
    return needsPrettier ? undefined : (options as PrettierOptions);
  } catch {
    return undefined;
  }
}

export interface Prettier {
  resolveConfig(file: string, options: { editorconfig: boolean }): Promise<PrettierOptions | null>;
  format(text: string, options: PrettierOptions): Promise<string>;
}

/** The package.json of the prettier that is installed there. */
export function prettierManifest(directory: string): string | undefined {
  return installed(directory, "prettier/package.json");
}

/** The file of a module that is installed there; undefined: it is not. */
function installed(directory: string, module: string): string | undefined {
  try {
    return createRequire(join(directory, "any.js")).resolve(module);
  } catch {
    return undefined;
  }
}

/** The prettier that is installed there, or else the one that came with specsmith. */
export async function loadPrettier(directory: string): Promise<Prettier> {
  const path = installed(directory, "prettier");
  const module = (await (path === undefined
    ? import("prettier")
    : import(pathToFileURL(path).href))) as unknown as Prettier & { default?: Prettier };
  return module.default ?? module;
}

export async function resolvedOptions(
  prettier: Prettier,
  file: string,
  paths: readonly string[],
): Promise<PrettierOptions> {
  try {
    return (await prettier.resolveConfig(file, { editorconfig: true })) ?? {};
  } catch (error) {
    throw badFormat(
      `prettier's configuration for ${file} cannot be read`,
      error,
      'Mend it, or set `format: "none"` in the config of specsmith.',
      paths,
    );
  }
}

/** What prettier cannot do, with the first line of what it says; `paths` are the files that it goes by. */
export function badFormat(
  problem: string,
  error: unknown,
  help: string,
  paths: readonly string[],
): WriteError {
  return new WriteError("bad-format", `${problem}: ${firstLine(error)}`, help, { paths });
}
