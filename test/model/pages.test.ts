import { expect, test } from "vitest";
import { pagesOf } from "../../src/model/pages.js";
import { modelOf } from "./model.js";

interface Listed {
  readonly query?: readonly string[];
  readonly numbers?: readonly string[];
  readonly body?: object;
  readonly headers?: object;
  readonly method?: string;
  readonly sent?: object;
  readonly extra?: object;
  readonly status?: string;
}

const text = { type: "string" };
const things = { type: "array", items: { type: "object", properties: { id: text } } };
const object = (properties: object): object => ({ type: "object", properties });

/** As the APIs of these names have it: the operation, what its reply is, and what is found. */
const known: readonly [api: string, listed: Listed, kind: string | undefined][] = [
  [
    "Stripe, GET /v1/charges",
    {
      query: ["starting_after", "limit"],
      body: object({ data: things, has_more: { type: "boolean" }, url: text }),
    },
    "last-id starting_after data",
  ],
  [
    "GitHub, GET /issues",
    { numbers: ["per_page", "page"], body: things, headers: { Link: { schema: text } } },
    "link page ",
  ],
  [
    "Slack, conversations.list",
    {
      query: ["cursor"],
      numbers: ["limit"],
      body: object({
        ok: { type: "boolean" },
        channels: things,
        response_metadata: object({ next_cursor: text }),
      }),
    },
    "cursor cursor channels response_metadata.next_cursor",
  ],
  [
    "OpenAI, GET /assistants",
    {
      query: ["after", "before"],
      numbers: ["limit"],
      body: object({ data: things, first_id: text, last_id: text, has_more: { type: "boolean" } }),
    },
    "cursor after data last_id",
  ],
  [
    "DigitalOcean, GET /v2/droplets",
    {
      numbers: ["page", "per_page"],
      body: {
        allOf: [
          object({ droplets: things }),
          object({ links: object({ pages: object({ next: text, last: text }) }) }),
          object({ meta: object({ total: { type: "integer" } }) }),
        ],
      },
    },
    "cursor page droplets links.pages.next",
  ],
  [
    "SCIM, GET /Users",
    {
      numbers: ["startIndex", "count"],
      body: object({ totalResults: { type: "integer" }, Resources: things }),
    },
    "offset startIndex Resources",
  ],
  [
    "Google, GET /v1/files",
    {
      query: ["pageToken"],
      numbers: ["pageSize"],
      body: object({ files: things, nextPageToken: text }),
    },
    "cursor pageToken files nextPageToken",
  ],
  [
    "Notion, POST /v1/search: a cursor in the body",
    {
      method: "post",
      sent: object({ query: text, start_cursor: text }),
      body: object({ results: things, next_cursor: text, has_more: { type: "boolean" } }),
    },
    "cursor start_cursor results next_cursor",
  ],
  [
    "Microsoft Graph, GET /me/messages",
    { numbers: ["$top", "$skip"], body: object({ value: things, "@odata.nextLink": text }) },
    "cursor $skip value @odata.nextLink",
  ],
  ["page and per_page alone", { numbers: ["page", "per_page"], body: things }, "page page "],
  [
    "offset and limit",
    { numbers: ["offset", "limit"], body: object({ items: things }) },
    "offset offset items",
  ],
  ["no list", { numbers: ["page"], body: object({ name: text }) }, undefined],
  ["a list that comes at once", { query: ["name"], body: things }, undefined],
  ["a page of a book: a text", { query: ["page"], body: things }, undefined],
  [
    "what is sent to be added",
    { method: "post", sent: object({ page: { type: "integer" } }), body: things },
    undefined,
  ],
  [
    "HAL, as Spring has it",
    {
      numbers: ["page", "size"],
      body: object({
        _embedded: object({ things }),
        _links: object({ next: object({ href: text }), self: object({ href: text }) }),
      }),
    },
    "cursor page _embedded.things _links.next.href",
  ],
  [
    "JSON:API",
    { query: ["page[after]"], body: object({ data: things, links: object({ next: text }) }) },
    "cursor page[after] data links.next",
  ],
  [
    "JSON:API, page by page",
    { numbers: ["page[number]", "page[size]"], body: object({ data: things, included: things }) },
    "page page[number] data",
  ],
  [
    "Kubernetes, GET /api/v1/pods",
    {
      query: ["continue"],
      numbers: ["limit"],
      body: object({ items: things, metadata: object({ continue: text }) }),
    },
    "cursor continue items metadata.continue",
  ],
  [
    "Argo, the same in a group of parameters",
    {
      query: ["listOptions.continue", "listOptions.limit"],
      body: object({ items: things, metadata: object({ continue: text }) }),
    },
    "cursor listOptions.continue items metadata.continue",
  ],
  [
    "Magento, GET /V1/products",
    {
      numbers: ["searchCriteria[pageSize]", "searchCriteria[currentPage]"],
      body: object({ items: things, total_count: { type: "integer" } }),
    },
    "page searchCriteria[currentPage] items",
  ],
  [
    "Spotify, GET /browse/categories: all of it in one object",
    {
      numbers: ["limit", "offset"],
      body: object({
        categories: object({ items: things, next: text, total: { type: "integer" } }),
      }),
    },
    "cursor offset categories.items categories.next",
  ],
  [
    "Square, GET /v2/bank-accounts: errors beside",
    {
      query: ["cursor"],
      body: object({ errors: things, bank_accounts: things, cursor: text }),
    },
    "cursor cursor bank_accounts cursor",
  ],
  [
    "a list in one of the many members of a thing",
    {
      numbers: ["page"],
      body: object({
        ...Object.fromEntries([..."abcdefghij"].map((name) => [name, text])),
        box: object({ items: things }),
      }),
    },
    undefined,
  ],
  [
    "errors and nothing beside",
    { numbers: ["$top", "$skip"], body: object({ errors: things }) },
    "offset $skip errors",
  ],
  [
    "Mailchimp, GET /campaigns: links beside",
    {
      numbers: ["count", "offset"],
      body: object({ _links: things, campaigns: things, total_items: { type: "integer" } }),
    },
    "offset offset campaigns",
  ],
  [
    "Figma, GET /v1/teams/{id}/components: a number for a cursor",
    {
      numbers: ["page_size", "after"],
      body: object({
        status: { type: "integer" },
        meta: object({ components: things, cursor: object({ after: { type: "integer" } }) }),
      }),
    },
    "cursor after meta.components meta.cursor.after",
  ],
  [
    "Kaminari: the number of the next page",
    { numbers: ["page"], body: object({ items: things, next_page: { type: "integer" } }) },
    "cursor page items next_page",
  ],
  [
    "PeerTube, GET /api/v1/videos",
    {
      numbers: ["start", "count"],
      body: object({ data: things, total: { type: "integer" } }),
    },
    "offset start data",
  ],
  [
    "a time from which on",
    {
      numbers: ["start", "end", "limit"],
      body: object({ results: things, total: { type: "integer" } }),
    },
    undefined,
  ],
  [
    "Open FEC: no reply but a default one",
    { numbers: ["page", "per_page"], body: object({ results: things }), status: "default" },
    "page page results",
  ],
  [
    "a range of statuses",
    { numbers: ["page", "per_page"], body: object({ results: things }), status: "2XX" },
    "page page results",
  ],
  [
    "Plaid, POST /institutions/get: numbers in the body",
    {
      method: "post",
      sent: object({ count: { type: "integer" }, offset: { type: "integer" } }),
      body: object({ institutions: things, total: { type: "integer" } }),
    },
    "offset offset institutions",
  ],
  [
    "Telegram, POST /getUpdates: an offset that counts no items",
    {
      method: "post",
      sent: object({ limit: { type: "integer" }, offset: { type: "integer" } }),
      body: object({ ok: { type: "boolean" }, result: things }),
    },
    undefined,
  ],
  [
    "Visma, GET /activities: a cursor in a header",
    { query: ["pageToken"], body: things, headers: { NextPageToken: { schema: text } } },
    "cursor pageToken  NextPageToken",
  ],
  [
    "GitLab, GET /projects: the number of the next page in a header",
    {
      numbers: ["page", "per_page"],
      body: things,
      headers: { "X-Next-Page": { schema: { type: "integer" } } },
    },
    "cursor page  X-Next-Page",
  ],
  [
    "figshare, GET /articles: the header of a cursor that no parameter takes",
    { numbers: ["page"], body: things, headers: { "X-Cursor": { schema: text } } },
    "page page ",
  ],
  [
    "a header said by hand",
    {
      query: ["from"],
      body: things,
      headers: { "X-More": { schema: text } },
      extra: { "x-pagination": { kind: "cursor", parameter: "from", header: "x-more" } },
    },
    "cursor from  X-More",
  ],
  [
    "a header that is not there",
    {
      query: ["from"],
      body: things,
      extra: { "x-pagination": { kind: "cursor", parameter: "from", header: "x-more" } },
    },
    undefined,
  ],
  [
    "said by hand, the rest found",
    {
      numbers: ["sheet"],
      body: object({ stuff: things, others: things }),
      extra: { "x-pagination": { kind: "page", parameter: "sheet", items: "stuff" } },
    },
    "page sheet stuff",
  ],
  [
    "said with a name that is not there",
    {
      numbers: ["page"],
      body: things,
      extra: { "x-pagination": { kind: "page", parameter: "pag" } },
    },
    undefined,
  ],
  [
    "switched off",
    { numbers: ["page"], body: things, extra: { "x-pagination": false } },
    undefined,
  ],
];

test.each(known)("%s", async (_, { query = [], numbers = [], method = "get", ...listed }, kind) => {
  const parameters = [
    ...query.map((name) => ({ name, in: "query", schema: text })),
    ...numbers.map((name) => ({ name, in: "query", schema: { type: "integer" } })),
  ];
  const { sent, body, headers, extra, status = 200 } = listed;
  const operation = {
    operationId: "list",
    parameters,
    ...(sent && { requestBody: { content: { "application/json": { schema: sent } } } }),
    responses: {
      [status]: {
        description: "A page.",
        headers,
        content: { "application/json": { schema: body } },
      },
    },
    ...extra,
  };
  const { operations } = await modelOf(
    `paths: ${JSON.stringify({ "/a": { [method]: operation } })}`,
  );
  const [first] = operations;
  const pages = first && pagesOf(first);
  const found = pages && [
    pages.kind,
    pages.parameter,
    pages.items.join("."),
    ...(pages.next ? [pages.next.join(".")] : []),
    ...(pages.kind === "cursor" && pages.header !== undefined ? [pages.header] : []),
  ];
  expect(found?.join(" ")).toBe(kind);
});
