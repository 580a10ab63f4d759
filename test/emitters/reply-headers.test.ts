import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { type Client, connect } from "../roundtrip/service.js";

const folder = fileURLToPath(new URL("../golden/styles", import.meta.url));

const trip = await connect("input.yaml", folder);
afterAll(() => trip?.close());

/** The headers that a client makes of those of a reply, or what it objects to. */
async function received(headers: object, client: Client | undefined): Promise<unknown> {
  trip?.answerWith(() => Promise.resolve({ status: 200, headers: { "X-Text": "a", ...headers } }));
  try {
    return (await client?.["inHeaders"]?.({}).reply())?.["headers"];
  } catch (error) {
    const { name, issues = [] } = error as Error & { issues?: { path: string; message: string }[] };
    return [name, ...issues.map(({ path, message }) => `${path} ${message}`)];
  }
}

test("headers that keep to their schemas are sent and read", async () => {
  const headers = {
    "X-Object": { from: 1, to: "b" },
    "X-Json": { from: 2 },
    "Set-Cookie": ["a=b", "c=d"],
  };
  expect(await received(headers, trip?.client())).toEqual({ "X-Text": "a", ...headers });
});

test("a header that breaks its schema is an unexpected response, with its place", async () => {
  expect(await received({ "X-Json": { from: "1" } }, trip?.trustingClient())).toEqual([
    "UnexpectedResponse",
    "/headers/X-Json/from must be an integer",
  ]);
  expect(
    await received({ "X-Object": { to: "b" }, "Set-Cookie": ["a=b", "A"] }, trip?.trustingClient()),
  ).toEqual([
    "UnexpectedResponse",
    '/headers/X-Object must have "from"',
    expect.stringMatching(/^\/headers\/Set-Cookie\/1 must match /),
  ]);
});

test("what cannot be read is told once", async () => {
  expect(await received({ "X-Object": { from: "x" } }, trip?.trustingClient())).toEqual([
    "UnexpectedResponse",
    "/headers/X-Object/from must be an integer",
  ]);
});

test("a server does not send what breaks its schema, and says why", async () => {
  const headers = { "X-Text": "a", "X-Json": { from: "1" }, "Set-Cookie": ["A"] };
  trip?.answerWith(() => Promise.resolve({ status: 200, headers }));
  const error: unknown = await trip
    ?.client()
    ["inHeaders"]?.({})
    .reply()
    .catch((found: unknown) => found);
  const issues = [
    { pointer: "/headers/X-Json/from", message: "must be an integer" },
    { pointer: "/headers/Set-Cookie/0" },
  ];
  expect(error).toMatchObject({ status: 500, body: { issues } });
});
