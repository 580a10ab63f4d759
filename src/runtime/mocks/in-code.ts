import type { Judge } from "../validate/issue.js";
import type { NameCodec } from "../wire/names.js";

/** A check of values that are called as in code, by one that has the names of the wire. */
export function inCode(names: NameCodec, check: Judge): Judge {
  return (value, issues) => {
    const from = issues.length;
    if (check(names.write(value), issues)) return true;
    for (const issue of issues.splice(from))
      issues.push({ ...issue, path: names.readPointer(issue.path) });
    return false;
  };
}
