import type { Success } from "../client/client.js";
import type {
  ConnectionError,
  ErrorOf,
  RateLimitError,
  UnexpectedResponse,
} from "../client/errors.js";
import type { PlainCallOptions } from "../client/options.js";
import type { PageChange } from "../client/pages.js";
import type { AnyReply, BodyOf } from "../wire/http.js";

/** The result of a call; `null` where there is no body, since a query has to give something. */
export type QueryData<R extends AnyReply> =
  undefined extends BodyOf<Success<R>>
    ? Exclude<BodyOf<Success<R>>, undefined> | null
    : BodyOf<Success<R>>;

export type QueryError<R extends AnyReply> =
  ErrorOf<R> | UnexpectedResponse | RateLimitError | ConnectionError;

/** The arguments of a client's operation. */
export type RequestOf<Operation> = Operation extends (...given: infer Given) => unknown
  ? undefined extends Given[0]
    ? [request?: Given[0]]
    : [request: Given[0]]
  : never;

/** The replies of a client's operation. */
export type ReplyOf<Operation> = Operation extends (...given: never) => {
  reply(): Promise<infer R extends AnyReply>;
}
  ? R
  : never;

type Operation = (request: never, options?: PlainCallOptions) => Promise<unknown>;
type Key = readonly unknown[];

/** Of an operation: the tag and the id that its keys have, and the way to it in the client where that is not its name. */
export type QueryPlan = readonly [tag: string, id: string, ...way: string[]];

/** The queries of all operations of a client, untyped as yet. */
export function queriesOf<Queries>(
  client: object,
  api: string,
  plans: Readonly<Record<string, QueryPlan>>,
): Queries {
  const key = (tag?: string): Key => (tag === undefined ? [api] : [api, tag]);
  const all = Object.entries(plans).map(([name, [tag, id, ...way]]) => {
    const found = (way.length === 0 ? [name] : way).reduce<unknown>(
      (part, member) => (part as Readonly<Record<string, unknown>>)[member],
      client,
    );
    return [name, operationQueries([api, tag, id], found as Operation)];
  });
  return { key, ...(Object.fromEntries(all) as object) } as Queries;
}

/** The queries of an operation; `path` is what all of their keys begin with. */
function operationQueries(path: Key, operation: Operation): object {
  const perform = async (request: unknown, options?: PlainCallOptions): Promise<unknown> =>
    (await operation(request as never, options)) ?? null;
  const key = (request?: unknown): Key =>
    request === undefined || typeof request === "symbol" ? path : [...path, keyPart(request)];
  const query = (request?: unknown): object => ({
    queryKey: key(request),
    // `skipToken` of TanStack Query stands in the place of the function, too.
    queryFn:
      typeof request === "symbol"
        ? request
        : (context?: PlainCallOptions) => perform(request, signalOf(context)),
    retry: false,
  });
  const mutation = (): object => ({
    mutationKey: path,
    mutationFn: (request: unknown) => perform(request),
    retry: false,
  });
  const all = Object.assign(query, { key, mutation });
  if (!isPaged(operation)) return all;
  const infinite = (request?: unknown): object => infiniteOf(path, request, operation);
  return Object.assign(all, { infinite });
}

/** The part of an operation with pages that an infinite query needs. */
interface AnyPaged {
  (request: never, call?: PlainCallOptions): { ok(): Promise<AnyReply> };
  next(request: never, reply: never): PageChange | undefined;
  at(request: never, change: PageChange | null): unknown;
}

function isPaged(operation: object): operation is AnyPaged {
  return "next" in operation && "at" in operation;
}

interface PageContext extends PlainCallOptions {
  readonly pageParam: PageChange | null;
}

function infiniteOf(path: Key, request: unknown, paged: AnyPaged): object {
  // The next page may be given in headers, which are not part of a page.
  const replies = new WeakMap<object, AnyReply>();
  const at = (change: PageChange | null): never => paged.at(request as never, change) as never;
  return {
    queryKey: [...path, "pages", keyPart(request ?? {})],
    queryFn: async (context: PageContext): Promise<unknown> => {
      const reply = await paged(at(context.pageParam), signalOf(context)).ok();
      if (typeof reply.body === "object" && reply.body !== null) replies.set(reply.body, reply);
      return reply.body ?? null;
    },
    initialPageParam: null,
    getNextPageParam: (body: unknown, _: unknown, change: PageChange | null) =>
      paged.next(at(change), (replies.get(body as object) ?? { status: 200, body }) as never),
    retry: false,
  };
}

/** Just that: the context of a query has more, which is not for the client. */
function signalOf(context: PlainCallOptions | undefined): PlainCallOptions {
  return context?.signal === undefined ? {} : { signal: context.signal };
}

/** A request as what JSON can be made of, since keys are compared by that; equal for equal requests. */
function keyPart(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map(keyPart);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, keyPart(member)]));
}
