import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient, QueryObserver, hashKey, skipToken } from "@tanstack/query-core";
import { faker } from "@faker-js/faker";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { createBookshelfClient } from "generated/client.js";
import { makeBook, mockBookshelf } from "generated/mocks.js";
import { createBookshelfQueries } from "generated/queries.js";
import { fakerTexts } from "generated/runtime/mocks/faker.js";

const mock = mockBookshelf();
const api = createBookshelfClient({ baseUrl: "http://mock", fetch: mock.fetch });
const books = createBookshelfQueries(api);

test("keys are equal for equal requests, and begin with the API, the tag and the operation", () => {
  const day = new Date("2026-01-02T03:04:05Z");
  const one = books.listBooks.key({ query: { limit: 3, since: day } });
  const other = books.listBooks.key({ query: { since: new Date(day), limit: 3 } });
  assert.equal(hashKey(one), hashKey(other));
  assert.notEqual(hashKey(one), hashKey(books.listBooks.key({ query: { limit: 4 } })));
  assert.equal(
    hashKey(books.getBook.key({ path: { bookId: 2n ** 60n } })).includes("1152921504606846976n"),
    true,
  );
  assert.deepEqual(books.listBooks.key(), ["Bookshelf", "books", "listBooks"]);
  assert.deepEqual([books.key(), books.key("books")], [["Bookshelf"], ["Bookshelf", "books"]]);
});

test("a prefix invalidates, and what was fetched is in the cache by its key", async () => {
  const client = new QueryClient();
  const query = books.getBook({ path: { bookId: 1n } });
  const book = await client.fetchQuery(query);
  assert.equal(client.getQueryData(query.queryKey), book);
  await client.invalidateQueries({ queryKey: books.key("books") });
  assert.equal(client.getQueryState(query.queryKey)?.isInvalidated, true);
  assert.equal(await client.fetchQuery(books.health()), null);
});

test("one of the two tries again: the client", async () => {
  mock.reset();
  mock.use({ getBook: { status: 429, headers: { "Retry-After": "0" }, times: 1 } });
  const client = new QueryClient();
  await client.fetchQuery(books.getBook({ path: { bookId: 1n } }));
  assert.equal(mock.calls.getBook.length, 2);
  mock.use({ getBook: 404 });
  const observer = new QueryObserver(client, books.getBook({ path: { bookId: 2n } }));
  const failed = await new Promise((resolve) => {
    const stop = observer.subscribe(({ error }) => {
      if (!error) return;
      stop();
      resolve(error);
    });
  });
  assert.equal((failed as { status: number }).status, 404);
  assert.equal(mock.calls.getBook.length, 3);
});

test("the signal of a query ends the call, and what is skipped is not asked", async () => {
  mock.reset();
  mock.use({ listBooks: { delay: 5000 } });
  const client = new QueryClient();
  const query = books.listBooks();
  const fetched = client.fetchQuery(query);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await client.cancelQueries({ queryKey: query.queryKey });
  await assert.rejects(fetched);
  assert.equal(books.getBook(skipToken).queryFn, skipToken);
});

test("an infinite query goes on from page to page, by a key of its own", async () => {
  mock.reset();
  mock.use({
    listShelves: ({ query }) => ({
      status: 200,
      body: query?.cursor === "b" ? { shelves: ["c"] } : { shelves: ["a", "b"], next_cursor: "b" },
    }),
  });
  const shelves = books.listShelves.infinite({ query: { limit: 2 } });
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...shelves, pages: 5 });
  assert.deepEqual(pages, [{ shelves: ["a", "b"], next_cursor: "b" }, { shelves: ["c"] }]);
  assert.equal(
    mock.calls.listShelves.every(({ request }) => request.query?.limit === 2),
    true,
  );
  const plain = books.listShelves({ query: { limit: 2 } });
  assert.notEqual(hashKey(shelves.queryKey), hashKey(plain.queryKey));
  const listed: string[] = [];
  for await (const shelf of api.listShelves.pages()) listed.push(shelf);
  assert.deepEqual(listed, ["a", "b", "c"]);
});

test("a mutation changes what the mock remembers", async () => {
  mock.reset();
  const { mutationFn } = books.addBook.mutation();
  const added = await mutationFn({ body: makeBook({ title: "Mine" }) });
  const all = await new QueryClient().fetchQuery(books.listBooks());
  assert.deepEqual(all.at(-1), added);
});

test("Mock Service Worker answers with the mock, and passes on what is not its", async () => {
  mock.reset();
  const server = setupServer(
    ...mock.msw(),
    http.get("http://other.example/*", () => HttpResponse.json({ other: true })),
  );
  server.listen({ onUnhandledRequest: "error" });
  try {
    const real = createBookshelfClient({ baseUrl: "http://books.example" });
    const added = await real.addBook({ body: makeBook({ title: "Sent" }) });
    assert.equal((await real.listBooks()).at(-1)?.id, added.id);
    assert.deepEqual(await (await fetch("http://other.example/a")).json(), { other: true });
  } finally {
    server.close();
  }
});

test("texts of Faker are used as far as they fit, the same for the same seed", () => {
  const texts = fakerTexts(faker);
  const one = (name: string, format?: string): unknown => texts({ name, format }, () => 0.25);
  assert.equal(one("firstName"), one("first_name"));
  const known = Object.values(faker.definitions.person.first_name).flat();
  assert.ok(known.includes(String(one("firstName"))));
  assert.match(String(one("contact", "email")), /^\S+@\S+$/);
  assert.deepEqual([one("weight"), one("city", "uuid")], [undefined, undefined]);
  assert.deepEqual(makeBook({}, { seed: 3 }), makeBook({}, { seed: 3 }));
});
