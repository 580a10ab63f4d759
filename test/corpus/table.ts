import type { Sample } from "./descriptions.js";
import type { Result } from "./results.js";

export interface Row {
  readonly sample: Sample;
  readonly result: Result;
}

/** What is wrong with a row, in short lines; nothing when it came out as expected. */
export function faultsOf({ sample, result }: Row): readonly string[] {
  const { generated, compiled, again = [] } = result;
  if (generated.crash !== undefined) return [`crash: ${generated.crash}`];
  if (generated.refusals.length > 0)
    return sample.expected === "code" ? generated.refusals.map((text) => `refused: ${text}`) : [];
  if (sample.expected === "error") return ["an error was expected, but it was generated"];
  return [...(compiled?.errors ?? []), ...again];
}

const columns = [
  { title: "description", width: -52 },
  { title: "version", width: -8 },
  { title: "operations", width: 10 },
  { title: "schemas", width: 8 },
  { title: "seconds", width: 8 },
  { title: "files", width: 6 },
  { title: "errors", width: 7 },
  { title: "outcome", width: -40 },
];

export const heading = line(columns.map(({ title }) => title));

export function rowLine(row: Row): string {
  const { generated, compiled } = row.result;
  return line([
    row.sample.name,
    generated.version,
    generated.operations,
    generated.schemas,
    generated.seconds.toFixed(2),
    generated.files,
    compiled?.errors.length ?? "-",
    outcome(row),
  ]);
}

function outcome(row: Row): string {
  const { generated } = row.result;
  const bad = faultsOf(row).length > 0;
  if (generated.crash !== undefined) return "CRASH";
  if (generated.refusals.length > 0) return bad ? "REFUSED" : "refused, as it should be";
  if (row.sample.expected === "error") return "ERROR EXPECTED";
  if (row.result.again && row.result.again.length > 0) return "SECOND RUN DIFFERS";
  return bad ? "DOES NOT COMPILE" : row.result.compiled ? "compiles" : "generated";
}

function line(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) => {
      const width = columns[index]?.width ?? 0;
      return width < 0 ? String(cell).padEnd(-width) : String(cell).padStart(width);
    })
    .join(" ")
    .trimEnd();
}

/** How many came out how, the slowest, and the kinds of compile error with how often they occur. */
export function summary(rows: readonly Row[]): string {
  const valid = rows.filter(({ sample }) => sample.expected === "code");
  const generated = valid.filter(({ result }) => isGenerated(result));
  const compiled = generated.filter(({ result }) => result.compiled?.errors.length === 0);
  const invalid = rows.filter(({ sample }) => sample.expected === "error");
  const refused = invalid.filter(({ result }) => result.generated.refusals.length > 0);
  const repeated = rows.filter(({ result }) => result.again);
  const same = repeated.filter(({ result }) => result.again?.length === 0);
  const tried = generated.filter(({ result }) => result.compiled);
  const seconds = rows.reduce((sum, { result }) => sum + result.generated.seconds, 0);
  return [
    `valid: ${generated.length} of ${valid.length} generated, ${compiled.length} of ${tried.length} compile`,
    `invalid: ${refused.length} of ${invalid.length} refused`,
    ...(repeated.length > 0
      ? [`second run: ${same.length} of ${repeated.length} the same bytes and nothing written`]
      : []),
    `generating took ${seconds.toFixed(1)} s`,
    ...kinds(rows),
  ].join("\n");
}

function isGenerated({ generated }: Result): boolean {
  return generated.crash === undefined && generated.refusals.length === 0;
}

function kinds(rows: readonly Row[]): readonly string[] {
  const counts = new Map<string, { errors: number; descriptions: Set<string> }>();
  for (const { sample, result } of rows)
    for (const error of result.compiled?.errors ?? []) {
      const kind = error.replace(/^.*?([\w-]+\.ts)\(\d+,\d+\): error (TS\d+):.*$/, "$2 in $1");
      const count = counts.get(kind) ?? { errors: 0, descriptions: new Set() };
      counts.set(kind, count);
      count.errors++;
      count.descriptions.add(sample.name);
    }
  return [...counts]
    .sort(([, a], [, b]) => b.errors - a.errors)
    .slice(0, 20)
    .map(([kind, { errors, descriptions }]) => `${errors} × ${kind}, in ${descriptions.size}`);
}
