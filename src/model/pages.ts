import { closest } from "../common/closest.js";
import { type Pagination, type Way, paginationOf, wayOf } from "./pagination.js";
import type { Operation, Reply, Schema } from "./types.js";
import {
  isCalled,
  isList,
  listIn,
  memberIn,
  membersIn,
  nextIn,
  plain,
  schemaAt,
} from "./walks/lists.js";
import { meantTypes } from "./walks/values.js";
import { itemsOf } from "./walks/members.js";

/** A list in a reply, and what stands beside it. */
export interface PageList {
  /** The way to the list; none where the body is the list. */
  readonly items: Way;
  /** The parameter that says how many items a page has. */
  readonly size: string | undefined;
  /** Path in the body to the cursor or the URL of the next page. */
  readonly next: Way | undefined;
  /** The header that has the cursor of the next page. */
  readonly header: string | undefined;
  /** Paths in the body to the flag for more pages, and to the total. */
  readonly more: Way | undefined;
  readonly total: Way | undefined;
}

/** Pagination of an operation. */
export interface Pages extends PageList {
  /**
   * `cursor`: the body or a header has what the next request is made with, or its address. `last-id`: it is the id of the last item.
   * `link`: the header `Link` has the address. `page`, `offset`: numbers that count up.
   */
  readonly kind: NonNullable<Pagination["kind"]>;
  /** The parameter that differs for each page; several may where an address is followed. */
  readonly parameter: string | undefined;
  readonly place: "query" | "body";
  /** The unit that the parameter counts, where it is a number. */
  readonly counts: "pages" | "items" | undefined;
  /** The number of the first page, or of the first item. */
  readonly first: number;
  /** The parameters of the query, which an address may have. */
  readonly parameters: readonly string[];
}

/**
 * A parameter or member that pages need by hand and the operation does not have: by which key, and its name where there
 * is one.
 */
export interface PageFault {
  readonly key: keyof Pagination;
  readonly name: string | undefined;
  readonly suggestion: string | undefined;
}

const cursors =
  /^(?:cursor|after|startingafter|pagetoken|nexttoken|nextcursor|continuationtoken|continuation|continue|marker|pagecursor|startcursor|nextpagetoken)$/;
const pages = /^(?:page|pagenumber|pageno|pageindex|currentpage)$/;
const sizes =
  /^(?:limit|perpage|pagesize|pagelimit|size|maxresults|maxitems|maxkeys|top|first|count|take)$/;
const offsets = /^(?:offset|skip|startindex|startat)$/;
const totals =
  /^(?:total|totalcount|totalresults|totalitems|totalelements|totalrecords|totalentries)$/;
/** Headers with a cursor, whatever stands before such names. */
const headers = /(?:next(?:page|cursor|token|pagetoken|marker)|cursor|continuation(?:token)?)$/;

/** Pagination of an operation; undefined if it has no list, or returns the whole list at once. */
export function pagesOf(operation: Operation): Pages | undefined {
  return readPages(operation).pages;
}

/** The list that an operation gives, whether it comes in pages or not. */
export function listOf(operation: Operation): PageList | undefined {
  return pagesOf(operation) ?? listed(operation)?.list;
}

/** The pages of an operation, and what is wrong with `x-pagination`, which overrules what is found. */
export function readPages(operation: Operation): {
  readonly pages: Pages | undefined;
  readonly faults: readonly PageFault[];
} {
  const stated = paginationOf(operation.extensions.get("x-pagination"));
  if (stated === false) return { pages: undefined, faults: [] };
  const found = listed(operation, stated === "malformed" ? undefined : stated);
  if (typeof stated === "object") return overruled(operation, found, stated);
  const { method } = operation;
  const pages =
    found && (method === "GET" || method === "POST") ? chosen(operation, found) : undefined;
  return { pages, faults: [] };
}

/** The reply of a success that has a list, and that list. */
interface Listed {
  readonly reply: Reply;
  readonly body: Schema;
  readonly list: PageList;
}

/** The first reply that an operation may give when all went well. */
export function successOf({ replies }: Operation): Reply | undefined {
  return replies.find(({ statuses }) => statuses.some((status) => status >= 200 && status < 300));
}

function listed(operation: Operation, stated: Pagination = {}): Listed | undefined {
  const reply = successOf(operation);
  const body = reply?.content.find(({ codec }) => codec === "json")?.schema;
  const items = body && (stated.items === undefined ? listIn(body) : wayOf(stated.items));
  if (!reply || !body || !items) return undefined;
  const isBody = items.length === 0;
  const wrapper = items.length > 1 ? items[0] : undefined;
  const size = queryOf(operation).find((name) => isCalled(name, sizes));
  const list = {
    items,
    size,
    next: isBody ? undefined : nextIn(body, wrapper),
    header: reply.headers.find(({ name }) => headers.test(plain(name)))?.name,
    more: isBody
      ? undefined
      : memberIn(body, /^(?:hasmore|hasnext|hasnextpage|more)$/, ["boolean"], wrapper),
    total: isBody ? undefined : memberIn(body, totals, ["integer", "number"], wrapper),
  };
  return { reply, body, list };
}

function chosen(operation: Operation, found: Listed): Pages | undefined {
  const { list, body } = found;
  const sent = sentIn(operation, list);
  const cursor = sent.find(({ name }) => isCalled(name, cursors));
  const page = sent.find(({ counts }) => counts === "pages");
  const offset = sent.find(({ counts }) => counts === "items") ?? startIn(operation, list);
  const made = (kind: Pages["kind"], one: Sent | undefined): Pages =>
    pagesBy(operation, list, kind, one);
  const mayFollow = queryOf(operation).length > 0;
  const change = cursor ?? page ?? offset;
  const next = list.next && schemaAt(body, list.next);
  const mayBeAddress = next !== undefined && meantTypes(next)?.includes("string") === true;
  if (list.next && (change ?? (mayBeAddress && mayFollow))) return made("cursor", change);
  const byHeader = /next/i.test(list.header ?? "") ? change : cursor;
  if (list.header !== undefined && byHeader) return made("cursor", byHeader);
  if (cursor && list.more !== undefined && hasId(found)) return made("last-id", cursor);
  if (headerIn(found.reply, "link") !== undefined && mayFollow)
    return made("link", page ?? cursor ?? offset);
  if (page) return made("page", page);
  if (offset) return made("offset", offset);
  return undefined;
}

function pagesBy(
  operation: Operation,
  list: PageList,
  kind: Pages["kind"],
  one: Sent | undefined,
): Pages {
  return {
    kind,
    ...list,
    parameter: one?.name,
    place: one?.place ?? "query",
    counts: one?.counts,
    first: one?.first ?? 1,
    parameters: queryOf(operation),
  };
}

/** As it is said by hand; what is not said, as it is found. */
function overruled(
  operation: Operation,
  found: Listed | undefined,
  stated: Pagination,
): ReturnType<typeof readPages> {
  const faults: PageFault[] = [];
  const fault = (key: keyof Pagination, name?: string, known: Iterable<string> = []): undefined => {
    const suggestion = name === undefined ? undefined : closest(name, known);
    faults.push({ key, name, suggestion });
  };
  if (!found) {
    fault("items");
    return { pages: undefined, faults };
  }
  const { body } = found;
  const place = (key: "items" | "next" | "more" | "total"): Way | undefined => {
    const written = stated[key];
    if (written === undefined) return found.list[key];
    const way = wayOf(written);
    for (const [at, name] of way.entries()) {
      const members = membersIn(schemaAt(body, way.slice(0, at)));
      if (!members.has(name)) return fault(key, name, members.keys());
    }
    return way;
  };
  const all = allSent(operation, stated.kind);
  const named = (key: "parameter" | "size"): Sent | undefined => {
    const name = stated[key];
    const one = all.find((sent) => sent.name === name);
    if (name !== undefined && !one)
      fault(
        key,
        name,
        all.map((sent) => sent.name),
      );
    return one;
  };
  const items = place("items") ?? [];
  if (faults.length === 0 && !isList(schemaAt(body, items))) fault("items", items.at(-1));
  const header =
    stated.header === undefined ? found.list.header : headerIn(found.reply, stated.header);
  if (stated.header !== undefined && header === undefined)
    fault(
      "header",
      stated.header,
      found.reply.headers.map(({ name }) => name),
    );
  const own = { header, next: place("next"), more: place("more"), total: place("total") };
  const list = { items, ...own, size: named("size")?.name ?? found.list.size };
  const detected = chosen(operation, { ...found, list });
  const kind = stated.kind ?? detected?.kind;
  const isSame = kind === detected?.kind;
  const one =
    named("parameter") ??
    (isSame ? all.find(({ name }) => name === detected?.parameter) : undefined);
  if (kind === undefined) fault("kind");
  const saysNext = list.next ?? stated.next ?? stated.header ?? header;
  if (kind === "cursor" && saysNext === undefined) fault("next");
  if (kind === "link" && !headerIn(found.reply, "link")) fault("kind", "Link");
  if (
    (kind === "page" || kind === "offset" || kind === "last-id") &&
    !one &&
    stated.parameter === undefined
  )
    fault("parameter");
  if (kind === undefined || faults.length > 0) return { pages: undefined, faults };
  const pages = pagesBy(operation, list, kind, one);
  return { pages: { ...pages, first: stated.first ?? pages.first }, faults };
}

function headerIn({ headers: all }: Reply, wanted: string): string | undefined {
  return all.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.name;
}

interface Sent {
  readonly name: string;
  readonly place: "query" | "body";
  readonly isNumber: boolean;
  readonly first: number;
  readonly counts: Pages["counts"];
}

/**
 * Parameters and members that may tell which page a request is for. What changes something is no list that is read page
 * by page.
 */
function sentIn(operation: Operation, { total, more }: PageList): readonly Sent[] {
  const all = allSent(operation);
  if (operation.method !== "POST") return all;
  const hasSize = all.some(({ name, place }) => place === "body" && isCalled(name, sizes));
  const mayCount = hasSize && (total ?? more) !== undefined;
  return all.filter(
    ({ name, place, counts }) =>
      isCalled(name, cursors) || (mayCount && place === "body" && counts !== undefined),
  );
}

/** A parameter `start`, which is a time beside an `end`, and a number of items where a page has a size and the body a total. */
function startIn(operation: Operation, { size, total }: PageList): Sent | undefined {
  const isTime = queryOf(operation).some((name) => /^(?:end|stop|until|duration)/i.test(name));
  if (isTime || size === undefined || total === undefined) return undefined;
  return allSent(operation, "offset").find(
    ({ name, place, isNumber }) => place === "query" && isNumber && plain(name) === "start",
  );
}

/** Parameters of the query, and members of a JSON body; numbers among them count as the kind has it, or as their names do. */
function allSent({ parameters, body, method }: Operation, kind?: Pages["kind"]): readonly Sent[] {
  const sent = (name: string, schema: Schema, place: Sent["place"]): Sent => {
    const types = meantTypes(schema) ?? [];
    const isNumber = types.includes("integer") || types.includes("number");
    const usual = isNumber ? countsOf(name) : undefined;
    const counts = kind === "page" ? "pages" : kind === "offset" ? "items" : usual;
    return { name, place, isNumber, counts, first: firstOf(name, schema, counts) };
  };
  const inQuery = parameters
    .filter((one) => one.in === "query")
    .map(({ name, schema }) => sent(name, schema, "query"));
  const json = body?.content.find(({ codec }) => codec === "json")?.schema;
  const inBody = method === "POST" && json ? [...membersIn(json)] : [];
  return [...inQuery, ...inBody.map(([name, schema]) => sent(name, schema, "body"))];
}

function countsOf(name: string): Sent["counts"] {
  return isCalled(name, pages) ? "pages" : isCalled(name, offsets) ? "items" : undefined;
}

function firstOf(name: string, { keywords }: Schema, counts: Pages["counts"]): number {
  const preset = keywords.default?.value;
  if (typeof preset === "number") return preset;
  if (counts === "items") return plain(name) === "startindex" ? 1 : 0;
  return keywords.minimum === 0 ? 0 : 1;
}

function queryOf({ parameters }: Operation): readonly string[] {
  return parameters.flatMap((one) => (one.in === "query" ? [one.name] : []));
}

function hasId({ body, list }: Listed): boolean {
  const found = schemaAt(body, list.items);
  const item = found && itemsOf(found).rest;
  return membersIn(item).has("id");
}
