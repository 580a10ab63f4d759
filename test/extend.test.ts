import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Place, small } from "./command.js";

function place(config: object, files: Readonly<Record<string, string>> = {}): Place {
  const whole = { input: "api.yaml", output: "api", ...config };
  return new Place({ "api.yaml": small, "specsmith.config.json": JSON.stringify(whole), ...files });
}

describe("templates", () => {
  test("are listed, copied, and used from then on; a copy is never overwritten", async () => {
    const here = place({ templates: "mine" });
    expect((await here.run("templates")).stdout).toMatch(
      /^client .*\nclient-part .*\nserver .*\nqueries .*\nhooks .*\nstubs .*\n/,
    );
    expect((await here.run("templates", "--eject", "client")).stdout).toContain("mine/client.hbs");
    expect((await here.run("generate")).status).toBe(0);
    const before = here.read("api/client.ts");
    here.write(
      "mine/client.hbs",
      `/** Ours. */\nexport const ours = 1;\n\n${here.read("mine/client.hbs")}`,
    );
    expect((await here.run("generate", "--check")).status).toBe(1);
    expect((await here.run("generate")).stdout).toContain("1 changed");
    expect(here.read("api/client.ts")).toContain("export const ours = 1;");
    const again = await here.run("templates", "--eject", "client");
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("is there already")]);
    expect(here.read("api/client.ts")).not.toBe(before);
  });

  test("a name that is none, and a folder that no config names", async () => {
    const here = new Place();
    expect((await here.run("templates", "--eject", "clients")).stderr).toContain("mean client?");
    expect((await here.run("templates", "--eject", "stubs", "-o", "a/b")).stdout).toContain(
      'templates: "a/b"',
    );
    expect(existsSync(here.path("a/b/stubs.hbs"))).toBe(true);
  });

  test.each([
    ["{{{method}}}", "templates/client.hbs:2", "triple braces"],
    ["{{nobody}}", "templates/client.hbs:2", "nobody"],
    ['"{{serversName}}"', "templates/client.hbs:2", "an interpolation inside"],
    ["{{#each operations}}", "templates/client.hbs", ""],
  ])("what is not quoted is an error at its line: %s", async (hole, at, why) => {
    const here = place(
      { templates: "templates" },
      { "templates/client.hbs": `// ours\n${hole}\n` },
    );
    const { status, stderr } = await here.run("generate");
    expect([status, stderr]).toEqual([1, expect.stringContaining(at)]);
    expect(stderr).toContain(why);
    expect(stderr).not.toContain("    at ");
    expect(existsSync(here.path("api"))).toBe(false);
  });

  test("one that makes no TypeScript is told by its own name", async () => {
    const here = place(
      { templates: "templates" },
      { "templates/client.hbs": "export const = ;\n" },
    );
    const { status, stderr } = await here.run("generate");
    expect([status, stderr]).toEqual([1, expect.stringContaining("client.ts")]);
    expect(stderr).toContain("templates");
    expect(stderr).not.toContain("bug in specsmith");
  });
});

const head =
  'import { code, defineEmitter, str } from "specsmith";\nexport default defineEmitter({\n';

describe("emitters", () => {
  const emitter = (body: string): Readonly<Record<string, string>> => ({
    "own.ts": `${head}${body}\n});\n`,
  });

  test("one file of the user's makes files, in a folder too, with what it needs", async () => {
    const body = `name: "ids", needs: ["types"], emit: ({ operations }) => [
  { path: "more/ids.ts", code: code\`export const first = \${str(operations[0]?.id ?? "")};\` },
  { path: "ids.json", text: JSON.stringify(operations.map(({ id }) => id)) },
],`;
    const here = place({ emitters: ["own.ts"], only: ["types"] }, emitter(body));
    const { status, stderr } = await here.run("generate");
    expect([status, stderr]).toEqual([0, ""]);
    expect(here.read("api/more/ids.ts")).toContain('export const first = "ping";');
    expect(here.read("api/ids.json")).toBe('["ping"]');
    expect((await here.run("generate", "--check")).status).toBe(0);
    here.write(
      "specsmith.config.json",
      JSON.stringify({ input: "api.yaml", output: "api", only: ["types"] }),
    );
    expect((await here.run("generate")).stdout).toContain("2 removed");
    expect(readdirSync(here.path("api"))).not.toContain("more");
  });

  test("what it needs is written where the configuration names no parts, too", async () => {
    const body = `name: "names", needs: ["queries"], emit: () => [],`;
    const here = place({ emitters: ["own.ts"] }, emitter(body));
    expect((await here.run("generate")).status).toBe(0);
    expect(here.read("api/queries.ts")).toContain("Queries");
  });

  test.each([
    ['name: "a", emit: () => [{ path: "a.ts", text: "run()" }],', "gives a.ts as text"],
    ['name: "a", emit: () => [{ path: "../a.md", text: "" }],', 'gives a file "../a.md"'],
    ['name: "a", emit: () => [{ path: "a.ts", code: "run()" as never }],', "without code"],
    ['name: "a", emit: () => [{ path: "types.ts", code: code`` }],', "two files would be called"],
    ['name: "types", emit: () => [],', "has the name of another emitter"],
    ['name: "a", needs: ["typs" as "types"], emit: () => [],', "needs typs, which is no emitter"],
    [
      'name: "a", emit: () => { throw new Error("oh no"); },',
      "the emitter a of own.ts failed: oh no (at own.ts:3:",
    ],
    [
      'name: "a", emit: ({ title }) => [{ path: "a.ts", code: code`${title as never}` }],',
      "is not Code: use str",
    ],
  ])("a mistake in one: %s", async (body, message) => {
    const here = place({ emitters: ["own.ts"] }, emitter(body));
    const { status, stderr } = await here.run("generate");
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).not.toContain("    at ");
    expect(existsSync(here.path("api"))).toBe(false);
  });
});

describe("transforms", () => {
  const transform = (body: string): Readonly<Record<string, string>> => ({
    "own.ts": `import { defineTransform, identifier, rename, withOperations } from "specsmith";\nexport const used = [identifier, rename, withOperations];\nexport default defineTransform((model) => ${body});\n`,
  });

  test("what it leaves out is not generated", async () => {
    const here = place({ transform: "own.ts" }, transform("withOperations(model, [])"));
    expect((await here.run("generate")).status).toBe(0);
    expect(here.read("api/types.ts")).not.toMatch(/Ping|Pong/);
  });

  test.each([
    ["undefined as never", "gives back a model that cannot be used: it is undefined"],
    [
      'rename(model, { operation: () => "a b" })',
      'own.ts failed: a name is "a b", which is no identifier (at own.ts:3:',
    ],
    ['rename(model, { schema: () => "PingReply" })', "are both called PingReply"],
    ["({ ...model, schemas: undefined as never })", "schemas is not a list"],
    [
      '(() => { throw new TypeError("no"); })()',
      "the transform of own.ts failed: no (at own.ts:3:",
    ],
  ])("a mistake in one: %s", async (body, message) => {
    const here = place({ transform: "own.ts" }, transform(body));
    const { status, stderr } = await here.run("generate");
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).not.toContain("    at ");
    expect(existsSync(here.path("api"))).toBe(false);
  });
});
