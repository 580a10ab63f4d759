import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { beside } from "../beside.js";
import { read } from "./read-description.js";

const folder = fileURLToPath(beside("corpus/invalid/"));
const list = `${folder}expected.json`;
const exists = existsSync(list);

interface Case {
  readonly id: string;
  readonly entry: string;
  readonly severity: "error" | "warning" | "ok";
  readonly at: { readonly file: string; readonly line: number } | null;
}

const cases = exists ? (JSON.parse(readFileSync(list, "utf8")) as { cases: Case[] }).cases : [];

/** Reported by a later stage, or read in another way than the list has it. */
const exceptions: Readonly<Record<string, string>> = {
  "operation-ids-collide-after-casing": "names are given by the model",
  "yaml-billion-laughs": "refused rather than read with shared nodes",
};

/** Errors in the list that are warnings here, because real descriptions have them and can be generated. */
const lenient: readonly string[] = [
  "allof-not-list",
  "ambiguous-paths",
  "array-without-items",
  "duplicate-operation-id",
  "enum-not-array",
  "formdata-and-body-in-2",
  "invalid-utf8",
  "no-responses",
  "parameter-v2-style-in-3",
  "path-no-leading-slash",
  "path-param-not-in-template",
  "ref-dot-notation",
  "ref-swagger2-style-in-3",
  "required-on-property",
  "security-not-list",
  "type-array-in-30",
];

/** A link in it leads to the operation that has lost its name; a default is not within limits that contradict each other. */
const several: readonly string[] = ["duplicate-operation-id", "min-greater-than-max"];

test.skipIf(!exists)(
  "seeded mistakes are found on their line (needs the shared corpus)",
  async () => {
    const missed: string[] = [];
    for (const { id, entry, severity, at } of cases) {
      if (id in exceptions) continue;
      const cwd = dirname(`${folder}${entry}`);
      const { found } = await read({ path: entry.slice(entry.indexOf("/") + 1) }, { cwd });
      const wanted = lenient.includes(id) ? "warning" : severity;
      const good = at
        ? found.some((text) => text.startsWith(wanted) && text.includes(` ${at.file}:${at.line}:`))
        : found.length === 0;
      if (!good || (found.length > 1 && !several.includes(id)))
        missed.push(`${id}: ${found.join(", ")}`);
    }
    expect(cases.length).toBeGreaterThan(50);
    expect(missed).toEqual([]);
  },
);
