import { withCallbacks } from "../../src/model/operations.js";
import type { ApiModel, Callback, Operation } from "../../src/model/types.js";

/** A request that a callback consists of, and the callback that says where it goes. */
export interface CallbackRequest {
  readonly operation: Operation;
  readonly callback: Callback;
}

export function callbackRequests({ operations }: ApiModel): readonly CallbackRequest[] {
  return withCallbacks(operations)
    .flatMap(({ callbacks }) => callbacks)
    .flatMap((callback) => callback.operations.map((operation) => ({ operation, callback })));
}

/** Those that the generated sides can send to each other; what sends webhooks and callbacks signs them, and knows no other credentials. */
export function callable(model: ApiModel): readonly Operation[] {
  const { operations } = model;
  return [
    ...operations.filter(({ kind, security }) => kind === "path" || security.length === 0),
    ...callbackRequests(model)
      .filter(({ callback }) => /^https?:/.test(addressOf(callback)))
      .map(({ operation }) => operation)
      .filter(({ security }) => security.length === 0),
  ];
}

interface Called {
  readonly request: Record<string, unknown>;
  readonly reply: Record<string, unknown>;
  url?: string;
}

/** A call of an operation in which each place that the address of a callback is made of has its value. */
export function calledFor(callback: Callback, owner: Operation | undefined): Called {
  const called: Called = { request: {}, reply: {} };
  for (const { 1: place = "", index } of written(callback).matchAll(PLACES)) {
    const value = valueAt(callback, index);
    if (place === "$url") called.url = value;
    if (place === "$statusCode") called.reply["status"] = value;
    if (!place.includes(".")) continue;
    const [, side, part = "", rest = ""] =
      /^\$(request|response)\.(body|header|query|path)([^]*)$/.exec(place) ?? [];
    const names =
      part === "body"
        ? rest
            .split("/")
            .slice(1)
            .map((name) => name.replace(/~1/g, "/").replace(/~0/g, "~"))
        : [part === "header" ? declared(rest.slice(1), owner) : rest.slice(1)];
    const holder = side === "response" ? called.reply : called.request;
    put(holder, [part === "header" ? "headers" : part, ...names], value);
  }
  return called;
}

/** The name of a header as the operation spells it, by which code has another one. */
function declared(name: string, owner: Operation | undefined): string {
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
  return owner?.parameters.find((one) => one.in === "header" && isSame(one.name))?.name ?? name;
}

function put(holder: Record<string, unknown>, names: readonly string[], value: string): void {
  const [name = "", ...rest] = names;
  if (rest.length === 0) holder[name] = value;
  else put((holder[name] ??= {}) as Record<string, unknown>, rest, value);
}

/** Where a request was sent, as an address of its receiver; throws where that is not what the description says. */
export function receivedAt(url: string, callback: Callback, receiver: string): string {
  const address = addressOf(callback);
  const query = url.slice(address.length);
  const isRight = query === "" || query[0] === (address.includes("?") ? "&" : "?");
  if (!url.startsWith(address) || !isRight) throw new Error(`${url} is not at ${address}`);
  return query === "" ? receiver : `${receiver}?${query.slice(1)}`;
}

function addressOf(callback: Callback): string {
  return written(callback).replace(PLACES, (_, _place: string, at: number) => {
    const value = valueAt(callback, at);
    return at === 0 ? value : encodeURIComponent(value);
  });
}

const PLACES = /\{(\$(?:url|statusCode|(?:request|response)\.[^{}]*))\}/g;

function written({ expression }: Callback): string {
  return expression.startsWith("$") ? `{${expression}}` : expression;
}

/** An address first, with a query of its own where nothing stands behind it; then texts that are not part of one as they are. */
function valueAt(callback: Callback, at: number): string {
  if (at > 0) return "a/b c";
  const isWhole = /^\{[^{}]*\}$/.test(written(callback));
  return `https://receiver.example/hook${isWhole ? "?mine=1" : ""}`;
}
