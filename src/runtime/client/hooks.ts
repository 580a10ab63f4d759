import type { Performance } from "./client.js";
import type { Broken, Outgoing } from "./operation.js";
import type { HookOptions } from "./options.js";
import { reportProgress } from "./progress.js";

/** Calls the hooks for each attempt. Hooks see no credentials: these are added after `onRequest`, to a copy. */
export function callHooks(
  { onRequest, onResponse, onDeprecated }: HookOptions,
  inner: Performance,
): Performance {
  const perform = reportProgress(inner);
  if (!onRequest && !onResponse && !onDeprecated) return perform;
  return (call, sign) => {
    const { operation, method, url, attempt = 0, body, deprecated, read } = call;
    const event = { operation, method, url, attempt };
    if (deprecated && attempt === 0) onDeprecated?.(operation, deprecated.sunset);
    return perform(
      // `Object.assign`, because V8 is slow at literals with a spread and further members.
      Object.assign({}, call, {
        async read(outgoing: Outgoing, response: Response, broken: Broken) {
          const { status, headers } = response;
          const other = await onResponse?.({ ...event, status, headers, response });
          return read(outgoing, (other as Response | undefined) ?? response, broken);
        },
      }),
      async (request) => {
        await onRequest?.({ ...event, body, headers: request.headers });
        request.headers = { ...request.headers };
        await sign?.(request);
      },
    );
  };
}
