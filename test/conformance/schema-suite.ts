import { existsSync, readdirSync, readFileSync } from "node:fs";
import { beside } from "../beside.js";

const suite = beside("json-schema-test-suite/");

/** Whether the official tests are beside this repository. */
export const hasSuite = existsSync(suite);

/** A schema with values that it accepts and refuses. */
export interface Group {
  /** The file without its ending: `optional/format/date`. */
  readonly file: string;
  readonly description: string;
  readonly schema: unknown;
  /** What the schema refers to by `#/components/schemas/…`. */
  readonly components?: Readonly<Record<string, unknown>>;
  /** The value is the body of a request or of a reply, not one of no direction. */
  readonly mode?: "request" | "response";
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
  /** What was said instead of an answer. */
  readonly problem: string | undefined;
}

/** The groups of the files of a folder, those in folders below it too. */
export function groupsOf(folder: string, below = ""): readonly Group[] {
  const place = new URL(`${folder}/${below}`, suite);
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return groupsOf(folder, `${below}${entry.name}/`);
    const groups = read(new URL(entry.name, place)) as Omit<Group, "file">[];
    return groups.map((group) => ({ ...group, file: below + entry.name.replace(/\.json$/, "") }));
  });
}

const metaschemas = /^https?:\/\/json-schema\.org\/draft\/(\d{4}-\d\d)\/(schema|meta\/[a-z-]+)$/;

/** The document that the suite wants to be at an address: its remotes, and the metaschemas. */
export function remoteText(address: string): string | undefined {
  const [, draft, name] = metaschemas.exec(address) ?? [];
  const file =
    draft === undefined
      ? new URL(`remotes/${address.replace("http://localhost:1234/", "")}`, suite)
      : new URL(
          `../../node_modules/ajv/dist/refs/json-schema-${draft}/${name}.json`,
          import.meta.url,
        );
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** What a JSON file holds. */
export function read(file: URL): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The tests that fail without being expected to, and the entries of the list that nothing failed for. */
export function surprises(
  outcomes: readonly Outcome[],
  known: Readonly<Record<string, string>>,
): readonly string[] {
  const failed = outcomes.filter(({ passed }) => !passed);
  const entries = Object.keys(known);
  return [
    ...failed
      .filter(({ name }) => !entries.some((entry) => name.startsWith(entry)))
      .map(({ name, problem }) => (problem === undefined ? name : `${name} (${problem})`)),
    ...entries
      .filter((entry) => !failed.some(({ name }) => name.startsWith(entry)))
      .map((entry) => `not needed in the list: ${entry}`),
  ];
}
