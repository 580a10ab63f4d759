import type { Part } from "./client.js";
import type { HookOptions } from "./options.js";

/** Tells of each try. A hook sees no credential: they are put in after `onRequest`, into a copy. */
export function callHooks({ onRequest, onResponse, onDeprecated }: HookOptions): Part {
  if (!onRequest && !onResponse && !onDeprecated) return (next) => next;
  return (next) => async (attempts) => {
    const { operation, exchange, send } = attempts;
    const { id, deprecated } = operation;
    if (deprecated) onDeprecated?.(id, deprecated.sunset);
    return next({
      ...attempts,
      async send(request) {
        const { attempt, headers } = request;
        await onRequest?.({ ...exchange, attempt, headers });
        const response = await send({ ...request, headers: { ...headers } });
        await onResponse?.({
          ...exchange,
          attempt,
          status: response.status,
          headers: response.headers,
        });
        return response;
      },
    });
  };
}
