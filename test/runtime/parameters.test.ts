import fc from "fast-check";
import { expect, test } from "vitest";
import type { Issue } from "../../src/runtime/validate/issue.js";
import type { Parameter } from "../../src/runtime/wire/parameters/parameters.js";
import { Problem } from "../../src/runtime/server/problem.js";
import { requestReader } from "../../src/runtime/server/requests/request.js";
import { checkThat } from "./pets-server.js";
import { requestWith } from "./requests.js";

interface Input {
  readonly query?: string;
  readonly path?: string;
  readonly values?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
}

async function read(parameters: readonly Parameter[], input: Input): Promise<unknown> {
  const { query = "", path = "/", values = [], fields = {} } = input;
  try {
    const reader = requestReader({ path, parameters });
    return (await reader(requestWith(fields), query, values, 1024)).value;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.issues.map(({ path, keyword }: Issue) => `${path} ${keyword}`);
  }
}

const one = (more: Partial<Parameter>): Parameter[] => [{ in: "query", name: "v", ...more }];

async function valueOf(type: Parameter["type"], text: string): Promise<unknown> {
  const result = (await read(one({ type }), { query: `v=${text}` })) as { query: { v: unknown } };
  return Array.isArray(result) ? result : result.query.v;
}

test("only what JSON calls an integer becomes one; other text is left for the check", async () => {
  expect(await valueOf("integer", "42")).toBe(42);
  expect(await valueOf("integer", "-0")).toBe(0);
  expect(await valueOf("integer", "9007199254740991")).toBe(9007199254740991);
  for (const text of [
    "0x10",
    "1e2",
    "1.0",
    "007",
    "",
    "-",
    "%205",
    "5%20",
    "٣",
    "Infinity",
    "1_0",
  ]) {
    expect(await valueOf("integer", text)).toBe(decodeURIComponent(text));
  }
  expect(await valueOf("integer", "9007199254740992")).toEqual(["/query/v integer"]);
  expect(await valueOf("integer", "-9007199254740993")).toEqual(["/query/v integer"]);
  expect(await valueOf("bigint", "9007199254740993")).toBe(9007199254740993n);
});

test("numbers, booleans, null and any", async () => {
  expect(await valueOf("number", "-1.5e3")).toBe(-1500);
  for (const text of ["1e999", ".5", "5.", "NaN", "Infinity", "0x1", "1,5"]) {
    expect(await valueOf("number", text)).toBe(text);
  }
  expect(await valueOf("boolean", "true")).toBe(true);
  expect(await valueOf(["integer", "null"], "null")).toBeNull();
  expect(await valueOf(["string", "null"], "null")).toBe("null");
  expect(await valueOf(["integer", "string"], "9007199254740993")).toBe("9007199254740993");
  expect(await valueOf("any", "1")).toBe("1");
  expect(await read(one({ type: "any" }), { query: "v=1&v=2" })).toEqual({
    query: { v: ["1", "2"] },
  });
});

test.each(["True", "FALSE", "true", "fAlse"])(
  "%s is a boolean, unless it may be a text in other letters",
  async (text) => {
    const value = text.toLowerCase() === "true";
    const places = [
      ["query", "query", { query: `v=${text}` }],
      ["path", "path", { path: "/{v}", values: [text] }],
      ["header", "headers", { fields: { v: text } }],
      ["cookie", "cookies", { fields: { cookie: `v=${text}` } }],
    ] as const;
    for (const type of ["boolean", ["boolean", "null"], ["integer", "boolean"]] as const)
      for (const [place, group, input] of places)
        expect(await read(one({ in: place, type }), input)).toEqual({ [group]: { v: value } });
    const isJson = text === "true";
    for (const type of [
      ["boolean", "string"],
      ["boolean", "any"],
    ] as const)
      expect(await valueOf(type, text)).toBe(isJson ? value : text);
    for (const other of ["yes", "1", "t", " True", "Truee", ""])
      expect(await valueOf("boolean", encodeURIComponent(other))).toBe(other);
    expect(await valueOf({ items: "boolean" }, `${text}&v=1`)).toEqual([value, "1"]);
  },
);

test("a value or a list of values", async () => {
  const type: Parameter["type"] = ["integer", { items: "integer" }];
  expect(await read(one({ type }), { query: "v=1" })).toEqual({ query: { v: 1 } });
  expect(await read(one({ type }), { query: "v=1&v=2" })).toEqual({ query: { v: [1, 2] } });
});

test("groups that are declared are there, also when they are empty", async () => {
  const parameters: Parameter[] = [
    { in: "query", name: "a" },
    { in: "header", name: "X-B" },
    { in: "cookie", name: "c" },
  ];
  expect(await read(parameters, {})).toEqual({ query: {}, headers: {}, cookies: {} });
  expect(await read([], { query: "a=1" })).toEqual({});
});

test("a default stands for what is absent, and is a copy", async () => {
  const parameters = one({ type: { items: "string" }, default: ["x"] });
  const first = (await read(parameters, {})) as { query: { v: string[] } };
  first.query.v.push("y");
  expect(await read(parameters, {})).toEqual({ query: { v: ["x"] } });
  expect(await read(parameters, { query: "v=z" })).toEqual({ query: { v: ["z"] } });
  const text = one({ default: "x" });
  expect(await read(text, { query: "v=" })).toEqual({ query: { v: "" } });
  expect(await read([{ in: "header", name: "v", default: 7 }], {})).toEqual({ headers: { v: 7 } });
});

test("a default that the check does not let through is filled in where there is no value", async () => {
  const reader = requestReader({
    path: "/pets",
    parameters: [{ in: "query", name: "kind", default: "any" }],
    check: checkThat(
      ({ query }: { query: { kind?: string } }) => query.kind !== "any",
      "/query/kind",
    ),
  });
  const read = (query: string) => reader(requestWith({}), query, [], 0);
  expect(await read("")).toMatchObject({ value: { query: { kind: "any" } } });
  expect(await read("kind=dog")).toMatchObject({ value: { query: { kind: "dog" } } });
  expect(() => read("kind=any")).toThrow(Problem);
});

test("all issues are collected, each with its place", async () => {
  const parameters: Parameter[] = [
    { in: "path", name: "id", type: "integer" },
    { in: "query", name: "once" },
    { in: "query", name: "a/b~c", type: "integer" },
    { in: "query", name: "json", content: "application/json" },
    { in: "query", name: "bad" },
  ];
  const input = {
    path: "/x/{id}",
    values: ["%FF"],
    query: "once=1&once=2&a%2Fb~c=9007199254740993&json={&bad=%ff",
  };
  expect(await read(parameters, input)).toEqual([
    "/path/id encoding",
    "/query/bad encoding",
    "/query/once duplicate",
    "/query/a~1b~0c integer",
    "/query/json json",
  ]);
});

test("what the check says of a value that could not be read is left out", async () => {
  const reader = requestReader({
    path: "/",
    parameters: [
      { in: "query", name: "v" },
      { in: "query", name: "w", type: "integer" },
    ],
    check: (_value, issues): _value is unknown => {
      const issue = { schema: "", params: {}, message: "" };
      issues.push({ ...issue, path: "/query", keyword: "required" });
      issues.push({ ...issue, path: "/query/v", keyword: "type" });
      issues.push({ ...issue, path: "/query/w", keyword: "type" });
      return false;
    },
  });
  let failure: unknown;
  try {
    await reader(requestWith({}), "v=1&v=2&w=x", [], 0);
  } catch (error) {
    failure = error;
  }
  expect((failure as Problem).issues.map(({ path }) => path)).toEqual(["/query/v", "/query/w"]);
});

test("malformed percent-encoding anywhere in the query is refused", async () => {
  expect(await read(one({}), { query: "other=%c3%28" })).toEqual(["/query/other encoding"]);
  expect(await read(one({}), { query: "%=1" })).toEqual(["/query encoding"]);
  expect(await read(one({}), { query: "&&v=1&" })).toEqual({ query: { v: "1" } });
});

test("the number of values in a query is limited", async () => {
  expect(await read(one({}), { query: "a&".repeat(1001) })).toEqual(["/query maxProperties"]);
});

test("an exploded object leaves out what belongs to others", async () => {
  const parameters: Parameter[] = [
    { in: "query", name: "filter", type: { properties: { a: "integer" }, rest: "string" } },
    { in: "query", name: "limit", type: "integer" },
  ];
  expect(await read(parameters, { query: "a=1&b=2&limit=3" })).toEqual({
    query: { filter: { a: 1, b: "2" }, limit: 3 },
  });
  const closed = one({ type: { properties: { a: "integer" } } });
  expect(await read(closed, { query: "b=2" })).toEqual({ query: {} });
  expect(await read(closed, { query: "a=1&a=2" })).toEqual(["/query/v/a duplicate"]);
  const lists = one({ type: { properties: { a: { items: "integer" } } } });
  expect(await read(lists, { query: "a=1&a=2" })).toEqual({ query: { v: { a: [1, 2] } } });
});

test("names of object members are only text", async () => {
  const parameters = one({ style: "deepObject", type: { properties: {}, rest: "string" } });
  const result = (await read(parameters, { query: "v[__proto__]=x&v[constructor]=y" })) as {
    query: { v: object };
  };
  expect(Object.entries(result.query.v)).toEqual([
    ["__proto__", "x"],
    ["constructor", "y"],
  ]);
  expect(Object.getPrototypeOf(result.query.v)).toBe(Object.prototype);
});

test("deepObject: lists, holes between their numbers, and misuse", async () => {
  const parameters = one({
    style: "deepObject",
    type: { properties: { l: { items: "integer" }, n: "integer" } },
  });
  const value = async (query: string): Promise<unknown> => read(parameters, { query });
  expect(await value("v[l][]=1&v[l][]=2")).toEqual({ query: { v: { l: [1, 2] } } });
  expect(await value("v[l]=1&v[l]=2")).toEqual({ query: { v: { l: [1, 2] } } });
  expect(await value("v[l][999999]=2&v[l][3]=1")).toEqual({ query: { v: { l: [1, 2] } } });
  expect(await value("v[l][x]=1")).toEqual(["/query/v/l style"]);
  expect(await value("v[n]=1&v[n]=2")).toEqual(["/query/v/n duplicate"]);
  expect(await value(`v${"[a]".repeat(17)}=1`)).toEqual(["/query/v style"]);
  expect(await value("vx=1&v.n=2")).toEqual({ query: {} });
});

test("cookies: quotes are taken off, the first of a name counts, the rest is data", async () => {
  const parameters: Parameter[] = [{ in: "cookie", name: "a" }];
  const value = async (cookie: string): Promise<unknown> =>
    read(parameters, { fields: { cookie } });
  expect(await value('x=1; a="b c"; a=2')).toEqual({ cookies: { a: "b c" } });
  expect(await value("a=b=c==")).toEqual({ cookies: { a: "b=c==" } });
  expect(await value("aa=1;b")).toEqual({ cookies: {} });
});

test.each(["__Host-a", "session", "a-b_c9", "\u00fc b", "a[x]"])(
  "the cookie %s is read under no other name that a browser would set for others",
  async (name) => {
    const parameters: Parameter[] = [{ in: "cookie", name }];
    const value = async (cookie: string): Promise<unknown> =>
      read(parameters, { fields: { cookie } });
    const written = encodeURIComponent(name);
    const found = { cookies: { [name]: "1" } };
    expect(await value(`x=0; ${written}=1`)).toEqual(found);
    expect(await value(`\t ${written} =1`)).toEqual(found);
    const escapes = Array.from(name, (char) =>
      /[\w-]/.test(char) ? `%${char.charCodeAt(0).toString(16)}` : char,
    );
    for (const [at, escape] of escapes.entries()) {
      if (escape.length === 1) continue;
      const other = name.slice(0, at) + escape + name.slice(at + 1);
      expect(await value(`${other}=2; ${written}=1`)).toEqual(found);
      expect(await value(`${other.toUpperCase()}=2`)).toEqual({ cookies: {} });
    }
    for (const space of ["\u00a0", "\v", "\f", "\u2000", "\ufeff"])
      expect(await value(`${space}${written}=2`)).toEqual({ cookies: {} });
  },
);

test("headers: lists with spaces, and no percent-decoding", async () => {
  const parameters: Parameter[] = [
    { in: "header", name: "X-List", type: { items: "integer" } },
    { in: "header", name: "X-Text" },
  ];
  const fields = { "x-list": "1, 2 ,3", "x-text": "a%20b" };
  expect(await read(parameters, { fields })).toEqual({
    headers: { "X-List": [1, 2, 3], "X-Text": "a%20b" },
  });
});

test("a parameter that the path does not have is noticed when the server is made", () => {
  expect(() => requestReader({ path: "/a", parameters: [{ in: "path", name: "x" }] })).toThrow(
    "{x}",
  );
});

test("a name that stands twice in a path has one value", async () => {
  const reader = requestReader({
    path: "/teams/{id}/{kind}/of/{id}",
    parameters: [{ in: "path", name: "id", type: "integer" }],
  });
  const { value } = await reader(requestWith({}), "", ["7", "b", "7"], 0);
  expect(value).toEqual({ path: { id: 7, kind: "b" } });
  expect(() => reader(requestWith({}), "", ["7", "b", "8"], 0)).toThrow(
    expect.objectContaining({ status: 404 }) as Error,
  );
});

test("no more than a hundred issues are told", async () => {
  const parameters = one({ type: { items: "integer" } });
  const query = Array.from({ length: 200 }, () => "v=9007199254740993").join("&");
  expect(await read(parameters, { query })).toHaveLength(100);
});

test("a list that may be null, and one that is not exploded", async () => {
  const list = { items: "integer" } as const;
  const ids = (explode: boolean, query: string): Promise<unknown> =>
    read(one({ type: [list, "null"], explode }), { query });
  expect(await ids(true, "v=1")).toEqual({ query: { v: [1] } });
  expect(await ids(false, "v=1")).toEqual({ query: { v: [1] } });
  expect(await ids(false, "v=1,2")).toEqual({ query: { v: [1, 2] } });
  expect(await ids(false, "v=")).toEqual({ query: { v: [""] } });
  expect(await read(one({ type: { items: "string" }, explode: false }), { query: "v=" })).toEqual({
    query: { v: [""] },
  });
  const inHeader = { in: "header", name: "X-V", type: [list, "null"] } as const;
  const header = (text: string): Promise<unknown> => read([inHeader], { fields: { "x-v": text } });
  expect(await header("1")).toEqual({ headers: { "X-V": [1] } });
  expect(await header("")).toEqual({ headers: { "X-V": [] } });
});

test("an empty header is an object where no text may stand, and so the object without members", async () => {
  const header = (type: Parameter["type"]): Promise<unknown> =>
    read([{ in: "header", name: "X-V", type }], { fields: { "x-v": "" } });
  const object = { properties: { a: "integer" } } as const;
  expect(await header(["integer", "null", object])).toEqual({ headers: { "X-V": {} } });
  expect(await header(["string", object])).toEqual({ headers: { "X-V": "" } });
});

test("a full stop is part of a text of no type, since no style encodes it", async () => {
  const label = (type: Parameter["type"]): Promise<unknown> =>
    read([{ in: "path", name: "v", type, style: "label", explode: true }], {
      path: "/{v}",
      values: [".1.2"],
    });
  expect(await label("any")).toEqual({ path: { v: "1.2" } });
  expect(await label({ items: "integer" })).toEqual({ path: { v: [1, 2] } });
});

test("full stops are delimiters also without explode, as in OpenAPI 3.0.3, where no item has one", async () => {
  const label = (type: Parameter["type"], text: string): Promise<unknown> =>
    read([{ in: "path", name: "v", type, style: "label", explode: false }], {
      path: "/{v}",
      values: [text],
    });
  for (const type of ["integer", ["integer", "null"], "bigint"] as const) {
    const found = await label({ items: type }, ".3,4,5");
    expect(await label({ items: type }, ".3.4.5")).toEqual(found);
  }
  expect(await label({ items: "boolean" }, ".true.false")).toEqual({ path: { v: [true, false] } });
  expect(await label({ items: "number" }, ".1.5,2")).toEqual({ path: { v: [1.5, 2] } });
  expect(await label({ items: "number" }, ".1.5")).toEqual({ path: { v: [1.5] } });
  expect(await label({ items: "string" }, ".a.b")).toEqual({ path: { v: ["a.b"] } });
  expect(await label({ items: "integer" }, ".1.2,3")).toEqual({ path: { v: ["1.2", 3] } });
});

test("items by their place, and members by their names", async () => {
  const tuple = { first: ["integer", "string"], items: "boolean" } as const;
  expect(await read(one({ type: tuple }), { query: "v=1&v=2&v=true" })).toEqual({
    query: { v: [1, "2", true] },
  });
  const members = { properties: {}, patterns: [[/^n/, "integer"]], rest: "boolean" } as const;
  expect(await read(one({ type: members }), { query: "n1=1&b=true" })).toEqual({
    query: { v: { n1: 1, b: true } },
  });
  const free = { properties: {}, rest: "any" } as const;
  expect(await read(one({ type: free }), { query: "x=y&z=1&z=2" })).toEqual({
    query: { v: { x: "y", z: ["1", "2"] } },
  });
  expect(await read(one({ type: free, style: "deepObject" }), { query: "v[a][b]=x" })).toEqual({
    query: { v: { a: { b: "x" } } },
  });
});

test("a cookie that is not percent-encoded is taken as it stands, and so is each item of a list", async () => {
  const plain = fc
    .string({ unit: fc.constantFrom("%", "%%", "%4", "%zz", "%ff", "%41", "a", "+", "=") })
    .filter((text) => text !== "" && text.trim() === text);
  await fc.assert(
    fc.asyncProperty(fc.array(plain, { minLength: 1, maxLength: 3 }), async (texts) => {
      const meant = texts.map((text) => {
        try {
          return decodeURIComponent(text);
        } catch {
          return text;
        }
      });
      const fields = { cookie: `one=${texts[0]}; all=${texts.join(",")}; n=%` };
      const cookies: Parameter[] = [
        { in: "cookie", name: "one" },
        { in: "cookie", name: "all", type: { items: "string" }, explode: false },
      ];
      expect(await read(cookies, { fields })).toEqual({ cookies: { one: meant[0], all: meant } });
    }),
  );
  const json: Parameter = { in: "cookie", name: "j", content: "application/json" };
  expect(await read([json], { fields: { cookie: "j=%7" } })).toEqual(["/cookies/j json"]);
});

test("names of cookies are decoded", async () => {
  const cookie: Parameter = { in: "cookie", name: "a[b]", type: "string" };
  expect(await read([cookie], { fields: { cookie: "a%5Bb%5D=%20x" } })).toEqual({
    cookies: { "a[b]": " x" },
  });
});

test("an encoded comma is the delimiter where nothing else can be meant, as most clients write it", async () => {
  const pair = { properties: { a: "string", b: "integer" } } as const;
  const texts = { type: { items: "string" }, explode: false } as const;
  const cases: readonly (readonly [Partial<Parameter>, string, unknown])[] = [
    [{ ...texts, words: true }, "x%2Cy", ["x", "y"]],
    [{ ...texts, words: true }, "x,y%2cz", ["x", "y", "z"]],
    [{ ...texts }, "x%2Cy", ["x,y"]],
    [{ type: pair, explode: false }, "a%2Cx%2Cb%2C1", { a: "x", b: 1 }],
    [{ type: pair, explode: false }, "a,x%2Cy,b,1", { a: "x,y", b: 1 }],
    [{ type: ["string", pair], explode: false }, "a%2Cx", "a,x"],
    [{ type: { items: "string" }, words: true }, "x%2Cy", ["x,y"]],
  ];
  for (const [parameter, text, value] of cases)
    expect([text, await read(one(parameter), { query: `v=${text}` })]).toEqual([
      text,
      { query: { v: value } },
    ]);
  const inPath = async (type: Parameter["type"], text: string): Promise<unknown> =>
    read([{ in: "path", name: "v", type, required: true }], { path: "/{v}", values: [text] });
  expect(await inPath({ items: "integer" }, "1%2C2")).toEqual({ path: { v: [1, 2] } });
  expect(await inPath(pair, "a%2Cx%2Cb%2C1")).toEqual({ path: { v: { a: "x", b: 1 } } });
  expect(await inPath({ items: "string" }, "1%2C2")).toEqual({ path: { v: ["1,2"] } });
});
