import fc from "fast-check";
import { expect, test } from "vitest";
import { type BodyCodec, bodyReader } from "../../src/runtime/server/requests/body.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { parameterOf } from "../../src/runtime/wire/media-types.js";
import { Problem } from "../../src/runtime/server/problem.js";
import { requestReader } from "../../src/runtime/server/requests/request.js";
import { requestWith } from "./requests.js";

async function read(
  content: Readonly<Record<string, BodyCodec>>,
  type: string | undefined,
  body?: string | Uint8Array,
): Promise<unknown> {
  const issues: Issue[] = [];
  try {
    const fields = type === undefined ? {} : { "content-type": type };
    const request = requestWith(fields, body === undefined ? {} : { body });
    const { value } = await bodyReader({ content })(request, 1_000_000, issues);
    return issues.length > 0 ? issues.map(({ path, keyword }) => `${path} ${keyword}`) : value;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.status, ...error.issues.map(({ path, keyword }) => `${path} ${keyword}`)].join(
      " ",
    );
  }
}

const JSON_ONLY = { "application/json": "json" } as const;

test("JSON, by whatever name it comes", async () => {
  expect(await read(JSON_ONLY, "application/json", '{"a":1}')).toEqual({ a: 1 });
  expect(await read(JSON_ONLY, "Application/JSON ; charset=UTF-8", "null")).toBeNull();
  expect(await read(JSON_ONLY, "application/json", "\uFEFF{}")).toEqual({});
  expect(await read({ "*/*": "json" }, "text/x", "1")).toBe(1);
});

test("JSON of another version than the declared one is refused", async () => {
  const first = { "application/json; version=1": "json" } as const;
  const second = { "application/json; version=2": { codec: "json", check: () => false } } as const;
  expect(await read(first, "application/json; version=2", "1")).toBe("415");
  expect(await read(first, 'application/json;charset=utf-8;version="1"', "1")).toBe(1);
  expect(await read(first, "application/json", "1")).toBe(1);
  expect(await read({ ...second, ...first }, "application/json; version=1", "1")).toBe(1);
  expect(await read({ ...first, "*/*": "text" }, "application/json; version=2", "1")).toBe("1");
});

test("JSON that is none", async () => {
  const json = (body: string | Uint8Array): Promise<unknown> =>
    read(JSON_ONLY, "application/json", body);
  expect(await json('{"a":')).toEqual(["/body json"]);
  expect(await json(" ")).toEqual(["/body json"]);
  expect(await json(Uint8Array.of(0x22, 0xff, 0x22))).toEqual(["/body encoding"]);
  expect(await json("[".repeat(501) + "]".repeat(501))).toEqual(["/body depth"]);
  expect(await json(`"${"[".repeat(1000)}\\"["`)).toBe(`${"[".repeat(1000)}"[`);
  expect(await read(JSON_ONLY, "application/json; charset=latin1", "1")).toBe("415");
});

test("a number that no number holds", async () => {
  const json = (body: string): Promise<unknown> => read(JSON_ONLY, "application/json", body);
  const digits = "9".repeat(400);
  expect(await json(digits)).toEqual(["/body number"]);
  expect(await json(`{"a/b":[0,{"c":-${digits}}]}`)).toEqual(["/body/a~1b/1/c number"]);
  expect(await json("[1e400]")).toEqual(["/body/0 number"]);
  expect(await json("[9e+0308]")).toEqual(["/body/0 number"]);
  expect(await json(`["${digits}",1e308,1.${digits}]`)).toEqual([digits, 1e308, 2]);
});

test("no body is no value, and no media type is asked for", async () => {
  expect(await read(JSON_ONLY, undefined)).toBeUndefined();
  expect(await read(JSON_ONLY, "text/plain")).toBeUndefined();
  expect(await read(JSON_ONLY, "application/json", "")).toBeUndefined();
  expect(await read(JSON_ONLY, undefined, "")).toBeUndefined();
  expect(await read({ "text/plain": "text" }, "text/plain", "")).toBe("");
  for (const body of [undefined, ""])
    expect(await read({ "application/json": "binary" }, "application/json", body)).toEqual(
      new Uint8Array(),
    );
});

test("a body of any type needs none, and is one of bytes", async () => {
  expect(await read({ "*/*": "json" }, undefined, "1")).toBe(1);
  expect(await read({ "*/*": "json" }, undefined)).toBeUndefined();
  const both = { "*/*": "text", "application/octet-stream": "binary" } as const;
  expect(await read(both, undefined, "a")).toEqual(Uint8Array.of(97));
});

test("media types that are not declared are 415", async () => {
  expect(await read(JSON_ONLY, "text/plain", "x")).toBe("415");
  expect(await read(JSON_ONLY, "application/jsonx", "1")).toBe("415");
  expect(await read(JSON_ONLY, undefined, "1")).toBe("415");
  expect(await read({ "image/*": "binary" }, "text/plain", "1")).toBe("415");
  expect(await read({ "image/*": "binary" }, undefined, "1")).toBe("415");
});

test("text in its charset, and bytes", async () => {
  const text = { "text/plain": "text" } as const;
  expect(await read(text, "text/plain", "ü")).toBe("ü");
  expect(await read(text, "text/plain; charset=iso-8859-1", Uint8Array.of(0xfc))).toBe("ü");
  expect(await read(text, "text/plain", Uint8Array.of(0xfc))).toEqual(["/body encoding"]);
  expect(await read(text, "text/plain; charset=klingon", "x")).toBe("415");
  const bytes = await read({ "image/*": "binary" }, "image/png", Uint8Array.of(1, 0, 255));
  expect(bytes).toEqual(Uint8Array.of(1, 0, 255));
});

test("each media type can have a check of its own", async () => {
  const check = (value: unknown, issues: Issue[]): value is string => {
    if (value === "x") return true;
    issues.push({ path: "/a", schema: "", keyword: "const", params: {}, message: "" });
    return false;
  };
  const content = { "text/plain": { codec: "text", check }, ...JSON_ONLY } as const;
  expect(await read(content, "text/plain", "x")).toBe("x");
  expect(await read(content, "text/plain", "y")).toEqual(["/body/a const"]);
  expect(await read(content, "application/json", '"y"')).toBe("y");
});

test("where there is a choice, the request says which media type it is", async () => {
  const reader = requestReader({
    path: "/",
    body: { content: { "image/*": "binary", ...JSON_ONLY } },
  });
  const of = async (type: string): Promise<unknown> =>
    reader(requestWith({ "content-type": type }, { body: "1" }), "", [], 10);
  expect(await of("Application/JSON")).toEqual({
    value: { body: 1, contentType: "application/json" },
    contentType: "application/json",
  });
  expect(await of("image/png")).toMatchObject({
    value: { contentType: "image/png" },
    contentType: "image/png",
  });
});

test("forms", async () => {
  const type = "application/x-www-form-urlencoded";
  const content = {
    [type]: {
      codec: "form",
      fields: [
        { name: "n", type: "integer" },
        { name: "l", type: { items: "integer" } },
        { name: "j", content: "application/json" },
        { name: "o", style: "deepObject", type: { properties: { a: "integer" } } },
      ],
    },
  } as const;
  const body = "n=1&l=1&l=2&j=%7B%22a%22%3A1%7D&o[a]=1&more=a+b&more=c&__proto__=p";
  const value = (await read(content, type, body)) as Record<string, unknown>;
  expect(Object.entries(value)).toEqual([
    ["n", 1],
    ["l", [1, 2]],
    ["j", { a: 1 }],
    ["o", { a: 1 }],
    ["more", ["a b", "c"]],
    ["__proto__", "p"],
  ]);
  expect(await read(content, type, "n=1&n=2&j={&x=%zz")).toEqual([
    "/body/x encoding",
    "/body/n duplicate",
    "/body/j json",
  ]);
  expect(await read(content, type, "n=x")).toEqual({ n: "x" });
});

test("a form with too many values is not read to its end, whether they can be read or not", async () => {
  const type = "application/x-www-form-urlencoded";
  const content = { [type]: { codec: "form", fields: [] } } as const;
  for (const value of ["a=1&", "%&", "a=%&"]) {
    expect(await read(content, type, value.repeat(1000))).not.toContain("/body maxProperties");
    const found = (await read(content, type, value.repeat(100_000))) as string[];
    expect(found.at(-1)).toBe("/body maxProperties");
    expect(found.length).toBeLessThanOrEqual(1001);
  }
});

test("where enough is wrong with the text of a request, its values are not judged", async () => {
  const type = "application/x-www-form-urlencoded";
  const judged = (body: string): Promise<number> => {
    let count = 0;
    const codec: BodyCodec = { codec: "form", fields: [] };
    const check = (): boolean => ++count < 0;
    const reader = requestReader({ path: "/", body: { content: { [type]: codec } }, check });
    const request = requestWith({ "content-type": type }, { body });
    return Promise.resolve(reader(request, "", [], 1_000_000)).then(
      () => count,
      () => count,
    );
  };
  expect(await judged("%&".repeat(3))).toBe(1);
  expect(await judged("%&".repeat(300))).toBe(0);
});

const MULTIPART = {
  "multipart/form-data": {
    codec: "multipart",
    fields: [
      { name: "text" },
      { name: "n", type: "integer" },
      { name: "tags", type: { items: "integer" }, repeated: true },
      { name: "meta", content: "application/json" },
      { name: "file", binary: true },
      { name: "files", binary: true, repeated: true },
      { name: "notes", content: "application/json", repeated: "json" },
      { name: "words", type: ["string", { items: "string" }], repeated: "either" },
      {
        name: "rule",
        type: [{ items: "integer" }, { properties: { by: "string" } }],
        nested: true,
        repeated: "either",
      },
    ],
  },
} as const;

const multipart = (body: string | Uint8Array, boundary = "XX"): Promise<unknown> =>
  read(MULTIPART, `multipart/form-data; boundary=${boundary}`, body);

function partsOf(...parts: readonly [head: string, content: string][]): string {
  return (
    parts.map(([head, content]) => `--XX\r\n${head}\r\n\r\n${content}\r\n`).join("") + "--XX--\r\n"
  );
}

const named = (name: string, more = ""): string =>
  `Content-Disposition: form-data; name="${name}"${more}`;

test("multipart: values by their fields, undeclared ones as they are", async () => {
  const value = (await multipart(
    partsOf(
      [named("text"), "a%20b, c"],
      [named("n"), "7"],
      [named("tags"), "1"],
      [named("tags"), "2"],
      [`${named("meta")}\r\nContent-Type: application/json`, '{"a":[1]}'],
      [named("other"), "x"],
      [named("upload", '; filename="u.txt"'), "y"],
    ),
  )) as Record<string, unknown>;
  const { upload, ...rest } = value;
  expect(rest).toEqual({ text: "a%20b, c", n: 7, tags: [1, 2], meta: { a: [1] }, other: "x" });
  expect(upload).toBeInstanceOf(File);
});

test.each([
  ["words", ["a"], "a"],
  ["words", ["a", "b"], ["a", "b"]],
  ["words", ['["a"]'], '["a"]'],
  ["rule", ["1"], [1]],
  ["rule", ["1", "2"], [1, 2]],
  ["rule", ["[1,2]"], [1, 2]],
  ["rule", ['{"by":"me"}'], { by: "me" }],
  ["notes", ['{"by":"me"}'], [{ by: "me" }]],
  ["notes", ['{"by":"me"}', "{}"], [{ by: "me" }, {}]],
  ["notes", ['[{"by":"me"},{}]'], [{ by: "me" }, {}]],
  ["notes", ['[{"by":"me"}]', "{}"], [{ by: "me" }, {}]],
  ["notes", ["[]"], []],
])("multipart: one value or several, as forms write them: %s %j", async (name, texts, value) => {
  const parts = texts.map((text): [string, string] => [named(name), text]);
  expect(await multipart(partsOf(...parts))).toEqual({ [name]: value });
});

test("multipart: files keep their bytes, names and types", async () => {
  const bytes = Buffer.concat([
    Buffer.from(
      `--XX\r\n${named("file", "; filename*=UTF-8''%C3%BC.png; filename=\"u.png\"")}\r\n`,
    ),
    Buffer.from("Content-Type: image/png\r\n\r\n"),
    Buffer.from([0, 255, 13, 10, 45, 45, 88, 13, 10]),
    Buffer.from(`\r\n--XX\r\n${named("files", '; filename="a%22b"')}\r\n\r\n\r\n`),
    Buffer.from(`--XX\r\n${named("files", '; filename="c\\"d"')}\r\n\r\nz\r\n--XX--`),
  ]);
  const value = (await multipart(bytes)) as { file: File; files: File[] };
  expect([value.file.name, value.file.type, value.file.size]).toEqual(["ü.png", "image/png", 9]);
  expect(new Uint8Array(await value.file.arrayBuffer())).toEqual(
    Uint8Array.of(0, 255, 13, 10, 45, 45, 88, 13, 10),
  );
  expect(value.files.map(({ name, size }) => [name, size])).toEqual([
    ['a"b', 0],
    ['c"d', 1],
  ]);
});

test.each(["x\\", "\\", "C:\\a\\", "a\\b.txt", "a;b=c.txt", ' "', "a, b", "ü"])(
  "multipart: the file name %s is read as browsers write it",
  async (name) => {
    const written = name.replace(/"/g, "%22");
    for (const more of ["", "; x=y", ' ; x="y"']) {
      const head = named("file", `; filename="${written}"${more}`);
      const value = await multipart(partsOf([`${head}\r\nContent-Type: image/png`, "z"]));
      expect((value as { file: File }).file.name).toBe(name);
    }
  },
);

test.each(['"a"b', '"a', '"a" b'])(
  "multipart: a part whose name is written so is none: %s",
  async (name) => {
    const body = partsOf([`Content-Disposition: form-data; name=${name}; x=y`, "1"]);
    expect(await multipart(body)).toEqual(["/body multipart"]);
  },
);

test("multipart: text is read in the charset that its part names", async () => {
  const typed = (name: string, charset: string): string =>
    `${named(name)}\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit`;
  const latin = (...parts: readonly [head: string, content: string][]): Promise<unknown> =>
    multipart(Buffer.from(partsOf(...parts), "latin1"));
  expect(
    await latin([typed("text", "ISO-8859-1"), "ü"], [typed("other", '"windows-1252"'), "Ã¼"]),
  ).toEqual({ text: "ü", other: "Ã¼" });
  expect(await latin([typed("text", "utf-8"), "ü"])).toEqual(["/body/text encoding"]);
  expect(await latin([typed("text", "klingon"), "u"])).toEqual(["/body/text encoding"]);
});

const encodings: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  base64: (bytes) =>
    Buffer.from(bytes)
      .toString("base64")
      .replace(/.{1,60}/g, "$&\r\n"),
  "Quoted-Printable": (bytes) =>
    Array.from(bytes, (byte, at) => {
      const isPlain = byte > 32 && byte < 127 && byte !== 61;
      const text = isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).padStart(2, "0")}`;
      return at % 20 === 19 ? `${text}= \r\n` : text;
    }).join(""),
  "8bit": (bytes) => Buffer.from(bytes).toString("latin1"),
};

test("multipart: a part is decoded from its Content-Transfer-Encoding, unless the description says one", async () => {
  const values = fc.uint8Array({ maxLength: 300 });
  const names = fc.constantFrom(...Object.keys(encodings));
  const fields = [
    { name: "file", binary: true },
    { name: "own", encoded: true },
  ] as const;
  const property = fc.asyncProperty(values, names, async (bytes, encoding) => {
    const sent = encodings[encoding]?.(bytes) ?? "";
    const head = `\r\nContent-Transfer-Encoding: ${encoding}`;
    const file = named("file", `; filename="x"${head}`);
    const other = named("other", `; filename="x"${head}`);
    const parts = [file, other].map((one): [string, string] => [one, sent]);
    const text: [string, string] = [named("own", head), encoding === "8bit" ? "" : sent];
    const body = Buffer.from(partsOf(...parts, text), "latin1");
    const codec = { "multipart/form-data": { codec: "multipart", fields } } as const;
    const value = await read(codec, "multipart/form-data; boundary=XX", body);
    const { file: one, other: two, own } = value as { file: File; other: File; own: string };
    for (const read of [one, two]) expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
    expect(own).toBe(text[1]);
  });
  await fc.assert(property, { numRuns: 300 });
});

test.each([
  ["base64", "=aaa"],
  ["base64", "a"],
  ["base64", "YQ==YQ=="],
  ["base64", "%%%%"],
  ["quoted-printable", "=x"],
  ["quoted-printable", "=4"],
  ["quoted-printable", `=${" ".repeat(200)}`],
])("multipart: a part that is not in its encoding %s: %s", async (encoding, sent) => {
  const head = named("text", `\r\nContent-Transfer-Encoding: ${encoding}`);
  expect(await multipart(partsOf([head, sent]))).toEqual(["/body/text encoding"]);
});

test("multipart: what Node's own parser refuses", async () => {
  const body =
    "preamble\r\n--X X--not this\r\n" +
    "--X X  \r\ncontent-disposition: FORM-DATA; NAME=text\r\n\r\n1\r\n" +
    '--X X\nContent-Disposition: form-data;\r\n name="n"\n\n2\r\n--X X--epilogue';
  expect(await multipart(body.replace("--X X--not this", "--X Xnot this"), '"X X"')).toEqual({
    text: "1",
    n: 2,
  });
});

test("multipart: bodies that are not well-formed are 400", async () => {
  const whole = partsOf([named("text"), "1"]);
  expect(await multipart(whole)).toEqual({ text: "1" });
  for (const body of [
    whole.replace("--XX--", ""),
    whole.replaceAll("--XX", "--YY"),
    whole.replace(named("text"), "Content-Type: text/plain"),
    whole.replace("form-data", "attachment"),
    "--XX\r\n\r\n1\r\n--XX--",
    "",
    "x",
  ]) {
    expect(await multipart(body)).toEqual(["/body multipart"]);
  }
  expect(await read(MULTIPART, "multipart/form-data", whole)).toEqual(["/body multipart"]);
  expect(await multipart(partsOf([named("n"), "1"], [named("n"), "2"]))).toEqual([
    "/body/n duplicate",
  ]);
  const many = partsOf(...Array.from({ length: 1001 }, () => [named("x"), ""] as [string, string]));
  expect(await multipart(many)).toEqual(["/body maxProperties"]);
});

test("multipart: what the platform's own FormData writes", async () => {
  const form = new FormData();
  form.append("text", "ü\r\n--x");
  form.append("file", new Blob([Uint8Array.of(1, 2, 3)], { type: "image/png" }), 'q"uote.png');
  const request = new Request("http://x", { method: "POST", body: form });
  const type = request.headers.get("content-type") ?? "";
  const value = (await read(MULTIPART, type, new Uint8Array(await request.arrayBuffer()))) as {
    text: string;
    file: File;
  };
  expect(value.text).toBe("ü\r\n--x");
  expect([value.file.name, value.file.type, value.file.size]).toEqual([
    'q"uote.png',
    "image/png",
    3,
  ]);
});

test("parameters of media types", () => {
  expect(parameterOf('a/b; x=1; Boundary="a;\\"b"; c=d', "boundary")).toBe('a;"b');
  expect(parameterOf("a/b;boundary=x;y=z", "boundary")).toBe("x");
  expect(parameterOf("a/b", "boundary")).toBeUndefined();
});

test("a file of bytes beside a field with a style", async () => {
  const fields = [
    { name: "tags", type: { items: "string" }, style: "pipeDelimited", explode: false },
    { name: "x", names: /^x-/, binary: true },
  ] as const;
  const content = { "multipart/form-data": { codec: "multipart", fields } } as const;
  const bytes = (name: string, rest = ""): Buffer =>
    Buffer.from(
      partsOf([`Content-Disposition: form-data; name="tags"`, "a|b"]).replace("--XX--\r\n", "") +
        partsOf([`Content-Disposition: form-data; name="${name}"${rest}`, "\xff\xfe"]),
      "latin1",
    );
  const send = (body: Uint8Array): Promise<unknown> =>
    read(content, "multipart/form-data; boundary=XX", body);
  for (const [name, rest] of [
    ["other", '; filename="a.bin"'],
    ["x-a", '; filename="a.bin"'],
    ["x-a", ""],
  ] as const) {
    const form = (await send(bytes(name, rest))) as Record<string, unknown>;
    expect(form).toEqual({ tags: ["a", "b"], [name]: expect.any(File) as File });
    expect(await (form[name] as File).bytes?.()).toEqual(Uint8Array.of(0xff, 0xfe));
  }
  expect(await send(bytes("other"))).toEqual(["/body/other encoding"]);
});
