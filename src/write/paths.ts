import { WriteError } from "./error.js";
import { manifestName, workName } from "./names.js";

// Devices on Windows, whatever the extension. The raised digits are what Windows takes for digits.
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;
const forbidden = /[\u0000-\u001f\u007f<>:"|?*\\]/;
const reserved: ReadonlySet<string> = new Set([manifestName, workName, ".git"]);

/** The same for two paths that some file system takes for one: by case or by Unicode normalisation. */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase().normalize("NFC");
}

/** Says why a file below the output folder must not have this path on some system; `undefined` when it may. */
export function pathFault(path: string): string | undefined {
  if (forbidden.test(path)) return "has a character that is not allowed in file names everywhere";
  if (/\p{Surrogate}/u.test(path)) return "is not well-formed Unicode";
  for (const [index, segment] of path.split("/").entries()) {
    if (segment === "") return index === 0 && path !== "" ? "is absolute" : "has an empty part";
    if (segment === "." || segment === "..") return `has the part ${segment}`;
    if (/[. ]$/.test(segment)) return "has a part that ends with a dot or a space";
    if (device.test(segment)) return `has the part ${segment}, which is a device on Windows`;
    if (reserved.has(foldPath(segment))) return `has the part ${segment}, which is not for output`;
    if (Buffer.byteLength(segment) > 255) return "has a part that is longer than 255 bytes";
  }
  return undefined;
}

/** Throws unless each path is safe on its own and all of them can exist beside each other everywhere. */
export function checkPaths(paths: readonly string[]): void {
  const spellings = new Map<string, string>();
  const files = new Set<string>();
  for (const path of paths) {
    const fault = pathFault(path);
    if (fault) throw badPath(`the path ${JSON.stringify(path)} of an output file ${fault}`);
    if (files.has(foldPath(path))) {
      throw badPath(`two output files have the path ${path}, or differ only by case`);
    }
    files.add(foldPath(path));
    for (const prefix of prefixes(path)) {
      const other = spellings.get(foldPath(prefix)) ?? prefix;
      if (other !== prefix) throw badPath(`the paths ${other} and ${prefix} differ only by case`);
      spellings.set(foldPath(prefix), prefix);
    }
  }
  for (const path of paths) {
    const parent = prefixes(path)
      .slice(0, -1)
      .find((prefix) => files.has(foldPath(prefix)));
    if (parent) throw badPath(`${parent} would be a file, and a folder for ${path}`);
  }
}

/** `a`, `a/b` and `a/b/c` for `a/b/c`. */
export function prefixes(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

function badPath(message: string): WriteError {
  return new WriteError("bad-path", message, "Choose other file names in the configuration.");
}
