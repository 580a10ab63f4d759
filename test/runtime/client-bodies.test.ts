import { checkReplies } from "../../src/runtime/client/replies/checks.js";
import { describe, expect, test } from "vitest";
import {
  binaryBody,
  formBody,
  jsonBody,
  textBody,
} from "../../src/runtime/client/bodies/bodies.js";
import { multipartBody, part, parts } from "../../src/runtime/client/bodies/multipart-body.js";
import { integer, string } from "../../src/runtime/client/replies/header-readers.js";
import { bigint, boolean, number } from "../../src/runtime/client/replies/header-scalars.js";
import {
  checked,
  jsonHeader,
  list,
  record,
  setCookies,
} from "../../src/runtime/client/replies/header-parts.js";
import type { Check, Issue } from "../../src/runtime/validate/issue.js";
import type {
  BodyReader,
  Field,
  HeaderReader,
  Incoming,
} from "../../src/runtime/client/operation.js";
import { blob, stream, text } from "../../src/runtime/client/replies/body-readers.js";
import { bytes, json } from "../../src/runtime/client/replies/readers.js";
import { form, queryJson } from "../../src/runtime/wire/parameters/serialize.js";

/** A reply that is being read; what may be wrong with it is to be said at once by throwing. */
function incoming(response: Response, issues?: Issue[]): Incoming {
  const raise = (found: readonly Issue[]): never => {
    throw new Error(`${found[0]?.path} ${found[0]?.message}`);
  };
  const outgoing = { operation: "op", method: "GET", url: "/", read: checkReplies({}) };
  const broken = (cause: unknown): never => {
    throw cause;
  };
  const reply = { status: response.status };
  return { outgoing, response, reply, issues, broken, ...(issues && { raise }) };
}

test("JSON, forms and text", () => {
  expect(jsonBody({ a: [1, undefined] })).toEqual({
    type: "application/json",
    body: '{"a":[1,null]}',
  });
  expect(jsonBody(1, "application/merge-patch+json").type).toBe("application/merge-patch+json");
  expect(formBody([form("a", "x&y"), form("b", undefined), queryJson("c", { d: 1 })])).toEqual({
    type: "application/x-www-form-urlencoded",
    body: "a=x%26y&c=%7B%22d%22%3A1%7D",
  });
  expect(textBody("é")).toEqual({ type: "text/plain;charset=UTF-8", body: "é" });
});

test("the type of a Blob has the boundary where parts have no names", () => {
  const type = "multipart/mixed; boundary=b";
  expect(binaryBody(new Blob([], { type }), "multipart/mixed").type).toBe(type);
  expect(binaryBody(new Uint8Array(), "multipart/mixed").type).toBe("multipart/mixed");
  expect(binaryBody(new Blob([], { type }), "image/png").type).toBe("image/png");
});

test("bytes: a stream is sent once; a blob's type fills in for any", () => {
  expect(binaryBody(new Uint8Array([1]))).toMatchObject({
    type: "application/octet-stream",
    body: new Uint8Array([1]),
  });
  expect(binaryBody(new Blob(["x"]).stream(), "video/mp4")).toMatchObject({
    type: "video/mp4",
    duplex: "half",
  });
  expect(binaryBody(new Blob(["x"], { type: "image/png" }), "image/*").type).toBe("image/png");
  expect(binaryBody(new Blob(["x"], { type: "image/png" }), "image/gif").type).toBe("image/gif");
});

describe("multipart", () => {
  const read = async (...parts: Parameters<typeof multipartBody>): Promise<FormData> => {
    const { type, body } = multipartBody(...parts);
    return new Response(body ?? null, { headers: { "content-type": type ?? "" } }).formData();
  };

  test("text, JSON, files and arrays of them come through", async () => {
    const image = new Blob([new Uint8Array([0, 13, 10, 255])], { type: "image/png" });
    const form = await read([
      part("name", "Rex\r\n--x"),
      part("age", 0),
      part("none", undefined),
      parts("tags", ["a", "b"]),
      part("photo", image),
      [new File(["1"], 'a"b.txt'), new File(["2"], "日本.txt")].map((file) => part("docs", file)),
    ]);
    expect([...form.keys()]).toEqual(["name", "age", "tags", "tags", "photo", "docs", "docs"]);
    expect(form.get("name")).toBe("Rex\r\n--x");
    expect(form.getAll("tags")).toEqual(["a", "b"]);
    const photo = form.get("photo") as File;
    expect([photo.type, photo.name]).toEqual(["image/png", "blob"]);
    expect(new Uint8Array(await photo.arrayBuffer())).toEqual(new Uint8Array([0, 13, 10, 255]));
    expect(form.getAll("docs").map((file) => (file as File).name)).toEqual(['a"b.txt', "日本.txt"]);
  });

  test("parts have types and headers of their own, and nothing can break out of them", async () => {
    const { type, body } = multipartBody([
      part("meta", { a: 1 }, undefined, { "X-Part": "1\r\nX-Evil: 2", "X-None": undefined }),
      part('na"me\r\nX-Evil: 1', "v", "text/markdown"),
    ]);
    const boundary = /^multipart\/form-data; boundary=(-{4}\d+)$/.exec(type ?? "")?.[1];
    expect(await (body as Blob).text()).toBe(
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="meta"',
        "Content-Type: application/json",
        "X-Part: 1 X-Evil: 2",
        "",
        '{"a":1}',
        `--${boundary}`,
        'Content-Disposition: form-data; name="na%22me%0D%0AX-Evil: 1"',
        "Content-Type: text/markdown",
        "",
        "v",
        `--${boundary}--`,
        "",
      ].join("\r\n"),
    );
  });
});

describe("readers of bodies", () => {
  const read = async <T>(reader: BodyReader<T>, body: string, issues?: Issue[]): Promise<T> =>
    reader(
      incoming(new Response(body, { headers: { "content-type": "application/json" } }), issues),
    );

  test("text, bytes, blobs and streams", async () => {
    expect(await read(text, "é")).toBe("é");
    expect(await read(bytes, "é")).toEqual(new Uint8Array([0xc3, 0xa9]));
    expect(await (await read(blob, "é")).text()).toBe("é");
    expect(await new Response(await read(stream, "é")).text()).toBe("é");
    expect(await new Response(await stream(incoming(new Response(null)))).text()).toBe("");
  });

  test.each([
    ["text/plain; charset=ISO-8859-1", [0xe9]],
    ['text/plain; a=b; charset="iso-8859-1"', [0xe9]],
    ["text/plain; charset=UTF-8", [0xc3, 0xa9]],
    ["text/plain; charset=unheard-of", [0xc3, 0xa9]],
    ["text/plain", [0xc3, 0xa9]],
  ])("text of the type %s", async (type, sent) => {
    const response = new Response(new Uint8Array(sent), { headers: { "content-type": type } });
    expect(await text(incoming(response))).toBe("é");
  });

  test("a check is asked only when somebody wants to know", async () => {
    let asked = 0;
    const check: Check<never> = (_value, issues): _value is never => {
      asked += 1;
      issues.push({ path: "/a", schema: "", keyword: "x", params: {}, message: "is wrong" });
      return false;
    };
    const issues: Issue[] = [];
    expect(await read((reply) => json(reply, check), "{}", issues)).toEqual({});
    expect(issues).toMatchObject([{ path: "/body/a", message: "is wrong" }]);
    expect(await read((reply) => json(reply, check), "{}")).toEqual({});
    expect(asked).toBe(1);
  });
});

describe("readers of headers", () => {
  const positive: Check<number> = (value, issues): value is number => {
    if (Number(value) <= 0)
      issues.push({
        path: "",
        schema: "/minimum",
        keyword: "minimum",
        params: {},
        message: "is too small",
      });
    return Number(value) > 0;
  };
  const integers: HeaderReader = (text, field) => list(text, field, integer);
  const rgb = { R: integer, G: integer };
  const joined: HeaderReader = (text, field) => record(text, field, false, rgb);
  const exploded: HeaderReader = (text, field) => record(text, field, true, rgb);
  const atLeastOne: HeaderReader = (text, field) => checked(text, field, integer, positive);
  const cookies = new Headers([
    ["set-cookie", "a=1; Path=/, x"],
    ["set-cookie", "b=2"],
  ]);

  test.each<[string, HeaderReader, string, unknown, string?]>([
    ["text", string, "a, b", "a, b"],
    ["integer", integer, "-7", -7],
    ["integer", integer, "7.5", NaN, "/h must be an integer"],
    ["integer", integer, "0x10", NaN, "/h must be an integer"],
    ["integer", integer, "", NaN, "/h must be an integer"],
    ["integer", integer, "9007199254740993", 9007199254740992, "/h must be an integer"],
    ["number", number, "1e-3", 0.001],
    ["number", number, "1e999", Infinity, "/h must be a number"],
    ["number", number, "many", NaN, "/h must be a number"],
    ["boolean", boolean, "true", true],
    ["boolean", boolean, "True", true],
    ["boolean", boolean, "1", false, "/h must be true or false"],
    ["array", integers, "1, 2,3", [1, 2, 3]],
    ["array", integers, "", []],
    ["array", integers, "1,x", [1, NaN], "/h/1 must be an integer"],
    ["object", joined, "R,100,X,y", { R: 100, X: "y" }],
    ["object", exploded, "R=100, G=1", { R: 100, G: 1 }],
    ["object", exploded, "R=x", { R: NaN }, "/h/R must be an integer"],
    ["object", exploded, "__proto__=1", JSON.parse('{"__proto__":"1"}')],
    ["JSON", jsonHeader, '{"a":1}', { a: 1 }],
    ["JSON", jsonHeader, "{", "{", "/h is not JSON"],
    ["checked", atLeastOne, "1", 1],
    ["checked", atLeastOne, "0", 0, "/h is too small"],
    ["checked", atLeastOne, "x", NaN, "/h must be an integer"],
    ["Set-Cookie", setCookies, "a=1; Path=/, x, b=2", ["a=1; Path=/, x", "b=2"]],
  ])("%s: %o reads %j as %j", (_, read, value, expected, problem) => {
    const issues: Issue[] = [];
    const field: Field = { headers: cookies, path: "/h", issues };
    expect(read(value, field)).toEqual(expected);
    expect(issues.map(({ path, message }) => `${path} ${message}`)).toEqual(
      problem ? [problem] : [],
    );
  });

  test("an integer of any size", () => {
    const issues: Issue[] = [];
    const field: Field = { headers: cookies, path: "/h", issues };
    expect(bigint("9007199254740993", field)).toBe(9007199254740993n);
    expect(issues).toEqual([]);
    expect(bigint("1.5", field)).toBe(0n);
    expect(issues).toMatchObject([{ path: "/h", message: "must be an integer" }]);
  });
});
