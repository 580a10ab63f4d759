import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { type Config, options } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { emitters } from "../../src/emitters/index.js";
import { Files } from "../../src/load/text/positions.js";
import { runtimeImport } from "../../src/package/version.js";
import { produce } from "../../src/pipeline.js";
import { formatFile } from "../../src/write/format/format.js";
import {
  type Version,
  flagsFor,
  tscOf,
  versions,
  wayTo,
  withRuntimeOf,
} from "../consumer/compilers.js";
import { writeQueryCore } from "../consumer/query-core.js";
import { isLong } from "../long.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const cases = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const runtime = fileURLToPath(new URL("../../src/runtime", import.meta.url));
const sandbox = mkdtempSync(join(tmpdir(), "golden-"));
afterAll(() => rmSync(sandbox, { recursive: true, force: true }));
cpSync(runtime, join(sandbox, "runtime"), { recursive: true });

/** `config.json` beside the input says what differs from a config of nothing but it, and what is expected. */
interface CaseConfig extends Partial<Config> {
  /** The files that are compared; all but the runtime when left out. */
  readonly compare?: readonly string[];
  /** What it compiles with in the place of the strictest flags, where an option asks for that. */
  readonly compilerOptions?: object;
}

function configOf(name: string): CaseConfig {
  const file = join(here, name, "config.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as CaseConfig) : {};
}

interface Generated {
  readonly files: ReadonlyMap<string, string>;
  readonly warnings: string;
}

const generated = new Map<string, Promise<Generated>>();

/** Generates a case once, for what compares it and for what compiles it, also where only one of the two is run. */
function outputOf(name: string): Promise<Generated> {
  const output = generated.get(name) ?? generate(name);
  generated.set(name, output);
  return output;
}

async function generate(name: string): Promise<Generated> {
  const folder = join(here, name);
  const { compare, compilerOptions: _, ...config } = configOf(name);
  const diagnostics = new Diagnostics();
  const entry = { config: { input: "input.yaml", output: "expected", ...config }, folder };
  const product = await produce(entry, diagnostics, new Files());
  expect(diagnostics.all.filter(({ severity }) => severity === "error")).toEqual([]);
  const files = new Map(product?.generated.map(({ path, text }) => [path, text]));
  for (const owned of product?.owned ?? [])
    files.set(owned.path.replace(/^(\.\.?\/)+/, ""), await formatFile(owned.path, fileText(owned)));
  const shared = (product?.runtime ?? []).map(
    ({ path, text }) => [join("..", config.runtime ?? "", path), text] as const,
  );
  const all = [...files, ...shared];
  const own = hasSameRuntime(all) ? withOneRuntime(all) : all;
  for (const [path, text] of own) {
    const target = join(sandbox, name, "out", path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  // What is to compile with the output, and, where it says so, what is not; and a user's module that the output imports.
  const checks = { "use.check.ts": "out/use.check.ts", "client.check.ts": "client.ts" };
  for (const [file, target] of Object.entries(checks))
    if (existsSync(join(folder, file)))
      copyFileSync(join(folder, file), join(sandbox, name, target));
  const compared = [...files].filter(
    ([path]) => compare?.includes(path) ?? !path.startsWith("runtime/"),
  );
  const warnings = diagnostics.all.map(
    ({ code, message, source }) => `${source.pointer} ${code}: ${message}\n`,
  );
  return { files: new Map(compared), warnings: warnings.join("") };
}

type Written = readonly (readonly [path: string, text: string])[];

function hasSameRuntime(files: Written): boolean {
  return files.every(
    ([path, text]) =>
      !path.startsWith("runtime/") || text === readFileSync(join(runtime, "..", path), "utf8"),
  );
}

/** Most cases have the runtime as it is in the package: the compiler is to look at one copy of it. */
function withOneRuntime(files: Written): Written {
  return files
    .filter(([path]) => !path.startsWith("runtime/"))
    .map(([path, text]) => [path, withRuntimeOf(text, wayTo(".", path), join(sandbox, "runtime"))]);
}

test.each(cases)("%s", async (name) => {
  const { files, warnings } = await outputOf(name);
  const expected = join(here, name, "expected");
  if (warnings !== "") await expect(warnings).toMatchFileSnapshot(join(expected, "warnings.txt"));
  for (const [path, text] of files) await expect(text).toMatchFileSnapshot(join(expected, path));
  const there = readdirSync(expected, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = there.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(expected.length + 1)
      .replaceAll("\\", "/"),
  );
  expect(paths.sort()).toEqual(
    [...files.keys(), ...(warnings === "" ? [] : ["warnings.txt"])].sort(),
  );
});

/** Puts the sources of the runtime in the place of its package, so that one copy of it is compiled. */
function linkPackage(): void {
  const folder = join(sandbox, "node_modules", runtimeImport);
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  symlinkSync(join(sandbox, "runtime"), folder, "junction");
  const exports = { "./*.js": "./*.ts" };
  writeFileSync(join(folder, "../package.json"), JSON.stringify({ type: "module", exports }));
}

/** What the compiler says of some files of the sandbox, and of those that they import. */
function compile(version: Version, include: readonly string[], flags: object): string {
  writeFileSync(join(sandbox, "package.json"), '{ "type": "module" }');
  linkPackage();
  writeQueryCore(sandbox);
  const types = join(
    dirname(createRequire(import.meta.url).resolve("@types/node/package.json")),
    "..",
  );
  const compilerOptions = {
    ...flagsFor(version),
    declaration: true,
    typeRoots: [types],
    ...flags,
  };
  writeFileSync(
    join(sandbox, "tsconfig.json"),
    JSON.stringify({
      compilerOptions,
      include,
    }),
  );
  const { stdout, status } = spawnSync(process.execPath, [tscOf(version), "-p", sandbox], {
    encoding: "utf8",
  });
  return status === 0 || stdout !== "" ? stdout : `status ${status}`;
}

const ofRuntime = "runtime/**/*.ts";

/** Generates cases, and says where what is to compile of them is. */
async function filesOf(names: readonly string[]): Promise<readonly string[]> {
  for (const name of names) await outputOf(name);
  const folders = ["out", "out/handlers", "out/runtime/**", "runtime-of-all/**"];
  return names.flatMap((name) => folders.map((folder) => `${name}/${folder}/*.ts`));
}

/** As JSON: cases with the same flags are compiled as one program. */
const flagsOfCase = (name: string): string | undefined =>
  JSON.stringify(configOf(name).compilerOptions);
const special = [...new Set(cases.flatMap((name) => flagsOfCase(name) ?? []))];

/** What isolated declarations need in stubs and in checks of ours: the user's code need not spell its types out. */
const ofUsers = /^\S*(?:\/handlers\/|\.check\.ts)\S*: error TS90[0-3]\d: .*\n/gm;

/** The older compilers take 20 seconds each. */
const hasTime = (version: Version): boolean => version === "7" || isLong;

test.for(versions)(
  "all of it compiles with TypeScript %s",
  { timeout: 300_000 },
  async (version, task) => {
    task.skip(!hasTime(version), "only with LONG=1: it takes 20 seconds");
    const include = [ofRuntime, ...(await filesOf(cases.filter((name) => !flagsOfCase(name))))];
    const said = compile(version, include, version === "7" ? { isolatedDeclarations: true } : {});
    expect(said.replace(ofUsers, "")).toBe("");
  },
);

test.each(special)("what asks for %s compiles with these flags", async (flags) => {
  const include = await filesOf(cases.filter((name) => flagsOfCase(name) === flags));
  expect(compile("7", include, JSON.parse(flags) as object)).toBe("");
});

test("the runtime compiles where there are no types but those of Node", () => {
  expect(compile("7", [ofRuntime], { lib: ["es2022"] })).toBe("");
});

/** What decides what is read, and nothing of what is written; tests of their own look at these. */
const elsewhere = ["input", "output", "headers", "remote", "diagnostics"];

test("each option of the config has a case of its own", () => {
  const used = new Set(cases.flatMap((name) => Object.keys(configOf(name))));
  expect(Object.keys(options).filter((name) => !used.has(name))).toEqual(elsewhere);
});

test("each emitter has a case of its own", () => {
  const outputs = cases.flatMap((name) =>
    readdirSync(join(here, name, "expected"), { recursive: true, encoding: "utf8" }),
  );
  for (const { name } of emitters)
    expect(
      outputs.some(
        (path) => path === `${name}.ts` || (name === "stubs" && path.startsWith("handlers")),
      ),
      name,
    ).toBe(true);
});
