import { resolve } from "node:path";
import type { ConfigEntry } from "../config/config.js";
import {
  type Format,
  type Locator,
  printDiagnostics,
  type Problems,
} from "../diagnostics/print.js";
import { shortPath } from "../config/error.js";
import type { Outcome } from "../pipeline.js";

/** Prints what is wrong with a description: to people on standard error, to tools on standard output. */
export function printProblems(diagnostics: Problems, files: Locator, format: Format): void {
  const text = printDiagnostics(diagnostics.all, {
    counts: diagnostics.counts,
    format,
    colour: process.stderr.isTTY === true && !process.env["NO_COLOR"],
    locate: (source, marks) => files.locate(source, marks),
    linesOf: (file) => files.linesOf(file),
  });
  if (text === "") return;
  (format === "pretty" ? process.stderr : process.stdout).write(`${text.trimEnd()}\n`);
}

/** One line on what was written, and one for each of the user's files that got handlers; "" when there is nothing to say. */
export function summaryOf(
  { title, result }: Outcome,
  { config, folder }: ConfigEntry,
  milliseconds: number,
): string {
  const output = shortPath(resolve(folder, config.output));
  if (!result) return "";
  const { written, added, removed, unchanged } = result;
  const parts = [
    added.length > 0 ? `${count(added.length, "file")} added` : "",
    written.length > added.length ? `${written.length - added.length} changed` : "",
    removed.length > 0 ? `${removed.length} removed` : "",
    unchanged.length > 0 ? `${unchanged.length} unchanged` : "",
  ].filter((part) => part !== "");
  const stubs = result.extended.map(
    (path) => `\nHandlers were added to ${shortPath(resolve(folder, config.output, path))}`,
  );
  const name = title && title.length > 60 ? `${title.slice(0, 59)}…` : title;
  return `${name || "The description"} → ${output}: ${parts.join(", ")} (${(milliseconds / 1000).toFixed(1)} s)${stubs.join("")}`;
}

/** Times of the stages, processor time and memory, for `--timings`. */
export class Timings {
  readonly #start: number;
  readonly #took = new Map<string, number>();
  #stage = "starting";
  #began: number;

  /** `start`: milliseconds since Node started. */
  constructor(start: number) {
    this.#start = start;
    this.#began = start;
  }

  /** The stage before ends when the next one begins; one that comes again goes on. What was before the first is the start of Node. */
  begin(stage: string): void {
    const now = performance.now();
    this.#took.set(this.#stage, (this.#took.get(this.#stage) ?? 0) + now - this.#began);
    if (!this.#took.has(stage)) this.#took.set(stage, 0);
    this.#stage = stage;
    this.#began = now;
  }

  print(): void {
    this.begin("");
    this.#took.delete("");
    const end = performance.now();
    const { user, system } = process.cpuUsage();
    const rows: [string, number][] = [...this.#took];
    rows.push(["total", end - this.#start], ["processor", (user + system) / 1000]);
    const lines = rows.map(
      ([name, time]) => `${name.padEnd(12)}${time.toFixed(0).padStart(8)} ms\n`,
    );
    const memory = process.resourceUsage().maxRSS / 1000;
    process.stderr.write(
      `${lines.join("")}${"memory".padEnd(12)}${memory.toFixed(0).padStart(8)} MB\n`,
    );
  }
}

/** On a terminal, and only when it takes more than a second: what is being done. */
export function progressLine(quiet: boolean): { show: (stage: string) => void; clear: () => void } {
  const { stderr } = process;
  if (quiet || !stderr.isTTY) return { show: () => {}, clear: () => {} };
  let stage = "";
  let shown = false;
  const print = (): void => {
    shown = true;
    stderr.write(`\r\u001b[K${stage} …`);
  };
  const timer = setTimeout(print, 1000);
  return {
    show: (next) => {
      stage = next;
      if (shown) print();
    },
    clear: () => {
      clearTimeout(timer);
      if (shown) stderr.write("\r\u001b[K");
    },
  };
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
