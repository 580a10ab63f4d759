import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compile } from "../corpus/compile.js";
import type { Case, Examined } from "./agreement-cases.js";

/** A value of which TypeScript says something else than expected. */
export interface Disagreement extends Case {
  readonly description: string;
  /** What the compiler says; empty when the value compiles, though it should not. */
  readonly errors: readonly string[];
}

/** Writes all values as literals of their types, compiles them as one program, and says what was not expected. */
export async function disagreements(
  examined: ReadonlyMap<string, Examined>,
  folder: string,
): Promise<readonly Disagreement[]> {
  for (const [name, { files, cases }] of examined) {
    const home = join(folder, "api", name);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    writeFileSync(join(home, "values.ts"), `${linesOf(cases).join("\n")}\n`);
  }
  const { errors } = await compile(folder);
  const byLine = new Map<string, string[]>();
  for (const error of errors) {
    const [, name, line] = /^api[\\/](.+)[\\/]values\.ts\((\d+),/.exec(error) ?? [];
    if (name === undefined) throw new Error(error);
    const place = `${name}:${line}`;
    byLine.set(place, [...(byLine.get(place) ?? []), error]);
  }
  return [...examined].flatMap(([description, { cases }]) =>
    cases.flatMap((one, i) => {
      const found = byLine.get(`${description}:${i + 2}`) ?? [];
      // TypeScript may be stricter than foreseen with what the validator refuses too.
      const isFine = one.compiles === (found.length === 0) || (found.length > 0 && !one.accepted);
      return isFine ? [] : [{ ...one, description, errors: found }];
    }),
  );
}

/** One value to a line, after the import. */
function linesOf(cases: readonly Case[]): readonly string[] {
  return [
    `import type * as types from "./types.js";`,
    ...cases.map(
      ({ schema, literal }, i) => `export const value${i}: types.${schema.name} = ${literal};`,
    ),
  ];
}

/** A line about a value, for people. */
export function told({
  description,
  schema,
  what,
  literal,
  accepted,
  errors,
}: Disagreement): string {
  const verdict = errors.length > 0 ? `does not compile: ${errors[0]}` : "compiles";
  return `${description} ${schema.name} (${what || "made"}, ${accepted ? "accepted" : "refused"}) ${literal.slice(0, 300)} ${verdict}`;
}
