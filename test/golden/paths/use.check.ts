import type { operations } from "./paths.js";

type Replies = operations['say "hello"']["responses"];

/** Success replies as openapi-fetch finds them: by statuses that are numbers. */
type Success = Replies[keyof Replies & (200 | 201 | "2XX")];

export const success = {
  headers: { "X-Count": 1 },
  content: { "application/json": { pet: { kind: "cat", lives: 9 } } },
} satisfies Success;
export const failure: Replies["default"]["content"]["application/json"] = { code: "gone" };
