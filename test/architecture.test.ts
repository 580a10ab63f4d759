import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src/", import.meta.url));

/** What each folder, and each file beside them, may import from, besides itself. What is not listed may not exist. */
const layers: Readonly<Record<string, readonly string[]>> = {
  common: [],
  diagnostics: ["common"],
  emit: ["common"],
  package: [],
  runtime: [],
  load: ["common", "diagnostics"],
  model: ["load/document", "common", "diagnostics"],
  emitters: ["config/options", "emit", "model", "common", "diagnostics", "package"],
  write: ["config/layout", "common", "emit", "package"],
  diff: ["model", "common", "diagnostics"],
  config: [
    "load/text/json",
    "emit",
    "emitters",
    "model",
    "common",
    "diagnostics",
    "package",
    "index",
  ],
  "pipeline.ts": ["config", "load", "model", "write", "diagnostics"],
  "index.ts": ["config", "pipeline", "model", "emit", "emitters", "write", "common", "diagnostics"],
  cli: [
    ...["config", "pipeline", "load", "model"],
    ...["emitters/template-file", "diff", "write", "common", "diagnostics", "package"],
  ],
};

/** The only files that may turn text that was checked elsewhere into code. */
const trusted = ["emit/code.ts", "emit/template.ts"];

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replaceAll("\\", "/"));

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  const found = text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  return Array.from(found, ([, path]) =>
    relative(src, join(src, dirname(file), path ?? ""))
      .replaceAll("\\", "/")
      .replace(/\.js$/, ""),
  );
}

test.each(files)("%s imports only from the layers below it", (file) => {
  const [layer = ""] = file.split("/");
  expect(Object.hasOwn(layers, layer), `${file} has no place`).toBe(true);
  const allowed = [layer, ...(layers[layer] ?? [])];
  const others = importsOf(file).filter(
    (path) => !allowed.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
  );
  expect(others).toEqual([]);
});

test("each layer needs what it may import", () => {
  const unused = Object.entries(layers).flatMap(([layer, allowed]) => {
    const own = files.filter((file) => file.split("/", 1)[0] === layer);
    const paths = own.flatMap(importsOf);
    const isUsed = (one: string): boolean =>
      paths.some((path) => path === one || path.startsWith(`${one}/`));
    return allowed.filter((one) => !isUsed(one)).map((one) => `${layer}: ${one}`);
  });
  expect(unused).toEqual([]);
});

test.each(files.filter((file) => /^emitters\/\w+\//.test(file)))(
  "%s takes from other emitters only how validators are called",
  (file) => {
    const own = dirname(file);
    const others = importsOf(file).filter(
      (path) =>
        dirname(path) !== "emitters" && !`${path}/`.startsWith(`${own.split("/", 2).join("/")}/`),
    );
    const foreign = others.filter((path) => /^emitters\/(?!validators\/|wire\/)/.test(path));
    expect(foreign).toEqual([]);
  },
);

test.each(files.filter((file) => !trusted.includes(file)))("%s does not trust text", (file) => {
  expect(readFileSync(join(src, file), "utf8")).not.toMatch(/\btrustChecked\b/);
});

test("a model is changed by one function only", () => {
  const changing = files.filter(
    (file) =>
      file.startsWith("model/") && /\bObject\.assign\(/.test(readFileSync(join(src, file), "utf8")),
  );
  expect(changing).toEqual(["model/change.ts"]);
});

const onNode: ReadonlyMap<string, readonly string[]> = new Map([
  ["runtime/server/adapters/node.ts", ["node:http", "node:http2"]],
  ["runtime/server/adapters/node-reply.ts", ["node:http", "node:http2", "node:stream"]],
  ["runtime/server/adapters/node-request.ts", ["node:http", "node:http2"]],
  ["runtime/server/adapters/parsed-body.ts", ["node:fs/promises"]],
  ["runtime/server/adapters/nest.ts", ["node:http"]],
  ["runtime/server/adapters/serve.ts", ["node:http", "node:net"]],
  ["runtime/server/adapters/express.ts", ["node:http"]],
  ["runtime/server/adapters/fastify.ts", ["node:http"]],
  ["runtime/server/adapters/koa.ts", ["node:http", "node:stream"]],
]);

test.each(files.filter((file) => file.startsWith("runtime/")))(
  "%s imports nothing but the platform and its neighbours",
  (file) => {
    const text = readFileSync(join(src, file), "utf8");
    const packages = Array.from(text.matchAll(/from "([^"]+)"/g), ([, path]) => path ?? "");
    const allowed = /^\.\.?\/[\w./-]+\.js$/;
    const foreign = packages.filter((path) => !allowed.test(path));
    expect(foreign).toEqual(onNode.get(file) ?? []);
  },
);

test.each(files.filter((file) => file.startsWith("runtime/")))(
  "%s has no field that Babel 7 refuses without options",
  (file) => {
    const text = readFileSync(join(src, file), "utf8");
    expect(text).not.toMatch(/^\s+(?:\w+ )*declare (?:readonly )?\w+[?!]?:/m);
  },
);

test("tables that are read by a text of a description or a request have no prototype", () => {
  const texts = files
    .filter((file) => /^(?:load|model|emitters|diff|runtime)\//.test(file))
    .map((file) => readFileSync(join(src, file), "utf8"));
  const table = /^(export )?const (\w+): (?:Readonly<)?Record<string, /gm;
  const read = texts.flatMap((text) =>
    Array.from(text.matchAll(table)).flatMap(([, isShared, name = ""]) => {
      const use = new RegExp(`\\b${name}\\[(?!")|\\bin ${name}\\b`);
      const isRead = isShared ? texts.some((other) => use.test(other)) : use.test(text);
      return isRead ? [name] : [];
    }),
  );
  expect(read).toEqual([]);
});

/** Whose modules need each other: a header may have a media type, and the parts of a media type have headers. */
const mutual = new Set(["model/media", "model/parameters"]);

test("no module needs itself by way of others", () => {
  const needs = new Map(
    files.map((file) => {
      const text = readFileSync(join(src, file), "utf8");
      const found = text.matchAll(/^(?:import|export) (?!type)[^;]*?from "(\.[^"]+)\.js";/gm);
      const name = file.replace(/\.ts$/, "");
      return [name, Array.from(found, ([, path = ""]) => posix.join(posix.dirname(name), path))];
    }),
  );
  const leadsTo = (from: string, end: string, seen = new Set<string>()): boolean =>
    (needs.get(from) ?? []).some(
      (next) => next === end || (!seen.has(next) && leadsTo(next, end, seen.add(next))),
    );
  const circular = [...needs.keys()].filter((name) => leadsTo(name, name));
  expect(new Set(circular)).toEqual(mutual);
});

/** Runs that stand twice for a reason: V8 calls functions of one form each, without a closure, faster than one made for each type. */
const twice = new Set(["runtime/validate/validate", "runtime/validate/unions/alternatives"]);

test("nothing of six lines stands twice", () => {
  const seen = new Map<string, string>();
  const found = new Set<string>();
  for (const file of files.filter((one) => !twice.has(one.replace(/\.ts$/, "")))) {
    const text = readFileSync(join(src, file), "utf8")
      .replace(/^(?:import|export) [^;]*? from "[^"]+";$/gm, "")
      .replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, "");
    const lines = text.split("\n").map((line) => line.trim());
    const told = lines.filter((line) => /\w/.test(line));
    for (let at = 0; at + 6 <= told.length; at += 1) {
      const run = told.slice(at, at + 6).join("\n");
      if (seen.has(run)) found.add(`${seen.get(run)} and ${file}:\n${run}`);
      else seen.set(run, file);
    }
  }
  expect([...found]).toEqual([]);
});

test("a function or constant is exported where another file uses it", () => {
  const tests = fileURLToPath(new URL(".", import.meta.url));
  const others = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/expected|node_modules|projects/.test(file))
    .map((file) => join(tests, file));
  const users = new Map<string, Set<string>>();
  for (const file of [...files.map((one) => join(src, one)), ...others])
    for (const [word] of readFileSync(file, "utf8").matchAll(/[\w$]+/g))
      users.set(word, (users.get(word) ?? new Set()).add(file));
  const own = files.filter((file) => !file.startsWith("runtime/"));
  const alone = own.flatMap((file) => {
    const text = readFileSync(join(src, file), "utf8");
    const exported = text.matchAll(/^export (?:async )?(?:function\*?|class|const) (\w+)/gm);
    const names = Array.from(exported, ([, name = ""]) => name);
    return names.filter((name) => users.get(name)?.size === 1).map((name) => `${file}: ${name}`);
  });
  expect(alone).toEqual([]);
});

const forbidden =
  /^export default (?!defineConfig)|(:|\bas|<) any\b(?!\()|@ts-(ignore|nocheck|expect-error)|(es|ox)lint-disable|\b(TODO|FIXME)\b/;

test.each(files)("%s keeps the conventions", (file) => {
  const lines = readFileSync(join(src, file), "utf8").split("\n");
  expect(lines.filter((line) => forbidden.test(line))).toEqual([]);
});

test("tests come to the data beside a checkout by one module", () => {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const named = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.[cm]?[jt]s$/.test(file) && !file.includes("node_modules"))
    .filter((file) => /["'`/]\.\.\/shared\//.test(readFileSync(join(folder, file), "utf8")));
  expect(named).toEqual(["beside.ts"]);
});

test("starting up loads nothing but what reads the arguments", () => {
  const text =
    readFileSync(join(src, "cli/cli.ts"), "utf8") + readFileSync(join(src, "cli/main.ts"), "utf8");
  const found = Array.from(text.matchAll(/^import .* from "([^"]+)"/gm), ([, path]) => path);
  expect(found).toEqual(["./engine.js", "./main.js", "node:util", "./help.js"]);
});

test("what finds out that nothing has changed imports no package", () => {
  const seen = new Set<string>();
  const packages: string[] = [];
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(join(src, file), "utf8");
    for (const [, path = ""] of text.matchAll(/^(?:import|export) (?!type)[^;]*?from "([^"]+)";/gm))
      if (path.startsWith(".")) follow(join(dirname(file), path).replace(/\.js$/, ".ts"));
      else if (!path.startsWith("node:")) packages.push(`${file}: ${path}`);
  };
  for (const file of ["cli/cli.ts", "cli/commands.ts"]) follow(file);
  expect(packages).toEqual([]);
  expect([...seen].length).toBeLessThan(31);
});
