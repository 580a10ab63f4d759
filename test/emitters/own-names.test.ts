import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import type { Config } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { formatTests } from "../../src/emitters/validators/code/formats.js";
import { Files } from "../../src/load/text/positions.js";
import { namesFor, operationNames } from "../../src/model/operations.js";
import { identifier } from "../../src/model/names/naming.js";
import { produce } from "../../src/pipeline.js";
import { writeQueryCore } from "../consumer/query-core.js";
import { compilerOptions, errorsIn, tsc } from "../corpus/compile.js";
import { isLong } from "../long.js";

/**
 * Each name in the code that is generated for a description, by whichever option, is given to a schema, an operation, a
 * tag, parameters, a property, a header and a security scheme of the same description.
 */
interface Host {
  readonly name: string;
  readonly folder: string;
  readonly input: string;
  readonly config: Partial<Config>;
}

const here = fileURLToPath(new URL(".", import.meta.url));
const golden = join(here, "../golden");
const runtime = join(here, "../../src/runtime");
const sandbox = mkdtempSync(join(tmpdir(), "own-names-"));
afterAll(() => rmSync(sandbox, { recursive: true, force: true }));

/** These cannot do with more in their descriptions, and others not without flags or packages; cases with emitters of their own neither. */
const left = [
  "overlays",
  "root",
  "transform",
  "strict",
  "import-none",
  "enums-enum",
  "type-names-orval",
  "runtime-package",
  "queries",
];

function hosts(): readonly Host[] {
  const cases = readdirSync(golden, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !left.includes(entry.name))
    .flatMap(({ name }): readonly Host[] => {
      const folder = join(golden, name);
      const file = join(folder, "config.json");
      const text = existsSync(file) ? readFileSync(file, "utf8") : "{}";
      if (text.includes("docs/emitters/")) return [];
      const {
        compare: _,
        compilerOptions: __,
        enums,
        ...others
      } = JSON.parse(text) as Record<string, unknown>;
      // Enums in code take a flag, and have the same names as others.
      const config = enums === undefined || enums === "enum" ? others : { ...others, enums };
      return [{ name, folder, input: "input.yaml", config }];
    });
  const odd = join(here, "../corpus/odd");
  const more = readdirSync(odd).map((input): Host => {
    return { name: input.replace(/\..*/, ""), folder: odd, input, config: {} };
  });
  const petstore = { folder: join(here, "../../spec"), input: "petstore.yaml" };
  const parts = { retries: false, checks: false, hooks: false };
  const only = ["client"] as const;
  return [
    ...cases,
    ...more,
    { name: "petstore", ...petstore, config: {} },
    ...Object.keys(parts).map((part): Host => {
      return { name: part, ...petstore, config: { only, client: { ...parts, [part]: true } } };
    }),
    { name: "rest", folder: theRest(), input: "input.yaml", config: { int64: "string" } },
  ];
}

/** What the others have not: each format, credentials and parameters in rare places, closed and branching schemas. */
function theRest(): string {
  const folder = join(sandbox, "rest");
  mkdirSync(folder);
  const formats = [...formatTests].map(([format, { on }]) => {
    const type = /^u?int/.test(format) ? "integer" : on;
    return [`of-${format}`, { type, format, minimum: 1 }];
  });
  const members = (count: number): Json =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`member${index}`, {}]));
  const tree = { $ref: "#/components/schemas/Tree" };
  const branch = (type: string): Json => ({ properties: { tree, leaf: { type } } });
  const closed = { type: "object", additionalProperties: false };
  const schemas = {
    ...(Object.fromEntries(formats) as Json),
    Wide: { ...closed, properties: members(40) },
    Exact: { ...closed, properties: members(3), required: Object.keys(members(3)) },
    Tree: { anyOf: [branch("string"), branch("integer")] },
  };
  const array = { type: "array", items: { type: "string" } };
  const parameters = [
    { name: "p", in: "path", required: true, allowReserved: true, schema: { type: "string" } },
    { name: "c", in: "cookie", style: "cookie", explode: false, schema: array },
    { name: "constructor", in: "query", schema: { type: "string" } },
  ];
  const whole = { name: "q", in: "querystring", content: { "text/plain": {} } };
  const headers = { constructor: { schema: { type: "integer", minimum: 1 } } };
  const responses = { 204: { description: "", headers } };
  const key = (place: string): Json => ({ type: "apiKey", in: place, name: "key" });
  const document = {
    openapi: "3.2.0",
    info: { title: "The rest", version: "1" },
    paths: {
      "/a/{p}": { get: { parameters, security: [{ one: [] }, { two: [] }], responses } },
      "/b": { get: { parameters: [whole], responses } },
    },
    components: { schemas, securitySchemes: { one: key("cookie"), two: key("query") } },
  };
  writeFileSync(join(folder, "input.yaml"), JSON.stringify(document));
  return folder;
}

type Json = Record<string, unknown>;

interface Written {
  readonly path: string;
  readonly text: string;
}

async function write(
  { name, config }: Host,
  folder: string,
  input: string,
): Promise<readonly Written[]> {
  const diagnostics = new Diagnostics();
  const stubs = config.only ? undefined : "handlers";
  const options = { ...(stubs && { stubs }), ...config, input, output: "out", format: "none" };
  const entry = { config: options as Config, folder };
  const product = await produce(entry, diagnostics, new Files());
  const errors = diagnostics.all.filter(({ severity }) => severity === "error");
  expect(errors.map(({ message, source }) => `${name}${source.pointer}: ${message}`)).toEqual([]);
  const shared = (product?.runtime ?? []).map(({ path, text }) => {
    return { path: join("..", config.runtime ?? "", path), text };
  });
  const owned = (product?.owned ?? []).map((file) => ({ path: file.path, text: fileText(file) }));
  return [...(product?.generated ?? []), ...shared, ...owned];
}

/** The words of code that could be meant by another of the same name: not those behind a dot, in texts, in comments. */
function wordsIn(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|"(?:[^"\\\n]|\\.)*"/gm, " ");
  return code.match(/(?<![.\w$])[A-Za-z_$][\w$]*/g) ?? [];
}

/** What stands around a name in the names that are made from it. */
const affixes = [
  ...["isName", "checkName", "explainName", "parseName", "expectedName", "NameSchema"],
  ...operationNames(namesFor(identifier("Name"))),
].map((made) => made.split("Name"));

/** `explainAnyOf`, and what that could be made from: `AnyOf`. */
function partsOf(word: string): readonly string[] {
  const parts = affixes.flatMap(([before = "", after = ""]) => {
    const isMade = word.startsWith(before) && word.endsWith(after);
    const part = isMade ? word.slice(before.length, word.length - after.length) : "";
    return /^[A-Z]/.test(part) ? [part] : [];
  });
  return [word, ...parts];
}

/** What a description has under a key, put there where it has nothing. */
function under(owner: Json, key: string): Json {
  if (!Object.hasOwn(owner, key)) owner[key] = {};
  return owner[key] as Json;
}

function schemaFor(word: string): Json {
  const branch = (name: string, member: Json): Json => {
    return { type: "object", required: [name], properties: { [name]: member } };
  };
  const anyOf = [branch("a", { type: "integer" }), branch("b", { enum: ["x", "y"] })];
  const self = { $ref: `#/components/schemas/${word}` };
  return {
    ...branch(word, { type: "string", pattern: "^a" }),
    properties: { [word]: { type: "string", pattern: "^a" }, self, list: { items: { anyOf } } },
    additionalProperties: false,
  };
}

function operationFor(word: string): Json {
  const reserved = /^(accept|authorization|content-type)$/i.test(word);
  const places = ["path", "query", "cookie", ...(reserved ? [] : ["header"])];
  const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });
  const named = json({ $ref: `#/components/schemas/${word}` });
  const unnamed = json({ type: "object", properties: { [word]: { type: "string" } } });
  const headers = reserved ? {} : { [word]: { schema: { type: "integer", minimum: 1 } } };
  return {
    operationId: word,
    tags: [word],
    security: [{ [word]: [] }],
    parameters: places.map((place) => {
      const schema = { type: "string", maxLength: 3 };
      return { name: word, in: place, required: place === "path", schema };
    }),
    requestBody: named,
    responses: {
      200: { description: "", headers, ...named },
      400: { description: "", ...unnamed },
    },
  };
}

/** The description with all of that, by each of the words. */
function named(document: Json, words: readonly string[], hasOperations: boolean): Json {
  const components = under(document, "components");
  const schemas = under(components, "schemas");
  const schemes = under(components, "securitySchemes");
  const paths = under(document, "paths");
  for (const word of words) {
    if (!Object.hasOwn(schemas, word)) schemas[word] = schemaFor(word);
    if (!hasOperations) continue;
    if (!Object.hasOwn(schemes, word))
      schemes[word] = { type: "apiKey", in: "header", name: `X-${word}` };
    paths[`/own-names/${word}/{${word}}`] = { post: operationFor(word) };
  }
  return document;
}

test.skipIf(!isLong)(
  "whatever a name is in generated code, a description may have it (with LONG=1: it takes a minute)",
  { timeout: 600_000 },
  async () => {
    cpSync(runtime, join(sandbox, "runtime"), { recursive: true });
    const known = new Set<string>();
    for (const host of hosts()) {
      const document = parse(readFileSync(join(host.folder, host.input), "utf8")) as Json;
      // In the form of OpenAPI 2.0, there is no place for all of it.
      if ("swagger" in document) continue;
      const plain = await write(host, host.folder, host.input);
      const fresh = new Set<string>();
      for (const { path, text } of plain) {
        if (/(^|\/)runtime|\.json$|\.md$/.test(path)) continue;
        for (const word of wordsIn(text)) {
          for (const part of partsOf(word)) {
            // One of the descriptions is enough for each file that it may be in the way in.
            const key = `${path}:${part}`;
            if (!known.has(key) && part !== "__proto__") fresh.add(part);
            known.add(key);
          }
        }
      }
      if (fresh.size === 0) continue;
      const folder = join(sandbox, `${host.name}-named`);
      cpSync(host.folder, folder, { recursive: true });
      rmSync(join(folder, "expected"), { recursive: true, force: true });
      const hasOperations = plain.some(({ path }) => /client|server/.test(path));
      writeFileSync(
        join(folder, "named.json"),
        JSON.stringify(named(document, [...fresh], hasOperations)),
      );
      for (const { path, text } of await write(host, folder, "named.json")) {
        const target = join(folder, "out", path);
        if (path.startsWith("runtime/")) continue;
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text);
      }
      if (host.config.runtime === undefined)
        symlinkSync(join(sandbox, "runtime"), join(folder, "out/runtime"), "junction");
    }
    writeFileSync(join(sandbox, "package.json"), '{ "type": "module" }');
    writeQueryCore(sandbox);
    const include = ["*/out/*.ts", "*/handlers/*.ts"];
    const flags = { ...compilerOptions, allowImportingTsExtensions: true };
    writeFileSync(
      join(sandbox, "tsconfig.json"),
      JSON.stringify({ compilerOptions: flags, include }),
    );
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [tsc, "-p", sandbox, "--pretty", "false"],
      { cwd: sandbox, encoding: "utf8", maxBuffer: 100_000_000 },
    );
    const errors = errorsIn(`${stdout}${stderr}`, status).map((line) => line.slice(0, 300));
    expect(errors.slice(0, 20)).toEqual([]);
  },
);
