import { matching } from "../../validate/expected/expected.js";
import type { Incoming } from "../operation.js";
import { json } from "./readers.js";

/** JSON that has to be as `expected` says, which stands beside this reader. */
export function checkedJson(reply: Incoming): Promise<unknown> {
  return json(reply, matching(reply.expected ?? {}));
}
