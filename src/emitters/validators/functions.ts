import type { Diagnostics } from "../../diagnostics/catalog.js";
import { below } from "../../diagnostics/json.js";
import { type Code, code, empty, name, namesIn, sealed, str } from "../../emit/code.js";
import { camelCase, fingerprint } from "../../model/names/naming.js";
import { placeFrom } from "../../model/names/place.js";
import type { Schema } from "../../model/types.js";
import { isTrivial, membersAskedTwice, refusesUndefined } from "./analysis/analysis.js";
import { FunctionBody } from "./code/body.js";
import { isBranching } from "./analysis/branching.js";
import { type Cycles, childrenOf } from "./analysis/children.js";
import {
  asExpression,
  explainMembers,
  explainOutline,
  type MemberFault,
  memberFault,
  outline,
} from "./code/compose.js";
import { always, atom, type Condition } from "./code/condition.js";
import { Forms, isFewValues } from "./analysis/form.js";
import type { Places } from "./analysis/places.js";
import { formatMeant, formatTests } from "./code/formats.js";
import { PlainMember, plainWord } from "./code/plain.js";
import { type Piece, privatePiece } from "./code/declaration.js";
import { runtime } from "./code/runtime-names.js";
import type { Makers } from "./code/makers.js";
import type { Known, MemberExplainer } from "./code/site.js";
import type { Statement } from "./code/statement.js";
import type { Duplicates } from "./analysis/duplicates.js";
import { writeExplain, writeTest } from "./code/write.js";

export interface FunctionOptions {
  readonly places: Places;
  readonly duplicates: Duplicates;
  readonly cycles: Cycles;
  readonly diagnostics: Diagnostics;
  readonly formats: "assert" | "annotate";
  /** The file whose schemas are pointed at without its name. */
  readonly file: string;
  readonly makers: Makers;
}

/** The pieces that are roots, and those that they use. */
export function withoutUnused(
  pieces: readonly Piece[],
  isRoot: (word: string) => boolean,
): readonly Piece[] {
  const named = new Map(pieces.map((piece) => [piece.words[0], piece]));
  const waiting = pieces.filter(({ words: [word] }) => isRoot(word));
  const needed = new Set(waiting);
  for (let piece = waiting.pop(); piece; piece = waiting.pop()) {
    for (const word of namesIn(piece.code)) {
      const called = named.get(word);
      if (!called || needed.has(called)) continue;
      needed.add(called);
      waiting.push(called);
    }
  }
  return pieces.filter((piece) => needed.has(piece));
}

/** The private functions of the module: each is written when the first call of it is. */
export class Functions {
  readonly options: FunctionOptions;
  readonly #forms = new Forms();
  /** By their variables, which are few. */
  readonly #plainMembers = new Map<Code, Map<string, PlainMember>>();
  /** The schemas that have a private function of each kind, or will. */
  readonly #tested = new Set<Schema>();
  readonly #explained = new Set<Schema>();
  /** The values of constants, by name. */
  readonly #constants = new Map<string, string>();
  readonly #unknownFormats = new Set<string>();
  /** Constants for the function that is being written. */
  readonly #pending: Piece[] = [];
  readonly #waiting: {
    readonly schema: Schema;
    readonly word: string;
    readonly write: () => Code;
  }[] = [];
  readonly #groups = new Map<Schema, Piece[]>();

  constructor(options: FunctionOptions) {
    this.options = options;
  }

  hasFunction(schema: Schema): boolean {
    return this.#forms.hasFunction(schema);
  }

  /** True if a value is what a schema asks for, in the function of the schema `from`. */
  test(schema: Schema, value: Code, body: FunctionBody, known?: Known): Condition {
    if (isTrivial(schema)) return always;
    const isShort = isFewValues(schema) && known?.isListed !== true;
    if (isShort || !this.#isCalled(schema, known))
      return this.#inlineTest(schema, value, body, known);
    if (schema.name !== undefined && !this.isNear(schema, body.owner))
      return atom(code`${this.testName(schema)}(${value})`);
    return this.innerTest(schema, value, body.owner);
  }

  /** As `test`, for a part of `allOf` of the value that a function is about. */
  testPart(schema: Schema, value: Code, body: FunctionBody, known: Known): Condition {
    const isObject = known.kinds?.size === 1 && known.kinds.has("object");
    const isHere = isObject && value.text === "value" && !this.isRecursive(schema);
    return isHere && this.#forms.isFewMembers(schema) && !isAskedAgain(schema, body.owner)
      ? this.#inlineTest(schema, value, body, known)
      : this.test(schema, value, body, known);
  }

  /** A call of the function that counts how deep it is, where there is one. */
  innerTest(schema: Schema, value: Code, from: Schema | undefined): Condition {
    this.#needTest(schema);
    const inner = this.innerTestName(schema);
    return atom(code`${inner}(${value}${this.#levels(schema, from)})`);
  }

  /** A value that was compared already is not compared again in the same expression. */
  #isCalled(schema: Schema, known: Known | undefined): boolean {
    return (
      this.#forms.hasFunction(schema) || (known?.isListed === true && this.#forms.compares(schema))
    );
  }

  #inlineTest(
    schema: Schema,
    value: Code,
    body: FunctionBody,
    known: Known | undefined,
  ): Condition {
    const test = asExpression(outline(schema, value, code`at`, body, known));
    if (!test) throw new Error(`the schema at ${schema.source.pointer} needs a function`);
    return test;
  }

  explain(
    schema: Schema,
    value: Code,
    at: Code,
    body: FunctionBody,
    known?: Known,
  ): readonly Statement[] {
    if (isTrivial(schema)) return [];
    if (!this.#isCalled(schema, known))
      return explainOutline(outline(schema, value, at, body, known));
    return [code`${this.explainCall(schema, value, at, body)};`];
  }

  /** The tag is not asked for again, nor whether the value is an object. */
  explainChosen(
    schema: Schema,
    value: Code,
    at: Code,
    tag: string,
    body: FunctionBody,
  ): readonly Statement[] | undefined {
    if (schema.name !== undefined || this.isRecursive(schema)) return undefined;
    const tagged = schema.keywords.properties?.get(tag);
    if (!tagged || !isFewValues(tagged) || !this.#forms.hasFewMembers(schema)) return undefined;
    return explainMembers(outline(withoutMember(schema, tag), value, at, body));
  }

  /** True if the test of a required member mentions its value once, so that it can be read in the test. */
  isNamedOnce(schema: Schema): boolean {
    if (isTrivial(schema) || !refusesUndefined(schema)) return false;
    const { format, types } = schema.keywords;
    if (plainWord(schema) !== "") {
      if (types?.length !== 1 || !oneTest.has(types[0])) return false;
      return format === undefined || formatTests.get(format)?.impliesInteger === true;
    }
    return this.#forms.hasFunction(schema) && !isFewValues(schema);
  }

  /** A member of which no more than its types and format is asked; undefined: it is asked for more. */
  plainMember(schema: Schema, value: Code, body: FunctionBody): PlainMember | undefined {
    const word = plainWord(schema);
    if (word === "") return undefined;
    let members = this.#plainMembers.get(value);
    if (members === undefined) this.#plainMembers.set(value, (members = new Map()));
    let member = members.get(word);
    if (member === undefined) {
      const holds = this.#inlineTest(schema, value, body, undefined);
      member = new PlainMember(value, holds, this.memberFault(schema, value, body));
      members.set(word, member);
    }
    return member;
  }

  memberFault(schema: Schema, value: Code, body: FunctionBody): MemberFault | undefined {
    if (isTrivial(schema) || this.#forms.hasFunction(schema)) return undefined;
    return memberFault(outline(schema, value, code`at`, body));
  }

  /** The check that goes by the function that explains. */
  checking(schema: Schema): Code {
    this.#needExplain(schema);
    const isShared = this.isShared(schema);
    const place = isShared ? code`, ${this.placeOf(schema.source)}` : empty;
    const helper = this.isRecursive(schema)
      ? isShared
        ? runtime.checkingSharedNested
        : runtime.checkingNested
      : isShared
        ? runtime.checkingShared
        : this.options.makers.checking;
    return code`/* @__PURE__ */ ${helper}(${this.explainName(schema)}${place})`;
  }

  explainCall(schema: Schema, value: Code, at: Code, body: FunctionBody): Code {
    this.#needExplain(schema);
    const told = this.isShared(schema) ? code`, ${body.placeOf(schema)}` : empty;
    const levels = this.#levels(schema, body.owner);
    return code`${this.explainName(schema)}(${value}, ${at}${told}, issues${levels})`;
  }

  memberExplainer(schema: Schema): MemberExplainer | undefined {
    if (isTrivial(schema) || !this.#forms.hasFunction(schema) || this.isRecursive(schema))
      return undefined;
    this.#needExplain(schema);
    const isLarge = this.isLarge(schema);
    if (isLarge) this.#needTest(schema);
    return {
      isShared: this.isShared(schema),
      explain: this.explainName(schema),
      test: isLarge ? this.testName(schema) : undefined,
    };
  }

  /** A function for `explainAnyOf`: by its name where its parameters are the same. */
  explainer(schema: Schema, body: FunctionBody): Code {
    const hasMore = this.isRecursive(schema) || this.isShared(schema);
    if (this.#forms.hasFunction(schema) && !isTrivial(schema) && !hasMore) {
      this.#needExplain(schema);
      return this.explainName(schema);
    }
    const statements = this.explain(schema, code`value`, code`at`, body);
    return body.arrow(statements);
  }

  /** True for a tested object that contains others with a function of their own. */
  isLarge(schema: Schema): boolean {
    if (!this.#forms.hasFunction(schema) || schema.keywords.items) return false;
    if (!this.options.places.isPartOfNamed(schema)) return false;
    return childrenOf(schema).some((child) => this.#forms.hasFunction(child.schema));
  }

  /** True if several schemas share the function, which takes the place as an argument. */
  isShared(schema: Schema): boolean {
    return this.options.duplicates.isShared(schema);
  }

  /** The place of a schema in the description, whoever asks. */
  placeOf(source: Schema["source"]): Code {
    return str(placeFrom(this.options.file, source));
  }

  isRecursive(schema: Schema): boolean {
    return this.options.cycles.has(schema);
  }

  /** True if testing a schema needs a memory, so that the time stays in proportion to the value. */
  isBranching(schema: Schema): boolean {
    return isBranching(schema, this.options.cycles);
  }

  /** True if two schemas are in one cycle, so that a call continues to count levels. */
  isNear(schema: Schema, from: Schema | undefined): boolean {
    const cycle = this.options.cycles.get(schema);
    return cycle !== undefined && from !== undefined && cycle === this.options.cycles.get(from);
  }

  #levels(schema: Schema, from: Schema | undefined): Code {
    if (!this.isRecursive(schema)) return code``;
    return this.isNear(schema, from) ? code`, levels - 1` : code`, ${runtime.maximumDepth}`;
  }

  word(schema: Schema): string {
    return this.options.places.wordFor(schema);
  }

  testName(schema: Schema): Code {
    return name(`is${this.word(schema)}`);
  }

  /** The function with the test itself: apart from the exported one where it counts its depth. */
  innerTestName(schema: Schema): Code {
    const within = this.isRecursive(schema) && schema.name !== undefined;
    if (!within) return this.testName(schema);
    return name(`is${this.options.places.wordBeside(schema, "Within")}`);
  }

  /** The test of a schema that is remembered, itself. */
  afreshName(schema: Schema): Code {
    return name(`is${this.options.places.wordBeside(schema, "Afresh")}`);
  }

  explainName(schema: Schema): Code {
    return name(`explain${this.word(schema)}`);
  }

  reportFormat(format: string, { source }: Schema): void {
    if (this.#unknownFormats.has(format)) return;
    this.#unknownFormats.add(format);
    const suggestion = formatMeant(format);
    this.options.diagnostics.report("format-unknown", below(source, "format"), {
      format,
      suggestion,
    });
  }

  exportedNames(schema: Schema): {
    readonly check: Code;
    readonly parse: Code;
    readonly schema: Code;
  } {
    const word = this.word(schema);
    return {
      check: name(`check${word}`),
      parse: name(`parse${word}`),
      schema: name(`${word}Schema`),
    };
  }

  /** A constant, written in front of the function that is being written; it serves all that ask for the same. */
  constant(schema: Schema, suffix: string, type: Code | undefined, value: Code): Code {
    const plain = `${camelCase(this.word(schema))}${suffix}`;
    const other = this.#constants.get(plain);
    const isFree = other === undefined || other === value.text;
    const chosen = isFree ? plain : `${plain}_${fingerprint(schema.source.pointer)}`;
    if (!this.#constants.has(chosen)) {
      this.#constants.set(chosen, value.text);
      const typed = type ? code`: ${type}` : [];
      const written = code`const ${name(chosen)}${typed} = ${value};`;
      this.#pending.push(privatePiece(chosen, written));
    }
    return name(chosen);
  }

  #needTest(asked: Schema): void {
    const schema = this.options.duplicates.firstOf(asked);
    if (schema.name !== undefined || this.#tested.has(schema)) return;
    this.#tested.add(schema);
    this.#enqueue(schema, this.innerTestName(schema), () => writeTest(schema, this));
  }

  #needExplain(asked: Schema): void {
    const schema = this.options.duplicates.firstOf(asked);
    if (schema.name !== undefined || this.#explained.has(schema)) return;
    this.#explained.add(schema);
    this.#enqueue(schema, this.explainName(schema), () => writeExplain(schema, this));
  }

  #enqueue(schema: Schema, word: Code, write: () => Code): void {
    if (!this.#groups.has(schema)) this.#groups.set(schema, []);
    this.#waiting.push({ schema, word: word.text, write });
  }

  /** The exports, and the private functions that they need and that are not written yet: after or before them. */
  write(exports: () => readonly Piece[], order: "after" | "before"): readonly Piece[] {
    const own = this.#withConstants(exports);
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { schema, word, write } = next;
      for (const one of this.#withConstants(() => [privatePiece(word, write())]))
        this.#groups.get(schema)?.push(one);
    }
    const needed = [...this.#groups.values()].flat();
    this.#groups.clear();
    return order === "after" ? [...own, ...needed] : [...needed, ...own];
  }

  #withConstants(write: () => readonly Piece[]): readonly Piece[] {
    const written = write().map((piece) => ({ ...piece, code: sealed(piece.code) }));
    return [...this.#pending.splice(0), ...written];
  }
}

/** The types that one expression asks for. */
const oneTest: ReadonlySet<string | undefined> = new Set([
  "boolean",
  "integer",
  "number",
  "string",
]);

function withoutMember(schema: Schema, name: string): Schema {
  const properties = new Map(schema.keywords.properties);
  properties.delete(name);
  const required = new Set(schema.keywords.required);
  required.delete(name);
  return { ...schema, keywords: { ...schema.keywords, properties, required } };
}

/** To the compiler, a member that is compared twice with different values would be one with none. */
function isAskedAgain({ keywords }: Schema, owner: Schema): boolean {
  const twice = membersAskedTwice(owner);
  return [...(keywords.properties?.keys() ?? [])].some((name) => twice.has(name));
}
