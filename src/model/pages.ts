import type { Operation, Reply, Schema } from "./types.js";
import { itemsOf, meantTypes, together } from "./walks/values.js";

/** How a list of many pages goes on. */
export interface Pages {
  /**
   * `cursor`: the body has what the next request is made with, or its address. `last-id`: it is the id of the last item.
   * `link`: the header `Link` has the address. `page`, `offset`: numbers that count up.
   */
  readonly kind: "cursor" | "last-id" | "link" | "page" | "offset";
  /** The member of the body that is the list; none where the body is the list. */
  readonly items: readonly string[];
  /** What of a request is another one for each page; several parameters may be where an address is followed. */
  readonly parameter: string | undefined;
  readonly place: "query" | "body";
  /** Where in the body the cursor or the address is. */
  readonly next: readonly string[] | undefined;
  /** Where it says whether there is more, and how many there are. */
  readonly more: string | undefined;
  readonly total: string | undefined;
  /** The number of the first page, or of the first item. */
  readonly first: number;
  /** The parameters of the query, which an address may have. */
  readonly parameters: readonly string[];
}

const cursors =
  /^(?:cursor|after|startingafter|pagetoken|nexttoken|nextcursor|continuationtoken|continuation|marker|pagecursor|startcursor|nextpagetoken)$/;
const pages = /^(?:page|pagenumber|pageno|pageindex|currentpage)$/;
const offsets = /^(?:offset|skip|startindex|startat)$/;
const nexts =
  /^(?:next|nextcursor|nextpagetoken|nexttoken|nextpage|nextlink|nexturl|odatanextlink|continuationtoken|endcursor|cursor|nextmarker|lastid|after)$/;
const around =
  /^(?:meta|metadata|paging|pagination|responsemetadata|pageinfo|links|cursors|pages)$/;
const lists =
  /^(?:data|items|results|result|value|values|entries|records|list|members|resources|objects|rows|content|hits)$/;

const plain = (name: string): string => name.replace(/[^A-Za-z\d]/g, "").toLowerCase();

/** How an operation gives its list page by page; undefined: it is none, or all of it comes at once. */
export function pagesOf(operation: Operation): Pages | undefined {
  if (operation.extensions.get("x-pagination") === false) return undefined;
  const reply = operation.replies.find(
    ({ match }) => match.kind === "exact" && match.status >= 200 && match.status < 300,
  );
  const body = reply?.content.find(({ codec }) => codec === "json")?.schema;
  const items = body && listIn(body);
  if (!reply || !body || !items) return undefined;
  const common = { items, ...figuresIn(body, items), ...partsOf(operation) };
  return operation.method === "GET" || operation.method === "POST"
    ? chosen(operation, reply, body, common)
    : undefined;
}

type Common = Pick<Pages, "items" | "more" | "total" | "parameters">;

function chosen(
  operation: Operation,
  reply: Reply,
  body: Schema,
  common: Common,
): Pages | undefined {
  const sent = sentIn(operation);
  const cursor = sent.find(({ name }) => cursors.test(plain(name)));
  const counts = sent.filter(({ isNumber }) => isNumber);
  const page = counts.find(({ name }) => pages.test(plain(name)));
  const offset = counts.find(({ name }) => offsets.test(plain(name)));
  const next = common.items.length === 0 ? undefined : nextIn(body);
  const made = (kind: Pages["kind"], one: Sent | undefined, more: Partial<Pages> = {}): Pages => ({
    kind,
    ...common,
    parameter: one?.name,
    place: one?.place ?? "query",
    next: undefined,
    first: one?.first ?? 1,
    ...more,
  });
  const isAddress = next && !cursor && common.parameters.length > 0;
  if (next && (cursor ?? isAddress)) return made("cursor", cursor ?? page ?? offset, { next });
  if (cursor && common.more !== undefined && hasId(body, common.items))
    return made("last-id", cursor);
  const hasLink = reply.headers.some(({ name }) => name.toLowerCase() === "link");
  if (hasLink && common.parameters.length > 0) return made("link", page ?? cursor ?? offset);
  if (page) return made("page", page);
  if (offset) return made("offset", offset);
  return undefined;
}

interface Sent {
  readonly name: string;
  readonly place: "query" | "body";
  readonly first: number;
  readonly isNumber: boolean;
}

/** What a request has that may tell which page it is for: parameters of the query, and members of a JSON body. */
function sentIn({ parameters, body, method }: Operation): readonly Sent[] {
  const sent = (name: string, schema: Schema, place: Sent["place"]): Sent => ({
    name,
    place,
    first: firstOf(name, schema),
    isNumber: meantTypes(schema)?.some((type) => type === "integer" || type === "number") === true,
  });
  const inQuery = parameters
    .filter((one) => one.in === "query")
    .map(({ name, schema }) => sent(name, schema, "query"));
  const json = body?.content.find(({ codec }) => codec === "json")?.schema;
  const inBody = method === "POST" && json ? [...membersIn(json)] : [];
  const all = [...inQuery, ...inBody.map(([name, schema]) => sent(name, schema, "body"))];
  // What changes something is no list that is read page by page.
  return method === "POST" ? all.filter(({ name }) => cursors.test(plain(name))) : all;
}

function firstOf(name: string, { keywords }: Schema): number {
  const preset = keywords.default?.value;
  if (typeof preset === "number") return preset;
  if (offsets.test(plain(name))) return plain(name) === "startindex" ? 1 : 0;
  return keywords.minimum === 0 ? 0 : 1;
}

function partsOf({ parameters }: Operation): Pick<Pages, "parameters"> {
  return { parameters: parameters.flatMap((one) => (one.in === "query" ? [one.name] : [])) };
}

/** The way to the list in a body. */
function listIn(body: Schema): readonly string[] | undefined {
  if (isList(body)) return [];
  const found = [...membersIn(body)].filter(([, schema]) => isList(schema));
  const [known] = found.filter(([name]) => lists.test(plain(name)));
  const [only, ...others] = found;
  const one = known ?? (others.length === 0 ? only : undefined);
  return one && [one[0]];
}

/** The members that a schema names for certain. Those of its branches are left out: a body that may be this or that is no page. */
function membersIn(schema: Schema): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  for (const { keywords } of together(schema))
    for (const [name, one] of keywords.properties ?? []) if (!found.has(name)) found.set(name, one);
  return found;
}

function isList(schema: Schema): boolean {
  return meantTypes(schema)?.includes("array") === true;
}

function hasId(body: Schema, [name]: readonly string[]): boolean {
  const list = name === undefined ? body : membersIn(body).get(name);
  const item = list && itemsOf(list).rest;
  return item !== undefined && membersIn(item).has("id");
}

/** The way to what the next page is asked with, three levels down at most. */
function nextIn(body: Schema, levels = 3): readonly string[] | undefined {
  const members = [...membersIn(body)];
  const isText = (schema: Schema): boolean => meantTypes(schema)?.includes("string") === true;
  const [own] = members.find(([name, one]) => nexts.test(plain(name)) && isText(one)) ?? [];
  if (own !== undefined) return [own];
  if (levels === 1) return undefined;
  for (const [name, one] of members) {
    const below = around.test(plain(name)) ? nextIn(one, levels - 1) : undefined;
    if (below) return [name, ...below];
  }
  return undefined;
}

function figuresIn(body: Schema, items: readonly string[]): Pick<Pages, "more" | "total"> {
  const members = items.length === 0 ? [] : [...membersIn(body)];
  const named = (names: RegExp, type: string): string | undefined =>
    members.find(([name, one]) => {
      const types = meantTypes(one) as readonly string[] | undefined;
      return names.test(plain(name)) && types?.includes(type);
    })?.[0];
  return {
    more: named(/^(?:hasmore|hasnext|hasnextpage|more)$/, "boolean"),
    total: named(/^(?:total|totalcount|totalresults|totalitems)$/, "integer"),
  };
}
