import { readFileSync } from "node:fs";
import { packageFolder } from "./folder.js";

/** The version of this package. */
export const version: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL("package.json", packageFolder), "utf8");
  return String((JSON.parse(text) as { version?: unknown }).version);
}
