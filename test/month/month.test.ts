import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Compiled, compileMany } from "../corpus/compile.js";
import { month } from "./steps.js";
import { Team, changedFiles, isInsertion } from "./team.js";

const team = new Team();
const repo = fileURLToPath(new URL("../..", import.meta.url));

beforeAll(() => {
  team.write("package.json", '{ "name": "shop", "private": true, "type": "module" }\n');
  team.write("openapi.yaml", readFileSync(new URL("start.yaml", import.meta.url), "utf8"));
  const { compilerOptions } = JSON.parse(
    readFileSync(join(repo, "test/consumer/strict.json"), "utf8"),
  ) as { compilerOptions: object };
  const typeRoots = [join(repo, "node_modules/@types")];
  team.write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: { ...compilerOptions, skipLibCheck: true, typeRoots },
      include: ["src"],
    }),
  );
});
afterAll(() => {
  team.disband();
  rmSync(kept, { recursive: true, force: true });
});

/** What was written by hand is there byte for byte, and specsmith has only put something between. */
function expectNothingLost(before: ReadonlyMap<string, string>): void {
  for (const [path, texts] of team.mine)
    for (const text of texts) expect(team.read(path), path).toContain(text);
  const after = team.tree();
  for (const [path, text] of before) {
    if (path.startsWith("src/api/")) continue;
    const now = after.get(path);
    expect(now, `${path} is gone`).toBeDefined();
    if (now !== text) expect(isInsertion(now ?? "", text, 3), `${path}:\n${now}`).toBe(true);
  }
}

describe("a month of a team", { timeout: 120_000 }, () => {
  for (const [index, step] of month.entries())
    test(`${index + 1}. ${step.what}`, async () => {
      const { args = [], status = 0 } = step;
      step.edit(team);
      const before = team.tree();
      const check = await team.generate("--check", ...args);
      expect(changedFiles(before, team.tree()), "--check writes nothing").toEqual([]);
      const ended = await team.generate(...args);
      expect(`${ended.stderr}${ended.stdout}`).toMatch(step.says ?? /./);
      expect(ended.status, ended.stderr).toBe(status);
      const changed = changedFiles(before, team.tree());
      const wanted = expectedFiles(step.changes, changed);
      expect(changed).toEqual([...wanted].sort());
      expect(check.status).toBe(step.checkBefore ?? (changed.length > 0 || status === 1 ? 1 : 0));
      expect((await team.generate("--check")).status).toBe(step.checkAfter ?? status);
      expectNothingLost(before);
      keepCode(index);
    });
});

describe("the code after each day compiles, or not where it has to change", () => {
  let compiled: ReadonlyMap<string, Compiled>;
  beforeAll(async () => {
    compiled = await compileMany(codes, join(kept, "all"), ["7"]);
  });
  for (const [index, { what, breaks = /^$/ }] of month.entries())
    test(`${index + 1}. ${what}`, () => {
      const { errors } = compiled.get(codeOf.get(index) ?? "") ?? { errors: ["it is not there"] };
      expect(errors.join("\n")).toMatch(breaks);
    });
});

test.skipIf(!team.canBeRefused())(
  "a folder that may not be written to: said, and nothing is touched (skipped where rights do not count, and root cannot be somebody else)",
  () => {
    team.swap("openapi.json", "Lists all animals.", "Lists animals.");
    const before = team.tree();
    team.lock("src/api", 0o555);
    const { status, stderr } = team.spawn({ nobody: true });
    team.lock("src/api", 0o755);
    expect(stderr).toMatch(/^error: there is no permission [^]*\nhelp: /);
    expect(status).toBe(1);
    expect(changedFiles(before, team.tree())).toEqual([]);
  },
);

/** The code as it was after each day, which is compiled at the end as one program; days without a change share a folder. */
const kept = mkdtempSync(join(tmpdir(), "month-code-"));
const codes = new Map<string, string>();
const codeOf = new Map<number, string>();
let last = { code: "", name: "" };

function keepCode(index: number): void {
  const code = JSON.stringify([...team.tree()].filter(([path]) => path.startsWith("src/")));
  if (code !== last.code) {
    const name = String(index);
    const folder = join(kept, name);
    last = { code, name };
    codes.set(name, folder);
    cpSync(join(team.folder, "src"), folder, { recursive: true });
  }
  codeOf.set(index, last.name);
}

const generated = (files: readonly string[]) => files.filter((file) => file.startsWith("src/api/"));

/** The steps in which very many files come and go say so by a word. */
function expectedFiles(wanted: readonly string[], changed: readonly string[]): readonly string[] {
  const [word = ""] = wanted;
  if (word === "first") {
    expect(changed).toContain("src/handlers/animals.ts");
    expect(generated(changed).length).toBeGreaterThan(20);
    return [...generated(changed), "src/handlers/animals.ts"];
  }
  if (word !== "gone" && word !== "back")
    return wanted.flatMap((path) =>
      path.endsWith("/") ? changed.filter((one) => one.startsWith(path)) : [path],
    );
  expect(changed).toEqual(expect.arrayContaining(["src/api/client.ts", "src/api/server.ts"]));
  return generated(changed);
}
