import type { Reply } from "../server/server.js";

type Members = Readonly<Record<string, unknown>>;
type Way = readonly string[];

/** Where a list stands in a reply, and how it goes on from page to page. */
export interface MockPage {
  /** The way to the items in the body. */
  readonly items: Way;
  /** The parameter that says how many items a page has. */
  readonly size?: string;
  /** How it goes on, and by which parameter; not set: all of it comes at once. */
  readonly kind?: "cursor" | "last-id" | "link" | "page" | "offset";
  readonly parameter?: string;
  readonly counts?: "pages" | "items";
  readonly first?: number;
  /** Where the cursor or the address of the next page is, whether there is more, how many there are. */
  readonly next?: Way;
  readonly more?: Way;
  readonly total?: Way;
}

/** A page of these items as a query wants it, in the first form that is accepted; `url` is that of the request. */
export function pageReply(
  page: MockPage,
  { found, id, query, url }: { found: readonly unknown[]; id: string; query: Members; url: string },
  reply: Reply,
  accepts: (body: unknown) => boolean,
): Reply {
  const { kind, parameter, counts, first = 0 } = page;
  const size = whole(query, page.size) ?? found.length;
  const from = startOf(page, id, found, query, size);
  const items = found.slice(from, from + size);
  const end = from + size;
  const hasMore = end < found.length;
  const change = counts === "pages" ? first + end / size : counts === "items" ? first + end : end;
  const address =
    hasMore && parameter !== undefined ? addressed(url, parameter, change) : undefined;
  const figures = [
    [page.items, items],
    ...(page.total ? [[page.total, found.length]] : []),
    ...(page.more ? [[page.more, hasMore]] : []),
  ] as const;
  const body = figures.reduce(
    (whole, [way, value]) => withAt(whole, way as Way, value),
    reply.body,
  );
  const fitting = withNext(page, body, hasMore ? change : undefined, address).find(accepts);
  if (fitting === undefined) return reply;
  const link = kind === "link" && address !== undefined && { Link: `<${address}>; rel="next"` };
  return { ...reply, body: fitting, ...(link && { headers: { ...reply.headers, ...link } }) };
}

/** Bodies that say which the next page is. Of a last one, some descriptions have it that it is null, others that it is not there. */
function withNext(
  { next, counts }: MockPage,
  body: unknown,
  change: number | undefined,
  address: string | undefined,
): readonly unknown[] {
  if (!next) return [body];
  if (change === undefined)
    return [
      withAt(body, next, null),
      ...next.map((_, above) => withAt(body, next.slice(0, next.length - above), undefined)),
      withAt(body, next, ""),
    ];
  const cursors = [String(change), change];
  const all = counts === undefined ? [...cursors, address] : [address, ...cursors];
  return all.map((value) => withAt(body, next, value));
}

/** Where a page begins among the items. */
function startOf(
  { kind, parameter, counts, first = 0 }: MockPage,
  id: string,
  found: readonly unknown[],
  query: Members,
  size: number,
): number {
  const value = parameter === undefined ? undefined : query[parameter];
  if (kind === undefined || value === undefined || value === "") return 0;
  if (kind === "last-id")
    return found.findIndex((item) => String((item as Members)[id]) === String(value)) + 1;
  const number = Number(value);
  if (!Number.isFinite(number)) return 0;
  const from = counts === undefined ? number : number - first;
  return Math.max(0, counts === "pages" ? from * size : from);
}

/** The address of a request with another value of a parameter. */
function addressed(url: string, parameter: string, value: number): string {
  const changed = new URL(url);
  changed.searchParams.set(parameter, String(value));
  return changed.href;
}

function whole(query: Members, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : query[name];
  const number = Number(value);
  return value === undefined || !(number >= 1) ? undefined : Math.floor(number);
}

/** A body with another value at the end of a way; without the member where that is undefined. */
function withAt(body: unknown, [name, ...rest]: Way, value: unknown): unknown {
  if (name === undefined) return value;
  const members = typeof body === "object" && body !== null ? (body as Members) : {};
  if (rest.length === 0 && value === undefined) {
    const { [name]: _, ...others } = members;
    return others;
  }
  const below = Object.hasOwn(members, name) ? members[name] : undefined;
  return { ...members, [name]: rest.length === 0 ? value : withAt(below, rest, value) };
}
