import { type Code, code, json } from "../emit/code.js";
import type { Reply } from "../model/types.js";

/** `200`, `"4XX"` or `default`, as a member name. */
export function statusKey({ match }: Reply): Code {
  if (match.kind === "exact") return code`${match.status}`;
  return match.kind === "range" ? json(`${match.class}XX`) : code`default`;
}
