import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Place, type Said, runIn } from "./command.js";

const repo = fileURLToPath(new URL("..", import.meta.url));
const petstore = readFileSync(join(repo, "spec/petstore.yaml"), "utf8");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "specsmith cli "));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  writeFileSync(join(folder, "petstore.yaml"), petstore);
});

/** Runs a command in this process, in the folder of the test. */
function specsmith(...args: string[]): Promise<Said> {
  return runIn(folder, args);
}

/** Runs the built command, as people do. */
function spawn(args: string[], options: SpawnSyncOptions = {}) {
  const cli = join(repo, "dist/cli.js");
  return spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: "utf8", ...options });
}

const generate = (...more: string[]) =>
  specsmith("generate", "petstore.yaml", "-o", "api", ...more);
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(join(folder, path), change(read(path)));
const addOperation = (text: string) =>
  text
    .replace(
      "  /pets/{petId}:\n",
      `  /toys:
    get:
      operationId: listToys
      tags: [animals]
      summary: What animals play with.
      responses:
        "200":
          description: The toys.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Toy" } } } }
  /pets/{petId}:
`,
    )
    .replace(
      "    PetStatus:\n",
      "    Toy: { type: object, required: [name], properties: { name: { type: string } } }\n    PetStatus:\n",
    );

describe("what there is to call", () => {
  test("--help and --version", async () => {
    expect(await specsmith("--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("specsmith generate"),
    });
    expect(await specsmith("generate", "--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("--check"),
    });
    const { version } = JSON.parse(readFileSync(join(repo, "package.json"), "utf8")) as {
      version: string;
    };
    expect(await specsmith("--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each([
    [["generat"], "There is no command generat."],
    [[], "There is no command."],
    [["generate", "--chekc"], "--chekc"],
    [["validate", "petstore.yaml", "--check"], "validate has no option --check."],
    [["generate"], "there is no description to read"],
    [["generate", "petstore.yaml"], "there is no folder to write to"],
    [["generate", "missing.yaml", "-o", "api"], "missing.yaml"],
    [["generate", "petstore.yaml", "-o", "api", "--only", "typos"], "--only typos"],
    [["generate", "petstore.yaml", "-o", "petstore.yaml"], "petstore.yaml"],
    [["generate", "--config", "none.json"], "none.json"],
  ])("a mistake in %j is told with what to do, and ends with 1", async (args, said) => {
    const { status, stderr } = await specsmith(...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  test("init starts a config file, which generate then reads; it overwrites nothing", async () => {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    mkdirSync(join(folder, "node_modules"));
    cpSync(join(repo, "dist"), join(folder, "node_modules/specsmith/dist"), { recursive: true });
    writeFileSync(
      join(folder, "node_modules/specsmith/package.json"),
      readFileSync(join(repo, "package.json")),
    );
    expect((await specsmith("init", "petstore.yaml", "api")).status).toBe(0);
    expect(read("specsmith.config.ts")).toContain('input: "petstore.yaml"');
    expect(await specsmith("init")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("is there already"),
    });
  });

  test("a config file: paths start from it, and a wrong key is named", async () => {
    mkdirSync(join(folder, "conf"));
    const config = { input: "../petstore.yaml", output: "../api", stubs: "../handlers" };
    writeFileSync(join(folder, "conf/a.json"), JSON.stringify(config));
    expect((await specsmith("generate", "-c", "conf/a.json")).status).toBe(0);
    expect(
      existsSync(join(folder, "api/types.ts")) && existsSync(join(folder, "handlers/animals.ts")),
    ).toBe(true);
    writeFileSync(join(folder, "conf/a.json"), JSON.stringify({ ...config, ouput: "x" }));
    expect(await specsmith("generate", "-c", "conf/a.json")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Did you mean output?"),
    });
  });

  test("inspect prints the names that the config asks for", async () => {
    const other = "specsmith.config.json";
    const config = { input: "petstore.yaml", output: "api", typeNames: "hey-api" };
    writeFileSync(join(folder, other), JSON.stringify([{ ...config, input: "a.yaml" }, config]));
    const { stdout } = await specsmith("inspect", "petstore.yaml", "--json");
    rmSync(join(folder, other));
    expect(JSON.parse(stdout)).toMatchObject({ operations: [{ request: "ListPetsData" }, {}, {}] });
  });

  test("without a description, validate and inspect read what the config generates from, as it says", async () => {
    const overlay = {
      overlay: "1.0.0",
      info: { title: "Ours", version: "1" },
      actions: [{ target: "$.info", update: { title: "Our pets" } }],
    };
    const { actions } = overlay;
    const wrong = { ...overlay, actions: [...actions, { target: "$.info.contact", update: {} }] };
    const config = { input: "petstore.yaml", output: "api", exclude: { methods: ["post"] } };
    const place = new Place({
      "petstore.yaml": read("petstore.yaml"),
      "overlay.json": JSON.stringify(overlay),
      "wrong.json": JSON.stringify(wrong),
      "specsmith.config.json": JSON.stringify({ ...config, overlays: ["overlay.json"] }),
      "two.json": JSON.stringify([
        { ...config, overlays: ["overlay.json"] },
        { ...config, output: "b", overlays: ["wrong.json"], strict: true },
      ]),
    });
    const fine = { status: 0, stdout: "Our pets is fine: 2 operations, 5 schemas\n" };
    expect(await place.run("validate")).toMatchObject(fine);
    expect(await place.run("validate", "petstore.yaml")).toMatchObject({
      status: 0,
      stdout: "Pet Store is fine: 3 operations, 5 schemas\n",
    });
    expect(await place.run("validate", "petstore.yaml", "--config", "two.json")).toMatchObject(
      fine,
    );
    expect(await place.run("validate", "--config", "two.json")).toMatchObject({
      status: 1,
      stdout: fine.stdout,
      stderr: expect.stringContaining("wrong.json"),
    });
    expect(await place.run("inspect", "--json")).toMatchObject({ status: 0 });
    for (const command of ["inspect", "mock"])
      expect(await place.run(command, "--config", "two.json")).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("has several entries"),
      });
    rmSync(place.path("specsmith.config.json"));
    for (const command of ["validate", "inspect", "mock"])
      expect(await place.run(command)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`there is no description to ${command}`),
      });
  });

  test("inspect prints the names in code", async () => {
    const { status, stdout } = await specsmith("inspect", "petstore.yaml", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      operations: [
        {
          id: "listPets",
          method: "GET",
          path: "/pets",
          name: "listPets",
          request: "ListPetsRequest",
          reply: "ListPetsReply",
        },
        { id: "createPet" },
        { id: "getPet", deprecated: true },
      ],
      schemas: expect.arrayContaining([
        {
          pointer: "/components/schemas/Error",
          file: "petstore.yaml",
          name: "PetStoreError",
          lost: "Error",
        },
      ]),
    });
  });
});

describe("generating", () => {
  test("writes the files of the contract; a second run writes nothing, and --check agrees", async () => {
    expect(await generate()).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Pet Store → api: \d+ files added/),
    });
    const files = readdirSync(join(folder, "api"), { recursive: true, encoding: "utf8" });
    for (const file of [
      "types.ts",
      "validators.ts",
      "client.ts",
      "server.ts",
      "runtime",
      ".specsmith.json",
    ])
      expect(files).toContain(file);
    const before = files.map((file) => statSync(join(folder, "api", file)).mtimeMs);
    expect(await generate("--check")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(await generate()).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/: \d+ unchanged \(/),
    });
    expect(files.map((file) => statSync(join(folder, "api", file)).mtimeMs)).toEqual(before);
  });

  test("gives the same bytes from another folder", async () => {
    await generate();
    mkdirSync(join(folder, "deeper"));
    const env = { ...process.env, LANG: "tr_TR.UTF-8", TZ: "Asia/Tokyo" };
    const { status } = spawn(["generate", "../petstore.yaml", "-o", "api"], {
      cwd: join(folder, "deeper"),
      env,
    });
    expect(status).toBe(0);
    for (const file of readdirSync(join(folder, "api"), {
      recursive: true,
      encoding: "utf8",
    }).filter((file) => file.includes(".")))
      expect(read(`deeper/api/${file}`), file).toBe(read(`api/${file}`));
  });

  test("after an edit, --check lists what differs and writes nothing", async () => {
    await generate();
    const before = read("api/types.ts");
    edit("petstore.yaml", (text) => text.replace("maximum: 100,", "maximum: 50,"));
    const { status, stdout } = await generate("--check");
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/changed +types\.ts\n {2}changed +validators\.ts\n/),
    ]);
    expect(read("api/types.ts")).toBe(before);
  });

  test("an operation more changes only the lines that belong to it", async () => {
    await generate();
    const before = new Map(
      ["types.ts", "validators.ts", "expected.ts", "client.ts", "server.ts"].map((file) => [
        file,
        read(`api/${file}`).split("\n"),
      ]),
    );
    edit("petstore.yaml", addOperation);
    const { stdout } = await generate();
    expect(stdout).toMatch(/: 6 changed, \d+ unchanged/);
    for (const [file, lines] of before) {
      const now = read(`api/${file}`).split("\n");
      let at = 0;
      const kept = lines.filter((line) => {
        const next = now.indexOf(line, at);
        if (next >= 0) at = next + 1;
        // A list of imports may have to be broken into lines.
        return next < 0 && !line.startsWith("import ");
      });
      expect(kept, `${file}: lines that were there and are gone`).toEqual([]);
      const added = now.filter((line) => /toy/i.test(line));
      expect(added.length, file).toBeGreaterThan(1);
    }
  });

  test("what is no longer made is removed, and what is not ours is not touched", async () => {
    await generate();
    writeFileSync(join(folder, "api/mine.ts"), "export const mine = 1;\n");
    expect((await generate("--only", "types")).stdout).toMatch(/removed/);
    expect(existsSync(join(folder, "api/client.ts"))).toBe(false);
    writeFileSync(join(folder, "api/client.ts"), "export const mine = 2;\n");
    expect(await generate()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("client.ts"),
    });
    expect([read("api/client.ts"), read("api/mine.ts")]).toEqual([
      "export const mine = 2;\n",
      "export const mine = 1;\n",
    ]);
  });

  test("an edit in a generated file is not lost, unless that is asked for", async () => {
    await generate();
    edit("api/client.ts", (text) => `${text}// mine\n`);
    edit("petstore.yaml", addOperation);
    expect(await generate()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("--force"),
    });
    expect(read("api/client.ts")).toContain("// mine");
    expect((await generate("--force")).status).toBe(0);
    expect(read("api/client.ts")).not.toContain("// mine");
  });

  test("a description elsewhere may refer to its neighbours, but to nothing outside of its folder", async () => {
    mkdirSync(join(folder, "specs"));
    mkdirSync(join(folder, "app"));
    const description = (ref: string) =>
      `openapi: 3.1.0\ninfo: { title: Elsewhere, version: "1" }\npaths: {}\ncomponents: { schemas: { Pet: { $ref: "${ref}" } } }\n`;
    writeFileSync(join(folder, "specs/pet.yaml"), "type: string\n");
    writeFileSync(join(folder, "specs/near.yaml"), description("pet.yaml"));
    writeFileSync(join(folder, "specs/far.yaml"), description("../secret.yaml"));
    writeFileSync(join(folder, "secret.yaml"), "type: string\n");
    const home = folder;
    folder = join(home, "app");
    expect((await specsmith("generate", "../specs/near.yaml", "-o", "api")).status).toBe(0);
    expect(await specsmith("generate", "../specs/far.yaml", "-o", "api")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("ref-outside-root"),
    });
  });

  test("standard input is a description too", async () => {
    const { status } = spawn(["generate", "-", "-o", "api"], { input: petstore });
    expect([status, existsSync(join(folder, "api/types.ts"))]).toEqual([0, true]);
  });

  test.skipIf(process.platform === "win32")("a reader that stops reading (not on Windows)", () => {
    const cli = join(repo, "dist/cli.js");
    const command = `"${process.execPath}" "${cli}" generate petstore.yaml -o api --verbose | true`;
    const { stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect([stderr, existsSync(join(folder, "api/.specsmith.json"))]).toEqual(["", true]);
  });
});

describe("stubs", () => {
  const withStubs = () => generate("--stubs", "handlers");

  test("come with a server that is generated alone, and with nothing else", async () => {
    await generate("--stubs", "handlers", "--only", "types");
    expect(existsSync(join(folder, "handlers"))).toBe(false);
    await generate("--stubs", "handlers", "--only", "server");
    expect(read("handlers/animals.ts")).toContain("async listPets(");
  });

  test("grow with the description, around hand-written code", async () => {
    await withStubs();
    edit("handlers/animals.ts", (text) =>
      text
        .replace(
          'request, context): Promise<AnswerOf<PetStoreHandlers, "listPets">> {\n    return unimplemented(request, context);',
          "{ query }) {\n    // mine: don't touch\n    return { status: 200, body: [].slice(query.limit) };",
        )
        .replace("} satisfies", "  // the end\n} satisfies"),
    );
    const mine = read("handlers/animals.ts");
    edit("petstore.yaml", addOperation);
    expect((await withStubs()).status).toBe(0);
    const grown = read("handlers/animals.ts");
    expect(grown).toContain(
      'async listToys(request, context): Promise<AnswerOf<PetStoreHandlers, "listToys">> {',
    );
    const start = grown.search(/,?\s*\/\*\* `GET \/toys`/);
    const end = grown.length - (mine.length - start);
    expect(grown.slice(0, start) + grown.slice(end)).toBe(mine);
    expect(await withStubs()).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/: \d+ unchanged \(/),
    });
    expect(read("handlers/animals.ts")).toBe(grown);
  });

  test("of an operation that is gone are reported, and stay", async () => {
    edit("petstore.yaml", addOperation);
    await withStubs();
    writeFileSync(join(folder, "petstore.yaml"), petstore);
    const before = read("handlers/animals.ts");
    expect(await withStubs()).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/handlers\/animals\.ts:\d+: .*listToys/),
    });
    expect(read("handlers/animals.ts")).toBe(before);
  });

  test("of the last operation of all are reported too, and no file is written for none", async () => {
    await withStubs();
    const before = read("handlers/animals.ts");
    const names = Array.from(before.matchAll(/async (\w+)\(/g), ([, name]) => name);
    edit("petstore.yaml", (text) => text.replace(/^paths:\n(?:[ #].*\n|\n)*/m, "paths: {}\n"));
    const { status, stderr } = await withStubs();
    expect(status).toBe(0);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names)
      expect(stderr).toMatch(new RegExp(`handlers/animals\\.ts:\\d+: .* no operation ${name} `));
    expect(readdirSync(join(folder, "handlers"))).toEqual(["animals.ts"]);
    expect(read("handlers/animals.ts")).toBe(before);
  });

  test("of the last operation of a tag are reported too, with its new name, when that has another tag", async () => {
    edit("petstore.yaml", (text) =>
      addOperation(text).replace(/(?<=listToys\s+)tags: \[animals\]/, "tags: [play things]"),
    );
    await withStubs();
    edit("handlers/play-things.ts", (text) => text.replace("_context", "_unused"));
    const before = read("handlers/play-things.ts");
    const of = (handlers: string) =>
      `note: handlers/play-things.ts:11: the description has no operation ${handlers}`;

    writeFileSync(join(folder, "petstore.yaml"), petstore);
    expect((await withStubs()).stderr).toContain(of("listToys (any more); its handler stays\n"));
    expect((await withStubs()).stderr).toContain(of("listToys"));
    edit("petstore.yaml", addOperation);
    edit("petstore.yaml", (text) => text.replace("operationId: listToys", "operationId: allToys"));
    expect((await withStubs()).stderr).toContain(
      of("listToys (any more); its handler stays; it is called allToys now\n"),
    );
    edit("petstore.yaml", (text) => text.replace("title: Pet Store", "title: Zoo"));
    expect((await withStubs()).stderr).toContain(
      "handlers/play-things.ts:6:15: ../api/server.js has no PetStoreHandlers (any more); it is called ZooHandlers now\n",
    );
    expect(read("handlers/play-things.ts")).toBe(before);
    expect(read("handlers/animals.ts")).toContain("async allToys(");
  });

  test("that were moved below the folder are reported once when their operations are gone, in any form", async () => {
    const forms = {
      satisfies: (member: string) =>
        `export const moved = {\n${member},\n} satisfies Partial<PetStoreHandlers>;\n`,
      typed: (member: string) =>
        `export const moved: Partial<PetStoreHandlers> = {\n${member},\n};\n`,
      class: (member: string) =>
        `export class Moved implements Partial<PetStoreHandlers> {\n${member}\n}\n`,
    };
    const places = Object.entries(forms).flatMap(([form, codeOf]) =>
      ["", "parts/", "parts/of/"].flatMap((path) =>
        (form === "class" ? [false] : [false, true]).map((isSpread) => ({
          path,
          isSpread,
          codeOf,
        })),
      ),
    );
    const paths: string[] = [];
    await withStubs();
    for (const [index, { path, isSpread, codeOf }] of places.entries()) {
      const member = `  async listToys${index}() {\n    return { status: 501 as const };\n  }`;
      const up = "../".repeat(path.split("/").length);
      const file = `handlers/${path}toys-${index}.ts`;
      mkdirSync(join(folder, file, ".."), { recursive: true });
      writeFileSync(
        join(folder, file),
        `import type { PetStoreHandlers } from "${up}api/server.js";\n\n${codeOf(member)}`,
      );
      paths.push(file);
      if (isSpread)
        edit(
          "handlers/animals.ts",
          (text) =>
            `import { moved as moved${index} } from "./${path}toys-${index}.js";\n` +
            text.replace("export const animals = {", `$&\n  ...moved${index},`),
        );
    }
    const before = read("handlers/animals.ts");
    const operation = (index: number) => `
  /toys${index}:
    get: { operationId: listToys${index}, tags: [animals], responses: { "204": { description: None. } } }`;
    edit("petstore.yaml", (text) =>
      text.replace(
        /^paths:$/m,
        (paths) => paths + places.map((_, index) => operation(index)).join(""),
      ),
    );
    expect(await withStubs()).toMatchObject({ status: 0, stderr: "" });
    writeFileSync(join(folder, "petstore.yaml"), petstore);
    const { stderr } = await withStubs();
    expect(stderr.trim().split("\n").sort()).toEqual(
      paths
        .map(
          (file, index) =>
            `note: ${file}:4: the description has no operation listToys${index} (any more); its handler stays`,
        )
        .sort(),
    );
    expect(read("handlers/animals.ts")).toBe(before);
  });

  test.each([
    ["a folder", "handlers/animals.ts", (path: string) => mkdirSync(path)],
    ["a link to nothing", "handlers/animals.ts", (path: string) => symlinkSync("gone", path)],
    ["a link to a folder", "handlers/animals.ts", (path: string) => symlinkSync("..", path)],
    ["a file", "handlers", (path: string) => writeFileSync(path, "")],
    ["a link to nothing", "handlers", (path: string) => symlinkSync("gone", path)],
  ])("%s in the place of %s is named, and nothing is written", async (_, path, put) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    put(join(folder, path));
    const { status, stderr } = await withStubs();
    expect(stderr).toMatch(new RegExp(`^error: (.* )?${path}( .*)?\nhelp: `));
    expect([status, existsSync(join(folder, "api"))]).toEqual([1, false]);
  });

  test("stay where they are when their operations get another tag", async () => {
    await withStubs();
    const before = read("handlers/animals.ts");
    const tagged = (from: string, to: string) =>
      edit("petstore.yaml", (text) => text.replaceAll(`tags: [${from}]`, `tags: [${to}]`));
    tagged("animals", "pets");
    expect(await withStubs()).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(join(folder, "handlers"))).toEqual(["animals.ts"]);
    edit("petstore.yaml", addOperation);
    edit("petstore.yaml", (text) => text.replace("tags: [animals]", "tags: [toys]"));
    await withStubs();
    expect(read("handlers/toys.ts").match(/async \w+/g)).toEqual(["async listToys"]);
    // Into a file with stubs that is there.
    tagged("pets", "toys");
    const toys = read("handlers/toys.ts");
    await withStubs();
    expect([read("handlers/animals.ts"), read("handlers/toys.ts")]).toEqual([before, toys]);
  });
});

describe("mistakes in the description", () => {
  test("are shown with their place, and nothing is written", async () => {
    edit("petstore.yaml", (text) => text.replace('schemas/NewPet" }', 'schemas/NewPets" }'));
    const line =
      read("petstore.yaml")
        .split("\n")
        .findIndex((text) => text.includes("NewPets")) + 1;
    const { status, stderr } = await generate();
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^petstore\\.yaml:${line}:\\d+ error ref-not-found: `));
    expect(stderr).toContain("Did you mean #/components/schemas/NewPet?");
    expect(existsSync(join(folder, "api"))).toBe(false);
  });

  test("are shown all at once, as JSON and as annotations too", async () => {
    edit("petstore.yaml", (text) =>
      text
        .replace("operationId: getPet", "operationId: listPets")
        .replace("requestBody:", "requestBdy:"),
    );
    const json = await specsmith("validate", "petstore.yaml", "--format", "json", "--strict");
    const found = JSON.parse(json.stdout) as { code: string; line: number }[];
    expect(json.status).toBe(1);
    expect(found.map(({ code }) => code).sort()).toEqual([
      "duplicate-operation-id",
      "unknown-member",
    ]);
    const github = await specsmith("validate", "petstore.yaml", "--format", "github");
    expect(github.stdout).toMatch(/^::(error|warning) file=petstore\.yaml,line=\d+/);
  });

  test("that can be lived with count only with --strict", async () => {
    edit("petstore.yaml", (text) =>
      text.replace("Free: { minute: 60, day: 1000 }", "Free: { fortnight: 60 }"),
    );
    expect(await generate()).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("rate-limit-plan-malformed"),
    });
    rmSync(join(folder, "api"), { recursive: true });
    expect((await generate("--strict")).status).toBe(1);
    expect(existsSync(join(folder, "api"))).toBe(false);
  });

  test("validate says when all is well", async () => {
    expect(await specsmith("validate", "petstore.yaml")).toEqual({
      status: 0,
      stdout: "Pet Store is fine: 3 operations, 5 schemas\n",
      stderr: "",
    });
  });
});
