import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createSender } from "../../src/runtime/client/client.js";
import {
  apiKeyCookie,
  apiKeyHeader,
  apiKeyQuery,
  authorization,
  basic,
  choose,
  outOfBand,
} from "../../src/runtime/client/auth/credentials.js";
import { bearer } from "../../src/runtime/client/auth/bearer.js";
import { checkReplies } from "../../src/runtime/client/replies/checks.js";
import { hideKeys } from "../../src/runtime/client/auth/hide-keys.js";
import type { BaseUrl, CallOptions, ClientOptions } from "../../src/runtime/client/options.js";
import { clientCredentials, OAuthError, refreshing } from "../../src/runtime/client/auth/oauth.js";
import { dropped, FakeClock, fakeService, reply, type Sent, type Step } from "./fakes.js";
import { type Credentials, fullSender, type Outgoing, send, singleSender } from "./senders.js";

async function sendWith(
  credentials: Credentials,
  change: Partial<Outgoing> = {},
  call: CallOptions = {},
  options: ClientOptions = {},
): Promise<Sent> {
  const { fetch, sent } = fakeService(new FakeClock(), reply(200));
  const sender = singleSender({ baseUrl: "https://a.example", fetch, ...options }, credentials);
  const names = Object.keys(credentials);
  const outgoing = { operation: "op", method: "GET", path: "/x", replies: { 200: {} } };
  await send(sender, () => ({ ...outgoing, security: [names], ...change }), call);
  if (sent[0] === undefined) throw new Error("nothing was sent");
  return sent[0];
}

test.each([
  [bearer("k"), { authorization: "Bearer k" }],
  [bearer(() => "k"), { authorization: "Bearer k" }],
  [bearer(async () => Promise.resolve("k\n")), { authorization: "Bearer k" }],
  [authorization("Token", "k"), { authorization: "Token k" }],
  [
    basic({ username: "Aladdin", password: "open sesame" }),
    { authorization: "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==" },
  ],
  [basic(() => ({ username: "é", password: ":" })), { authorization: "Basic w6k6Og==" }],
  [apiKeyHeader("X-Key", "k"), { "x-key": "k" }],
  [apiKeyHeader("Constructor", "k"), { constructor: "k" }],
  [apiKeyHeader("__proto__", "k"), { ["__proto__"]: "k" }],
  [apiKeyCookie("sid", "a;b"), { cookie: "sid=a%3Bb" }],
  [apiKeyCookie("sid", "k+/=="), { cookie: "sid=k+/==" }],
  [apiKeyCookie("sid", "s%3Aa.b%2F"), { cookie: "sid=s%3Aa.b%2F" }],
  [apiKeyCookie("sid", '"100%"'), { cookie: 'sid="100%"' }],
  [apiKeyCookie("sid", 'a"'), { cookie: "sid=a%22" }],
  [apiKeyCookie("sid", '%41 "é,\\'), { cookie: "sid=%2541%20%22%C3%A9%2C%5C" }],
  [outOfBand(), {}],
  [bearer(() => undefined), {}],
  [basic(async () => Promise.resolve(undefined)), {}],
  [apiKeyHeader("X-Key", () => undefined), {}],
  [apiKeyQuery("k", () => undefined), {}],
  [apiKeyCookie("sid", () => undefined), {}],
])("credential %# in a header", async (signer, headers) => {
  expect((await sendWith({ key: signer })).headers).toEqual(headers);
});

test("a credential is refused that is empty, or null in the place of undefined", async () => {
  for (const none of ["", null, () => "", () => null] as never[])
    for (const key of [bearer(none), apiKeyHeader("k", none), apiKeyQuery("k", none)])
      await expect(sendWith({ key })).rejects.toThrow("is invalid");
});

test("a user name with a colon is refused: what stands behind it would be the password", async () => {
  const key = basic({ username: "a:b", password: "c" });
  await expect(sendWith({ key })).rejects.toEqual(new TypeError("username is invalid"));
});

test("two credentials for one place are sent as the first of them", async () => {
  const pairs = [
    [bearer("a"), authorization("Token", "b"), { authorization: "Bearer a" }],
    [apiKeyHeader("X-Key", "a"), apiKeyHeader("x-key", "b"), { "x-key": "a" }],
    [apiKeyCookie("k", "a"), apiKeyCookie("k", "b"), { cookie: "k=a" }],
    [apiKeyCookie("k", "a"), apiKeyCookie("k2", "b"), { cookie: "k=a; k2=b" }],
  ] as const;
  for (const [first, second, headers] of pairs)
    expect((await sendWith({ first, second })).headers).toEqual(headers);
  const keys = { first: apiKeyQuery("a b", "1"), second: apiKeyQuery("a b", "2") };
  expect((await sendWith(keys)).url).toBe("https://a.example/x?a%20b=1");
});

test("an API key in the query, beside other parameters, and in a cookie, beside others", async () => {
  expect((await sendWith({ key: apiKeyQuery("api key", "a&b") })).url).toBe(
    "https://a.example/x?api%20key=a%26b",
  );
  expect((await sendWith({ key: apiKeyQuery("k", "s") }, { query: ["&a=1"] })).url).toBe(
    "https://a.example/x?a=1&k=s",
  );
  const both = await sendWith({ key: apiKeyCookie("k", "s") }, { headers: { Cookie: "a=1" } });
  expect(both.headers).toEqual({ cookie: "a=1; k=s" });
});

describe("alternatives and combinations", () => {
  const a = bearer("a");
  const b = apiKeyHeader("b", "b");
  const used = async (credentials: Credentials, security: string[][]): Promise<string[]> =>
    Object.keys((await sendWith(credentials, { security })).headers);

  test("the first combination that is given whole is used", async () => {
    expect(await used({ a, b }, [["a"], ["b"]])).toEqual(["authorization"]);
    expect(await used({ a: undefined, b }, [["a"], ["b"]])).toEqual(["b"]);
    expect(await used({ a, b }, [["a", "b"]])).toEqual(["authorization", "b"]);
    expect(await used({ a, b: bearer("") }, [["a", "b"], ["a"]])).toEqual(["authorization"]);
  });

  test("where none is needed, one that is given is used all the same", async () => {
    expect(await used({ a }, [["a"], []])).toEqual(["authorization"]);
    expect(await used({ a: undefined }, [["a"], []])).toEqual([]);
    expect(await used({ a }, [])).toEqual([]);
  });

  test("an operation that does not say what it needs gets the usual, and one that needs none does not", async () => {
    const signed = async (outgoing: Partial<Outgoing>): Promise<string[]> => {
      const { fetch, sent } = fakeService(new FakeClock(), reply(200));
      const options: ClientOptions & BaseUrl = { baseUrl: "https://a.example", fetch };
      const sender = createSender(options, choose({ a, b }, [["b"]]), checkReplies(options));
      const usual = { operation: "op", method: "GET", path: "/x", replies: { 200: {} } };
      await send(sender, () => ({ ...usual, ...outgoing }));
      return Object.keys(sent[0]?.headers ?? {});
    };
    expect(await signed({})).toEqual(["b"]);
    expect(await signed({ security: [["a"]] })).toEqual(["authorization"]);
    expect(await signed({ security: [] })).toEqual([]);
  });

  test("what is missing is named", async () => {
    const given = { a: undefined, b: undefined, c: bearer("c") };
    await expect(
      used(given, [
        ["a", "b"],
        ["b", "c"],
      ]),
    ).rejects.toThrow("op needs credentials: a and b, or b and c");
  });
});

test.each([
  ["a header", bearer],
  ["a header of its own", (get: () => Promise<string>) => apiKeyHeader("X-Key", get)],
  ["the query", (get: () => Promise<string>) => apiKeyQuery("key", get)],
  ["a cookie", (get: () => Promise<string>) => apiKeyCookie("key", get)],
])("calls at once wait for one secret: %s", async (_, make) => {
  let asked = 0;
  const key = make(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    return `k${++asked}`;
  });
  const all = await Promise.all(Array.from({ length: 5 }, () => sendWith({ key })));
  expect(asked).toBe(1);
  expect(all.every((sent) => JSON.stringify(sent).includes("k1"))).toBe(true);
  expect(JSON.stringify(await sendWith({ key }))).toContain("k2");
});

test("a secret that could not be got is asked for again", async () => {
  let asked = 0;
  const key = bearer(async () => {
    asked += 1;
    if (asked === 1) throw new Error("the vault is closed");
    return Promise.resolve("k");
  });
  await expect(sendWith({ key })).rejects.toThrow("the vault is closed");
  expect((await sendWith({ key })).headers).toEqual({ authorization: "Bearer k" });
});

test("a header set by hand wins over a credential", async () => {
  const { headers } = await sendWith(
    { key: bearer("k") },
    {},
    { headers: { Authorization: "mine" } },
  );
  expect(headers).toEqual({ authorization: "mine" });
});

test("a key in a cookie, which workerd takes along, or in a header of its own does not follow redirects", async () => {
  expect((await sendWith({ key: apiKeyCookie("sid", "k") })).redirect).toBe("manual");
  expect((await sendWith({ key: apiKeyHeader("X-Key", "k") })).redirect).toBe("manual");
  expect((await sendWith({ key: bearer("k") })).redirect).toBe(undefined);
});

test("secrets are in no error, hook, or message", async () => {
  const secret = "s3cret";
  const credentials = {
    a: bearer(secret),
    b: apiKeyQuery("k", secret),
    c: apiKeyHeader("X-C", secret),
    d: apiKeyCookie("d", secret),
    e: bearer(`${secret}é\u0100`),
  };
  const seen: unknown[] = [];
  const note = (event: unknown): void => void seen.push(JSON.stringify(event));
  const options = { onRequest: note, onResponse: note, onRetry: note, retries: 1 };
  for (const [step, security] of [
    [dropped(), ["a", "b", "c", "d"]],
    [reply(302, undefined, { location: "https://b.example" }), ["a", "b", "c", "d"]],
    [reply(404, { message: "no" }), ["a", "b", "c", "d"]],
    [reply(200), ["e"]],
  ] as const) {
    const clock = new FakeClock();
    const { fetch, sent } = fakeService(clock, step as Step);
    const all = { baseUrl: "https://a.example", fetch, clock, ...options };
    const sender = fullSender(all, credentials);
    const outgoing = { operation: "op", method: "GET", path: "/x", replies: { 404: {} } };
    const call = send(sender, () => ({ ...outgoing, security: [security] })).ok();
    const error: unknown = await clock.run(call.catch((caught: unknown) => caught));
    expect(error).toBeInstanceOf(Error);
    const { message, stack, cause } = error as Error;
    seen.push(message, stack, JSON.stringify(error), String(cause));
    if (security.length > 1) expect(JSON.stringify(sent)).toContain(secret);
  }
  expect(seen.join("\n")).not.toContain(secret);
});

test("a key in the query is in nothing that a platform says of an address it could not reach", async () => {
  const quoted: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    quoted.push(url);
    const inner = Object.assign(new Error(`no route to ${url}`), { path: url, port: 443 });
    return Promise.reject(new TypeError(`sending (${url}) failed`, { cause: inner }));
  };
  const sender = createSender(
    { baseUrl: "https://a.example", fetch },
    apiKeyQuery("k", "s3'cret"),
    () => ({ status: 200 }),
    hideKeys,
  );
  const make = (base: string) => ({
    operation: "op",
    method: "GET",
    url: `${base}/x?a=1`,
  });
  const error = (await sender.send(undefined, make).catch((caught: unknown) => caught)) as Error;
  expect(quoted).toEqual(["https://a.example/x?a=1&k=s3%27cret"]);
  expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain("cret");
  expect(error.cause).toMatchObject({
    message: "sending (https://a.example/x?a=1&…) failed",
    cause: { path: "https://a.example/x?a=1&…", port: 443 },
  });
});

describe("OAuth 2", () => {
  const tokens = (...steps: Step[]) => {
    let time = 0;
    const { fetch, sent } = fakeService(new FakeClock(), ...steps);
    return {
      sent,
      pass: (milliseconds: number) => (time += milliseconds),
      options: {
        tokenUrl: "https://auth.example/token",
        clientId: "me",
        clientSecret: "s3cret",
        fetch,
        now: () => time,
      },
    };
  };
  const token = (name: string, more = {}): Response =>
    reply(200, { access_token: name, token_type: "bearer", expires_in: 100, ...more });

  test("client credentials: one request at a time, again shortly before the end", async () => {
    const { options, sent, pass } = tokens(token("t1"), token("t2"));
    const get = clientCredentials({ ...options, scopes: ["a", "b"] });
    expect(await Promise.all([get(), get(), get()])).toEqual(["t1", "t1", "t1"]);
    pass(69_000);
    expect(await get()).toBe("t1");
    pass(2000);
    expect(await Promise.all([get(), get()])).toEqual(["t2", "t2"]);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({
      url: "https://auth.example/token",
      method: "POST",
      body: "grant_type=client_credentials&client_id=me&client_secret=s3cret&scope=a+b",
      redirect: "error",
    });
  });

  test("id and secret in Authorization, and what else the server wants", async () => {
    const { options, sent } = tokens(token("t1"));
    const parameters = { audience: "https://api.example" };
    await clientCredentials({ ...options, clientAuthentication: "basic", parameters })();
    expect(sent[0]).toMatchObject({
      headers: { authorization: `Basic ${btoa("me:s3cret")}` },
      body: "audience=https%3A%2F%2Fapi.example&grant_type=client_credentials",
    });
  });

  test("a token of a short life is used for half of it", async () => {
    const { options, sent, pass } = tokens(token("t1", { expires_in: 20 }), token("t2"));
    const get = clientCredentials(options);
    await get();
    pass(9000);
    expect(await get()).toBe("t1");
    pass(2000);
    expect(await get()).toBe("t2");
    expect(sent).toHaveLength(2);
  });

  test("a token that says no end is kept", async () => {
    const { options, sent, pass } = tokens(token("t1", { expires_in: undefined }));
    const get = clientCredentials(options);
    await get();
    pass(1e9);
    expect(await get()).toBe("t1");
    expect(sent).toHaveLength(1);
  });

  test("refresh: a new refresh token takes the place of the old one", async () => {
    const { options, sent, pass } = tokens(token("t1", { refresh_token: "r2" }), token("t2"));
    const stored: string[] = [];
    const get = refreshing("r1", options, (next) => stored.push(next));
    await get();
    pass(100_000);
    await get();
    expect(stored).toEqual(["r2"]);
    expect(sent.map(({ body }) => new URLSearchParams(String(body)).get("refresh_token"))).toEqual([
      "r1",
      "r2",
    ]);
  });

  test("a failure says why, without secrets, and the next call tries again", async () => {
    const { options } = tokens(
      reply(401, { error: "invalid_client", error_description: "s3cret is wrong" }),
      new Response("<p>", { status: 200 }),
      token("t1"),
    );
    const get = clientCredentials(options);
    await expect(get()).rejects.toMatchObject({
      name: "OAuthError",
      message: "no access token: the authorization server answered 401 invalid_client",
      status: 401,
      code: "invalid_client",
    });
    await expect(get()).rejects.toBeInstanceOf(OAuthError);
    expect(await get()).toBe("t1");
  });
});
