import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { closest } from "../diagnostics/closest.js";
import { checkConfig, emitterNames } from "./check.js";
import { ConfigError } from "./error.js";
import type { OwnEmitter } from "../emitters/emitter.js";
import type { ApiModel } from "../model/types.js";
import { cacheFolder } from "../package/folder.js";

export { checkConfig } from "./check.js";
export { ConfigError } from "./error.js";

/** The parts of the output that can be asked for on their own. */
export type EmitterName = "types" | "validators" | "client" | "server" | "description" | "stubs";

/** What the server can be put into, besides the platform's `fetch`, and what it can count rate limits with. */
export type AdapterName = "node" | "express" | "fastify" | "koa" | "rate-limiter-flexible";

/** One description and where its code goes. Paths are relative to the config file. */
export interface Config {
  /** A path, an http(s) address, or `-` for standard input. */
  readonly input: string;
  /** The folder of the generated files. */
  readonly output: string;
  /** OpenAPI Overlays (1.0 and 1.1) that are laid over the description, in this order: paths or addresses. */
  readonly overlays?: readonly string[];
  /** Sent when `input`, an overlay or a `$ref` is fetched from the host that they are for, and to no other. */
  readonly headers?: Readonly<Record<string, HeaderValue>>;
  /** Whether a `$ref` may lead to the network: never (`false`, when left out), always, or to these hosts. */
  readonly remote?: boolean | readonly string[];
  /**
   * No file outside of this folder is read for a `$ref`. When left out: the working directory if the
   * description is below it, else the description's folder.
   */
  readonly root?: string;
  /** Warnings count as errors; `false` when left out. */
  readonly strict?: boolean;
  /** There is code for the operations that fit each key of a filter, and for all that they need; for all when left out. */
  readonly include?: Filter | readonly Filter[];
  /** There is none for the operations that fit one of its keys, and for what only they need. */
  readonly exclude?: Filter;
  /** Changes the model before anything is made of it; or the path of a module that exports such a function. */
  readonly transform?: Transform | string;
  /** Just these, and what they need; everything when left out. */
  readonly only?: readonly EmitterName[];
  /** Writes the description itself as data, for a server to give out; `false` when left out. */
  readonly description?: boolean;
  /** Emitters of your own, made with `defineEmitter`; or the paths of modules that export one each. */
  readonly emitters?: readonly (OwnEmitter | string)[];
  /** What the server is put into; `["node"]` when left out. */
  readonly adapters?: readonly AdapterName[];
  /** The folder of the handler stubs, which are yours; no stubs when left out. */
  readonly stubs?: string;
  /** A folder with templates in the place of specsmith's own of the same name. */
  readonly templates?: string;
  /** Names for generated files, without ending: `{ types: "models" }`. */
  readonly fileNames?: Readonly<Record<string, string>>;
  /** How imports of generated files end: `".js"` (when left out), `".ts"`, or not at all (`"none"`). */
  readonly importExtension?: ".js" | ".ts" | "none";
  /** A folder for the runtime that several outputs share; a folder in each output when left out. */
  readonly runtime?: string;
  /** `assert` (when left out) refuses values that break their `format`; `annotate` lets them pass. */
  readonly formats?: "assert" | "annotate";
  /** What an int64 is in memory: a `number` that is exact or refused (when left out), a `bigint`, or a `string` of digits. */
  readonly int64?: "number" | "bigint" | "string";
  /** What a text of the format `date-time` is in memory: itself (when left out), or a `Date`. */
  readonly dates?: "string" | "Date";
  /** Where a server fills in what has a `default` and is left out: in `parameters` (when left out), or in `bodies` too. */
  readonly defaults?: "parameters" | "bodies";
  /** What a server does with members of a reply that the description does not declare: `drop` (when left out) or `send`. */
  readonly undeclared?: "drop" | "send";
  /** What a client can do; every part of it when left out. A part that is `false` is not in what an app ships. */
  readonly client?: {
    /** Waits as long as a service asks, tries again what is safe, and keeps time limits. */
    readonly retries?: boolean;
    /** Checks replies against the description. */
    readonly checks?: boolean;
    /** `onRequest`, `onResponse` and `onDeprecated`. */
    readonly hooks?: boolean;
    /** Operations by their first tag, `petStore.animals.listPets()`; `false` when left out. */
    readonly groups?: boolean;
  };
  /** What an enum with a name of its own is: a union (when left out), a `const` object with its type, or an `enum`. */
  readonly enums?: "union" | "const" | "enum";
  /** Whether all members and lists of types are `readonly`; `false` when left out. */
  readonly readonly?: boolean;
  /** How files are laid out; as prettier does by the configuration that holds in the output folder when left out. */
  readonly format?: FormatOption;
}

/** A header's value, or where it is taken from when something is fetched. */
export type HeaderValue =
  | string
  | {
      /** The environment variable that holds it, so that no secret stands in the config. */
      readonly env: string;
      /** Stands in front of it: `"Bearer "`. */
      readonly prefix?: string;
      /** The only host that it is sent to, with its port if it has one; that of `input` when left out. */
      readonly host?: string;
    };

/** Says which operations are meant. `*` stands for any text (in a path, up to the next slash), `**` for any at all. */
export interface Filter {
  readonly tags?: readonly string[];
  /** As in the description: `/pets/{petId}`. */
  readonly paths?: readonly string[];
  /** operationIds. */
  readonly operations?: readonly string[];
  /** In any case: `get`. */
  readonly methods?: readonly string[];
  readonly deprecated?: boolean;
}

/** A command is given each file on standard input and gives it back on standard output; `{file}` is its path. */
export type FormatOption = "prettier" | "none" | { readonly command: readonly string[] };

/** Gives back the model as it is to be; parts of it may be left out or replaced. */
export type Transform = (model: ApiModel) => ApiModel | Promise<ApiModel>;

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
    if (extname(file) === ".json") return JSON.parse(readFileSync(file, "utf8")) as unknown;
    return (await loadModule(file))["default"];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `${file} cannot be read: ${reason}`,
      "Mend the file, or choose another with --config.",
    );
  }
}

/** A module of the user's: its exports. Fails as `import` does. */
export async function loadModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  const isTypeScript = /^\.[cm]?ts$/.test(extname(file));
  const { typescript } = process.features as { typescript?: unknown };
  // Node reads TypeScript itself from 22.18 on; before that jiti does.
  if (isTypeScript && !typescript) return importByJiti(file);
  try {
    return (await import(addressOf(file))) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND";
    // `npx specsmith` works without an install, so that the config's own import finds nothing.
    if (isMissing && /'specsmith'/.test((error as Error).message)) return importByJiti(file);
    throw error;
  }
}

/** Whatever the file imports as `specsmith` is the one that runs: another copy would not know its `Code`. */
async function importByJiti(file: string): Promise<Readonly<Record<string, unknown>>> {
  const [{ createJiti }, specsmith] = await Promise.all([import("jiti"), import("../index.js")]);
  const jiti = createJiti(import.meta.url, {
    moduleCache: false,
    // By itself, it would take code from a folder that every user of the machine can write to.
    fsCache: cacheFolder() ?? false,
    virtualModules: { specsmith },
  });
  return jiti.import(file);
}

/** With the time of its last change, so that a file that changed is not taken from memory. */
function addressOf(file: string): string {
  return `${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`;
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
