import assert from "node:assert/strict";

export interface Case {
  readonly name: string;
  run(): Promise<void>;
}

export const cases: Case[] = [];

/** Adds a case; what it opens is closed behind it, also when it fails. */
export function check(name: string, run: (after: After) => Promise<void>): void {
  cases.push({
    name,
    async run() {
      const ends: (() => unknown)[] = [];
      try {
        await run((end) => void ends.push(end));
      } finally {
        for (const end of ends.reverse()) await end();
      }
    },
  });
}

export type After = (end: () => unknown) => void;

export const equal = assert.deepEqual;
export const ok: (value: unknown, message?: string) => asserts value = assert.ok;
