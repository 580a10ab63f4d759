import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";

/** Installs the packages of a folder of tests, as its own lock file has them. */
export function installPackages(folder: string): void {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const mark = join(folder, "node_modules/.installed");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  execFileSync("npm", ["ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  writeFileSync(mark, lock);
}

/** One module for Node of an entry, which imports what is in the folder `generated` by that name. Packages are not in it. */
export async function bundleForNode(
  entry: string,
  outfile: string,
  generated: string,
  more: BuildOptions = {},
): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: "external",
    alias: { generated },
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
    ...more,
  });
}
