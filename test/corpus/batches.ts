import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Version } from "../consumer/compilers.js";
import { type Compiled, compileMany } from "./compile.js";

/** What one description came to, which waits for others to be compiled with. */
export interface Waiting {
  readonly name: string;
  readonly folder: string;
  readonly finish: (compiled: Compiled) => void;
}

/** Bounds what a compiler needs: some 150 MB of memory for each MB of text. */
const maxOutputs = 25;
const maxBytes = 6_000_000;

/** Compiles in batches, two at a time, while the next descriptions are generated. */
export class Batches {
  readonly #folder: string;
  readonly #versions: readonly Version[];
  readonly #running = new Set<Promise<void>>();
  #batch: Waiting[] = [];
  #bytes = 0;
  #count = 0;

  constructor(folder: string, versions: readonly Version[]) {
    this.#folder = folder;
    this.#versions = versions;
  }

  async add(waiting: Waiting): Promise<void> {
    const bytes = bytesIn(waiting.folder);
    if (this.#bytes + bytes > maxBytes) await this.#start();
    this.#batch.push(waiting);
    this.#bytes += bytes;
    if (this.#batch.length === maxOutputs) await this.#start();
  }

  async end(): Promise<void> {
    await this.#start();
    await Promise.all(this.#running);
  }

  async #start(): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#bytes = 0;
    const entry: Promise<void> = this.#compile(batch).finally(() => this.#running.delete(entry));
    this.#running.add(entry);
    if (this.#running.size >= 2) await Promise.race(this.#running);
  }

  async #compile(batch: readonly Waiting[]): Promise<void> {
    const folder = join(this.#folder, `${process.pid}-${this.#count++}`);
    const outputs = new Map(batch.map((one) => [one.name, one.folder]));
    const compiled = await compileMany(outputs, folder, this.#versions);
    for (const { name, finish } of batch) {
      const result = compiled.get(name);
      if (result) finish(result);
    }
  }
}

/** But for the runtime, which a batch has once. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !/[\\/]runtime[\\/]/.test(path))
    .reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
}
