import { posix } from "node:path";
import type { Source } from "../../diagnostics/catalog.js";

/**
 * A place as it is called in what is generated: `#/a` in the entry file, `schemas/pet.yaml#/a` elsewhere, by the way
 * from the entry's folder. It is the same wherever specsmith was run.
 */
export function placeFrom(entry: string, { file, pointer }: Source): string {
  if (file === entry) return `#${pointer}`;
  const isAddress = (name: string): boolean => /^[a-z][\w+.-]+:\/\//i.test(name);
  if (isAddress(file) || isAddress(entry)) return `${file}#${pointer}`;
  return `${posix.relative(posix.dirname(entry), file)}#${pointer}`;
}
