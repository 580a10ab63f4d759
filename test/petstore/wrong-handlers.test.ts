import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { flagsFor, tscOf } from "../consumer/compilers.js";

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
];

/** How a handler is written, and of how many levels an error may be: without a declared result, the function is one and a promise another. */
const forms = {
  declared: {
    levels: 3,
    write: (reply: string) =>
      `{ async getPet(): Promise<PetStoreAnswer<GetPetReply>> { return ${reply}; } }`,
  },
  inferred: { levels: 6, write: (reply: string) => `{ getPet() { return ${reply}; } }` },
  async: { levels: 7, write: (reply: string) => `{ async getPet() { return ${reply}; } }` },
};

const cases = Object.entries(forms).flatMap(([form, { levels, write }]) =>
  wrong.map(([reply, member]) => ({ name: `${form}: ${reply}`, levels, member, reply, write })),
);

const head = `
import type { GetPetReply, Pet } from ${JSON.stringify(join(generated, "index.js"))};
import type { PetStoreAnswer, PetStoreHandlers } from ${JSON.stringify(join(generated, "server.js"))};
declare const pet: Pet;
`.split("\n");

/** The errors of TypeScript, by the index of the case that each is in. */
function errorsOf(lines: readonly string[]): ReadonlyMap<number, readonly Fault[]> {
  const folder = mkdtempSync(join(tmpdir(), "wrong-handlers-"));
  writeFileSync(join(folder, "handlers.mts"), [...head, ...lines].join("\n"));
  const compilerOptions = { ...flagsFor("7"), rootDir: "/", types: [] };
  const config = { compilerOptions, files: ["handlers.mts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const args = [tscOf("7"), "-p", folder, "--pretty", "false"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
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

const errors = errorsOf(
  cases.map(
    ({ reply, write }, index) =>
      `export const of${index} = ${write(reply)} satisfies Partial<PetStoreHandlers>;`,
  ),
);

test.each(cases.map((one, index) => ({ ...one, index })))(
  "$name is an error that names $member, of at most $levels levels",
  ({ index, member, levels }) => {
    const [fault, ...more] = errors.get(index) ?? [];
    expect(more).toEqual([]);
    expect(`${fault?.message}\n${fault?.at.slice(0, member.length + 1)}`).toContain(member);
    const depths = fault?.message.split("\n").map((line) => /^ */.exec(line)?.[0].length ?? 0);
    expect(1 + Math.max(...(depths ?? [])) / 2, fault?.message).toBeLessThanOrEqual(levels);
  },
);

test("nothing else is an error", () => {
  expect([...errors.keys()].sort((a, b) => a - b)).toEqual(cases.map((_, index) => index));
});
