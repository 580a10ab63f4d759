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
  createShopWebhookServer(options: object): Server;
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
  const { createShopWebhookServer } = (await import(outfile)) as Webhooks;
  const received: unknown[] = [];
  const server = createShopWebhookServer({
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

interface Sender {
  createShopWebhooks(options: object): {
    orderShipped(request: object, options?: object): Promise<unknown>;
    subscribeOnPaid(call: object, request: object): Promise<unknown>;
  };
}

test("what the sender signs, the receiver takes, with the same id for each try", async () => {
  const input = fileURLToPath(new URL("../golden/webhooks/input.yaml", import.meta.url));
  await generate({ input, output: join(folder, "both") });
  const outfile = join(folder, "both.mjs");
  await build({
    stdin: {
      contents: `export * from "./webhooks.ts"; export * from "./webhook-sender.ts"; export * from "./runtime/server/signatures.ts";`,
      resolveDir: join(folder, "both"),
    },
    outfile,
    bundle: true,
    format: "esm",
  });
  const module = (await import(outfile)) as Webhooks &
    Sender & { standardWebhooks(secrets: string[]): unknown };
  const received: unknown[] = [];
  const server = module.createShopWebhookServer({
    signature: () => "shop",
    verify: module.standardWebhooks(["whsec_c2VjcmV0"]),
    handlers: {
      orderShipped: ({ body }: { body: unknown }) => {
        received.push(body);
        return { status: 204 };
      },
      subscribeOnPaid: ({ body }: { body: unknown }) => {
        received.push(body);
        return { status: 204 };
      },
    },
  });
  const tries: [url: string, id: string | null][] = [];
  const options = {
    url: "https://shop.example/order/%7Bshipped%7D",
    headers: { "x-signature": "any" },
    retries: 1,
    clock: { now: () => Date.now(), sleep: async () => undefined, random: () => 0 },
    async fetch(url: string, init: object) {
      const request = new Request(url, init);
      tries.push([url, request.headers.get("webhook-id")]);
      if (tries.length === 1) return new Response(null, { status: 503 });
      return await server.fetch(request);
    },
  };
  const shipped = {
    headers: { "X-Delivery": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" },
    body: { order: 7 },
  };
  const sender = module.createShopWebhooks({ ...options, secret: "whsec_c2VjcmV0" });
  await sender.orderShipped(shipped);
  expect(received).toEqual([{ order: 7 }]);
  expect(tries.length).toBe(2);
  expect(tries[0]).toEqual(tries[1]);

  const wrong = module.createShopWebhooks({ ...options, secret: "b3RoZXI=" });
  await expect(wrong.orderShipped(shipped)).rejects.toMatchObject({ status: 401 });

  const call = (url: string) => ({ request: { query: { url } } });
  const paid = { body: { message: "paid" } };
  await sender.subscribeOnPaid(call("https://shop.example/subscribe/onPaid"), paid);
  expect(received).toEqual([{ order: 7 }, { message: "paid" }]);
  const sent = tries.length;
  for (const url of ["http://169.254.169.254/", "ftp://shop.example/", "http://localhost/"])
    await expect(sender.subscribeOnPaid(call(url), paid)).rejects.toThrow();
  expect(tries.length).toBe(sent);
});
