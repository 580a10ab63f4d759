import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ConfigEntry } from "./config/config.js";
import { type Config, emittedSettings, hashedValues, settingsOf } from "./config/options.js";
import { Diagnostics, type Source, type Span } from "./diagnostics/catalog.js";
import type { EmitOptions } from "./emitters/emitter.js";
import { selectEmitters } from "./emitters/index.js";
import { reservedNames } from "./emitters/reserved.js";
import { applyFilters } from "./config/filter.js";
import { headersFor } from "./config/headers.js";
import { applyTransform, checkTemplates, filesOf, ownEmitters } from "./config/extensions.js";
import { Layout, way } from "./config/layout.js";
import type { Description } from "./load/document.js";
import { load } from "./load/load.js";
import { Files } from "./load/text/positions.js";
import type { Input } from "./load/text/read.js";
import { buildModel } from "./model/build.js";
import { fillBodies } from "./model/passes/defaults.js";
import { applyDates } from "./model/passes/dates.js";
import { applyInt64 } from "./model/passes/int64.js";
import type { ApiModel } from "./model/types.js";
import { makeOutput, type Output } from "./output.js";
import type { Places, Problems } from "./diagnostics/print.js";
import { version } from "./package/version.js";
import { type Note, mergeUserFiles, userFilePaths } from "./write/stubs/user-files.js";
import { type Difference, type WriteResult, check, recover, writeFiles } from "./write/write.js";
import type { WritePlan } from "./write/compare.js";

export interface GenerateOptions {
  /** Writes nothing, and says what differs. */
  readonly check?: boolean;
  /** Overwrites generated files that were edited by hand. */
  readonly force?: boolean;
  /** What is read when the input is `-`. */
  readonly standardInput?: () => Promise<string>;
  /** Called with the name of each stage when it begins: `reading`, `model`, each emitter's with `formatting` after it, `writing`. */
  readonly onStage?: (stage: string) => void;
}

/** What came of one config entry. */
export interface Outcome {
  /** False: nothing was written, because the description has errors. */
  readonly ok: boolean;
  readonly diagnostics: Problems;
  /** Where things are in the files that were read. */
  readonly files: Places;
  /** Of the API; undefined when its description has errors. */
  readonly title: string | undefined;
  /** Not there when the description has errors, or when all was found unchanged without it. */
  readonly model: ApiModel | undefined;
  readonly result: WriteResult | undefined;
  /** With `check`: what is not as it would be written. */
  readonly differences: readonly Difference[];
  /** What there is to say about files of the user's. */
  readonly notes: readonly Note[];
  /** Absolute paths of those that the description asks for. */
  readonly userFiles: readonly string[];
  /** What was read, by its path from the working directory or its address; undefined: there is no such file. */
  readonly texts: ReadonlyMap<string, string | undefined>;
}

/** A description as a model; undefined when it has errors, which are in `diagnostics`. */
export async function readModel(
  entry: ConfigEntry,
  diagnostics: Diagnostics,
  files: Files,
  options: GenerateOptions = {},
): Promise<{ model: ApiModel; description: Description } | undefined> {
  const { config, folder } = entry;
  options.onStage?.("reading");
  const description = await load(await inputOf(config.input, folder, options), diagnostics, {
    cwd: process.cwd(),
    ...(config.root === undefined ? {} : { root: resolve(folder, config.root) }),
    files,
    ...(config.remote === undefined ? {} : { remote: config.remote }),
    overlays: config.overlays?.map((name) => pathOrAddress(folder, name)),
    headers: config.headers && headersFor(config),
  });
  if (!description || diagnostics.hasErrors) return undefined;
  options.onStage?.("model");
  const built = buildModel(description, diagnostics, reservedNames);
  const whole = wantsDocument(config) ? built : { ...built, document: undefined };
  const asked = applyFilters(whole, config, diagnostics, placesIn(entry, files));
  const model = await applyTransform(asked, entry);
  const { int64, dates, defaults } = settingsOf(config);
  if (int64 !== "number") applyInt64(model, int64);
  if (dates === "Date") applyDates(model, int64 === "number" ? "dates" : "int64");
  if (defaults === "bodies") fillBodies(model, diagnostics);
  return { model, description };
}

/** Where an entry of the config stands in its file, as far as that can be seen. */
function placesIn({ file }: ConfigEntry, files: Files): (entry: string) => Source | Span {
  const name = file === undefined ? "the configuration" : shortPath(file);
  return (entry) => {
    const text = file === undefined ? "" : (textAt(file) ?? "");
    const quoted = [`"${entry}"`, `'${entry}'`].map((word) => text.indexOf(word) + 1);
    const offset = quoted.find((at) => at > 0);
    if (offset === undefined) return { file: name, pointer: "" };
    files.add(name, text);
    return { file: name, pointer: "", offset, length: entry.length };
  };
}

/** What one entry of a config makes, before anything is written. */
export interface Product extends Output {
  readonly model: ApiModel;
  /** Of all that was read. */
  readonly inputHash: string;
}

/** load → model → emit; undefined when there are errors, or warnings that count as such. */
export async function produce(
  entry: ConfigEntry,
  diagnostics: Diagnostics,
  files: Files,
  options: GenerateOptions = {},
): Promise<Product | undefined> {
  // The description itself is let go of: it is as large as the model.
  const read = await readModel(entry, diagnostics, files, options).then(
    (found) => found && { model: found.model, inputHash: inputHash(found.description, entry) },
  );
  return read && emit(read, entry, diagnostics, options);
}

async function emit(
  { model, inputHash }: Pick<Product, "model" | "inputHash">,
  entry: ConfigEntry,
  diagnostics: Diagnostics,
  options: GenerateOptions,
): Promise<Product | undefined> {
  const layout = new Layout(entry);
  checkTemplates(entry);
  const own = await ownEmitters(entry);
  const needs = own.flatMap((emitter) => emitter.needs);
  const { only } = entry.config;
  const selected = [...selectEmitters(only && [...only, ...needs]), ...own];
  const output = await makeOutput(model, selected, entry, {
    layout,
    diagnostics,
    options: emitOptions(entry, layout),
    isFailure: () => isFailure(diagnostics, entry.config),
    onStage: options.onStage,
  });
  return output && { model, inputHash, ...output };
}

/** load → model → emit → write, for one entry of a config. */
export async function generate(
  entry: ConfigEntry,
  options: GenerateOptions = {},
): Promise<Outcome> {
  const diagnostics = new Diagnostics();
  const files = new Files();
  const nothing = { diagnostics, files, result: undefined, differences: [], notes: [] };
  const product = await produce(entry, diagnostics, files, options);
  if (!product)
    return {
      ...nothing,
      ok: false,
      title: undefined,
      model: undefined,
      userFiles: [],
      texts: textsOf(files, entry, []),
    };
  const { model, generated, runtime, owned, formatFiles } = product;

  options.onStage?.("writing");
  const layout = new Layout(entry);
  const { directory } = layout;
  if (!options.check) await recover(directory, userFilePaths(owned, directory));
  const user = await mergeUserFiles(owned, directory, {
    importFrom: (path, from) => layout.importFrom(path, from),
    format: entry.config.format,
  });
  const plan: WritePlan = {
    directory,
    files: generated,
    userFiles: user.files,
    manifest: { generator: version, input: product.inputHash },
  };
  const plans = runtime && layout.runtime ? [runtimePlan(layout.runtime, runtime), plan] : [plan];
  const outcome = {
    ...nothing,
    ok: true,
    title: model.title,
    model,
    notes: user.notes,
    userFiles: user.files.map(({ path }) => path),
    texts: textsOf(files, entry, formatFiles),
  };
  if (options.check) {
    const differences = await Promise.all(plans.map(check));
    return { ...outcome, differences: differences.flat() };
  }
  const results: WriteResult[] = [];
  for (const one of plans) results.push(await writeFiles(one, { force: options.force === true }));
  return { ...outcome, result: joined(results) };
}

/** A runtime that several outputs share has a manifest of its own, which does not depend on any of them. */
function runtimePlan(directory: string, files: WritePlan["files"]): WritePlan {
  return { directory, files, userFiles: [], manifest: { generator: version, input: "runtime" } };
}

function joined(results: readonly WriteResult[]): WriteResult {
  const all = (key: keyof WriteResult) => results.flatMap((result) => result[key]);
  return {
    written: all("written"),
    added: all("added"),
    removed: all("removed"),
    unchanged: all("unchanged"),
  };
}

/** All that was read, and what was looked for and is not there. */
function textsOf(
  files: Files,
  entry: ConfigEntry,
  others: readonly string[],
): ReadonlyMap<string, string | undefined> {
  return new Map([
    ...files.absent.map((file) => [file, undefined] as const),
    ...files.all.map(({ file, text }) => [file, text] as const),
    ...[...filesOf(entry), ...others].map((file) => [file, textAt(file)] as const),
  ]);
}

function textAt(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch {
    return undefined;
  }
}

function shortPath(path: string): string {
  return relative(process.cwd(), path).replaceAll("\\", "/");
}

function emitOptions({ config, folder }: ConfigEntry, { directory }: Layout): EmitOptions {
  const { templates } = config;
  const stubs = config.stubs === undefined ? undefined : resolve(folder, config.stubs);
  return {
    ...emittedSettings(config),
    description: wantsDescription(config),
    stubs:
      stubs === undefined
        ? undefined
        : { folder: way(directory, stubs), root: way(stubs, directory) },
    templates:
      templates === undefined ? undefined : pathToFileURL(`${resolve(folder, templates)}/`),
  };
}

function wantsDescription({ description, only }: Config): boolean {
  return description ?? only?.includes("description") ?? false;
}

function wantsDocument(config: Config): boolean {
  return wantsDescription(config) || (config.emitters?.length ?? 0) > 0;
}

function isFailure(diagnostics: Diagnostics, config: Config): boolean {
  const { strict } = settingsOf(config);
  return diagnostics.hasErrors || (strict && diagnostics.counts.warning > 0);
}

function pathOrAddress(folder: string, name: string): string {
  return /^https?:\/\//i.test(name) ? name : resolve(folder, name);
}

async function inputOf(input: string, folder: string, options: GenerateOptions): Promise<Input> {
  if (input === "-") return { text: (await options.standardInput?.()) ?? "", name: "<stdin>" };
  if (/^https?:\/\//i.test(input)) return { url: input };
  return { path: resolve(folder, input) };
}

/** Of everything that the output depends on, but for specsmith itself and code of the user's. */
function inputHash(description: Description, entry: ConfigEntry): string {
  const hash = createHash("sha256").update(hashedValues(entry.config));
  const texts = description.files.map(({ text }) => text);
  const others = filesOf(entry).flatMap((file) => textAt(file) ?? []);
  for (const text of [...texts, ...others]) hash.update("\0").update(text.replaceAll("\r\n", "\n"));
  return `sha256:${hash.digest("hex")}`;
}
