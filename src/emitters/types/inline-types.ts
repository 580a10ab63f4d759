import { type Code, code, empty, name } from "../../emit/code.js";
import { type Piece, lineWidth } from "../../emit/split.js";
import { byCodeUnit } from "../../common/words.js";
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
  declare(schema: NamedSchema): readonly PendingPiece[] {
    const code = (): Code => declareSchema(schema);
    return [{ words: [schema.name], code, owners: [schema.name] }, ...this.#below(schema)];
  }

  ofContent(content: readonly Media[]): readonly PendingPiece[] {
    return content.flatMap(({ itemSchema, parts, schema }) =>
      [schema, itemSchema, ...parts.map((part) => part.schema)].flatMap((one) => this.#from(one)),
    );
  }

  ofOperation({ body, parameters, replies }: Operation): readonly PendingPiece[] {
    const own = replies.filter((reply: Reply) => !reply.shared);
    return [
      ...parameters.flatMap(({ encoding, schema }) =>
        this.#from(encoding.kind === "content" ? encoding.media.schema : schema),
      ),
      ...this.ofContent(body?.content ?? []),
      ...own.flatMap((reply) => this.ofContent(reply.content)),
    ];
  }

  #from(part: Schema | undefined): readonly PendingPiece[] {
    const schema = part?.shown ?? part;
    if (!schema || schema.name !== undefined || this.#seen.has(schema)) return [];
    this.#seen.add(schema);
    const below = this.#below(schema);
    const { alias } = schema;
    if (alias === undefined) return below;
    // An enum in code is a value, too, which has no other name.
    const isValue = declareEnum(withoutNull({ ...schema, name: alias }), empty) !== undefined;
    const code = isValue
      ? () => declareInline(schema, alias)
      : this.#same.declare(alias, (word) => declareInline(schema, word), schema);
    return [{ words: [alias], code }, ...below];
  }

  #below(schema: Schema): readonly PendingPiece[] {
    return schemasIn(schema).flatMap((child) => this.#from(child));
  }
}

/** A declaration whose code is made when all others are known. */
export type PendingPiece = Omit<Piece, "code"> & { readonly code: () => Code };

interface SameType {
  /** Stands for all of them where their texts are compared. */
  readonly first: Identifier;
  /** The one that is written out. */
  written: Identifier;
  isDecided: boolean;
}

/**
 * Types of the same text, comments included: one is written out, and each other one is another name of it.
 * It is the one with the shortest name, and of those the first in the alphabet, so that it does not depend on the order of the description.
 */
export class SameTypes {
  readonly #byText = new Map<string, SameType>();
  readonly #firstOf = new Map<Schema, Identifier>();

  /**
   * Declares a type, as `export type B = A` where `A` has the same text; what fits on a line is as short itself.
   * `write` gives the declaration under a name. The inline types that it consists of are declared before.
   */
  declare(word: Identifier, write: (word: Identifier) => Code, schema?: Schema): () => Code {
    const nameOf = (one: Schema): Identifier | undefined =>
      one.name ?? this.#firstOf.get(one) ?? one.alias;
    const { text } = inStyle({ ...typeStyle(), nameOf }, () => write(anyName));
    const same = this.#byText.get(text) ?? { first: word, written: word, isDecided: false };
    this.#byText.set(text, same);
    if (!same.isDecided && isBefore(word, same.written)) same.written = word;
    if (schema) this.#firstOf.set(schema, same.first);
    const isShort = !text.includes("\n") && text.length - anyName.length + word.length <= lineWidth;
    return () =>
      same.written === word || isShort
        ? write(word)
        : code`export type ${name(word)} = ${name(same.written)};`;
  }

  /** From now on, none takes the place of those that were declared so far. */
  decide(): void {
    for (const same of this.#byText.values()) same.isDecided = true;
  }
}

function isBefore(word: string, other: string): boolean {
  return (word.length - other.length || byCodeUnit(word, other)) < 0;
}

const anyName = "_" as Identifier;
