import type { AnyReply, BodyOf, SuccessStatus } from "../wire/http.js";
import { ownMember } from "../wire/own.js";
import type { Call, Success } from "./client.js";
import type { CallOptions, PlainCallOptions } from "./options.js";
import { linkTo } from "./replies/links.js";

/** Pagination of an operation. */
export interface PagePlan {
  readonly kind: "cursor" | "last-id" | "link" | "page" | "offset";
  /** The path to the items in a body. */
  readonly items: readonly string[];
  /** The parameter or member that selects the page, in the query or in the body. */
  readonly parameter?: string;
  readonly place?: "body";
  /** The path to a cursor or a URL in a body. */
  readonly next?: readonly string[];
  /** The header with the cursor, if it is not in a body. */
  readonly header?: string;
  readonly more?: readonly string[];
  readonly total?: readonly string[];
  readonly first?: number;
  /** Parameters that are taken from the query of a URL. */
  readonly parameters?: readonly string[];
  /** Names in code, if they differ. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The items of all pages; each page is fetched when its first item is requested. */
export interface Pages<Page, Item> extends AsyncIterable<Item> {
  byPage(): AsyncIterable<Page>;
}

/** A paginated operation. */
export interface Paged<
  Request extends readonly unknown[],
  R extends AnyReply,
  Items extends readonly string[],
  Options extends PlainCallOptions = CallOptions,
  S = SuccessStatus,
> {
  (...request: [...request: Request, call?: Options]): Call<R, S>;
  /** The items of this request's page and of the following ones. */
  pages(
    ...request: [...request: Request, call?: Options]
  ): Pages<Body<R, S>, ItemOf<Body<R, S>, Items>>;
  /** The change of the request for the next page; undefined after the last one. */
  next(request: Request[0], reply: Success<R, S>): PageChange | undefined;
  /** The request with the result of `next` applied. */
  at(request: Request[0], change: PageChange | null): NonNullable<Request[0]>;
}

/** Members of the query or of the body. */
export type PageChange = Readonly<Record<string, unknown>>;

type Body<R extends AnyReply, S> = BodyOf<Success<R, S>>;

/** The type of the items at a path in a body. */
export type ItemOf<Page, Way extends readonly string[]> =
  At<Page, Way> extends readonly (infer Item)[] ? Item : never;

type At<Value, Way extends readonly string[]> = Way extends readonly [
  infer Name,
  ...infer Rest extends readonly string[],
]
  ? Name extends keyof NonNullable<Value>
    ? At<NonNullable<Value>[Name], Rest>
    : never
  : NonNullable<Value>;

type Perform = (request: never, call?: PlainCallOptions) => { ok(): Promise<AnyReply> };
type Members = Readonly<Record<string, unknown>>;

/** Adds `pages` to an operation. */
export function paged<Operation extends object>(perform: Perform, plan: PagePlan): Operation {
  const place = plan.place ?? "query";
  const at = (request: Members | undefined, change: PageChange | null | undefined): Members =>
    change
      ? { ...request, [place]: { ...(request?.[place] as Members), ...change } }
      : (request ?? {});
  const next = (request: Members | undefined, reply: AnyReply): PageChange | undefined =>
    nextOf(plan, request?.[place] as Members | undefined, reply);

  async function* byPage(request: Members | undefined, call?: PlainCallOptions) {
    const seen = new Set<string>();
    let change: PageChange | undefined;
    for (;;) {
      const asked = at(request, change);
      const reply = await perform(asked as never, call).ok();
      const isEmpty = itemsIn(plan, reply.body).length === 0;
      if (!isEmpty || !change) yield reply.body;
      change = isEmpty ? undefined : next(asked, reply);
      if (!change) return;
      const key = JSON.stringify(change);
      if (seen.has(key)) throw new Error(`The service gave the same next page twice: ${key}`);
      seen.add(key);
    }
  }

  async function* items(request: Members | undefined, call?: PlainCallOptions) {
    for await (const page of byPage(request, call)) yield* itemsIn(plan, page);
  }

  const pages = (request?: Members, call?: PlainCallOptions): Pages<unknown, unknown> => ({
    [Symbol.asyncIterator]: () => items(request, call),
    byPage: () => byPage(request, call),
  });
  const operation: Perform = (request, call) => perform(request, call);
  return Object.assign(operation, { pages, next, at }) as object as Operation;
}

function itemsIn({ items }: PagePlan, body: unknown): readonly unknown[] {
  const found = valueAt(body, items);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

function nextOf(
  plan: PagePlan,
  sent: Members | undefined,
  { body, headers }: AnyReply,
): PageChange | undefined {
  const { kind, parameter = "", next = [], header, more, total, first = 0 } = plan;
  const items = itemsIn(plan, body);
  if (items.length === 0 || (more !== undefined && valueAt(body, more) === false)) return undefined;
  if (kind === "cursor")
    return changeFor(plan, header === undefined ? valueAt(body, next) : valueOf(headers, header));
  if (kind === "link")
    return changeFor(plan, linkTo("next", String(valueOf(headers, "link") ?? "")));
  if (kind === "last-id") return { [parameter]: valueAt(items[items.length - 1], ["id"]) };
  const now = Number(sent?.[parameter] ?? first);
  if (kind === "page") return { [parameter]: now + 1 };
  const count = total === undefined ? undefined : valueAt(body, total);
  const after = now + items.length;
  return typeof count === "number" && after - first >= count ? undefined : { [parameter]: after };
}

/** A cursor itself, or the operation's parameters from the query of a URL, as which a link is always read. */
function changeFor(
  { kind, parameter, parameters = [], names = {} }: PagePlan,
  next: unknown,
): PageChange | undefined {
  if (next === undefined || next === null || next === "") return undefined;
  const text = String(next);
  const mayBeCursor = parameter !== undefined && kind !== "link";
  if (mayBeCursor && !/^(?:[a-z][a-z\d+.-]*:\/\/|\/|\?)/i.test(text)) return { [parameter]: next };
  const query = new URL(text, "http://page").searchParams;
  const known = parameters.filter((name) => query.has(name));
  if (known.length === 0)
    throw new Error("The address of the next page has no parameter of the operation");
  return Object.fromEntries(
    known.map((name) => {
      const [one, ...others] = query.getAll(name);
      return [ownMember(names, name) ?? name, others.length === 0 ? one : [one, ...others]];
    }),
  );
}

/** The value of a header, with its name in any case. */
function valueOf(headers: unknown, wanted: string): unknown {
  const all = Object.entries(headers ?? {});
  return all.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}

function valueAt(value: unknown, way: readonly string[]): unknown {
  return way.reduce<unknown>(
    (found, name) => (typeof found === "object" ? ownMember(found as Members, name) : undefined),
    value,
  );
}
