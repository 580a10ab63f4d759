import { change } from "../change.js";
import { isSuccess } from "../replies.js";
import type { Identifier, Media, NamedSchema, Operation, Reply, Schema } from "../types.js";
import { type Names, onlyName, pascalCase } from "./naming.js";
import type { TypeWords } from "./type-words.js";

/**
 * Gives inline objects and enums names from where they stand: `BookKind` for the property `kind` of `Book`,
 * `ListBooksQuerySort` for a parameter. Only types have them; all else takes such a schema for the part that it is.
 */
export function nameInline(
  schemas: readonly NamedSchema[],
  operations: readonly Operation[],
  names: Names,
  words: TypeWords,
): void {
  const inline = new Inline(names);
  for (const schema of schemas) inline.within(schema, schema.name);
  for (const operation of operations) nameInOperation(operation, inline, words);
}

function nameInOperation(operation: Operation, inline: Inline, words: TypeWords): void {
  const { body, parameters, replies, names } = operation;
  for (const parameter of parameters) {
    const { name, schema, source } = parameter;
    const of = parameter.encoding.kind === "content" ? parameter.encoding.media.schema : schema;
    const place = words.parameter(names, parameter.in);
    if (of) inline.at(of, componentWord(source.pointer) ?? `${place}${pascalCase(name)}`);
  }
  const { body: bodyName = names.request, result = names.reply } = names.parts;
  if (body) nameInContent(body.content, bodyName, inline, true);
  const successes = replies.filter(({ match }) => isSuccess(match));
  for (const reply of replies) {
    const isOwn = successes.length === 1 && successes[0] === reply && !reply.shared;
    const stem = reply.shared?.name ?? `${names.reply}${statusWord(reply)}`;
    nameInContent(reply.content, isOwn ? result : `${stem}Body`, inline, isOwn);
  }
  for (const callback of operation.callbacks)
    for (const one of callback.operations) nameInOperation(one, inline, words);
}

/** `isGiven`: the name is that of the part itself, which has it already. */
function nameInContent(
  content: readonly Media[],
  word: string,
  inline: Inline,
  isGiven: boolean,
): void {
  for (const { codec, schema, itemSchema, parts } of content) {
    if (itemSchema) inline.at(itemSchema, `${word}Item`);
    else if (codec === "multipart")
      for (const part of parts) inline.at(part.schema, `${word}${pascalCase(part.name)}`);
    else if (schema && (codec === "json" || codec === "form"))
      inline.at(schema, word, isGiven && content.length === 1);
  }
}

/** `SortParameter` for a parameter that operations share. */
function componentWord(pointer: string): string | undefined {
  const [, name] = /^\/components\/parameters\/([^/]+)$/.exec(pointer) ?? [];
  return name === undefined ? undefined : `${pascalCase(name)}Parameter`;
}

function statusWord({ match }: Reply): string {
  if (match.kind === "exact") return String(match.status);
  return match.kind === "range" ? `${match.class}XX` : "Default";
}

/** The schemas without a name of their own. */
class Inline {
  readonly #names: Names;
  readonly #seen = new Set<Schema>();
  readonly #given = new Set<string>();

  constructor(names: Names) {
    this.#names = names;
  }

  at(schema: Schema, word: string, isGiven = false): void {
    if (schema.name !== undefined || this.#seen.has(schema)) return;
    this.#seen.add(schema);
    const alias = isWorthy(schema) ? this.#claim(schema, word, isGiven) : undefined;
    if (alias !== undefined) change(schema, { alias });
    this.within(schema, alias ?? word);
  }

  /** Parts of a schema. Branches of unions are left in place, but for the one beside null. */
  within({ keywords }: Schema, word: string): void {
    const { additionalProperties, allOf = [], anyOf, items, oneOf, properties } = keywords;
    for (const [name, one] of properties ?? []) this.at(one, `${word}${pascalCase(name)}`);
    if (items) this.at(items, `${word}Item`);
    if (additionalProperties) this.at(additionalProperties, `${word}Value`);
    for (const part of allOf) if (part.name === undefined) this.within(part, word);
    for (const branches of [anyOf ?? [], oneOf ?? []]) {
      const others = branches.filter(({ keywords }) => keywords.types?.join() !== "null");
      const [only] = others;
      if (only && others.length === 1) this.at(only, word);
    }
  }

  #claim(schema: Schema, word: string, isGiven: boolean): Identifier {
    if (isGiven && !this.#given.has(word)) {
      this.#given.add(word);
      return word as Identifier;
    }
    const seed = this.#names.seedOf(schema.source);
    return this.#names.claim([word, `${word}Type`], seed, onlyName, "function");
  }
}

/** An object with members, or a list of values. */
function isWorthy({ keywords }: Schema): boolean {
  const { allOf, anyOf, const: only, enum: values, not, oneOf, properties, ref } = keywords;
  if (ref ?? allOf ?? anyOf ?? oneOf ?? only ?? not) return false;
  return (values?.length ?? 0) > 1 || (properties?.size ?? 0) > 0;
}
