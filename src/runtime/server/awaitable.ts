import type { Awaitable } from "../wire/http.js";

/** Something that is itself a thing with `then` would be taken for a promise by `await`, too. */
export function isPromise<Value>(value: Awaitable<Value>): value is Promise<Value> {
  return typeof value === "object" && value !== null && "then" in value;
}

/** Goes on at once where there is nothing to wait for: each promise costs something, and a turn of the queue. */
export function andThen<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Next,
): Awaitable<Next> {
  return isPromise(value) ? value.then(next) : next(value);
}
