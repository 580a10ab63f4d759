import { type Code, code, name } from "../../emit/code.js";
import { lineWidth } from "../../emit/split.js";
import type { Identifier, Schema } from "../../model/types.js";
import { inStyle, typeStyle } from "./style.js";

/** Types of the same text, comments included: the first is written out, and each other one is another name of it. */
export class SameTypes {
  readonly #firsts = new Map<string, Identifier>();
  readonly #firstOf = new Map<Schema, Identifier>();

  /**
   * Declares a type, as `export type B = A` where `A` was declared with the same text; what fits on a line is as short itself.
   * `write` gives the declaration under a name. The inline types that it consists of are declared before.
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
