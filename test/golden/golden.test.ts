import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import type { Config } from "../../src/config.js";
import { Diagnostics } from "../../src/diagnostics/catalog.js";
import { fileText } from "../../src/emit/file.js";
import { emitters } from "../../src/emitters/index.js";
import { Files } from "../../src/load/positions.js";
import { produce } from "../../src/pipeline.js";
import { formatFile } from "../../src/write/format.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const cases = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const sandbox = mkdtempSync(join(tmpdir(), "golden-"));
afterAll(() => rmSync(sandbox, { recursive: true, force: true }));

/** `config.json` beside the input says what differs from a config of nothing but it, and what is expected. */
interface CaseConfig extends Partial<Config> {
  /** The files that are compared; all but the runtime when left out. */
  readonly compare?: readonly string[];
}

async function generate(
  name: string,
): Promise<{ files: ReadonlyMap<string, string>; warnings: string }> {
  const folder = join(here, name);
  const file = join(folder, "config.json");
  const own = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as CaseConfig) : {};
  const { compare, ...config } = own;
  const diagnostics = new Diagnostics();
  const entry = { config: { input: "input.yaml", output: "expected", ...config }, folder };
  const product = await produce(entry, diagnostics, new Files());
  expect(diagnostics.all.filter(({ severity }) => severity === "error")).toEqual([]);
  const files = new Map(product?.generated.map(({ path, text }) => [path, text]));
  for (const owned of product?.owned ?? [])
    files.set(owned.path.replace(/^(\.\.?\/)+/, ""), await formatFile(owned.path, fileText(owned)));
  for (const [path, text] of files) {
    const target = join(sandbox, name, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  const compared = [...files].filter(
    ([path]) => !path.startsWith("runtime/") && (compare?.includes(path) ?? true),
  );
  const warnings = diagnostics.all.map(
    ({ code, message, source }) => `${source.pointer} ${code}: ${message}\n`,
  );
  return { files: new Map(compared), warnings: warnings.join("") };
}

test.each(cases)("%s", async (name) => {
  const { files, warnings } = await generate(name);
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

const compilers = { "TypeScript 5.9": "typescript", "TypeScript 7": "typescript7" };

const checks = Object.entries(compilers).flatMap(([name, compiler]) => [
  { name, compiler, isolated: false },
  { name: `${name}, declarations isolated`, compiler, isolated: true },
]);

test.each(checks)("all of it compiles with $name", ({ compiler, isolated }) => {
  writeFileSync(join(sandbox, "package.json"), '{ "type": "module" }');
  const strict = readFileSync(new URL("../consumer/strict.json", import.meta.url), "utf8");
  const config = JSON.parse(strict) as { compilerOptions: object };
  const types = join(
    dirname(createRequire(import.meta.url).resolve("@types/node/package.json")),
    "..",
  );
  const compilerOptions = {
    ...config.compilerOptions,
    isolatedDeclarations: isolated,
    declaration: true,
    typeRoots: [types],
  };
  // Stubs are the user's code, which need not spell its types out.
  const exclude = isolated ? ["**/handlers"] : [];
  writeFileSync(
    join(sandbox, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*/**/*.ts"], exclude }),
  );
  const tsc = createRequire(import.meta.url)
    .resolve(`${compiler}/package.json`)
    .replace("package.json", "bin/tsc");
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", sandbox], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
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
