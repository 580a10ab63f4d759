import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const repo = fileURLToPath(new URL("../..", import.meta.url));

/** Waits until what was printed has a text, and forgets what came before it. */
function printed(child: ChildProcess): (text: string) => Promise<string> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return async (text) => {
    for (let i = 0; i < 600 && !output.includes(text); i++)
      await new Promise((done) => setTimeout(done, 50));
    expect(output).toContain(text);
    const found = output;
    output = "";
    return found;
  };
}

test("--watch: after each save the files are written again, and an error leaves the last good ones", async () => {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const description = (type: string): string => `
openapi: 3.1.0
info: { title: Watched, version: "1" }
paths: {}
components: { schemas: { Pet: { $ref: "pet.yaml#/${type}" } } }
`;
  writeFileSync(join(folder, "api.yaml"), description("Pet"));
  writeFileSync(join(folder, "pet.yaml"), "Pet: { type: string }\n");
  const args = ["generate", "api.yaml", "-o", "api", "--only", "types", "--watch"];
  const child = spawn(process.execPath, [join(repo, "dist/cli.js"), ...args], { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  const until = printed(child);
  const types = (): string => readFileSync(join(folder, "api/types.ts"), "utf8");

  await until("Watching for changes");
  expect(types()).toContain("string");
  writeFileSync(join(folder, "pet.yaml"), "Pet: { type: boolean }\n");
  await until("Watching for changes");
  expect(types()).toContain("boolean");
  writeFileSync(join(folder, "api.yaml"), description("Cat"));
  expect(await until("Watching for changes")).toContain("ref-not-found");
  expect(types()).toContain("boolean");
  writeFileSync(join(folder, "pet.yaml"), "Cat: { type: integer }\n");
  await until("Watching for changes");
  expect(types()).toContain("number");

  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});

test("--watch: overlays, templates and a transform are watched too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const overlay = (type: string): string => `overlay: 1.0.0
info: { title: Types, version: "1" }
actions: [{ target: $.components.schemas, update: { Pet: { type: ${type} } } }]
`;
  write(
    "api.yaml",
    "openapi: 3.1.0\ninfo: { title: W, version: '1' }\npaths: {}\ncomponents: { schemas: {} }\n",
  );
  write("o.yaml", overlay("string"));
  write("transform.mjs", "export default (model) => model;\n");
  const config = { input: "api.yaml", output: "api", overlays: ["o.yaml"], only: ["types"] };
  write("c.json", JSON.stringify({ ...config, transform: "transform.mjs" }));
  const args = [join(repo, "dist/cli.js"), "generate", "-c", "c.json", "--watch"];
  const child = spawn(process.execPath, args, { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  const until = printed(child);
  const types = (): string => readFileSync(join(folder, "api/types.ts"), "utf8");

  await until("Watching for changes");
  expect(types()).toContain("Pet = string");
  write("o.yaml", overlay("boolean"));
  await until("Watching for changes");
  expect(types()).toContain("Pet = boolean");
  write("transform.mjs", "export default () => 1;\n");
  expect(await until("Watching for changes")).toContain("cannot be used");
  expect(types()).toContain("Pet = boolean");
  write("transform.mjs", "export default (model) => ({ ...model, schemas: [] });\n");
  await until("Watching for changes");
  expect(types()).not.toContain("Pet");
});

test.each(["ts", "mts", "js", "mjs"])(
  "--watch: modules that a config and an emitter in .%s import are watched too, and read again",
  async (ending) => {
    const folder = mkdtempSync(join(tmpdir(), "specsmith-watch-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
    const written = (path: string): string => readFileSync(join(folder, "api", path), "utf8");
    write("package.json", JSON.stringify({ type: "module" }));
    write(
      "api.yaml",
      "openapi: 3.1.0\ninfo: { title: W, version: '1' }\npaths: {}\ncomponents: { schemas: { Pet: {} } }\n",
    );
    const shared = (output: string, word: string): void =>
      write(`shared.${ending}`, `export const [output, word] = ["${output}", "${word}"];\n`);
    shared("api", "one");
    write(
      `emitter.${ending}`,
      `import { word } from "./shared.${ending}";
export default { name: "own", emit: () => [{ path: "word.txt", text: word }] };
`,
    );
    write(
      `specsmith.config.${ending}`,
      `import { output } from "./shared.${ending}";
export default { input: "api.yaml", output, only: ["types"], emitters: ["./emitter.${ending}"] };
`,
    );
    const args = [join(repo, "dist/cli.js"), "generate", "-c", `specsmith.config.${ending}`];
    const child = spawn(process.execPath, [...args, "--watch"], { cwd: folder });
    onTestFinished(() => void child.kill("SIGKILL"));
    const until = printed(child);

    await until("Watching for changes");
    expect(written("word.txt")).toBe("one");
    shared("api", "two");
    await until("Watching for changes");
    expect(written("word.txt")).toBe("two");
    write(`shared.${ending}`, "export const [output = ;\n");
    await until("cannot be read");
    shared("api/inner", "three");
    await until("Watching for changes");
    expect(written("inner/word.txt")).toBe("three");
    // As it was when the process read it first.
    shared("api", "one");
    await until("Watching for changes");
    expect(written("word.txt")).toBe("one");
  },
);

test("--watch: folders that go away and come back, as with another branch, are watched again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const inSpec = (path: string): string => join(folder, "spec", path);
  const save = (type: string): void => writeFileSync(inSpec("parts/pet.yaml"), `type: ${type}\n`);
  mkdirSync(inSpec("parts"), { recursive: true });
  save("string");
  writeFileSync(
    inSpec("api.yaml"),
    `openapi: 3.1.0
info: { title: Watched, version: "1" }
paths: {}
components: { schemas: { Pet: { $ref: parts/pet.yaml } } }
`,
  );
  const args = ["generate", "spec/api.yaml", "-o", "api", "--only", "types", "--watch"];
  const child = spawn(process.execPath, [join(repo, "dist/cli.js"), ...args], { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  const until = printed(child);
  const types = (): string => readFileSync(join(folder, "api/types.ts"), "utf8");
  await until("Watching for changes");

  rmSync(inSpec("parts"), { recursive: true });
  mkdirSync(inSpec("parts"));
  save("boolean");
  await until("Watching for changes");
  expect(types()).toContain("Pet = boolean");
  save("integer");
  await until("Watching for changes");
  expect(types()).toContain("Pet = number");

  cpSync(join(folder, "spec"), join(folder, "kept"), { recursive: true });
  rmSync(join(folder, "spec"), { recursive: true });
  expect(await until("Watching for changes")).toContain("1 error");
  expect(types()).toContain("Pet = number");
  mkdirSync(inSpec("parts"), { recursive: true });
  save("string");
  cpSync(join(folder, "kept/api.yaml"), inSpec("api.yaml"));
  await until("Watching for changes");
  expect(types()).toContain("Pet = string");
});

test("--watch: where links lead is watched, through linked folders too, and a link that is put in another's place", async () => {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const save = (path: string, type: string): void =>
    writeFileSync(join(folder, path), `type: ${type}\n`);
  for (const name of ["a/inner", "b"]) mkdirSync(join(folder, name), { recursive: true });
  save("a/inner/pet.yaml", "string");
  save("b/pet.yaml", "integer");
  writeFileSync(
    join(folder, "a/api.yaml"),
    `openapi: 3.1.0
info: { title: Watched, version: "1" }
paths: {}
components: { schemas: { Pet: { $ref: current/pet.yaml } } }
`,
  );
  symlinkSync("a/api.yaml", join(folder, "api.yaml"));
  symlinkSync("a/inner", join(folder, "current"));
  const args = ["generate", "api.yaml", "-o", "api", "--only", "types", "--watch"];
  const child = spawn(process.execPath, [join(repo, "dist/cli.js"), ...args], { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  const until = printed(child);
  const types = (): string => readFileSync(join(folder, "api/types.ts"), "utf8");
  await until("Watching for changes");
  expect(types()).toContain("Pet = string");

  save("a/inner/pet.yaml", "boolean");
  await until("Watching for changes");
  expect(types()).toContain("Pet = boolean");
  symlinkSync("b", join(folder, "next"));
  renameSync(join(folder, "next"), join(folder, "current"));
  await until("Watching for changes");
  expect(types()).toContain("Pet = number");
  save("b/pet.yaml", "string");
  await until("Watching for changes");
  expect(types()).toContain("Pet = string");
  const description = readFileSync(join(folder, "a/api.yaml"), "utf8");
  writeFileSync(join(folder, "a/api.yaml"), description.replace("Pet:", "Dog:"));
  await until("Watching for changes");
  expect(types()).toContain("Dog = string");
});

test("--watch: what a run is refused for, or says of the user's files, is watched until it is mended, beside the description", async () => {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const written = (path: string): string => readFileSync(join(folder, path), "utf8");
  const save = (type: string): void => write("pet.yaml", `type: ${type}\n`);
  const description = (name: string): string => `openapi: 3.1.0
info: { title: Watched, version: "1" }
paths: { /pets: { get: { operationId: ${name}, tags: [pets], responses: { "200": { description: Pets } } } } }
components: { schemas: { Pet: { $ref: pet.yaml } } }
`;
  save("string");
  write("api.yaml", description("listPets"));
  mkdirSync(join(folder, "api"));
  write("api/types.ts", "export const mine = 1;\n");
  const args = ["generate", "api.yaml", "-o", "api", "--only", "types,server", "--stubs", "stubs"];
  const child = spawn(process.execPath, [join(repo, "dist/cli.js"), ...args, "--watch"], {
    cwd: folder,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const until = printed(child);
  const types = (): string => written("api/types.ts");

  expect(await until("Watching for changes")).toContain("did not write these files");
  save("boolean");
  expect(await until("Watching for changes")).toContain("did not write these files");
  rmSync(join(folder, "api/types.ts"));
  await until("Watching for changes");
  expect(types()).toContain("Pet = boolean");

  const generated = types();
  write("api/types.ts", `${generated}export const mine = 1;\n`);
  save("integer");
  expect(await until("Watching for changes")).toContain("were edited");
  write("api/types.ts", generated);
  await until("Watching for changes");
  expect(types()).toContain("Pet = number");

  const stub = written("stubs/pets.ts");
  write("stubs/pets.ts", `${stub}const = 1;\n`);
  write("api.yaml", description("allPets"));
  expect(await until("Watching for changes")).toContain("does not parse");
  expect(written("stubs/pets.ts")).not.toContain("allPets");
  write("stubs/pets.ts", stub);
  expect(await until("Watching for changes")).toContain("has no operation listPets");
  expect(written("stubs/pets.ts")).toContain("allPets");
  write("stubs/pets.ts", stub.replaceAll("listPets", "allPets"));
  // The file that the run itself wrote is not what it has to run again for.
  expect(await until("Watching for changes")).not.toContain("listPets");
});

test("--watch: a handler that is saved during a run is kept, and the run is done again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const stub = (): string => readFileSync(join(folder, "stubs/pets.ts"), "utf8");
  const description = (...names: readonly string[]): string =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Watched", version: "1" },
      paths: Object.fromEntries(
        names.map((operationId) => [
          `/${operationId}`,
          { get: { operationId, tags: ["pets"], responses: { 200: { description: "Pets" } } } },
        ]),
      ),
    });
  // Formats as little as it can; and is the user who saves, when it is asked to.
  write(
    "format.mjs",
    `import { appendFileSync, existsSync, rmSync } from "node:fs";
if (existsSync("save") && process.argv[2].endsWith("pets.ts")) {
  rmSync("save");
  appendFileSync("stubs/pets.ts", "// mine\\n");
}
process.stdin.pipe(process.stdout);
`,
  );
  write("api.json", description("listPets"));
  const format = { command: ["node", "format.mjs", "{file}"] };
  const parts = { only: ["server"], runtime: "@specsmith/runtime" };
  const config = { input: "api.json", output: "api", stubs: "stubs", ...parts, format };
  write("c.json", JSON.stringify(config));
  const args = [join(repo, "dist/cli.js"), "generate", "-c", "c.json", "--watch"];
  const child = spawn(process.execPath, args, { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  const until = printed(child);
  await until("Watching for changes");
  expect(stub()).toContain("listPets");
  write("save", "");
  write("api.json", description("listPets", "feedPets"));
  expect(await until("Watching for changes")).toContain("changed by another program");
  expect(stub()).toContain("// mine");
  expect(stub()).toContain("feedPets");
});
