import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { fixtureFaults } from "./fixtures.js";
import { type Loaded, loadMocks } from "./load.js";

const folder = mkdtempSync(join(tmpdir(), "declared-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is generated for a service with these paths. */
function load(paths: object, components: object = {}): Promise<Loaded> {
  const info = { title: "Own", version: "1" };
  const description = { openapi: "3.1.0", info, paths, components };
  writeFileSync(join(folder, "own.json"), JSON.stringify(description));
  return loadMocks("own.json", folder);
}

type Make = (options: object) => { fetch: typeof fetch };

/** A mock of a service with these paths. */
async function mockOf(
  paths: object,
  {
    components = {},
    ...options
  }: { components?: object; server?: object; remember?: boolean } = {},
): Promise<{ fetch: typeof fetch }> {
  const { mocks } = await load(paths, components);
  return (mocks["mockOwn"] as unknown as Make)(options);
}

const ids = {
  integer: { type: "integer" },
  uuid: { type: "string", format: "uuid" },
  pattern: { type: "string", pattern: "^[0-9]{4}$" },
  object: { type: "object" },
};

test("an id that no item can have is answered as it is declared", async () => {
  const parameter = { in: "path", name: "id", required: true, schema: { type: "string" } };
  const gives = (schema: object): object => ({
    responses: { 200: { description: "", content: { "application/json": { schema } } } },
  });
  const done = { responses: { 204: { description: "" } } };
  const entries = Object.entries(ids).flatMap(([kind, schema]) => {
    const item = { type: "object", required: ["id"], properties: { id: schema } };
    const ofItem = { get: gives(item), put: done, patch: gives(item), delete: done };
    return [
      [`/${kind}`, { get: gives({ type: "array", items: item }) }],
      [`/${kind}/{id}`, { parameters: [parameter], ...ofItem }],
    ] as const;
  });
  const mock = await mockOf(Object.fromEntries(entries));
  for (const kind of Object.keys(ids)) {
    const found: number[] = [];
    for (const method of ["GET", "PUT", "PATCH", "DELETE", "GET"])
      found.push((await mock.fetch(`http://mock/${kind}/a-slug`, { method })).status);
    expect([kind, ...found]).toEqual([kind, 200, 204, 200, 204, 404]);
    expect((await mock.fetch(`http://mock/${kind}/another`)).status).toBe(200);
  }
});

const binary = { type: "string", format: "binary" };
const ranges = {
  "*/*": ["application/octet-stream", "video/webm"],
  "application/*": ["application/octet-stream", "application/zip"],
  "audio/*": ["audio/mpeg", "audio/ogg"],
  "image/*": ["image/png", "image/webp"],
  "text/*": ["text/plain", "text/csv"],
  "video/*": ["video/mp4", "video/webm"],
} as const;

test("a reply is of a type in the range that is declared, and in that of Accept", async () => {
  const entries = Object.keys(ranges).map((range, at) => {
    const content = { [range]: { schema: binary } };
    return [`/${at}`, { get: { responses: { 200: { description: "", content } } } }] as const;
  });
  const mock = await mockOf(Object.fromEntries(entries));
  for (const [at, [range, [usual, other]]] of Object.entries(ranges).entries()) {
    const typeFor = async (accept: string): Promise<string | undefined> => {
      const reply = await mock.fetch(`http://mock/${at}`, { headers: { accept } });
      return reply.headers.get("content-type")?.split(";")[0];
    };
    expect([range, await typeFor("*/*")]).toEqual([range, usual]);
    expect([range, await typeFor(range)]).toEqual([range, usual]);
    const isText = range === "text/*";
    expect([range, await typeFor(other)]).toEqual([range, isText ? usual : other]);
    expect([range, await typeFor(`${other};q=0.1, ${usual}`)]).toEqual([range, usual]);
  }
});

test("JSON under a range is named as JSON", async () => {
  const schema = { type: "object", required: ["a"], properties: { a: { type: "integer" } } };
  const types = ["*/*", "application/*+json"];
  const entries = types.map((type, at) => {
    const content = { [type]: { schema } };
    return [`/${at}`, { get: { responses: { 200: { description: "", content } } } }] as const;
  });
  const mock = await mockOf(Object.fromEntries(entries));
  for (const at of types.keys()) {
    const reply = await mock.fetch(`http://mock/${at}`);
    expect(reply.headers.get("content-type")).toMatch(/^application\/(?:json|[a-z.]+\+json)$/);
    expect(await reply.json()).toEqual({ a: expect.any(Number) });
  }
});

const replyOf = (...types: string[]): object => ({
  description: "",
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: "string" } }])),
});

test("a reply that a request asks for is negotiated among its own types", async () => {
  const problem = "application/problem+json";
  const replies = { 200: ["application/json"], 404: [problem, "text/plain"], "5XX": ["text/html"] };
  const entries = Object.entries(replies).map(([status, types]) => [status, replyOf(...types)]);
  const responses = { ...Object.fromEntries(entries), 409: { description: "" } } as object;
  const mock = await mockOf({ "/": { get: { responses } } });
  const used = mock as unknown as { use(handlers: object): void; reset(): void };
  const all = { ...replies, 409: [] as string[], 503: replies["5XX"] };
  for (const [key, types] of Object.entries(all)) {
    const status = Number(key.replace("XX", "99"));
    for (const accept of [...new Set(Object.values(replies).flat()), "*/*"]) {
      const sent = types.find((type) => type === accept || accept === "*/*");
      const expected = types.length > 0 && sent === undefined ? 406 : status;
      for (const by of ["prefer", "use"]) {
        if (by === "use") used.use({ get: status });
        const prefer: Record<string, string> = by === "use" ? {} : { prefer: `code=${status}` };
        const reply = await mock.fetch("http://mock/", { headers: { accept, ...prefer } });
        used.reset();
        expect([status, accept, by, reply.status]).toEqual([status, accept, by, expected]);
        if (expected === status && sent !== undefined)
          expect(reply.headers.get("content-type")?.split(";")[0]).toBe(sent);
      }
    }
  }
});

test("an example that is asked for is sent, and reported where it is invalid", async () => {
  const schema = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, at: { type: "string", format: "date-time" } },
  };
  const values = { good: { id: 7 }, bad: { id: "x" }, none: 3, at: { at: "never" } };
  const named = Object.entries(values).map(([name, value]) => [name, { value }] as const);
  const content = { "application/json": { schema, examples: Object.fromEntries(named) } };
  const get = { responses: { 200: { description: "", content } } };
  const reported: string[] = [];
  const onError = (error: Error): void => void reported.push(error.message);
  const mock = await mockOf({ "/": { get } }, { server: { onError } });
  for (const [name, value] of Object.entries(values)) {
    const reply = await mock.fetch("http://mock/", { headers: { prefer: `example=${name}` } });
    expect([reply.status, await reply.json()]).toEqual([200, value]);
    expect(reported.splice(0)).toHaveLength(name === "good" ? 0 : 1);
  }
});

test("the example of a reply overrides those of its schema", async () => {
  const value = (name: string): object => ({ name });
  const Pet = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string", examples: ["member"] } },
    examples: [value("schema")],
  };
  const $ref = "#/components/schemas/Pet";
  for (const schema of [{ $ref }, { allOf: [{ $ref }], examples: [value("part")] }])
    for (const own of [undefined, value("reply")]) {
      const content = { "application/json": { schema, ...(own && { example: own }) } };
      const get = { responses: { 200: { description: "", content } } };
      const mock = await mockOf({ "/": { get } }, { components: { schemas: { Pet } } });
      const inSchema = "examples" in schema ? value("part") : value("schema");
      for (let count = 0; count < 8; count++)
        expect(await (await mock.fetch("http://mock/")).json()).toEqual(own ?? inSchema);
    }
});

test("a reply that is no reply of its own cannot be mocked", async () => {
  for (const status of [101, 100]) {
    const responses = { [status]: { description: "" }, 400: replyOf("text/plain") };
    const reply = await (await mockOf({ "/": { get: { responses } } })).fetch("http://mock/");
    expect([reply.status, await reply.text()]).toEqual([
      501,
      expect.stringContaining(`cannot answer ${status}`),
    ]);
    const both = { ...responses, 200: replyOf("text/plain") };
    const mock = await mockOf({ "/": { get: { responses: both } } });
    expect((await mock.fetch("http://mock/")).status).toBe(200);
  }
});

/** Schemas without a valid value, and a part of what is said of each. */
const valueless: Readonly<Record<string, readonly [schema: object, reason: RegExp]>> = {
  Types: [{ allOf: [{ type: "string" }, { type: "integer" }] }, /no type in common/],
  Not: [{ type: "object", required: ["a"], not: { required: ["a"] } }, /must not have "a"/],
  Loop: [
    {
      type: "object",
      required: ["a"],
      properties: { a: { $ref: "#/components/schemas/Loop" } },
    },
    /never end/,
  ],
  Nothing: [{ not: {} }, /no value/],
};

test("a schema without a valid value is named in the answer, with what is wrong with it", async () => {
  const schemas = Object.entries(valueless).map(([name, [schema]]) => [name, schema] as const);
  for (const [name, [, reason]] of Object.entries(valueless)) {
    const of = { $ref: `#/components/schemas/${name}` };
    const uses = [of, { type: "object", required: ["in"], properties: { in: { allOf: [of] } } }];
    for (const schema of uses) {
      const content = { "application/json": { schema } };
      const paths = { "/": { get: { responses: { 200: { description: "", content } } } } };
      const mock = await mockOf(paths, { components: { schemas: Object.fromEntries(schemas) } });
      const reply = await mock.fetch("http://mock/");
      const { detail } = (await reply.json()) as { detail: string };
      expect([reply.status, detail]).toEqual([500, expect.stringMatching(reason)]);
      if (schema === of && name !== "Nothing")
        expect(detail).toContain(`#/components/schemas/${name}`);
    }
  }
});

test("bytes of a JSON type are JSON", async () => {
  const content = { "application/json": { schema: { type: "string", format: "binary" } } };
  const mock = await mockOf({ "/": { get: { responses: { 200: { description: "", content } } } } });
  const reply = await mock.fetch("http://mock/");
  expect(await reply.json()).toEqual(expect.any(String));
});

/** A list of what `item` is bound to, and a tree that holds more of its own kind beside it. */
const generic = (bound: object): Record<string, object> => ({
  Page: {
    $id: "https://own.example/page",
    type: "object",
    required: ["data"],
    properties: {
      data: { type: "array", minItems: 1, items: { $dynamicRef: "#item" } },
      more: { $ref: "https://own.example/page" },
    },
    $defs: { item: { $dynamicAnchor: "item", ...bound } },
  },
});

test("values obey a $dynamicRef that is bound anew", async () => {
  for (const first of [{ not: {} }, {}, { type: "integer" }]) {
    const bound: Record<string, object> = {
      Names: { type: "string", minLength: 3 },
      Flags: { type: "boolean" },
      Pets: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
    };
    const pages = Object.entries(bound).map(([name, schema]) => [
      name,
      {
        $id: `https://own.example/${name}`,
        $ref: "https://own.example/page",
        $defs: { item: { $dynamicAnchor: "item", ...schema } },
      },
    ]);
    const schemas = { ...generic(first), ...Object.fromEntries(pages) } as object;
    const { faults } = fixtureFaults(await load({}, { schemas }), 20);
    expect([...faults.keys()]).toEqual("not" in first ? ["Page"] : []);
  }
});

const pet = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, name: { type: "string" }, age: { type: "integer" } },
};
const petId = { in: "path", name: "petId", required: true, schema: { type: "integer" } };

/** Where the pets, or a pet, stand in a body. */
const listForms = {
  whole: [{ type: "array", items: pet }, (pets: object[]): unknown => pets],
  member: [
    { type: "object", properties: { data: { type: "array", items: pet } } },
    (pets: object[]): unknown => ({ data: pets }),
  ],
} as const;
const petForms = {
  whole: [pet, (one: object): unknown => one],
  member: [{ type: "object", properties: { pet } }, (one: object): unknown => ({ pet: one })],
  "without a schema": [undefined, (one: object): unknown => one],
} as const;
const notations = {
  example: (values: unknown[]): object => ({ example: values[0] }),
  examples: (values: unknown[]): object => ({
    examples: Object.fromEntries(values.map((value, at) => [`no${at}`, { value }])),
  }),
};

test("a collection starts with the examples of its replies", async () => {
  const seed = Number(process.env["SEED"] ?? 1);
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 3, maxLength: 5 });
  const word = fc.stringMatching(/^[a-z]{3,6}$/);
  const paths: Record<string, object> = {};
  const cases = Object.keys(listForms).flatMap((list) =>
    Object.keys(petForms).flatMap((form) =>
      Object.keys(notations).map((notation) => ({ list, form, notation })),
    ),
  );
  const samples = fc.sample(fc.tuple(ids, word, word, word), { seed, numRuns: cases.length });
  const all = cases.map((one, at) => {
    const { list, form, notation } = one as {
      list: keyof typeof listForms;
      form: keyof typeof petForms;
      notation: keyof typeof notations;
    };
    const [[unlisted = 0, ...listed], ...words] = samples[at] ?? [[]];
    const [listSchema, inList] = listForms[list];
    const [petSchema, inPet] = petForms[form];
    const pets = listed.map((id) => ({ id, name: words[0] }));
    const detail = { id: listed[0] ?? 0, age: listed.length };
    const other = { id: unlisted, name: words[1] };
    const json = (schema: object | undefined, values: unknown[]): object => {
      const media = { ...(schema && { schema }), ...notations[notation](values) };
      return { description: "", content: { "application/json": media } };
    };
    const wrong = { id: "none" };
    const list200 = json(listSchema, [inList(pets), inList([wrong])]);
    const pet200 = json(
      petSchema,
      notation === "example" ? [inPet(detail)] : [detail, other].map(inPet),
    );
    const pet201 = json(petSchema, [inPet({ id: 5, age: 3 })]);
    paths[`/${at}`] = {
      get: { responses: { 200: list200 } },
      post: {
        requestBody: { content: { "application/json": { schema: { ...pet, required: [] } } } },
        responses: { 201: pet201 },
      },
    };
    paths[`/${at}/{petId}`] = { parameters: [petId], get: { responses: { 200: pet200 } } };
    const [first, ...rest] = pets;
    return {
      ...one,
      at,
      inList,
      inPet,
      pets: [{ ...first, ...detail }, ...rest],
      other,
      word: words[2],
    };
  });
  for (const remember of [true, false]) {
    const mock = await mockOf(paths, { remember });
    const ask = async (path: string, init?: RequestInit): Promise<unknown> =>
      (await mock.fetch(`http://mock${path}`, init)).json();
    for (const { at, inList, inPet, pets, other, word, ...about } of all) {
      const named = JSON.stringify({ ...about, remember, seed });
      expect(await ask(`/${at}`), named).toEqual(inList(pets));
      for (const one of pets) expect(await ask(`/${at}/${one.id}`), named).toEqual(inPet(one));
      const unlisted = about.notation === "examples" ? other : { age: pets.length, id: other.id };
      expect(await ask(`/${at}/${other.id}`), named).toEqual(inPet(unlisted));
      const created = await ask(`/${at}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: word }),
      });
      const id: unknown = expect.any(Number);
      expect(created, named).toEqual(inPet({ id, age: 3, name: word }));
      const found = remember ? [...pets, { id, age: 3, name: word }] : pets;
      expect(await ask(`/${at}`), named).toEqual(inList(found));
    }
  }
});

test("an heir of an heir has its own value of the discriminator, whichever of the schemas above names it", async () => {
  const to = (name: string) => `#/components/schemas/${name}`;
  const part = (name: string): object => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string" }, [name]: { type: "integer" } },
  });
  const names = ["A0", "A1", "A2", "A3"];
  const tag = (name: string) => `is ${name}`;
  const mapped = (heirs: readonly string[]): object => ({
    discriminator: {
      propertyName: "kind",
      mapping: Object.fromEntries(heirs.map((name) => [tag(name), to(name)])),
    },
  });
  const mappings: readonly ((at: number) => object)[] = [
    // The first names all, or each names the next one.
    (at) => (at === 0 ? mapped(names.slice(1)) : {}),
    (at) => (at + 1 < names.length ? mapped(names.slice(at + 1, at + 2)) : {}),
    () => mapped(names),
  ];
  for (const mapping of mappings) {
    const line = names.map((name, at): [string, object] => {
      const own = { ...part(name), ...mapping(at) };
      const above = at === 0 ? own : { allOf: [{ $ref: to(`A${at - 1}`) }, own] };
      return [name, above];
    });
    const oneOf = ["A2", "A3"].map((name) => ({ $ref: to(name) }));
    const others = { propertyName: "kind", mapping: { two: to("A2"), three: to("A3") } };
    const schemas = {
      ...Object.fromEntries(line),
      Either: { anyOf: oneOf, discriminator: others },
    };
    const loaded = await load({}, { schemas });
    expect(fixtureFaults(loaded, 10).faults).toEqual(new Map());
    const make = (name: string, seed: number) =>
      (loaded.mocks[`make${name}`] as (members: undefined, options: object) => object)(undefined, {
        seed,
      });
    for (let seed = 1; seed <= 10; seed++) {
      for (const name of names.slice(1)) expect(make(name, seed)).toHaveProperty("kind", tag(name));
      const { kind } = make("Either", seed) as { readonly kind: string };
      expect(["two", "three"]).toContain(kind);
    }
  }
});
