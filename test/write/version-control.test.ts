import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { WritePlan } from "../../src/write/compare.js";
import { check, writeFiles } from "../../src/write/write.js";
import { put, temporaryFolder, treeOf } from "./folder.js";

type Files = Readonly<Record<string, string>>;

/** A file of forty lines, with another text in some of them. */
function lines(changes: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: 40 }, (_, at) => `${changes[at] ?? `line ${at}`}\n`).join("");
}

const quiet = Object.fromEntries(
  Array.from({ length: 9 }, (_, at) => [`m${at}.ts`, lines()]),
) as Files;

/** As two branches generate it, and what they come from; all in all each kind of change to a file. */
const base: Files = {
  ...quiet,
  "a.ts": lines(),
  "c.ts": lines(),
  "old.ts": lines(),
  "x.ts": "x\n",
};
const ours: Files = {
  ...quiet,
  "a.ts": lines({ 3: "ours" }),
  "c.ts": lines({ 5: "ours" }),
  "old.ts": lines(),
  "x.ts": "ours\n",
};
const theirs: Files = {
  ...quiet,
  "a.ts": lines({ 30: "theirs" }),
  "c.ts": lines({ 5: "theirs" }),
  "new.ts": lines(),
  "x.ts": "x\n",
};
/** As it is generated from the description that both changed: the line that git merges is another one here. */
const merged: Files = {
  ...quiet,
  "a.ts": lines({ 3: "ours", 29: "both", 30: "theirs" }),
  "c.ts": lines({ 5: "both" }),
  "new.ts": lines(),
  "x.ts": "ours\n",
};

const ways = {
  merge: ["merge", "theirs"],
  rebase: ["rebase", "theirs"],
  "cherry-pick": ["cherry-pick", "theirs"],
};
const table = Object.keys(ways).flatMap((way) => ["merge", "diff3"].map((style) => [way, style]));

/** A repository in the middle of a merge that git could not finish, and the folder of the output in it. */
async function conflicting(way: string, style: string, edit?: Files): Promise<string> {
  const folder = temporaryFolder();
  const git = (...args: readonly string[]): void => {
    const config = ["user.name=A", "user.email=a@example.com", `merge.conflictStyle=${style}`];
    const all = [...config.flatMap((one) => ["-c", one]), ...args];
    execFileSync("git", all, { cwd: folder, stdio: "pipe" });
  };
  const directory = join(folder, "out");
  const commit = async (files: Files, input: string): Promise<void> => {
    await writeFiles(planOf(directory, files, input));
    for (const [path, text] of Object.entries((input === "ours" && edit) || {}))
      put(directory, path, text);
    git("add", "--all");
    git("commit", "--quiet", "--message", input);
  };
  git("init", "--quiet", "--initial-branch", "ours");
  await commit(base, "base");
  git("checkout", "--quiet", "-b", "theirs");
  await commit(theirs, "theirs");
  git("checkout", "--quiet", "ours");
  await commit(ours, "ours");
  expect(() => git(...(ways[way as keyof typeof ways] ?? []))).toThrow();
  expect(readFileSync(join(directory, ".specsmith.json"), "utf8")).toContain("<<<<<<< ");
  return directory;
}

function planOf(directory: string, files: Files, input: string): WritePlan {
  const list = Object.entries(files).map(([path, text]) => ({ path, text }));
  return { directory, files: list, userFiles: [], manifest: { generator: "0.1.0", input } };
}

const hasGit = spawnSync("git", ["--version"]).status === 0;

test.skipIf(!hasGit).each(table)(
  "after a %s with conflicts marked as by %s, generating again is all that there is to do",
  async (way, style) => {
    const directory = await conflicting(way ?? "", style ?? "");
    const plan = planOf(directory, merged, "merged");
    expect((await check(plan)).map(({ kind }) => kind)).not.toContain("edited");
    await writeFiles(plan);
    expect(await check(plan)).toEqual([]);
    const { ".specsmith.json": manifest = "", ...files } = treeOf(directory);
    expect(files).toEqual(merged);
    expect(manifest).not.toContain("<<<<<<<");
  },
);

test.skipIf(!hasGit)(
  "what only one side generated and somebody edited is still an edit",
  async () => {
    const directory = await conflicting("merge", "merge", { "m4.ts": "mine\n" });
    const before = treeOf(directory);
    await expect(writeFiles(planOf(directory, merged, "merged"))).rejects.toThrow(
      /edited.*\n +m4\.ts$/,
    );
    expect(treeOf(directory)).toEqual(before);
  },
);
