import type { Performance } from "../client.js";

/**
 * Keeps API keys in the query out of errors: platforms quote the whole URL of a failed request, in the
 * message of the cause or in its properties.
 */
export function hideKeys(perform: Performance): Performance {
  return async (attempt, sign) => {
    let keys = "";
    try {
      return await perform(attempt, async (request) => {
        await sign?.(request);
        keys = request.url.slice(attempt.url.length + 1);
      });
    } catch (error) {
      if (keys !== "") hide(error, keys);
      throw error;
    }
  };
}

function hide(error: unknown, keys: string): void {
  if (!(error instanceof Error)) return;
  for (const name of Object.getOwnPropertyNames(error)) {
    const text: unknown = Reflect.get(error, name);
    // Unlike an assignment, it does not throw where a platform makes a property read-only.
    if (typeof text === "string") Reflect.set(error, name, text.split(keys).join("…"));
  }
  hide(Reflect.get(error, "cause"), keys);
}
