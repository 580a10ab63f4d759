import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { beside } from "../beside.js";
import { refused } from "../corpus/refused.js";
import { read } from "./read-description.js";

const corpus = fileURLToPath(beside("corpus/"));
const list = join(corpus, "index.json");
const exists = existsSync(list);

interface Entry {
  readonly id: string;
  readonly entry: string;
  readonly valid: boolean;
}

const entries = exists ? (JSON.parse(readFileSync(list, "utf8")) as Entry[]) : [];

test.skipIf(!exists)(
  "real descriptions are read without an error (needs the shared corpus)",
  async () => {
    const failed = new Map<string, readonly string[]>();
    for (const { id, entry, valid } of entries) {
      const [folder = "", ...rest] = entry.split("/");
      const cwd = join(corpus, "specs", folder);
      const { description, found } = await read({ path: rest.join("/") }, { cwd });
      const errors = found.filter((text) => text.startsWith("error"));
      if (valid && (!description || errors.length > 0)) failed.set(id, errors.slice(0, 3));
    }
    expect(entries.length).toBeGreaterThan(100);
    const ids = new Set(entries.map(({ id }) => id));
    expect(Object.keys(refused).filter((id) => ids.has(id) && !failed.has(id))).toEqual([]);
    expect([...failed].filter(([id]) => !(id in refused))).toEqual([]);
  },
);
