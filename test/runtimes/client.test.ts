import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { buildCases, compileCases } from "./build.js";
import { startService } from "./service.js";

// The same cases run in the other runtimes with `npm run runtimes`.
const folder = mkdtempSync(join(tmpdir(), "runtimes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the generated client does in this Node what it must do everywhere", async () => {
  const bundle = join(folder, "bundle.mjs");
  writeFileSync(bundle, await buildCases(folder, "export { runCases };\n"));
  expect(compileCases(folder)).toBe("");
  const { runCases } = (await import(pathToFileURL(bundle).href)) as {
    runCases(runtime: string, url: string, other: string): Promise<void>;
  };
  const service = await startService(new Map());
  try {
    await runCases("node", service.url, service.other);
    const outcomes = await service.outcomes;
    expect(outcomes.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(20);
  } finally {
    await service.close();
  }
});
