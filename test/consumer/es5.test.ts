import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLong } from "../long.js";
import { writeClients } from "./clients.js";
import { tscOf } from "./compilers.js";
import { clientSetups } from "./setups.js";

// What a compiler makes of the code for ES5 differs from it where it does not report that: classes that extend `Error`,
// and loops over what is no array.

const folder = mkdtempSync(join(tmpdir(), "es5-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!isLong)("compiled for ES5 (with LONG=1: it takes 20 seconds)", () => {
  let said = "nothing";
  beforeAll(async () => {
    await writeClients(folder);
    const { options, exclude } =
      clientSetups.find(({ title }) => title === "Create React App") ?? {};
    const compilerOptions = { ...options, skipLibCheck: true, types: [], outDir: "js" };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, exclude }));
    const { stdout, status } = spawnSync(process.execPath, [tscOf("5.9"), "-p", folder]);
    said = `${String(stdout)}${status}`;
  }, 180_000);

  /** A generated module, by what it exports. */
  type Exports = Record<string, any>;

  async function load(module: string): Promise<Exports> {
    return (await import(pathToFileURL(join(folder, "js", module)).href)) as Exports;
  }

  /** The options of a client for a service that answers with these, and the paths that were asked for. */
  function answering(...replies: readonly (readonly [body: unknown, init?: ResponseInit])[]) {
    const paths: string[] = [];
    const fetch = (url: string) => {
      const reply = replies[paths.length];
      if (!reply) return Promise.reject(new Error("gone"));
      const [body, init] = reply;
      paths.push(url.slice("http://127.0.0.1".length));
      return Promise.resolve(
        typeof body === "string" ? new Response(body, init) : Response.json(body, init),
      );
    };
    const clock = { now: Date.now, random: Math.random, sleep: () => Promise.resolve() };
    return { paths, options: { baseUrl: "http://127.0.0.1", fetch, clock } };
  }

  test("the code compiles for ES5", () => {
    expect(said).toBe("0");
  });

  test("errors are of their classes, and calls are repeated because of them", async () => {
    const { createPetStoreClient, isErrorOf, ApiError, ConnectionError, UnexpectedResponse } =
      await load("petstore/index.js");
    const figures = ["Limit", "Remaining", "Reset"].map((name) => [`X-RateLimit-${name}`, "1"]);
    const headers = Object.fromEntries(figures) as Record<string, string>;
    const { options, paths } = answering(
      ["", { status: 503 }],
      [
        { code: "not_found", message: "No such pet", status: 404 },
        { status: 404, headers },
      ],
      [{ id: "none" }],
    );
    const pets = createPetStoreClient({ ...options, bearerAuth: "k" });
    const failure = (): Promise<unknown> =>
      pets.getPet({ path: { petId: 7 } }).catch((e: unknown) => e);
    const error = await failure();
    expect(paths).toEqual(["/pets/7", "/pets/7"]);
    expect(error).toBeInstanceOf(ApiError);
    expect(isErrorOf(error, "getPet")).toBe(true);
    expect(error).toMatchObject({ name: "ApiError", body: { message: "No such pet" } });
    const unexpected = await failure();
    expect(unexpected).toBeInstanceOf(UnexpectedResponse);
    expect(isErrorOf(unexpected, "getPet")).toBe(false);
    expect(await failure()).toBeInstanceOf(ConnectionError);
  });

  test("patterns read code points", async () => {
    const { createZooClient } = await load("expected/client.js");
    const since = "2000-01-01T00:00:00Z";
    const replies = ["\u{1e900}", "\u{1e922}"].map((name) => [{ name, since }] as const);
    const { getKeeper } = createZooClient(answering(...replies).options);
    const call = { path: { name: "a" } };
    expect(await getKeeper(call)).toEqual({ name: "\u{1e900}", since });
    await expect(getKeeper(call)).rejects.toMatchObject({ issues: [{ path: "/body/name" }] });
  });

  test("pages follow each other, as links say", async () => {
    const { createListsClient } = await load("pages/client.js");
    const link = '<http://127.0.0.1/links?page=2>; rel="next"';
    const { options, paths } = answering([[{ id: 1 }], { headers: { link } }], [[{ id: 2 }]]);
    const ids: number[] = [];
    for await (const { id } of createListsClient(options).byLink.pages()) ids.push(id);
    expect(ids).toEqual([1, 2]);
    expect(paths).toEqual(["/links", "/links?page=2"]);
  });

  test("events come as they are sent", async () => {
    const { createStreamsClient } = await load("streams/client.js");
    const text = 'event: joined\ndata: {"user":"😀"}\n\n';
    const { options } = answering([text, { headers: { "content-type": "text/event-stream" } }]);
    const events: unknown[] = [];
    for await (const event of await createStreamsClient(options).watchChat()) events.push(event);
    expect(events).toEqual([{ event: "joined", data: { user: "😀" } }]);
  });
});
