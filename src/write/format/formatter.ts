import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WriteError } from "../error.js";
import {
  badFormat,
  findFormatConfig,
  loadPrettier,
  plainOptions,
  prettierManifest,
  type Prettier,
  type PrettierOptions,
  resolvedOptions,
} from "./config.js";
import { defaultLayout, formatFile, type Layout } from "./format.js";

/** The formatter: prettier, none, or a command that is given each file. */
export type FormatOption = "prettier" | "none" | { readonly command: readonly string[] };

/** Lays out the files of one output folder. */
export interface Formatter {
  /** `path` is below the folder. */
  format(path: string, text: string): Promise<string>;
  /** True where code in specsmith's own style is formatted already. */
  readonly isDefault: boolean;
  /** The configuration that was found; absolute paths. */
  readonly files: readonly string[];
  /** Settings of the formatter that could not be applied; complete when all is formatted. */
  readonly notes: ReadonlySet<string>;
}

/** One that goes by no configuration. */
function formatterBy(
  format: Formatter["format"],
  isDefault: boolean,
  notes: Formatter["notes"] = new Set(),
): Formatter {
  return { isDefault, files: [], notes, format };
}

/**
 * A formatter for a folder. Without an option, the prettier configuration that holds there is followed,
 * by oxfmt as far as it knows the options and the prettier that is installed there lays out as it does, else by that
 * prettier; without one, it is specsmith's own style.
 */
export async function createFormatter(
  directory: string,
  option: FormatOption | undefined,
  cwd: string,
): Promise<Formatter> {
  if (option === "none") return formatterBy((_, text) => Promise.resolve(text), true);
  if (typeof option === "object") return commandFormatter(directory, option.command, cwd);
  const config = findFormatConfig(directory);
  const files = [...(config.file === undefined ? [] : [config.file]), ...config.editor];
  const notes = new Set<string>();
  if (files.length === 0 && option === undefined)
    return formatterBy((path, text) => formatFile(path, text, defaultLayout, notes), true, notes);
  const installed = prettierManifest(directory);
  if (installed !== undefined) files.push(installed);
  const isByOxfmt = option === undefined && isLikeOxfmt(installed);
  const plain = option === undefined ? plainOptions(config) : undefined;
  let loading: Promise<Prettier> | undefined;
  const optionsFor = async (path: string): Promise<PrettierOptions> =>
    plain ??
    resolvedOptions(await (loading ??= loadPrettier(directory)), join(directory, path), files);
  const first = isByOxfmt && plain ? layoutOf(plain) : undefined;
  return {
    isDefault: first !== undefined && isDefaultLayout(first),
    files,
    notes,
    async format(path, text) {
      if (!/\.[cm]?tsx?$/.test(path)) return text;
      const options = await optionsFor(path);
      const layout = isByOxfmt ? layoutOf(options) : undefined;
      if (layout) return formatFile(path, text, layout, notes);
      const prettier = await (loading ??= loadPrettier(directory));
      try {
        return await byPrettier(prettier, join(directory, path), text, options, files);
      } catch (error) {
        const plugin = missingPlugin(error);
        if (plugin === undefined) throw error;
        notes.add(
          `prettier's plugin ${plugin} is configured and not installed here: files are formatted without plugins`,
        );
        const { plugins: _, ...others } = options;
        return byPrettier(prettier, join(directory, path), text, others, files);
      }
    },
  };
}

/** Before 3.9, prettier breaks unions in other places, and what comes after the one that tests hold oxfmt to is not known. */
function isLikeOxfmt(manifest: string | undefined): boolean {
  if (manifest === undefined) return true;
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  return /^3\.(?:9|10)\./.test(version);
}

/** The options of prettier that decide how TypeScript is laid out and that oxfmt knows too, with prettier's defaults. */
const known: Readonly<Record<string, unknown>> = {
  printWidth: 80,
  tabWidth: 2,
  useTabs: false,
  semi: true,
  singleQuote: false,
  quoteProps: "as-needed",
  trailingComma: "all",
  bracketSpacing: true,
  objectWrap: "preserve",
  arrowParens: "always",
  endOfLine: "lf",
};

/** Those that say nothing of our TypeScript: there is no JSX, markup or embedded language in it. */
const irrelevant = new Set([
  ...["jsxSingleQuote", "bracketSameLine", "singleAttributePerLine", "proseWrap", "$schema"],
  ...["htmlWhitespaceSensitivity", "vueIndentScriptAndStyle", "embeddedLanguageFormatting"],
]);

/** The same for oxfmt; undefined where there is an option that only prettier knows. */
function layoutOf(options: PrettierOptions): Layout | undefined {
  const layout: Record<string, unknown> = { ...known };
  for (const [key, value] of Object.entries(options)) {
    if (irrelevant.has(key) || value === undefined) continue;
    if (!Object.hasOwn(known, key) || typeof value !== typeof known[key]) return undefined;
    layout[key] = value;
  }
  if (layout["endOfLine"] === "auto") layout["endOfLine"] = "lf";
  return layout as unknown as Layout;
}

function isDefaultLayout(layout: Layout): boolean {
  const expected: Readonly<Record<string, unknown>> = { ...known, ...defaultLayout };
  return Object.entries(layout).every(([key, value]) => expected[key] === value);
}

/** The name of a plugin that prettier did not find; undefined where something else is wrong. */
function missingPlugin(error: unknown): string | undefined {
  const message = error instanceof WriteError ? error.message : "";
  return /Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1];
}

async function byPrettier(
  prettier: Prettier,
  file: string,
  text: string,
  options: PrettierOptions,
  paths: readonly string[],
): Promise<string> {
  const given = { ...options, filepath: file, parser: "typescript" };
  try {
    const format = (): Promise<string> => prettier.format(text, given);
    // Plugins may be anything, so that nothing says whether they are the same ones.
    return await ("plugins" in options ? format() : once([given, text], format));
  } catch (error) {
    // Code that is nested too deeply for it is a fault of ours.
    if (error instanceof RangeError) throw error;
    throw badFormat(
      `prettier cannot lay out ${file}`,
      error,
      "Look at its configuration and plugins.",
      paths,
    );
  }
}

/** Formatted text by all that decides it; for runs of the same process, as with --watch. */
const formatted = new Map<string, string>();
const mostFormatted = 5000;

async function once(given: readonly unknown[], format: () => Promise<string>): Promise<string> {
  const key = createHash("sha256").update(JSON.stringify(given)).digest("hex");
  const before = formatted.get(key);
  if (before !== undefined) return before;
  const result = await format();
  if (formatted.size >= mostFormatted) formatted.clear();
  formatted.set(key, result);
  return result;
}

function commandFormatter(directory: string, command: readonly string[], cwd: string): Formatter {
  return formatterBy(async (path, text) => {
    if (!/\.[cm]?tsx?$/.test(path)) return text;
    const file = join(directory, path);
    return once([command, cwd, file, text], () => runCommand(command, file, text, cwd));
  }, false);
}

/** Without a shell; on Windows, also what is a script there, as `npx` is. */
async function runCommand(
  command: readonly string[],
  file: string,
  text: string,
  cwd: string,
): Promise<string> {
  const { default: spawn } = await import("cross-spawn");
  const [program = "", ...given] = command;
  const args = given.map((argument) => argument.replaceAll("{file}", file));
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(
        new WriteError(
          "bad-format",
          `the formatter \`${command.join(" ")}\` failed for ${file}: ${reason}`,
          "Nothing was written. It gets each file on standard input, and has to give it back on standard output.",
        ),
      );
    const options = { cwd, stdio: "pipe", timeout: 60_000 } as const;
    const child = spawn(program, args, options) as ChildProcessWithoutNullStreams;
    let output = "";
    let problem = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (problem += chunk));
    child.once("error", ({ message }) => fail(message));
    child.once("close", (status, signal) => {
      if (status !== 0) fail(problem.trim().slice(0, 500) || `it ended with ${status ?? signal}`);
      else if (output.trim() === "" && text.trim() !== "") fail("it gave nothing back");
      else resolve(output);
    });
    // One that ends before it has read all says why by its status.
    child.stdin.on("error", () => {});
    child.stdin.end(text);
  });
}
