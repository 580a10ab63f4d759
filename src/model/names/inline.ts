import { change } from "../change.js";
import { isSuccess } from "../replies.js";
import type { Source } from "../../common/source.js";
import type { Identifier, Media, NamedSchema, Operation, Parameter, Schema } from "../types.js";
import { type Names, onlyName, operationAt, pascalCase } from "./naming.js";
import { type InlineWords, type SharedPart, sharedWord } from "./type-words.js";

/**
 * Gives inline objects and enums names from where they stand: `BookKind` for the property `kind` of `Book`,
 * `ListBooksQuerySort` for a parameter. Only types have them; all else takes such a schema for the part that it is.
 */
export function nameInline(
  schemas: readonly NamedSchema[],
  operations: readonly Operation[],
  naming: InlineNaming,
): void {
  const inline = new Inline(operations, naming);
  for (const schema of schemas) inline.within(schema, schema.name);
  for (const operation of operations) nameInOperation(operation, inline, naming);
  inline.finish();
}

interface InlineNaming {
  readonly names: Names;
  readonly words: InlineWords;
  /** The place that a shared part is called after. */
  componentAt(source: Source): Source;
  /** True for a description of Swagger 2.0. */
  readonly isSwagger: boolean;
}

function sharedName(
  { words, componentAt, isSwagger }: InlineNaming,
  part: SharedPart,
  source: Source,
): string | undefined {
  return sharedWord(words, part, componentAt(source).pointer, isSwagger);
}

function nameInOperation(operation: Operation, inline: Inline, naming: InlineNaming): void {
  const { words } = naming;
  const { body, parameters, replies, names } = operation;
  inline.enter(operation.source);
  for (const parameter of parameters) nameInParameter(parameter, names, inline, naming);
  const { body: bodyName = names.request, result = names.reply } = names.parts;
  if (body) {
    const shared = sharedName(naming, "requestBodies", body.source);
    if (shared !== undefined) nameInContent(body.content, shared, inline, "shared");
    else if (words.body) nameInContent(body.content, words.body(names), inline);
    else nameInContent(body.content, bodyName, inline, "given");
  }
  const successes = replies.filter(({ match }) => isSuccess(match));
  for (const reply of replies) {
    const shared = reply.shared && sharedName(naming, "responses", reply.source);
    const isOwn = successes.length === 1 && successes[0] === reply && !reply.shared;
    if (shared !== undefined) nameInContent(reply.content, shared, inline, "shared");
    else if (isOwn && words.isResult) nameInContent(reply.content, result, inline, "given");
    else nameInContent(reply.content, words.reply(names, reply), inline);
  }
  for (const callback of operation.callbacks)
    for (const one of callback.operations) nameInOperation(one, inline, naming);
}

function nameInParameter(
  parameter: Parameter,
  names: Operation["names"],
  inline: Inline,
  naming: InlineNaming,
): void {
  const { words } = naming;
  const { encoding, name, source } = parameter;
  const shared = sharedName(naming, "parameters", source);
  const word = shared ?? `${words.parameter(names, parameter.in)}${suffixCase(name)}`;
  const claim = shared === undefined ? undefined : "shared";
  if (encoding.kind === "content") {
    if (encoding.media.schema) inline.at(encoding.media.schema, word, claim);
    return;
  }
  // Those that are written once have a type in each operation.
  const isApart = words.typed === "all" || words.shared.parameters === undefined;
  if (isApart && shared === undefined) change(parameter, { schema: copyOf(parameter.schema) });
  inline.at(parameter.schema, word, claim);
}

/** Itself where it has a name, or no type of its own, nor what it lists. */
function copyOf(schema: Schema): Schema {
  const { alias, keywords, name } = schema;
  if (name !== undefined) return schema;
  const items = keywords.items && copyOf(keywords.items);
  if (items !== keywords.items)
    return { ...schema, keywords: { ...keywords, ...(items && { items }) } };
  return alias === undefined ? schema : { ...schema };
}

/** A word behind others, which may begin with a digit. */
function suffixCase(name: string): string {
  return pascalCase(name).replace(/^_(?=\d)/, "");
}

/** A name that the part itself has, which is taken for it already; or one of a part that operations share. */
type Claim = "given" | "shared" | undefined;

function nameInContent(
  content: readonly Media[],
  word: string,
  inline: Inline,
  claim?: Claim,
): void {
  for (const [index, { codec, schema, itemSchema, parts }] of content.entries()) {
    const own = content.length === 1 ? word : inline.numbered(word, index);
    if (itemSchema) inline.at(itemSchema, `${own}Item`);
    else if (codec === "multipart")
      for (const part of parts) inline.at(part.schema, `${own}${suffixCase(part.name)}`);
    else if (schema && (codec === "json" || codec === "form"))
      inline.at(schema, own, content.length === 1 ? claim : undefined);
  }
}

/** The schemas without a name of their own. */
class Inline {
  readonly #names: Names;
  readonly #words: InlineWords;
  readonly #seen = new Set<Schema>();
  readonly #given = new Set<string>();
  readonly #operations: ReadonlySet<string>;
  /** The operation whose parts are being named. */
  #current: string | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(operations: readonly Operation[], { names, words }: InlineNaming) {
    this.#names = names;
    this.#words = words;
    this.#operations = new Set(operations.map(({ source }) => operationAt(source)));
  }

  /** From here on, parts of an operation are named. Those that it refers to in another one are left to that. */
  enter(operation: Source): void {
    this.#current = operationAt(operation);
  }

  /** Names those that their own operation left without a name. */
  finish(): void {
    this.#current = undefined;
    for (const name of this.#waiting) name();
  }

  #isOfAnother({ source }: Schema): boolean {
    if (this.#current === undefined) return false;
    const operation = operationAt(source);
    return operation !== this.#current && this.#operations.has(operation);
  }

  at(schema: Schema, word: string, claim?: Claim): void {
    if (schema.name !== undefined || this.#seen.has(schema)) return;
    if (this.#isOfAnother(schema)) {
      this.#waiting.push(() => this.at(schema, word, claim));
      return;
    }
    this.#seen.add(schema);
    const { isTitled, typed, enum: ending = "" } = this.#words;
    const isEnum = this.#isEnum(schema);
    const title = isTitled && !isEnum && pascalCase(schema.keywords.prose?.summary ?? "");
    const isWorthy =
      isEnum ||
      (claim === "shared" && typed !== "some") ||
      ((claim === "given" || typed === "unions") && isCombined(schema)) ||
      (typed === "all" ? isTyped(schema) : isPlain(schema));
    const called = isEnum ? word + ending : title || word;
    const alias = isWorthy ? this.#claim(schema, called, claim) : undefined;
    if (alias !== undefined) change(schema, { alias });
    this.within(schema, alias ?? word);
  }

  /** Parts of a schema. Branches of unions are left in place, but for the one beside null. */
  within({ keywords }: Schema, word: string): void {
    const { additionalProperties, allOf = [], anyOf, items, oneOf, properties } = keywords;
    for (const [name, one] of properties ?? [])
      this.at(one.shown ?? one, `${word}${suffixCase(name)}`);
    if (items) this.at(items, this.#isEnum(items) ? word : `${word}${this.#words.item}`);
    if (additionalProperties) this.#value(additionalProperties, word);
    for (const part of allOf) if (part.name === undefined) this.within(part, word);
    for (const branches of [anyOf ?? [], oneOf ?? []]) {
      const others = beside(branches);
      const [only] = others;
      if (only && others.length === 1) this.at(only, word);
    }
  }

  /** `PricesOne`, `PricesTwo` for one of several media types. */
  numbered(word: string, index: number): string {
    return this.#words.typed === "all" ? `${word}${numberWord(index + 1)}` : word;
  }

  /** True for a list of values that is called by a word of its own. */
  #isEnum(schema: Schema): boolean {
    return this.#words.enum !== undefined && schema.keywords.enum !== undefined && isTyped(schema);
  }

  #value(schema: Schema, word: string): void {
    if (this.#words.value !== undefined) this.at(schema, `${word}${this.#words.value}`);
    else if (schema.name === undefined && !this.#seen.has(schema)) {
      this.#seen.add(schema);
      this.within(schema, word);
    }
  }

  #claim(schema: Schema, word: string, claim: Claim): Identifier {
    if (claim === "given" && !this.#given.has(word)) {
      this.#given.add(word);
      return word as Identifier;
    }
    const seed = this.#names.seedOf(schema.source);
    return this.#names.claim([word, `${word}Type`], seed, onlyName, "function");
  }
}

/** An object with members, or a list of values. */
function isPlain({ keywords }: Schema): boolean {
  const { allOf, anyOf, const: only, enum: values, not, oneOf, properties, ref } = keywords;
  if (ref ?? allOf ?? anyOf ?? oneOf ?? only ?? not) return false;
  return (values?.length ?? 0) > 1 || (properties?.size ?? 0) > 0;
}

/** Any object, a union or a combination of several, or a list of texts and numbers. */
function isTyped({ keywords }: Schema): boolean {
  const { additionalProperties, allOf, anyOf, enum: values, oneOf, properties, types } = keywords;
  if (keywords.ref ?? keywords.const ?? keywords.nothing) return false;
  if (values) return values.some((value) => typeof value === "string" || typeof value === "number");
  if (isCombined({ keywords })) return true;
  if (allOf ?? anyOf ?? oneOf) return false;
  const isObject = types?.every((type) => type === "object" || type === "null");
  return isObject ?? Boolean(properties ?? additionalProperties);
}

/** A union, or several schemas at once. */
function isCombined({ keywords: { allOf, anyOf, oneOf } }: Pick<Schema, "keywords">): boolean {
  return [allOf, anyOf, oneOf].some((list) => list && beside(list).length > 1);
}

/** Without those that are only null. */
function beside(branches: readonly Schema[]): readonly Schema[] {
  return branches.filter(({ keywords }) => keywords.types?.join() !== "null");
}

const digits = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

function numberWord(count: number): string {
  return String(count)
    .split("")
    .map((digit) => digits[Number(digit)])
    .join("");
}
