import type { Awaitable } from "../../src/runtime/wire/http.js";
import type { Context, Reply, Route } from "../../src/runtime/server/server.js";

/** A route whose handler has types of its own. */
export function route<Caller, Received, Seen = Caller, Host = unknown>(
  data: Omit<Route<Caller>, "handle"> & {
    handle(request: Received, context: Context<Seen, Host>): Awaitable<Reply>;
  },
): Route<Caller> {
  return data as unknown as Route<Caller>;
}
