import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../src/index.js";
import { importFile } from "./generated.js";

const folder = await mkdtemp(join(tmpdir(), "bare-replies-"));
afterAll(() => rm(folder, { recursive: true }));

type Client = Record<"findAll" | "removeAll", () => Promise<unknown>>;

interface Generated {
  createCatsClient(options: object): Client;
}

const bare = { description: "" };
const described = { 200: bare, 404: bare };
const descriptions = {
  "openapi.json": { openapi: "3.0.0" },
  "swagger.json": { swagger: "2.0" },
};

/** The client of a description in `folder`. */
async function clientOf(input: string, name: string, options: object): Promise<Generated> {
  const output = join(folder, name);
  const config = { input: join(folder, input), output, only: ["client"] as const, ...options };
  expect(await generate(config)).toMatchObject({ ok: true });
  return importFile<Generated>(join(output, "client.ts"));
}

test.each(Object.entries(descriptions))(
  "%s: a success without content has no body, or with the option whatever is sent",
  async (input, version) => {
    const paths = {
      "/cats": {
        get: { operationId: "findAll", responses: described },
        delete: { operationId: "removeAll", responses: { 204: bare } },
      },
    };
    const whole = { ...version, info: { title: "Cats", version: "1" }, paths };
    await writeFile(join(folder, input), JSON.stringify(whole));
    const [empty, json] = await Promise.all([
      clientOf(input, `${input}-empty`, {}),
      clientOf(input, `${input}-json`, { bareReplies: "json" }),
    ]);
    const send = async (
      { createCatsClient }: Generated,
      operation: keyof Client,
      body: string | null,
      type?: string,
      status = 200,
    ): Promise<unknown> => {
      const headers = type === undefined ? {} : { "content-type": type };
      const fetch = async () => new Response(body, { status, headers });
      const client = createCatsClient({ baseUrl: "https://cats.example", fetch });
      return client[operation]().catch((error: Error) => error.constructor.name);
    };
    const cats = '[{"name":"Tom"}]';
    const asJson = "application/json; charset=utf-8";
    expect(await send(empty, "findAll", cats, asJson)).toBeUndefined();
    expect(await send(json, "findAll", cats, asJson)).toEqual([{ name: "Tom" }]);
    // As Nest sends strings, and nothing.
    expect(await send(json, "findAll", "All cats", "text/html; charset=utf-8")).toBe("All cats");
    expect(await send(json, "findAll", "")).toBeUndefined();
    expect(await send(json, "findAll", "<html></html>", "text/html")).toBe("UnexpectedResponse");
    for (const client of [empty, json]) {
      expect(await send(client, "removeAll", null, undefined, 204)).toBeUndefined();
      expect(await send(client, "findAll", '{"message":"None"}', asJson, 404)).toBe("ApiError");
    }
  },
);
