import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { isIn } from "../common/folders.js";
import type { Import } from "../emit/code.js";
import type { Emission, OutputFile } from "../emit/file.js";
import { splitFiles } from "../emit/split.js";
import { TemplateError } from "../emit/template.js";
import type { EmitContext, Emitter, EmitOptions } from "../emitters/emitter.js";
import { emitters, selectEmitters } from "../emitters/index.js";
import { partOfTypes } from "../emitters/parts.js";
import type { ApiModel } from "../model/types.js";
import type { ConfigEntry } from "./config.js";
import { ConfigError, shortPath } from "./error.js";
import { checkTemplates, ownEmitters, requestedEmitters } from "./extensions.js";
import { Layout, relativePath } from "./layout.js";
import { type Config, emittedSettings, settingsOf } from "./options.js";

/** Settings that the text of an entry's files depends on, besides the output of emitters. */
export function styleOf(entry: ConfigEntry) {
  const { input, format, emitters: own, templates } = entry.config;
  const hasOwnCode = (own ?? templates) !== undefined;
  return { layout: new Layout(entry), input, format, folder: entry.folder, hasOwnCode };
}

/** Runs the emitters that an entry selects, its own after those of specsmith, each when its files are needed. */
export async function* emitFiles(
  model: ApiModel,
  entry: ConfigEntry,
  layout: Layout,
  diagnostics: Diagnostics,
  onStage: (stage: string) => void = () => {},
): AsyncGenerator<Emission> {
  checkTemplates(entry);
  const own = await ownEmitters(entry);
  const needs = own.flatMap((emitter) => emitter.needs);
  const { only } = entry.config;
  const requested = requestedEmitters(entry.config);
  const options = emitOptions(entry, layout);
  const paths: string[] = [];
  const names = only && [...only, ...needs];
  const all: readonly Emitter[] = [...selectEmitters(names, [...requested, ...needs]), ...own];
  const noted = (files: readonly OutputFile[]): readonly OutputFile[] => {
    for (const { path, isUsers } of files) if (!isUsers) paths.push(path);
    return files;
  };
  const emissions: Emission[] = [];
  const imports: Import[] = [];
  const imported = (from: string): ReadonlySet<string> =>
    new Set(imports.filter((one) => one.from === from).map(({ name }) => name));
  for (const emitter of [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))]) {
    onStage(emitter.name);
    const isRequested = names?.includes(emitter.name) ?? true;
    const context = { diagnostics, options, imported, isRequested };
    const files = await emitted(emitter, model, entry, context);
    for (const { code } of files) for (const one of code.imports) imports.push(one);
    const runtime = emitter.runtime?.(options) ?? [];
    if (options.split === "tags") emissions.push({ files, runtime });
    else yield { files: noted(files), runtime };
  }
  // The imports of a file in parts are in parts too, so all of them must exist.
  if (emissions.length > 0) {
    const files = splitFiles(
      emissions.flatMap((one) => one.files),
      partOfTypes(model),
    );
    yield { files: noted(files), runtime: emissions.flatMap(({ runtime }) => runtime) };
  }
  layout.check(paths, [
    ...emitters.map(({ name }) => name),
    "index",
    "int64",
    "dates",
    "replies",
    "hooks",
    "names",
  ]);
}

function isFirst({ isLast }: Emitter): boolean {
  return isLast !== true;
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
    const shown = shortPath(error.file);
    throw new ConfigError(
      error.message.replace(error.file, shown),
      "Correct the template, or look at specsmith's own with `specsmith templates`.",
    );
  }
}

function emitOptions({ config, folder }: ConfigEntry, { directory }: Layout): EmitOptions {
  const { templates } = config;
  const stubs = config.stubs === undefined ? undefined : resolve(folder, config.stubs);
  if (stubs !== undefined && stubs !== resolve(folder) && isIn(stubs, folder))
    throw new ConfigError(
      `stubs: ${config.stubs} is a folder around the one of the config`,
      "Name a folder for handlers alone, such as src/handlers: all code in it is read.",
    );
  return {
    ...emittedSettings(config),
    description: wantsDescription(config),
    stubs:
      stubs === undefined
        ? undefined
        : { folder: relativePath(directory, stubs), root: relativePath(stubs, directory) },
    templates:
      templates === undefined ? undefined : pathToFileURL(`${resolve(folder, templates)}/`),
  };
}

export function wantsDescription({ description, only }: Config): boolean {
  return description ?? only?.includes("description") ?? false;
}

/** Warnings count where the config says so. */
export function hasFailed(diagnostics: Diagnostics, config: Config): boolean {
  const { hasErrors, isStrictlyFine } = diagnostics;
  return settingsOf(config).strict ? !isStrictlyFine : hasErrors;
}
