import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { NamedSchema } from "../../src/model/types.js";
import { emitValidators, load, type Module, modelOf } from "../emitters/generated.js";
import { SchemaGraph } from "../emitters/schema-graph.js";

const shared = new URL("../../../shared/", import.meta.url);
const suite = new URL("json-schema-test-suite/", shared);
const metaschemas = new URL(
  "../../node_modules/ajv/dist/refs/json-schema-2020-12/",
  import.meta.url,
);

/** Whether the official tests are beside this repository. */
export const hasSuite = existsSync(suite);

export interface Group {
  /** The file without its ending: `optional/format/date`. */
  readonly file: string;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

export interface Outcome {
  readonly file: string;
  /** File, group and test. */
  readonly name: string;
  readonly passed: boolean;
}

/** The groups of the files of a folder, those in folders below it too. */
export function groupsOf(folder: string, below = ""): readonly Group[] {
  const place = new URL(`${folder}/${below}`, suite);
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return groupsOf(folder, `${below}${entry.name}/`);
    const groups = JSON.parse(readFileSync(new URL(entry.name, place), "utf8")) as Omit<
      Group,
      "file"
    >[];
    return groups.map((group) => ({ ...group, file: below + entry.name.replace(/\.json$/, "") }));
  });
}

/** Generates validators for all groups at once, and puts each test to them. */
export async function run(
  groups: readonly Group[],
  formats: "assert" | "annotate",
): Promise<readonly Outcome[]> {
  const documents = remotes();
  const schemas: NamedSchema[] = [];
  const problems = new Map<Group, string>();
  groups.forEach((group, index) => {
    try {
      schemas.push(schemaOf(group, index, documents));
    } catch (error) {
      problems.set(group, String(error));
    }
  });
  const { text } = await emitValidators(modelOf(schemas), formats);
  const module = await load(text);
  return groups.flatMap((group, index) => {
    const problem = problems.get(group);
    return group.tests.map((test) => ({
      file: group.file,
      name: `${group.file}: ${group.description}: ${test.description}${problem ? ` (${problem})` : ""}`,
      passed: problem === undefined && agrees(module, `Group${index}`, test.data, test.valid),
    }));
  });
}

/** Both forms say what the test says, and say why not. */
function agrees(module: Module, name: string, data: unknown, valid: boolean): boolean {
  const issues: [] = [];
  const [is, check] = [module[`is${name}`], module[`check${name}`]];
  if (!is || !check) return false;
  return is(data) === valid && check(data, issues) === valid && (issues.length === 0) === valid;
}

/** The schemas of groups that can be read. */
export function schemasOf(groups: readonly Group[]): readonly NamedSchema[] {
  const documents = remotes();
  return groups.flatMap((group, index) => {
    try {
      return [schemaOf(group, index, documents)];
    } catch {
      return [];
    }
  });
}

function schemaOf(
  group: Group,
  index: number,
  documents: ReadonlyMap<string, unknown>,
): NamedSchema {
  const graph = new SchemaGraph();
  for (const [uri, document] of documents) graph.add(document, uri);
  return graph.named(group.schema, `https://suite.example/${group.file}/${index}`, `Group${index}`);
}

function remotes(): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const add = (folder: string): void => {
    for (const entry of readdirSync(new URL(`remotes/${folder}`, suite), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) add(`${path}/`);
      else found.set(`http://localhost:1234/${path}`, read(new URL(`remotes/${path}`, suite)));
    }
  };
  add("draft2020-12/");
  for (const name of [
    "schema",
    "meta/core",
    "meta/applicator",
    "meta/unevaluated",
    "meta/validation",
    "meta/meta-data",
    "meta/format-annotation",
    "meta/content",
  ])
    found.set(
      `https://json-schema.org/draft/2020-12/${name}`,
      read(new URL(`${name}.json`, metaschemas)),
    );
  return found;
}

function read(file: URL): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The tests that fail without being expected to, and the entries of the list that nothing failed for. */
export function surprises(
  outcomes: readonly Outcome[],
  known: Readonly<Record<string, string>>,
): readonly string[] {
  const failed = outcomes.filter(({ passed }) => !passed).map(({ name }) => name);
  const entries = Object.keys(known);
  return [
    ...failed.filter((name) => !entries.some((entry) => name.startsWith(entry))),
    ...entries
      .filter((entry) => !failed.some((name) => name.startsWith(entry)))
      .map((entry) => `not needed in the list: ${entry}`),
  ];
}

/** All of draft 2020-12: formats are annotations in its required part, and asserted where the suite is about that. */
export async function runDraft202012(): Promise<readonly Outcome[]> {
  const groups = groupsOf("draft2020-12");
  const isAsserted = ({ file }: Group): boolean => file.startsWith("optional/format");
  const annotated = await run(
    groups.filter((group) => !isAsserted(group)),
    "annotate",
  );
  return [...annotated, ...(await run(groups.filter(isAsserted), "assert"))];
}

/** A table by file: passed of all. */
export function table(outcomes: readonly Outcome[]): string {
  const files = [...new Set(outcomes.map(({ file }) => file))];
  const lines = files.map((file) =>
    line(
      file,
      outcomes.filter((outcome) => outcome.file === file),
    ),
  );
  const part = (title: string, isPart: (file: string) => boolean): string =>
    line(
      title,
      outcomes.filter(({ file }) => isPart(file)),
    );
  const isFormat = (file: string): boolean => file.startsWith("optional/format/");
  const isOptional = (file: string): boolean => file.startsWith("optional/") && !isFormat(file);
  return [
    ...lines,
    part("required", (file) => !file.startsWith("optional/")),
    part("optional", isOptional),
    part("optional formats", isFormat),
  ].join("\n");
}

function line(title: string, outcomes: readonly Outcome[]): string {
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  return `${title.padEnd(44)} ${String(passed).padStart(5)} / ${outcomes.length}${passed < outcomes.length ? "  !" : ""}`;
}
