import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withCallbacks } from "../../src/model/operations.js";
import { optionNames } from "../../src/model/security.js";
import { modelOf } from "./model.js";

test("a scheme that is called like an option gets another name", async () => {
  const { security } = await modelOf(`paths: {}
components:
  securitySchemes:
    baseUrl: { type: http, scheme: bearer }
    base-url: { type: http, scheme: basic }
    handlers: { type: http, scheme: digest }
    key: { type: apiKey, in: query, name: k }
`);
  const names = security.map(({ name }) => name);
  expect(names).toEqual(["baseUrlScheme", "baseUrlSchemeScheme2", "handlersScheme", "key"]);
});

const interfaces = {
  "client/options.ts": ["ClientOptions", "SenderOptions"],
  "server/server.ts": ["ServerOptions", "ServerSettings"],
  "server/observe.ts": ["ObservationHooks"],
};

test("all options of clients and servers are known", () => {
  const found = Object.entries(interfaces).flatMap(([file, names]) => {
    const text = readFileSync(new URL(`../../src/runtime/${file}`, import.meta.url), "utf8");
    return names.flatMap((name) => {
      const start = text.indexOf(`export interface ${name}`);
      const body = text.slice(start, text.indexOf("\n}\n", start));
      return Array.from(body.matchAll(/^  (?:readonly )?(\w+)\??[:(]/gm), ([, member]) => member);
    });
  });
  expect(found).toContain("baseUrl");
  expect(found.filter((member) => !optionNames.includes(member ?? ""))).toEqual([]);
});

test("webhooks need what every operation does, callbacks what they ask for themselves", async () => {
  const fine = 'responses: { "204": { description: Fine } }';
  const { operations } = await modelOf(`security: [{ key: [] }]
paths:
  /a:
    post:
      ${fine}
      callbacks:
        told: { "{$request.query.url}": { post: { ${fine} } } }
webhooks:
  paid: { post: { ${fine} } }
  open: { post: { ${fine}, security: [] } }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: k }
`);
  const asked = withCallbacks(operations).map(({ template, security }) => [
    template,
    security.flat().map(({ scheme }) => scheme.key),
  ]);
  expect(asked).toEqual([
    ["/a", ["key"]],
    ["postA/told", []],
    ["paid", ["key"]],
    ["open", []],
  ]);
});

test("a custom HTTP scheme is as it is written, and others whatever their case", async () => {
  const { security } = await modelOf(`paths: {}
components:
  securitySchemes:
    custom: { type: http, scheme: DPoP }
    token: { type: http, scheme: BEARER }
`);
  expect(security).toMatchObject([{ kind: "http", scheme: "DPoP" }, { kind: "bearer" }]);
});

test("what is not a requirement is one that no request meets", async () => {
  const { operations } = await modelOf(`paths:
  /a: { security: token, get: { responses: {} } }
  /b: { security: [token, {}, [x]], get: { responses: {} } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
`);
  const kinds = operations.map(({ security }) =>
    security.map((uses) => uses.map(({ scheme }) => scheme.kind)),
  );
  expect(kinds).toEqual([[["bearer"]], [["bearer"], [], ["unknown"]]]);
});

test("an address of a scheme and its name are one scheme, with the scopes of both", async () => {
  const { operations, security } = await modelOf(
    `paths:
  /a: { get: { security: [{ "#/components/securitySchemes/login": [a], login: [b] }], responses: {} } }
components:
  securitySchemes: { login: { type: openIdConnect, openIdConnectUrl: /x } }
`,
    "3.2.0",
  );
  expect(operations[0]?.security).toEqual([[{ scheme: security[0], scopes: ["a", "b"] }]]);
});

test("schemes never share a name in code", async () => {
  const { security } = await modelOf(`paths: {}
components:
  securitySchemes:
    keyScheme3: { type: http, scheme: bearer }
    key: { type: http, scheme: bearer }
    key-: { type: http, scheme: bearer }
    -key: { type: http, scheme: bearer }
`);
  expect(new Set(security.map(({ name }) => name)).size).toBe(4);
});
