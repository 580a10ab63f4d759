import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { main } from "../src/cli/main.js";

const petstore = readFileSync(
  fileURLToPath(new URL("../spec/petstore.yaml", import.meta.url)),
  "utf8",
);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "specsmith check "));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("GITHUB_ACTIONS", "");
  vi.stubEnv("GITHUB_WORKSPACE", undefined);
  writeFileSync(join(folder, "pet store.yaml"), petstore);
});

async function generate(...more: readonly string[]) {
  let stdout = "";
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      stdout += String(chunk);
      return true;
    }),
    vi.spyOn(process.stderr, "write").mockImplementation(() => true),
  ];
  const before = process.cwd();
  process.chdir(folder);
  try {
    const args = ["generate", "pet store.yaml", "-o", "api", "--only", "types"];
    return { status: await main([...args, ...more]), stdout };
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}

const mend = 'npx specsmith generate "pet store.yaml" -o api --only types';

test("--check lists the files, and says what to run; in a job of GitHub each is annotated", async () => {
  await generate();
  rmSync(join(folder, "api/types.ts"));
  const list = `api is not up to date, 1 file differs:\n  missing types.ts\nRun \`${mend}\` to update it.\n`;
  expect(await generate("--check", "-q")).toEqual({ status: 1, stdout: list });
  vi.stubEnv("GITHUB_ACTIONS", "true");
  const annotation = `::error file=api/types.ts,title=not up to date::this generated file is missing: run ${mend}\n`;
  expect(await generate("--check")).toEqual({ status: 1, stdout: list + annotation });
  const json = await generate("--check", "--format", "json");
  expect([json.status, JSON.parse(json.stdout)]).toEqual([1, []]);
  vi.stubEnv("GITHUB_WORKSPACE", join(folder, ".."));
  expect((await generate("--check")).stdout).toMatch(
    /::error file=specsmith check [^/]+\/api\/types\.ts,/,
  );
});

test("what was edited by hand is told apart, with what to do about it", async () => {
  await generate();
  const file = join(folder, "api/types.ts");
  writeFileSync(file, `${readFileSync(file, "utf8")}// mine\n`);
  const { status, stdout } = await generate("--check");
  expect(status).toBe(1);
  expect(stdout).toMatch(
    / {2}edited {2}types\.ts\nGenerating ends with an error [^]*--force`\.\n$/,
  );
});

test("mistakes in the description are annotated in a job of GitHub, too", async () => {
  vi.stubEnv("GITHUB_ACTIONS", "true");
  writeFileSync(
    join(folder, "pet store.yaml"),
    petstore.replace("schemas/NewPet", "schemas/NoPet"),
  );
  expect((await generate()).stdout).toMatch(
    /^::error file=pet store\.yaml,line=\d+,col=\d+,.*ref-not-found::/m,
  );
});

test("--verbose names each file, --quiet none", async () => {
  const { stdout } = await generate("--verbose");
  expect(stdout).toMatch(/^read {7}pet store\.yaml\nadded {6}types\.ts\n/);
  expect((await generate("--quiet", "--verbose")).stdout).toContain("unchanged  types.ts\n");
  expect((await generate("--quiet")).stdout).toBe("");
});
