import { Schema, Type, load } from "js-yaml";

/** Characters from which on it takes long to read a text with all its places. */
export const longYaml = 100_000;

/**
 * The value of a YAML text, without the places in it; undefined where something in it is out of the ordinary, so that it
 * might be wrong, or be taken otherwise by `readYaml`, which is to read it then.
 */
export function readQuickly(text: string): object | undefined {
  try {
    if (isUnusual(text)) return undefined;
    const rewritten = new Set<string>();
    const value = load(text, {
      schema: schemaWith(rewritten),
      onWarning(warning) {
        throw warning;
      },
      listener: createGuard(),
    });
    if (typeof value !== "object" || value === null || hasKey(text, rewritten)) return undefined;
    return isIn(text, /^.{1000,}:(?: |$)/m) && hasLongKey(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * No tag is known but those that follow from how a text looks: the core schema of YAML 1.2, section 10.3.2. `rewritten`
 * takes the numbers that JavaScript writes otherwise.
 */
function schemaWith(rewritten: Set<string>): Schema {
  return new Schema({
    implicit: [
      new Type("specsmith:null", {
        kind: "scalar",
        resolve: (text) => text === null || /^(?:~|[Nn]ull|NULL)?$/.test(text),
        construct: () => null,
      }),
      new Type("specsmith:bool", {
        kind: "scalar",
        resolve: (text) => text !== null && /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/.test(text),
        construct: (text) => /^t/i.test(text ?? ""),
      }),
      new Type("specsmith:number", {
        kind: "scalar",
        resolve: (text) => text !== null && number.test(text),
        construct(text) {
          const value = numberOf(text ?? "");
          if (String(value) !== text) rewritten.add(text ?? "");
          return value;
        },
      }),
    ],
  });
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
  if (!Number.isFinite(value)) throw new RangeError(`JSON has no number for ${text}`);
  return value;
}

/** What two readers may take differently, or one of them for wrong; some of it may stand in a text, which does no harm. */
const unusual: readonly RegExp[] = [
  // Tabs, line ends of other kinds, and what is not to be seen.
  /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/,
  // Several documents, and directives.
  /^(?:---|\.\.\.|%)/m,
  // Anchors, without which there are no aliases.
  /(?:^ *|[-:?,[{] +|[[{,])&\S/m,
  // Keys that stand by themselves, are empty, or merge keys.
  /^ *(?:- +)*[?:](?: |$)|[[{,] *(?:\? |:(?:[ ,[\]{}]|$))|<<["']? *:/m,
  // Values that begin with what ends others.
  /(?:: +|- +|^ +),/m,
  // Keys that are no text.
  /(?:^ *|[-[{,] *)(?:~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE) *:/m,
  /(?:^ *|[{,] *)(?:~|N(?:ull|ULL)|T(?:rue|RUE)|F(?:alse|ALSE)) *(?:[,}]|$)/m,
  // Lines of spaces before a text that is indented less.
  /[|>][-+\d]*(?: +#.*)?\n\n* +\n/,
];

function isUnusual(text: string): boolean {
  const body = text.replace(/^---\n/, "");
  return unusual.some((pattern) => isIn(body, pattern));
}

/** Throws for what is let through: comments that begin where a value ends, and lists and mappings that are keys. */
function createGuard(): (
  event: "open" | "close",
  state: { readonly input: string; readonly position: number },
) => void {
  const starts: number[] = [];
  return (event, { input, position }) => {
    if (event === "open") {
      starts.push(position);
      return;
    }
    const start = starts.pop() ?? 0;
    const last = input.charCodeAt(position - 1);
    const isComment = input.charCodeAt(position) === 0x23;
    if (isComment && last !== 0x20 && last !== 0x0a) throw new SyntaxError("a comment");
    // Neither ] nor }, as nearly always.
    if (last !== 0x5d && last !== 0x7d) return;
    const first = behindSpace(input, start);
    if (!/[[{#]/.test(input[first] ?? "")) return;
    const parent = starts.at(-1);
    const isInMapping =
      parent !== undefined && /[{#]/.test(input[behindSpace(input, parent)] ?? "");
    const isValue = !isInMapping || input[beforeSpace(input, first)] === ":";
    if (!isValue || input[behindSpace(input, position)] === ":") throw new SyntaxError("a key");
  };
}

function behindSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\n") at += 1;
  return at;
}

function beforeSpace(text: string, from: number): number {
  let at = from - 1;
  while (text[at] === " " || text[at] === "\n") at -= 1;
  return at;
}

/** Whether one of these stands where a key does: keys are texts as they are written. */
function hasKey(text: string, words: ReadonlySet<string>): boolean {
  if (words.size === 0) return false;
  const word = `(?:${[...words].map((one) => one.replace(/[.+]/g, "\\$&")).join("|")})`;
  const key = `(?:^ *|[-[{,] *)${word} *:|(?:^ *|[{,] *)${word} *(?:[,}]|$)`;
  return words.size > 100 || isIn(text, new RegExp(key, "m"));
}

/** V8 compiles a pattern when it is used for the second time, which makes ten times as quick. */
function isIn(text: string, pattern: RegExp): boolean {
  pattern.test("");
  return pattern.test(text);
}

/** Keys of more than 1024 characters are an error (YAML 1.2.2, section 7.4.3). */
function hasLongKey(value: object): boolean {
  return Object.entries(value).some(
    ([key, member]: [string, unknown]) =>
      key.length > 500 || (typeof member === "object" && member !== null && hasLongKey(member)),
  );
}
