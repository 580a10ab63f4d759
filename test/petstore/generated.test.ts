import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { formatFile } from "../../src/write/format/format.js";
import { mergeUserFiles } from "../../src/write/stubs/user-files.js";
import { tscOf } from "../consumer/compilers.js";

const repo = fileURLToPath(new URL("../..", import.meta.url));
const diagnostics = new Diagnostics();
const files = new Map<string, string>();

beforeAll(async () => {
  const [entry] = await readConfig(repo, "spec/specsmith.config.json");
  if (!entry) throw new Error("the config of the Pet Store is gone");
  const product = await produce(entry, diagnostics, new Files());
  for (const { path, text } of product?.generated ?? []) files.set(path, text);
  for (const owned of product?.owned ?? [])
    files.set(owned.path, await formatFile(owned.path, fileText(owned)));
});

test("the description has no fault and leaves nothing out", () => {
  expect(diagnostics.all).toEqual([]);
});

test.each(["types.ts", "validators.ts", "client.ts", "server.ts", "./handlers/animals.ts"])(
  "%s is as it was committed",
  async (path) => {
    await expect(files.get(path)).toMatchFileSnapshot(join(repo, "generated", path));
  },
);

test("the runtime is copied as it is", async () => {
  const runtime = [...files].filter(([path]) => path.startsWith("runtime/"));
  expect(runtime.length).toBeGreaterThan(10);
  for (const [path, text] of runtime) {
    expect(text).toBe(readFileSync(join(repo, "src", path), "utf8"));
    await expect(text).toMatchFileSnapshot(join(repo, "generated", path));
  }
});

// With the older compilers too in `npm run check`.
test("it compiles under the strictest flags, and what must not compile does not", () => {
  const { stdout, status } = spawnSync(process.execPath, [tscOf("7"), "-p", "test/consumer"], {
    cwd: repo,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, ""]);
});

test("the handlers of the service have what the stubs have, no more and no less", async () => {
  const folder = join(repo, "generated");
  const [entry] = await readConfig(repo, "spec/specsmith.config.json");
  const config = {
    ...entry?.config,
    input: "petstore.yaml",
    output: "../generated",
    stubs: "../test/petstore/handlers",
  };
  const product = await produce(
    { config, folder: join(repo, "spec") },
    new Diagnostics(),
    new Files(),
  );
  const { files: merged, notes } = await mergeUserFiles(product?.owned ?? [], folder);
  expect(merged.map(({ text, previous }) => text === previous)).toEqual([true]);
  expect(notes).toEqual([]);
});
