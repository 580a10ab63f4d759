import type { Piece } from "../../emit/split.js";
import type { Media, NamedSchema, Operation, Reply, Schema } from "../../model/types.js";
import { schemasIn } from "../../model/walks/children.js";
import { declareInline, declareSchema } from "./schema-types.js";

/** The types of inline schemas, each once, behind what it is a part of. */
export class InlineTypes {
  readonly #seen = new Set<Schema>();

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

  #from(schema: Schema | undefined): readonly Piece[] {
    if (!schema || schema.name !== undefined || this.#seen.has(schema)) return [];
    this.#seen.add(schema);
    const { alias } = schema;
    const own = alias === undefined ? [] : [{ words: [alias], code: declareInline(schema, alias) }];
    return [...own, ...this.#below(schema)];
  }

  #below(schema: Schema): readonly Piece[] {
    return schemasIn(schema).flatMap((child) => this.#from(child));
  }
}
