import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { fixtureFaults } from "./fixtures.js";
import { loadMocks } from "./load.js";

const folder = fileURLToPath(new URL("../golden/mocks", import.meta.url));
const loaded = await loadMocks("input.yaml", folder);

type Members = Record<string, unknown>;
type Make = (members?: Members, options?: { seed?: number | string }) => Members;
type Mock = {
  fetch: typeof fetch;
  use(handlers: Members): void;
  reset(): void;
  calls: Record<string, { request: Members; reply: Members }[]>;
  state: Record<string, Members[]>;
  msw(): { run(input: { request: Request }): Promise<{ response: Response } | null> }[];
};

const { makeBook, makeBookPage, makeMedia } = loaded.mocks as unknown as Record<string, Make>;
const mockBookshelf = loaded.mocks["mockBookshelf"] as unknown as (options?: object) => Mock;

function fixture(make: Make | undefined, members?: Members, seed?: number | string): Members {
  if (!make) throw new Error("there is no such fixture");
  return make(members, seed === undefined ? {} : { seed });
}

const headers = { authorization: "Bearer anything", "content-type": "application/json" };
const mock = mockBookshelf({ seed: 1 });

async function ask(path: string, init: RequestInit & { json?: unknown } = {}, from = mock) {
  const { json, ...others } = init;
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const response = await from.fetch(`http://mock${path}`, {
    ...others,
    ...body,
    headers: { ...headers, ...(init.headers as Record<string, string>) },
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.endsWith("json") && text !== "";
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : text) as Members,
  };
}

beforeEach(() => mock.reset());

test("fixtures pass their validators under 20 seeds", () => {
  const { made, faults } = fixtureFaults(loaded, 20);
  expect([...faults.values()]).toEqual([]);
  expect(made).toBe(loaded.model.schemas.length * 20);
});

test("the same seed makes the same value, another one another, and a member more changes no other", () => {
  expect(fixture(makeBook, {}, 7)).toEqual(fixture(makeBook, {}, 7));
  const titles = Array.from({ length: 9 }, (_, seed) => fixture(makeBook, {}, seed)["title"]);
  expect(new Set(titles).size).toBeGreaterThan(4);
  const { title, ...others } = fixture(makeBook, { title: "T" }, 7);
  const { title: _, ...same } = fixture(makeBook, {}, 7);
  expect([title, others]).toEqual(["T", same]);
  // The same on each platform, so that a snapshot of it may be committed.
  expect(fixture(makeBook)).toMatchInlineSnapshot(`
    {
      "authorEmail": "chen.turing@example.com",
      "createdAt": "2020-05-08T06:45:49Z",
      "id": "29adc570-7011-4662-9c59-c6bc149ae8ec",
      "isbn": "978-1147098500",
      "language": "de",
      "price": 140.55,
      "sequel": {
        "authorEmail": "kofi.okafor@example.org",
        "createdAt": "2020-04-21T10:37:58Z",
        "id": "87e2ce29-93a5-4291-92e2-5bfc83115e64",
        "isbn": "979-3322617573",
        "language": "en",
        "price": 278.6,
        "sequel": {
          "createdAt": "2021-04-24T00:26:10Z",
          "id": "d64a84c5-ac85-4cce-994a-6347e543b35c",
          "isbn": "979-5971552684",
          "language": "fr",
          "price": 433.5,
          "title": "The Warm Willow",
        },
        "tags": [],
        "title": "The Quiet Basket",
      },
      "tags": [
        "golden ember",
        "late arrow",
        "grand basket",
      ],
      "title": "The Deep Willow",
    }
  `);
});

test("what is given decides the branch, and stays what it is where no value has it", () => {
  expect(fixture(makeMedia, { kind: "audio" })).toMatchObject({ minutes: expect.any(Number) });
  expect(fixture(makeMedia, { kind: "paper" })).not.toHaveProperty("minutes");
  expect(fixture(makeBook, { price: "free" })["price"]).toBe("free");
  expect(fixture(makeBookPage, { items: [] })["items"]).toEqual([]);
});

test("requests are checked as by the real server", async () => {
  const wrong = [
    await ask("/v2/books?limit=0"),
    await ask("/v2/books", { method: "POST", json: { title: "T" } }),
    await ask("/v2/none"),
    await ask("/v2/books", { headers: { authorization: "" } }),
  ];
  expect(wrong.map(({ status }) => status)).toEqual([400, 400, 404, 401]);
  expect(mock.calls["addBook"]).toEqual([]);
});

const newBook = { title: "T", isbn: "978-1234567890", language: "fr", price: 9.95 };

test("what is created is listed, found, changed and gone", async () => {
  const added = await ask("/books", { method: "POST", json: newBook });
  expect(added.status).toBe(201);
  expect(added.headers.get("location")).toMatch(/^https:/);
  expect(added.body).toMatchObject(newBook);
  const { id } = added.body as { id: string };
  const last = await ask("/books?limit=100");
  expect((last.body["items"] as Members[]).at(-1)).toEqual(added.body);
  expect((await ask(`/books/${id}`)).body).toEqual(added.body);
  const changed = await ask(`/books/${id}`, { method: "PATCH", json: { title: "U" } });
  expect(changed.body).toEqual({ ...added.body, title: "U" });
  expect((await ask(`/books/${id}`)).body["title"]).toBe("U");
  expect((await ask(`/books/${id}`, { method: "DELETE" })).status).toBe(204);
  expect((await ask(`/books/${id}`)).status).toBe(404);
  expect(
    mock.calls["changeBook"]?.map(({ request, reply }) => [request["body"], reply["status"]]),
  ).toEqual([[{ title: "U" }, 200]]);
  mock.reset();
  expect((await ask("/books?limit=100")).body["total"]).toBe(10);
});

test("pages, filters and what is in the state", async () => {
  const first = (await ask("/books")).body;
  expect(first).toMatchObject({ hasMore: true, nextCursor: "5", total: 10 });
  const second = (await ask(`/books?after=${String(first["nextCursor"])}`)).body;
  expect(second).toMatchObject({ hasMore: false, nextCursor: null });
  const ids = [first, second].flatMap(({ items }) => (items as Members[]).map(({ id }) => id));
  expect(new Set(ids).size).toBe(10);
  mock.state["/books"] = [
    fixture(makeBook, { language: "de" }),
    fixture(makeBook, { language: "fr" }, 2),
  ];
  const french = (await ask("/books?language=fr")).body;
  expect(french).toMatchObject({ items: [{ language: "fr" }], total: 1 });
  expect((await ask("/books/00000000-0000-4000-8000-000000000000")).status).toBe(404);
  expect(mock.state["/books"]).toHaveLength(2);
});

test("nothing is remembered where that is off", async () => {
  const plain = mockBookshelf({ remember: false, calls: false });
  const { body } = await ask("/books", { method: "POST", json: newBook }, plain);
  expect(body).toMatchObject(newBook);
  expect((await ask("/books?limit=100", {}, plain)).body["total"]).toBe(10);
  expect(plain.calls["addBook"]).toEqual([]);
});

test("handlers in part, and failures in a word", async () => {
  mock.use({ getBook: () => ({ status: 200, body: fixture(makeBook, { title: "Mine" }) }) });
  expect((await ask("/books/1")).body["title"]).toBe("Mine");
  mock.use({ getBook: 404, listBooks: { status: 429, times: 1 }, getCover: "offline" });
  expect((await ask("/books/1")).body).toEqual({ code: "not_found" });
  const limited = await ask("/books");
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await ask("/books")).status).toBe(200);
  await expect(ask("/books/1/cover")).rejects.toThrow(TypeError);
  mock.reset();
  expect((await ask("/books/1/cover", { headers: { accept: "text/plain" } })).body).toBe("a cover");
});

test("a reply of another status is asked for with Prefer", async () => {
  const { status, body } = await ask("/books/1", { headers: { prefer: "code=404" } });
  expect([status, body]).toEqual([404, { code: "not_found" }]);
  expect((await ask("/books/1", { headers: { prefer: "code=418" } })).status).toBe(418);
});

test("streams have items, and a client reads what a mock sends", async () => {
  const { body } = await ask("/events");
  expect(String(body).trim().split("\n")).toHaveLength(3);
  const create = loaded.client["createBookshelfClient"] as unknown as (
    options: object,
  ) => Record<string, (request: object) => Promise<Members>>;
  const client = create({ baseUrl: "http://mock", fetch: mock.fetch, login: "secret" });
  const reply = await client["getBook"]?.({
    path: { bookId: "00000000-0000-4000-8000-000000000000" },
  });
  expect(JSON.stringify(reply)).toContain("00000000-0000-4000-8000-000000000000");
});

test("events have data, whatever the description says of them", async () => {
  const streams = await loadMocks(
    "input.yaml",
    fileURLToPath(new URL("../golden/streams", import.meta.url)),
  );
  const create = streams.mocks["mockStreams"] as unknown as (options: object) => Mock;
  const { fetch: send } = create({ seed: 1 });
  for (const path of ["/chat", "/completions", "/completions/marked", "/ticker"]) {
    const reply = await send(`http://mock${path}`);
    expect([path, reply.status]).toEqual([path, 200]);
    expect((await reply.text()).match(/^data: /gm)?.length).toBeGreaterThanOrEqual(3);
  }
});

test("for Mock Service Worker, what is at no path of the service is passed on", async () => {
  const [handler] = mock.msw();
  const at = (url: string) => handler?.run({ request: new Request(url, { headers }) });
  expect(await at("https://books.example/v2/other")).toBe(null);
  expect((await at("https://books.example/v2/books"))?.response.status).toBe(200);
});
