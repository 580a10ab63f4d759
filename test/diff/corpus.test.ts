import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { beside } from "../beside.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { type Side, compareApis } from "../../src/diff/compare.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";

const shared = fileURLToPath(beside("corpus/"));
const list = join(shared, "index.json");

interface Listed {
  readonly id: string;
  readonly entry: string;
  readonly valid: boolean;
}

/** Real descriptions; the large ones take long, and say nothing that the others do not. */
const samples = existsSync(list)
  ? (JSON.parse(readFileSync(list, "utf8")) as readonly Listed[]).filter(
      ({ entry, valid }) => valid && statSync(join(shared, "specs", entry)).size < 60_000,
    )
  : [];

async function read(entry: string): Promise<Side | undefined> {
  const path = join(shared, "specs", entry);
  const diagnostics = new Diagnostics();
  const description = await load({ path }, diagnostics, { cwd: dirname(path) });
  return (
    description && { model: buildModel(description, diagnostics), openapi: description.version }
  );
}

describe.skipIf(samples.length === 0)(
  "real descriptions (skipped where ../shared is not there)",
  () => {
    test.each(samples)(
      "$id has not changed from itself; without an operation it has",
      async ({ entry }) => {
        const old = await read(entry);
        const now = await read(entry);
        if (!old || !now) return;
        expect(compareApis(old, now)).toEqual([]);
        const [first, ...rest] = now.model.operations;
        if (!first || rest.some(({ id }) => id === first.id)) return;
        const less = { ...now, model: { ...now.model, operations: rest } };
        const removed = compareApis(old, less).filter(({ rule }) => rule.startsWith("operation-"));
        expect(removed).toMatchObject([
          { rule: "operation-removed", clients: true, servers: false },
        ]);
        const added = compareApis(less, now).filter(({ rule }) => rule.startsWith("operation-"));
        expect(added).toMatchObject([{ rule: "operation-added", level: "harmless" }]);
      },
    );
  },
);
