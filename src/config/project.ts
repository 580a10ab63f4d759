import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { asObject } from "../common/json.js";

/** Import style of the project that contains the output. */
export interface ProjectStyle {
  readonly ending: ".js" | ".ts" | "none";
  /** In a few words, for people. */
  readonly reason: string;
  /** The files that decided it; absolute. */
  readonly files: readonly string[];
}

interface TsConfig {
  readonly extends?: string | readonly string[];
  readonly compilerOptions?: CompilerOptions;
  readonly references?: readonly { readonly path?: string }[];
}

interface CompilerOptions {
  readonly module?: string;
  readonly moduleResolution?: string;
  readonly allowImportingTsExtensions?: boolean;
  readonly rewriteRelativeImportExtensions?: boolean;
}

/** Configurations of what follows imports by itself; webpack, Next.js, Metro and Jest find no `.ts` for `.js`. */
const bundlers =
  /^(?:next|webpack|rspack|rsbuild|vite|vitest|rollup|jest|metro|astro|nuxt|svelte|craco|app)\.config\.|^angular\.json$/;

/**
 * Judges by the nearest `tsconfig.json` above a folder, or else `package.json`, and by what lies beside it; `.js`, which all
 * but some bundlers understand, where nothing says more.
 */
export function projectStyleOf(folder: string): ProjectStyle {
  const typed = findHome(folder);
  const home = typed ?? findHome(folder, "package.json");
  if (home === undefined) return { ending: ".js", reason: "there is no tsconfig.json", files: [] };
  const files: string[] = [];
  const options = typed === undefined ? {} : compilerOptionsOf(join(home, "tsconfig.json"), files);
  const resolution = resolutionOf(options);
  const manifest = readJson(join(home, "package.json"), files);
  const isModule = manifest["type"] === "module";
  const bundler = bundlerOf(home, manifest);
  const judged = (ending: ProjectStyle["ending"], reason: string) => ({
    ending,
    reason,
    files,
  });
  if (typed === undefined)
    return bundler === undefined
      ? judged(".js", "there is no tsconfig.json")
      : judged("none", bundler);
  if (resolution === "nodenext") {
    if (options.allowImportingTsExtensions ?? options.rewriteRelativeImportExtensions)
      return judged(".ts", "tsconfig.json allows it");
    if (bundler !== undefined && !isModule) return judged("none", bundler);
    return judged(".js", "tsconfig.json resolves as Node does");
  }
  if (resolution === undefined) return judged(".js", "tsconfig.json leaves it open");
  if (bundler !== undefined) return judged("none", bundler);
  return isModule
    ? judged(".js", 'package.json has the type "module"')
    : judged("none", `tsconfig.json resolves as ${resolution} does`);
}

/** The `package.json` that Node goes by there has the type "module". */
export function isModuleFolder(folder: string): boolean {
  const home = findHome(folder, "package.json");
  return home !== undefined && readJson(join(home, "package.json"), [])["type"] === "module";
}

/** True in a TypeScript project without `@types/node`, such as a new one of SvelteKit or Astro. */
export function lacksNodeTypes(folder: string): boolean {
  return (
    findHome(folder) !== undefined && findHome(folder, "node_modules/@types/node") === undefined
  );
}

function findHome(folder: string, file = "tsconfig.json"): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, file))) return at;
    if (dirname(at) === at) return undefined;
  }
}

function resolutionOf({ module, moduleResolution }: CompilerOptions) {
  const word = (moduleResolution ?? module)?.toLowerCase();
  if (word === undefined) return undefined;
  if (/^node(?:next|\d\d)$/.test(word) && word !== "node10") return "nodenext";
  return /^(?:node|node10|classic|commonjs|amd|umd|system)$/.test(word) ? "CommonJS" : "a bundler";
}

function bundlerOf(home: string, manifest: Readonly<Record<string, unknown>>): string | undefined {
  const file = readdirSync(home)
    .sort()
    .find((name) => bundlers.test(name));
  if (file !== undefined) return `there is ${file}`;
  if (manifest["jest"] !== undefined) return "package.json configures Jest";
  const { dependencies, devDependencies } = manifest;
  const all = { ...asObject(dependencies), ...asObject(devDependencies) };
  const tool = ["next", "react-scripts", "expo", "webpack", "ts-jest", "jest"].find(
    (name) => name in all,
  );
  return tool && `package.json has ${tool}`;
}

/** With what `extends` brings; where a file only refers to others, as Vite's does, those of the first that says something. */
function compilerOptionsOf(file: string, files: string[], depth = 0): CompilerOptions {
  if (depth > 10) return {};
  const config: TsConfig = readJson(file, files);
  const below = [config.extends ?? []].flat().map((name) => located(name, file));
  const inherited = below.map((path) => path && compilerOptionsOf(path, files, depth + 1));
  const own: CompilerOptions = [...inherited, asObject(config.compilerOptions)].reduce(
    (all: CompilerOptions, one) => ({ ...all, ...one }),
    {},
  );
  if (resolutionOf(own) !== undefined || !Array.isArray(config.references)) return own;
  for (const { path } of config.references as NonNullable<TsConfig["references"]>) {
    const target = typeof path === "string" ? located(`./${path}`, file) : undefined;
    const options = target ? compilerOptionsOf(target, files, depth + 1) : {};
    if (resolutionOf(options) !== undefined) return options;
  }
  return own;
}

/** The file that `extends` or a reference names: a path, a folder, or a package's. */
function located(name: string, from: string): string | undefined {
  if (typeof name !== "string") return undefined;
  if (/^\.|^\//.test(name)) {
    const path = resolve(dirname(from), name);
    const candidates = [path, `${path}.json`, join(path, "tsconfig.json")];
    return candidates.find((one) => existsSync(one) && statSync(one).isFile());
  }
  const { resolve: find } = createRequire(from);
  for (const one of [name, `${name}.json`, `${name}/tsconfig.json`])
    try {
      return find(one);
    } catch {
      continue;
    }
  return undefined;
}

/** The object in a file that may have comments and commas too many; empty where there is none that can be read. */
function readJson(file: string, files: string[]): Readonly<Record<string, unknown>> {
  files.push(file);
  try {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    const outside = (from: string, what: RegExp): string =>
      from.replace(what, (_, quoted: string | undefined) => quoted ?? "");
    const bare = outside(text, /("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[^]*?\*\//g);
    return asObject(JSON.parse(outside(bare, /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g)));
  } catch {
    return {};
  }
}
