import { expect, test } from "vitest";
import { generate } from "./generate.js";
import { loadGenerated } from "./load-generated.js";
import { texts, words } from "./payloads.js";

const strings = [...Object.values(texts).map((make) => String(make("PWN.x"))), ...words];
const names = [...new Set(strings)];
const patterns = names.filter((name) => isPattern(name));

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u").source !== "" && !text.includes("#each");
  } catch {
    return false;
  }
}

const description = {
  openapi: "3.1.0",
  info: { title: "Hostile", version: "1" },
  servers: [{ url: "https://example.org" }],
  paths: {
    "/send": {
      post: {
        operationId: "send",
        parameters: [...names.map((name) => ({ name, in: "query", schema: { type: "string" } }))],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Members" } } },
        },
        responses: {
          200: {
            description: "",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Members" } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Members: {
        type: "object",
        required: names,
        additionalProperties: false,
        properties: Object.fromEntries(names.map((name) => [name, { const: name }])),
      },
      Choice: { enum: names },
      Constant: { const: { ...Object.fromEntries(names.map((name) => [name, [name]])) } },
      ...Object.fromEntries(
        patterns.map((pattern, index) => [`Pattern${index}`, { type: "string", pattern }]),
      ),
    },
  },
};

const text = JSON.stringify(description);
const generated = await generate(text);
const realm = await loadGenerated(generated);
const members = Object.fromEntries(names.map((name) => [name, name]));

test("the description is accepted", () => {
  expect(generated.errors).toEqual([]);
  expect(Object.hasOwn(description.components.schemas.Members.properties, "__proto__")).toBe(true);
});

test("a validator wants each hostile property name, and exactly its value", () => {
  const { isMembers } = realm.exports;
  expect(isMembers?.(members)).toBe(true);
  for (const name of names) {
    const { [name]: _, ...others } = members;
    expect(isMembers?.(others), `without ${JSON.stringify(name)}`).toBe(false);
    const changed = Object.fromEntries(names.map((one) => [one, one === name ? `${one}.` : one]));
    expect(isMembers?.(changed), `another ${JSON.stringify(name)}`).toBe(false);
  }
  expect(isMembers?.({ ...members, "one more": 1 })).toBe(false);
});

test("a validator knows each hostile value of an enum and of a const, and no other", () => {
  const { isChoice, isConstant } = realm.exports;
  for (const name of names) {
    expect(isChoice?.(name), JSON.stringify(name)).toBe(true);
    expect(isChoice?.(`${name}.`), JSON.stringify(name)).toBe(names.includes(`${name}.`));
  }
  expect(isConstant?.(description.components.schemas.Constant.const)).toBe(true);
  expect(
    isConstant?.({ ...description.components.schemas.Constant.const, length: ["other"] }),
  ).toBe(false);
});

test("a hostile pattern matches what it matches", () => {
  expect(patterns.length).toBeGreaterThan(20);
  const probes = [...names, "aaa", "a/b", "PWN"];
  for (const [index, pattern] of patterns.entries()) {
    const check = realm.exports[`isPattern${index}`];
    const expression = new RegExp(pattern, "u");
    expect(
      probes.map((probe) => check?.(probe)),
      pattern,
    ).toEqual(probes.map((probe) => expression.test(probe)));
  }
});

test("the client sends hostile names and values as they are, and reads them back", async () => {
  const sent: Request[] = [];
  const wire = Object.fromEntries(
    names.filter((name) => !/\p{Cs}/u.test(name)).map((name) => [name, `<${name}>`]),
  );
  const fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    sent.push(new Request(input, init));
    return new Response(JSON.stringify(members), {
      status: 200,
      headers: { "Content-Type": "application/json" },
    });
  };
  const client = realm.exports["createHostileClient"]?.({ fetch }) as {
    send(request: object): { reply(): Promise<{ body: object }> };
  };
  const reply = await client.send({ query: wire, body: members }).reply();
  const [request] = sent;
  const query = new URL(request?.url ?? "").searchParams;
  for (const [name, value] of Object.entries(wire))
    expect(query.get(name), JSON.stringify(name)).toBe(value);
  expect(await request?.json()).toEqual(members);
  expect(Object.entries(reply.body)).toEqual(Object.entries(members));
});

test("no prototype and no global was touched", () => {
  expect(realm.global["PWN"]).toBe(undefined);
  expect(Object.keys(Object.prototype)).toEqual([]);
  const { Object: other } = realm.global as { readonly Object: typeof Object };
  expect(other.prototype).not.toBe(Object.prototype);
  expect(Object.keys(other.prototype)).toEqual([]);
});
