import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Config } from "../../src/config/options.js";
import type { Operation } from "../../src/model/types.js";
import { callable } from "./callbacks.js";
import { call, faultOf } from "./calls.js";
import { Exceptions } from "./exceptions.js";
import { type RoundTrip, connect } from "./service.js";
import { whyNotReply, whyNotRequest } from "./travel.js";
import { Messages } from "./values.js";
import { Verdicts } from "./verdicts.js";
import { isLong } from "../long.js";

const seed = Number(process.env["SEED"] ?? 20_260_314);
const golden = fileURLToPath(new URL("../golden/", import.meta.url));

/** Every name is another one in code, whether or not camelCase would change it. */
const called = (name: string): string => `${name}InCode`;

async function connectBoth(name: string): Promise<readonly [RoundTrip, RoundTrip] | undefined> {
  const folder = join(golden, name);
  const file = join(folder, "config.json");
  const config: Partial<Config> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const preserved = { ...config, case: "preserve" as const };
  const renamed = await connect("input.yaml", folder, preserved, called);
  const plain = renamed && (await connect("input.yaml", folder, preserved));
  return renamed && plain && [renamed, plain];
}

/** Those in which there is something of each kind; with `LONG`, all of them. */
const some =
  "bytes camel composition forms forms-choice int64 pages parameters replies streams styles undeclared webhooks whole-query-string";
const names = readdirSync(golden, { withFileTypes: true }).flatMap((entry) => {
  const isIn = isLong || some.split(" ").includes(entry.name);
  return entry.isDirectory() && isIn ? [entry.name] : [];
});
const all = await Promise.all(names.map(async (name) => ({ name, both: await connectBoth(name) })));
const trips = all.flatMap(({ name, both }) => (both ? [{ name, both }] : []));
afterAll(() => Promise.all(trips.flatMap(({ both }) => both.map((trip) => trip.close()))));

describe.each(trips)("$name", ({ both: [renamed, plain] }) => {
  const others = new Map(callable(plain.model).map((one) => [one.names.method, one]));
  const operations = callable(renamed.model);
  test.each(operations.map((operation) => ({ id: operation.id, operation })))(
    "$id",
    async ({ operation }) => {
      const other = others.get(operation.names.method) as Operation;
      const verdicts = new Verdicts(renamed.checks, undefined, new Exceptions());
      const messages = new Messages({ judge: verdicts.judge, misses: new Map() });
      const property = fc.asyncProperty(
        messages.requests(operation),
        messages.replies(operation),
        async (request, planned) => {
          fc.pre(verdicts.request(operation, request) && verdicts.reply(operation, planned));
          fc.pre(!whyNotRequest(operation, request) && !whyNotReply(planned));
          renamed.wire();
          plain.wire();
          const one = await call(renamed, renamed.client(), operation, request, planned, false);
          const two = await call(plain, plain.client(), other, request, planned, false);
          expect(renamed.wire()).toEqual(plain.wire());
          const inPlain = await faultOf(two, other, request, planned);
          const fault = await faultOf(one, operation, request, planned);
          // What does not arrive without other names, for a reason that other tests look at, need not arrive with them.
          if (inPlain === undefined) expect(fault).toBe(undefined);
        },
      );
      const details = await fc.check(property, { seed, numRuns: 3, maxSkipsPerRun: 20 });
      if (details.failed && details.counterexample) throw details.errorInstance;
    },
  );
});
