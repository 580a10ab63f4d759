import { relative, resolve } from "node:path";
import type { ConfigEntry } from "./config/config.js";
import { ConfigError } from "./config/error.js";
import type { Diagnostics } from "./diagnostics/catalog.js";
import { type Code, code, type Import, str } from "./emit/code.js";
import { fileText, type OutputFile } from "./emit/file.js";
import { TemplateError } from "./emit/template.js";
import type { EmitContext, Emitter, EmitOptions } from "./emitters/emitter.js";
import { emitters } from "./emitters/index.js";
import type { Layout } from "./config/layout.js";
import type { ApiModel } from "./model/types.js";
import { LayoutError } from "./write/format/format.js";
import { createFormatter, type Formatter } from "./write/format/formatter.js";
import { allRuntimeFiles, runtimeFiles } from "./write/runtime-files.js";

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
  /** The configuration of the formatter that was found; absolute. */
  readonly formatFiles: readonly string[];
}

/** What files are made with. */
export interface Making {
  readonly layout: Layout;
  readonly options: EmitOptions;
  readonly diagnostics: Diagnostics;
  /** Whether there are errors, or warnings that count as such: then nothing is laid out any more. */
  readonly isFailure: () => boolean;
  readonly onStage: ((stage: string) => void) | undefined;
}

/**
 * What the emitters make, each file laid out as soon as it is there, so that no two are in memory in several forms; and
 * the runtime that it needs. Undefined when that failed.
 */
export async function makeOutput(
  model: ApiModel,
  selected: readonly Emitter[],
  entry: ConfigEntry,
  { layout, options, diagnostics, isFailure, onStage }: Making,
): Promise<Output | undefined> {
  const { config, folder } = entry;
  const header = headerOf(config.input);
  const formatter = await createFormatter(layout.directory, config.format, folder);
  const generated: TextFile[] = [];
  const owned: OutputFile[] = [];
  const imports: Import[] = [];
  const paths: string[] = [];
  for (const emitter of selected) {
    onStage?.(emitter.name);
    const raw: (TextFile & { readonly isPlain: boolean })[] = [];
    for (const file of await emitted(emitter, model, entry, { diagnostics, options })) {
      if (file.owner === "user") {
        owned.push(file);
        continue;
      }
      const text = fileText(file, header, (from) => layout.importFrom(file.path, from));
      raw.push({ path: layout.pathOf(file.path), text, isPlain: file.plain !== undefined });
      for (const one of file.code.imports) imports.push(one);
      paths.push(file.path);
    }
    if (isFailure()) continue;
    onStage?.("formatting");
    for (const { path, text, isPlain } of raw)
      generated.push({
        path,
        text: isPlain ? text : await formatted(formatter, path, text, entry),
      });
  }
  layout.check(paths, [...emitters.map(({ name }) => name), "int64", "dates", "replies"]);
  if (isFailure()) return undefined;
  const extra = selected.flatMap(({ runtime }) => runtime?.(options) ?? []);
  const isShared = config.runtime !== undefined;
  const runtime = layout.runtime
    ? await runtimeOf(imports, extra, entry, layout.runtime, layout, formatter)
    : [];
  return {
    generated: isShared ? generated : [...generated, ...runtime],
    runtime: isShared && layout.runtime ? runtime : undefined,
    owned,
    formatFiles: formatter.files,
  };
}

async function emitted(
  emitter: Emitter,
  model: ApiModel,
  { config, folder }: ConfigEntry,
  context: EmitContext,
): Promise<readonly OutputFile[]> {
  const own = config.templates === undefined ? undefined : resolve(folder, config.templates);
  try {
    return await emitter.emit(model, context);
  } catch (error) {
    if (own === undefined || !(error instanceof TemplateError)) throw error;
    if (!error.file.startsWith(own)) throw error;
    const shown = relative(process.cwd(), error.file).replaceAll("\\", "/");
    throw new ConfigError(
      error.message.replace(error.file, shown),
      "Correct the template, or look at specsmith's own with `specsmith templates`.",
    );
  }
}

/** The runtime comes in specsmith's own style, with imports that end in `.js`. */
async function runtimeOf(
  imports: readonly Import[],
  extra: readonly string[],
  { config, folder }: ConfigEntry,
  home: string,
  layout: Layout,
  formatter: Formatter,
): Promise<readonly TextFile[]> {
  const isShared = config.runtime !== undefined;
  const style = isShared ? await createFormatter(home, config.format, folder) : formatter;
  const files: TextFile[] = [];
  for (const { path: name, text } of isShared ? allRuntimeFiles() : runtimeFiles(imports, extra)) {
    const path = isShared ? name : `runtime/${name}`;
    const own = layout.runtimeText(text);
    files.push({ path, text: style.isDefault ? own : await style.format(path, own) });
  }
  return files;
}

async function formatted(
  formatter: Formatter,
  path: string,
  text: string,
  { config: { emitters: own, templates } }: ConfigEntry,
): Promise<string> {
  try {
    return await formatter.format(path, text);
  } catch (error) {
    if (!(error instanceof LayoutError) || !(own ?? templates)) throw error;
    throw new ConfigError(error.fault, "Look at what your own templates and emitters print.");
  }
}

function headerOf(input: string): Code {
  const name = input.split(/[?#]/, 1)[0]?.split(/[/\\]/).at(-1) ?? input;
  return code`// Generated by specsmith from ${str(name === "-" ? "standard input" : name)}. Do not edit: change the description and generate again.`;
}
