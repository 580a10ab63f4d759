import { readFileSync } from "node:fs";
import { packageFolder } from "./folder.js";

/** The version of this package. */
export const version: string = readVersion();

/** The runtime as a package, where a config names that: its version is part of each import, so that no other fits. */
export const runtimePackage = "@specsmith/runtime";
export const runtimeImport = `${runtimePackage}/${compatible(version)}`;

/** Versions that start alike have one runtime: `0.1.2` is compatible with `0.1`, `2.3.4` with `2`. */
function compatible(exact: string): string {
  return /^0\.\d+|^[1-9]\d*/.exec(exact)?.[0] ?? exact;
}

function readVersion(): string {
  const text = readFileSync(new URL("package.json", packageFolder), "utf8");
  return String((JSON.parse(text) as { version?: unknown }).version);
}
