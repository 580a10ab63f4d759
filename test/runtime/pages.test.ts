import { expect, test } from "vitest";
import { type PagePlan, type Pages, paged } from "../../src/runtime/client/pages.js";

interface Request {
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
}
type Answer = (request: Request) => { readonly body: unknown; readonly headers?: object };
type Operation = { pages(request?: Request): Pages<unknown, number> };

/** An operation with pages that answers so, and the requests that came. */
function operation(plan: PagePlan, answer: Answer) {
  const asked: Request[] = [];
  const perform = (request: never) => {
    asked.push(request);
    return { ok: () => Promise.resolve({ status: 200, ...answer(request) }) };
  };
  const { pages } = paged(perform as never, plan) as Operation;
  return { pages, asked };
}

async function all<Item>(list: AsyncIterable<Item>, most = 50): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const one of list) if (found.push(one) >= most) break;
  return found;
}

const numbers = [1, 2, 3, 4, 5];
const part = (from: number, size = 2): readonly number[] => numbers.slice(from, from + size);
const wrapped = ["data"];

const kinds: readonly [what: string, plan: PagePlan, answer: Answer, calls: number][] = [
  [
    "a cursor in the body",
    { kind: "cursor", items: wrapped, parameter: "cursor", next: ["meta", "next"] },
    ({ query }) => {
      const from = Number(query?.["cursor"] ?? 0);
      return { body: { data: part(from), meta: { next: from < 4 ? String(from + 2) : "" } } };
    },
    3,
  ],
  [
    "an address in the body",
    { kind: "cursor", items: wrapped, next: ["next"], parameters: ["page"] },
    ({ query }) => {
      const page = Number(query?.["page"] ?? 1);
      const next = page < 3 ? `https://api.example/things?page=${page + 1}&x=1` : null;
      return { body: { data: part(2 * page - 2), next } };
    },
    3,
  ],
  [
    "the header Link",
    { kind: "link", items: [], parameters: ["page", "per_page"] },
    ({ query }) => {
      const page = Number(query?.["page"] ?? 1);
      const last = '<https://api.example/?page=3>; rel="last"';
      const next = page < 3 ? `, <https://api.example/?page=${page + 1}>; rel="next"` : "";
      return { body: part(2 * page - 2), headers: { link: last + next } };
    },
    3,
  ],
  [
    "a cursor in a header",
    { kind: "cursor", items: [], parameter: "pageToken", header: "Next-Token" },
    ({ query }) => {
      const from = Number(query?.["pageToken"] ?? 0);
      return { body: part(from), headers: from < 4 ? { "next-token": String(from + 2) } : {} };
    },
    3,
  ],
  [
    "pages",
    { kind: "page", items: [], parameter: "page", first: 1 },
    ({ query }) => ({ body: part(2 * Number(query?.["page"] ?? 1) - 2) }),
    4,
  ],
  [
    "offsets with a total",
    { kind: "offset", items: wrapped, parameter: "startIndex", first: 1, total: ["totalResults"] },
    ({ query }) => ({
      body: { data: part(Number(query?.["startIndex"] ?? 1) - 1), totalResults: 5 },
    }),
    3,
  ],
  [
    "the id of the last item",
    { kind: "last-id", items: wrapped, parameter: "starting_after", more: ["has_more"] },
    ({ query }) => {
      const from = Number(query?.["starting_after"] ?? 0);
      const data = part(from).map((id) => ({ id }));
      return { body: { data, has_more: from + 2 < 5 } };
    },
    3,
  ],
  [
    "a cursor in a body",
    { kind: "cursor", items: wrapped, parameter: "token", place: "body", next: ["next"] },
    ({ body }) => {
      const from = Number(body?.["token"] ?? 0);
      return { body: { data: part(from), ...(from < 4 && { next: String(from + 2) }) } };
    },
    3,
  ],
];

test.each(kinds)("%s: all items, in as many calls as needed", async (_, plan, answer, calls) => {
  const { pages, asked } = operation(plan, answer);
  const request = { [plan.place ?? "query"]: { limit: 2 } };
  const items = (await all(pages(request))).map((one) => (one as { id?: number }).id ?? one);
  expect(items).toEqual(numbers);
  expect(asked.length).toBe(calls);
  expect(asked.every((one) => one[plan.place ?? "query"]?.["limit"] === 2)).toBe(true);
});

test.each(kinds)("%s: no page is fetched that is not used", async (_, plan, answer) => {
  const { pages, asked } = operation(plan, answer);
  await all(pages(), 2);
  expect(asked.length).toBe(1);
  expect((await all(pages().byPage(), 2)).length).toBe(2);
  expect(asked.length).toBe(3);
});

test("a cursor that comes again is an error, and not a loop", async () => {
  const plan: PagePlan = { kind: "cursor", items: wrapped, parameter: "cursor", next: ["next"] };
  const { pages, asked } = operation(plan, () => ({ body: { data: [1], next: "a" } }));
  await expect(all(pages())).rejects.toThrow(/same next page twice/);
  expect(asked.length).toBe(2);
});

test.each([
  "things?page=2",
  "./things?page=2",
  "?page=2",
  "//api.example/things?page=2",
  "/?page=2",
])("an address may be relative: %s", async (address) => {
  const byLink: PagePlan = {
    kind: "link",
    items: [],
    parameter: "page",
    parameters: ["page"],
  };
  const link = operation(byLink, ({ query }) =>
    query?.["page"] === "2"
      ? { body: [2] }
      : { body: [1], headers: { link: `<${address}>; rel=next` } },
  );
  expect(await all(link.pages())).toEqual([1, 2]);
  const plan: PagePlan = { kind: "cursor", items: wrapped, next: ["next"], parameters: ["page"] };
  const body = operation(plan, ({ query }) => ({
    body: query?.["page"] === "2" ? { data: [2] } : { data: [1], next: address },
  }));
  expect(await all(body.pages())).toEqual([1, 2]);
});

test("an address without a parameter of the operation is an error, and not the end", async () => {
  const plan: PagePlan = { kind: "cursor", items: wrapped, next: ["next"], parameters: ["page"] };
  const { pages } = operation(plan, () => ({ body: { data: [1], next: "/things?x=1" } }));
  await expect(all(pages())).rejects.toThrow(/no parameter/);
});

test("an empty first page is a page, and ends the list", async () => {
  const plan: PagePlan = { kind: "page", items: [], parameter: "page" };
  const { pages, asked } = operation(plan, () => ({ body: [] }));
  expect(await all(pages().byPage())).toEqual([[]]);
  expect(asked.length).toBe(1);
});
