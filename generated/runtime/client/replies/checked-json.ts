import { matching } from "../../validate/expected/expected.js";
import type { Incoming } from "../operation.js";
import { json } from "./readers.js";

/** JSON that is validated against `expected` of the same `ReplyReader`. */
export function checkedJson(reply: Incoming): Promise<unknown> {
  return json(reply, matching(reply.expected ?? {}));
}
