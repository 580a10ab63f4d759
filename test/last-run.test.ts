import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { main } from "../src/cli/main.js";

const repo = fileURLToPath(new URL("..", import.meta.url));
const petstore = readFileSync(join(repo, "spec/petstore.yaml"), "utf8");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "specsmith last run "));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  writeFileSync(join(folder, "petstore.yaml"), petstore);
});

async function generate(...more: readonly string[]): Promise<string> {
  let printed = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    await main(["generate", "petstore.yaml", "-o", "api", "--only", "types", ...more]);
    return printed;
  } finally {
    process.chdir(before);
    spy.mockRestore();
  }
}

const save = (change: (text: string) => string) =>
  writeFileSync(join(folder, "petstore.yaml"), change(petstore));

test("a run says in a line what changed in the description since the last one", async () => {
  expect(await generate()).not.toContain("since the last run");
  expect(await generate()).not.toContain("since the last run");
  save((text) => text.replace("maximum: 100,", "maximum: 50,"));
  expect(await generate("--check")).not.toContain("since the last run");
  expect(await generate()).toContain(
    "\n1 change, 1 breaking (1 for clients) since the last run: GET /pets, query parameter limit: maximum 100 → 50\n",
  );
  expect(await generate()).not.toContain("since the last run");
});

test("a comment, the order of keys and --quiet are nothing to talk of", async () => {
  await generate();
  save((text) => `# another comment\n${text}`);
  expect(await generate()).not.toContain("since the last run");
  save((text) => text.replace("maximum: 100,", "maximum: 50,"));
  expect(await generate("--quiet")).toBe("");
});

test("what was kept and is damaged is passed over", async () => {
  await generate();
  const cache = join(repo, "node_modules/.cache/specsmith");
  const models = readdirSync(cache).filter((name) => name.endsWith(".model"));
  expect(models.length).toBeGreaterThan(0);
  for (const name of models) {
    const bytes = readFileSync(join(cache, name));
    writeFileSync(join(cache, name), bytes.subarray(0, bytes.length / 2));
  }
  save((text) => text.replace("maximum: 100,", "maximum: 50,"));
  expect(await generate()).toMatch(/^Pet Store → api: 1 changed/);
});

test("int64s that are bigints are compared as the numbers that they are in the description", async () => {
  const config = { input: "petstore.yaml", output: "api", only: ["types"], int64: "bigint" };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  const types = "{ type: integer, format: int64,";
  const put = (value: number) =>
    save((text) =>
      text.replace(
        "    PetStatus:\n",
        `    Sizes:
      type: object
      properties:
        chosen: ${types} default: ${value} }
        all: { type: array, items: ${types} enum: [1, ${value}] }, default: [${value}] }
        only: ${types} const: ${value} }
        least: ${types} minimum: ${value} }
    PetStatus:
`,
      ),
    );
  put(2);
  await generate("-c", "config.json");
  put(3);
  expect(await generate("-c", "config.json")).toContain(
    " since the last run: Sizes.chosen: default 2 → 3",
  );
});
