import { spawnSync } from "node:child_process";

/** What a command took; `cpu` is user and system time of all its threads. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
  /** Megabytes of resident memory at most. */
  readonly memory: number;
  /** The last lines that it printed, when it failed. */
  readonly failure: string | undefined;
}

/** Has a process tell on descriptor 3 what it took, whatever it runs. */
const probe = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from "node:fs";
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, JSON.stringify({ cpu: (user + system) / 1e6, memory: process.resourceUsage().maxRSS / 1e3 }));
});`)}`;

/** Milliseconds after which a command is stopped. */
const LIMIT = 120_000;

/** Runs a script in a Node of its own. CPU time is what counts: other programs on the machine do not add to it. */
export function measure(script: readonly string[], cwd: string): Cost {
  const start = performance.now();
  const { output, signal, status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--import", probe, ...script],
    {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      maxBuffer: 1e9,
      timeout: LIMIT,
    },
  );
  const wall = (performance.now() - start) / 1000;
  const told = output[3] ?? "";
  const { cpu, memory } = (
    told.startsWith("{") ? JSON.parse(told) : { cpu: Number.NaN, memory: Number.NaN }
  ) as Pick<Cost, "cpu" | "memory">;
  const last = `${stderr}${stdout}`.trimEnd().split("\n").slice(-5).join("\n");
  const said = signal === null ? last : `not done after ${LIMIT / 1000} s`;
  return { cpu, wall, memory, failure: status === 0 ? undefined : said };
}

/** The middle one by CPU time. */
export function middle(costs: readonly Cost[]): Cost {
  const sorted = [...costs].sort((a, b) => a.cpu - b.cpu);
  const one = sorted[Math.floor(sorted.length / 2)];
  if (!one) throw new Error("nothing was measured");
  return one;
}
