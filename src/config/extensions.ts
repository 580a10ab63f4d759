import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { ConfigEntry } from "./config.js";
import { type Config, optionalEmitters, type Transform } from "./options.js";
import { ConfigError, shortPath } from "./error.js";
import { loadModule } from "./modules.js";
import { closest } from "../common/closest.js";
import { empty, isCode } from "../emit/code.js";
import type { OutputFile } from "../emit/file.js";
import type { EmitContext, Emitter, OwnEmitter, OwnFile } from "../emitters/emitter.js";
import { emitters } from "../emitters/index.js";
import { templateNames } from "../emitters/template-file.js";
import { identifierFault, typeNameFault } from "../model/names/naming.js";
import { operationNames } from "../model/operations.js";
import type { ApiModel } from "../model/types.js";

/** The model as the config's `transform` gives it back, looked through for what emitters rely on. */
export async function applyTransform(model: ApiModel, entry: ConfigEntry): Promise<ApiModel> {
  const { transform } = entry.config;
  if (transform === undefined) return model;
  const place = typeof transform === "string" ? resolve(entry.folder, transform) : entry.file;
  const what = `the transform${place === undefined ? "" : ` of ${shortPath(place)}`}`;
  const change =
    typeof transform === "string"
      ? await exportOf(resolve(entry.folder, transform), "transform", isTransform)
      : transform;
  const changed = await running(what, place, () => change(model));
  const fault = faultIn(changed);
  if (fault !== undefined)
    throw new ConfigError(`${what} gives back a model that cannot be used: ${fault}`, modelHelp);
  return changed;
}

const modelHelp = "Give back the model that it was given, with the changes: `{ ...model, … }`.";

function faultIn(model: unknown): string | undefined {
  if (typeof model !== "object" || model === null) return `it is ${String(model)}`;
  const { operations, schemas, ...others } = model as Partial<ApiModel>;
  for (const key of ["servers", "replies", "security", "plans"] as const)
    if (!Array.isArray(others[key])) return `${key} is not a list`;
  if (!Array.isArray(operations)) return "operations is not a list";
  if (!Array.isArray(schemas)) return "schemas is not a list";
  const taken = new Map<string, string>();
  const claim = (word: unknown, what: string, faultOf = identifierFault): string | undefined => {
    const fault = faultOf(word);
    if (fault !== undefined) return `the name of ${what} ${fault}`;
    const other = taken.get(word as string);
    if (other !== undefined) return `${what} and ${other} are both called ${String(word)}`;
    taken.set(word as string, what);
    return undefined;
  };
  const claimAll = (words: readonly unknown[], what: string): string | undefined => {
    for (const word of words) {
      const fault = claim(word, what);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  for (const { name, source } of schemas as ApiModel["schemas"]) {
    const fault = claim(name, `the schema at ${source.pointer}`, typeNameFault);
    if (fault !== undefined) return fault;
  }
  for (const { id, names } of operations as ApiModel["operations"]) {
    const fault =
      claim(names.method, `the operation ${id}`) ??
      claimAll(operationNames(names).slice(1), `what is made for the operation ${id}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Emitters of specsmith that the configuration names beside the user's own. */
export function requestedEmitters({
  emitters: given = [],
  hooks,
  only,
  stubs,
}: Config): readonly string[] {
  // Hooks are made of queries.
  const ofHooks = hooks === undefined || hooks === false ? [] : ["queries"];
  const ofServer = stubs !== undefined && only?.includes("server") ? ["stubs"] : [];
  return [...given.filter(isRequest), ...ofHooks, ...ofServer];
}

function isRequest(given: OwnEmitter | string): given is string {
  return optionalEmitters.some((name) => name === given);
}

/** The emitters of the config, as those of specsmith are: what they give is looked through. */
export async function ownEmitters(entry: ConfigEntry): Promise<readonly Emitter[]> {
  const own: Emitter[] = [];
  for (const given of entry.config.emitters ?? []) {
    if (isRequest(given)) continue;
    const file = typeof given === "string" ? resolve(entry.folder, given) : entry.file;
    const emitter =
      typeof given === "string"
        ? await exportOf(resolve(entry.folder, given), "emitter", isEmitter)
        : given;
    own.push(guarded(emitter, file, own));
  }
  return own;
}

function guarded(emitter: OwnEmitter, file: string | undefined, others: readonly Emitter[]) {
  const { name, purpose = "", needs = [] } = emitter;
  const what = `the emitter ${name}${file === undefined ? "" : ` of ${shortPath(file)}`}`;
  const known = emitters.map((one) => one.name);
  if ([...known, ...others.map((one) => one.name)].includes(name))
    throw new ConfigError(`${what} has the name of another emitter`, "Give it a name of its own.");
  const lost = needs.find((need) => !known.includes(need));
  if (lost !== undefined) {
    const near = closest(lost, known) ?? known.join(", ");
    throw new ConfigError(`${what} needs ${lost}, which is no emitter`, `Did you mean ${near}?`);
  }
  const emit = async (model: ApiModel, context: EmitContext): Promise<readonly OutputFile[]> => {
    const warn = (message: string, source = model.source): void =>
      context.diagnostics.report("emitter-warning", source, { emitter: name, message });
    const given = await running(what, file, () =>
      emitter.emit(model, { options: context.options, warn }),
    );
    if (!Array.isArray(given))
      throw new ConfigError(`${what} gives no list of files`, "Return [{ path, code }].");
    return (given as readonly OwnFile[]).map((one) => checkedFile(one, what));
  };
  return { name, purpose, needs, emit } satisfies Emitter;
}

const codeEndings = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/i;

function checkedFile({ path, code, text }: OwnFile, what: string): OutputFile {
  if (
    typeof path !== "string" ||
    path === "" ||
    /^([/\\]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(path)
  )
    throw new ConfigError(
      `${what} gives a file ${JSON.stringify(path)}`,
      "A path is relative to the output folder, and stays below it.",
    );
  if (isCode(code)) return { path, code };
  if (typeof text !== "string")
    throw new ConfigError(
      `${what} gives ${path} without code`,
      "Make it with the `code` tag of specsmith; a file that is no code may have `text`.",
    );
  if (codeEndings.test(path))
    throw new ConfigError(
      `${what} gives ${path} as text`,
      "Code is made with the `code` tag, so that no text of the description can run.",
    );
  return { path, code: empty, plain: text };
}

/** The files that a config names and that decide what is generated, besides the description; absolute. */
export function filesOf({ config, folder }: ConfigEntry): readonly string[] {
  const { transform, emitters: own = [], templates } = config;
  const modules = [transform, ...own.filter((one) => !isRequest(one))].filter(
    (one) => typeof one === "string",
  );
  return [
    ...modules.map((path) => resolve(folder, path)),
    ...(templates === undefined
      ? []
      : templateNames.map((name) => resolve(folder, templates, `${name}.hbs`))),
  ];
}

/** Looks through the folder of templates: each has to have the name of one of specsmith's. */
export function checkTemplates({ config, folder }: ConfigEntry): void {
  if (config.templates === undefined) return;
  const place = resolve(folder, config.templates);
  let names: readonly string[];
  try {
    names = readdirSync(place).filter((name) => name.endsWith(".hbs"));
  } catch {
    throw new ConfigError(
      `there is no folder ${shortPath(place)} for templates`,
      "Make it with `specsmith templates --eject NAME`, or correct the path.",
    );
  }
  for (const file of names) {
    const name = file.slice(0, -".hbs".length);
    if (templateNames.includes(name)) continue;
    const near = closest(name, templateNames);
    throw new ConfigError(
      `${shortPath(place)}/${file} is in the place of no template`,
      near === undefined
        ? `The templates are ${templateNames.join(", ")}.`
        : `Did you mean ${near}.hbs?`,
    );
  }
}

function isTransform(value: unknown): value is Transform {
  return typeof value === "function";
}

function isEmitter(value: unknown): value is OwnEmitter {
  const { name, emit } = (value ?? {}) as Partial<OwnEmitter>;
  return typeof name === "string" && name !== "" && typeof emit === "function";
}

/** The default export of a module of the user's, or the one by that name. */
async function exportOf<T>(
  file: string,
  name: string,
  is: (value: unknown) => value is T,
): Promise<T> {
  const module = await running(shortPath(file), file, () => loadModule(file));
  const found = [module["default"], module[name]].find(is);
  if (found !== undefined) return found;
  throw new ConfigError(
    `${shortPath(file)} exports no ${name}`,
    name === "emitter"
      ? "Write `export default defineEmitter({ name, emit })`."
      : "Write `export default defineTransform((model) => …)`.",
  );
}

/** Runs code of the user's; what it throws is a mistake of theirs, reported with its place in their file. */
async function running<T>(
  what: string,
  file: string | undefined,
  action: () => T | Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { message, stack = "" } = error instanceof Error ? error : { message: String(error) };
    const place = file === undefined ? undefined : placeIn(stack, file);
    const at = place === undefined ? "" : ` (at ${shortPath(file ?? "")}:${place})`;
    throw new ConfigError(`${what} failed: ${message}${at}`, "Mend it there; nothing was written.");
  }
}

/** `line:column` of the first call in that file. */
function placeIn(stack: string, file: string): string | undefined {
  for (const line of stack.split("\n")) {
    const [, path, place] = /(?:\(|at )((?:file:\/\/)?[^()]*?):(\d+:\d+)\)?$/.exec(line) ?? [];
    if (path === undefined) continue;
    const plain = decodeURIComponent(path.replace(/^file:\/\/(?:\/(?=[a-z]:))?/i, ""));
    if (resolve(plain) === file) return place;
  }
  return undefined;
}
