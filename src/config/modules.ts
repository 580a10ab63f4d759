import { statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { textAt } from "../common/text-at.js";
import { cacheFolder } from "../package/folder.js";
import { isModuleFolder } from "./project.js";

type Exports = Readonly<Record<string, unknown>>;

/** The texts of modules when they were first read: from then on, Node takes them from memory. */
const firstRead = new Map<string, string>();

/** A module of the user's: its exports, by what it and the modules it imports contain now. Fails as `import` does. */
export async function loadModule(file: string): Promise<Exports> {
  const texts = [...modulesOf(file)];
  for (const [path, text] of texts) if (!firstRead.has(path)) firstRead.set(path, text);
  if (texts.some(([path, text]) => firstRead.get(path) !== text)) return readAgain(file);
  if (!canNodeRead(file)) return (await newJiti()).import(file);
  try {
    return (await import(pathToFileURL(file).href)) as Exports;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND";
    // `npx specsmith` works without an install, so that the config's own import finds nothing.
    if (isMissing && /'specsmith'/.test((error as Error).message))
      return (await newJiti()).import(file);
    throw error;
  }
}

async function readAgain(file: string): Promise<Exports> {
  const jiti = await newJiti();
  try {
    // `jiti.import` leaves JavaScript modules to Node.
    return jiti(file) as Exports;
  } catch (error) {
    // It knows no `await` outside of functions.
    if (!(error instanceof SyntaxError)) throw error;
    return jiti.import(file);
  }
}

/** Without a warning, too: jiti reads what may be written as an ES module or for CommonJS, and TypeScript before Node 22.18. */
function canNodeRead(file: string): boolean {
  const ending = extname(file);
  const { typescript } = process.features as { typescript?: unknown };
  if (ending.endsWith("ts") && !typescript) return false;
  return /^\.[cm]/.test(ending) || isModuleFolder(dirname(file));
}

/** Whatever a file imports as `specsmith` is the one that runs: another copy would not know its `Code`. */
async function newJiti() {
  const [{ createJiti }, specsmith] = await Promise.all([import("jiti"), import("../index.js")]);
  return createJiti(import.meta.url, {
    moduleCache: false,
    // By itself, it would take code from a folder that every user of the machine can write to.
    fsCache: cacheFolder() ?? false,
    virtualModules: { specsmith },
  });
}

/** The texts of the file, of the modules that it imports by relative paths, and of those that these import; by absolute path. */
export function modulesOf(file: string): ReadonlyMap<string, string> {
  const all = new Map([[file, textAt(file) ?? ""]]);
  for (const [importer, text] of all)
    for (const [, specifier = ""] of text.matchAll(relativeImport)) {
      const imported = moduleAt(resolve(dirname(importer), specifier));
      if (imported !== undefined && !all.has(imported)) all.set(imported, textAt(imported) ?? "");
    }
  return all;
}

const relativeImport = /\b(?:from|import|require)\b[\s(]*["'](\.{1,2}\/[^"'\n]+)["']/g;

const endings = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"];

/** TypeScript and bundlers find `a.ts` for `./a.js` and `./a`, too. */
function moduleAt(path: string): string | undefined {
  const others = [path, resolve(path, "index")].flatMap((one) => endings.map((end) => one + end));
  return [path, path.replace(/js$/, "ts"), ...others].find((one) => {
    return endings.includes(extname(one)) && statSync(one, { throwIfNoEntry: false })?.isFile();
  });
}
