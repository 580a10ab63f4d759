import { expect, test } from "vitest";
import {
  type Scheme,
  apiKey,
  authenticator,
  basic,
  bearer,
  httpScheme,
  mutualTls,
  oauth2,
  sameSecret,
  unknownScheme,
} from "../../src/runtime/server/authenticate.js";
import { Problem } from "../../src/runtime/server/problem.js";
import { requestWith } from "./requests.js";

const schemes: Record<string, Scheme<string>> = {
  token: bearer((token) => (token === "good" ? "tina" : undefined), { realm: 'the "pets"' }),
  login: basic((user, password) => (password === "pass:word" ? user : undefined)),
  header: apiKey("header", "X-Key", (key) => (key === "k" ? "hanna" : undefined)),
  query: apiKey("query", "api key", (key) => (key === "k+" ? "quentin" : undefined)),
  cookie: apiKey("cookie", "session", (key) => (key === "s" ? "carl" : undefined)),
  granted: oauth2((token) => (token === "o" ? { caller: "olga", scopes: ["read"] } : undefined)),
  digest: httpScheme("Digest", (text) => (text === 'a="b"' ? "dora" : undefined)),
  unknown: unknownScheme(),
  tls: mutualTls((request) => (request.raw === "certificate" ? "tom" : undefined)),
};

async function who(
  security: readonly Record<string, string[]>[],
  fields: Record<string, string>,
  target = "/",
  raw?: unknown,
): Promise<string> {
  try {
    const request = { ...requestWith(fields, { target }), raw };
    const one = authenticator(security, schemes);
    const identity = one?.identify(await one.judge(request));
    if (identity === undefined) return "nobody";
    return Object.values(identity.all).join("+");
  } catch (error) {
    const { status, headers } = error as Problem;
    return `${status} ${headers["WWW-Authenticate"] ?? ""}`.trim();
  }
}

test.each([undefined, null, false] as const)("%s is no caller", async (none) => {
  const judged: Record<string, Scheme<string>> = {
    token: bearer<string>(() => none),
    later: bearer<string>(() => Promise.resolve(none)),
    login: basic<string>(() => none),
    key: apiKey<string>("header", "X-Key", () => none),
    granted: oauth2<string>(() => none),
    digest: httpScheme<string>("Digest", () => none),
    tls: mutualTls<string>(() => none),
  };
  const fields = [
    { authorization: "Bearer x", "x-key": "k" },
    { authorization: "Basic eDp4" },
    { authorization: "Digest x" },
  ];
  for (const name of Object.keys(judged))
    for (const security of [[{ [name]: [] }], [{}, { [name]: [] }], [{ [name]: [], key: [] }]]) {
      const one = authenticator(security, judged);
      const all = fields.map(async (some) => one?.identify(await one.judge(requestWith(some))));
      const admitted = (await Promise.allSettled(all)).filter(
        (result) => result.status === "fulfilled" && result.value !== undefined,
      );
      expect(admitted).toEqual([]);
    }
});

test("a scheme that is not known lets no one in, and others beside it do", async () => {
  const fields = { authorization: "Unknown x", "x-key": "k", unknown: "x" };
  expect(await who([{ unknown: [] }], fields)).toBe("401 Unknown");
  expect(await who([{ unknown: [], header: [] }], fields)).toMatch(/^401 Unknown, ApiKey/);
  expect(await who([{ unknown: [] }, { header: [] }], fields)).toBe("hanna");
});

test("what a header cannot have is not in a challenge", async () => {
  const odd: Record<string, Scheme<string>> = {
    key: apiKey("query", 'k\r\n"é', () => "quentin"),
    scheme: httpScheme("a b\r\nSet-Cookie: c", () => "dora"),
    realm: bearer(() => "tina", { realm: "Ünïcödé" }),
  };
  const challenges = Object.keys(odd).map(async (name) => {
    const refused = async (): Promise<unknown> =>
      authenticator([{ [name]: [] }], odd)?.judge(requestWith({}));
    return refused().catch((error: Problem) => error.headers["WWW-Authenticate"]);
  });
  expect(await Promise.all(challenges)).toEqual([
    'ApiKey in="query", name="k??\\"?"',
    "Unknown",
    'Bearer realm="?n?c?d?"',
  ]);
});

test("callers by the names of schemes, whatever these are", async () => {
  const names = {
    ["__proto__"]: apiKey("header", "X-Key", () => "hanna"),
    token: schemes["token"],
  };
  const one = authenticator([{ ["__proto__"]: [], token: [] }], names as typeof schemes);
  const request = requestWith({ "x-key": "k", authorization: "Bearer good" });
  const identity = one?.identify(await one.judge(request));
  expect(Object.entries(identity?.all ?? {})).toEqual([
    ["__proto__", "hanna"],
    ["token", "tina"],
  ]);
});

test("bearer", async () => {
  const security = [{ token: [] }];
  expect(await who(security, { authorization: "Bearer good" })).toBe("tina");
  expect(await who(security, { authorization: "bEARER   good " })).toBe("tina");
  const refused = '401 Bearer realm="the \\"pets\\""';
  expect(await who(security, { authorization: "Bearer bad" })).toBe(
    `${refused}, error="invalid_token"`,
  );
  for (const authorization of ["Bearer", "Bearer ", "good", "Basic good", "Bearergood", ""]) {
    expect(await who(security, { authorization })).toBe(refused);
  }
  expect(await who(security, {})).toBe(refused);
});

test("basic takes UTF-8 and colons in passwords, and refuses what is not base64", async () => {
  const of = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
  const security = [{ login: [] }];
  expect(await who(security, { authorization: of("jürgen:pass:word") })).toBe("jürgen");
  expect(await who(security, { authorization: of(":pass:word") })).toBe("");
  const refused = '401 Basic realm="API", charset="UTF-8"';
  expect(await who(security, { authorization: of("no colon") })).toBe(refused);
  expect(await who(security, { authorization: "Basic ***" })).toBe(refused);
  expect(await who(security, { authorization: "Basic /////w==" })).toBe(refused);
});

test("API keys in header, query and cookie", async () => {
  expect(await who([{ header: [] }], { "x-key": "k" })).toBe("hanna");
  expect(await who([{ query: [] }], {}, "/x?a=1&api%20key=k%2B")).toBe("quentin");
  expect(await who([{ query: [] }], {}, "/x?api+key=k%2B&api+key=z")).toMatch(/^401/);
  expect(await who([{ query: [] }], {}, "/x?api+key=%zz")).toMatch(/^401/);
  expect(await who([{ query: [] }], {}, "/x?api+key=k%2B&api+key")).toMatch(/^401/);
  expect(await who([{ query: [] }], {}, "/api+key=k%2B")).toMatch(/^401/);
  expect(await who([{ cookie: [] }], { cookie: "a=b; session=s" })).toBe("carl");
  expect(await who([{ cookie: [] }], { cookie: 'session="s"; a=b' })).toBe("carl");
  for (const cookie of ["session=s; session=s", 'session=%zz; session="s"', "session", ""])
    expect(await who([{ cookie: [] }], { cookie })).toMatch(/^401/);
  const seen: string[] = [];
  const raw = { cookie: apiKey<string>("cookie", "session", (key) => void seen.push(key)) };
  const keyed = authenticator<string>([{ cookie: [] }], raw);
  for (const cookie of ["session=%zz", "session=100%", "session=%25", "session=%zz; session=s"])
    await expect(async () =>
      keyed?.identify(await keyed.judge(requestWith({ cookie }))),
    ).rejects.toMatchObject({ status: 401 });
  expect(seen).toEqual(["%zz", "100%", "%"]);
  expect(await who([{ header: [] }], {})).toBe('401 ApiKey in="header", name="X-Key"');
});

test("scopes are compared for tokens that say what they were granted", async () => {
  const authorization = "Bearer o";
  expect(await who([{ granted: ["read"] }], { authorization })).toBe("olga");
  expect(await who([{ granted: ["read", "write"] }], { authorization })).toBe(
    '403 Bearer error="insufficient_scope", scope="read write"',
  );
  expect(await who([{ granted: ["write"] }, { granted: ["read"] }], { authorization })).toBe(
    "olga",
  );
});

test("other schemes", async () => {
  expect(await who([{ digest: [] }], { authorization: 'digest a="b"' })).toBe("dora");
  expect(await who([{ tls: [] }], {}, "/", "certificate")).toBe("tom");
  expect(await who([{ tls: [] }], {})).toBe("401 Mutual");
});

test("alternatives and combinations", async () => {
  const security = [{ token: [], header: [] }, { cookie: [] }];
  expect(await who(security, { authorization: "Bearer good", "x-key": "k" })).toBe("tina+hanna");
  expect(await who(security, { authorization: "Bearer good", cookie: "session=s" })).toBe("carl");
  expect(await who(security, { authorization: "Bearer good", "x-key": "z" })).toBe(
    '401 Bearer realm="the \\"pets\\"", ApiKey in="header", name="X-Key", ApiKey in="cookie", name="session"',
  );
});

test("a challenge says which token was not valid", async () => {
  const security = [{ granted: ["read"] }, { cookie: [] }];
  const apiKeyIn = 'ApiKey in="cookie", name="session"';
  expect(await who(security, {})).toBe(`401 Bearer, ${apiKeyIn}`);
  expect(await who(security, { authorization: "Bearer bad" })).toBe(
    `401 Bearer error="invalid_token", ${apiKeyIn}`,
  );
  expect(await who(security, { cookie: "session=bad" })).toBe(`401 Bearer, ${apiKeyIn}`);
});

test("optional: what browsers send unasked is no wrong credential, unless another one is sent with it", async () => {
  const outdated = { cookie: "session=old" };
  expect(await who([{}, { cookie: [] }], outdated)).toBe("nobody");
  expect(await who([{ cookie: [] }, {}], { cookie: "session=s" })).toBe("carl");
  expect(await who([{}, { cookie: [], header: [] }], outdated)).toBe("nobody");
  expect(await who([{}, { cookie: [], header: [] }], { ...outdated, "x-key": "k" })).toMatch(
    /^401/,
  );
  expect(await who([{}, { tls: [] }], {})).toBe("nobody");
  expect(await who([{}, { tls: [] }], {}, "/", "certificate")).toBe("tom");
  expect(await who([{ cookie: [] }], outdated)).toMatch(/^401/);
});

test("a cookie that was cut into several is joined, unless it is also there as a whole", async () => {
  const seen: string[] = [];
  const sole = { cookie: apiKey<string>("cookie", "s", (key) => void seen.push(key)) };
  const one = authenticator<string>([{ cookie: [] }], sole);
  const ask = async (cookie: string) =>
    Promise.resolve(requestWith({ cookie })).then((request) => one?.judge(request));
  await ask("s.1=b%2B; x=y; s.0=a; s.2=c; s.4=e");
  await ask("s.0=a; s=whole; s.1=b");
  for (const cookie of ["s.1=b", "s.0=a; s.0=b", "s=1; s=2; s.0=a", "s0=a"])
    await expect(ask(cookie)).rejects.toThrow();
  expect(seen).toEqual(["ab+c", "whole"]);
});

test("optional: without credentials nobody, with wrong ones refused", async () => {
  const security = [{}, { token: [] }];
  expect(await who(security, {})).toBe("nobody");
  expect(await who(security, { authorization: "Bearer good" })).toBe("tina");
  expect(await who(security, { authorization: "Bearer bad" })).toMatch(/^401/);
});

test("a scheme that is not there is noticed when the server is made", () => {
  expect(() => authenticator([{ nope: [] }], schemes)).toThrow('no security scheme "nope"');
  expect(authenticator([], schemes)).toBeUndefined();
});

test("what an authenticating function throws is not a refusal", async () => {
  const broken = { token: bearer<string>(() => Promise.reject(new Error("database"))) };
  const one = authenticator([{ token: [] }], broken);
  const verdict = one?.judge(requestWith({ authorization: "Bearer x" }));
  await expect(verdict).rejects.toThrow("database");
});

test("secrets are compared as a whole", () => {
  expect(sameSecret("abc", "abc")).toBe(true);
  expect(sameSecret("", "")).toBe(false);
  for (const given of ["", "ab", "abcd", "abd", "abcabc", "ABC"]) {
    expect(sameSecret(given, "abc")).toBe(false);
  }
  expect(sameSecret("a", "")).toBe(false);
  expect(sameSecret("\0", "")).toBe(false);
});
