import { largest, smallest } from "./limits.js";
import { address, clock, day, email, host, ipv4, moment, usualText, uuid } from "./names.js";
import { textLike } from "./pattern.js";
import type { Random } from "./random.js";
import { type Scope, none } from "./scope.js";
import type { Shape } from "./shape.js";

type Make = (random: Random) => string;

const word = (random: Random): string => textLike(/[a-z]{3,8}/, random, 0);
const like =
  (expression: RegExp): Make =>
  (random) =>
    textLike(expression, random, 0);
const constant =
  (text: string): Make =>
  () =>
    text;

/** Texts of formats; for those that are missing, any text will do. */
const formats: ReadonlyMap<string, Make> = new Map<string, Make>([
  ["date", day],
  ["date-time", moment],
  ["date-time-local", (random) => `${day(random)}T${clock(random)}`],
  ["time", (random) => `${clock(random)}Z`],
  ["time-local", clock],
  ["duration", (random) => `PT${random.between(1, 59)}M`],
  ["email", email],
  ["idn-email", email],
  ["hostname", host],
  ["idn-hostname", host],
  ["ipv4", ipv4],
  ["ipv6", (random) => `2001:db8::${random.between(1, 0xffff).toString(16)}`],
  ["ipv4-cidr", constant("192.0.2.0/24")],
  ["ipv6-cidr", constant("2001:db8::/32")],
  ["uri", address],
  ["url", address],
  ["iri", address],
  ["uri-reference", address],
  ["iri-reference", address],
  ["uri-template", (random) => `${address(random)}/{id}`],
  ["uuid", uuid],
  ["json-pointer", (random) => `/${word(random)}`],
  ["relative-json-pointer", (random) => `0/${word(random)}`],
  ["regex", (random) => `^${word(random)}$`],
  ["byte", like(/(?:[a-zA-Z]{4}){2,5}/)],
  ["base64", like(/(?:[a-zA-Z]{4}){2,5}/)],
  ["base64url", like(/(?:[a-zA-Z]{4}){2,5}/)],
  ["char", like(/[a-z]/)],
  ["decimal", like(/[1-9]\d\.\d\d/)],
  ["http-date", (random) => new Date(`${day(random)}T${clock(random)}Z`).toUTCString()],
  ["media-range", constant("text/plain")],
  ["language", (random) => random.pick(["de", "en", "fr-CH", "ja"]) ?? "en"],
  ["sf-token", word],
  ["sf-string", (random) => `"${word(random)}"`],
  ["sf-binary", like(/:(?:[a-zA-Z]{4}){2}:/)],
  ["sf-boolean", like(/\?[01]/)],
  ["int64", like(/[1-9]\d{0,17}/)],
  ["uint64", like(/[1-9]\d{0,17}/)],
  ["int64-digits", like(/[1-9]\d{0,17}/)],
  ["uint64-digits", like(/[1-9]\d{0,17}/)],
]);

const TRIES = 120;

/** A text of the format, the patterns and the length, like those that members of this name usually have. */
export function makeText(shapes: readonly Shape[], scope: Scope): unknown {
  const least = largest(shapes.map(({ minLength = 0 }) => minLength));
  const most = smallest(shapes.map(({ maxLength = Infinity }) => maxLength));
  const patterns = shapes.flatMap(({ pattern }) => pattern ?? []);
  const fits = (text: string): boolean => {
    const { length } = [...text];
    return length >= least && length <= most && patterns.every((one) => one.test(text));
  };
  for (let tries = 0; tries < (patterns.length > 0 ? TRIES : TRIES / 4); tries++) {
    const random = tries === 0 ? scope.random : scope.random.fork(`text ${tries}`);
    const isPlain = patterns.length === 0 || tries < 4;
    const plain = isPlain || tries % 4 === 0 ? plainText(shapes, random, scope) : "";
    // A pattern without an anchor at the start may match after the part for the format.
    const text = isPlain ? plain : plain + patternText(patterns, tries, random);
    const fitted =
      patterns.length > 0 && !isPlain ? text : inLength(text, least, most, shapes, random);
    if (fits(fitted)) return fitted;
  }
  return none;
}

function plainText(shapes: readonly Shape[], random: Random, { name, texts }: Scope): string {
  const format = shapes.find((shape) => shape.format !== undefined)?.format;
  const given = texts?.({ name, format }, () => random.next());
  return given ?? formats.get(format ?? "")?.(random) ?? usualText(name, random);
}

function patternText(patterns: readonly RegExp[], tries: number, random: Random): string {
  const [first = /x/] = patterns;
  return textLike(random.pick(patterns) ?? first, random, 2 ** (tries % 8));
}

/** Cut or made longer, unless it has a format. */
function inLength(
  text: string,
  least: number,
  most: number,
  shapes: readonly Shape[],
  random: Random,
): string {
  if (shapes.some(({ format = "" }) => formats.has(format))) return text;
  let found = text;
  while (found.length < least) found += ` ${usualText("", random)}`;
  return [...found].slice(0, most).join("").trim() || found.slice(0, most);
}
