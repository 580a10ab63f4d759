import {
  type MockContent,
  type MockReplies,
  contentFor,
  examplesOf,
  replyFor,
  usualStatus,
} from "./replies.js";
import { type AnyShape, type NamedShape, isNamed, shapeOf } from "./shape.js";
import type { MakeOptions } from "./make.js";
import { makeMembers } from "./make.js";
import { type MockPage, pageReply } from "./pages.js";
import { sorted } from "./sorting.js";
import { Problem } from "../server/problem.js";
import type { Reply } from "../server/server.js";
import { hasOwn } from "../validate/own.js";

/** The effect of an operation on a collection: `/pets` with `/pets/{petId}`. */
export interface MockCollection {
  readonly role: "list" | "create" | "read" | "replace" | "update" | "remove";
  /** The path of the collection: its parameters, such as those of what it belongs to, in braces. */
  readonly path: string;
  readonly item: AnyShape;
  /** The member of an item that its address ends with. */
  readonly id: string;
  /** The path parameter with it. */
  readonly parameter?: string;
  /** The member of the reply's body with the item; not set: it is the whole body. */
  readonly member?: string;
  /** Of a list: where it stands, and how it goes on. */
  readonly page?: MockPage;
}

type Members = Readonly<Record<string, unknown>>;

/** The memory of a mock: the items of each collection by its path, with the parameters in it filled in. */
export type MockState = Record<string, unknown[]>;

/** Makes a reply; without its body where what is remembered takes the place of all of it. */
type Made = (hasBody?: boolean) => Reply;

/** Items of a collection in the examples of replies: of the list, of a single one, and of one that was created. */
type Examples = { readonly [Role in "list" | "read" | "create"]?: readonly Members[] };

/** By the path of the collection. */
export type CollectionExamples = ReadonlyMap<string, Examples>;

/** The examples of replies that are valid. Of those of a list, the first one is the list. */
export function collectionExamples(
  operations: readonly {
    readonly collection?: MockCollection;
    readonly replies?: MockReplies;
  }[],
): CollectionExamples {
  const all = new Map<string, Examples>();
  for (const { collection, replies = {} } of operations) {
    if (!collection) continue;
    const { role, path, member, page = { items: [] } } = collection;
    const content = contentOf(replies, usualStatus(replies), undefined) ?? {};
    const valid = examplesOf(content).filter((one) => content.check?.(one, []) !== false);
    const listed = page.items.reduce((body: unknown, name) => memberOf(body, name), valid[0]);
    const items = role === "list" ? listed : valid.map((one) => memberOrWhole(one, member));
    if (Array.isArray(items))
      all.set(path, { ...all.get(path), [role]: items.filter(isMembers) as readonly Members[] });
  }
  return all;
}

/** So many items are in a collection before anything is done to it. */
const AT_FIRST = 10;
/** The first items of so many collections are made once, and not for each request. */
const KEPT = 100;

interface Received {
  readonly path?: Members;
  readonly query?: Members;
  readonly body?: unknown;
  /** The address of the request. */
  readonly url?: string;
}

interface Found {
  readonly at: number;
  readonly item: unknown;
}

/** Collections that remember what was created, changed and removed. */
export class Memory {
  /** The items of each collection before anything is done to it; memories of one mock share them. */
  readonly #first: Map<string, readonly unknown[]>;
  /** Null-prototype: paths come from requests. */
  state: MockState = Object.create(null) as MockState;
  /** Collections that the mock filled itself: of these, what was never heard of is made when it is read. */
  #own = new Map<string, unknown[]>();

  /** The paths of what was removed, each with a test whether it is still so. */
  readonly #gone = new Map<string, () => boolean>();

  readonly #examples: CollectionExamples;

  constructor(first: Map<string, readonly unknown[]>, examples: CollectionExamples) {
    this.#first = first;
    this.#examples = examples;
  }

  reset(): void {
    this.state = Object.create(null) as MockState;
    this.#own.clear();
    this.#gone.clear();
  }

  /** True for the path of what was removed, and for all below it. */
  isGone(path: string): boolean {
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
      if (this.#gone.get(path.slice(0, end))?.()) return true;
    return false;
  }

  /** The answer of an operation by the memory; 404 for an item that is not there. */
  answer(
    collection: MockCollection,
    received: Received,
    replies: MockReplies,
    made: Made,
    options: MakeOptions,
  ): Reply {
    const key = filled(collection.path, received.path ?? {});
    const items = this.#items(collection, key, options);
    const id =
      collection.parameter === undefined ? undefined : received.path?.[collection.parameter];
    switch (collection.role) {
      case "list":
        return listReply(collection, items, received, made, replies);
      case "create":
        return this.#create(collection, key, received.body, replies, made, options);
      default: {
        const found = this.#find(collection, key, id, options);
        if (!found) throw new Problem(404);
        if (found === "unlike") {
          if (collection.role === "remove") this.#remove(collection, key, String(id));
          return made();
        }
        return this.#change(collection, key, found, received.body, replies, made);
      }
    }
  }

  #items(collection: MockCollection, key: string, options: MakeOptions): unknown[] {
    const known = this.state[key];
    if (known) return known;
    const first = this.#first.get(key) ?? this.#firstItems(collection, key, options);
    // Paths come from requests.
    if (this.#first.size >= KEPT) this.#first.clear();
    this.#first.set(key, first);
    const items = [...first];
    this.#own.set(key, items);
    return (this.state[key] = items);
  }

  /** The items of the list's example, else made ones; the example of a single item says more of the one with its id. */
  #firstItems(collection: MockCollection, key: string, options: MakeOptions): readonly unknown[] {
    const { list = [], read = [] } = this.#examples.get(collection.path) ?? {};
    const idOf = (item: unknown): string => String(memberOf(item, collection.id));
    const single = new Map(read.map((one) => [idOf(one), one]));
    if (list.length > 0) return list.map((one) => ({ ...one, ...single.get(idOf(one)) }));
    const made = Array.from({ length: AT_FIRST }, (_, at) =>
      newItem(collection, at + 1, {}, { ...options, seed: `${options.seed ?? 1} ${key} ${at}` }),
    );
    const others = made.filter((one) => !single.has(idOf(one)));
    return [...single.values(), ...others].slice(0, AT_FIRST);
  }

  /**
   * An item and its place; of one that is made because it is asked for, the place after the others. `unlike`: no item has
   * such an id, so that the parameter is another name for one, such as a slug, or it is no id at all.
   */
  #find(
    collection: MockCollection,
    key: string,
    id: unknown,
    options: MakeOptions,
  ): Found | "unlike" | undefined {
    const items = this.#items(collection, key, options);
    const hasId = (item: unknown): boolean => String(memberOf(item, collection.id)) === String(id);
    const at = items.findIndex(hasId);
    if (at >= 0) return { at, item: items[at] };
    if (this.#own.get(key) !== items || this.isGone(`${key}/${String(id)}`)) return undefined;
    const seed = `${options.seed ?? 1} ${key} ${String(id)}`;
    const own = { [collection.id]: id };
    const { read = [] } = this.#examples.get(collection.path) ?? {};
    const example = read.find(hasId) ?? read[0];
    const like = example && { ...example, ...own };
    const item =
      like && itemOf(collection).check(like, [])
        ? like
        : makeMembers(itemOf(collection), own, { ...options, seed });
    return item === undefined ? "unlike" : { at: items.length, item };
  }

  #create(
    collection: MockCollection,
    key: string,
    body: unknown,
    replies: MockReplies,
    made: Made,
    options: MakeOptions,
  ): Reply {
    const items = this.#items(collection, key, options);
    const sent = memberOrWhole(body, collection.member);
    const known = new Set(items.map((item) => String(memberOf(item, collection.id))));
    const [example] = this.#examples.get(collection.path)?.create ?? [];
    const { [collection.id]: _, ...likely } = example ?? {};
    const wanted = isMembers(sent) ? { ...likely, ...sent } : likely;
    let item: unknown;
    for (let count = items.length + 1; ; count++) {
      item = newItem(collection, count, wanted, {
        ...options,
        seed: `${options.seed ?? 1} ${key} created ${count}`,
      });
      if (!known.has(String(memberOf(item, collection.id))) || count > 2 * items.length + 9) break;
    }
    items.push(item);
    return withItem(collection, made, item, replies);
  }

  #change(
    collection: MockCollection,
    key: string,
    { at, item }: Found,
    body: unknown,
    replies: MockReplies,
    made: Made,
  ): Reply {
    const items = this.state[key] ?? [];
    if (collection.role === "remove") {
      items.splice(at, 1);
      this.#remove(collection, key, String(memberOf(item, collection.id)));
    } else if (collection.role !== "read") {
      const sent = memberOrWhole(body, collection.member);
      const id = { [collection.id]: memberOf(item, collection.id) };
      items[at] = changed(collection, item as Members, isMembers(sent) ? { ...sent, ...id } : id);
    }
    return withItem(collection, made, items[at] ?? item, replies);
  }

  #remove(collection: MockCollection, key: string, id: string): void {
    const path = `${key}/${id}`;
    for (const below of Object.keys(this.state).filter((one) => one.startsWith(`${path}/`))) {
      delete this.state[below];
      this.#own.delete(below);
    }
    const isIt = (item: unknown): boolean => String(memberOf(item, collection.id)) === id;
    this.#gone.set(path, () => this.state[key]?.some(isIt) !== true);
  }
}

/** The item with the members that were sent, as far as they fit. */
function changed(collection: MockCollection, item: Members, sent: Members): unknown {
  const shape = itemOf(collection);
  const whole = { ...item, ...sent };
  if (shape.check(whole, [])) return whole;
  let found = item;
  for (const [name, value] of Object.entries(sent)) {
    const next = { ...found, [name]: value };
    if (shape.check(next, [])) found = next;
  }
  return found;
}

/** An item with the members that were sent; ids that are numbers count up. */
function newItem(
  collection: MockCollection,
  count: number,
  sent: unknown,
  options: MakeOptions,
): unknown {
  const { id } = collection;
  const item = itemOf(collection);
  // An example is one item, and not all of them.
  const made = makeMembers(item, {}, options, count === 1 ? "any" : "scalars");
  if (!isMembers(made)) return made;
  const own = typeof memberOf(made, id);
  const number = own === "bigint" ? BigInt(count) : count;
  const numbered = own === "bigint" || own === "number" ? { ...made, [id]: number } : made;
  const start = item.check(numbered, []) ? numbered : made;
  const { [id]: _, ...others } = isMembers(sent) ? sent : {};
  return changed(collection, start, others);
}

/** The reply with the item in it, where it takes that. */
function withItem(
  { member, role }: MockCollection,
  made: Made,
  item: unknown,
  replies: MockReplies,
): Reply {
  const isWhole = member === undefined && role !== "remove";
  const reply = made(!isWhole);
  if (reply.body === undefined || role === "remove") return reply;
  const body =
    member === undefined ? item : isMembers(reply.body) ? { ...reply.body, [member]: item } : item;
  if (accepts(replies, reply, body)) return { ...reply, body };
  return isWhole ? made() : reply;
}

function accepts(replies: MockReplies, { status, contentType }: Reply, body: unknown): boolean {
  const content = contentOf(replies, status, contentType);
  return content?.check === undefined || content.check(body, []);
}

function contentOf(
  replies: MockReplies,
  status: number,
  type: string | undefined,
): MockContent | undefined {
  const reply = replyFor(replies, status);
  return reply && contentFor(reply, type)?.[1];
}

/** The items that fit the query, one page of them. */
function listReply(
  { id, page = { items: [] } }: MockCollection,
  items: readonly unknown[],
  { query = {}, url = "http://mock/" }: Received,
  made: Made,
  replies: MockReplies,
): Reply {
  const isWhole = page.items.length === 0;
  const reply = made(!isWhole);
  const { [page.size ?? ""]: _size, [page.parameter ?? ""]: _page, ...filters } = query;
  const { items: ordered, others } = sorted(items, filters);
  const found = ordered.filter((item) => fitsQuery(item, others));
  const paged = pageReply(page, { found, id, query, url }, reply, (body) =>
    accepts(replies, reply, body),
  );
  return isWhole && paged === reply ? made() : paged;
}

/** True for an item whose members have the values that a query has under their names. */
function fitsQuery(item: unknown, query: Members): boolean {
  return Object.entries(query).every(([name, wanted]) => {
    if (/^(?:q|query|search)$/.test(name)) return hasText(item, String(wanted).toLowerCase());
    const value = memberOf(item, name);
    if (value === undefined || (typeof value === "object" && !Array.isArray(value))) return true;
    const [all, asked] = [value, wanted].map((one) => (Array.isArray(one) ? one : [one]));
    return (
      asked?.length === 0 || asked?.some((one) => all?.some((own) => String(own) === String(one)))
    );
  });
}

function hasText(item: unknown, text: string): boolean {
  if (!isMembers(item)) return String(item).toLowerCase().includes(text);
  return Object.values(item).some(
    (value) => typeof value === "string" && value.toLowerCase().includes(text),
  );
}

function memberOf(item: unknown, name: string): unknown {
  return isMembers(item) && hasOwn(item, name) ? item[name] : undefined;
}

function memberOrWhole(body: unknown, member: string | undefined): unknown {
  const inside = member === undefined ? undefined : memberOf(body, member);
  return isMembers(inside) ? inside : body;
}

function filled(path: string, values: Members): string {
  return path.replace(/\{([^{}]*)\}/g, (_, name: string) => String(values[name]));
}

/** The schema of an item, also where it has no name and nothing that checks it. */
function itemOf({ item, path }: Pick<MockCollection, "item" | "path">): NamedShape {
  return isNamed(item)
    ? item
    : { place: path, check: () => true, shape: () => shapeOf(item) ?? {} };
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
