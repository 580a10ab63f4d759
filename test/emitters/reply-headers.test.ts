import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { connect } from "../roundtrip/service.js";

const folder = fileURLToPath(new URL("../golden/styles", import.meta.url));
const trip = await connect("input.yaml", folder);
afterAll(() => trip?.close());

/** What a client makes of a reply with these headers; the server checks only bodies. */
async function received(headers: object): Promise<unknown> {
  trip?.answerWith(() => Promise.resolve({ status: 200, headers: { "X-Text": "a", ...headers } }));
  try {
    return (await trip?.client()["inHeaders"]?.({}))?.["headers"];
  } catch (error) {
    const { name, issues = [] } = error as Error & { issues?: { path: string; message: string }[] };
    return [name, ...issues.map(({ path, message }) => `${path} ${message}`)];
  }
}

test("headers that keep to their schemas are read", async () => {
  const headers = {
    "X-Object": { from: 1, to: "b" },
    "X-Json": { from: 2 },
    "Set-Cookie": ["a=b", "c=d"],
  };
  expect(await received(headers)).toEqual({ "X-Text": "a", ...headers });
});

test("a header that breaks its schema is an unexpected response, with its place", async () => {
  expect(await received({ "X-Json": { from: "1" } })).toEqual([
    "UnexpectedResponse",
    "/headers/X-Json/from must be an integer",
  ]);
  expect(await received({ "X-Object": { to: "b" }, "Set-Cookie": ["a=b", "A"] })).toEqual([
    "UnexpectedResponse",
    '/headers/X-Object must have "from"',
    expect.stringMatching(/^\/headers\/Set-Cookie\/1 must match /),
  ]);
});

test("what cannot be read is told once", async () => {
  expect(await received({ "X-Object": { from: "x" } })).toEqual([
    "UnexpectedResponse",
    "/headers/X-Object/from must be an integer",
  ]);
});
