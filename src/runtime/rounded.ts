import type { Issue } from "./issue.js";
import { LongNumber, parseExact } from "./json-numbers.js";
import { issueAt, pointerTo, setMember } from "./shape.js";

/** The fewest digits of an integer that a `number` may round. */
const LONG = 16;

/** Whether JSON may have an integer with more digits than a `number` holds: long runs have one of every 16 characters. */
export function mayRound(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text, at)) continue;
    let start = at;
    while (isDigit(text, start - 1)) start--;
    let end = at + 1;
    while (isDigit(text, end)) end++;
    if (end - start >= LONG) return true;
  }
  return false;
}

/** Or the point among digits, which an exponent may move behind them. */
function isDigit(text: string, at: number): boolean {
  const char = text.charCodeAt(at);
  return (char >= 0x30 && char <= 0x39) || char === 0x2e;
}

/**
 * What is wrong with integers that `JSON.parse` has rounded, in text that is JSON and a value that is right. With a
 * fraction in the place of each of them, what asks for an integer there refuses it, and what asks for a number does not.
 */
export function roundedIssues(
  text: string,
  place: string,
  judge: (value: unknown) => readonly Issue[],
): readonly Issue[] {
  const places = new Set<string>();
  const value = withFractions(parseExact(text), place, places);
  if (places.size === 0) return [];
  const refused = judge(value).filter(({ keyword }) => !LIMITS.has(keyword));
  return [...new Set(refused.map(({ path }) => path))]
    .filter((path) => places.has(path))
    .map((path) => issueAt(path, "integer", MESSAGE));
}

const MESSAGE = "must be an integer between -(2^53 - 1) and 2^53 - 1";

/** What a fraction breaks, though the number itself need not. */
const LIMITS: ReadonlySet<string> = new Set([
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["enum", "const"],
]);

/** Changes the value in place, and adds where that was. */
function withFractions(whole: unknown, place: string, places: Set<string>): unknown {
  const root: Record<string, unknown> = { whole };
  const waiting: [owner: Record<string, unknown>, path: string | undefined][] = [[root, undefined]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [owner, above] = next;
    for (const [name, member] of Object.entries(owner)) {
      const path = above === undefined ? place : pointerTo(above, name);
      if (member instanceof LongNumber) {
        places.add(path);
        setMember(owner, name, FRACTION);
      } else if (typeof member === "object" && member !== null)
        waiting.push([member as Record<string, unknown>, path]);
    }
  }
  return root["whole"];
}

const FRACTION = 0.5;
