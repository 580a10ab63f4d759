import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pagesOf } from "../../src/model/pages.js";
import { sorted } from "../../src/runtime/mocks/sorting.js";
import { loadMocks } from "./load.js";

const text = { type: "string" };
const number = { type: "integer" };
const yes = { type: "boolean" };
const address = { type: "string", format: "uri" };
const items = { type: "array", items: { $ref: "#/components/schemas/Thing" } };
const object = (properties: object): object => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const orNull = (schema: { type: string }): object => ({ ...schema, type: [schema.type, "null"] });

interface Listed {
  readonly query: Readonly<Record<string, object>>;
  readonly body: object;
  readonly headers?: object;
  readonly pagination?: object;
  readonly config?: object;
}

/** Each kind of pages, once; the first parameter says how many there are on a page. */
const lists: Readonly<Record<string, Listed>> = {
  cursor: {
    query: { limit: number, cursor: text },
    body: object({ data: items, meta: { type: "object", properties: { next_cursor: text } } }),
  },
  cursorOrNull: {
    query: { size: number, pageToken: text },
    body: object({ things: items, nextPageToken: orNull(text) }),
  },
  address: {
    query: { per_page: number, page: number },
    body: object({ data: items, links: { type: "object", properties: { next: address } } }),
  },
  cursorInAddress: {
    query: { limit: number, cursor: text },
    body: object({ results: items, next: orNull(address) }),
  },
  hal: {
    query: { size: number, page: { ...number, minimum: 0 } },
    body: object({
      _embedded: object({ things: items }),
      _links: { type: "object", properties: { next: object({ href: address }) } },
    }),
  },
  wrapped: {
    query: { limit: number, cursor: text },
    body: object({ data: object({ items, next_cursor: orNull(text) }) }),
  },
  lastId: {
    query: { limit: number, starting_after: text },
    body: object({ data: items, has_more: yes }),
  },
  link: {
    query: { per_page: number, page: number },
    body: items,
    headers: { Link: { schema: text } },
  },
  header: {
    query: { limit: number, cursor: text },
    body: items,
    headers: { "X-Next-Cursor": { schema: text } },
  },
  requiredHeader: {
    query: { limit: number, page: number },
    body: items,
    headers: { "X-Next-Page": { schema: number } },
  },
  grouped: { query: { "page[limit]": number, "page[offset]": number }, body: items },
  inOneObject: {
    query: { limit: number, offset: number },
    body: object({ things: object({ items, next: orNull(address), offset: number }) }),
  },
  repeated: {
    query: { limit: number, offset: number },
    body: object({ items, total: number, limit: number, offset: number }),
  },
  pages: { query: { limit: number, page: number }, body: items },
  pagesFromZero: { query: { limit: number, page: { ...number, minimum: 0 } }, body: items },
  offsets: { query: { limit: number, offset: number }, body: object({ items, total: number }) },
  scim: {
    query: { count: number, startIndex: number },
    body: object({ Resources: items, totalResults: number }),
  },
  nestedTotal: {
    query: { limit: number, skip: number },
    body: object({ items, meta: object({ total: number }) }),
  },
  said: {
    query: { n: number, sheet: number },
    body: object({ stuff: items, others: { type: "array" } }),
    pagination: { kind: "page", parameter: "sheet", size: "n", items: "stuff" },
  },
  configured: {
    query: { n: number, at: number },
    body: object({ box: object({ stuff: items, of: number }), others: { type: "array" } }),
    config: {
      kind: "offset",
      parameter: "at",
      size: "n",
      items: ["box", "stuff"],
      total: ["box", "of"],
    },
  },
};

const folder = mkdtempSync(join(tmpdir(), "pages-"));
afterAll(() => rmSync(folder, { recursive: true }));

const reply = (schema: object, headers?: object): object => ({
  200: { description: "Fine.", headers, content: { "application/json": { schema } } },
});
const paths = Object.entries(lists).flatMap(([name, { query, body, headers, pagination }]) => [
  [
    `/${name}`,
    {
      get: {
        operationId: name,
        ...(pagination && { "x-pagination": pagination }),
        parameters: Object.entries(query).map(([of, schema]) => ({
          name: of,
          in: "query",
          schema,
        })),
        responses: reply(body, headers),
      },
    },
  ],
  [
    `/${name}/{id}`,
    {
      get: {
        operationId: `${name}One`,
        parameters: [{ name: "id", in: "path", required: true, schema: number }],
        responses: reply({ $ref: "#/components/schemas/Thing" }),
      },
    },
  ],
]);
const description = {
  openapi: "3.1.0",
  info: { title: "Lists", version: "1" },
  paths: Object.fromEntries(paths),
  components: { schemas: { Thing: object({ id: number, name: text }) } },
};
writeFileSync(join(folder, "input.json"), JSON.stringify(description));
const pagination = Object.fromEntries(
  Object.entries(lists).flatMap(([name, { config }]) => (config ? [[name, config]] : [])),
);
const loaded = await loadMocks("input.json", folder, { pagination });

type Call = { pages(request: object): AsyncIterable<{ id: number }> };
const mock = (
  loaded.mocks["mockLists"] as unknown as () => {
    fetch: typeof fetch;
    calls: Record<string, unknown[]>;
  }
)();
const make = loaded.client["createListsClient"] as unknown as (
  options: object,
) => Record<string, Call>;
const api = make({ baseUrl: "http://mock", fetch: mock.fetch });

test.each(Object.keys(lists))("a mock gives all pages of a list once: %s", async (name) => {
  const [size = ""] = Object.keys(lists[name]?.query ?? {});
  const operation = loaded.model.operations.find(({ id }) => id === name);
  expect(operation && pagesOf(operation)?.size).toBe(size);
  const found: number[] = [];
  for await (const { id } of api[name]?.pages({ query: { [size]: 3 } }) ?? []) {
    found.push(id);
    if (found.length > 20) break;
  }
  expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // Where the reply says no more of it, the last page is the one that is empty.
  expect(mock.calls[name]?.length).toBe(/^(?:pages|said|grouped)/.test(name) ? 5 : 4);
});

test("a page says again which one it is, and how long", async () => {
  const response = await mock.fetch("http://mock/repeated?limit=3&offset=6");
  expect(await response.json()).toMatchObject({ limit: 3, offset: 6, total: 10 });
});

test.each([
  ["sort=name", [1, 2]],
  ["sort=-name", [2, 1]],
  ["sort=name:desc", [2, 1]],
  ["order_by=name%20desc,id", [2, 1]],
  ["sort_by=name&sort_order=descending", [2, 1]],
  ["sort=name&direction=desc", [2, 1]],
  ["sortBy=NAME_DESC", [2, 1]],
  ["sort=created&order=asc", [2, 1]],
  ["order=desc&orderBy=id", [2, 1]],
  ["sort=none", [1, 2]],
])("lists are sorted by what %s names", (search, expected) => {
  const query = Object.fromEntries(new URLSearchParams(search));
  const all = [
    { id: 1, name: "a", createdAt: "2025-02-01" },
    { id: 2, name: "b", createdAt: "2025-01-01" },
  ];
  const { items, others } = sorted(all, query);
  expect(items.map((one) => (one as { id: number }).id)).toEqual(expected);
  expect(others).toEqual(search === "sort=none" ? query : {});
});
