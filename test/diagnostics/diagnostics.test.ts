import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { catalog } from "../../src/diagnostics/catalog.js";
import { diagnose } from "./diagnose.js";

const home = fileURLToPath(new URL(".", import.meta.url));

const codes = Object.keys(catalog);
const folders = readdirSync(home, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** `missing-member--paths` is a second folder of `missing-member`. */
const codeOf = (folder: string): string => folder.replace(/--.*$/, "");

test("each code has a folder, and each folder a code", () => {
  expect(codes.filter((code) => !folders.includes(code))).toEqual([]);
  expect(folders.filter((folder) => !codes.includes(codeOf(folder)))).toEqual([]);
});

test.each(folders)("%s", async (folder) => {
  const input = ["input.yaml", "input.json"].find((name) => existsSync(join(home, folder, name)));
  if (input === undefined) throw new Error(`${folder} has no input`);
  const printed = await diagnose(join(home, folder, input));
  const file = join(home, folder, "expected.txt");
  if (process.env["UPDATE"]) writeFileSync(file, printed);
  expect(printed).toContain(` ${codeOf(folder)}: `);
  expect(printed).toBe(readFileSync(file, "utf8"));
});
