import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { Config } from "../../src/config/options.js";
import { isLong } from "../long.js";
import { oddSamples } from "../corpus/descriptions.js";
import { callable } from "./callbacks.js";
import { someOptions } from "./options.js";
import { Rounds } from "./rounds.js";
import { connect } from "./service.js";
import { type Reason, reasons } from "./reasons.js";

const seed = Number(process.env["SEED"] ?? 20_260_314);
const runs = isLong ? 12 : 8;
const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const petStore = fileURLToPath(new URL("../../spec/", import.meta.url));

const filled = "its config has the server fill in the defaults of bodies, which are not sent";
/** Operations that cannot take part, with the reason; one that could is a mistake. */
const left: Readonly<Record<string, string>> = {
  "defaults createPet": filled,
  "defaults replacePets": filled,
  "defaults importPet": filled,
  "defaults setOwner": filled,
  "defaults changeOwner": filled,
  "camel addCar": filled,
  "streamed-bodies addAlbum": "its parts come one by one, and not as one value",
};

interface Description {
  readonly name: string;
  readonly folder: string;
  readonly input: string;
  readonly config: Partial<Config> & { readonly compare?: unknown };
}

const descriptions: readonly Description[] = [
  { name: "Pet Store", folder: petStore, input: "petstore.yaml", config: {} },
  ...oddSamples().flatMap(({ name, folder, path }) => [
    { name, folder, input: path, config: {} },
    { name: `${name}, with options`, folder, input: path, config: someOptions(seed, name) },
  ]),
  ...readdirSync(golden, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const folder = join(golden, name);
      const file = join(folder, "config.json");
      const config = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
      return { name, folder, input: "input.yaml", config: config as Description["config"] };
    }),
];

const all = await Promise.all(
  descriptions.map(async ({ name, folder, input, config }) => {
    const trip = await connect(input, folder, config);
    return trip ? [{ name, trip, rounds: new Rounds(trip, { seed, runs, values: 8 }) }] : [];
  }),
);
const trips = all.flat();

afterAll(() => Promise.all(trips.map(({ trip }) => trip.close())));

describe.each(trips)("$name", ({ name, trip, rounds }) => {
  const operations = callable(trip.model);
  const faults = () => rounds.faults.splice(0);
  test.each(operations.map((operation) => ({ id: operation.id, operation })))(
    "$id",
    async ({ id, operation }) => {
      await rounds.operation(operation);
      if (left[`${name} ${id}`] === undefined) expect(faults()).toEqual([]);
      else expect(faults(), `${left[`${name} ${id}`]}: no longer so`).not.toEqual([]);
    },
  );
  test("schemas", async () => {
    for (const schema of trip.model.schemas) await rounds.schema(schema);
    expect(faults()).toEqual([]);
  });
});

// Of other seeds, some values are too few for that.
test.skipIf(process.env["SEED"])("all reasons why a value cannot arrive as it was are met", () => {
  const met = new Set(trips.flatMap(({ rounds }) => [...rounds.met]));
  expect(Object.keys(reasons).filter((reason) => !met.has(reason as Reason))).toEqual([]);
});

test("there are descriptions and operations enough", () => {
  const names = trips.flatMap(({ name, trip }) =>
    trip.model.operations.map(({ id }) => `${name} ${id}`),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(Object.keys(left).filter((one) => !names.includes(one))).toEqual([]);
});
