import type { NameCodec } from "../wire/names.js";
import type { Check, Judge } from "./issue.js";
import { type StandardIssue, standardSchema } from "./standard.js";
import { parse } from "./validate.js";

/** Parses a value with names of the wire; the result has names of code. */
export function parseNamed<T>(value: unknown, check: Judge, what: string, names: NameCodec): T {
  return names.read(parse(value, check as Check<T>, what));
}

/** A Standard Schema whose input has names of the wire, and whose output has names of code. */
export interface NamedSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "specsmith";
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: T; readonly issues?: undefined }
      | { readonly issues: readonly StandardIssue[] };
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
  };
}

/** A check as a Standard Schema. */
export function namedSchema<T>(check: Judge, names: NameCodec): NamedSchema<T> {
  const { validate, vendor, version } = standardSchema(check as Check<T>)["~standard"];
  return {
    "~standard": {
      version,
      vendor,
      validate(value) {
        const result = validate(value);
        return "value" in result ? { value: names.read(result.value) } : result;
      },
    },
  };
}
