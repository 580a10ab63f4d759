import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { join as joined } from "../../src/emit/code.js";
import { fileText } from "../../src/emit/file.js";
import { printPaths } from "../../src/emitters/paths/index.js";
import { types } from "../../src/emitters/types/index.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { lastToken } from "../../src/common/pointers.js";
import type { ApiModel } from "../../src/model/types.js";
import { Files } from "../../src/load/text/positions.js";
import type { Config } from "../../src/config/options.js";
import { readModel } from "../../src/pipeline.js";
import { reasonsFor } from "./exceptions.js";
import { emitOptions } from "../emit-options.js";
import { tscOf } from "../consumer/compilers.js";

/**
 * Writes our types of a model, those of openapi-typescript and a file that the compiler accepts where each named schema is
 * the same in both; gives the names of those that theirs has in part. What theirs refer to is ours, so that a difference is found where it is and not where it is used.
 */
async function writeCase(model: ApiModel, folder: string): Promise<ReadonlySet<string>> {
  mkdirSync(folder, { recursive: true });
  const context = { diagnostics: new Diagnostics(), options: emitOptions };
  for (const file of await types.emit(model, context))
    writeFileSync(join(folder, file.path), withoutRuntime(fileText(file)));
  const keys = keysOf(model);
  const names = new Map(Array.from(keys, ([name, key]) => [key, name] as const).reverse());
  const cycles = new Set<string>();
  const report = {
    lost: () => undefined,
    cycle: (key: string) => void cycles.add(names.get(key) ?? key),
  };
  const theirs = joined(printPaths(model, report, options), "\n").text;
  const referring = theirs.replaceAll(
    /components\["schemas"\]\[("(?:[^"\\]|\\.)*")\]/g,
    (ref, key: string) => {
      const name = names.get(textOf(key));
      return name === undefined ? ref : `ours.${name}`;
    },
  );
  writeFileSync(join(folder, "paths.ts"), `import type * as ours from "./types.js";\n${referring}`);
  const lines = Array.from(
    keys,
    ([name, key]) =>
      `export const ${name}: Same<ours.${name}, Theirs[${JSON.stringify(key)}]> = "same";`,
  );
  writeFileSync(join(folder, "judge.ts"), `${head}\n${lines.join("\n")}\n`);
  return cycles;
}

/** The text of a literal that is written as those in generated code. */
function textOf(literal: string): string {
  const hex = literal.replaceAll(/\\x(?=[0-9a-f]{2})/g, "\\u00");
  return JSON.parse(hex.replaceAll(/\\(?!["\\/bfnrtu])/g, "")) as string;
}

/**
 * A default makes a member required by the default options, as in what a server sends; a client may leave it out. An
 * object without properties is `Record<string, never>` by them, although it may have any members.
 */
const options = { defaultNonNullable: false, emptyObjectsUnknown: true };

/** The keys of schemas in `components`, by our names. */
function keysOf({ schemas, document }: ApiModel): ReadonlyMap<string, string> {
  const known = (document?.()["components"] as { schemas?: object } | undefined)?.schemas ?? {};
  const named = schemas.filter(({ source: { pointer } }) =>
    /^\/(components\/schemas|definitions)\/[^/]+$/.test(pointer),
  );
  const keys = named.map(
    ({ name, source }) => [name as string, lastToken(source.pointer)] as const,
  );
  return new Map(keys.filter(([, key]) => Object.hasOwn(known, key)));
}

/** Bodies and streams have types of their own, which schemas do not depend on. */
function withoutRuntime(text: string): string {
  return text.replace(/import type \{([^}]+)\} from "\.\/runtime[^;]+;/g, (_, names: string) =>
    names
      .split(",")
      .map((name) => `type ${name.trim().replace(/^.* as /, "")}<_T = unknown> = unknown;`)
      .join("\n"),
  );
}

const head = `import type * as ours from "./types.js";
import type { components } from "./paths.js";
type Theirs = components["schemas"];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? "same" : "theirs is no") : "is not theirs";`;

/** Compiles all cases as one program; gives the schemas that are not the same. */
function disagreements(root: string): readonly Disagreement[] {
  const compilerOptions = { ...flags, rootDir: "." };
  writeFileSync(
    join(root, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*/judge.ts"] }),
  );
  const { stdout, status } = spawnSync(
    process.execPath,
    [tscOf("7"), "-p", root, "--pretty", "false"],
    { encoding: "utf8", cwd: root, maxBuffer: 1e9 },
  );
  const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
  if (status !== 0 && errors.length === 0) throw new Error(stdout);
  return errors.map((line) => disagreementIn(root, line));
}

interface Disagreement {
  readonly folder: string;
  readonly name: string;
  readonly fault: string;
}

/** What a line of the compiler is about. */
function disagreementIn(root: string, line: string): Disagreement {
  const [, file = "", at = "", rest = ""] = /^(.*?)\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
  const code = readFileSync(join(root, file), "utf8").split("\n")[Number(at) - 1] ?? "";
  const [, name = code] = /^export const ([\w$]+): Same/.exec(code) ?? [];
  const fault = /to type '"(is not theirs|theirs is no)"'/.exec(rest)?.[1] ?? rest;
  return { folder: dirname(file), name, fault };
}

const flags = {
  target: "ES2022",
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** A description to judge the types of. */
interface Case {
  readonly name: string;
  readonly input: string;
  readonly config: Partial<Config>;
}

interface Verdict {
  /** Schemas that are not the same, and for which no exception holds. */
  readonly faults: readonly string[];
  /** How many are not the same, with a reason. */
  readonly excused: number;
  readonly count: number;
  /** The exceptions that some schema needed. */
  readonly needed: ReadonlySet<string>;
}

/** Compares the types of all named schemas; writes below `root`. */
export async function judge(cases: readonly Case[], root: string): Promise<Verdict> {
  const subjects = new Map<string, { model: ApiModel; cycles: ReadonlySet<string> }>();
  for (const { name, input, config } of cases) {
    const only = ["paths"] as const;
    const entry = { config: { input, output: "out", ...config, only }, folder: dirname(input) };
    const read = await readModel(entry, new Diagnostics(), new Files());
    const folder = name.replaceAll(/[^\w.-]/g, "_");
    if (!read) continue;
    subjects.set(folder, {
      model: read.model,
      cycles: await writeCase(read.model, join(root, folder)),
    });
  }
  const faults: string[] = [];
  const needed = new Set<string>();
  const found = disagreements(root);
  for (const { folder, name, fault } of found) {
    const subject = subjects.get(folder);
    const reasons = subject ? reasonsFor(subject.model, name, subject.cycles) : [];
    if (reasons.length === 0) faults.push(`${folder} ${name}: ${fault}`);
    for (const reason of reasons) needed.add(reason);
  }
  const count = Array.from(subjects.values(), ({ model }) => model.schemas.length);
  return {
    faults,
    needed,
    excused: found.length - faults.length,
    count: count.reduce((sum, one) => sum + one, 0),
  };
}
