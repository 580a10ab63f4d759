import { isAbsolute, relative, sep } from "node:path";

/** True if `path` is the folder, or something in it; both are absolute, with links resolved where that matters. */
export function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path from a folder to a file with forward slashes, as messages and imports have it; the whole one from another drive. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
