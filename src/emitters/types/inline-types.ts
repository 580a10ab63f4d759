import { type Code, code, empty, name } from "../../emit/code.js";
import { type Piece, lineWidth } from "../../emit/split.js";
import type {
  Identifier,
  Media,
  NamedSchema,
  Operation,
  Reply,
  Schema,
} from "../../model/types.js";
import { schemasIn } from "../../model/walks/children.js";
import { declareEnum, withoutNull } from "./enums.js";
import { declareInline, declareSchema } from "./schema-types.js";
import { inStyle, typeStyle } from "./print.js";

/** The types of inline schemas, each once, behind what it is a part of. */
export class InlineTypes {
  readonly #seen = new Set<Schema>();
  readonly #same: SameTypes;

  constructor(same: SameTypes) {
    this.#same = same;
  }

  /** The type of a schema, and of those that are written in it. */
  declare(schema: NamedSchema): readonly Piece[] {
    const own = { words: [schema.name], code: declareSchema(schema), owners: [schema.name] };
    return [own, ...this.#below(schema)];
  }

  ofContent(content: readonly Media[]): readonly Piece[] {
    return content.flatMap(({ itemSchema, parts, schema }) =>
      [schema, itemSchema, ...parts.map((part) => part.schema)].flatMap((one) => this.#from(one)),
    );
  }

  ofOperation({ body, parameters, replies }: Operation): readonly Piece[] {
    const own = replies.filter((reply: Reply) => !reply.shared);
    return [
      ...parameters.flatMap(({ encoding, schema }) =>
        this.#from(encoding.kind === "content" ? encoding.media.schema : schema),
      ),
      ...this.ofContent(body?.content ?? []),
      ...own.flatMap((reply) => this.ofContent(reply.content)),
    ];
  }

  #from(part: Schema | undefined): readonly Piece[] {
    const schema = part?.shown ?? part;
    if (!schema || schema.name !== undefined || this.#seen.has(schema)) return [];
    this.#seen.add(schema);
    const below = this.#below(schema);
    const { alias } = schema;
    if (alias === undefined) return below;
    // An enum in code is a value, too, which has no other name.
    const isValue = declareEnum(withoutNull({ ...schema, name: alias }), empty) !== undefined;
    const code = isValue
      ? declareInline(schema, alias)
      : this.#same.declare(alias, (word) => declareInline(schema, word), schema);
    return [{ words: [alias], code }, ...below];
  }

  #below(schema: Schema): readonly Piece[] {
    return schemasIn(schema).flatMap((child) => this.#from(child));
  }
}

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
