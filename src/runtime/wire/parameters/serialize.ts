import { percent, scalar } from "./scalar.js";
import { DELIMITED, DOTS, assert } from "../assert.js";
import { assertNoJson } from "../json/texts.js";

/** An encoding of text: `percent`, or `reserved` for `allowReserved`. */
export type Encode = (text: string) => string;

/**
 * For `allowReserved`: does not encode reserved characters and `%41` (RFC 6570, section 3.2.3),
 * except those that would end the value or the query: `#&+[]`.
 */
export function reserved(text: string): string {
  return encodeURI(text)
    .replace(/[#&+[\]]/g, encodeURIComponent)
    .replace(/%25([0-9a-f]{2})/gi, "%$1");
}

/** `reserved` for a value in a path, where `/` and `?` would end it too. */
export function reservedInPath(text: string): string {
  return reserved(text).replace(/[/?]/g, encodeURIComponent);
}

/** `reserved` for a cookie of OpenAPI 3.2, where only a comma and a semicolon would end the value. */
export function reservedInCookie(text: string): string {
  return encodeURI(text)
    .replace(/[,;]/g, encodeURIComponent)
    .replace(/%5[BD]/g, decodeURIComponent)
    .replace(/%25([0-9a-f]{2})/gi, "%$1");
}

/** Rejects an absent value; for required parameters. */
export function required<T>(name: string, value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new TypeError(`parameter ${name} is required`);
  return value;
}

/** Rejects a text with a delimiter that is not encoded where a list or an object may stand as well, as which it would arrive. */
export function undivided<T>(name: string, value: T, delimiters: string): T {
  const text = isAbsent(value) || isComposite(value) ? "" : plain(name, value);
  assert(!Array.from(delimiters).some((one) => text.includes(one)), name, DELIMITED);
  return value;
}

/** The origin of a URL; empty for one that is relative to the page. */
export function originOf(address: string): string {
  return /^\w+:\/\/[^/]*/.exec(address)?.[0] ?? "";
}

/**
 * `style: form` with `explode`: `&a=1&a=2`, and `&R=100&G=200` for an object, none of whose members is among `others`; OpenAPI does
 * not define a list in it, which is `&R=1&R=2` here.
 */
export function form(
  name: string,
  value: unknown,
  encode: Encode = percent,
  others: readonly string[] = [],
): string | undefined {
  return asPair(named(name, value, encode, "&", others));
}

/** An undeclared member of a form: an object is JSON (OpenAPI 3.1, section 4.8.15.1.1), anything else `form`. */
export function formAny(name: string, value: unknown, write?: Write): string | undefined {
  const isJson = isComposite(value) && !(Array.isArray(value) && !value.some(isComposite));
  return isJson ? queryJson(name, value, percent, write) : form(name, value);
}

/** A member of a form that may be an object, or hold one, which is JSON: as one, a text that is JSON would arrive. */
export function formMixed(name: string, value: unknown, write?: Write): string | undefined {
  const [first, ...others]: readonly unknown[] = Array.isArray(value) ? value : [value];
  assertNoJson(others.length === 0 ? first : undefined, name);
  return formAny(name, value, write);
}

/** `style: form` without `explode`: `&a=1,2`, and `&a=R,100,G,200` for an object. */
export function formJoined(
  name: string,
  value: unknown,
  encode: Encode = percent,
): string | undefined {
  return asPair(joined(name, value, encode, ","));
}

/** `style: spaceDelimited` without `explode`: `&a=1%202`; with it, it is `form`. */
export function spaceDelimited(
  name: string,
  value: unknown,
  encode: Encode = percent,
): string | undefined {
  return spaceDelimitedOrText(name, composite(name, value), encode);
}

/** The same of what may also be a text, which is sent as it is: OpenAPI leaves that open. */
export function spaceDelimitedOrText(
  name: string,
  value: unknown,
  encode: Encode = percent,
): string | undefined {
  return asPair(joined(name, value, encode, "%20"));
}

/** `style: pipeDelimited` without `explode`: `&a=1%7C2`; with it, it is `form`. */
export function pipeDelimited(
  name: string,
  value: unknown,
  encode: Encode = percent,
): string | undefined {
  return pipeDelimitedOrText(name, composite(name, value), encode);
}

/** The same of what may also be a text. */
export function pipeDelimitedOrText(
  name: string,
  value: unknown,
  encode: Encode = percent,
): string | undefined {
  return asPair(joined(name, value, encode, "%7C"));
}

/**
 * `style: deepObject`: `&a[R]=100&a[G]=200`, with encoded brackets. OpenAPI does not define the rest; here
 * nested objects are `a[b][c]=1`, items of an array have their index, `a[b][0]=1`, and a scalar is `a=1`.
 */
export function deepObject(
  name: string,
  value: unknown,
  encode: Encode = percent,
): string | undefined {
  let pairs = "";
  const visit = (key: string, member: unknown): void => {
    if (isComposite(member)) {
      for (const [inner, below] of Object.entries(member)) {
        assert(/^[^[\]]+$/.test(inner), name, DELIMITED);
        visit(`${key}[${scalar(name, inner)}]`, below);
      }
    } else if (member !== undefined && member !== null) {
      pairs += `&${percent(key)}=${encode(plain(name, member))}`;
    }
  };
  visit(name, value);
  return pairs || undefined;
}

/** Writes JSON. */
type Write = (value: unknown) => string | undefined;

/** A query parameter with a JSON media type: `&a=%7B%22b%22%3A1%7D`. */
export function queryJson(
  name: string,
  value: unknown,
  encode: Encode = percent,
  write: Write = JSON.stringify,
): string | undefined {
  const text = value === undefined ? undefined : write(value);
  return text === undefined ? undefined : `&${percent(name)}=${encode(text)}`;
}

/** A whole query that is JSON (OpenAPI 3.2, `in: querystring`): `&%7B%22b%22%3A1%7D`. */
export function wholeJson(value: unknown, write: Write = JSON.stringify): string | undefined {
  const text = value === undefined ? undefined : write(value);
  return text === undefined ? undefined : `&${percent(text)}`;
}

/** A whole query that is a string. */
export function wholeText(value: unknown): string | undefined {
  return value === undefined ? undefined : `&${percent(scalar("query", value))}`;
}

/** `style: simple` in a path: `a`, `1,2`, `R,100,G,200`. */
export function simple(name: string, value: unknown, encode: Encode = percent): string {
  return segment(name, list(name, required(name, value), encode, ","));
}

/** `style: simple` with `explode`: as `simple`, but `R=100,G=200` for an object. */
export function simpleExploded(name: string, value: unknown, encode: Encode = percent): string {
  return segment(name, pairs(name, required(name, value), encode, ","));
}

/** `style: label`: `.a`, `.1,2`, `.R,100,G,200`. */
export function label(name: string, value: unknown, encode: Encode = percent): string {
  return segment(name, `.${list(name, required(name, value), encode, ",")}`);
}

/** `style: label` with `explode`: `.1.2`, `.R=100.G=200`. */
export function labelExploded(name: string, value: unknown, encode: Encode = percent): string {
  return segment(name, `.${pairs(name, required(name, value), encode, ".")}`);
}

/** `style: matrix`: `;a=1,2`, `;a=R,100,G,200`; only `;a` for an empty text. */
export function matrix(name: string, value: unknown, encode: Encode = percent): string {
  const text = list(name, required(name, value), encode, ",");
  assert(!isEmpty(value), name);
  assert(!text.includes(";"), name, DELIMITED);
  return segment(name, `;${percent(name)}${text && "="}${text}`);
}

/** `style: matrix` with `explode`: `;a=1;a=2`, `;R=100;G=200`. */
export function matrixExploded(name: string, value: unknown, encode: Encode = percent): string {
  const texts = members(name, required(name, value)).map(
    ([key = name, item]) => `${percent(key)}${item && "="}${encode(item)}`,
  );
  assert(texts.length > 0, name);
  return segment(name, `;${separated(name, texts, ";")}`);
}

/** A path parameter with a JSON media type. Null is written as JSON has it; only an absent value is refused. */
export function pathJson(
  name: string,
  value: unknown,
  encode: Encode = percent,
  write: Write = JSON.stringify,
): string {
  const text = value === undefined ? undefined : write(value);
  return segment(name, encode(required(name, text)));
}

/** `style: simple` in a header, not encoded: `a`, `1,2`, `R,100,G,200`. */
export function headerValue(name: string, value: unknown): string | undefined {
  return field(name, isEmpty(value) ? undefined : list(name, value, fieldText(name, value), ","));
}

/** `style: simple` with `explode` in a header: as `headerValue`, but `R=100,G=200` for an object. */
export function headerExploded(name: string, value: unknown): string | undefined {
  return field(name, isEmpty(value) ? undefined : pairs(name, value, fieldText(name, value), ","));
}

/** A header with a JSON media type; characters beyond ASCII are escaped. */
export function headerJson(
  name: string,
  value: unknown,
  _encode?: Encode,
  write: Write = JSON.stringify,
): string | undefined {
  const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = value === undefined ? undefined : write(value);
  return field(name, text?.replace(/[^\x20-\x7e]/g, escape));
}

/** `Cookie: a=1; b=2`, joined from the results of `cookie` and similar functions. */
export function cookieHeader(...pairs: readonly (string | undefined)[]): string | undefined {
  return pairs.filter((pair) => pair !== undefined).join("; ") || undefined;
}

/** `style: form` with `explode` in a cookie: `a=1; a=2`, and `R=100; G=200` for an object. */
export function cookie(
  name: string,
  value: unknown,
  encode: Encode = percent,
  others: readonly string[] = [],
): string | undefined {
  return named(name, value, encode, "; ", others);
}

/** `style: form` without `explode` in a cookie: `a=1,2`. */
export function cookieJoined(
  name: string,
  value: unknown,
  encode: Encode = percent,
): string | undefined {
  return joined(name, value, encode, ",");
}

/** `style: cookie` of OpenAPI 3.2: as `cookie`, but without encoding, so that some values are rejected. */
export function cookieRaw(
  name: string,
  value: unknown,
  _encode?: Encode,
  others: readonly string[] = [],
): string | undefined {
  return named(name, value, (text) => cookieText(name, text), "; ", others);
}

/** `style: cookie` without `explode`: `a=1,2`, not encoded. */
export function cookieRawJoined(name: string, value: unknown): string | undefined {
  return joined(name, value, (text) => cookieText(name, text), ",");
}

/** A cookie with a JSON media type. */
export function cookieJson(
  name: string,
  value: unknown,
  _encode?: Encode,
  write: Write = JSON.stringify,
): string | undefined {
  return queryJson(name, value, percent, write)?.slice(1);
}

type Member = readonly [key: string | undefined, text: string];

/** A scalar is one member without a key, as is each item of an array; absent ones are left out (RFC 6570, section 2.3). */
function members(name: string, value: unknown, mayRepeat = false): Member[] {
  if (!isComposite(value)) return isAbsent(value) ? [] : [[undefined, plain(name, value)]];
  const keyed = !Array.isArray(value);
  return Object.entries(value).flatMap(([key, member]) => {
    const all: unknown[] = keyed && mayRepeat && Array.isArray(member) ? member : [member];
    return all.flatMap((one): Member[] =>
      isAbsent(one) ? [] : [[keyed ? scalar(name, key) : undefined, plain(name, one)]],
    );
  });
}

function named(
  name: string,
  value: unknown,
  encode: Encode,
  separator: string,
  others: readonly string[],
): string | undefined {
  const pairs = members(name, value, true).map(([key = name, text]) => {
    assert(!others.includes(key), name, `has a member ${key}, which another parameter is called`);
    return `${percent(key)}=${encode(text)}`;
  });
  return pairs.join(separator) || undefined;
}

function joined(
  name: string,
  value: unknown,
  encode: Encode,
  separator: string,
): string | undefined {
  if (isEmpty(value)) return undefined;
  return `${percent(name)}=${list(name, value, encode, separator)}`;
}

function asPair(text: string | undefined): string | undefined {
  return text === undefined ? undefined : "&" + text;
}

function list(name: string, value: unknown, encode: Encode, separator: string): string {
  const texts = members(name, value)
    .flat()
    .filter((text): text is string => text !== undefined)
    .map(encode);
  // A comma is a delimiter only where it is not encoded; one that is encoded itself is one in any text.
  const isDelimited = isComposite(value) || separator !== ",";
  return isDelimited ? separated(name, texts, separator) : texts.join("");
}

function pairs(name: string, value: unknown, encode: Encode, separator: string): string {
  const texts = members(name, value).map(([key, text]) => {
    if (key === undefined) return encode(text);
    assert(!encode(key).includes("="), name, DELIMITED);
    return `${encode(key)}=${encode(text)}`;
  });
  return isComposite(value) ? separated(name, texts, separator) : texts.join("");
}

/** Not every style encodes its delimiter. */
function separated(name: string, texts: readonly string[], separator: string): string {
  assert(!texts.some((text) => text.toUpperCase().includes(separator)), name, DELIMITED);
  return texts.join(separator);
}

/** Rejects `.` and `..`, which URL parsers resolve, so that another operation would be called. */
function segment(name: string, text: string): string {
  assert(!/^(\.|%2e){0,2}$/i.test(text), name, DOTS);
  return text;
}

/** Rejects surrounding white space, which receivers ignore, and a list of one empty string, which is read as empty. */
function fieldText(name: string, value: unknown): Encode {
  const isAlone = isComposite(value) && Object.keys(value).length === 1;
  return (text) => {
    const isLost = text !== text.trim() || (isAlone && Array.isArray(value) && text === "");
    assert(
      !isComposite(value) || !isLost,
      name,
      "holds white space or nothing, which a header drops",
    );
    return text;
  };
}

function field(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && (text !== text.trim() || /[^\t\x20-\x7e\x80-\xff]/.test(text)))
    throw new TypeError(`header ${name} holds a character that cannot be sent`);
  return text;
}

function cookieText(name: string, text: string): string {
  // RFC 6265, section 4.1.1, but with spaces, commas and quotes, which are widely used.
  if (!/^[\x20-\x3a\x3c-\x7e]*$/.test(text) || /^[\s"]|[\s"]$/.test(text))
    throw new TypeError(`cookie ${name} holds a character that cannot be sent`);
  return text;
}

function plain(name: string, value: unknown): string {
  return scalar(name, value instanceof Date ? value.toJSON() : value);
}

function isComposite(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

function composite(name: string, value: unknown): unknown {
  if (isAbsent(value) || isComposite(value)) return value;
  throw new TypeError(`parameter ${name} must be an array or an object`);
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** True also for an array or object whose members are all absent. */
function isEmpty(value: unknown): boolean {
  return isComposite(value) ? Object.values(value).every(isAbsent) : isAbsent(value);
}
