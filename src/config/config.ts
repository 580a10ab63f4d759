import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { closest } from "../common/closest.js";
import { checkConfig } from "./check.js";
import { ConfigError, shortPath } from "./error.js";
import { type Config, type EmitterName, emitterNames, type Transform } from "./options.js";
import type { OwnEmitter } from "../emitters/emitter.js";

/** A config with the folder that its paths start from. */
export interface ConfigEntry {
  readonly config: Config;
  /** Absolute. */
  readonly folder: string;
  /** The config file it stands in; absolute. */
  readonly file?: string;
}

/** Gives an emitter of your own its type; returns it as it is. */
export function defineEmitter(emitter: OwnEmitter): OwnEmitter {
  return emitter;
}

/** Gives a function that changes the model its type; returns it as it is. */
export function defineTransform(transform: Transform): Transform {
  return transform;
}

/** Gives a config its type; returns it as it is. */
export function defineConfig<const C extends Config | readonly Config[]>(config: C): C {
  return config;
}

/** The config files that are looked for, in this order. */
export const fileNames = ["ts", "js", "mjs", "json"].map((ending) => `specsmith.config.${ending}`);

/** The entries of a config file: the one that is named, or the one in `cwd`; none when there is none. */
export async function readConfig(cwd: string, named?: string): Promise<readonly ConfigEntry[]> {
  const file = named === undefined ? findConfig(cwd) : resolve(cwd, named);
  if (file === undefined) return [];
  if (!existsSync(file))
    throw new ConfigError(`there is no file ${named ?? file}`, "Correct the path after --config.");
  const content = await loadConfig(file);
  const list: readonly unknown[] = Array.isArray(content) ? content : [content];
  return list.map((item, index) => {
    const place = Array.isArray(content) ? `${file}, entry ${index + 1}` : file;
    return { config: checkConfig(item, place), folder: dirname(file), file };
  });
}

function findConfig(cwd: string): string | undefined {
  return fileNames.map((name) => join(cwd, name)).find((file) => existsSync(file));
}

async function loadConfig(file: string): Promise<unknown> {
  try {
    if (extname(file) === ".json") return await readJson(file);
    const { loadModule } = await import("./modules.js");
    return (await loadModule(file))["default"];
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `${file} cannot be read: ${reason}`,
      "Mend the file, or choose another with --config.",
    );
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  const { findJsonFault } = await import("../load/text/json.js");
  const fault = findJsonFault(text);
  if (fault === undefined) return JSON.parse(text) as unknown;
  const { Lines } = await import("../common/lines.js");
  const { line, start } = new Lines(text).at(fault.offset);
  throw new ConfigError(
    `${shortPath(file)}:${line}:${fault.offset - start + 1}: ${fault.problem}`,
    "Mend the file, or choose another with --config.",
  );
}

/** Names of emitters from the command line, separated by commas. */
export function parseEmitterNames(text: string): readonly EmitterName[] {
  const names = text.split(",").map((name) => name.trim());
  const wrong = names.find((name) => !emitterNames.includes(name as EmitterName));
  if (wrong === undefined) return names as readonly EmitterName[];
  const near = closest(wrong, emitterNames);
  throw new ConfigError(
    `--only ${text} is not understood`,
    near === undefined
      ? `It takes ${emitterNames.join(", ")}, with commas between.`
      : `Did you mean ${near}?`,
  );
}
