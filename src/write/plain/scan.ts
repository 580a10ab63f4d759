/*
 * Where the parts of a line of TypeScript end; -1 where that cannot be told, because there may be a regular expression
 * or a comment. The line has no escaped quotation marks.
 */

/** Where the parenthesis at `open` is closed. */
export function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const c = text.charCodeAt(at);
    // Most characters are letters: one question is enough for them.
    if (c > SLASH && c !== BACKTICK) continue;
    if (c === OPEN) depth++;
    else if (c === CLOSE) {
      depth--;
      if (depth === 0) return at;
    } else if (c === DOUBLE || c === SINGLE || c === BACKTICK) {
      at = endOfText(text, at);
      if (at < 0) return -1;
    } else if (c === SLASH) return -1;
  }
  return -1;
}

/** Where ` && ` or ` || ` stands behind the operand at `start`, or the end. */
export function endOfOperand(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === BAR || c === AMPERSAND) {
      if (text.charCodeAt(at + 1) === c) return at - 1;
    } else if (c === OPEN) at = closeOf(text, at);
    else if (c === DOUBLE || c === SINGLE || c === BACKTICK) at = endOfText(text, at);
    else if (c === SLASH || c === QUESTION) return -1;
    if (at < 0) return -1;
  }
  return text.length;
}

/** Where the comma or the bracket behind an argument or an item stands. */
export function endOfItem(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === DOUBLE || c === SINGLE || c === BACKTICK) at = endOfText(text, at);
    else if (c === OPEN || c === OPEN_BRACKET || c === OPEN_BRACE) depth++;
    else if (c === CLOSE || c === CLOSE_BRACKET || c === CLOSE_BRACE) {
      if (depth === 0) return at;
      depth--;
    } else if (c === COMMA && depth === 0) return at;
    else if (c === SLASH) return -1;
    if (at < 0) return -1;
  }
  return -1;
}

/** Behind the semicolon that ends the statement at `start`, which has no braces. */
export function endOfStatement(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === SEMICOLON) return at + 1;
    if (c === DOUBLE || c === SINGLE || c === BACKTICK) {
      at = endOfText(text, at);
      if (at < 0) return -1;
    } else if (c === SLASH || c === OPEN_BRACE) return -1;
  }
  return -1;
}

/** Whether there is a brace, outside of texts, before `end`. */
export function hasBrace(text: string, end: number): boolean {
  const first = text.indexOf("{");
  if (first < 0 || first >= end) return false;
  for (let at = 0; at < end; at++) {
    const c = text.charCodeAt(at);
    if (c === OPEN_BRACE) return true;
    if (c === DOUBLE || c === SINGLE || c === BACKTICK) {
      at = endOfText(text, at);
      if (at < 0) return true;
    }
  }
  return false;
}

function endOfText(text: string, at: number): number {
  return text.indexOf(text.charAt(at), at + 1);
}

const DOUBLE = 0x22;
const AMPERSAND = 0x26;
const SINGLE = 0x27;
const OPEN = 0x28;
const CLOSE = 0x29;
const COMMA = 0x2c;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const QUESTION = 0x3f;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const BACKTICK = 0x60;
const OPEN_BRACE = 0x7b;
const BAR = 0x7c;
const CLOSE_BRACE = 0x7d;
