import type { Issue } from "./issue.js";
import { LongNumber, parseExact } from "./json-numbers.js";
import { issueAt, pointerTo, setMember } from "./shape.js";

/** Whether JSON may have an integer with more digits than a `number` holds. */
export function mayRound(text: string): boolean {
  return LONG.test(text);
}

const LONG = /\d{16}|\d\.\d+[eE]\+?\d/;

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
