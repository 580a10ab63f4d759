import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { program } from "../runtimes/binaries.js";

const repo = fileURLToPath(new URL("../..", import.meta.url));
const programs = join(repo, "node_modules/.cache/specsmith-runtimes");
const odd = join(repo, "test/corpus/odd");
const descriptions = [
  join(repo, "spec/petstore.yaml"),
  ...readdirSync(odd).map((name) => join(odd, name)),
];

/** What is another way of running the same. */
interface Way {
  readonly name: string;
  readonly node?: () => string;
  readonly env?: Readonly<Record<string, string>>;
  /** Below a folder that is made for it. */
  readonly folder?: string;
  /** Where it runs, from that folder on. */
  readonly cwd?: string;
  readonly umask?: number;
}

mkdirSync(programs, { recursive: true });
const here: Way = { name: `Node ${process.versions.node} in a plain folder` };
const ways: readonly Way[] = [
  ...(["node20", "node22", "node24", "node26"] as const).map((name) => ({
    name: name.replace("node", "Node "),
    node: () => program(name, programs),
  })),
  { name: "a path with spaces and an ümlaut", folder: "my work/größe (1)/a b" },
  { name: "another working directory", cwd: "deeper/still" },
  { name: "Turkish", env: { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" } },
  { name: "Swedish, where a comes after z", env: { LANG: "sv_SE.UTF-8", LC_ALL: "sv_SE.UTF-8" } },
  { name: "the locale C", env: { LANG: "C", LC_ALL: "C", LANGUAGE: "" } },
  { name: "a time zone far in the east", env: { TZ: "Pacific/Kiritimati" } },
  { name: "a time zone far in the west", env: { TZ: "Pacific/Niue" } },
  { name: "the umask 077", umask: 0o077 },
  { name: "the umask 000", umask: 0 },
  { name: "no terminal settings at all", env: { TERM: "dumb", COLUMNS: "20", NO_COLOR: "1" } },
];

const typed = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "specsmith-same-"));
try {
  const wanted = generateAll(here);
  process.stdout.write(`${wanted.size} files of ${descriptions.length} descriptions\n`);
  for (const way of ways) {
    if (typed.length > 0 && !typed.some((word) => way.name.includes(word))) continue;
    compareWith(wanted, way);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function compareWith(wanted: ReadonlyMap<string, string>, way: Way): void {
  let found: ReadonlyMap<string, string>;
  try {
    found = generateAll(way);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`could not run  ${way.name}: ${(error as Error).message}\n`);
    return;
  }
  const others = [...new Set([...wanted.keys(), ...found.keys()])].filter(
    (path) => wanted.get(path) !== found.get(path),
  );
  if (others.length > 0) process.exitCode = 1;
  const verdict = others.length === 0 ? "the same" : "NOT the same";
  process.stdout.write(`${verdict.padEnd(14)} ${way.name}\n`);
  for (const path of others.slice(0, 10)) process.stdout.write(`  ${path}\n`);
}

/** Every file that is made of the descriptions, with stubs, and what the commands print of them. */
function generateAll(way: Way): ReadonlyMap<string, string> {
  const home = mkdtempSync(join(work, "way-"));
  const folder = join(home, way.folder ?? "plain");
  const cwd = join(folder, way.cwd ?? ".");
  mkdirSync(cwd, { recursive: true });
  const found = new Map<string, string>();
  for (const description of descriptions) {
    const name = basename(description);
    const input = join(folder, name);
    cpSync(description, input);
    const output = join(folder, `${name}.out`);
    run(way, cwd, [
      "generate",
      relative(cwd, input),
      "-o",
      relative(cwd, join(output, "api")),
      "--stubs",
      relative(cwd, join(output, "stubs")),
    ]);
    run(way, cwd, [
      "generate",
      input,
      "-o",
      join(output, "api"),
      "--stubs",
      join(output, "stubs"),
      "--check",
    ]);
    for (const entry of readdirSync(output, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      found.set(relative(folder, file).replaceAll("\\", "/"), readFileSync(file, "latin1"));
    }
    found.set(`${name}: inspect`, run(way, folder, ["inspect", name, "--json"]));
    found.set(`${name}: validate`, run(way, folder, ["validate", name, "--format", "json"]));
    found.set(`${name}: diff`, run(way, folder, ["diff", basename(descriptions[0] ?? ""), name]));
  }
  return found;
}

function run(way: Way, cwd: string, args: readonly string[]): string {
  const cli = join(repo, "dist/cli.js");
  const before = way.umask === undefined ? undefined : process.umask(way.umask);
  try {
    const { status, stdout, stderr } = spawnSync(way.node?.() ?? process.execPath, [cli, ...args], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, ...way.env },
    });
    // What Node itself complains of ends nothing.
    if (status !== 0 || /^Error: /m.test(stderr))
      throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
    return stdout;
  } finally {
    if (before !== undefined) process.umask(before);
  }
}
