import type { Source } from "../common/source.js";
import type { Builder } from "./build.js";

/** RFC 9110, section 5.1: no message can have a header of any other name, and asking for one is an error in Fetch. */
export function isHeaderName(name: string): boolean {
  return /^[-!#$%&'*+.^_`|~\w]+$/.test(name);
}

/** The same, and reports a name that is none. */
export function canBeHeader(
  { diagnostics }: Builder,
  name: string,
  what: "header" | "parameter" | "key" | "bearer",
  source: Source,
): boolean {
  const can = isHeaderName(name);
  if (!can) diagnostics.report("header-name", source, { name, what });
  return can;
}
