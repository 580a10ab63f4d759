import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { WritePlan } from "../../src/write/compare.js";
import { WriteError } from "../../src/write/error.js";
import { check, recover, writeFiles } from "../../src/write/write.js";
import { put, temporaryFolder, treeOf } from "./folder.js";

const manifest = { generator: "0.1.0", input: "sha256:abc" };

function planFor(
  directory: string,
  files: Record<string, string>,
  userFiles: WritePlan["userFiles"] = [],
): WritePlan {
  const list = Object.entries(files).map(([path, text]) => ({ path, text }));
  return { directory, files: list, userFiles, manifest };
}

async function refusal(result: Promise<unknown>): Promise<WriteError> {
  const error = await result.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WriteError);
  return error as WriteError;
}

const sha = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

describe("a first run", () => {
  test("writes the files and the manifest, and nothing else is left", async () => {
    const directory = join(temporaryFolder(), "out/api");
    const result = await writeFiles(
      planFor(directory, { "types.ts": "T\n", "runtime/http.ts": "H\n" }),
    );
    expect(result).toEqual({
      written: ["types.ts", "runtime/http.ts"],
      added: ["types.ts", "runtime/http.ts"],
      removed: [],
      extended: [],
      unchanged: [],
    });
    expect(treeOf(directory)).toEqual({
      "types.ts": "T\n",
      "runtime/http.ts": "H\n",
      ".specsmith.json": `{
  "generator": "0.1.0",
  "input": "sha256:abc",
  "files": {
    "runtime/http.ts": "${sha("H\n")}",
    "types.ts": "${sha("T\n")}"
  }
}
`,
    });
  });

  test("with nothing to write still has a manifest that is JSON", async () => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, {}));
    const text = fs.readFileSync(join(directory, ".specsmith.json"), "utf8");
    expect(JSON.parse(text)).toEqual({ ...manifest, files: {} });
  });

  test("takes over a file that has the same bytes already", async () => {
    const directory = temporaryFolder();
    put(directory, "types.ts", "T\n");
    const { unchanged, written } = await writeFiles(planFor(directory, { "types.ts": "T\n" }));
    expect([unchanged, written]).toEqual([["types.ts"], []]);
  });
});

describe("a later run", () => {
  test("leaves equal files alone, down to the time of their last change", async () => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, { "a.ts": "A", "b.ts": "B" }));
    const past = new Date("2001-02-03T04:05:06Z");
    for (const file of ["a.ts", "b.ts", ".specsmith.json"])
      fs.utimesSync(join(directory, file), past, past);
    const time = (file: string) => fs.statSync(join(directory, file)).mtimeMs;

    expect((await writeFiles(planFor(directory, { "a.ts": "A", "b.ts": "B" }))).written).toEqual(
      [],
    );
    expect(["a.ts", "b.ts", ".specsmith.json"].map(time)).toEqual(Array(3).fill(past.getTime()));

    const result = await writeFiles(planFor(directory, { "a.ts": "A", "b.ts": "B2" }));
    expect(result).toEqual({
      written: ["b.ts"],
      added: [],
      extended: [],
      removed: [],
      unchanged: ["a.ts"],
    });
    expect(time("a.ts")).toBe(past.getTime());
    expect(time("b.ts")).not.toBe(past.getTime());
  });

  test("with nothing to do does not need to write at all", async () => {
    const directory = temporaryFolder();
    const plan = planFor(directory, { "a.ts": "A" });
    await writeFiles(plan);
    const past = new Date("2001-02-03T04:05:06Z");
    fs.utimesSync(directory, past, past);
    await writeFiles(plan);
    expect(fs.statSync(directory).mtimeMs).toBe(past.getTime());
  });

  test("removes what is no longer made, with folders that are then empty", async () => {
    const directory = temporaryFolder();
    await writeFiles(
      planFor(directory, { "a.ts": "A", "x/y/b.ts": "B", "x/c.ts": "C", "z/d.ts": "D" }),
    );
    put(directory, "z/mine.ts", "mine");
    fs.mkdirSync(join(directory, "empty"));
    const { removed } = await writeFiles(planFor(directory, { "a.ts": "A" }));
    expect(removed).toEqual(["x/c.ts", "x/y/b.ts", "z/d.ts"]);
    const { ".specsmith.json": _, ...rest } = treeOf(directory);
    expect(rest).toEqual({ "a.ts": "A", "z/mine.ts": "mine", "empty/": "" });
  });

  test("keeps the permissions of a file", async () => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, { "a.ts": "A" }));
    fs.chmodSync(join(directory, "a.ts"), 0o640);
    await writeFiles(planFor(directory, { "a.ts": "A2" }));
    expect(fs.statSync(join(directory, "a.ts")).mode & 0o777).toBe(0o640);
  });

  test("takes line ends that git changed for no change and for no edit", async () => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, { "a.ts": "A\nA\n", "b.ts": "B\n" }));
    put(directory, "a.ts", "A\r\nA\r\n");
    put(directory, "b.ts", "B\r\n");
    const manifestFile = join(directory, ".specsmith.json");
    fs.writeFileSync(manifestFile, fs.readFileSync(manifestFile, "utf8").replaceAll("\n", "\r\n"));
    expect(await check(planFor(directory, { "a.ts": "A\nA\n", "b.ts": "B\n" }))).toEqual([]);
    const { written } = await writeFiles(planFor(directory, { "a.ts": "A\nA\n", "b.ts": "B2\n" }));
    expect(written).toEqual(["b.ts"]);
  });
});

describe("what others wrote", () => {
  test("an edited file stops the run, and --force overwrites it", async () => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, { "a.ts": "A", "b.ts": "B", "c.ts": "C" }));
    put(directory, "a.ts", "edited");
    put(directory, "b.ts", "edited too");
    const before = treeOf(directory);
    const plan = planFor(directory, { "a.ts": "A2", "c.ts": "C2" });
    const error = await refusal(writeFiles(plan));
    expect(error.code).toBe("edited-by-hand");
    expect(error.message).toMatch(/a\.ts\n {2}b\.ts$/);
    expect(error.help).toContain("--force");
    expect(treeOf(directory)).toEqual(before);

    const { written, removed } = await writeFiles(plan, { force: true });
    expect([written, removed]).toEqual([["a.ts", "c.ts"], ["b.ts"]]);
    expect(Object.keys(treeOf(directory)).sort()).toEqual([".specsmith.json", "a.ts", "c.ts"]);
  });

  test("an edit that is what would be written anyway is no edit", async () => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, { "a.ts": "A" }));
    put(directory, "a.ts", "A2");
    expect((await writeFiles(planFor(directory, { "a.ts": "A2" }))).unchanged).toEqual(["a.ts"]);
  });

  test("a generated file that was deleted comes back", async () => {
    const directory = temporaryFolder();
    const plan = planFor(directory, { "a.ts": "A", "x/b.ts": "B" });
    await writeFiles(plan);
    fs.rmSync(join(directory, "x"), { recursive: true });
    expect((await writeFiles(plan)).added).toEqual(["x/b.ts"]);
  });

  test("a file that specsmith did not write is never overwritten, not with --force either", async () => {
    const directory = temporaryFolder();
    put(directory, "types.ts", "mine");
    for (const force of [false, true]) {
      const plan = planFor(directory, { "types.ts": "T", "client.ts": "C" });
      const error = await refusal(writeFiles(plan, { force }));
      expect([error.code, error.message]).toEqual([
        "not-ours",
        expect.stringContaining("types.ts"),
      ]);
      expect(treeOf(directory)).toEqual({ "types.ts": "mine" });
    }
  });

  test("a folder, or a file where a folder is needed, is not ours", async () => {
    const directory = temporaryFolder();
    fs.mkdirSync(join(directory, "types.ts"));
    put(directory, "runtime", "mine");
    expect((await refusal(writeFiles(planFor(directory, { "types.ts": "T" })))).code).toBe(
      "not-ours",
    );
    expect((await refusal(writeFiles(planFor(directory, { "runtime/a.ts": "T" })))).code).toBe(
      "not-ours",
    );
    expect(treeOf(directory)).toEqual({ "types.ts/": "", runtime: "mine" });
  });

  test("a damaged manifest stops the run, and --force takes what it lists", async () => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, { "a.ts": "A", "b.ts": "B" }));
    const file = join(directory, ".specsmith.json");
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('"input"', "input"));
    const plan = planFor(directory, { "a.ts": "A2" });
    const error = await refusal(writeFiles(plan));
    expect([error.code, error.message]).toEqual([
      "bad-manifest",
      expect.stringContaining("cannot be read"),
    ]);
    const { written, removed } = await writeFiles(plan, { force: true });
    expect([written, removed]).toEqual([["a.ts"], ["b.ts"]]);
    expect(await check(plan)).toEqual([]);
  });

  test.each([
    ["{}", "lacks"],
    ["[]", "lacks"],
    ["null", "lacks"],
    ['{"generator":"1","input":"2","files":{"../a":"sha256:0"}}', "the part .."],
    ['{"generator":"1","input":"2","files":{"/etc/passwd":"sha256:0"}}', "absolute"],
    ['{"generator":"1","input":"2","files":{"a":1}}', "not a string"],
  ])("a manifest that is %s is refused", async (text, why) => {
    const directory = temporaryFolder();
    put(directory, ".specsmith.json", text);
    const error = await refusal(writeFiles(planFor(directory, {})));
    expect([error.code, error.message]).toEqual(["bad-manifest", expect.stringContaining(why)]);
  });
});

describe("paths", () => {
  const bad = [
    "/a.ts",
    "../a.ts",
    "a/../b.ts",
    "./a.ts",
    "a//b.ts",
    "a/",
    "",
    "C:/a.ts",
    "c:a.ts",
    "a\\b.ts",
    "\\\\host\\a.ts",
    "CON",
    "con.ts",
    "x/Aux.d.ts",
    "lpt1",
    "com¹.ts",
    "a./b.ts",
    "a.ts ",
    "a\0.ts",
    "a\n.ts",
    "a?.ts",
    "a\uD800.ts",
    ".specsmith.json",
    ".specsmith.work/a.ts",
    ".git/hooks/pre-commit",
    ".GIT/config",
    `${"a".repeat(256)}.ts`,
  ];
  test.each(bad)("%j is refused", async (path) => {
    const directory = join(temporaryFolder(), "out");
    expect((await refusal(writeFiles(planFor(directory, { [path]: "x" })))).code).toBe("bad-path");
    expect(fs.existsSync(directory)).toBe(false);
  });

  test.each([
    [["a.ts", "A.ts"]],
    [["x/a.ts", "X/b.ts"]],
    [["\u00e9.ts", "e\u0301.ts"]],
    [["a", "a/b.ts"]],
    [["A/b.ts", "a"]],
  ])("%j cannot stand beside each other", async (paths) => {
    const files = Object.fromEntries(paths.map((path) => [path, "x"]));
    expect((await refusal(check(planFor(temporaryFolder(), files)))).code).toBe("bad-path");
  });

  test.each([
    "a.ts",
    "console.ts",
    "x/com10.ts",
    "日本語/型.ts",
    "a b.ts",
    "..a.ts",
    ".hidden/x.ts",
  ])("%j is allowed", async (path) => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, { [path]: "x" }));
    expect(treeOf(directory)[path]).toBe("x");
  });

  test("a file whose name changes only by case is written and removed", async () => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, { "Types.ts": "T" }));
    await writeFiles(planFor(directory, { "types.ts": "T2" }));
    expect(fs.readFileSync(join(directory, "types.ts"), "utf8")).toBe("T2");
    expect(fs.readdirSync(directory).length).toBe(2);
  });
});

describe("links and folders", () => {
  test("the output folder must not be a link or a file", async () => {
    const folder = temporaryFolder();
    fs.mkdirSync(join(folder, "real"));
    fs.symlinkSync(join(folder, "real"), join(folder, "link"));
    put(folder, "file", "mine");
    const linked = await refusal(writeFiles(planFor(join(folder, "link"), { "a.ts": "A" })));
    const file = await refusal(writeFiles(planFor(join(folder, "file"), { "a.ts": "A" })));
    const below = await refusal(writeFiles(planFor(join(folder, "file/out"), { "a.ts": "A" })));
    expect([linked.code, file.code, below.code]).toEqual([
      "symbolic-link",
      "not-a-folder",
      "not-a-folder",
    ]);
    expect(treeOf(join(folder, "real"))).toEqual({});
  });

  test("folders above the output folder may be links", async () => {
    const folder = temporaryFolder();
    fs.mkdirSync(join(folder, "real"));
    fs.symlinkSync(join(folder, "real"), join(folder, "link"));
    await writeFiles(planFor(join(folder, "link/out"), { "a.ts": "A" }));
    expect(treeOf(join(folder, "real"))["out/a.ts"]).toBe("A");
  });

  test("nothing is written or removed through a link inside", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "out");
    put(folder, "elsewhere/a.ts", "A");
    await writeFiles(planFor(directory, { "x/a.ts": "A" }));
    fs.rmSync(join(directory, "x"), { recursive: true });
    fs.symlinkSync(join(folder, "elsewhere"), join(directory, "x"));
    for (const files of [{ "x/a.ts": "A2" }, { "x/new.ts": "N" }, {}]) {
      expect((await refusal(writeFiles(planFor(directory, files)))).code).toBe("symbolic-link");
    }
    expect(treeOf(join(folder, "elsewhere"))).toEqual({ "a.ts": "A" });
  });

  test("a link in the place of a file is not followed", async () => {
    const folder = temporaryFolder();
    const target = put(folder, "mine.ts", "mine");
    fs.mkdirSync(join(folder, "out"));
    fs.symlinkSync(target, join(folder, "out/a.ts"));
    expect((await refusal(writeFiles(planFor(join(folder, "out"), { "a.ts": "A" })))).code).toBe(
      "symbolic-link",
    );
    expect(fs.readFileSync(target, "utf8")).toBe("mine");
  });

  test.skipIf(process.getuid?.() !== 0)(
    "a folder without permission is a clear error (needs root, to become another user)",
    async () => {
      const folder = temporaryFolder();
      fs.chmodSync(folder, 0o755);
      const inside = join(folder, "out");
      fs.mkdirSync(inside);
      const stub = put(folder, "stubs/a.ts", "old");
      fs.mkdirSync(join(folder, "open"));
      fs.chmodSync(join(folder, "open"), 0o777);
      process.seteuid?.(65534);
      try {
        const fresh = await refusal(writeFiles(planFor(join(folder, "new"), { "a.ts": "A" })));
        const there = await refusal(writeFiles(planFor(inside, { "a.ts": "A" })));
        const user = [{ path: stub, text: "new", previous: "old" }];
        const stubs = await refusal(
          writeFiles(planFor(join(folder, "open/o"), { "a.ts": "A" }, user)),
        );
        expect([fresh.code, there.code, stubs.code]).toEqual(Array(3).fill("not-writable"));
        expect(there.message).toMatch(/out$/);
      } finally {
        process.seteuid?.(0);
      }
      expect(treeOf(folder)).toEqual({ "out/": "", "stubs/a.ts": "old", "open/": "" });
    },
  );
});

describe("user's files", () => {
  test("are written with the rest, wherever they are", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "out");
    const old = put(folder, "src/old.ts", "old");
    const files = [
      { path: old, text: "old, more", previous: "old" },
      { path: join(folder, "src/deep/new.ts"), text: "new", previous: undefined },
    ];
    const result = await writeFiles(planFor(directory, { "a.ts": "A" }, files));
    expect(result.written).toEqual(["a.ts", ...files.map(({ path }) => path)]);
    expect(result.added).toEqual(["a.ts", files[1]?.path]);
    expect(treeOf(join(folder, "src"))).toEqual({ "old.ts": "old, more", "deep/new.ts": "new" });
    expect(fs.readFileSync(join(directory, ".specsmith.json"), "utf8")).not.toContain("old.ts");
  });

  test("that did not change are not touched", async () => {
    const folder = temporaryFolder();
    const path = put(folder, "stubs.ts", "\uFEFFmine\r\n");
    const past = new Date("2001-02-03T04:05:06Z");
    fs.utimesSync(path, past, past);
    const same = [{ path, text: "\uFEFFmine\r\n", previous: "\uFEFFmine\r\n" }];
    await writeFiles(planFor(join(folder, "out"), { "a.ts": "A" }, same));
    expect(fs.statSync(path).mtimeMs).toBe(past.getTime());
  });

  test("that are links are written where they lead to", async () => {
    const folder = temporaryFolder();
    const real = put(folder, "real.ts", "old");
    fs.symlinkSync(real, join(folder, "link.ts"));
    const user = [{ path: join(folder, "link.ts"), text: "new", previous: "old" }];
    await writeFiles(planFor(join(folder, "out"), {}, user));
    expect(fs.lstatSync(join(folder, "link.ts")).isSymbolicLink()).toBe(true);
    expect(fs.readFileSync(real, "utf8")).toBe("new");
  });

  test("that were changed since they were read stop the run", async () => {
    const folder = temporaryFolder();
    const path = put(folder, "stubs.ts", "newer");
    for (const previous of ["old", undefined]) {
      const plan = planFor(join(folder, "out"), { "a.ts": "A" }, [{ path, text: "x", previous }]);
      expect((await refusal(writeFiles(plan))).code).toBe("changed-meanwhile");
    }
    expect(treeOf(folder)).toEqual({ "stubs.ts": "newer" });
  });

  test("that are not UTF-8 are refused, since bytes would be lost", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "stubs.ts");
    fs.writeFileSync(path, Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]));
    const previous = fs.readFileSync(path, "utf8");
    const user = [{ path, text: `${previous}x`, previous }];
    expect((await refusal(writeFiles(planFor(folder, {}, user)))).code).toBe("not-utf8");
  });

  test("cannot have the place of a generated file", async () => {
    const directory = temporaryFolder();
    const user = [{ path: join(directory, "a.ts"), text: "x", previous: undefined }];
    expect((await refusal(writeFiles(planFor(directory, { "a.ts": "A" }, user)))).code).toBe(
      "bad-path",
    );
  });

  test("that were generated before are not removed", async () => {
    const directory = temporaryFolder();
    await writeFiles(planFor(directory, { "a.ts": "A" }));
    const user = [{ path: join(directory, "a.ts"), text: "A, mine", previous: "A" }];
    expect((await writeFiles(planFor(directory, {}, user))).removed).toEqual([]);
    expect(fs.readFileSync(join(directory, "a.ts"), "utf8")).toBe("A, mine");
  });
});

describe("check", () => {
  test("says each kind of difference and writes nothing", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "out");
    await writeFiles(
      planFor(directory, { "same.ts": "S", "old.ts": "O", "gone.ts": "G", "hand.ts": "H" }),
    );
    put(directory, "hand.ts", "by hand");
    const stub = put(folder, "stub.ts", "stub");
    const before = treeOf(folder);
    const plan = planFor(
      directory,
      { "same.ts": "S", "old.ts": "O2", "new.ts": "N", "hand.ts": "H" },
      [{ path: stub, text: "stub, more", previous: "stub" }],
    );
    expect(await check(plan)).toEqual([
      { path: "old.ts", kind: "changed" },
      { path: "new.ts", kind: "missing" },
      { path: "hand.ts", kind: "edited" },
      { path: "gone.ts", kind: "extra" },
      { path: stub, kind: "changed" },
      { path: ".specsmith.json", kind: "changed" },
    ]);
    expect(treeOf(folder)).toEqual(before);
  });

  test("does not make the output folder", async () => {
    const directory = join(temporaryFolder(), "out");
    expect(await check(planFor(directory, { "a.ts": "A" }))).toEqual([
      { path: "a.ts", kind: "missing" },
      { path: ".specsmith.json", kind: "missing" },
    ]);
    expect(fs.existsSync(directory)).toBe(false);
  });
});

describe("several runs", () => {
  test("at once wait for each other", async () => {
    const directory = join(temporaryFolder(), "out");
    const runs = Array.from({ length: 8 }, () =>
      writeFiles(planFor(directory, { "a.ts": "A", "b/c.ts": "C" })),
    );
    const written = (await Promise.all(runs)).map((result) => result.written.length);
    expect(written.filter((count) => count > 0)).toEqual([2]);
    expect(Object.keys(treeOf(directory)).sort()).toEqual([".specsmith.json", "a.ts", "b/c.ts"]);
  });

  test.each([
    ["a process that is gone", JSON.stringify({ pid: 2 ** 30, host: hostname() })],
    ["a process with our id", JSON.stringify({ pid: process.pid, host: hostname() })],
  ])("the lock of %s is no hindrance", async (_, lock) => {
    const directory = temporaryFolder();
    put(directory, ".specsmith.work/lock", lock);
    put(directory, ".specsmith.work/0.new", "left over");
    await writeFiles(planFor(directory, { "a.ts": "A" }));
    expect(Object.keys(treeOf(directory)).sort()).toEqual([".specsmith.json", "a.ts"]);
  });

  test("an old lock of another machine, and an old one that is empty, are no hindrance", async () => {
    for (const [lock, seconds] of [
      ["{}", 3],
      [JSON.stringify({ pid: 1, host: "elsewhere" }), 400],
    ] as const) {
      const directory = temporaryFolder();
      const path = put(directory, ".specsmith.work/lock", lock);
      const then = new Date(Date.now() - seconds * 1000);
      fs.utimesSync(path, then, then);
      await writeFiles(planFor(directory, { "a.ts": "A" }));
      expect(fs.existsSync(join(directory, ".specsmith.work"))).toBe(false);
    }
  });
});

describe("a planted journal", () => {
  const journal = (steps: object[]) => JSON.stringify({ version: 1, direction: "forward", steps });
  const step = { before: null, after: sha("evil"), folders: [] };

  test.each([
    ["outside", { ...step, owner: "generator", target: "../victim" }],
    ["as a user's file", { ...step, owner: "user", target: "../victim" }],
    ["as the manifest", { ...step, owner: "manifest", target: "../victim" }],
    ["through a link", { ...step, owner: "generator", target: "link/victim" }],
    [
      "for a removal",
      { ...step, owner: "user", target: "../stub.ts", before: sha("mine"), after: null },
    ],
  ])("cannot write %s", async (_, planted) => {
    const folder = temporaryFolder();
    const directory = join(folder, "out");
    const stub = put(folder, "stub.ts", "mine");
    put(directory, ".specsmith.work/journal.json", journal([planted]));
    put(directory, ".specsmith.work/0.new", "evil");
    fs.symlinkSync(folder, join(directory, "link"));
    expect(await recover(directory, [stub])).toBe("nothing");
    expect(fs.existsSync(join(directory, ".specsmith.work"))).toBe(false);
    expect(fs.existsSync(join(folder, "victim"))).toBe(false);
    expect(fs.readFileSync(stub, "utf8")).toBe("mine");
  });

  test.each(["", "{", "null", '{"version":2,"steps":[]}', '{"version":1,"steps":[{}]}'])(
    "that reads %j is not followed",
    async (text) => {
      const directory = temporaryFolder();
      await writeFiles(planFor(directory, { "a.ts": "old" }));
      put(directory, ".specsmith.work/journal.json", text);
      const error = await refusal(writeFiles(planFor(directory, {})));
      expect([error.code, error.message]).toEqual([
        "interrupted",
        expect.stringContaining(".specsmith.work"),
      ]);
      // What the help says is enough, also where files of both runs are there.
      put(directory, "a.ts", "of that run");
      fs.rmSync(join(directory, ".specsmith.work"), { recursive: true });
      await writeFiles(planFor(directory, { "a.ts": "A" }), { force: true });
      expect(fs.readFileSync(join(directory, "a.ts"), "utf8")).toBe("A");
    },
  );
});
