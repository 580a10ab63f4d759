import type { ConfigEntry } from "./config/config.js";
import { emitFiles, hasFailed, styleOf } from "./config/emitting.js";
import { inputHash, inputOf, readOptionsOf, textsOf } from "./config/input.js";
import { shapeModel } from "./config/shaping.js";
import { Diagnostics } from "./diagnostics/diagnostics.js";
import type { Locator, Problems } from "./diagnostics/print.js";
import { load } from "./load/load.js";
import { Files } from "./load/text/positions.js";
import { buildModel } from "./model/build.js";
import type { ApiModel } from "./model/types.js";
import { layOut, nothingWritten, type Output, writeOutput, type Written } from "./write/output.js";

export interface GenerateOptions {
  /** Writes nothing, and says what differs. */
  readonly check?: boolean;
  /** Overwrites generated files that were edited by hand. */
  readonly force?: boolean;
  /** What standard input holds, for the input `-`. */
  readonly standardInput?: () => Promise<string | Uint8Array>;
  /** Called with the name of each stage when it begins: `reading`, `model`, each emitter's with `formatting` after it, `writing`. */
  readonly onStage?: (stage: string) => void;
  /** Called with each file of the description, which may be missing, by path from the working directory or by address. */
  readonly onFile?: (file: string) => void;
}

/** Result of one config entry. */
export interface Outcome extends Written {
  /** False: nothing was written, because the description has errors. */
  readonly ok: boolean;
  readonly diagnostics: Problems;
  /** Places in the files that were read. */
  readonly files: Locator;
  /** Of the API; undefined when its description has errors. */
  readonly title: string | undefined;
  /** Not there when the description has errors, or when all was found unchanged without it. */
  readonly model: ApiModel | undefined;
  /** The texts that were read, by path from the working directory or by address; undefined: there is no such file. */
  readonly texts: ReadonlyMap<string, string | undefined>;
}

/** Output of one config entry before it is written. */
export interface Product extends Output {
  readonly model: ApiModel;
  /** Of all that was read, and of the options that count. */
  readonly inputHash: string;
}

/** load → model; undefined when there are errors, which are in `diagnostics`. */
export async function readModel(
  entry: ConfigEntry,
  diagnostics: Diagnostics,
  files: Files,
  options: GenerateOptions = {},
): Promise<Pick<Product, "model" | "inputHash"> | undefined> {
  options.onStage?.("reading");
  const input = await inputOf(entry, options.standardInput);
  const description = await load(input, diagnostics, { ...readOptionsOf(entry), files });
  if (!description || diagnostics.hasErrors) return undefined;
  options.onStage?.("model");
  const built = buildModel(description, diagnostics, entry.config);
  const model = await shapeModel(built, entry, diagnostics, files);
  return { model, inputHash: inputHash(description.files, entry) };
}

/** load → model → emit; undefined when there are errors, or warnings that count as such. */
export async function produce(
  entry: ConfigEntry,
  diagnostics: Diagnostics,
  files: Files,
  options: GenerateOptions = {},
): Promise<Product | undefined> {
  const read = await readModel(entry, diagnostics, files, options);
  if (!read) return undefined;
  const style = styleOf(entry);
  const emissions = emitFiles(read.model, entry, style.layout, diagnostics, options.onStage);
  const output = await layOut(emissions, style, {
    hasFailed: () => hasFailed(diagnostics, entry.config),
    onStage: options.onStage,
  });
  return output && { ...read, ...output };
}

/** load → model → emit → write, for one entry of a config. */
export async function generate(
  entry: ConfigEntry,
  options: GenerateOptions = {},
): Promise<Outcome> {
  const diagnostics = new Diagnostics(entry.config.diagnostics);
  const files = new Files(options.onFile);
  const product = await produce(entry, diagnostics, files, options);
  const texts = textsOf(files, entry, product?.styleFiles);
  const read = { diagnostics, files, texts, model: product?.model, title: product?.model.title };
  if (!product) return { ok: false, ...read, ...nothingWritten };
  options.onStage?.("writing");
  const written = await writeOutput(product, styleOf(entry), { ...product, ...options });
  return { ok: true, ...read, ...written };
}
