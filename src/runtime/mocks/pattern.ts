import type { Random } from "./random.js";

/** Characters that texts of a pattern are made of, as far as it allows them: letters and digits where it can be. */
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const others = " -_.:/@#+,;=!?&%*()[]{}<>|~^$'\"`\\\n\té日😀";

/** Of characters, how many are none of the plain ones where both may be. */
const OTHERS = 0.1;

interface Reader {
  rest: string;
  readonly flags: string;
  readonly random: Random;
  readonly more: number;
}

/** Makes a part of a text, another one each time. */
type Part = () => string;

/**
 * A text for a regular expression. Lookarounds and references back are passed over, so that the text is to be tested.
 * `more`: how often a part without an upper limit is repeated, beyond its lower one.
 */
export function textLike({ source, unicode }: RegExp, random: Random, more: number): string {
  return readAlternatives({ rest: source, flags: unicode ? "u" : "", random, more })();
}

function readAlternatives(reader: Reader): Part {
  const branches = [readSequence(reader)];
  while (take(reader, /^\|/) !== undefined) branches.push(readSequence(reader));
  return () => reader.random.pick(branches)?.() ?? "";
}

function readSequence(reader: Reader): Part {
  const parts: Part[] = [];
  while (reader.rest !== "" && !/^[|)]/.test(reader.rest))
    parts.push(readRepetition(reader, readAtom(reader)));
  return () => parts.map((part) => part()).join("");
}

const nothing: Part = () => "";

function readAtom(reader: Reader): Part {
  const group = take(reader, /^\((?:\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:))?/);
  if (group !== undefined) {
    const inside = readAlternatives(reader);
    take(reader, /^\)/);
    return /[=!]$/.test(group) ? nothing : inside;
  }
  if (take(reader, /^(?:[\^$]|\\[bB]|\\[1-9]\d*|\\k<[^>]*>)/) !== undefined) return nothing;
  const token = take(reader, reader.flags === "" ? set : unicodeSet);
  if (token !== undefined) return characterOf(token, reader);
  const literal = take(reader, /^[^]/u) ?? "";
  return () => literal;
}

const set = /^(?:\[(?:\\[^]|[^\]\\])*\]|\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[^])|\.)/i;

/** Without the flag `u`, `\p{L}` is a letter p, and what follows it. */
const unicodeSet = new RegExp(`^\\\\(?:u|p)\\{[^}]*\\}|${set.source}`, "i");

function readRepetition(reader: Reader, part: Part): Part {
  const quantifier = take(reader, /^(?:[*+?]|\{\d+(?:,\d*)?\})/);
  if (quantifier === undefined) return part;
  take(reader, /^\?/);
  const [low, high] = limitsOf(quantifier, reader.more);
  return () => {
    const count = reader.random.between(low, high);
    return Array.from({ length: count }, part).join("");
  };
}

function limitsOf(quantifier: string, more: number): readonly [low: number, high: number] {
  if (quantifier === "?") return [0, 1];
  if (quantifier === "*") return [0, more];
  if (quantifier === "+") return [1, 1 + more];
  const [low = 0, high] = quantifier.slice(1, -1).split(",", 2).map(Number);
  if (!quantifier.includes(",")) return [low, low];
  return [low, Math.min(high || Infinity, low + more)];
}

function characterOf(token: string, { flags, random }: Reader): Part {
  const one = new RegExp(`^${token}$`, flags);
  const fits = (character: string): boolean => one.test(character);
  const [usual, unusual] = [plain, others].map((text) => [...text].filter(fits));
  const all = [usual ?? [], unusual ?? []].filter((list) => list.length > 0);
  const far = all.length > 0 ? [] : [firstThat(fits)];
  return () => random.pick(all[random.next() < OTHERS ? 1 : 0] ?? all[0] ?? far) ?? "";
}

/** For sets that have none of the characters above, such as those of one script. */
function firstThat(fits: (character: string) => boolean): string {
  for (let code = 0; code < 0x1_0000; code++) {
    const character = String.fromCodePoint(code);
    if (fits(character)) return character;
  }
  return "";
}

function take(reader: Reader, expression: RegExp): string | undefined {
  const found = expression.exec(reader.rest)?.[0];
  if (found !== undefined) reader.rest = reader.rest.slice(found.length);
  return found;
}
