import { limited } from "./enough.js";
import type { Check, Issue } from "./issue.js";

/** Standard Schema, version 1, for libraries that take any validator: https://standardschema.dev. */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "specsmith";
    readonly validate: (value: unknown) => StandardResult<T>;
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** A check as a Standard Schema, which returns the value unchanged. */
export function standardSchema<T>(check: Check<T>): StandardSchema<T> {
  return {
    "~standard": {
      version: 1,
      vendor: "specsmith",
      validate(value) {
        const issues: Issue[] = [];
        if (limited(check)(value, issues)) return { value };
        return {
          issues: issues.map((issue) => ({ message: issue.message, path: stepsOf(issue, value) })),
        };
      },
    },
  };
}

/**
 * The steps of a JSON Pointer: numbers into arrays, names into objects. A missing member is included, so
 * that a form can show the error at its field.
 */
function stepsOf({ path, keyword, params }: Issue, value: unknown): readonly (string | number)[] {
  const tokens = path.split("/").slice(1);
  let inside = value;
  const steps = tokens.map((token) => {
    const key = token.replace(/~1/g, "/").replace(/~0/g, "~");
    const step = Array.isArray(inside) ? Number(key) : key;
    inside = memberOf(inside, key);
    return step;
  });
  const missing = keyword === "required" ? params["property"] : undefined;
  return typeof missing === "string" ? [...steps, missing] : steps;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
