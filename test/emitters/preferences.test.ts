import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../src/index.js";
import type { Server } from "../../src/runtime/server/server.js";
import { importFile } from "./generated.js";

const folder = await mkdtemp(join(tmpdir(), "preferences-"));
afterAll(() => rm(folder, { recursive: true }));

interface Generated {
  createShopServer(options: object): Server;
}

const few = { type: "string", enum: ["de", "en"] };
const schemas: Readonly<Record<string, object>> = {
  few,
  "a default": { ...few, default: "en" },
  "a pattern": { type: "string", pattern: "^[a-z]{2}$" },
  "a list": { type: "array", items: few },
};
const names = [
  "Accept-Language",
  "accept-encoding",
  "Accept-Charset",
  "Content-Language",
  "X-Mode",
];
/** Those of `names` that say what a caller would rather have. */
const preferences = new Set(names.slice(0, 3));
const kinds = names.flatMap((name) =>
  Object.entries(schemas).flatMap(([title, schema]) =>
    [false, true].map((required) => ({ name, title, schema, required })),
  ),
);

test("a preference that the description does not have is disregarded, unless it is required", async () => {
  const bodies = { "application/json": { schema: {} }, "text/plain": {} };
  const paths = Object.fromEntries(
    kinds.map(({ name, schema, required }, at) => {
      const parameters = [
        { in: "header", name, schema, required },
        { in: "query", name: "n", schema: { type: "integer", maximum: 5 } },
      ];
      const responses = { 204: { description: "Done" } };
      const shared = { parameters, responses };
      const post = { ...shared, operationId: `post${at}`, requestBody: { content: bodies } };
      return [`/${at}`, { get: { ...shared, operationId: `get${at}` }, post }];
    }),
  );
  const input = join(folder, "shop.json");
  const info = { title: "Shop", version: "1" };
  await writeFile(input, JSON.stringify({ openapi: "3.0.3", info, paths }));
  const only = ["types", "validators", "server"] as const;
  expect(await generate({ input, output: folder, only: [...only] })).toMatchObject({ ok: true });
  const { createShopServer } = await importFile<Generated>(join(folder, "server.ts"));
  let arrived: unknown;
  const handle = (request: { headers: Record<string, unknown> }): object => {
    arrived = Object.values(request.headers)[0];
    return { status: 204 };
  };
  const server = createShopServer({ handlers: new Proxy({}, { get: () => handle }) });
  for (const [at, { name, title, required }] of kinds.entries())
    for (const method of ["GET", "POST"])
      for (const [value, n] of [
        ["de", 1],
        ["de-DE,de;q=0.9", 1],
        ["*", 1],
        ["*", 9],
      ] as const) {
        const init = { method, headers: { [name]: value } };
        const { status } = await server.fetch(new Request(`http://shop/${at}?n=${n}`, init));
        const isKnown = value === "de";
        const isRead = n < 9 && (isKnown || (preferences.has(name) && !required));
        const known = title === "a list" ? ["de"] : "de";
        const preset = title === "a default" ? "en" : undefined;
        expect([name, title, required, method, value, status]).toEqual([
          ...[name, title, required, method, value, isRead ? 204 : 400],
        ]);
        if (isRead) expect([name, title, arrived]).toEqual([name, title, isKnown ? known : preset]);
      }
});
