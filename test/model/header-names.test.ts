import fc from "fast-check";
import { expect, test } from "vitest";
import { isHeaderName } from "../../src/model/header-names.js";
import { modelOf } from "./model.js";

test("what can be the name of a header is what Fetch takes for one", () => {
  const canHold = (name: string): boolean => {
    try {
      return new Headers().get(name) === null;
    } catch {
      return false;
    }
  };
  const ascii = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));
  for (const name of ["", ...ascii])
    expect([name, isHeaderName(name)]).toEqual([name, canHold(name)]);
  fc.assert(fc.property(fc.string(), (name) => isHeaderName(name) === canHold(name)));
});

test("headers that no message can have are left out, and a key in one of them is a scheme that is not known", async () => {
  const { operations, security } = await modelOf(`paths:
  /a:
    get:
      parameters:
        - { name: Page size, in: header, required: true, schema: { type: integer } }
        - { name: X-Page, in: header, schema: { type: integer } }
      security: [{ key: [] }]
      responses:
        '200':
          description: Fine
          headers: { 'Rate Limit:': { schema: {} }, X-Total: { schema: {} } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: Some API Key }
`);
  const [operation] = operations;
  expect(operation?.parameters.map(({ name }) => name)).toEqual(["X-Page"]);
  expect(operation?.replies.flatMap(({ headers }) => headers.map(({ name }) => name))).toEqual([
    "X-Total",
  ]);
  expect(security.map(({ kind }) => kind)).toEqual(["unknown"]);
  expect(operation?.security).toHaveLength(1);
});

test("a key whose header is Authorization with Bearer is a bearer token, and no other name with a space is one", async () => {
  const kindOf = async (name: string): Promise<string | undefined> => {
    const { security } = await modelOf(`paths: {}
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: ${JSON.stringify(name)} }
`);
    return security[0]?.kind;
  };
  const cased = (word: string): fc.Arbitrary<string> =>
    fc.mixedCase(fc.constant(word), { toggleCase: (letter) => letter.toUpperCase() });
  const rest = fc.constantFrom("", " ", " <token>", " {jwt}");
  const names = fc.tuple(
    cased("authorization"),
    fc.constantFrom(":", ": ", " "),
    cased("bearer"),
    rest,
  );
  await fc.assert(
    fc.asyncProperty(names, async (parts) => (await kindOf(parts.join(""))) === "bearer"),
  );
  const others = fc.constantFrom(
    "Authorization: <key>",
    "Authorization: Token",
    "Authorization: Bearers",
    "Authorization:",
    "X-Authorization: Bearer",
    "Bearer Authorization",
  );
  await fc.assert(fc.asyncProperty(others, async (name) => (await kindOf(name)) === "unknown"));
  expect(await kindOf("Authorization")).toBe("apiKey");
});
