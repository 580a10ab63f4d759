import { remembered } from "../../../diagnostics/remembered.js";
import type { Code } from "../../../emit/code.js";
import type { Schema } from "../../../model/types.js";
import type { MemberFault } from "./compose.js";
import { any, type Condition } from "./condition.js";
import { formatTests, isDigits } from "./formats.js";
import { keywordsOf } from "../keywords/index.js";
import { isAbsent } from "./members.js";

/**
 * Identity of a schema that asserts only types and a format with a test; "" for all others. Most members
 * of objects are such, and those that have one name are asked for in one way.
 */
export const plainWord = remembered((schema: Schema): string =>
  isPlain(schema) ? `${schema.keywords.types} ${schema.keywords.format}` : "",
);

/** More types than these are a function of their own. */
const fewTypes = 4;

function isPlain(schema: Schema): boolean {
  const { format, nothing, types } = schema.keywords;
  if (schema.name !== undefined || nothing || !types || types.length > fewTypes) return false;
  if (format !== undefined && (!formatTests.has(format) || isDigits(schema.keywords))) return false;
  return keywordsOf(schema).every(({ names }) => names.length === 1 && names[0] === "format");
}

/** A variable with a member of which no more is asked than its types and format, in whatever object. */
export class PlainMember {
  readonly #value: Code;
  readonly #holds: Condition;
  #holdsOrIsAbsent: Condition | undefined;
  readonly #told = new Map<string, Code>();
  /** Undefined where it takes more than a call to tell. */
  readonly fault: MemberFault | undefined;

  constructor(value: Code, holds: Condition, fault: MemberFault | undefined) {
    this.#value = value;
    this.#holds = holds;
    this.fault = fault;
  }

  holds(isRequired: boolean): Condition {
    if (isRequired) return this.#holds;
    return (this.#holdsOrIsAbsent ??= any([isAbsent(this.#value), this.#holds]));
  }

  /** Code that reports the fault, cached. */
  told(key: string, write: () => Code): Code {
    let told = this.#told.get(key);
    if (told === undefined) this.#told.set(key, (told = write()));
    return told;
  }
}
