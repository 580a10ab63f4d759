import { existsSync } from "node:fs";

/** The folder of this package, from its sources as from what is built of them. */
export const packageFolder: URL = folderWith("package.json", new URL("./", import.meta.url));

function folderWith(name: string, start: URL): URL {
  let folder = start;
  while (!existsSync(new URL(name, folder))) {
    const above = new URL("../", folder);
    if (above.href === folder.href) throw new Error(`there is no ${name} above ${start.href}`);
    folder = above;
  }
  return folder;
}
