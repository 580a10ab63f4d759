import type { Parameter } from "../../src/model/types.js";
import type { Reason } from "./reasons.js";
import type { Members } from "./service.js";

/** Headers that a client or a server of HTTP sets, whatever it is given. */
export const ownFields: ReadonlySet<string> = new Set([
  ...[
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "date",
    "expect",
    "host",
    "keep-alive",
  ],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
]);

/** Why a header of a name cannot be sent. */
export function whyNotField(name: string): Reason | undefined {
  return ownFields.has(name.toLowerCase()) ? "HTTP has this header for itself" : undefined;
}

/** Whether a header can have a text as it is. */
export function isField(text: string): boolean {
  return text === text.trim() && !/[^\x20-\x7e]/.test(text);
}

/** Headers that `fetch` fills in where a request has none. */
export const filledByFetch: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "user-agent",
]);

/** Whether a request leaves out a header that `fetch` then fills in. */
export function isFilledIn({ name }: Parameter, group: unknown): boolean {
  const isGiven = (group as Members | undefined)?.[name] !== undefined;
  return filledByFetch.has(name.toLowerCase()) && !isGiven;
}
