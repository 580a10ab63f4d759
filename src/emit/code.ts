import { type DocTag, docText } from "./comment.js";
import {
  type Hole,
  type Traits,
  callSite,
  endsOf,
  fitText,
  joinEnds,
  openLineError,
} from "./holes.js";
import { type Import, type ImportTree, joinImports, listImports } from "./import-list.js";
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
export type { Import } from "./import-list.js";

const construction = Symbol("construction");

/** Text that may stand in a generated file. The class stays in this module, so nothing else makes one. */
class SafeText {
  readonly #text: string;
  readonly #imports: ImportTree;
  readonly #traits: Traits;

  constructor(made: typeof construction, text: string, imports: ImportTree, traits: Traits) {
    if (made !== construction) throw new TypeError("Code is made by the functions of code.ts only");
    this.#text = text;
    this.#imports = imports;
    this.#traits = traits;
    Object.freeze(this);
  }

  get text(): string {
    return this.#text;
  }

  /** Every import of every part; the same one may come more than once. */
  get imports(): readonly Import[] {
    return listImports(this.#imports);
  }

  static is(value: unknown): value is SafeText {
    return typeof value === "object" && value !== null && #text in value;
  }

  static traits(value: SafeText): Traits {
    return value.#traits;
  }

  static gather(parts: readonly SafeText[]): ImportTree {
    return joinImports(parts.map((part) => part.#imports));
  }
}

/** Source text that came from our own literals or through a quoting function. */
export type Code = SafeText;

/** What a hole takes. A string is missing on purpose: it has to be quoted first. */
export type Printable = Code | number | readonly Printable[];

const noTraits: Partial<Traits> = {};
const noImports: ImportTree = [];

/** `ends` is given where `text` is put together from pieces: to look into it would have it copied. */
function make(
  text: string,
  imports: ImportTree = noImports,
  { shape, openLine = false, ends = endsOf(text) }: Partial<Traits> = noTraits,
): Code {
  return new SafeText(construction, text, imports, { shape, openLine, ends });
}

/** Code of nothing. */
export const empty: Code = make("");

export function isCode(value: unknown): value is Code {
  return SafeText.is(value);
}

export function isEmpty(value: Code): boolean {
  return value.text === "";
}

/** What a hole takes, as Code; throws on anything else. */
export function print(value: unknown): Code {
  if (SafeText.is(value)) return value;
  if (typeof value === "number") return make(quoteNumber(value), [], { shape: "number" });
  if (Array.isArray(value)) return join(Array.from(value, print), "");
  const shown = typeof value === "string" ? ` ${JSON.stringify(value.slice(0, 60))}` : "";
  throw new TypeError(
    `${value === null ? "null" : typeof value}${shown} is not Code: use str, text, name, key, property, json, regex or doc`,
  );
}

/** Our own source text with holes: `` code`const ${name(x)} = ${str(y)};` ``. */
export function code(source: TemplateStringsArray, ...holes: readonly Printable[]): Code {
  const { places, openLine, ends: literalEnds } = callSite(source);
  if (holes.length === 1 && source[0] === "" && source[1] === "") return print(holes[0]);
  const parts: Code[] = [];
  let text = source[0] ?? "";
  let ends = literalEnds[0] ?? "";
  let open = openLine;
  for (let at = 0; at < holes.length; at++) {
    const part = print(holes[at]);
    const place = places[at] ?? "code";
    const after = source[at + 1] ?? "";
    const final = at === holes.length - 1 && after === "";
    const traits = SafeText.traits(part);
    const piece = fitText(part.text, traits, place, source[at] || ends, after, final);
    if (final && place === "code") open = traits.openLine;
    ends = joinEnds(ends, piece === part.text ? traits.ends : endsOf(piece));
    ends = joinEnds(ends, literalEnds[at + 1] ?? "");
    text += piece + after;
    parts.push(part);
  }
  return make(text, SafeText.gather(parts), { openLine: open, ends });
}

/** The text that fills a hole; throws where it would not stand there by itself. */
export function fit(part: Code, { place, before, after, final }: Hole): string {
  return fitText(part.text, SafeText.traits(part), place, before, after, final);
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
  const separatorEnds = endsOf(separator);
  let text = "";
  let ends = "";
  let last = "";
  let open = false;
  for (let at = 0; at < printed.length; at++) {
    const part = printed[at] ?? empty;
    const final = at === printed.length - 1;
    const traits = SafeText.traits(part);
    const lastOf = traits.shape === undefined ? ends : last;
    const before = at === 0 ? "" : separator || lastOf;
    const after = final ? "" : separator;
    const piece = fitText(part.text, traits, "code", before, after, final);
    const pieceEnds = piece === part.text ? traits.ends : endsOf(piece);
    last = piece || last;
    ends = joinEnds(ends, pieceEnds);
    text += piece;
    if (final) open = traits.openLine;
    else {
      ends = joinEnds(ends, separatorEnds);
      text += separator;
    }
  }
  return make(text, SafeText.gather(printed), { openLine: open, ends });
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
      if (SafeText.traits(print(part)).openLine) throw openLineError();
      out += `${escapeText(pending)}\${${part.text}}`;
      pending = "";
    }
  }
  return make(`\`${out}${escapeText(pending)}\``, SafeText.gather(parts.filter(SafeText.is)));
}

/** An identifier; the naming step has made it one already, so anything else is a bug. */
export function name(value: string): Code {
  return make(checkIdentifier(value));
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
  return make(quoteJson(value), [], { shape: object ? "object" : shape });
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
  return make(name(value).text, [{ name: value, from, typeOnly: kind === "type" }]);
}

/** A member of a whole module, `types.Pet`, with `import * as types`. */
export function useFrom(
  module: string,
  value: string,
  from: string,
  kind: "type" | "value" = "value",
): Code {
  const path = `${name(module).text}.${name(value).text}`;
  return make(path, [{ name: module, all: true, from, typeOnly: kind === "type" }]);
}

/** The one door for text that was checked in another way; a test lists the files that may use it. */
export function trustChecked(text: string, imports: readonly Import[]): Code {
  return make(text, [...imports]);
}
