import { describe, expect, test } from "vitest";
import type { UnexpectedResponse } from "../../src/runtime/client/errors.js";
import { readForm, readMultipart } from "../../src/runtime/client/replies/form-replies.js";
import type { Judge } from "../../src/runtime/validate/issue.js";
import { multipartBody, part } from "../../src/runtime/client/bodies/multipart-body.js";
import type { BodyReader } from "../../src/runtime/client/operation.js";
import type { CheckOptions } from "../../src/runtime/client/options.js";
import { send, singleSender } from "./senders.js";

const form = "application/x-www-form-urlencoded";

/** The body of a reply, as a client reads it. */
async function read(
  body: BodyReader,
  sent: BodyInit,
  type: string,
  options: CheckOptions = {},
): Promise<unknown> {
  const fetch = async (): Promise<Response> =>
    Promise.resolve(new Response(sent, { headers: { "content-type": type } }));
  const sender = singleSender({ baseUrl: "https://a.example", fetch, ...options });
  const replies = { 200: { body } };
  return send(sender, () => ({ operation: "op", method: "GET", path: "/x", replies }));
}

const isWrong: Judge = (_value, issues) => {
  issues?.push({ path: "/n", schema: "", keyword: "odd", params: {}, message: "must be odd" });
  return false;
};

describe("urlencoded", () => {
  const fields = [
    { name: "n", type: "integer" },
    { name: "all", type: { items: "string" } },
  ] as const;
  const reader: BodyReader = (reply) => readForm(reply, fields);

  test("fields have their types; others are texts", async () => {
    expect(await read(reader, "n=4&all=a+b&all=%C3%A9&other=1", form)).toEqual({
      n: 4,
      all: ["a b", "é"],
      other: "1",
    });
  });

  test("what cannot be read, or breaks the schema, is UnexpectedResponse, unless it is to pass", async () => {
    const unreadable = read(reader, "n=%FF", form);
    await expect(unreadable).rejects.toMatchObject({ issues: [{ path: "/body/n" }] });
    const checked: BodyReader = (reply) => readForm(reply, fields, isWrong);
    await expect(read(checked, "n=4", form)).rejects.toMatchObject({
      issues: [{ path: "/body/n", message: "must be odd" }],
      body: { n: 4 },
    });
    expect(await read(checked, "n=4", form, { unexpected: "pass" })).toEqual({ n: 4 });
    const seen: UnexpectedResponse[] = [];
    const report = { unexpected: (error: UnexpectedResponse) => void seen.push(error) };
    expect(await read(checked, "n=4", form, report)).toEqual({ n: 4 });
    expect(seen).toHaveLength(1);
  });
});

describe("multipart", () => {
  const fields = [
    { name: "meta", content: "application/json" },
    { name: "file", binary: true },
  ];
  const reader: BodyReader = (reply) => readMultipart(reply, fields);

  test("parts are what they are: JSON, files", async () => {
    const file = new File(["x"], "é.png", { type: "image/png" });
    const { body, type } = multipartBody([part("meta", { x: 1 }), part("file", file)]);
    const value = (await read(reader, body as Blob, type ?? "")) as { meta: unknown; file: File };
    expect(value.meta).toEqual({ x: 1 });
    expect([value.file.name, value.file.type, await value.file.text()]).toEqual([
      "é.png",
      "image/png",
      "x",
    ]);
  });

  test("what is none is UnexpectedResponse", async () => {
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=b"])
      await expect(read(reader, "nothing", type)).rejects.toMatchObject({
        issues: [{ path: "/body", message: "is not multipart data" }],
      });
  });
});
