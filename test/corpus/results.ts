import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Compiled } from "./compile.js";
import { hashOfFolder } from "./descriptions.js";
import type { Generated } from "./generate.js";

/** All that is known of one description. */
export interface Result {
  readonly generated: Generated;
  readonly compiled: Compiled | undefined;
  /** What a second run did otherwise; undefined when there was none. */
  readonly again: readonly string[] | undefined;
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Of everything that decides what is written: specsmith, its templates, the packages that it uses, the flags. */
export function generatorHash(): string {
  const hash = createHash("sha256");
  hash.update(hashOfFolder(join(root, "src"), join(root, "templates")));
  for (const file of ["package-lock.json", "test/consumer/strict.json"])
    hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** Results of earlier runs, in one file for each description; those of another key are not seen. */
export class Results {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(name: string, key: string): Result | undefined {
    try {
      const stored = JSON.parse(readFileSync(this.#file(name), "utf8")) as Result & { key: string };
      return stored.key === key ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  write(name: string, key: string, result: Result): void {
    mkdirSync(dirname(this.#file(name)), { recursive: true });
    writeFileSync(this.#file(name), JSON.stringify({ key, ...result }, undefined, 1));
  }

  #file(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}
