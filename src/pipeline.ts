import { createHash } from "node:crypto";
import { isAbsolute, relative, resolve } from "node:path";
import type { Config, ConfigEntry } from "./config.js";
import { Diagnostics } from "./diagnostics/catalog.js";
import { type Code, type Import, code, str } from "./emit/code.js";
import { type OutputFile, fileText } from "./emit/file.js";
import type { EmitOptions } from "./emitters/emitter.js";
import { selectEmitters } from "./emitters/index.js";
import { reservedNames } from "./emitters/reserved.js";
import type { Description } from "./load/document.js";
import { load } from "./load/load.js";
import { Files } from "./load/positions.js";
import type { Input } from "./load/read.js";
import { buildModel } from "./model/build.js";
import { fillBodies } from "./model/defaults.js";
import { applyInt64 } from "./model/int64.js";
import type { ApiModel } from "./model/types.js";
import type { Places, Problems } from "./record.js";
import { version } from "./version.js";
import { formatFile } from "./write/format.js";
import { runtimeFiles } from "./write/runtime-files.js";
import { type Note, mergeUserFiles, userFilePaths } from "./write/user-files.js";
import { type Difference, type WriteResult, check, recover, writeFiles } from "./write/write.js";
import type { WritePlan } from "./write/compare.js";

export interface GenerateOptions {
  /** Writes nothing, and says what differs. */
  readonly check?: boolean;
  /** Overwrites generated files that were edited by hand. */
  readonly force?: boolean;
  /** Makes everything again, also when nothing has changed. */
  readonly always?: boolean;
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
  /** What was read, by its path from the working directory or its address. */
  readonly texts: ReadonlyMap<string, string>;
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
  });
  if (!description || diagnostics.hasErrors) return undefined;
  options.onStage?.("model");
  const model = buildModel(description, diagnostics, reservedNames);
  const { int64 = "number" } = config;
  if (int64 !== "number") applyInt64(model, int64);
  if (config.defaults === "bodies") fillBodies(model);
  return { model, description };
}

/** What one entry of a config makes, before anything is written. */
export interface Product {
  readonly model: ApiModel;
  /** Of all that was read. */
  readonly inputHash: string;
  /** Formatted, with the runtime; paths below the output folder. */
  readonly generated: readonly { readonly path: string; readonly text: string }[];
  /** Files of the user's, as they would be if there were none yet. */
  readonly owned: readonly OutputFile[];
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
    (found) =>
      found && { model: found.model, inputHash: inputHash(found.description, entry.config) },
  );
  if (!read) return undefined;
  const output = await emit(read.model, diagnostics, entry, options);
  return isFailure(diagnostics, entry.config) ? undefined : { ...read, ...output };
}

/** load → model → emit → write, for one entry of a config, whether or not anything changed. */
export async function run(entry: ConfigEntry, options: GenerateOptions = {}): Promise<Outcome> {
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
      texts: textsOf(files),
    };
  const { model, generated, owned } = product;

  options.onStage?.("writing");
  const directory = outputFolder(entry);
  if (!options.check) await recover(directory, userFilePaths(owned, directory));
  const user = await mergeUserFiles(owned, directory);
  const plan: WritePlan = {
    directory,
    files: generated,
    userFiles: user.files,
    manifest: { generator: version, input: product.inputHash },
  };
  const outcome = {
    ...nothing,
    ok: true,
    title: model.title,
    model,
    notes: user.notes,
    userFiles: user.files.map(({ path }) => path),
    texts: textsOf(files),
  };
  if (options.check) return { ...outcome, differences: await check(plan) };
  return { ...outcome, result: await writeFiles(plan, { force: options.force === true }) };
}

function textsOf(files: Files): ReadonlyMap<string, string> {
  return new Map(files.all.map(({ file, text }) => [file, text]));
}

function outputFolder({ config, folder }: ConfigEntry): string {
  return resolve(folder, config.output);
}

/** Each file is laid out as soon as it is there, so that no two are in memory in several forms. */
async function emit(
  model: ApiModel,
  diagnostics: Diagnostics,
  entry: ConfigEntry,
  { onStage }: GenerateOptions,
): Promise<Pick<Product, "generated" | "owned">> {
  const { config } = entry;
  const options = emitOptions(entry);
  const header = headerOf(config);
  const emitters = selectEmitters(config.only);
  const generated: { path: string; text: string }[] = [];
  const owned: OutputFile[] = [];
  const imports: Import[] = [];
  for (const emitter of emitters) {
    onStage?.(emitter.name);
    const raw: { path: string; text: string }[] = [];
    for (const file of await emitter.emit(model, { diagnostics, options })) {
      if (file.owner === "user") owned.push(file);
      else raw.push({ path: file.path, text: fileText(file, header) });
      if (file.owner === "generator") imports.push(...file.code.imports);
    }
    if (isFailure(diagnostics, config)) continue;
    onStage?.("formatting");
    for (const { path, text } of raw) generated.push({ path, text: await formatFile(path, text) });
  }
  const extra = emitters.flatMap(({ runtime }) => runtime?.(options) ?? []);
  return { generated: [...generated, ...runtimeFiles(imports, extra)], owned };
}

function emitOptions(entry: ConfigEntry): EmitOptions {
  const { config, folder } = entry;
  const directory = outputFolder(entry);
  const stubs = config.stubs === undefined ? undefined : resolve(folder, config.stubs);
  return {
    formats: config.formats ?? "assert",
    description: config.description ?? config.only?.includes("description") ?? false,
    ...(config.adapters === undefined ? {} : { adapters: config.adapters }),
    stubs:
      stubs === undefined
        ? undefined
        : { folder: way(directory, stubs), root: way(stubs, directory) },
    client: config.client,
  };
}

function headerOf({ input }: Config): Code {
  const name = /[^/\\]*$/.exec(input.replace(/[?#].*$/, ""))?.[0] ?? input;
  return code`// Generated by specsmith from ${str(name === "-" ? "standard input" : name)}. Do not edit: change the description and generate again.`;
}

function isFailure(diagnostics: Diagnostics, { strict = false }: Config): boolean {
  return diagnostics.hasErrors || (strict && diagnostics.counts.warning > 0);
}

async function inputOf(input: string, folder: string, options: GenerateOptions): Promise<Input> {
  if (input === "-") return { text: (await options.standardInput?.()) ?? "", name: "<stdin>" };
  if (/^https?:\/\//i.test(input)) return { url: input };
  return { path: resolve(folder, input) };
}

/** The way from one folder to another as an import path has it: `..`, `./api`. */
function way(from: string, to: string): string {
  const path = relative(from, to).replaceAll("\\", "/");
  if (isAbsolute(path)) throw new Error(`there is no relative way from ${from} to ${to}`);
  return path === "" ? "." : path.startsWith(".") ? path : `./${path}`;
}

/** Of everything that the output depends on, but for specsmith itself. */
function inputHash({ files }: Description, config: Config): string {
  const { only, formats, int64, defaults, adapters, client, description } = config;
  const chosen = JSON.stringify({ only, formats, int64, defaults, adapters, client, description });
  const hash = createHash("sha256").update(chosen);
  for (const { text } of files) hash.update("\0").update(text.replaceAll("\r\n", "\n"));
  return `sha256:${hash.digest("hex")}`;
}
