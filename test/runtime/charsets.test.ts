import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonBody, textBody } from "../../src/runtime/client/bodies/bodies.js";
import { multipartBody, part } from "../../src/runtime/client/bodies/multipart-body.js";
import { streamBody } from "../../src/runtime/client/bodies/stream-body.js";
import { text } from "../../src/runtime/client/replies/body-readers.js";
import { readMultipart } from "../../src/runtime/client/replies/form-replies.js";
import { items } from "../../src/runtime/client/replies/streams.js";
import { json } from "../../src/runtime/client/replies/readers.js";
import type { BodyReader, OutgoingBody } from "../../src/runtime/client/operation.js";
import type { StreamedPart } from "../../src/runtime/wire/media.js";
import { receiveItems, sendItems } from "../../src/runtime/server/streams.js";
import type { BodyCodec } from "../../src/runtime/server/requests/body.js";
import { receiveParts } from "../../src/runtime/server/requests/streamed-bodies.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { multipartReader } from "../../src/runtime/wire/forms.js";
import { inUtf8 } from "../../src/runtime/wire/media-types.js";
import { readJsonLines } from "../../src/runtime/wire/streams/item-readers.js";
import { writeJsonLines } from "../../src/runtime/wire/streams/item-writers.js";
import { type Server, createServer } from "../../src/runtime/server/server.js";
import { route } from "./route.js";
import { send, singleSender } from "./senders.js";

const charset = fc.constantFrom(
  "iso-8859-1",
  "ISO-8859-15",
  '"windows-1252"',
  "us-ascii",
  "utf-16",
  "utf-16be",
  "shift_jis",
  "klingon",
  "utf-8",
  '"UTF-8"',
);

const anyText = fc
  .tuple(fc.constantFrom("", "\uFEFF"), fc.string({ unit: "binary" }))
  .map((all) => all.join(""));

/** A byte order mark in front of a whole text is none of its characters; in front of a part of a form, it is. */
const texts = anyText.filter((value) => !value.startsWith("\uFEFF"));

/** What a server with this route gets, and what a client reads of it, when the handler answers with what it got. */
async function echoed(
  declared: string,
  received: BodyCodec,
  sent: OutgoingBody,
  replied: object | undefined,
  read: BodyReader,
  answer = (body: unknown) => body,
): Promise<readonly [type: string | null, arrived: unknown, value: unknown]> {
  let arrived: unknown;
  const faults: unknown[] = [];
  const server: Server = createServer(
    { onError: (error) => faults.push(error) },
    {},
    {
      echo: route({
        method: "POST",
        path: "/",
        body: { content: { [declared]: received } },
        replies: { 200: { [declared]: replied as undefined } },
        async handle({ body }: { body: unknown }) {
          arrived = await gathered(body);
          return { status: 200, contentType: declared, body: answer(arrived) };
        },
      }),
    },
  );
  let type: string | null = "";
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await server.fetch(new Request(url, init));
    if (!response.ok) throw new Error(await response.text());
    type = response.headers.get("content-type");
    return response;
  };
  const sender = singleSender({ baseUrl: "http://x", fetch: fetch as typeof globalThis.fetch });
  const value = await send(sender, () => ({
    operation: "echo",
    method: "POST",
    path: "/",
    body: sent,
    replies: { 200: { body: read } },
  }));
  expect(faults).toEqual([]);
  return [type, arrived, await gathered(value)];
}

/** The items of a stream, or the texts of streamed parts. */
async function gathered(body: unknown): Promise<unknown> {
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) return body;
  const all: unknown[] = [];
  for await (const one of body as AsyncIterable<unknown>)
    all.push(isPart(one) ? { [one.name]: await one.text() } : one);
  return all;
}

function isPart(one: unknown): one is StreamedPart {
  return typeof one === "object" && one !== null && "headers" in one;
}

const both = (declared: string, value: unknown) => [inUtf8(declared), value, value];

test("a text arrives as it was, whatever charset is declared, and its type says what is true", async () => {
  await fc.assert(
    fc.asyncProperty(charset, texts, async (name, value) => {
      const declared = `text/plain; charset=${name}`;
      const all = await echoed(
        declared,
        { codec: "text" },
        textBody(value, declared),
        undefined,
        text,
      );
      expect(all).toEqual(both(declared, value));
      expect(all[0]).toMatch(/^text\/plain; charset="?utf-8"?$/i);
    }),
  );
});

test("so does JSON, and each item of a stream", async () => {
  await fc.assert(
    fc.asyncProperty(charset, texts, async (name, value) => {
      const whole = `application/json; charset=${name}`;
      const sent = jsonBody(value, whole);
      expect(await echoed(whole, { codec: "json" }, sent, undefined, json)).toEqual(
        both(whole, value),
      );
      const lines = `application/jsonl; charset=${name}`;
      const list = [value, value];
      const streamed = streamBody(list, lines, writeJsonLines());
      const receive = receiveItems(readJsonLines());
      const reply = sendItems(writeJsonLines());
      expect(
        await echoed(lines, receive, streamed, reply, (reply) => items(reply, readJsonLines())),
      ).toEqual(both(lines, list));
    }),
  );
});

test("so does a part of a form, of which all or one at a time is read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.option(charset), anyText, async (name, value) => {
      const type = name === null ? "text/plain" : `text/plain; charset=${name}`;
      const declared = "multipart/form-data";
      const fields = [{ name: "note", types: [type] }];
      const form = { note: value };
      const sent = multipartBody([part("note", value, type)]);
      const written = {
        encode: (body: unknown) => multipartBody([part("note", (body as typeof form).note, type)]),
      };
      const read: BodyReader = (reply) => readMultipart(reply, fields);
      const received = { codec: "multipart", fields } as const;
      const [, arrived, back] = await echoed(declared, received, sent, written, read);
      expect([arrived, back]).toEqual([form, form]);
      const streamed = await echoed(
        declared,
        receiveParts(fields),
        sent,
        undefined,
        () => null,
        () => "",
      );
      expect(streamed[1]).toEqual([form]);
    }),
  );
});

test("a byte order mark in front of a part that is JSON is none of it", () => {
  const read = multipartReader([{ name: "a", content: "application/json" }], 9);
  const bytes = new TextEncoder().encode("\uFEFF[1]");
  const headers = new Map<string, string>();
  const issues: Issue[] = [];
  const all = [undefined, "application/json", "application/json; charset=utf-8"].map(
    (contentType) =>
      read([{ name: "a", fileName: undefined, contentType, headers, bytes }], issues),
  );
  expect([all, issues]).toEqual([Array(3).fill({ a: [1] }), []]);
});

test.each([
  ["text/plain", "text/plain"],
  ["text/plain;charset=latin1;a=b", "text/plain;charset=utf-8;a=b"],
  [
    'text/plain; a="; charset=latin1"; Charset="x\\"y"',
    'text/plain; a="; charset=latin1"; Charset=utf-8',
  ],
  ["text/plain; xcharset=latin1", "text/plain; xcharset=latin1"],
  ["text/plain; charset=", "text/plain; charset=utf-8"],
  ["text/plain; charset=UTF8", "text/plain; charset=UTF8"],
])("%s in UTF-8 is %s", (declared, type) => {
  expect(inUtf8(declared)).toBe(type);
});
