import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { rules, rulesTable } from "../../src/diff/rules.js";
import { type Said, runIn } from "../command.js";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "specsmith diff ")));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function git(...args: string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];
  execFileSync("git", [...who, ...args], { cwd: folder, env, stdio: "pipe" });
}

function diff(args: readonly string[], cwd = folder): Promise<Said> {
  return runIn(cwd, ["diff", ...args]);
}

/** A description whose only reply is of a schema in another file. */
const api = (more = ""): string => `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: listThings${more}
      responses:
        "200":
          description: The things.
          content: { application/json: { schema: { $ref: "schemas/thing.yaml" } } }
`;
const required = `
      parameters:
        - { name: sort, in: query, required: true, schema: { type: string } }`;

describe("two files", () => {
  beforeEach(() => {
    write("schemas/thing.yaml", "type: string\n");
    write("old.yaml", api());
    write("new.yaml", api(required));
  });

  test("one line for each change, with its places in both, and a summary", async () => {
    expect(await diff(["old.yaml", "new.yaml"])).toEqual({
      status: 0,
      stderr: "",
      stdout: `new.yaml:8:11 breaks clients parameter-added-required: GET /things: required query parameter sort added (was old.yaml:5:5)

1 change, 1 breaking (1 for clients)
`,
    });
    expect((await diff(["new.yaml", "old.yaml"])).stdout).toMatch(
      /^old.yaml:5:5 breaks clients and servers parameter-removed-required: .*\(was new.yaml:8:11\)\n/,
    );
  });

  test("nothing has changed", async () => {
    expect(await diff(["old.yaml", "old.yaml", "--fail-on", "any"])).toEqual({
      status: 0,
      stdout: "no changes\n",
      stderr: "",
    });
  });

  test.each([
    ["breaking", 1],
    ["clients", 1],
    ["servers", 0],
    ["names", 0],
    ["names, clients", 1],
    ["any", 1],
  ])("--fail-on %s ends with %i", async (what, status) => {
    const found = await diff(["old.yaml", "new.yaml", "--fail-on", what]);
    expect(found.status).toBe(status);
    expect(found.stderr).toBe(
      status === 0
        ? ""
        : `error: 1 change, 1 breaking (1 for clients), which --fail-on ${what} does not let pass\n`,
    );
    const quiet = await diff(["old.yaml", "new.yaml", "-q", "--fail-on", what]);
    expect([quiet.status, quiet.stdout === ""]).toEqual([status, status === 0]);
  });

  test("JSON", async () => {
    const { stdout } = await diff(["old.yaml", "new.yaml", "--format", "json"]);
    expect(JSON.parse(stdout)).toEqual({
      summary: { changes: 1, breaking: 1, clients: 1, servers: 0, names: 0 },
      changes: [
        {
          rule: "parameter-added-required",
          level: "breaking",
          clients: true,
          servers: false,
          subject: "GET /things",
          message: "required query parameter sort added",
          old: { file: "old.yaml", line: 5, column: 5, pointer: "/paths/~1things/get/parameters" },
          new: {
            file: "new.yaml",
            line: 8,
            column: 11,
            pointer: "/paths/~1things/get/parameters/0",
          },
        },
      ],
    });
  });

  test("text of a description is text in Markdown, on the terminal and in annotations", async () => {
    const evil = (name: string) =>
      api(`
      parameters:
        - { name: ${JSON.stringify(name)}, in: query, schema: { type: string } }`);
    write("new.yaml", evil("[x](javascript:a) @all <img> `a`\u001b[31m\n::error::b | c"));
    const { stdout } = await diff(["old.yaml", "new.yaml", "--format", "markdown"]);
    expect(stdout).toContain("\\[x\\]\\(javascript:a\\) &#64;all &#60;img\\>");
    expect(stdout).not.toMatch(/\u001b|\n::/);
    expect((await diff(["old.yaml", "new.yaml"])).stdout).not.toMatch(/\u001b|\n::/);
    expect((await diff(["old.yaml", "new.yaml", "--format", "github"])).stdout).toMatch(
      /^::notice file=new.yaml,line=8,col=11,title=breaks nothing%3A parameter-added::.*%0A::error.*\n1 change, none breaking\n$/s,
    );
  });

  test.each([
    [["old.yaml"], "takes two descriptions"],
    [["old.yaml", "new.yaml", "old.yaml"], "takes two descriptions"],
    [["-", "-"], "both descriptions are standard input"],
    [["old.yaml", "none.yaml"], "there is no file none.yaml"],
    [["old.yaml", "new.yaml", "--format", "xml"], "there is no format xml"],
    [["old.yaml", "new.yaml", "--fail-on", "all"], "--fail-on all is not understood"],
    [["git:HEAD:old.yaml", "new.yaml"], "git has no repository here"],
    [["git:old.yaml", "new.yaml"], "names no revision and file"],
    [["HEAD:old.yaml", "new.yaml"], "write git:HEAD:old.yaml"],
    [["old.yaml", "origin/main:new.yaml"], "write git:origin/main:new.yaml"],
  ])("%j cannot be compared: 2, and what to do", async (args, said) => {
    const { status, stdout, stderr } = await diff(args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(said);
    expect(stderr).toMatch(/help: \w/);
  });

  test("errors of either are printed with their lines", async () => {
    write("new.yaml", api().replace("schemas/thing.yaml", "schemas/thin.yaml"));
    const { status, stderr } = await diff(["old.yaml", "new.yaml"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^new.yaml:10:\d+ error file-not-found: .*\n(.*\n)*.*Did you mean schemas\/thing.yaml\?/,
    );
  });

  test("--rules prints the table that the tests are held to", async () => {
    const { status, stdout } = await diff(["--rules"]);
    expect([status, stdout]).toEqual([0, rulesTable()]);
    for (const name of rules.keys()) expect(stdout).toContain(`| \`${name}\` |`);
  });
});

describe("revisions", () => {
  beforeEach(() => {
    write("spec/schemas/thing.yaml", "type: string\n");
    write("spec/api.yaml", api());
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-q", "-m", "one");
    write("spec/schemas/thing.yaml", "type: [string, 'null']\n");
    git("commit", "-q", "-a", "-m", "two");
    write("spec/schemas/thing.yaml", "type: integer\n");
  });

  test("references lead to the files of the revision", async () => {
    expect((await diff(["git:HEAD~1:spec/api.yaml", "git:HEAD:spec/api.yaml"])).stdout).toBe(
      `git:HEAD:spec/schemas/thing.yaml:1:7 breaks clients null-added: Thing: may be null now (was git:HEAD~1:spec/schemas/thing.yaml:1:7)

1 change, 1 breaking (1 for clients)
`,
    );
    expect((await diff(["git:HEAD:spec/api.yaml", "spec/api.yaml"])).stdout).toContain(
      "type-changed",
    );
  });

  test("paths start from the working directory, and are named so", async () => {
    const { stdout } = await diff(
      ["git:main~1:api.yaml", "git:main:./api.yaml"],
      join(folder, "spec"),
    );
    expect(stdout).toContain("git:main:schemas/thing.yaml:1:7 breaks clients");
  });

  test("what is not there is said, with what is", async () => {
    expect((await diff(["git:HEAD:spec/ap.yaml", "spec/api.yaml"])).stderr).toContain(
      "Did you mean git:HEAD:spec/api.yaml?",
    );
    expect((await diff(["git:none:spec/api.yaml", "spec/api.yaml"])).stderr).toMatch(
      /there is no revision none\nhelp: .*fetch/,
    );
    expect((await diff(["git:HEAD:../api.yaml", "spec/api.yaml"])).stderr).toContain(
      "is not in the repository",
    );
    expect((await diff(["git:HEAD:spec", "spec/api.yaml"])).stderr).toContain("it is a folder");
  });

  test.each(["--help", "--upload-pack=touch x", "-c", "HEAD;touch x", "$(touch x)"])(
    "%s is the name of a revision, not an option or a command",
    async (revision) => {
      const { status, stderr } = await diff([`git:${revision}:spec/api.yaml`, "spec/api.yaml"]);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining(`there is no revision ${revision}`),
      ]);
    },
  );

  test.skipIf(process.platform === "win32")(
    "links of the revision are followed inside of it only (links need rights on Windows)",
    async () => {
      symlinkSync("api.yaml", join(folder, "spec/link.yaml"));
      symlinkSync("/etc/passwd", join(folder, "spec/out.yaml"));
      symlinkSync("loop.yaml", join(folder, "spec/loop.yaml"));
      git("add", ".");
      git("commit", "-q", "-m", "links");
      expect((await diff(["git:HEAD:spec/link.yaml", "git:HEAD:spec/api.yaml"])).stdout).toBe(
        "no changes\n",
      );
      expect((await diff(["git:HEAD:spec/out.yaml", "spec/api.yaml"])).status).toBe(2);
      expect((await diff(["git:HEAD:spec/loop.yaml", "spec/api.yaml"])).stderr).toContain(
        "lead to each other",
      );
    },
  );
});
