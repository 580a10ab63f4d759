import type { Code } from "./code.js";

/**
 * Controls, invisible format characters (bidi among them), lone surrogates, line separators, and the noncharacters that
 * `code.ts` marks names with.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufdd0-\ufdd3]/gu;
const risky = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufdd0-\ufdd3`"\\]|\*\/|\$\{|<\/|<!--|-->/u;
const asciiIdentifier = /^[A-Za-z_$][\w$]*$/;

function unitEscapes(char: string): string {
  return Array.from(
    { length: char.length },
    (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** The inside of a string or template literal, without its quotes; inert in each of them and in comments. */
export function escapeText(value: string): string {
  if (!risky.test(value)) return value;
  return JSON.stringify(value)
    .slice(1, -1)
    .replace(/`|\*\/|\$\{|<\/|<!--|-->/g, (found) => inertForms[found] ?? found)
    .replace(invisible, unitEscapes);
}

const inertForms: Readonly<Record<string, string>> = {
  "`": "\\x60",
  "*/": "*\\/",
  "${": "$\\{",
  "</": "<\\/",
  "<!--": "\\x3c!--",
  "-->": "--\\x3e",
};

export function quoteString(value: string): string {
  return `"${escapeText(value)}"`;
}

const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for function if implements import in instanceof interface let new null package " +
    "private protected public return static super switch this throw true try typeof undefined var void while " +
    "with yield NaN Infinity"
  ).split(" "),
);
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const unseen = /\p{Default_Ignorable_Code_Point}/u;

/** An identifier in any place of a module; nothing is made of it, it is one or it throws. */
export function checkIdentifier(value: string): string {
  if (asciiIdentifier.test(value) && !reserved.has(value)) return value;
  if (identifier.test(value) && !unseen.test(value) && !reserved.has(value)) return value;
  throw new TypeError(`${JSON.stringify(value)} cannot be an identifier`);
}

/** A member name of a type or a destructuring pattern. */
export function quoteKey(value: string): string {
  return asciiIdentifier.test(value) && value !== "__proto__" ? value : quoteString(value);
}

/** A member name of an object literal, where `__proto__` would otherwise set the prototype. */
export function quoteProperty(value: string): string {
  return value === "__proto__" ? '["__proto__"]' : quoteKey(value);
}

/** `String` prints -0 as 0. */
export function quoteNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be written as a number`);
  return Object.is(value, -0) ? "-0" : String(value);
}

const maximumDepth = 1000;
const maximumValues = 10_000_000;

/** A bigint as an expression, which compiles for targets before ES2020 too: these have no literals of it. */
function quoteBigint(value: bigint): string {
  const isExact = BigInt(Number(value)) === value && Number.isSafeInteger(Number(value));
  return isExact ? `BigInt(${value})` : `BigInt("${value}")`;
}

/** A JSON value as an expression, in one pass; integers may be bigints, and times dates. */
export function quoteJson(value: unknown): string {
  const chunks: string[] = [];
  let values = 0;
  const write = (item: unknown, depth: number): void => {
    values += 1;
    if (values > maximumValues)
      throw new TypeError(`more than ${maximumValues} values in one literal`);
    if (depth > maximumDepth)
      throw new TypeError(`a value is nested deeper than ${maximumDepth} levels`);
    if (typeof item === "string") chunks.push(quoteString(item));
    else if (typeof item === "number") chunks.push(quoteNumber(item));
    else if (typeof item === "bigint") chunks.push(quoteBigint(item));
    else if (item instanceof Date) chunks.push(`new Date(${quoteString(item.toISOString())})`);
    else if (item === null || typeof item === "boolean") chunks.push(String(item));
    else if (Array.isArray(item)) {
      chunks.push("[");
      for (let at = 0; at < item.length; at += 1) {
        if (at > 0) chunks.push(", ");
        write(item[at], depth + 1);
      }
      chunks.push("]");
    } else {
      const all = Object.entries(plainObject(item));
      const members = all.filter(([, inner]) => inner !== undefined);
      chunks.push(members.length === 0 ? "{" : "{ ");
      members.forEach(([member, inner], at) => {
        chunks.push(at > 0 ? ", " : "", quoteProperty(member), ": ");
        write(inner, depth + 1);
      });
      chunks.push(members.length === 0 ? "}" : " }");
    }
  };
  write(value, 0);
  return chunks.join("");
}

function plainObject(value: unknown): object {
  if (typeof value === "object" && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return value;
  }
  const kind = typeof value === "object" ? "an object of a class" : `a ${typeof value}`;
  throw new TypeError(`${kind} is not a JSON value`);
}

/** A regular expression literal. The pattern is compiled as it came and as it is written. */
export function quoteRegex(pattern: string, flags: string): string {
  new RegExp(pattern, flags);
  const unicode = /[uv]/.test(flags);
  const escape = (char: string): string => {
    if (char === "\n") return "\\n";
    if (char === "\r") return "\\r";
    return unicode ? `\\u{${char.codePointAt(0)?.toString(16)}}` : unitEscapes(char);
  };
  const written = pattern.replace(
    /(\\?)([\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufdd0-\ufdd3])|\\?<!--|\\.|\$\{|[/`]/gsu,
    (found: string, _backslash: string, bad: string | undefined) => {
      if (bad !== undefined) return escape(bad);
      if (found.endsWith("<!--")) return `${found.slice(0, -1)}\\x2d`;
      return regexForms[found] ?? found;
    },
  );
  // A last asterisk and the closing slash would end a comment.
  const inert = written.endsWith("*") ? `${written}(?:)` : written || "(?:)";
  new RegExp(inert, flags);
  return `/${inert}/${flags}`;
}

const regexForms: Readonly<Record<string, string>> = {
  "/": "\\/",
  "`": "\\x60",
  "\\`": "\\x60",
  "${": "$\\{",
};

/** A tag at the end of a JSDoc comment. Strings are prose from anywhere; Code is printed as it is. */
export interface DocTag {
  readonly tag: "deprecated" | "see" | "default" | "example" | "remarks";
  readonly text: string | Code | readonly (string | Code)[];
}

/** The parts of a tag's text, as text. */
export interface WrittenTag {
  readonly tag: DocTag["tag"];
  readonly parts: readonly { readonly text: string; readonly code: boolean }[];
}

const tagNames = new Set(["deprecated", "see", "default", "example", "remarks"]);
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** Controls, the marks of `code.ts`, and format characters that reorder or hide text; joiners stay, emoji are made with them. */
const stripped =
  /[^\P{Cc}\t]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufdd0-\ufdd3\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Takes the meaning from tags. TypeScript reads one after any white space, and compilers and bundlers look
 * for some anywhere in a comment (`@internal`, `@jsxImportSource`, `#__NO_SIDE_EFFECTS__`).
 */
function breakTags(text: string): string {
  return text
    .replace(/(^|[\s{*])@/g, "$1\\@")
    .replace(/@(?=jsx|internal|ts-)|[#@](?=__)/gi, "$&\\");
}

/** Code inside a comment: only a link keeps its meaning. */
export function tameTags(text: string): string {
  return text
    .split(/(\{@link [\p{ID_Continue}$.]+\})/u)
    .map((part, at) => (at % 2 === 1 ? part : breakTags(part)))
    .join("");
}

function cleanProse(prose: string): string {
  const lines = prose.split(lineEnds);
  return lines
    .map((line) => breakTags(line.replace(stripped, "").replace(/\p{Cs}/gu, "\ufffd")))
    .join("\n");
}

/** Lines that cannot end the comment, without blank ones at either end. */
function finish(text: string): string[] {
  const lines = text
    .replaceAll("*/", "*\\/")
    .replace(/<(?=\/script|!--)/gi, "<\\")
    .split("\n")
    .map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== "") + 1);
}

function tagLines({ tag, parts }: WrittenTag): string[] {
  if (!tagNames.has(tag)) throw new TypeError(`@${tag} is not a tag that doc writes`);
  const tame = parts.map(({ text, code }) => (code ? tameTags(text) : cleanProse(text)));
  // TypeScript reads the first word of @see as a name, and an @ right after it as a tag.
  const said = tag === "see" ? tame.map((text) => text.replace(/(?<![\\{])@/g, "\\@")) : tame;
  const lines = finish(said.join(""));
  if (tag === "example" && lines.length > 1) return ["@example", ...lines];
  return [`@${tag} ${lines.map((line) => line.trim()).join(" ")}`.trimEnd()];
}

/** A JSDoc comment with its line end; "" where there is nothing to say. */
export function docText(prose: string, tags: readonly WrittenTag[]): string {
  const said = finish(cleanProse(prose));
  if (tags.length === 0 && said.length < 2) return said.length === 0 ? "" : `/** ${said[0]} */\n`;
  const tagged = tags.flatMap(tagLines);
  const lines = [...said, ...(said.length > 1 && tagged.length > 0 ? [""] : []), ...tagged];
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => (line === "" ? " *\n" : ` * ${line}\n`)).join("")} */\n`;
}
