import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadModule } from "../../src/config/modules.js";
import { tuneEngine } from "../../src/cli/engine.js";
import { cacheFolder } from "../../src/package/folder.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "specsmith-caches-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test("Node keeps what it compiled in a folder of the project", () => {
  const enableCompileCache = vi.fn();
  vi.spyOn(process, "getBuiltinModule").mockReturnValue({ enableCompileCache } as never);
  tuneEngine();
  expect(enableCompileCache.mock.calls).toEqual([[cacheFolder()]]);
  expect(cacheFolder()).toContain(join("node_modules", ".cache", "specsmith"));
});

test("a config in TypeScript leaves no code in the folder for temporary files, and takes none from it", async () => {
  const file = join(folder, "specsmith.config.ts");
  writeFileSync(file, "export default { input: 'a' as string };\n");
  const shared = mkdtempSync(join(folder, "tmp-"));
  vi.stubEnv("TMPDIR", shared);
  expect(await loadModule(file)).toMatchObject({ default: { input: "a" } });
  expect(readdirSync(shared)).toEqual([]);
});

test("a module that imports one which has changed since another was read has what it contains now", async () => {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const importing = 'import { word } from "./shared.mjs";\nexport default word;\n';
  write("shared.mjs", 'export const word = "one";\n');
  write("first.mjs", importing);
  write("second.mjs", importing);
  expect(await loadModule(join(folder, "first.mjs"))).toMatchObject({ default: "one" });
  write("shared.mjs", 'export const word = "two";\n');
  expect(await loadModule(join(folder, "second.mjs"))).toMatchObject({ default: "two" });
  expect(await loadModule(join(folder, "first.mjs"))).toMatchObject({ default: "two" });
});
