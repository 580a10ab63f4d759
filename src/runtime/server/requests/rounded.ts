import { limited } from "../../validate/enough.js";
import type { Issue, Judge } from "../../validate/issue.js";
import { issueAt, setMember } from "../../validate/shape.js";
import { pointerTo } from "../../validate/pointer.js";

/** The fewest digits of an integer that a `number` may round. */
const LONG = 16;

/** JSON may have an integer with more digits than a `number` holds: long runs have one of every 16 characters. */
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
 * Issues for integers that were rounded, in an otherwise valid value. Each of them is replaced by a fraction and
 * validated again: where the schema requires an integer, this fails, where it allows any number, it does not.
 */
export function roundedIssues(value: unknown, place: string, check: Judge): readonly Issue[] {
  const root = { value };
  const found = roundedIn(root, place);
  if (found.length === 0) return [];
  for (const { owner, name } of found) setMember(owner, name, FRACTION);
  const refused: Issue[] = [];
  limited(check, {}, ({ keyword }) => !LIMITS.has(keyword))(root.value, refused);
  for (const { owner, name, number } of found) setMember(owner, name, number);
  const places = new Set(found.map(({ path }) => path));
  const wrong = refused.flatMap(({ keyword, path }) => {
    if (places.has(path)) return [path];
    return OF_UNIONS.has(keyword) ? [...places].filter((one) => one.startsWith(`${path}/`)) : [];
  });
  return [...new Set(wrong)].slice(0, 100).map((path) => issueAt(path, "integer", MESSAGE));
}

const MESSAGE = "must be an integer between -(2^53 - 1) and 2^53 - 1";

/** Keywords that a fraction may violate even if the integer does not. */
const LIMITS: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "enum",
  "const",
]);

/** Keywords of a union of which a branch allows the integer, but none a fraction. */
const OF_UNIONS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "required"]);

const FRACTION = 0.5;

interface Rounded {
  readonly owner: Members;
  readonly name: string;
  readonly number: number;
  readonly path: string;
}

type Members = Record<string, unknown>;

/** Integers that a reader has made something else of, such as int64s, are none of them. */
function roundedIn(root: { value: unknown }, place: string): readonly Rounded[] {
  const found: Rounded[] = [];
  const waiting: [owner: Members, path: string | undefined][] = [[root, undefined]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [owner, above] = next;
    for (const [name, member] of Object.entries(owner)) {
      const path = above === undefined ? place : pointerTo(above, name);
      if (typeof member === "number") {
        if (mayBeRounded(member)) found.push({ owner, name, number: member, path });
      } else if (typeof member === "object" && member !== null)
        waiting.push([member as Members, path]);
    }
  }
  return found;
}

/** Includes infinity, since the number may be written as an integer. */
function mayBeRounded(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
