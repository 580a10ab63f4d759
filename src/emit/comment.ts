import type { Code } from "./code.js";

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
