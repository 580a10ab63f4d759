import { type Code, code, name } from "../../emit/code.js";
import type { Identifier, Schema } from "../../model/types.js";
import { inStyle, typeStyle } from "./style.js";

/** As the formatter has it: what fits on a line is as long under its own name as under that of another. */
const lineWidth = 100;

/** Types of the same text, comments included: the first is written out, and each other one is another name of it. */
export class SameTypes {
  readonly #firsts = new Map<string, Identifier>();
  readonly #firstOf = new Map<Schema, Identifier>();

  /**
   * Declares a type, `export type B = A` where `A` was declared with the same text. `write` gives the whole declaration under
   * a name. Inline types that it consists of are declared before, so that they can be taken for those that they are the same as.
   */
  declare(word: Identifier, write: (word: Identifier) => Code, schema?: Schema): Code {
    const nameOf = (one: Schema): Identifier | undefined =>
      one.name ?? this.#firstOf.get(one) ?? one.alias;
    const { text } = inStyle({ ...typeStyle(), nameOf }, () => write(anyName));
    const first = this.#firsts.get(text) ?? word;
    this.#firsts.set(text, first);
    if (schema) this.#firstOf.set(schema, first);
    const isShort = !text.includes("\n") && text.length - anyName.length + word.length <= lineWidth;
    return first === word || isShort
      ? write(word)
      : code`export type ${name(word)} = ${name(first)};`;
  }
}

const anyName = "_" as Identifier;
