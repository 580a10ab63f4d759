import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../src/index.js";
import type { Server } from "../../src/runtime/server/server.js";

const folder = await mkdtemp(join(tmpdir(), "missing-body-"));
afterAll(() => rm(folder, { recursive: true }));

interface Generated {
  createShopServer(options: object): Server;
}

const object = {
  schema: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
};
const text = { schema: { type: "string" } };
const any = { schema: {} };

/** The media types of a required body. */
const contents: Readonly<Record<string, object>> = {
  one: { "application/json": object },
  both: { "application/json": object, "application/xml": text },
  ranges: { "image/*": any, "application/json": object },
  all: { "*/*": any, "application/json": any },
  same: { "application/json": object, "application/merge-patch+json": object },
};

test("a missing body is reported as missing, whichever media types are declared", async () => {
  const paths = Object.entries(contents).map(([id, content]) => [
    `/${id}`,
    {
      post: {
        operationId: id,
        parameters: [{ in: "query", name: "n", required: true, schema: { type: "integer" } }],
        requestBody: { required: true, content },
        responses: { 204: { description: "ok" } },
      },
    },
  ]);
  const input = join(folder, "api.json");
  const info = { title: "Shop", version: "1" };
  await writeFile(
    input,
    JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object }),
  );
  const output = join(folder, "api");
  expect(await generate({ input, output, only: ["server"] })).toMatchObject({ ok: true });
  const outfile = join(folder, "server.mjs");
  await build({ entryPoints: [join(output, "server.ts")], outfile, bundle: true, format: "esm" });
  const { createShopServer } = (await import(outfile)) as Generated;
  const handle = () => ({ status: 204 });
  const handlers = Object.fromEntries(Object.keys(contents).map((id) => [id, handle]));
  const server = createShopServer({ handlers });
  const lacking = { pointer: "", keyword: "required", message: 'must have "body"' };
  for (const id of Object.keys(contents)) {
    for (const headers of [{}, { "content-type": "application/json" }]) {
      const issues = async (query: string): Promise<unknown> => {
        const url = `http://here/${id}?n=${query}`;
        const reply = await server.fetch(new Request(url, { method: "POST", headers }));
        return ((await reply.json()) as { issues: unknown }).issues;
      };
      expect([id, await issues("1")]).toEqual([id, [lacking]]);
      expect([id, await issues("x")]).toEqual([
        id,
        [expect.objectContaining({ pointer: "/query/n" }), lacking],
      ]);
    }
  }
});
