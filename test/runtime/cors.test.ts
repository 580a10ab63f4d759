import { expect, test } from "vitest";
import type { CorsOptions } from "../../src/runtime/server/cors.js";
import { KEY, ask, petsServer } from "./pets-server.js";

const SHOP = "https://shop.example";
const preflight = { origin: SHOP, "access-control-request-method": "POST" };

const asks = (cors: CorsOptions | undefined, line: string, fields: Record<string, string>) =>
  ask(petsServer({ cors }), line, fields);

test("nothing is said of it by default", async () => {
  const { status, headers } = await asks(undefined, "OPTIONS /pets", preflight);
  expect([status, headers]).toEqual([204, { allow: "GET, POST, HEAD, OPTIONS" }]);
  const got = await asks(undefined, "GET /pets", { ...KEY, origin: SHOP });
  expect(Object.keys(got.headers).filter((name) => /^access|vary/.test(name))).toEqual([]);
});

test("a preflight needs no credentials and says what a page may send", async () => {
  const fields = { ...preflight, "access-control-request-headers": "authorization,x-a" };
  const { status, headers } = await asks({ origins: [SHOP], maxAge: 600 }, "OPTIONS /pets", fields);
  expect(status).toBe(204);
  expect(headers).toMatchObject({
    "access-control-allow-origin": SHOP,
    "access-control-allow-methods": "GET, POST, HEAD, OPTIONS",
    "access-control-allow-headers": "authorization,x-a",
    "access-control-max-age": "600",
  });
  expect(headers["access-control-allow-credentials"]).toBeUndefined();
  const listed = await asks(
    { origins: "*", allowedHeaders: ["Authorization"] },
    "OPTIONS /pets",
    fields,
  );
  expect(listed.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "Authorization",
  });
});

test("other origins are told nothing, and caches that it depends on the origin", async () => {
  for (const [line, fields] of [
    ["OPTIONS /pets", { ...preflight, origin: "https://shop.example.evil" }],
    ["GET /pets/1", { origin: "null" }],
    ["GET /pets/1", {}],
  ] as const) {
    const { headers } = await asks({ origins: [SHOP] }, line, fields);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["vary"]).toBe("Origin");
  }
});

test("every reply can be read, failures too, with the headers that it has", async () => {
  const cors = { origins: (origin: string) => origin.endsWith(".example"), credentials: true };
  const listed = await asks(cors, "GET /pets", { ...KEY, origin: SHOP });
  expect(listed.headers).toMatchObject({
    "access-control-allow-origin": SHOP,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "X-Limit",
  });
  for (const [line, status, exposed] of [
    ["GET /pets", 401, "WWW-Authenticate"],
    ["GET /nothing", 404, undefined],
    ["PATCH /pets", 405, "Allow"],
  ] as const) {
    const { status: got, headers } = await asks(cors, line, { origin: SHOP });
    expect([got, headers["access-control-allow-origin"]]).toEqual([status, SHOP]);
    expect(headers["access-control-expose-headers"]).toBe(exposed);
  }
});

test("OPTIONS that is no preflight, and lists of headers that are none", async () => {
  const plain = await asks({ origins: [SHOP] }, "OPTIONS /pets", { origin: SHOP });
  expect(plain.headers["access-control-allow-methods"]).toBeUndefined();
  expect(plain.headers["allow"]).toBe("GET, POST, HEAD, OPTIONS");
  const bad = await asks({ origins: [SHOP] }, "OPTIONS /pets", {
    ...preflight,
    "access-control-request-headers": "a: b",
  });
  expect(bad.headers["access-control-allow-headers"]).toBeUndefined();
});

test("credentials for all origins are refused when the server is made", () => {
  expect(() => petsServer({ cors: { origins: "*", credentials: true } })).toThrow(
    "list of origins",
  );
});
