/** Syntax error of a JSON text, with its position. */
export interface JsonFault {
  readonly problem: string;
  readonly offset: number;
  readonly length: number;
}

/** The offset behind the closing quote of the string that starts at `start`. */
export function endOfString(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}

/** True if a text begins with an object or an array, behind blanks and comments. */
export function beginsAsJson(text: string): boolean {
  let at = text.search(/\S/);
  for (let note; (note = match(comment, text, at));) at = skipSpace(text, at + note.length);
  return text[at] === "{" || text[at] === "[";
}

/** Comments, and commas before a closing bracket: JSON has neither, and JSON5 and most editors let them pass. */
export function findExtras(text: string): readonly JsonFault[] {
  const extras: JsonFault[] = [];
  let comma = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "/") {
      const length = match(comment, text, at)?.length;
      if (length === undefined) break;
      extras.push({ problem: "JSON has no comments", offset: at, length });
      at += length - 1;
    } else if (character === ",") comma = at;
    else if (character !== undefined && !/\s/.test(character)) {
      if (comma >= 0 && (character === "]" || character === "}")) {
        const problem = `a comma stands before the closing ${character}`;
        extras.push({ problem, offset: comma, length: 1 });
      }
      comma = -1;
      if (character === '"') at = endOfString(text, at) - 1;
    }
  }
  return extras.sort((one, other) => one.offset - other.offset);
}

const comment = /\/\/[^\n]*|\/\*[^]*?\*\//y;
const space = /[ \t\r\n]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** A run up to the next punctuation mark. */
const word = /[^\s,:{}[\]"]+/y;

/** Match of a sticky pattern at an offset. */
function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

/** The first place where `text` is not JSON (RFC 8259), or `undefined`. Works without recursion. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: { readonly at: number; readonly object: boolean }[] = [];
  let at = skipSpace(text, 0);
  let need: "value" | "key" | "key or end" | "value or end" | "more" = "value";
  const fault = (problem: string, offset = at, length?: number): JsonFault => ({
    problem,
    offset,
    length: length ?? Math.max(1, match(word, text, offset)?.length ?? 1),
  });
  for (;;) {
    const container = open.at(-1);
    if (need === "more" && !container) {
      return at < text.length ? fault("there is more text after the end of the value") : undefined;
    }
    if (at >= text.length) {
      return container
        ? fault(`this ${container.object ? "{" : "["} is never closed`, container.at, 1)
        : fault("the file is empty", 0);
    }
    const character = text[at];
    if (container && character === (container.object ? "}" : "]")) {
      if (need === "key") return fault("a comma stands before the closing }");
      if (need === "value" && !container.object) {
        return fault("a comma stands before the closing ]");
      }
      if (need !== "value") {
        open.pop();
        at = skipSpace(text, at + 1);
        need = "more";
        continue;
      }
    }
    if (need === "more") {
      if (character !== ",") {
        return fault(`a comma or ${container?.object ? "}" : "]"} is missing here`);
      }
      at = skipSpace(text, at + 1);
      need = container?.object ? "key" : "value";
      continue;
    }
    if (need === "key" || need === "key or end") {
      if (character !== '"')
        return fault(notJson(character, "a key in double quotes is missing here"));
      const bad = stringFault(text, at);
      if (bad) return bad;
      at = skipSpace(text, endOfString(text, at));
      if (text[at] !== ":") return fault("a colon is missing after the key");
      at = skipSpace(text, at + 1);
      need = "value";
      continue;
    }
    if (character === "{" || character === "[") {
      open.push({ at, object: character === "{" });
      need = character === "{" ? "key or end" : "value or end";
      at = skipSpace(text, at + 1);
      continue;
    }
    if (character === '"') {
      const bad = stringFault(text, at);
      if (bad) return bad;
      at = skipSpace(text, endOfString(text, at));
    } else {
      const token = match(scalar, text, at);
      const whole = match(word, text, at);
      const other = whole ? `${whole} is not a JSON value` : "a value is missing here";
      if (!token || token !== whole) return fault(notJson(character, other));
      at = skipSpace(text, at + token.length);
    }
    need = "more";
  }
}

/** `otherwise`: what is wrong unless it is what JavaScript has, and JSON has not. */
function notJson(character: string | undefined, otherwise: string): string {
  if (character === "'") return "JSON wants double quotes, not single ones";
  return character === "/" ? "JSON has no comments" : otherwise;
}

/** Only an escape that JSON knows is longer than one character. */
const escapeOrControl = /[\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})?/g;

/** Error in the string literal at `start`. */
function stringFault(text: string, start: number): JsonFault | undefined {
  const end = endOfString(text, start);
  const closed = end - 1 > start && text[end - 1] === '"';
  const body = text.slice(start + 1, closed ? end - 1 : end);
  for (const { 0: found, index } of body.matchAll(escapeOrControl)) {
    if (found.length > 1) continue; // an escape that JSON knows
    const offset = start + 1 + index;
    if (found === "\n" || found === "\r") {
      return { problem: "this string is not closed on its line", offset: start, length: 1 };
    }
    return found === "\\"
      ? { problem: "JSON does not know this escape", offset, length: 2 }
      : { problem: "a control character in a string must be escaped", offset, length: 1 };
  }
  return closed ? undefined : { problem: "this string is never closed", offset: start, length: 1 };
}
