import type { Check, Explain, ExplainShared } from "./issue.js";
import { checking, failMissing, failType } from "./validate.js";
import { isObject } from "./values.js";

/**
 * What adds the issues of one part of a request, unless its test holds. One that several requests share has a place in the
 * description: below that of the operation if it begins with a slash.
 */
type MemberCheck =
  | Explain
  | {
      readonly explain: Explain;
      readonly test: (value: unknown) => boolean;
    }
  | {
      readonly explain: ExplainShared;
      readonly place: string;
      readonly test?: (value: unknown) => boolean;
    };

/** The members of a request, with `?` after the name of one that may be missing. */
export type MemberChecks = Readonly<Record<string, MemberCheck>>;

/** Makes the check of a request. */
export function checkingRequest(schema: string, parts: MemberChecks): Check<never> {
  const members = Object.entries(parts).map(([key, part]) => {
    const [name = ""] = key.split("?");
    return { name, isRequired: key === name, at: "/" + name, explain: explainerOf(part, schema) };
  });
  return checking((value, at, issues) => {
    if (!isObject(value)) return failType(issues, at, schema, value, "object");
    for (const { name, isRequired, at, explain } of members) {
      const member = value[name];
      if (member !== undefined) explain(member, at, issues);
      else if (isRequired) failMissing(issues, "", schema, name);
    }
  });
}

function explainerOf(part: MemberCheck, schema: string): Explain {
  if (typeof part === "function") return part;
  const { test } = part;
  const explain = "place" in part ? placed(part.explain, part.place, schema) : part.explain;
  if (!test) return explain;
  return (value, at, issues) => {
    if (!test(value)) explain(value, at, issues);
  };
}

function placed(explain: ExplainShared, place: string, schema: string): Explain {
  const whole = place.startsWith("/") ? schema + place : place;
  return (value, at, issues) => explain(value, at, whole, issues);
}
