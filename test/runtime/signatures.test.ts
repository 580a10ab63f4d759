import { expect, test } from "vitest";
import { callbackAddress } from "../../src/runtime/client/webhooks/callback-address.js";
import { refusePrivate } from "../../src/runtime/client/webhooks/private-addresses.js";
import { type Verify, hmacSha256, standardWebhooks } from "../../src/runtime/server/signatures.js";
import { createServer } from "../../src/runtime/server/server.js";
import { route } from "./route.js";

const at = 1_614_265_330_000;
const now = () => at;

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function judge(verify: Verify, { headers, body }: Signed): Promise<boolean> {
  const bytes = new TextEncoder().encode(body);
  return Promise.resolve(verify({ bytes, header: (name) => headers[name] }));
}

/** As the libraries of Standard Webhooks, Stripe and GitHub sign; each is right at that time, and what is said of it. */
const vectors: Readonly<
  Record<
    string,
    Signed & { verify: (now: () => number, secret?: string) => Verify; timed: boolean }
  >
> = {
  "Standard Webhooks": {
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    body: '{"test": 2432232314}',
    verify: (now, secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") =>
      standardWebhooks(secret, { now }),
    timed: true,
  },
  Stripe: {
    headers: {
      "stripe-signature":
        "t=1614265330,v0=00,v1=c518a279df44d925e080bda9a19bf937b94e23b06975821a78e17bdaff5693bc",
    },
    body: '{"id":"evt"}',
    verify: (now, secret = "whsec_test") =>
      hmacSha256({ header: "Stripe-Signature", secret, prefix: "v1=", timestamp: "t=", now }),
    timed: true,
  },
  GitHub: {
    headers: {
      "x-hub-signature-256":
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    },
    body: "Hello, World!",
    verify: (now, secret = "It's a Secret to Everybody") =>
      hmacSha256({ header: "X-Hub-Signature-256", secret, prefix: "sha256=", now }),
    timed: false,
  },
};

test.each(Object.entries(vectors))(
  "%s: what is signed passes, and nothing else",
  async (_, { headers, body, verify, timed }) => {
    expect(await judge(verify(now), { headers, body })).toBe(true);
    for (const minutes of [-4, 4])
      expect(
        await judge(
          verify(() => at + minutes * 60_000),
          { headers, body },
        ),
      ).toBe(true);
    for (const minutes of [-6, 6])
      expect(
        await judge(
          verify(() => at + minutes * 60_000),
          { headers, body },
        ),
      ).toBe(!timed);
    expect(await judge(verify(now, "c2VjcmV0c2VjcmV0"), { headers, body })).toBe(false);
    expect(await judge(verify(now), { headers, body: `${body} ` })).toBe(false);
    for (const [name, value] of Object.entries(headers)) {
      const { [name]: _, ...rest } = headers;
      expect(await judge(verify(now), { headers: rest, body })).toBe(false);
      for (const other of [
        "",
        " ",
        value.slice(0, -3),
        value.replace(/\w/, "_"),
        "v1,",
        "sha256=",
        "t=1",
      ])
        expect([
          name,
          other,
          await judge(verify(now), { headers: { ...headers, [name]: other }, body }),
        ]).toEqual([name, other, false]);
    }
  },
);

test("several secrets hold while one is changed, and several signatures", async () => {
  const { headers, body }: Signed = vectors["Standard Webhooks"] ?? { headers: {}, body: "" };
  const several = standardWebhooks(["bmV3", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], { now });
  const signature = `v1a,x v1,AAAA ${headers["webhook-signature"] ?? ""}`;
  expect(
    await judge(several, { headers: { ...headers, "webhook-signature": signature }, body }),
  ).toBe(true);
  const broken = standardWebhooks("!", { now });
  await expect(judge(broken, { headers, body })).rejects.toThrow("Base64");
});

test("a wrong signature never reaches the handler, which gets the bytes as they came", async () => {
  const seen: unknown[] = [];
  const server = createServer(
    {
      verify: { paid: ({ header }) => header("x-right") === "yes" },
      bodyLimit: { paid: 20, "*": 5 },
      replies: "off",
    },
    {},
    {
      paid: route({
        method: "POST",
        path: "/paid",
        body: { content: { "application/json": "json" } },
        async handle({ body }: { body: unknown }, { request }) {
          seen.push(body, new TextDecoder().decode(await request.read(100)));
          return { status: 204 };
        },
      }),
      open: route({
        method: "POST",
        path: "/open",
        body: { content: { "application/json": "json" } },
        handle: () => ({ status: 204 }),
      }),
    },
  );
  const send = async (path: string, body: string, right: string): Promise<number> => {
    const headers = { "content-type": "application/json", "x-right": right };
    return (await server.fetch(new Request(`http://x${path}`, { method: "POST", headers, body })))
      .status;
  };
  expect(await send("/paid", '{"a": 1.0}', "no")).toBe(401);
  expect(await send("/paid", "not JSON", "no")).toBe(401);
  expect(seen).toEqual([]);
  expect(await send("/paid", '{"a": 1.0}', "yes")).toBe(204);
  expect(seen).toEqual([{ a: 1 }, '{"a": 1.0}']);
  expect(await send("/paid", `"${"x".repeat(20)}"`, "yes")).toBe(413);
  expect([await send("/open", "1", ""), await send("/open", "123456", "")]).toEqual([204, 413]);
});

test("callbacks go to public addresses only", async () => {
  const isRefused = (host: string, options: Parameters<typeof refusePrivate>[1] = {}) =>
    refusePrivate(`https://${host}/x`, options).then(
      () => false,
      () => true,
    );
  const wrong = [
    ...[
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f.1",
      "0.0.0.0",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
    ],
    ...[
      "192.168.0.1",
      "169.254.169.254",
      "100.64.0.1",
      "224.0.0.1",
      "255.255.255.255",
      "192.0.2.1",
      "198.18.0.1",
    ],
    ...[
      "[::1]",
      "[::]",
      "[fe80::1]",
      "[fd00::1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:8.8.8.8]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
    ],
    ...["[2001:db8::1]", "[2001:0:1::]", "[ff02::1]"],
    ...[
      "localhost",
      "LOCALHOST.",
      "a.localhost",
      "printer.local",
      "metadata.google.internal",
      "db",
      "user@example.com",
      "a:b@example.com",
    ],
  ];
  for (const host of wrong) expect([host, await isRefused(host)]).toEqual([host, true]);
  const right = [
    "example.com",
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "[2606:4700::1111]",
    "example.com:8443",
    "a.b.example",
  ];
  for (const host of right) expect([host, await isRefused(host)]).toEqual([host, false]);
  expect(await isRefused("localhost", { allowPrivate: true })).toBe(false);
  expect(await isRefused("example.com", { resolve: async () => ["93.184.216.34", "::1"] })).toBe(
    true,
  );
  expect(await isRefused("example.com", { resolve: async () => ["93.184.216.34"] })).toBe(false);
});

test("the address of a callback is where the expression says", () => {
  const called = {
    request: {
      path: { id: 7 },
      query: { url: "https://a.example" },
      headers: { "X-Back": "https://b.example" },
      body: { "a/b": ["https://c.example/"], constructor: 1 },
    },
    reply: { status: 201, body: { id: "x y/z" } },
    url: "https://e.example/pets?a=b",
  };
  const at = (expression: string) => callbackAddress(expression, called);
  expect(at("{$request.query.url}/data?i={$request.path.id}")).toBe("https://a.example/data?i=7");
  expect(at("$request.header.x-back")).toBe("https://b.example");
  expect(at("{$request.body#/a~1b/0}")).toBe("https://c.example/");
  expect(at("https://d.example/{$response.body#/id}")).toBe("https://d.example/x%20y%2Fz");
  expect(at("{$url}&s={$statusCode}")).toBe("https://e.example/pets?a=b&s=201");
  expect(at("$url")).toBe("https://e.example/pets?a=b");
  expect(() => callbackAddress("{$url}", { request: {} })).toThrow("is missing");
  expect(() => callbackAddress("{$statusCode}", { request: {} })).toThrow("is missing");
  for (const one of [
    "{$request.body#/none}",
    "{$request.body#/toString}",
    "{$urls}",
    "{$request.query.none}",
    "{$request.body#/a~1b}",
  ])
    expect(() => at(one)).toThrow("is missing");
});
