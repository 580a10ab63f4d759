import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { closest } from "./diagnostics/closest.js";

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
  /** Just these, and what they need; everything when left out. */
  readonly only?: readonly EmitterName[];
  /** Writes the description itself as data, for a server to give out; `false` when left out. */
  readonly description?: boolean;
  /** What the server is put into, each a file in `runtime/`; `["node"]` when left out. */
  readonly adapters?: readonly AdapterName[];
  /** The folder of the handler stubs, which are yours; no stubs when left out. */
  readonly stubs?: string;
  /** `assert` (when left out) refuses values that break their `format`; `annotate` lets them pass. */
  readonly formats?: "assert" | "annotate";
  /** What an int64 is in memory: a `number` that is exact or refused (when left out), a `bigint`, or a `string` of digits. */
  readonly int64?: "number" | "bigint" | "string";
  /** Where a server fills in what has a `default` and is left out: in `parameters` (when left out), or in `bodies` too. */
  readonly defaults?: "parameters" | "bodies";
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
  /** Warnings count as errors; `false` when left out. */
  readonly strict?: boolean;
  /** Whether a `$ref` may lead to the network: never (`false`, when left out), always, or to these hosts. */
  readonly remote?: boolean | readonly string[];
  /**
   * No file outside of this folder is read for a `$ref`. When left out: the working directory if the
   * description is below it, else the description's folder.
   */
  readonly root?: string;
}

/** A config with the folder that its paths start from. */
export interface ConfigEntry {
  readonly config: Config;
  /** Absolute. */
  readonly folder: string;
  /** The config file it stands in; absolute. */
  readonly file?: string;
}

/** Something in a config or on the command line that the user has to mend. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

/** Gives a config its type; returns it as it is. */
export function defineConfig<const C extends Config | readonly Config[]>(config: C): C {
  return config;
}

const fileNames = ["ts", "js", "mjs", "json"].map((ending) => `specsmith.config.${ending}`);

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
    const module =
      extname(file) === ".ts" ? await importTypeScript(file) : await import(addressOf(file));
    return (module as { default?: unknown }).default;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `${file} cannot be read: ${reason}`,
      "Mend the file, or choose another with --config.",
    );
  }
}

/** Node reads TypeScript itself from 22.18 on; before that jiti does. */
async function importTypeScript(file: string): Promise<unknown> {
  const { typescript } = process.features as { typescript?: unknown };
  if (typescript) return (await import(addressOf(file))) as unknown;
  const { createJiti } = await import("jiti");
  return await createJiti(import.meta.url, { moduleCache: false }).import(file);
}

/** With the time of its last change, so that a file that changed is not taken from memory. */
function addressOf(file: string): string {
  return `${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`;
}

const adapterNames: readonly AdapterName[] = [
  "node",
  "express",
  "fastify",
  "koa",
  "rate-limiter-flexible",
];

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const keys: Readonly<Record<keyof Config, { is: (value: unknown) => boolean; expected: string }>> =
  {
    input: { is: isText, expected: "a path or an address" },
    output: { is: isText, expected: "a path" },
    only: {
      is: isEmitterList,
      expected: 'a list of "types", "validators", "client", "server", "description", "stubs"',
    },
    adapters: {
      is: (value) =>
        Array.isArray(value) && value.every((name) => adapterNames.includes(name as AdapterName)),
      expected: `a list of ${adapterNames.map((name) => `"${name}"`).join(", ")}`,
    },
    description: { is: (value) => typeof value === "boolean", expected: "true or false" },
    stubs: { is: isText, expected: "a path" },
    formats: {
      is: (value) => value === "assert" || value === "annotate",
      expected: '"assert" or "annotate"',
    },
    int64: {
      is: (value) => value === "number" || value === "bigint" || value === "string",
      expected: '"number", "bigint" or "string"',
    },
    defaults: {
      is: (value) => value === "parameters" || value === "bodies",
      expected: '"parameters" or "bodies"',
    },
    client: {
      is: isClientParts,
      expected: "an object of retries, checks, hooks and groups, each true or false",
    },
    strict: { is: (value) => typeof value === "boolean", expected: "true or false" },
    remote: {
      is: (value) => typeof value === "boolean" || isTexts(value),
      expected: "true, false or a list of hosts",
    },
    root: { is: isText, expected: "a path" },
  };

/** Refuses unknown keys and wrong values; says which, and where. */
export function checkConfig(value: unknown, place: string): Config {
  if (typeof value !== "object" || value === null)
    throw new ConfigError(
      `${place}: there is no configuration`,
      "Write `export default defineConfig({ … })`.",
    );
  for (const [key, content] of Object.entries(value)) {
    const rule = Object.hasOwn(keys, key) ? keys[key as keyof Config] : undefined;
    if (!rule) throw new ConfigError(`${place}: there is no option ${key}`, suggestion(key));
    if (content !== undefined && !rule.is(content))
      throw new ConfigError(
        `${place}: ${key} has to be ${rule.expected}`,
        `It is ${JSON.stringify(content)}.`,
      );
  }
  for (const key of ["input", "output"] as const)
    if (!Object.hasOwn(value, key))
      throw new ConfigError(`${place}: ${key} is missing`, `Give ${keys[key].expected}.`);
  return value as Config;
}

/** Names of emitters from the command line, separated by commas. */
export function parseEmitterNames(text: string): readonly EmitterName[] {
  const names = text.split(",").map((name) => name.trim());
  if (!isEmitterList(names))
    throw new ConfigError(
      `--only ${text} is not understood`,
      `It takes ${keys.only.expected}, with commas between.`,
    );
  return names as readonly EmitterName[];
}

function isClientParts(value: unknown): boolean {
  const known = ["retries", "checks", "hooks", "groups"];
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(([key, on]) => known.includes(key) && typeof on === "boolean")
  );
}

function isEmitterList(value: unknown): boolean {
  const names = ["types", "validators", "client", "server", "description", "stubs"];
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((name) => names.includes(name as string))
  );
}

function suggestion(key: string): string {
  const near = closest(key, Object.keys(keys)) ?? closest(key.toLowerCase(), Object.keys(keys));
  const all = Object.keys(keys).join(", ");
  return near === undefined ? `The options are ${all}.` : `Did you mean ${near}?`;
}
