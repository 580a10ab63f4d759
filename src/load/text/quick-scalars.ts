/** Ends the reading of a text that has something in it that is not read here. */
export function refuse(): never {
  throw refusal;
}

/** One for all: where it comes from does not matter, and takes time to find out. */
const refusal = new SyntaxError("this text is for the other reader");

/** No description is nested deeper; what is would end in a stack overflow somewhere. */
export const maximumDepth = 500;

/** Ends the reading of a text that is nested deeper. */
export const tooDeep = new RangeError("nested too deeply");

/** Characters of a key; more than 1024 characters are an error (section 7.4.3). */
export const maximumKey = 1000;

/** What plain text stands for: the core schema of YAML 1.2, section 10.3.2. */
export function plainValue(text: string): unknown {
  if (text.charCodeAt(0) > 0x39 && !"~nNtTfF".includes(text.charAt(0))) return text;
  if (/^(?:~|[Nn]ull|NULL)$/.test(text)) return null;
  if (/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/.test(text)) return /^t/i.test(text);
  return number.test(text) ? numberOf(text) : text;
}

const number =
  /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/;

function numberOf(text: string): number {
  const value = text.startsWith("0o")
    ? parseInt(text.slice(2), 8)
    : text.startsWith("0x")
      ? parseInt(text.slice(2), 16)
      : /^[-+]?[0-9]+$/.test(text)
        ? parseInt(text, 10)
        : parseFloat(text);
  // JSON has no number for it, or one that is not written the same.
  return Number.isFinite(value) && !Object.is(value, -0) ? value : refuse();
}

/** The text that is written in quotes, maybe on several lines. */
export function quotedValue(written: string): string {
  const inner = written.slice(1, -1);
  const isLine = !inner.includes("\n");
  if (written.startsWith("'"))
    return (isLine ? inner : foldLines(linesOf(inner), "\n")).replaceAll("''", "'");
  if (isLine && !inner.includes("\\")) return inner;
  const line = isLine ? inner : foldLines(linesOf(withoutEscapedBreaks(inner)), "\\n");
  const escapes = line.replace(/\\(?:x[\da-fA-F]{2}|U[\da-fA-F]{8}|.)/g, escapeInJson);
  return JSON.parse(`"${escapes}"`) as string;
}

/** Those that JSON has, too, and those that it has not, and will refuse, stay as they are. */
function escapeInJson(escape: string): string {
  if (escape === "\\ ") return " ";
  if (!/^\\[xU]/.test(escape)) return escape;
  return JSON.stringify(String.fromCodePoint(parseInt(escape.slice(2), 16))).slice(1, -1);
}

/** Lines without the spaces around the breaks between them. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<! ) *\n */);
}

/** A backslash at the end of a line joins it with the next one (section 7.3.1). */
function withoutEscapedBreaks(text: string): string {
  if (/\\(?: +| *\n *)\n/.test(text)) refuse();
  return text.replace(/(?<!\\)((?:\\\\)*)\\\n */g, "$1");
}

/** Breaks become spaces, but for those around empty lines (section 6.5). */
function foldLines(lines: readonly string[], lineBreak: string): string {
  let text = lines[0] ?? "";
  let breaks = 0;
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    breaks += 1;
    if (line === "" && index < lines.length - 1) continue;
    text += (breaks === 1 ? " " : lineBreak.repeat(breaks - 1)) + line;
    breaks = 0;
  }
  return text;
}

/** The text of a block scalar (section 8.1): of the lines, the first one begins with its `|` or `>`. */
export function blockValue([header = "", ...lines]: readonly string[]): string {
  const [, style, chomping] = /^([|>])([-+]?)(?: +(?:#.*)?)?$/.exec(header) ?? refuse();
  const indentation = Math.max(0, indentationOf(lines.find((line) => indentationOf(line) >= 0)));
  let text = "";
  let breaks = 0;
  let wasIndented = false;
  for (const line of lines) {
    const column = indentationOf(line);
    if (column < 0 && line.length <= indentation) {
      breaks += 1;
      continue;
    }
    // Of spaces, those that go further than the ones before the text are a part of it.
    const start = column < 0 ? line.length : column;
    if (start < indentation || (column < 0 && text === "")) refuse();
    const isIndented = start > indentation;
    const isFolded = style === ">" && text !== "" && !isIndented && !wasIndented;
    text += isFolded && breaks === 1 ? " " : "\n".repeat(isFolded ? breaks - 1 : breaks);
    text += line.slice(indentation);
    wasIndented = isIndented;
    breaks = 1;
  }
  if (chomping === "+") return text + "\n".repeat(breaks);
  return text === "" || chomping === "-" ? text : `${text}\n`;
}

/** -1 for a line of spaces. */
function indentationOf(line = ""): number {
  return line.search(/[^ ]/);
}
