import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadMocks } from "./load.js";

const folder = mkdtempSync(join(tmpdir(), "declared-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A mock of a service with these paths. */
async function mockOf(paths: object): Promise<{ fetch: typeof fetch }> {
  const info = { title: "Own", version: "1" };
  writeFileSync(join(folder, "own.json"), JSON.stringify({ openapi: "3.1.0", info, paths }));
  const { mocks } = await loadMocks("own.json", folder);
  return (mocks["mockOwn"] as unknown as () => { fetch: typeof fetch })();
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
