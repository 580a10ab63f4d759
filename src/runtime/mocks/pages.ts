import type { Reply } from "../server/server.js";
import { hasOwn } from "../validate/own.js";

type Members = Readonly<Record<string, unknown>>;
type Way = readonly string[];

/** A value in a body, and the way to it. */
type Figure = readonly [way: Way, value: unknown];

/** The place of a list in a reply, and its pagination. */
export interface MockPage {
  /** The way to the items in the body. */
  readonly items: Way;
  /** The parameter that says how many items a page has. */
  readonly size?: string;
  /** Kind of pagination, and its parameter; undefined if the whole list is returned at once. */
  readonly kind?: "cursor" | "last-id" | "link" | "page" | "offset";
  readonly parameter?: string;
  readonly counts?: "pages" | "items";
  readonly first?: number;
  /** Paths to the cursor or URL of the next page, to the flag for more pages, and to the total. */
  readonly next?: Way;
  /** The header with the cursor. */
  readonly header?: string;
  readonly more?: Way;
  readonly total?: Way;
  /** Paths to the size of a page and the number of this one. */
  readonly echo?: { readonly size?: Way; readonly parameter?: Way };
}

/** A page of these items as a query wants it, in the first form that is accepted; `url` is that of the request. */
export function pageReply(
  page: MockPage,
  { found, id, query, url }: { found: readonly unknown[]; id: string; query: Members; url: string },
  reply: Reply,
  accepts: (body: unknown) => boolean,
): Reply {
  const { parameter, counts, first = 0, echo = {} } = page;
  const size = whole(query, page.size) ?? found.length;
  const from = startOf(page, id, found, query, size);
  const items = found.slice(from, from + size);
  const end = from + size;
  const hasMore = end < found.length;
  const numberAt = (item: number): number => first + (counts === "pages" ? item / size : item);
  const change = counts === undefined ? end : numberAt(end);
  const address =
    hasMore && parameter !== undefined ? addressed(url, parameter, change) : undefined;
  const figures: readonly Figure[] = [
    [page.items, items],
    ...(page.total ? [[page.total, found.length] as const] : []),
    ...(page.more ? [[page.more, hasMore] as const] : []),
  ];
  const repeated: readonly Figure[] = [
    ...(echo.size ? [[echo.size, size] as const] : []),
    ...(echo.parameter ? [[echo.parameter, numberAt(from)] as const] : []),
  ];
  const next = hasMore ? change : undefined;
  const fitting = [[...figures, ...repeated], figures]
    .map((all) => all.reduce((body, [way, value]) => withAt(body, way, value), reply.body))
    .flatMap((body) => withNext(page, body, next, address))
    .find(accepts);
  if (fitting === undefined) return reply;
  return { ...reply, body: fitting, headers: headersOf(page, reply, next, address) };
}

/** The headers of a reply, with the one that says which the next page is. */
function headersOf(
  { kind, next, header, counts }: MockPage,
  reply: Reply,
  change: number | undefined,
  address: string | undefined,
): Members {
  const headers = (reply.headers ?? {}) as Members;
  if (kind === "link" && address !== undefined)
    return { ...headers, Link: `<${address}>; rel="next"` };
  if (kind !== "cursor" || next || header === undefined) return headers;
  const { [header]: made, ...others } = headers;
  if (change === undefined) return others;
  const isNumber = made === undefined ? counts !== undefined : typeof made === "number";
  return { ...others, [header]: isNumber ? change : String(change) };
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

/** Index of the first item of a page. */
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
  const below = hasOwn(members, name) ? members[name] : undefined;
  return { ...members, [name]: rest.length === 0 ? value : withAt(below, rest, value) };
}
