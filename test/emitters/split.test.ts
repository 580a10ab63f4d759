import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Config } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { tagFiles } from "../../src/emitters/tag-files.js";
import { Files } from "../../src/load/text/positions.js";
import { generate, produce } from "../../src/pipeline.js";
import { pathFault } from "../../src/write/paths.js";

const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const cases = readdirSync(golden, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The files of the output, without the runtime, by their paths. */
async function generated(
  name: string,
  split: "none" | "tags",
): Promise<ReadonlyMap<string, string>> {
  const folder = join(golden, name);
  const file = join(folder, "config.json");
  const given = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Config>) : {};
  const config = {
    input: "input.yaml",
    output: "expected",
    ...given,
    split,
    format: "none",
  } as const;
  const product = await produce({ config, folder }, new Diagnostics(), new Files());
  const files = product?.generated ?? [];
  return new Map(
    files.filter(({ path }) => !path.startsWith("runtime/")).map(({ path, text }) => [path, text]),
  );
}

const declaration =
  /^(export )?(?:async )?(?:function|const|interface|type|enum) ([\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu;

function declaredIn(
  text: string,
): readonly { readonly name: string; readonly isExported: boolean }[] {
  return Array.from(text.matchAll(declaration), ([, word, name = ""]) => {
    return { name, isExported: word !== undefined };
  });
}

/** The modules that a file names, as paths of the output; those outside of it are left out. */
function modulesIn(path: string, text: string, files: ReadonlyMap<string, string>) {
  const statement =
    /^(?:import|export) (?:type )?(\*|\{[^}]*\}|\* as \w+)(?: from)? from "([^"]+)";|^(?:import|export) (?:type )?(\*|\{[^}]*\}) from "([^"]+)";/gm;
  return Array.from(text.matchAll(statement), ([whole, a, b, c, d]) => {
    const start = posix.join(posix.dirname(path), (b ?? d ?? "").replace(/\.(?:js|ts)$/, ""));
    return { whole, names: a ?? c ?? "", path: `${start}.ts` };
  }).filter((one) => files.has(one.path));
}

/** All that a file exports, also of others. */
function exportsOf(path: string, files: ReadonlyMap<string, string>): readonly string[] {
  const text = files.get(path) ?? "";
  const own = declaredIn(text).flatMap(({ name, isExported }) => (isExported ? [name] : []));
  const others = modulesIn(path, text, files)
    .filter(({ whole }) => whole.startsWith("export"))
    .flatMap(({ names, path: from }) =>
      names === "*"
        ? exportsOf(from, files)
        : Array.from(names.matchAll(/[\p{ID_Continue}$]+(?=\s*[,}])/gu), ([name]) => name),
    );
  return [...new Set([...own, ...others])].sort();
}

function cyclesIn(files: ReadonlyMap<string, string>): readonly string[] {
  const needs = new Map(
    [...files].map(([path, text]) => [path, modulesIn(path, text, files).map((one) => one.path)]),
  );
  const leadsTo = (from: string, end: string, seen = new Set<string>()): boolean =>
    (needs.get(from) ?? []).some(
      (next) => next === end || (!seen.has(next) && leadsTo(next, end, seen.add(next))),
    );
  return [...needs.keys()].filter((path) => leadsTo(path, path));
}

test.each(cases)("%s exports and declares the same in parts, without cycles", async (name) => {
  const [whole, parts] = [await generated(name, "none"), await generated(name, "tags")];
  const entries = [...whole.keys()].filter((path) => parts.has(path));
  for (const path of entries) expect(exportsOf(path, parts), path).toEqual(exportsOf(path, whole));
  expect(cyclesIn(parts)).toEqual(cyclesIn(whole));
  for (const [path, text] of whole) {
    const folder = path.replace(/\.ts$/, "/");
    const own = [...parts].filter(([one]) => one.startsWith(folder));
    if (own.length === 0) {
      expect(parts.get(path), path).toBe(text);
      continue;
    }
    const all = [...own, [path, parts.get(path) ?? ""] as const];
    const words = all.flatMap(([, one]) => declaredIn(one).map((declared) => declared.name));
    const before = declaredIn(text).map((declared) => declared.name);
    const isNew = (word: string): boolean => !before.includes(word) && /Operations_*$/.test(word);
    expect(words.filter((word) => !isNew(word)).sort(), path).toEqual([...before].sort());
  }
});

test("any tags have files of their own that are safe on every system", () => {
  const tags = [
    ...[
      "Pets",
      "pets",
      "PETS",
      "p e t s",
      "",
      " ",
      ".",
      "..",
      "../..",
      "/etc/passwd",
      "a/b",
      "a\\b",
    ],
    ...["con", "NUL", "com1", "LPT9", "aux.ts", "prn ", "shared", "others", "untagged", "index"],
    ...[
      "動物",
      "魚",
      "C",
      "C++",
      "C#",
      "Größe",
      "grosse",
      "\u0000",
      "a\u202eb",
      "x".repeat(300),
      "x".repeat(301),
    ],
    ...[
      "__proto__",
      "constructor",
      "a:b",
      "a*",
      "a?",
      '"',
      "<a>",
      "a|b",
      "a.",
      "-",
      "--",
      "😀",
      "😀😀",
    ],
  ];
  const files = tagFiles(tags);
  expect(files.size).toBe(new Set(tags).size);
  const names = [...files.values()];
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
    expect(pathFault(`types/${name}.ts`)).toBeUndefined();
  }
  for (const taken of ["shared", "others", "untagged", "index"]) expect(names).not.toContain(taken);
  expect(tagFiles([...tags].reverse()).get("Pets")).toBe(files.get("Pets"));
});

const zoo = readFileSync(join(golden, "split/input.yaml"), "utf8");

/** What stands in the parts of files but for imports and what binds operations, whatever part it is in. */
async function blocksOf(input: string, folder: string): Promise<readonly string[]> {
  writeFileSync(join(folder, "input.yaml"), input);
  const config = { input: "input.yaml", output: "out", split: "tags", format: "none" } as const;
  const product = await produce({ config, folder }, new Diagnostics(), new Files());
  const files = (product?.generated ?? []).filter(({ path }) =>
    /^(?:types|validators|expected|client)\//.test(path),
  );
  return files
    .map(({ text }) => text.split(/^\/\*\* The operations with/m)[0] ?? "")
    .flatMap((text) => text.split(/\n{2,}/))
    .map((block) => block.trim().replace(/^export (?=function explain|const)/, ""))
    .filter((block) => !/^(?:import|\/\/|$)/.test(block))
    .sort();
}

test("an operation that gets another tag moves, and nothing else changes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "split-"));
  try {
    const before = await blocksOf(zoo, folder);
    const moved = zoo.replace(
      "operationId: addAnimal\n      tags: [Animals]",
      "operationId: addAnimal\n      tags: [con]",
    );
    expect(moved).not.toBe(zoo);
    expect(await blocksOf(moved, folder)).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what the option wrote goes with it, and no file of the user's does", async () => {
  const folder = mkdtempSync(join(tmpdir(), "split-"));
  const there = (): readonly string[] =>
    readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .sort();
  const run = (split: "none" | "tags") =>
    generate({ config: { input: "input.yaml", output: "out", split, format: "none" }, folder });
  try {
    writeFileSync(join(folder, "input.yaml"), zoo);
    await run("none");
    const before = there();
    await run("tags");
    expect(there()).toContain(join("types", "keepers-co.ts"));
    mkdirSync(join(folder, "out/types"), { recursive: true });
    writeFileSync(join(folder, "out/types/mine.ts"), "");
    await run("none");
    expect(there()).toEqual([...before, join("types", "mine.ts")].sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
