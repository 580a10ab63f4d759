import {
  type DocTag,
  checkIdentifier,
  docText,
  escapeText,
  quoteJson,
  quoteKey,
  quoteNumber,
  quoteProperty,
  quoteRegex,
  quoteString,
} from "./quote.js";
import {
  type AskedWord,
  type CallSite,
  type Interpolation,
  type Operand,
  callSite,
  firstOf,
  fitText,
  lastOf,
  openLineError,
  refuseGlue,
  wordBits,
} from "./interpolation.js";

export type { DocTag } from "./quote.js";

/** A name that a piece of code needs from another file. */
export interface Import {
  readonly name: string;
  /** Set for `import * as name`. */
  readonly all?: true;
  /** As it is written in the file: `./types.js`. */
  readonly from: string;
  readonly typeOnly: boolean;
  /** Set for a name that code has by `name`, so that it is imported as it is spelled. */
  readonly fixed?: true;
}

const construction = Symbol("construction");

/** A piece's own names and imports, without those of its parts. */
interface Own {
  /** Names that were put in. */
  readonly names: readonly string[];
  /** Those of them that are declared, so that others of the same name give way. */
  readonly fixed: readonly string[];
  readonly imports: readonly Import[];
}

const nothing: Own = { names: [], fixed: [], imports: [] };

/**
 * Noncharacters in front of names that give way where a file has another of the same name. `escapeText`, `doc` and
 * `regex` let none of them through, so that each in a text is one of these.
 */
const marks = { ours: "\ufdd0", described: "\ufdd1", global: "\ufdd2", local: "\ufdd3" } as const;
const marked = /([\ufdd0-\ufdd3])([\p{ID_Continue}$]+)/gu;

export type YieldingKind = keyof typeof marks;

const kindOf: ReadonlyMap<string, YieldingKind> = new Map(
  (["ours", "described", "global", "local"] as const).map((kind) => [marks[kind], kind]),
);
const noParts: readonly SafeText[] = [];

/** Text that may stand in a generated file. The class stays in this module, so nothing else makes one. */
class SafeText {
  readonly #text: string;
  /** Its parts, as far as they have names or imports. */
  readonly #parts: readonly SafeText[];
  readonly #own: Own;
  readonly #shape: Operand;
  // Character codes, or -1 where there is none. To look into a long text would have it copied each time.
  readonly #first: number;
  readonly #last: number;
  /** A bit for each of the words that may be asked for and stand in it. */
  readonly #words: number;
  /** True where names stand in it that give way. */
  readonly #isMarked: boolean;
  /** Once they were asked for, which is of few. */
  #imports: readonly Import[] | undefined;
  /** The round of gathering in which it was looked at last. */
  #round = 0;

  static #rounds = 0;

  constructor(
    made: typeof construction,
    text: string,
    parts: readonly SafeText[],
    own: Own,
    words: number,
    shape: Operand,
    first: number,
    last: number,
  ) {
    if (made !== construction) throw new TypeError("Code is made by the functions of code.ts only");
    this.#text = text;
    this.#parts = parts;
    this.#own = own;
    this.#isMarked = own.fixed !== own.names || parts.some((part) => part.#isMarked);
    this.#words = words;
    this.#shape = shape;
    this.#first = first;
    this.#last = last;
  }

  get text(): string {
    return this.#isMarked ? SafeText.spelled(this, (name) => name) : this.#text;
  }

  /** Every import of every part; equal ones may come more than once. */
  get imports(): readonly Import[] {
    if (this.#imports) return this.#imports;
    const found = new Set<Import>();
    SafeText.#visit(this, ({ imports }) => {
      for (const item of imports) found.add(item);
    });
    return (this.#imports = [...found]);
  }

  static is(value: unknown): value is SafeText {
    return typeof value === "object" && value !== null && #text in value;
  }

  /** The text with the marks of names that give way. */
  static raw(value: SafeText): string {
    return value.#text;
  }

  static isOpen(value: SafeText): boolean {
    return value.#shape === "open";
  }

  static fit(value: SafeText, { context, before, after, final }: Interpolation): string {
    return fitText(value.#text, value.#shape, context, before, after, final);
  }

  static leaf(text: string, own: Own, words: number, shape: Operand): SafeText {
    return new SafeText(
      construction,
      text,
      noParts,
      own,
      words,
      shape,
      firstOf(text),
      lastOf(text),
    );
  }

  /** As `leaf`, for text between two characters: to look at them would have it copied. */
  static quoted(text: string, mark: number): SafeText {
    return new SafeText(construction, text, noParts, nothing, 0, undefined, mark, mark);
  }

  /** Shows what all parts bring along, of all levels, each part once. */
  static #visit(value: SafeText, show: (own: Own) => void): void {
    const round = ++SafeText.#rounds;
    const waiting = [value];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (part.#round === round) continue;
      part.#round = round;
      if (part.#own !== nothing) show(part.#own);
      for (const inner of part.#parts) if (inner.#round !== round) waiting.push(inner);
    }
  }

  /** Text whose only code is `parts`. */
  static made(text: string, parts: readonly SafeText[], own = nothing): SafeText {
    const words = parts.reduce((all, part) => all | part.#words, 0);
    const [first, last] = [firstOf(text), lastOf(text)];
    return new SafeText(construction, text, parts, own, words, undefined, first, last);
  }

  /** The same text, which needs these imports, too. */
  static importing(value: SafeText, imports: readonly Import[]): SafeText {
    return SafeText.made(value.#text, [value], { ...nothing, imports });
  }

  /** Without `wanted`, all of them. */
  static names(value: SafeText, wanted?: ReadonlyMap<string, unknown>): Set<string> {
    const found = new Set<string>();
    SafeText.#visit(value, ({ names }) => {
      for (const item of names) if (!wanted || wanted.has(item)) found.add(item);
    });
    return found;
  }

  /** The text with each name that gives way as `spell` has it. */
  static spelled(value: SafeText, spell: (name: string, kind: YieldingKind) => string): string {
    return value.#text.replace(marked, (_, mark: string, name: string) =>
      spell(name, kindOf.get(mark) ?? "ours"),
    );
  }

  /** The names that keep their spelling. */
  static fixed(value: SafeText): Set<string> {
    const found = new Set<string>();
    SafeText.#visit(value, ({ fixed }) => {
      for (const item of fixed) found.add(item);
    });
    return found;
  }

  static listed(value: SafeText): Iterable<string> {
    return value.#parts.length === 0 ? value.#own.names : SafeText.names(value);
  }

  static words(value: SafeText): number {
    return value.#words;
  }

  /** The same text, of which the parts are no longer known. */
  static sealed(value: SafeText): SafeText {
    const names = new Set<string>();
    const fixed = new Set<string>();
    const imports = new Set<Import>();
    SafeText.#visit(value, (own) => {
      for (const item of own.names) names.add(item);
      for (const item of own.fixed) fixed.add(item);
      for (const item of own.imports) imports.add(item);
    });
    // To ask for a character has V8 put the text in one piece, so that its parts can be forgotten.
    value.#text.charCodeAt(0);
    return new SafeText(
      construction,
      value.#text,
      noParts,
      { names: [...names], fixed: [...fixed], imports: [...imports] },
      value.#words,
      value.#shape,
      value.#first,
      value.#last,
    );
  }

  /** Of one part that has nothing of its own, what it was put together from. */
  static #shortest(parts: readonly SafeText[] = noParts): readonly SafeText[] {
    const [only] = parts;
    return parts.length === 1 && only && only.#own === nothing ? only.#parts : parts;
  }

  /** `source` with its interpolations filled. */
  static fill(
    source: readonly string[],
    { contexts, words: ownWords, shape: ownShape }: Pick<CallSite, "contexts" | "words" | "shape">,
    interpolations: readonly Printable[],
  ): SafeText {
    let parts: SafeText[] | undefined;
    let words = ownWords;
    let text = source[0] ?? "";
    let shape = ownShape;
    let first = firstOf(text);
    let last = lastOf(text);
    let lastPiece = "";
    for (let at = 0; at < interpolations.length; at++) {
      const part = print(interpolations[at]);
      const after = source[at + 1] ?? "";
      const final = after === "" && at === interpolations.length - 1;
      const context = contexts[at] ?? "code";
      if (final && context === "code") shape = part.#shape === "open" ? "open" : undefined;
      let piece = part.#text;
      let start = part.#first;
      let end = part.#last;
      if (context === "code" && part.#shape === undefined) {
        refuseGlue(last, start);
        refuseGlue(end < 0 ? last : end, firstOf(after));
      } else {
        piece = fitText(piece, part.#shape, context, source[at] || lastPiece, after, final);
        start = firstOf(piece);
        end = lastOf(piece);
      }
      text += piece + after;
      if (first < 0) first = start < 0 ? firstOf(after) : start;
      if (end >= 0) last = end;
      if (after !== "") last = lastOf(after);
      lastPiece = after || piece || lastPiece;
      words |= part.#words;
      if (part.#own !== nothing || part.#parts.length > 0) (parts ??= []).push(part);
    }
    const all = SafeText.#shortest(parts);
    return new SafeText(construction, text, all, nothing, words, shape, first, last);
  }
}

/** Source text that came from our own literals or through a quoting function. */
export type Code = SafeText;

/** A value that can be interpolated. A string is missing on purpose: it has to be quoted first. */
export type Printable = Code | number | readonly Printable[];

/** Code without words and imports. */
function make(text: string, shape?: Operand): Code {
  return SafeText.leaf(text, nothing, 0, shape);
}

/** Code of nothing. */
export const empty: Code = make("");

export function isCode(value: unknown): value is Code {
  return SafeText.is(value);
}

export function isEmpty(value: Code): boolean {
  return SafeText.raw(value) === "";
}

/** The names that `name` and `use` put into code: all, or those that are keys of a map. */
export function namesOf(value: Code, wanted?: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  return SafeText.names(value, wanted);
}

/** As `namesOf`, to be gone through once: of code that is sealed that costs nothing. */
export function namesIn(value: Code): Iterable<string> {
  return SafeText.listed(value);
}

/** Finds names and keywords outside of literals and comments. */
export function hasWord(value: Code, word: AskedWord): boolean {
  return (SafeText.words(value) & wordBits([word])) !== 0;
}

/** The same code, which has forgotten what it was put together from: so that these can be collected while more is made. */
export function sealed(value: Code): Code {
  return SafeText.sealed(value);
}

/** Converts an interpolated value to Code; throws on a string. */
export function print(value: unknown): Code {
  if (SafeText.is(value)) return value;
  if (typeof value === "number") return make(quoteNumber(value), "number");
  if (Array.isArray(value))
    return value.length === 0 ? empty : join(value as readonly Printable[], "");
  const shown = typeof value === "string" ? ` ${JSON.stringify(value.slice(0, 60))}` : "";
  throw new TypeError(
    `${value === null ? "null" : typeof value}${shown} is not Code: use str, text, name, key, property, json, regex or doc`,
  );
}

/** Literals without an interpolation, which are the same each time. */
const literals = new WeakMap<TemplateStringsArray, Code>();

/** Our own source text with interpolations: `` code`const ${name(x)} = ${str(y)};` ``. */
export function code(source: TemplateStringsArray, ...interpolations: readonly Printable[]): Code {
  const known = interpolations.length === 0 ? literals.get(source) : undefined;
  if (known !== undefined) return known;
  const site = callSite(source);
  if (interpolations.length === 1 && source[0] === "" && source[1] === "")
    return print(interpolations[0]);
  const made = SafeText.fill(source, site, interpolations);
  if (interpolations.length === 0) literals.set(source, made);
  return made;
}

/** The text that fills an interpolation; throws where it would not stand there by itself. */
export function fit(part: Code, interpolation: Interpolation): string {
  return SafeText.fit(part, interpolation);
}

const separators = [
  "",
  "\n",
  "\n\n",
  ", ",
  ",",
  " | ",
  " & ",
  " && ",
  " || ",
  " + ",
  "; ",
  ";\n",
] as const;
export type Separator = (typeof separators)[number];

/** No literal text but separators, so that all parts stand in code. */
const plainSite = { contexts: [], words: 0, shape: undefined } as const;

/** Code in a row. */
export function join(parts: readonly Printable[], separator: Separator): Code {
  if (!separators.includes(separator))
    throw new TypeError("join takes its separator from a fixed list");
  if (parts.length === 1) return print(parts[0]);
  const between = Array.from({ length: Math.max(0, parts.length - 1) }, () => separator);
  return SafeText.fill(["", ...between], plainSite, parts);
}

type Member = readonly [name: string | Code, value: Code | undefined];

/** Of an object literal; in a list if their names are of a description, since a `Record` has numbers first. */
export type ObjectMembers = Readonly<Record<string, Code | undefined>> | readonly Member[];

/** An object literal of the members that there are. */
export function object(members: ObjectMembers): Code {
  return objectIfAny(members) ?? code`{}`;
}

/** As `object`; undefined where there are none. */
export function objectIfAny(members: ObjectMembers): Code | undefined {
  const all = Array.isArray(members) ? members : Object.entries(members);
  const present = all.flatMap(([name, value]: Member) => {
    const key = typeof name === "string" ? property(name) : name;
    return value === undefined ? [] : [code`${key}: ${value}`];
  });
  return present.length === 0 ? undefined : code`{ ${join(present, ", ")} }`;
}

export function array(items: readonly Code[]): Code {
  return code`[${join(items, ", ")}]`;
}

/** As `array`; undefined where there are none. */
export function arrayIfAny(items: readonly Code[]): Code | undefined {
  return items.length === 0 ? undefined : array(items);
}

/** A string literal. */
export function str(value: string): Code {
  return SafeText.quoted(quoteString(value), quotationMark);
}

const quotationMark = 0x22;

/** A template literal: strings are its text, Code goes into `${…}`. */
export function text(parts: readonly (string | Code)[]): Code {
  let out = "";
  let pending = "";
  for (const part of parts) {
    if (typeof part === "string") pending += part;
    else {
      if (SafeText.isOpen(print(part))) throw openLineError();
      out += `${escapeText(pending)}\${${SafeText.raw(part)}}`;
      pending = "";
    }
  }
  return SafeText.made(`\`${out}${escapeText(pending)}\``, parts.filter(SafeText.is));
}

/** Names that were made before: most are needed again and again. */
const named = new Map<string, Code>();
const mostNames = 50_000;

/** An identifier; the naming step has made it one already, so anything else is a bug. */
export function name(value: string): Code {
  const known = named.get(value);
  if (known !== undefined) return known;
  const names = [checkIdentifier(value)];
  const own = { names, fixed: names, imports: [] };
  const made = SafeText.leaf(value, own, wordBits(own.names), undefined);
  if (named.size >= mostNames) named.clear();
  named.set(value, made);
  return made;
}

/** A member name in a type or a destructuring pattern, quoted where it must be. */
export function key(value: string): Code {
  return make(quoteKey(value));
}

/** A member name in an object literal: as `key`, but `__proto__` is computed and so plain data. */
export function property(value: string): Code {
  return make(quoteProperty(value));
}

/**
 * A JSON value as an expression, without members that are undefined; throws on what JSON cannot hold, and on what is nested
 * absurdly deep.
 */
export function json(value: unknown): Code {
  const shape = typeof value === "number" ? "number" : undefined;
  const object = typeof value === "object" && value !== null && !Array.isArray(value);
  return make(quoteJson(value), object ? "object" : shape);
}

/** As `json`; undefined where there is no value. */
export function jsonIfAny(value: unknown): Code | undefined {
  return value === undefined ? undefined : json(value);
}

/** A text, a number, a boolean, null or a bigint as a type. */
export function literalType(value: unknown): Code {
  return typeof value === "bigint" ? make(`${value}n`) : json(value);
}

/** A regular expression literal; throws where the pattern does not compile. */
export function regex(pattern: string, flags = "u"): Code {
  return make(quoteRegex(pattern, flags));
}

/** A JSDoc comment with its line end, or nothing where there is nothing to say. */
export function doc(prose: string, tags: readonly DocTag[] = []): Code {
  if (prose === "" && tags.length === 0) return empty;
  const written = tags.map(({ tag, text }) => ({
    tag,
    parts: [text].flat().map((part) => {
      const code = typeof part !== "string";
      return { text: code ? print(part).text : part, code };
    }),
  }));
  return make(docText(prose, written));
}

/** `{@link Name}` or `{@link Name.member}`, for the tags of `doc`. */
export function link(target: string, member?: string): Code {
  const path =
    member === undefined ? name(target).text : `${name(target).text}.${name(member).text}`;
  return make(`{@link ${path}}`);
}

/**
 * A name from another file, which brings its import along. It is imported by another name in a file that declares its own of
 * that name; one of the runtime or of a package, also in one that imports such a name from a file of the description.
 */
export function use(value: string, from: string, kind: "type" | "value" = "value"): Code {
  return yielding(value, importKind(from), [{ name: value, from, typeOnly: kind === "type" }]);
}

/** The files of the description have its names. */
export function importKind(from: string): "ours" | "described" {
  return !from.startsWith(".") || /(^|\/)runtime\//.test(from) ? "ours" : "described";
}

function yielding(value: string, kind: YieldingKind, imports: readonly Import[] = []): Code {
  const names = [checkIdentifier(value)];
  const text = `${marks[kind]}${value}`;
  return SafeText.leaf(text, { names, fixed: [], imports }, wordBits(names), undefined);
}

/** A name that was chosen so that it is in the way of no other one. */
export function variable(value: string): Code {
  const names = [checkIdentifier(value)];
  return SafeText.leaf(value, { names, fixed: [], imports: [] }, wordBits(names), undefined);
}

/** A name of the platform or the language: `globalThis.Blob` in a file that has its own `Blob`. */
export function global(value: string): Code {
  return yielding(value, "global");
}

/** A variable of ours, in reach of which names of the description are used: it has another name where they have its. */
export function local(value: string): Code {
  return yielding(value, "local");
}

/** `use` for what one module exports. */
export function exportsOf(from: string) {
  return (value: string, kind: "type" | "value" = "value"): Code => use(value, from, kind);
}

/** A member of a whole module, `types.Pet`, with `import * as types`. */
export function useFrom(
  module: string,
  value: string,
  from: string,
  kind: "type" | "value" = "value",
): Code {
  const path = `${name(module).text}.${name(value).text}`;
  const imports = [{ name: module, all: true, from, typeOnly: kind === "type" } as const];
  const names = [module, value];
  return SafeText.leaf(path, { names, fixed: names, imports }, wordBits(names), undefined);
}

/** The text of code in a file in which each name that gives way is spelled as `spell` says. */
export function spelled(value: Code, spell: (name: string, kind: YieldingKind) => string): string {
  return SafeText.spelled(value, spell);
}

/** The names that are declared, or stand for what is: those of `name`. */
export function fixedNames(value: Code): ReadonlySet<string> {
  return SafeText.fixed(value);
}

/** Code whose names come from other files: each import has `fixed`. */
export function importing(value: Code, imports: readonly Import[]): Code {
  return imports.length === 0 ? value : SafeText.importing(value, imports);
}

/** The one door for text that was checked in another way; a test lists the files that may use it. */
export function trustChecked(
  text: string,
  imports: readonly Import[],
  parts: readonly Code[] = [],
): Code {
  const own = imports.length === 0 ? nothing : { names: [], fixed: [], imports };
  return SafeText.made(text, parts, own);
}
