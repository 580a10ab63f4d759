import { closest } from "../diagnostics/closest.js";
import { type Pagination, type Way, paginationOf, wayOf } from "./pagination.js";
import type { Operation, Reply, Schema } from "./types.js";
import { isList, listIn, memberIn, membersIn, nextIn, plain, schemaAt } from "./walks/lists.js";
import { itemsOf, meantTypes } from "./walks/values.js";

/** A list in a reply, and what stands beside it. */
export interface PageList {
  /** The way to the list; none where the body is the list. */
  readonly items: Way;
  /** The parameter that says how many items a page has. */
  readonly size: string | undefined;
  /** Where in the body the cursor or the address of the next page is. */
  readonly next: Way | undefined;
  /** Where it says whether there is more, and how many there are. */
  readonly more: Way | undefined;
  readonly total: Way | undefined;
}

/** How a list of many pages goes on. */
export interface Pages extends PageList {
  /**
   * `cursor`: the body has what the next request is made with, or its address. `last-id`: it is the id of the last item.
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
  /^(?:cursor|after|startingafter|pagetoken|nexttoken|nextcursor|continuationtoken|continuation|marker|pagecursor|startcursor|nextpagetoken)$/;
const pages = /^(?:page|pagenumber|pageno|pageindex|currentpage)$/;
const sizes =
  /^(?:limit|perpage|pagesize|pagelimit|size|maxresults|maxitems|maxkeys|top|first|count|take)$/;
const offsets = /^(?:offset|skip|startindex|startat)$/;

/** How an operation gives its list page by page; undefined: it is none, or all of it comes at once. */
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

function listed({ replies, parameters }: Operation, stated: Pagination = {}): Listed | undefined {
  const reply = replies.find(
    ({ match }) => match.kind === "exact" && match.status >= 200 && match.status < 300,
  );
  const body = reply?.content.find(({ codec }) => codec === "json")?.schema;
  const items = body && (stated.items === undefined ? listIn(body) : wayOf(stated.items));
  if (!reply || !body || !items) return undefined;
  const isBody = items.length === 0;
  const size = parameters.find((one) => one.in === "query" && sizes.test(plain(one.name)))?.name;
  const list = {
    items,
    size,
    next: isBody ? undefined : nextIn(body),
    more: isBody
      ? undefined
      : memberIn(body, /^(?:hasmore|hasnext|hasnextpage|more)$/, ["boolean"]),
    total: isBody
      ? undefined
      : memberIn(body, /^(?:total|totalcount|totalresults|totalitems)$/, ["integer", "number"]),
  };
  return { reply, body, list };
}

function chosen(operation: Operation, found: Listed): Pages | undefined {
  const { list } = found;
  const sent = sentIn(operation);
  const cursor = sent.find(({ name }) => cursors.test(plain(name)));
  const page = sent.find(({ counts }) => counts === "pages");
  const offset = sent.find(({ counts }) => counts === "items");
  const made = (kind: Pages["kind"], one: Sent | undefined): Pages =>
    pagesBy(operation, list, kind, one);
  const mayFollow = queryOf(operation).length > 0;
  if (list.next && (cursor ?? mayFollow)) return made("cursor", cursor ?? page ?? offset);
  if (cursor && list.more !== undefined && hasId(found)) return made("last-id", cursor);
  if (hasLink(found) && mayFollow) return made("link", page ?? cursor ?? offset);
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
  const own = { next: place("next"), more: place("more"), total: place("total") };
  const list = { items, ...own, size: named("size")?.name ?? found.list.size };
  const detected = chosen(operation, { ...found, list });
  const kind = stated.kind ?? detected?.kind;
  const isSame = kind === detected?.kind;
  const one =
    named("parameter") ??
    (isSame ? all.find(({ name }) => name === detected?.parameter) : undefined);
  if (kind === undefined) fault("kind");
  if (kind === "cursor" && !list.next && stated.next === undefined) fault("next");
  if (kind === "link" && !hasLink(found)) fault("kind", "Link");
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

const hasLink = ({ reply }: Listed): boolean =>
  reply.headers.some(({ name }) => name.toLowerCase() === "link");

interface Sent {
  readonly name: string;
  readonly place: "query" | "body";
  readonly first: number;
  readonly counts: Pages["counts"];
}

/**
 * Parameters and members that may tell which page a request is for. What changes something is no list that is read page
 * by page.
 */
function sentIn(operation: Operation): readonly Sent[] {
  const all = allSent(operation);
  return operation.method === "POST" ? all.filter(({ name }) => cursors.test(plain(name))) : all;
}

/** Parameters of the query, and members of a JSON body; numbers among them count as the kind has it, or as their names do. */
function allSent({ parameters, body, method }: Operation, kind?: Pages["kind"]): readonly Sent[] {
  const sent = (name: string, schema: Schema, place: Sent["place"]): Sent => {
    const counts = kind === "page" ? "pages" : kind === "offset" ? "items" : countsOf(name, schema);
    return { name, place, counts, first: firstOf(name, schema, counts) };
  };
  const inQuery = parameters
    .filter((one) => one.in === "query")
    .map(({ name, schema }) => sent(name, schema, "query"));
  const json = body?.content.find(({ codec }) => codec === "json")?.schema;
  const inBody = method === "POST" && json ? [...membersIn(json)] : [];
  return [...inQuery, ...inBody.map(([name, schema]) => sent(name, schema, "body"))];
}

function countsOf(name: string, schema: Schema): Sent["counts"] {
  const isNumber = meantTypes(schema)?.some((type) => type === "integer" || type === "number");
  if (isNumber !== true) return undefined;
  return pages.test(plain(name)) ? "pages" : offsets.test(plain(name)) ? "items" : undefined;
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
