import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("headers of the same name have another form in each reply", async () => {
  const own = mkdtempSync(join(tmpdir(), "reply-headers-"));
  const object = { type: "object", properties: { from: { type: "integer" } } };
  const forms = {
    200: { schema: object },
    201: { content: { "application/json": { schema: object } } },
    "4XX": { schema: object, explode: true },
    default: { schema: { type: "array", items: { type: "integer" } } },
  };
  const responses = Object.fromEntries(
    Object.entries(forms).map(([status, form]) => [
      status,
      { description: "", headers: { "X-Of": form } },
    ]),
  );
  const info = { title: "Forms", version: "1" };
  const paths = { "/": { get: { operationId: "get", responses } } };
  writeFileSync(join(own, "input.json"), JSON.stringify({ openapi: "3.1.0", info, paths }));
  const all = await connect("input.json", own);
  rmSync(own, { recursive: true });
  try {
    all?.wire();
    const values = [
      [200, { from: 1 }, "from,1"],
      [201, { from: 2 }, '{"from":2}'],
      [404, { from: 3 }, "from=3"],
      [500, [4, 5], "4,5"],
    ] as const;
    for (const [status, value, text] of values) {
      const headers = { "X-Of": value };
      all?.answerWith(() => Promise.resolve({ status, headers }));
      const reply = await all?.client()["get"]?.({}).reply();
      expect(reply).toEqual({ status, headers });
      expect(all?.wire()[1]).toContain(`x-of: ${text}\n`);
    }
  } finally {
    await all?.close();
  }
});
