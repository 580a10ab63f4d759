import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Config } from "../../src/config.js";
import { isStream } from "../../src/model/items.js";
import { itemName, replyName } from "../../src/emitters/validators/requests.js";
import type { Media, Operation } from "../../src/model/types.js";
import { received, settled } from "./compare.js";
import { type Check, type Members, type RoundTrip, connect } from "./service.js";
import { type Reason, isOf, reasons, whyNotReply, whyNotRequest } from "./travel.js";
import { type PlannedReply, repliesOf, requestsOf } from "./values.js";

const seed = Number(process.env["SEED"] ?? 20_260_314);
const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const petStore = fileURLToPath(new URL("../../spec/", import.meta.url));

const filled = "its config has the server fill in the defaults of bodies, which nobody sent";

/** Operations that cannot take part, with the reason; one that could is a mistake. */
const left: Readonly<Record<string, string>> = {
  "defaults createPet": filled,
  "defaults replacePets": filled,
  "defaults importPet": filled,
};

const descriptions = [
  { name: "Pet Store", folder: petStore, input: "petstore.yaml", config: {} },
  ...readdirSync(golden, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const folder = join(golden, name);
      const file = join(folder, "config.json");
      const config = (
        existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
      ) as Partial<Config>;
      return { name, folder, input: "input.yaml", config };
    }),
];

const connected = await Promise.all(
  descriptions.map(async ({ name, folder, input, config }) => {
    const { compare: _, ...own } = config as Partial<Config> & { compare?: unknown };
    return { name, trip: await connect(input, folder, own) };
  }),
);
const trips = connected.filter(
  (one): one is { name: string; trip: RoundTrip } => one.trip !== undefined,
);

afterAll(() => Promise.all(trips.map(({ trip }) => trip.close())));

const met = new Set<Reason>();

describe.each(trips)("$name", ({ name, trip }) => {
  const operations = trip.model.operations.filter(({ kind }) => kind === "path");
  test.each(operations.map((operation) => ({ id: operation.id, operation })))(
    "$id",
    async ({ id, operation }) => {
      const because = left[`${name} ${id}`];
      const all = fc.asyncProperty(
        requestsOf(operation),
        repliesOf(operation),
        fc.boolean(),
        async (request, planned, lazy) => {
          fc.pre(isValid(trip, operation, request, planned));
          const reason = whyNotRequest(operation, request) ?? whyNotReply(planned);
          if (reason) met.add(reason);
          fc.pre(reason === undefined);
          await travel(trip, operation, request, planned, lazy);
        },
      );
      const run = fc.assert(all, { seed, numRuns: 25, maxSkipsPerRun: 100 });
      if (because === undefined) await run;
      else await expect(run, `${because}: no longer so`).rejects.toThrow();
    },
  );
});

test("all reasons why a value cannot arrive as it was are met", () => {
  expect(Object.keys(reasons).filter((reason) => !met.has(reason as Reason))).toEqual([]);
});

test("there are descriptions and operations enough", () => {
  const names = trips.flatMap(({ name, trip }) =>
    trip.model.operations.map(({ id }) => `${name} ${id}`),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(Object.keys(left).filter((one) => !names.includes(one))).toEqual([]);
});

/** Sends a request, and looks at what arrives at either end. */
async function travel(
  { client, answerWith }: RoundTrip,
  operation: Operation,
  request: Members,
  { media, reply }: PlannedReply,
  lazy: boolean,
): Promise<void> {
  let arrived: unknown;
  answerWith(async (value) => {
    arrived = await settled(value);
    return media && isStream(media) && lazy ? { ...reply, body: slowly(reply["body"]) } : reply;
  });
  const isStreamed =
    operation.body?.content.some(
      (one) =>
        isStream(one) &&
        (operation.body?.content.length === 1 || isOf(one, request["contentType"])),
    ) === true;
  const sent =
    isStreamed && lazy && request["body"] ? { ...request, body: slowly(request["body"]) } : request;
  const answer = await client()[operation.names.method]?.(sent);
  expect(arrived).toEqual(await settled(received(operation, request)));
  const wanted = "headers" in (answer ?? {}) ? { headers: {}, ...reply } : reply;
  expect(await settled(answer)).toEqual(await settled(wanted));
}

async function* slowly(items: unknown): AsyncGenerator<unknown> {
  for (const item of items as readonly unknown[]) {
    await Promise.resolve();
    yield item;
  }
}

function isValid(
  { checks }: RoundTrip,
  operation: Operation,
  request: Members,
  { declared, media, reply }: PlannedReply,
): boolean {
  const { names, body } = operation;
  const passes = (name: string | undefined, value: unknown): boolean =>
    name === undefined || (checks[`check${name}`] as Check | undefined)?.(value, []) !== false;
  const each = (name: string | undefined, one: Media, value: unknown): boolean =>
    isStream(one) && Array.isArray(value)
      ? value.every((item) => passes(name, item))
      : passes(name, value);
  const content = body?.content ?? [];
  const sent =
    content.length > 1 ? content.find((one) => isOf(one, request["contentType"])) : content[0];
  return (
    passes(names.request, request) &&
    (!sent ||
      !isStream(sent) ||
      each(itemName(names.request, sent, content), sent, request["body"])) &&
    (!media || each(replyName(operation, declared, media), media, reply["body"]))
  );
}
