import { dirname, isAbsolute, resolve } from "node:path";
import type { ConfigEntry } from "./config.js";
import { type Config, settingsOf } from "./options.js";
import { ConfigError } from "./error.js";
import { projectStyleOf } from "./project.js";
import { closest } from "../common/closest.js";
import { isIn, pathFrom } from "../common/folders.js";
import { runtimeImport, runtimePackage } from "../package/version.js";

/** Names and places of generated files, and their import specifiers. */
export class Layout {
  /** The output folder; absolute. */
  readonly directory: string;
  /** The folder of the runtime; absolute, or undefined where it is a package. */
  readonly runtime: string | undefined;
  /** True where several outputs may share that folder. */
  readonly sharesRuntime: boolean;
  /** The files of the project that decided how imports end; absolute. */
  readonly projectFiles: readonly string[];
  readonly #names: Readonly<Record<string, string>>;
  readonly #extension: string;

  constructor({ config, folder }: ConfigEntry) {
    const { output, runtime, importExtension } = config;
    const { fileNames } = settingsOf(config);
    this.directory = resolve(folder, output);
    this.runtime =
      runtime === runtimePackage
        ? undefined
        : runtime === undefined
          ? resolve(this.directory, "runtime")
          : resolve(folder, runtime);
    this.sharesRuntime = runtime !== undefined && runtime !== runtimePackage;
    this.#names = fileNames;
    const project = importExtension === undefined ? projectStyleOf(this.directory) : undefined;
    const ending = importExtension ?? project?.ending ?? ".js";
    this.#extension = ending === "none" ? "" : ending;
    this.projectFiles = project?.files ?? [];
    if (runtime === undefined || this.runtime === undefined) return;
    if (isIn(this.directory, this.runtime))
      throw new ConfigError(
        `runtime: ${runtime} lies in the output folder`,
        "Name a folder beside it, or leave runtime out.",
      );
  }

  /** The path that a file of the output folder gets in the place of the one that its emitter gave it. */
  pathOf(path: string): string {
    const [, name = "", ending = ""] = /^([\w.-]+?)(\/.*|\.[cm]?tsx?)$/.exec(path) ?? [];
    const own = Object.hasOwn(this.#names, name) ? this.#names[name] : undefined;
    return own === undefined ? path : `${own}${ending}`;
  }

  /** Import path of the emitter's module `from` in the file at its `path`, relative to the folder `base`. */
  importFrom(path: string, from: string, base = dirname(path)): string {
    if (!from.startsWith(".")) return from;
    const target = relativePath(this.directory, resolve(this.directory, base, from));
    const runtime = /^\.\/runtime\/(.*)\.js$/.exec(target)?.[1];
    if (runtime !== undefined && this.runtime === undefined)
      return `${runtimeImport}/${runtime}.js`;
    const moved =
      runtime === undefined || this.runtime === undefined
        ? resolve(this.directory, this.pathOf(target.replace(/^\.\/|\.js$/g, "") + ".ts"))
        : resolve(this.runtime, `${runtime}.ts`);
    const start = dirname(resolve(this.directory, this.pathOf(path)));
    return relativePath(start, moved).replace(/\.ts$/, this.#extension);
  }

  /** A file of the runtime, with its imports as they are wanted. */
  runtimeText(text: string): string {
    if (this.#extension === ".js") return text;
    return text.replace(
      /( from "\.\.?\/[\w./-]+)\.js"/g,
      (_, start: string) => `${start}${this.#extension}"`,
    );
  }

  /** Refuses names for files that no emitter makes, and two files of one name. */
  check(files: readonly string[], possible: readonly string[]): void {
    const made = files.map((path) => path.replace(/\.[cm]?tsx?$/, ""));
    const known = [...new Set([...possible, ...made.filter((name) => !name.includes("/"))])];
    for (const name of Object.keys(this.#names)) {
      if (known.includes(name)) continue;
      const near = closest(name, known);
      throw new ConfigError(
        `fileNames: there is no file ${name}`,
        near === undefined ? `The files are ${known.join(", ")}.` : `Did you mean ${near}?`,
      );
    }
    const taken = new Set<string>();
    for (const path of files) {
      const lower = this.pathOf(path).toLowerCase();
      if (taken.has(lower))
        throw new ConfigError(
          `two files would be called ${this.pathOf(path)}`,
          "Choose other names under fileNames or in your emitter.",
        );
      taken.add(lower);
    }
  }
}

/** As an import path has it: `..`, `./api`. */
export function relativePath(from: string, to: string): string {
  const path = pathFrom(from, to);
  if (isAbsolute(path)) throw new Error(`there is no relative path from ${from} to ${to}`);
  return path === "" ? "." : path.startsWith(".") ? path : `./${path}`;
}

/** Entries that share a runtime have to want the same of it. */
export function checkShared(entries: readonly ConfigEntry[]): void {
  const wanted = new Map<string, Config>();
  for (const { config, folder } of entries) {
    if (config.runtime === undefined || config.runtime === runtimePackage) continue;
    const place = resolve(folder, config.runtime);
    const other = wanted.get(place) ?? config;
    wanted.set(place, other);
    for (const key of ["importExtension", "format"] as const)
      if (JSON.stringify(config[key]) !== JSON.stringify(other[key]))
        throw new ConfigError(
          `runtime: entries that share ${config.runtime} differ in ${key}`,
          "Give them the same, or a runtime of their own.",
        );
  }
}
