import fc from "fast-check";
import { expect, test } from "vitest";
import { receiveBytes, receiveParts } from "../../src/runtime/server/requests/streamed-bodies.js";
import { createServer } from "../../src/runtime/server/server.js";
import { route } from "./route.js";
import type { StreamedPart } from "../../src/runtime/wire/media.js";
import { decodeTransfer } from "../../src/runtime/wire/transfer-encoding.js";
import { readParts } from "../../src/runtime/wire/multipart.js";

const limits = { depth: 500, fields: 10 };

/** A request whose body comes in these pieces. */
function requestOf(pieces: readonly Uint8Array[], type = "multipart/form-data; boundary=b") {
  const stream = async function* () {
    yield* pieces;
  };
  return {
    method: "POST",
    target: "/",
    remoteAddress: undefined,
    signal: new AbortController().signal,
    hasBody: true,
    raw: undefined,
    header: (name: string) => (name === "content-type" ? type : undefined),
    headers: () => [],
    read: () => new Uint8Array(),
    chunks: stream,
  };
}

const parts = (pieces: readonly Uint8Array[], limit = 1e6) =>
  receiveParts([{ name: "photo", binary: true, types: ["image/*"] }]).open(
    requestOf(pieces),
    limit,
    limits,
  ) as AsyncIterable<StreamedPart>;

const bytesOf = async (body: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(body as unknown as BodyInit).arrayBuffer());

/** What looks like a delimiter, and nearly so, in pieces that end anywhere. */
const content = fc
  .array(fc.constantFrom("\r\n--b", "\r\n--bx", "\r", "\n", "--b", "-", "x", "\r\n", "é"), {
    maxLength: 12,
  })
  .map((texts) => texts.join(""))
  .filter(
    (text) =>
      !/\r\n--b[\r\n\t -]|\r\n--b$/.test(`\r\n${text}`) && !/(^|\n)--b([\r\n\t -]|$)/.test(text),
  );

test("parts come as those of a whole body do, wherever it is cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom("a", "ü", "a"), content), { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
      fc.constantFrom("", "preamble"),
      fc.array(fc.constantFrom("\r\n", "\r\n", "\n"), { minLength: 1, maxLength: 7 }),
      async (given, cuts, before, ends) => {
        let turns = 0;
        const end = (): string => ends[turns++ % ends.length] ?? "";
        const preamble = before && before + end();
        const text = given
          .map(([name, value]) => {
            const head = `--b${end()}X: y${end()}Content-Disposition: form-data; name="${name}"`;
            return `${head}${end()}${end()}${value}${end()}`;
          })
          .join("");
        const body = `${preamble}${text}--b--${end()}epilogue`;
        expect(await inPieces(body, cuts)).toEqual(asWhole(body));
      },
    ),
    { numRuns: 1000 },
  );
});

/** Delimiters, and what is nearly one, anywhere; also between headers, and where a part begins. */
const anywhere = fc
  .array(
    fc.constantFrom(
      "--b\r\n",
      "--b-",
      "--b",
      "--b \n",
      "\r\n",
      "\r\n\r\n",
      "\n",
      "\r",
      "x",
      'Content-Disposition: form-data; name="a"\r\n',
      'Content-Disposition: form-data; name="a"\r\n\r\n',
    ),
    { maxLength: 12 },
  )
  .map((texts) => `--b\r\n${texts.join("")}\r\n--b--`);

test("what is no part of a whole body is none of one that comes in pieces", async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 9 });
  const property = fc.asyncProperty(anywhere, cuts, async (body, sizes) => {
    expect(await inPieces(body, sizes)).toEqual(asWhole(body));
  });
  await fc.assert(property, { numRuns: 5000 });
});

test("a line feed alone makes no delimiter in a form whose lines end with CRLF", async () => {
  const pieces = ["\n--b\r\n", "\n--b--\r\n", "\r\r\n--bx", "\n--b", "\r", "\n", "--b\r\n", "x"];
  const value = fc
    .array(fc.constantFrom(...pieces), { maxLength: 6 })
    .map((texts) => texts.join(""))
    .filter((text) => !/\r\n--b(?!x)/.test(`\r\n${text}\r\n`));
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
  const property = fc.asyncProperty(
    fc.array(value, { maxLength: 4 }),
    cuts,
    async (given, sizes) => {
      const all = given.map(
        (text) => `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n`,
      );
      const body = `${all.join("")}--b--\r\n`;
      expect(asWhole(body)).toEqual(given.map((text) => ["a", text]));
      expect(await inPieces(body, sizes)).toEqual(asWhole(body));
    },
  );
  await fc.assert(property, { numRuns: 2000 });
});

function asWhole(body: string): unknown {
  const whole = readParts(new TextEncoder().encode(body), "b", 10);
  return typeof whole === "string"
    ? whole
    : whole.map((one) => [one.name, new TextDecoder().decode(one.bytes)]);
}

async function inPieces(text: string, cuts: readonly number[]): Promise<unknown> {
  const body = new TextEncoder().encode(text);
  const pieces: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < body.length; turn++) {
    const size = cuts[turn % cuts.length] ?? 1;
    pieces.push(body.slice(at, at + size));
    at += size;
  }
  const found: unknown[] = [];
  try {
    for await (const part of parts(pieces)) found.push([part.name, await part.text()]);
  } catch (error) {
    return (error as { status?: number }).status === 400 ? "malformed" : error;
  }
  return found;
}

const part = (head: string, text: string) =>
  new TextEncoder().encode(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`);
const last = new TextEncoder().encode("--b--\r\n");

test("what is not read of a part is skipped, and an empty control is no part", async () => {
  const seen: unknown[] = [];
  const body = [
    part('name="skipped"', "x".repeat(100_000)),
    part('name="none"; filename=""', ""),
    part('name="photo"; filename="p.png"\r\nContent-Type: image/png', "png"),
    last,
  ];
  for await (const { name, fileName, body: bytes } of parts(body))
    seen.push(name === "photo" ? [name, fileName, (await bytesOf(bytes)).length] : name);
  expect(seen).toEqual(["skipped", ["photo", "p.png", 3]]);
});

test("a part in an encoding comes decoded, however it is cut, as it does in a whole body", async () => {
  const pieces = ["YQ==", "YWJj", "\r\n", "=", "=0D", "=\r\n", "= \r\n", " ", "a b", "\n", "Y"];
  const values = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((all) => all.join(""));
  const encodings = fc.constantFrom("base64", "quoted-printable", "binary");
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
  const property = fc.asyncProperty(values, encodings, cuts, async (text, encoding, sizes) => {
    const type = "Content-Type: text/plain; charset=koi8-r";
    const head = `--b\r\nContent-Disposition: form-data; name="a"\r\n${type}`;
    const body = `${head}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}\r\n--b--`;
    const bytes = decodeTransfer(new TextEncoder().encode(text), encoding);
    const whole = bytes ? [["a", new TextDecoder("koi8-r").decode(bytes)]] : "malformed";
    expect(await inPieces(body, sizes)).toEqual(whole);
  });
  await fc.assert(property, { numRuns: 2000 });
});

test("the text of a part is read in the charset that the part names", async () => {
  const type = "Content-Type: text/plain; charset=ISO-8859-1";
  const body = [Buffer.from(part(`name="a"\r\n${type}`, "ü")).toString(), "--b--\r\n"];
  for await (const one of parts(body.map((text) => Buffer.from(text, "latin1"))))
    expect(await one.text()).toBe("ü");
  const unknown = part('name="a"\r\nContent-Type: text/plain; charset=klingon', "x");
  for await (const one of parts([unknown, last]))
    await expect(one.text()).rejects.toMatchObject({ status: 400 });
});

test.each([
  [
    "a type that is not allowed",
    [part('name="photo"; filename="p"\r\nContent-Type: text/html', "x"), last],
    415,
  ],
  ["a body that ends too early", [part('name="a"', "x")], 400],
  ["no multipart at all", [new TextEncoder().encode("{}")], 400],
  ["a part without a name", [part("x=1", "x"), last], 400],
  ["headers without end", [new TextEncoder().encode(`--b\r\n${"x".repeat(100_000)}`)], 400],
  ["too many parts", [...Array.from({ length: 11 }, () => part('name="a"', "")), last], 400],
  ["too many bytes", [part('name="a"', "x".repeat(2_000_000)), last], 413],
])("%s is told to who reads the parts", async (_, body, status) => {
  const read = async () => {
    for await (const one of parts(body)) await bytesOf(one.body);
  };
  await expect(read()).rejects.toMatchObject({ status });
});

test("bytes are handed on while they come in, up to the limit", async () => {
  const open = (limit: number) =>
    receiveBytes.open(
      requestOf([new Uint8Array(10), new Uint8Array(10)]),
      limit,
      limits,
    ) as ReadableStream<Uint8Array>;
  expect((await bytesOf(open(20))).length).toBe(20);
  await expect(bytesOf(open(19))).rejects.toMatchObject({ status: 413 });
});

test("a limit that is reached while a handler reads is a 413", async () => {
  const server = createServer(
    { bodyLimit: { upload: 100 } },
    {},
    {
      upload: route({
        method: "PUT",
        path: "/",
        body: { content: { "application/octet-stream": receiveBytes } },
        async handle({ body }: { body: ReadableStream<Uint8Array> }) {
          return {
            status: 200,
            contentType: "text/plain",
            body: `${(await bytesOf(body)).length}`,
          };
        },
      }),
    },
  );
  const send = async (size: number): Promise<number> => {
    const body = new Blob([new Uint8Array(size)]).stream();
    const headers = { "content-type": "application/octet-stream" };
    const init = { method: "PUT", headers, body, duplex: "half" } as const;
    return (await server.fetch(new Request("http://x/", init))).status;
  };
  expect([await send(100), await send(101)]).toEqual([200, 413]);
});
