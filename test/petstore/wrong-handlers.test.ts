import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Version, flagsFor, tscOf, versions } from "../consumer/compilers.js";

const generated = fileURLToPath(new URL("../../generated", import.meta.url));

/** What `getPet` must not give, and the member that an error of it names, or stands at. */
const wrong: readonly (readonly [reply: string, member: string])[] = [
  ["{ status: 200, body: { ...pet, name: 7 } }", "name"],
  ["{ status: 200, body: { id: 1, name: 'Ada' } }", "categoryId"],
  ["{ status: 200 }", "body"],
  ["{ status: 404, body: pet }", "body"],
  ["{ body: pet }", "status"],
  ["{ status: 201, body: pet }", "status"],
  ["{ status: 429, headers: { 'Retry-After': 5 } }", "Retry-After"],
  ["{ status: 429, headers: {} }", "Retry-After"],
  ["{ status: 429, headers: { 'Retry-After': '5' }, body: pet }", "body"],
];

const answer = 'AnswerOf<PetStoreHandlers, "getPet">';
const typed = (handlers: string): string => `${handlers} satisfies Partial<PetStoreHandlers>`;
const served = (handlers: string): string =>
  `createPetStoreServer({ ...rest, handlers: ${handlers} })`;

/**
 * How a handler is written, and of how many levels an error may be. Without a declared result, TypeScript tells of the function, of
 * the promise and of each union around the member, one level each.
 */
const forms: Readonly<Record<string, { levels: number; write(reply: string): string }>> = {
  "as stubs have it": {
    levels: 3,
    write: (reply) =>
      typed(`{ async getPet(_request, _context): Promise<${answer}> { return ${reply}; } }`),
  },
  "a plain function": {
    levels: 3,
    write: (reply) => typed(`{ getPet(): ${answer} { return ${reply}; } }`),
  },
  "an arrow": { levels: 3, write: (reply) => typed(`{ getPet: (): ${answer} => (${reply}) }`) },
  "an asynchronous arrow": {
    levels: 3,
    write: (reply) => typed(`{ getPet: async (): Promise<${answer}> => (${reply}) }`),
  },
  "in a server": {
    levels: 3,
    write: (reply) =>
      served(`{ ...others, async getPet(): Promise<${answer}> { return ${reply}; } }`),
  },
  "in a part": {
    levels: 3,
    write: (reply) =>
      served(`{ ...others, ...{ async getPet(): Promise<${answer}> { return ${reply}; } } }`),
  },
  "in a class": {
    levels: 3,
    write: (reply) =>
      `class implements Pick<PetStoreHandlers, "getPet"> { async getPet(): Promise<${answer}> { return ${reply}; } }`,
  },
  "a plain function, without its result": {
    levels: 6,
    write: (reply) => typed(`{ getPet() { return ${reply}; } }`),
  },
  "asynchronous, without its result": {
    levels: 7,
    write: (reply) => typed(`{ async getPet() { return ${reply}; } }`),
  },
};

const cases = Object.entries(forms).flatMap(([form, { levels, write }]) =>
  wrong.map(([reply, member]) => ({
    name: `${form}: ${reply}`,
    levels,
    member,
    code: write(reply),
  })),
);

const head = `
import type { Pet } from ${JSON.stringify(join(generated, "types.js"))};
import type { AnswerOf } from ${JSON.stringify(join(generated, "runtime/server/answer.js"))};
import { type PetStoreHandlers, type PetStoreServerOptions, createPetStoreServer } from ${JSON.stringify(join(generated, "server.js"))};
declare const pet: Pet;
declare const rest: Omit<PetStoreServerOptions<unknown>, "handlers">;
declare const others: Omit<PetStoreHandlers, "getPet">;
`.split("\n");

/** The errors of a version of TypeScript, by the index of the line that each is in. */
async function errorsOf(
  version: Version,
  lines: readonly string[],
): Promise<ReadonlyMap<number, readonly Fault[]>> {
  const folder = mkdtempSync(join(tmpdir(), "wrong-handlers-"));
  writeFileSync(join(folder, "handlers.mts"), [...head, ...lines].join("\n"));
  const compilerOptions = { ...flagsFor(version), rootDir: "/", types: [] };
  const config = { compilerOptions, files: ["handlers.mts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const args = [tscOf(version), "-p", folder, "--pretty", "false"];
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_, text) => resolve(text));
  });
  rmSync(folder, { recursive: true });
  const faults = new Map<number, Fault[]>();
  for (const message of stdout.trimEnd().split(/\n(?=\S)/)) {
    const [, row, column] = /^handlers\.mts\((\d+),(\d+)\)/.exec(message) ?? [];
    const index = Number(row) - 1 - head.length;
    const at = (lines[index] ?? "").slice(Number(column) - 1);
    faults.set(index, [...(faults.get(index) ?? []), { message, at }]);
  }
  return faults;
}

interface Fault {
  readonly message: string;
  /** The line from the error's place on. */
  readonly at: string;
}

const lines = cases.map(({ code }, index) => `export const of${index} = ${code};`);
const programs = await Promise.all(
  versions.map(async (version) => ({ version, errors: await errorsOf(version, lines) })),
);

test.each(
  programs.flatMap(({ version, errors }) =>
    cases.map((one, index) => ({ ...one, version, found: errors.get(index) })),
  ),
)(
  "TypeScript $version, $name is an error that names $member, of at most $levels levels",
  ({ found, member, levels }) => {
    const [fault, ...more] = found ?? [];
    expect(more).toEqual([]);
    expect(`${fault?.message}\n${fault?.at.slice(0, member.length + 1)}`).toContain(member);
    const depths = fault?.message.split("\n").map((line) => /^ */.exec(line)?.[0].length ?? 0);
    expect(1 + Math.max(...(depths ?? [])) / 2, fault?.message).toBeLessThanOrEqual(levels);
  },
);

test.each(programs)("nothing else is an error of TypeScript $version", ({ errors }) => {
  expect([...errors.keys()].sort((a, b) => a - b)).toEqual(cases.map((_, index) => index));
});
