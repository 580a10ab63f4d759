import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this package, from its sources as from what is built of them. */
export const packageFolder: URL = folderWithPackage(new URL("./", import.meta.url));

/** The `node_modules` that specsmith is installed in, or in a checkout its own; absolute. */
export const modulesFolder: string = findModules(fileURLToPath(packageFolder));

/** The cache folder of specsmith; undefined if there is none. */
export function cacheFolder(): string | undefined {
  return existsSync(modulesFolder) ? join(modulesFolder, ".cache", "specsmith") : undefined;
}

function folderWithPackage(start: URL): URL {
  let folder = start;
  while (!existsSync(new URL("package.json", folder))) {
    const above = new URL("../", folder);
    if (above.href === folder.href) throw new Error(`there is no package.json above ${start.href}`);
    folder = above;
  }
  return folder;
}

function findModules(home: string): string {
  const at = home.lastIndexOf(`${sep}node_modules${sep}`);
  return at < 0 ? join(home, "node_modules") : home.slice(0, at + `${sep}node_modules`.length);
}
