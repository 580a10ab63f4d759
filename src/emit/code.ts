import { reachable } from "../diagnostics/graph.js";
import { type DocTag, docText } from "./comment.js";
import {
  type AskedWord,
  type CallSite,
  type Interpolation,
  type Operand,
  callSite,
  fitText,
  openLineError,
  refuseGlue,
  wordBits,
} from "./interpolation.js";
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
  /** Set for a name that code has by `name`, so that it is imported as it is spelled. */
  readonly fixed?: true;
}

const construction = Symbol("construction");

interface Own {
  /** Names that were put in. */
  readonly names: readonly string[];
  /** Those of them that are declared, so that others of the same name give way. */
  readonly fixed: readonly string[];
  readonly imports: readonly Import[];
}

/** What a piece of code is made of. */
interface Contents {
  /** With the marks of names that give way. */
  readonly text: string;
  /** Its parts, as far as they have names or imports. */
  readonly parts: readonly SafeText[];
  /** Its names and imports, without those of its parts. */
  readonly own: Own;
  readonly shape: Operand;
  /** Its first and its last character. To look into a long text would have it copied each time. */
  readonly edges: Edges;
  /** A bit for each of the words that may be asked for and stand in it. */
  readonly words: number;
}

type Edges = readonly [first: string, last: string];

function edgesOf(text: string): Edges {
  return [text.charAt(0), text.slice(-1)];
}

const nothing: Own = { names: [], fixed: [], imports: [] };
const noParts: readonly SafeText[] = [];

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

/** For the functions of this module alone. */
let inside: (value: SafeText) => Contents;

/** Text that may stand in a generated file. The class stays in this module, so nothing else makes one. */
class SafeText {
  readonly #contents: Contents;

  static {
    inside = (value) => value.#contents;
  }

  constructor(made: typeof construction, contents: Contents) {
    if (made !== construction) throw new TypeError("Code is made by the functions of code.ts only");
    this.#contents = contents;
  }

  get text(): string {
    return spelled(this, (name) => name);
  }

  /** Every import of every part; equal ones may come more than once. */
  get imports(): readonly Import[] {
    return [...collected(this, "imports")];
  }

  static is(value: unknown): value is SafeText {
    return typeof value === "object" && value !== null && #contents in value;
  }
}

/** Source text that came from our own literals or through a quoting function. */
export type Code = SafeText;

/** A value that can be interpolated. A string is missing on purpose: it has to be quoted first. */
export type Printable = Code | number | readonly Printable[];

function make(text: string, contents: Partial<Contents> = {}): Code {
  const { edges = edgesOf(text) } = contents;
  const plain = { text, parts: noParts, own: nothing, shape: undefined, edges, words: 0 };
  return new SafeText(construction, { ...plain, ...contents });
}

/** What all parts bring along, of all levels. */
function collected<Key extends keyof Own>(value: Code, key: Key): Set<Own[Key][number]> {
  const found = new Set<Own[Key][number]>();
  for (const part of reachable([value], (one) => inside(one).parts))
    for (const item of inside(part).own[key]) found.add(item);
  return found;
}

/** `source` with its interpolations filled. */
function fill(
  source: readonly string[],
  site: CallSite,
  interpolations: readonly Printable[],
): Code {
  const parts: Code[] = [];
  let { shape, words } = site;
  let [text = ""] = source;
  let before = text;
  let [first, last] = edgesOf(text);
  for (const [at, interpolation] of interpolations.entries()) {
    const part = print(interpolation);
    const contents = inside(part);
    const after = source[at + 1] ?? "";
    const final = after === "" && at === interpolations.length - 1;
    const context = site.contexts[at] ?? "code";
    if (final && context === "code") shape = contents.shape === "open" ? "open" : undefined;
    const piece = fitText(contents.text, contents.shape, { context, before, after, final });
    const [start, end] = piece === contents.text ? contents.edges : edgesOf(piece);
    if (context === "code") refuseGlue(last, start);
    if (context === "code") refuseGlue(end || last, after.charAt(0));
    text += piece + after;
    before = after || piece || before;
    first ||= start || after.charAt(0);
    last = after.slice(-1) || end || last;
    words |= contents.words;
    if (contents.own !== nothing || contents.parts.length > 0) parts.push(part);
  }
  const [only] = parts;
  // Of one part that has nothing of its own, what it was put together from.
  const isShort = only !== undefined && parts.length === 1 && inside(only).own === nothing;
  return make(text, {
    parts: isShort ? inside(only).parts : parts,
    shape,
    edges: [first, last],
    words,
  });
}

/** Code of nothing. */
export const empty: Code = make("");

export function isCode(value: unknown): value is Code {
  return SafeText.is(value);
}

export function isEmpty(value: Code): boolean {
  return inside(value).text === "";
}

/** The names that `name` and `use` put into code. */
export function namesOf(value: Code): ReadonlySet<string> {
  return collected(value, "names");
}

/** Finds names and keywords outside of literals and comments. */
export function hasWord(value: Code, word: AskedWord): boolean {
  return (inside(value).words & wordBits([word])) !== 0;
}

/** The same code, which has forgotten what it was put together from: so that these can be collected while more is made. */
export function sealed(value: Code): Code {
  const own = {
    names: [...collected(value, "names")],
    fixed: [...collected(value, "fixed")],
    imports: [...collected(value, "imports")],
  };
  const { text } = inside(value);
  // To ask for a character has V8 put the text in one piece, so that its parts can be forgotten.
  text.charCodeAt(0);
  return make(text, { ...inside(value), parts: noParts, own });
}

/** Converts an interpolated value to Code; throws on a string. */
export function print(value: unknown): Code {
  if (SafeText.is(value)) return value;
  if (typeof value === "number") return make(quoteNumber(value), { shape: "number" });
  if (Array.isArray(value))
    return value.length === 0 ? empty : join(value as readonly Printable[], "");
  const shown = typeof value === "string" ? ` ${JSON.stringify(value.slice(0, 60))}` : "";
  throw new TypeError(
    `${value === null ? "null" : typeof value}${shown} is not Code: use str, text, name, key, property, json, regex or doc`,
  );
}

/** Our own source text with interpolations: `` code`const ${name(x)} = ${str(y)};` ``. */
export function code(source: TemplateStringsArray, ...interpolations: readonly Printable[]): Code {
  const site = callSite(source);
  if (interpolations.length === 1 && source[0] === "" && source[1] === "")
    return print(interpolations[0]);
  return fill(source, site, interpolations);
}

/** The text that fills an interpolation of a template; throws where it would not stand there by itself. */
export function fit(part: Code, interpolation: Interpolation): string {
  const { shape, text } = inside(part);
  const fitted = fitText(text, shape, interpolation);
  const { before, after, context } = interpolation;
  if (context === "code") refuseGlue(before.slice(-1), fitted.charAt(0));
  if (context === "code") refuseGlue((fitted || before).slice(-1), after.charAt(0));
  return fitted;
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
  return fill(["", ...between], plainSite, parts);
}

/** Members of an object literal; those that are undefined are left out. */
interface Members {
  readonly [name: string]: Code | undefined;
}

/** The same in their order, which is another one for names that are numbers. */
type MemberList = readonly (readonly [name: string | Code, value: Code | undefined])[];

/** An object literal of the members that there are. */
export function object(members: MemberList): Code;
export function object(members: Members): Code;
export function object(members: MemberList | Members): Code {
  return objectIfAny(members as MemberList) ?? code`{}`;
}

/** As `object`; undefined where there are none. */
export function objectIfAny(members: MemberList): Code | undefined;
export function objectIfAny(members: Members): Code | undefined;
export function objectIfAny(members: MemberList | Members): Code | undefined {
  const all: MemberList = Array.isArray(members) ? members : Object.entries(members);
  const present = all.flatMap(([name, value]) => {
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

/** Text whose only code is `parts`. */
function combined(text: string, parts: readonly Code[], own: Own): Code {
  const words = parts.reduce((all, part) => all | inside(part).words, 0);
  return make(text, { parts, own, words });
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
      if (inside(print(part)).shape === "open") throw openLineError();
      out += `${escapeText(pending)}\${${inside(part).text}}`;
      pending = "";
    }
  }
  return combined(`\`${out}${escapeText(pending)}\``, parts.filter(SafeText.is), nothing);
}

function namedCode(text: string, own: Own): Code {
  return make(text, { own, words: wordBits(own.names) });
}

/** An identifier; the naming step has made it one already, so anything else is a bug. */
export function name(value: string): Code {
  const names = [checkIdentifier(value)];
  return namedCode(value, { names, fixed: names, imports: [] });
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
  return make(quoteJson(value), { shape: object ? "object" : shape });
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
  return namedCode(text, { names, fixed: [], imports });
}

/** A name that was chosen so that it is in the way of no other one. */
export function variable(value: string): Code {
  const names = [checkIdentifier(value)];
  return namedCode(value, { names, fixed: [], imports: [] });
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
  return namedCode(path, { names, fixed: names, imports });
}

/** The text of code in a file in which each name that gives way is spelled as `spell` says. */
export function spelled(value: Code, spell: (name: string, kind: YieldingKind) => string): string {
  return inside(value).text.replace(marked, (_, mark: string, name: string) =>
    spell(name, kindOf.get(mark) ?? "ours"),
  );
}

/** The names that are declared, or stand for what is: those of `name`. */
export function fixedNames(value: Code): ReadonlySet<string> {
  return collected(value, "fixed");
}

/** Code whose names come from other files: each import has `fixed`. */
export function importing(value: Code, imports: readonly Import[]): Code {
  return imports.length === 0
    ? value
    : combined(inside(value).text, [value], { ...nothing, imports });
}

/** The one door for text that was checked in another way; a test lists the files that may use it. */
export function trustChecked(
  text: string,
  imports: readonly Import[],
  parts: readonly Code[] = [],
): Code {
  return combined(text, parts, imports.length === 0 ? nothing : { ...nothing, imports });
}
