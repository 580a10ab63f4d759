import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { generate } from "../../src/pipeline.js";

test("an app that uses the client, or queries, ships nothing of mocks and of the server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const input = fileURLToPath(new URL("../golden/mocks/input.yaml", import.meta.url));
  const config = {
    input,
    output: "api",
    only: ["client", "queries", "mocks"] as const,
    format: "none" as const,
  };
  const { ok } = await generate({ config, folder });
  expect(ok).toBe(true);
  const filesOf = async (contents: string): Promise<readonly string[]> => {
    const { metafile } = await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      logLevel: "error",
    });
    const [output] = Object.values(metafile.outputs);
    const shipped = Object.entries(output?.inputs ?? {});
    return shipped.flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path.replace(/^.*\/api\//, "").replace(/^api\//, "")] : [],
    );
  };
  const client = await filesOf('export { createBookshelfClient } from "./api/index.js";');
  const queries = await filesOf(
    'export * from "./api/index.js"; export * from "./api/queries.js";',
  );
  const mocks = await filesOf('export { mockBookshelf } from "./api/mocks.js";');
  const foreign = /^(?:mocks|server|replies)\.ts$|^runtime\/(?:mocks|server)\//;
  expect(client.filter((file) => foreign.test(file))).toEqual([]);
  expect(client.filter((file) => /queries/.test(file))).toEqual([]);
  expect(queries.filter((file) => foreign.test(file))).toEqual([]);
  expect(mocks.filter((file) => foreign.test(file)).length).toBeGreaterThan(10);
  expect(readFileSync(join(folder, "api/index.ts"), "utf8")).not.toMatch(/mocks|queries/);
});
