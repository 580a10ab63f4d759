import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { load as loadDescription } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import type { ApiModel } from "../../src/model/types.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { emitExpected, emitValidators, load, type Module } from "../emitters/generated.js";
import { type Group, type Outcome, remoteText } from "./schema-suite.js";

export interface RunOptions {
  readonly version: "3.0.3" | "3.1.0";
  readonly formats: "assert" | "annotate";
}

/** A group, and what its schema is called in the description. */
interface Entry {
  readonly group: Group;
  readonly name: string;
}

/**
 * Puts the tests of groups to validators, made in the way in which users make them: the schemas are components of a
 * description, which is loaded; validators are generated from it, compiled, and called.
 */
export async function run(
  groups: readonly Group[],
  options: RunOptions,
): Promise<readonly Outcome[]> {
  const entries = groups.map((group, index) => ({ group, name: `Group${index}` }));
  const outcomes = new Map<Entry, readonly Outcome[]>();
  for (const batch of batchesOf(entries, options)) await runBatch(batch, options, outcomes);
  return entries.flatMap((entry) => outcomes.get(entry) ?? []);
}

/** Groups that say the same of themselves (`$id`, the names of components) cannot be in one description. */
function batchesOf(entries: readonly Entry[], options: RunOptions): readonly (readonly Entry[])[] {
  const batches: { readonly taken: Set<string>; readonly entries: Entry[] }[] = [];
  for (const entry of entries) {
    const own = identitiesOf(entry, options);
    let batch = batches.find(({ taken }) => own.every((identity) => !taken.has(identity)));
    if (!batch) batches.push((batch = { taken: new Set(), entries: [] }));
    for (const identity of own) batch.taken.add(identity);
    batch.entries.push(entry);
  }
  return batches.map(({ entries }) => entries);
}

function identitiesOf(entry: Entry, options: RunOptions): readonly string[] {
  const found: string[] = Object.keys(entry.group.components ?? {});
  const visit = (value: unknown, base: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, base);
    else if (isObject(value)) {
      const id = value["$id"];
      const own = typeof id === "string" && URL.canParse(id, base) ? new URL(id, base).href : base;
      if (own !== base) found.push(own);
      for (const member of Object.values(value)) visit(member, own);
    }
  };
  visit(componentOf(entry, options), "https://suite.example/");
  return found;
}

/** One description for several groups; where it cannot be loaded, half of them at a time, to find the one to blame. */
async function runBatch(
  batch: readonly Entry[],
  options: RunOptions,
  outcomes: Map<Entry, readonly Outcome[]>,
): Promise<void> {
  const generated = await generate(batch, options);
  if (typeof generated === "string" && batch.length > 1) {
    const half = Math.ceil(batch.length / 2);
    await runBatch(batch.slice(0, half), options, outcomes);
    await runBatch(batch.slice(half), options, outcomes);
    return;
  }
  for (const entry of batch) {
    const { file, description, tests } = entry.group;
    outcomes.set(
      entry,
      tests.map((test) => {
        const answer =
          typeof generated === "string" ? generated : ask(generated, entry, test.data, test.valid);
        return {
          file,
          name: `${file}: ${description}: ${test.description}`,
          passed: answer === true,
          problem: typeof answer === "string" ? answer : undefined,
        };
      }),
    );
  }
}

async function generate(batch: readonly Entry[], options: RunOptions): Promise<Module | string> {
  try {
    const read = await modelOf(batch, options);
    if (typeof read === "string") return read;
    const { text } = await emitValidators(read, options.formats);
    return await load(text, emitExpected(read, options.formats));
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

async function modelOf(batch: readonly Entry[], options: RunOptions): Promise<ApiModel | string> {
  const diagnostics = new Diagnostics();
  const text = JSON.stringify(descriptionOf(batch, options));
  const { fetch } = globalThis;
  globalThis.fetch = fetchRemote;
  const description = await loadDescription({ text, name: "suite.json" }, diagnostics, {
    cwd: process.cwd(),
    remote: true,
  }).finally(() => {
    globalThis.fetch = fetch;
  });
  const model = description && buildModel(description, diagnostics);
  if (model && !diagnostics.hasErrors) return model;
  const errors = diagnostics.all.filter(({ severity }) => severity === "error");
  return errors.map(({ message, source }) => `${source.pointer}: ${message}`).join("; ");
}

/** The schemas of groups as they are after loading; those that cannot be read are left out. */
export async function schemasOf(groups: readonly Group[]): Promise<ApiModel["schemas"]> {
  const options: RunOptions = { version: "3.1.0", formats: "assert" };
  const entries = groups.map((group, index) => ({ group, name: `Group${index}` }));
  const [batch = []] = batchesOf(entries, options);
  const read = await modelOf(batch, options);
  if (typeof read === "string") throw new Error(read);
  return read.schemas;
}

function descriptionOf(batch: readonly Entry[], options: RunOptions): unknown {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (const entry of batch) {
    const { group, name } = entry;
    Object.assign(schemas, { [name]: componentOf(entry, options) }, group.components);
    if (group.mode === undefined) continue;
    const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
    const reply = { description: "", ...(group.mode === "response" ? { content } : {}) };
    const body = group.mode === "request" ? { requestBody: { required: true, content } } : {};
    paths[`/${name}`] = {
      post: { operationId: `send${name}`, ...body, responses: { 200: reply } },
    };
  }
  return {
    openapi: options.version,
    info: { title: "Suite", version: "1" },
    paths,
    components: { schemas },
  };
}

/**
 * In a file with others a schema is no longer the whole file. So one that refers to itself says what it is called,
 * as JSON Schema wants it in bundles (2020-12 core, section 9.3); 3.0 has no `$id`, so its references are extended.
 */
function componentOf({ group, name }: Entry, { version }: RunOptions): unknown {
  const { schema } = group;
  if (!isObject(schema)) return schema;
  if (version === "3.0.3") return prefixed(schema, `#/components/schemas/${name}`);
  const isNamed = typeof schema["$id"] === "string" || group.components !== undefined;
  if (isNamed || !/"\$(?:ref|dynamicRef|id|anchor|dynamicAnchor)"/.test(JSON.stringify(schema)))
    return schema;
  return { $id: `https://suite.example/${group.file}/${name}`, ...schema };
}

function prefixed(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => prefixed(item, prefix));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === "enum") return [key, member];
      const isOwn =
        key === "$ref" && typeof member === "string" && /^#(?!\/components\/)/.test(member);
      return [key, isOwn ? prefix + member.slice(1) : prefixed(member, prefix)];
    }),
  );
}

/** Whether both forms say what the test says, and say why not; or what went wrong. */
function ask(
  module: Module,
  { group: { mode }, name }: Entry,
  data: unknown,
  valid: boolean,
): boolean | string {
  const issues: Issue[] = [];
  const value = mode === "request" ? { body: data } : data;
  const word =
    mode === undefined ? name : mode === "request" ? `Send${name}Request` : `Send${name}200`;
  const check = module[`check${word}`] ?? module[`check${name}`];
  const is = mode === undefined ? module[`is${word}`] : check;
  if (!is || !check)
    return `there is no check${word}: ${Object.keys(module)
      .filter((key) => key.includes(name))
      .join()}`;
  try {
    if (is(value, []) !== valid) return `is${word} says ${!valid}`;
    if (check(value, issues) !== valid) return `check${word} says ${!valid}`;
    const told: Issue[] = [];
    const match = module[`match${word}`];
    if (match && match(value, told) !== valid) return `match${word} says ${!valid}`;
    if (match && placesOf(told) !== placesOf(issues))
      return `match${word} complains of ${placesOf(told)}, and not of ${placesOf(issues)}`;
    return (issues.length === 0) === valid || `${issues.length} issues`;
  } catch (error) {
    return String(error);
  }
}

/** Where something is wrong, in the order of the names. */
function placesOf(issues: readonly Issue[]): string {
  return [...new Set(issues.map(({ path }) => `"${path}"`))].sort().join(" ");
}

/** Answers requests for the documents that the suite wants to be on the network. */
function fetchRemote(input: string | URL | Request): Promise<Response> {
  const text = remoteText(input instanceof Request ? input.url : String(input));
  return Promise.resolve(new Response(text ?? "", { status: text === undefined ? 404 : 200 }));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
