import { readFileSync } from "node:fs";

/** The text of a file without the mark that some editors put in front; undefined where there is none. */
export function textAt(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch {
    return undefined;
  }
}
