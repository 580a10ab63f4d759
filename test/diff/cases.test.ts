import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compareApis } from "../../src/diff/compare.js";
import type { Change } from "../../src/diff/changes.js";
import { rules } from "../../src/diff/rules.js";
import { type Case, descriptionOf, sideOf } from "./describe.js";

const home = fileURLToPath(new URL("cases/", import.meta.url));
const cases = readdirSync(home).flatMap((file) =>
  (parse(readFileSync(home + file, "utf8")) as readonly Case[]).map((one) => ({ file, ...one })),
);

/** `enum-value-added clients`, as the cases have it. */
function said({ rule, level, clients, servers }: Change): string {
  const sides = clients && servers ? "both" : clients ? "clients" : servers ? "servers" : level;
  return `${rule} ${sides}`;
}

describe.each(cases)("$file: $change", (one) => {
  test.each([
    ["there", 0, 1],
    ["back", 1, 0],
  ] as const)("%s", async (direction, from, to) => {
    const old = await sideOf(descriptionOf(one, from), "old.yaml");
    const now = await sideOf(descriptionOf(one, to), "new.yaml");
    const changes = compareApis(old, now);
    expect(changes.map(said).sort()).toEqual([...one[direction]].sort());
    for (const { places, subject, message } of changes) {
      expect([places.old.file, places.now.file]).toEqual(["old.yaml", "new.yaml"]);
      expect(old.files.locate(places.old)).toBeDefined();
      expect(now.files.locate(places.now)).toBeDefined();
      expect([subject, message]).not.toContain("");
    }
  });

  test.each([0, 1] as const)("no change to itself (%i)", async (form) => {
    const text = descriptionOf(one, form);
    expect(compareApis(await sideOf(text, "old.yaml"), await sideOf(text, "new.yaml"))).toEqual([]);
  });
});

test("there are many cases, and each rule is in one", () => {
  expect(cases.length).toBeGreaterThan(100);
  const named = new Set(
    cases.flatMap(({ there, back }) => [...there, ...back]).map((text) => text.split(" ")[0]),
  );
  expect([...rules.keys()].filter((rule) => !named.has(rule))).toEqual([]);
  expect([...named].filter((rule) => !rules.has(rule as never))).toEqual([]);
});
