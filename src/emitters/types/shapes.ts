import { type Code, code, empty, global, join } from "../../emit/code.js";
import { readonlyWord } from "./style.js";

/** A named member of an object. */
export interface Member {
  /** Its comment, which stands in front. */
  readonly doc: Code;
  readonly key: Code;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly type: Code;
}

/** `{ a: A; b?: B }`, with an index signature where the type of other members is known. */
export function objectOf(members: readonly Member[], additional: Code | undefined): Code {
  if (members.length === 0 && !additional) return code`${global("Record")}<string, unknown>`;
  const lines = members.map(({ doc, key, required, readOnly, type }) => {
    const readonly = readOnly ? code`readonly ` : empty;
    return code`${doc}${readonly}${key}${required ? empty : code`?`}: ${type};`;
  });
  const others = additional ? [code`${readonlyWord()}[key: string]: ${additional};`] : [];
  return members.length === 0
    ? literalOf(others)
    : code`{\n${join([...lines, ...others], "\n")}\n}`;
}

/** Members between braces, on one line where none of them takes more. */
export function literalOf(members: readonly Code[]): Code {
  return members.some(({ text }) => text.includes("\n"))
    ? code`{\n${join(members, "\n")}\n}`
    : code`{ ${members.map((member) => code`${member} `)}}`;
}

/** `X[]`. */
export function arrayOf(items: Code): Code {
  return code`${readonlyWord()}${whole(items)}[]`;
}

/** A type that can stand beside an operator: in parentheses, unless it is a plain name. */
export function whole(type: Code): Code {
  return /^[\w$.]+(\[\])*$/.test(type.text) ? type : code`(${type})`;
}
