import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "../../src/diff/changes.js";
import { compareApis } from "../../src/diff/compare.js";
import { emitValidators, load, modelOf } from "../emitters/generated.js";
import { randomSchemas, randomValues, shared as sharedSchema } from "../emitters/random-schemas.js";
import { SchemaGraph } from "../emitters/schema-graph.js";
import { type Case, descriptionOf, sideOf } from "./describe.js";

type Json = Readonly<Record<string, unknown>>;

const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);
const single = new Set([
  "not",
  "if",
  "then",
  "else",
  "contains",
  "items",
  "unevaluatedItems",
  "propertyNames",
  "additionalProperties",
  "unevaluatedProperties",
]);

/** The places of schemas in a schema: the ways to them. */
function placesIn(schema: unknown, way: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof schema !== "object" || schema === null) return [way];
  const below = Object.entries(schema).flatMap(([key, value]) => {
    if (lists.has(key))
      return (value as unknown[]).flatMap((one, index) => placesIn(one, [...way, key, `${index}`]));
    if (maps.has(key))
      return Object.entries(value as Json).flatMap(([name, one]) =>
        placesIn(one, [...way, key, name]),
      );
    return single.has(key) ? placesIn(value, [...way, key]) : [];
  });
  return [way, ...below];
}

function replaced(schema: unknown, way: readonly string[], by: (old: unknown) => unknown): unknown {
  const [key, ...rest] = way;
  if (key === undefined) return by(schema);
  const copy = (
    Array.isArray(schema) ? [...(schema as unknown[])] : { ...(schema as Json) }
  ) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** A schema with another one in the place of a part, or with some keywords of it. */
function changed(schema: unknown, other: unknown, choose: (count: number) => number): unknown {
  const places = placesIn(schema);
  const way = places[choose(places.length)] ?? [];
  return replaced(schema, way, (old) => {
    if (choose(4) === 0 || typeof old !== "object" || old === null) return other;
    const keys = Object.keys(old).filter((key) => key !== "$defs");
    if (choose(2) === 0 && keys.length > 0) {
      const { [keys[choose(keys.length)] ?? ""]: _, ...rest } = old as Json;
      return rest;
    }
    return typeof other === "object" ? { ...old, ...other } : other;
  });
}

/** Rules that take a property by itself for harmless in one direction, whatever its schema says of values that have it already. */
const documented = /(?:optional|required) property (\S+) (?:added|removed)$/;

/** Whether no object in a value has a member of one of these names. */
function lacks(value: unknown, names: ReadonlySet<string>): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(
    ([key, member]) => (Array.isArray(value) || !names.has(key)) && lacks(member, names),
  );
}

/** The schemas refer to one that stands in `$defs` here and among the components there. */
function inDescription(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/"),
  ) as unknown;
}

async function changesOf(
  part: "body" | "reply",
  old: unknown,
  now: unknown,
): Promise<readonly Change[]> {
  const components = { schemas: { shared: sharedSchema } };
  const one: Case = {
    change: "",
    there: [],
    back: [],
    components: [components, components],
    [part]: [inDescription(old), inDescription(now)],
  };
  return compareApis(
    await sideOf(descriptionOf(one, 0), "old"),
    await sideOf(descriptionOf(one, 1), "new"),
  );
}

test("random changes of schemas: no break is missed", { timeout: 120_000 }, async () => {
  const seed = Number(process.env["SEED"] ?? 20_261_122);
  const count = Number(process.env["COUNT"] ?? 300);
  const schemas = randomSchemas(count * 2, seed);
  const values = randomValues(300, seed);
  const numbers = fc.sample(fc.nat(), { numRuns: count * 20, seed })[Symbol.iterator]();
  const choose = (below: number): number => Number(numbers.next().value ?? 0) % Math.max(1, below);
  const pairs = Array.from({ length: Math.floor(schemas.length / 2) }, (_, index) => {
    const old = schemas[2 * index];
    return [old, changed(old, schemas[2 * index + 1], choose)] as const;
  });
  const named = pairs.flatMap((pair, index) =>
    pair.map((schema, side) =>
      new SchemaGraph().named(
        schema,
        `https://random.example/${index}/${side}`,
        `Pair${index}Side${side}`,
      ),
    ),
  );
  const module = await load((await emitValidators(modelOf(named))).text);
  const fits = (index: number, side: number, value: unknown): boolean =>
    module[`isPair${index}Side${side}`]?.(value) === true;
  const missed: unknown[] = [];
  let breaks = 0;
  for (const [index, [old, now]] of pairs.entries())
    for (const part of ["body", "reply"] as const) {
      const changes = await changesOf(part, old, now);
      const names = new Set(changes.flatMap(({ message }) => documented.exec(message)?.[1] ?? []));
      const judged = values.filter((value) => lacks(value, names));
      const lost = judged.find((value) => fits(index, 0, value) && !fits(index, 1, value));
      const won = judged.find((value) => !fits(index, 0, value) && fits(index, 1, value));
      const [narrowed, widened] =
        part === "body" ? (["clients", "servers"] as const) : (["servers", "clients"] as const);
      for (const [side, value] of [
        [narrowed, lost],
        [widened, won],
      ] as const) {
        if (value === undefined) continue;
        breaks += 1;
        if (!changes.some((change) => change[side]))
          missed.push({ part, side, old, now, value, told: changes.map(({ rule }) => rule) });
      }
    }
  expect(missed.map((one) => JSON.stringify(one)).slice(0, 3), `seed ${seed}`).toEqual([]);
  expect(breaks).toBeGreaterThan(count / 4);
});
