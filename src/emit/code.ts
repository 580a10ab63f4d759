import { type DocTag, docText } from "./comment.js";
import {
  type CallSite,
  type Hole,
  type Shape,
  callSite,
  fitText,
  openLineError,
  refuseGlue,
} from "./holes.js";
import {
  checkIdentifier,
  escapeText,
  quoteJson,
  quoteKey,
  quoteNumber,
  quoteProperty,
  quoteRegex,
  quoteString,
} from "./quote.js";

export type { DocTag } from "./comment.js";

/** A name that a piece of code needs from another file. */
export interface Import {
  readonly name: string;
  /** Set for `import * as name`. */
  readonly all?: true;
  /** As it is written in the file: `./types.js`. */
  readonly from: string;
  readonly typeOnly: boolean;
}

const construction = Symbol("construction");

/** What a piece brings along by itself, without its parts. */
interface Own {
  /** Names and keywords in our own literal text, without those in strings. */
  readonly words: readonly string[];
  /** Names that were put in. */
  readonly names: readonly string[];
  readonly imports: readonly Import[];
}

const nothing: Own = { words: [], names: [], imports: [] };
const noParts: readonly SafeText[] = [];
/** Code of more parts than these is not looked through again for each word. */
const manyParts = 8;

/** Text that may stand in a generated file. The class stays in this module, so nothing else makes one. */
class SafeText {
  readonly #text: string;
  /** What it was put together from, as far as that has words or imports. */
  readonly #parts: readonly SafeText[];
  readonly #own: Own;
  readonly #shape: Shape;
  /** The text ends in a `//` comment: only a line break may follow. */
  readonly #openLine: boolean;
  // Character codes, or NaN where there is none. To look into a long text would have it copied each time.
  readonly #first: number;
  readonly #last: number;
  #words: ReadonlySet<string> | undefined;
  /** Once they were asked for, which is of few. */
  #imports: readonly Import[] | undefined;

  constructor(
    made: typeof construction,
    text: string,
    parts: readonly SafeText[],
    own: Own,
    shape: Shape,
    openLine: boolean,
    first: number,
    last: number,
  ) {
    if (made !== construction) throw new TypeError("Code is made by the functions of code.ts only");
    this.#text = text;
    this.#parts = parts;
    this.#own = own;
    this.#shape = shape;
    this.#openLine = openLine;
    this.#first = first;
    this.#last = last;
  }

  get text(): string {
    return this.#text;
  }

  /** Every import of every part; equal ones may come more than once. */
  get imports(): readonly Import[] {
    if (this.#imports) return this.#imports;
    const found = new Set<Import>();
    SafeText.#collect(this, undefined, found);
    return (this.#imports = [...found]);
  }

  static is(value: unknown): value is SafeText {
    return typeof value === "object" && value !== null && #text in value;
  }

  static isOpen(value: SafeText): boolean {
    return value.#openLine;
  }

  static fit(value: SafeText, { place, before, after, final }: Hole): string {
    return fitText(value.#text, value.#shape, value.#openLine, place, before, after, final);
  }

  static leaf(text: string, own: Own, shape: Shape): SafeText {
    const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
    return new SafeText(construction, text, noParts, own, shape, false, first, last);
  }

  /** Gathers what all parts bring along, of all levels. What occurs again in the text is looked at again. */
  static #collect(
    value: SafeText,
    names: Set<string> | undefined,
    imports: Set<Import> | undefined,
  ): void {
    const waiting = [value];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      const own = part.#own;
      if (names) for (const item of own.names) names.add(item);
      if (imports) for (const item of own.imports) imports.add(item);
      for (const inner of part.#parts) waiting.push(inner);
    }
  }

  /** Text whose only code is `parts`. */
  static literal(text: string, parts: readonly SafeText[]): SafeText {
    const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
    return new SafeText(construction, text, parts, nothing, undefined, false, first, last);
  }

  static names(value: SafeText): Set<string> {
    const found = new Set<string>();
    SafeText.#collect(value, found, undefined);
    return found;
  }

  static listed(value: SafeText): Iterable<string> {
    return value.#parts.length === 0 ? value.#own.names : SafeText.names(value);
  }

  static hasWord(value: SafeText, word: string): boolean {
    if (value.#parts.length > manyParts) return value.#allWords().has(word);
    const waiting = [value];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (part.#own.words.includes(word) || part.#own.names.includes(word)) return true;
      for (const inner of part.#parts) waiting.push(inner);
    }
    return false;
  }

  /** Of a long text several words are asked for, so that all of them are gathered once. */
  #allWords(): ReadonlySet<string> {
    if (this.#words) return this.#words;
    const found = new Set<string>();
    const waiting: SafeText[] = [this];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      for (const item of part.#own.words) found.add(item);
      for (const item of part.#own.names) found.add(item);
      for (const inner of part.#parts) waiting.push(inner);
    }
    this.#words = found;
    return found;
  }

  /** The same text, of which the parts are no longer known. */
  static sealed(value: SafeText): SafeText {
    const names = new Set<string>();
    const imports = new Set<Import>();
    SafeText.#collect(value, names, imports);
    // To ask for a character has V8 put the text in one piece, so that its parts can be forgotten.
    value.#text.charCodeAt(0);
    return new SafeText(
      construction,
      value.#text,
      noParts,
      { words: [], names: [...names], imports: [...imports] },
      value.#shape,
      value.#openLine,
      value.#first,
      value.#last,
    );
  }

  /** `source` with its holes filled. */
  static fill(source: TemplateStringsArray, site: CallSite, holes: readonly Printable[]): SafeText {
    const literal = source[0] ?? "";
    const parts: SafeText[] = [];
    let text = literal;
    let open = site.openLine;
    let first = literal.charCodeAt(0);
    let last = literal.charCodeAt(literal.length - 1);
    for (let at = 0; at < holes.length; at++) {
      const part = print(holes[at]);
      const after = source[at + 1] ?? "";
      const final = after === "" && at === holes.length - 1;
      const place = site.places[at] ?? "code";
      if (final && place === "code") open = part.#openLine;
      let piece = part.#text;
      if (place === "code" && part.#shape === undefined && !part.#openLine) {
        refuseGlue(last, part.#first);
        if (piece !== "") {
          if (text === "") first = part.#first;
          last = part.#last;
        }
        refuseGlue(last, after.charCodeAt(0));
      } else {
        const before = source[at] || endOf(last);
        piece = fitText(piece, part.#shape, part.#openLine, place, before, after, final);
        if (piece !== "") {
          if (text === "") first = piece.charCodeAt(0);
          last = piece.charCodeAt(piece.length - 1);
        }
      }
      text += piece;
      if (after !== "") {
        if (text === "") first = after.charCodeAt(0);
        last = after.charCodeAt(after.length - 1);
        text += after;
      }
      if (part.#own !== nothing || part.#parts.length > 0) parts.push(part);
    }
    const own = site.words.length > 0 ? site : nothing;
    return new SafeText(construction, text, parts, own, undefined, open, first, last);
  }

  /** `parts` in a row. */
  static row(printed: readonly SafeText[], separator: Separator): SafeText {
    const parts: SafeText[] = [];
    let text = "";
    let first = NaN;
    let last = NaN;
    let open = false;
    let lastPiece = "";
    for (let at = 0; at < printed.length; at++) {
      const part = printed[at] ?? empty;
      const final = at === printed.length - 1;
      let piece = part.#text;
      if (part.#shape === undefined && !part.#openLine) {
        refuseGlue(last, part.#first);
        if (piece !== "") {
          if (text === "") first = part.#first;
          last = part.#last;
        }
      } else {
        const before = at === 0 ? "" : separator || lastPiece;
        const after = final ? "" : separator;
        piece = fitText(piece, part.#shape, part.#openLine, "code", before, after, final);
        if (piece !== "") {
          if (text === "") first = piece.charCodeAt(0);
          last = piece.charCodeAt(piece.length - 1);
        }
      }
      text += piece;
      lastPiece = piece || lastPiece;
      if (final) open = part.#openLine;
      else if (separator !== "") {
        if (text === "") first = separator.charCodeAt(0);
        last = separator.charCodeAt(separator.length - 1);
        text += separator;
      }
      if (part.#own !== nothing || part.#parts.length > 0) parts.push(part);
    }
    return new SafeText(construction, text, parts, nothing, undefined, open, first, last);
  }
}

function endOf(code: number): string {
  return Number.isNaN(code) ? "" : String.fromCharCode(code);
}

/** Source text that came from our own literals or through a quoting function. */
export type Code = SafeText;

/** What a hole takes. A string is missing on purpose: it has to be quoted first. */
export type Printable = Code | number | readonly Printable[];

/** Code without words and imports. */
function make(text: string, shape?: Shape): Code {
  return SafeText.leaf(text, nothing, shape);
}

/** Code of nothing. */
export const empty: Code = make("");

export function isCode(value: unknown): value is Code {
  return SafeText.is(value);
}

export function isEmpty(value: Code): boolean {
  return value.text === "";
}

/** The names that `name` and `use` put into code. */
export function namesOf(value: Code): ReadonlySet<string> {
  return SafeText.names(value);
}

/** As `namesOf`, to be gone through once: of code that is sealed that costs nothing. */
export function namesIn(value: Code): Iterable<string> {
  return SafeText.listed(value);
}

/** Whether a name or keyword stands in code that is not sealed, outside of literals and comments. */
export function hasWord(value: Code, word: string): boolean {
  return SafeText.hasWord(value, word);
}

/** The same code, which has forgotten what it was put together from: for what is kept while more is made. */
export function sealed(value: Code): Code {
  return SafeText.sealed(value);
}

/** What a hole takes, as Code; throws on anything else. */
export function print(value: unknown): Code {
  if (SafeText.is(value)) return value;
  if (typeof value === "number") return make(quoteNumber(value), "number");
  if (Array.isArray(value)) return join(Array.from(value, print), "");
  const shown = typeof value === "string" ? ` ${JSON.stringify(value.slice(0, 60))}` : "";
  throw new TypeError(
    `${value === null ? "null" : typeof value}${shown} is not Code: use str, text, name, key, property, json, regex or doc`,
  );
}

/** Literals without a hole, which are the same each time. */
const literals = new WeakMap<TemplateStringsArray, Code>();

/** Our own source text with holes: `` code`const ${name(x)} = ${str(y)};` ``. */
export function code(source: TemplateStringsArray, ...holes: readonly Printable[]): Code {
  const known = literals.get(source);
  if (known !== undefined) return known;
  const site = callSite(source);
  if (holes.length === 1 && source[0] === "" && source[1] === "") return print(holes[0]);
  const made = SafeText.fill(source, site, holes);
  if (holes.length === 0) literals.set(source, made);
  return made;
}

/** The text that fills a hole; throws where it would not stand there by itself. */
export function fit(part: Code, hole: Hole): string {
  return SafeText.fit(part, hole);
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
  "; ",
  ";\n",
] as const;
export type Separator = (typeof separators)[number];

/** Code in a row. */
export function join(parts: readonly Printable[], separator: Separator): Code {
  if (!separators.includes(separator))
    throw new TypeError("join takes its separator from a fixed list");
  const printed = parts.map(print);
  const only = printed[0];
  if (printed.length === 1 && only !== undefined) return only;
  return SafeText.row(printed, separator);
}

/** A string literal. */
export function str(value: string): Code {
  return make(quoteString(value));
}

/** A template literal: strings are its text, Code goes into `${…}`. */
export function text(parts: readonly (string | Code)[]): Code {
  let out = "";
  let pending = "";
  for (const part of parts) {
    if (typeof part === "string") pending += part;
    else {
      if (SafeText.isOpen(print(part))) throw openLineError();
      out += `${escapeText(pending)}\${${part.text}}`;
      pending = "";
    }
  }
  return SafeText.literal(`\`${out}${escapeText(pending)}\``, parts.filter(SafeText.is));
}

/** An identifier; the naming step has made it one already, so anything else is a bug. */
export function name(value: string): Code {
  return SafeText.leaf(
    checkIdentifier(value),
    { words: [], names: [value], imports: [] },
    undefined,
  );
}

/** A member name in a type or a destructuring pattern, quoted where it must be. */
export function key(value: string): Code {
  return make(quoteKey(value));
}

/** A member name in an object literal: as `key`, but `__proto__` is computed and so plain data. */
export function property(value: string): Code {
  return make(quoteProperty(value));
}

/** A JSON value as an expression; throws on what JSON cannot hold, and on what is nested absurdly deep. */
export function json(value: unknown): Code {
  const shape = typeof value === "number" || typeof value === "bigint" ? "number" : undefined;
  const object = typeof value === "object" && value !== null && !Array.isArray(value);
  return make(quoteJson(value), object ? "object" : shape);
}

/** A regular expression literal; throws where the pattern does not compile. */
export function regex(pattern: string, flags = "u"): Code {
  return make(quoteRegex(pattern, flags));
}

/** A JSDoc comment with its line end, or nothing where there is nothing to say. */
export function doc(prose: string, tags: readonly DocTag[] = []): Code {
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

/** A name from another file, which brings its import along. */
export function use(value: string, from: string, kind: "type" | "value" = "value"): Code {
  const imports = [{ name: value, from, typeOnly: kind === "type" }];
  return SafeText.leaf(checkIdentifier(value), { words: [], names: [value], imports }, undefined);
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
  return SafeText.leaf(path, { words: [], names: [module, value], imports }, undefined);
}

/** The one door for text that was checked in another way; a test lists the files that may use it. */
export function trustChecked(text: string, imports: readonly Import[]): Code {
  return SafeText.leaf(text, { words: [], names: [], imports: [...imports] }, undefined);
}
