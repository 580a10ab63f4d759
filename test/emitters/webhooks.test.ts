import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../src/index.js";
import type { Server } from "../../src/runtime/server/server.js";

const folder = await mkdtemp(join(tmpdir(), "webhooks-"));
afterAll(() => rm(folder, { recursive: true }));

interface Webhooks {
  createShopWebhooks(options: object): Server;
}

test("webhooks are received, checked and authenticated as operations are", async () => {
  const input = fileURLToPath(new URL("../golden/webhooks/input.yaml", import.meta.url));
  const { ok, diagnostics } = await generate({
    input,
    output: join(folder, "api"),
    only: ["server"],
  });
  expect([ok, diagnostics]).toEqual([true, []]);
  const outfile = join(folder, "webhooks.mjs");
  await build({
    entryPoints: [join(folder, "api/webhooks.ts")],
    outfile,
    bundle: true,
    format: "esm",
  });
  const { createShopWebhooks } = (await import(outfile)) as Webhooks;
  const received: unknown[] = [];
  const server = createShopWebhooks({
    basePath: "/hooks",
    signature: (key: string) => (key === "right" ? "shop" : undefined),
    handlers: {
      orderShipped(request: unknown) {
        received.push(request);
        return { status: 204 };
      },
    },
  });
  const send = (body: string, key = "right"): Promise<Response> =>
    server.fetch(
      new Request("http://here/hooks/order/%7Bshipped%7D", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-signature": key,
          "x-delivery": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        },
        body,
      }),
    );
  expect((await send('{"order":7}')).status).toBe(204);
  expect(received).toEqual([
    {
      headers: { "X-Delivery": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" },
      body: { order: 7 },
    },
  ]);
  expect((await send('{"order":7}', "wrong")).status).toBe(401);
  const refused = await send('{"order":"7"}');
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { message: 'The request is not valid: /body/order must be an integer, is "7"' },
  ]);
});
