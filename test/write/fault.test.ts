import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { WritePlan } from "../../src/write/compare.js";
import { WriteError } from "../../src/write/error.js";
import { recover, writeFiles } from "../../src/write/write.js";
import { put, temporaryFolder, treeOf } from "./folder.js";
import { type Change, finalTree, planAgain, prepare } from "./transaction.js";

// Here a process "dies" when from some call on nothing reaches the disk any more, so that thousands of
// combinations can be tried; test/write/kill.test.ts does it for real.

const changing = [
  "chmodSync",
  "copyFileSync",
  "linkSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "writeFileSync",
] as const;

type Name = (typeof changing)[number];
type Call = (...args: unknown[]) => unknown;

const real = { ...fs };
type Before = (call: number, name: Name, args: readonly unknown[]) => void;
let watch: { calls: number; readonly before: Before } | undefined;

const table = fs as unknown as Record<string, Call>;
for (const name of changing) {
  const original = real[name] as unknown as Call;
  table[name] = (...args) => {
    if (watch) watch.before(++watch.calls, name, args);
    return original(...args.map(withoutWaiting));
  };
}
table["fsyncSync"] = () => undefined;
syncBuiltinESMExports();
afterAll(() => {
  for (const name of [...changing, "fsyncSync"] as const) Object.assign(fs, { [name]: real[name] });
  syncBuiltinESMExports();
});

/** Waiting for the disk is not what is tested. */
function withoutWaiting(argument: unknown): unknown {
  return typeof argument === "object" && argument !== null && "flush" in argument
    ? { ...argument, flush: false }
    : argument;
}

/** Runs an action while each call that changes the disk goes through `before`; gives what it threw. */
async function intercept(action: () => Promise<unknown>, before: Before): Promise<unknown> {
  watch = { calls: 0, before };
  try {
    await action();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    watch = undefined;
  }
}

class Dead extends Error {}

function dieAt(killAt: number, hit: { reached: boolean }) {
  return (call: number): void => {
    if (call < killAt) return;
    hit.reached = true;
    throw new Dead();
  };
}

function failure(name: string): Error {
  return Object.assign(new Error(`EIO: i/o error, ${name}`), { code: "EIO", syscall: name });
}

const filesOf = (tree: Record<string, string>) =>
  Object.fromEntries(Object.entries(tree).filter(([path]) => !path.endsWith("/")));

const recoverIn = ({ directory, plan }: Change) =>
  recover(
    directory,
    plan.userFiles.map(({ path }) => path),
  );

test("one call that fails leaves all old and an error, or all new", async () => {
  const wanted = await finalTree(await prepare(temporaryFolder()));
  const outcomes = new Set<string>();
  for (let failAt = 1, reached = true; reached; failAt++) {
    const change = await prepare(temporaryFolder());
    reached = false;
    const error = await intercept(
      () => writeFiles(change.plan),
      (call, name) => {
        if (call !== failAt) return;
        reached = true;
        throw failure(name);
      },
    );
    await recoverIn(change);
    const tree = filesOf(treeOf(change.folder));
    if (error === undefined) expect(tree).toEqual(filesOf(wanted));
    else if (error instanceof WriteError) expect(error.code).toBe("disk");
    else throw error;
    expect([filesOf(change.old), filesOf(wanted)], `call ${failAt}`).toContainEqual(tree);
    outcomes.add(error === undefined ? "new" : "old");
  }
  expect(outcomes).toEqual(new Set(["old", "new"]));
});

test(
  "dying while a failed run is being taken back leaves all old or all new",
  { timeout: 60_000 },
  async () => {
    const wanted = await finalTree(await prepare(temporaryFolder()));
    let deaths = 0;
    for (let failAt = 1, failed = true; failed; failAt++) {
      failed = false;
      const hit = { reached: true };
      for (let killAt = failAt + 1; hit.reached; killAt++) {
        const change = await prepare(temporaryFolder());
        hit.reached = false;
        await intercept(
          () => writeFiles(change.plan),
          (call, name) => {
            dieAt(killAt, hit)(call);
            if (call !== failAt) return;
            failed = true;
            throw failure(name);
          },
        );
        if (hit.reached) deaths++;
        await recoverIn(change);
        const tree = filesOf(treeOf(change.folder));
        const both = [filesOf(change.old), filesOf(wanted)];
        expect(both, `failed at ${failAt}, died at ${killAt}`).toContainEqual(tree);
      }
    }
    expect(deaths).toBeGreaterThan(300);
  },
);

test(
  "dying during recovery, again and again, leaves all old or all new",
  { timeout: 60_000 },
  async () => {
    const wanted = await finalTree(await prepare(temporaryFolder()));
    let deaths = 0;
    const first = { reached: true };
    for (let killAt = 1; first.reached; killAt++) {
      const second = { reached: true };
      for (let againAt = 1; second.reached; againAt++) {
        const change = await prepare(temporaryFolder());
        first.reached = second.reached = false;
        await intercept(() => writeFiles(change.plan), dieAt(killAt, first));
        await intercept(() => recoverIn(change), dieAt(againAt, second));
        await intercept(() => recoverIn(change), dieAt(againAt + 1, { reached: false }));
        if (second.reached) deaths++;
        await recoverIn(change);
        const tree = treeOf(change.folder);
        expect([change.old, wanted], `died at ${killAt} and ${againAt}`).toContainEqual(tree);
        await writeFiles(planAgain(change));
        expect(treeOf(change.folder)).toEqual(wanted);
      }
    }
    expect(deaths).toBeGreaterThan(200);
  },
);

/** What may be between a run that died and the next one; gives what that one is to write. */
const between: Readonly<Record<string, (change: Change) => WritePlan | Promise<WritePlan>>> = {
  "another description, without the handlers": ({ plan }) => another(plan, []),
  "another description, with handlers of its own": ({ plan, folder }) =>
    another(
      plan,
      ["src/other.ts", "src/stub.ts"].map((path) => join(folder, path)),
    ),
  "another folder for the stubs": (change) => ({
    ...planAgain(change),
    userFiles: [
      { path: join(change.folder, "handlers/stub.ts"), text: "s\n", previous: undefined },
    ],
  }),
  "other names of the files, and no stubs": ({ plan }) => ({
    ...another(plan, []),
    files: plan.files.map(({ path, text }) => ({ path: path.replace("added", "other"), text })),
  }),
  "the description as it was": ({ plan }) => ({
    ...another(plan, []),
    files: [
      { path: "same.ts", text: "same\n" },
      { path: "changed.ts", text: "old\n" },
      { path: "gone/deep/gone.ts", text: "gone\n" },
    ],
  }),
  "no folder for the stubs any more": (change) => {
    removeStubs(change);
    return planAgain(change);
  },
  "no folder for the stubs any more, and another description": (change) => {
    removeStubs(change);
    return another(change.plan, []);
  },
  "files that are read-only": (change) => {
    for (const path of Object.keys(filesOf(treeOf(change.folder))))
      if (!path.includes(".specsmith.work")) fs.chmodSync(join(change.folder, path), 0o444);
    return another(change.plan, []);
  },
  "another branch, whose files are there": async (change) => {
    const files = [
      { path: "same.ts", text: "same\n" },
      { path: "changed.ts", text: "of the branch\n" },
      { path: "added/added.ts", text: "of the branch\n" },
    ];
    const branch = { ...another(change.plan, []), files };
    const elsewhere = join(temporaryFolder(), "out");
    await writeFiles({ ...branch, directory: elsewhere });
    for (const path of ["same.ts", "changed.ts", "added", "gone", ".specsmith.json"])
      fs.rmSync(join(change.directory, path), { recursive: true, force: true });
    fs.cpSync(elsewhere, change.directory, { recursive: true });
    // One file of the branch is as the run that died would have had it replaced.
    return another(change.plan, []);
  },
};

/** What the user does before the next run, not what that run does. */
function removeStubs({ folder, directory }: Change): void {
  if (fs.existsSync(join(directory, ".specsmith.work")))
    fs.rmSync(join(folder, "src"), { recursive: true, force: true });
}

/** Another plan for the same folder, with these user's files as they are. */
function another(plan: WritePlan, userFiles: readonly string[]): WritePlan {
  const files = [
    { path: "same.ts", text: "same, too\n" },
    { path: "models/added.ts", text: "another\n" },
  ];
  const owned = userFiles.map((path) => {
    const previous = fs.existsSync(path) ? fs.readFileSync(path, "utf8") : undefined;
    return { path, text: `${previous ?? ""}another\n`, previous };
  });
  return { ...plan, files, userFiles: owned, manifest: { generator: "1", input: "another" } };
}

test.each(Object.entries(between))(
  "a run that died is no hindrance to the next: %s",
  async (_, next) => {
    const outcomes = new Set<string>();
    const hit = { reached: true };
    for (let killAt = 1; hit.reached; killAt++) {
      const change = await prepare(temporaryFolder());
      hit.reached = false;
      await intercept(() => writeFiles(change.plan), dieAt(killAt, hit));
      const paths = (await next(change)).userFiles.map(({ path }) => path);
      outcomes.add(await recover(change.directory, paths));
      // Read again, as a run does: what was found may have completed a user's file.
      const plan = await next(change);
      await writeFiles(plan);
      const tree = treeOf(change.folder);
      for (const { path, text } of plan.files) expect(tree[`out/${path}`], `${killAt}`).toBe(text);
      const generated = Object.keys(tree).filter((path) => path.startsWith("out/"));
      expect(generated.sort()).toEqual(
        [".specsmith.json", ...plan.files.map(({ path }) => path)]
          .map((path) => `out/${path}`)
          .sort(),
      );
      for (const { path, text } of plan.userFiles) expect(fs.readFileSync(path, "utf8")).toBe(text);
      // What was the user's is there, with what was added or without.
      if ("src/stub.ts" in tree)
        expect(tree["src/stub.ts"]).toMatch(/^old stub\n(?:and more\n)?(?:another\n)?$/);
      expect((await writeFiles(planOf(plan))).written).toEqual([]);
    }
    expect(outcomes.has("nothing")).toBe(true);
  },
);

/** The same plan when all is there. */
function planOf(plan: WritePlan): WritePlan {
  return {
    ...plan,
    userFiles: plan.userFiles.map(({ path, text }) => ({ path, text, previous: text })),
  };
}

test("what the user wrote after a run died survives the recovery", async () => {
  let edits = 0;
  const hit = { reached: true };
  for (let killAt = 1; hit.reached; killAt++) {
    const change = await prepare(temporaryFolder());
    hit.reached = false;
    await intercept(() => writeFiles(change.plan), dieAt(killAt, hit));
    if (!fs.existsSync(join(change.directory, ".specsmith.work/journal.json"))) continue;
    const mine = [
      "src/stub.ts",
      "src/more/fresh.ts",
      "out/changed.ts",
      "out/added/added.ts",
      "out/gone/deep/gone.ts",
    ];
    for (const path of mine) put(change.folder, path, `mine: ${path}`);
    await recoverIn(change);
    for (const path of mine) {
      expect(fs.readFileSync(join(change.folder, path), "utf8"), `${killAt}`).toBe(`mine: ${path}`);
      edits++;
    }
  }
  expect(edits).toBeGreaterThan(30);
});

test("what somebody changes while files are being put in place stays, and all else is taken back", async () => {
  for (const path of [
    "src/stub.ts",
    "out/changed.ts",
    "out/added/added.ts",
    "out/gone/deep/gone.ts",
  ]) {
    const change = await prepare(temporaryFolder());
    const error = await intercept(
      () => writeFiles(change.plan),
      (_, name, args) => {
        if (name !== "renameSync" || !String(args[1]).endsWith("journal.json")) return;
        real.mkdirSync(join(change.folder, path, ".."), { recursive: true });
        real.writeFileSync(join(change.folder, path), "mine");
      },
    );
    expect((error as WriteError).code).toBe("changed-meanwhile");
    expect((error as WriteError).message).toContain(path.replace("out/", ""));
    expect(filesOf(treeOf(change.folder))).toEqual({ ...filesOf(change.old), [path]: "mine" });
  }
});

test("a file on another disk is brought there first", async () => {
  const change = await prepare(temporaryFolder());
  const wanted = await finalTree(await prepare(temporaryFolder()));
  const crossing = (from: unknown, to: unknown) =>
    String(from).includes(".specsmith.work") !== String(to).includes(".specsmith.work");
  const error = await intercept(
    () => writeFiles(change.plan),
    (_, name, args) => {
      if (name !== "renameSync" && name !== "linkSync") return;
      if (crossing(args[0], args[1])) throw Object.assign(failure(name), { code: "EXDEV" });
    },
  );
  expect(error).toBeUndefined();
  expect(treeOf(change.folder)).toEqual(wanted);
});
