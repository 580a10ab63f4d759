import { readDeepObject } from "./deep-object.js";
import type { Issue } from "../../validate/issue.js";
import { type FieldReader, readItems, readText } from "./parameters.js";
import {
  type ObjectShape,
  type Shape,
  decode,
  isListOnly,
  issueAt,
  kindsOf,
  memberShape,
  setMember,
} from "../../validate/shape.js";
import { pointerTo } from "../../validate/pointer.js";
import { hasOwn } from "../../validate/own.js";

/** The names and values of a query, form or cookie: names decoded, values as on the wire. */
export interface Pairs {
  readonly names: string[];
  readonly values: string[];
}

/** Splits a query or form body with a limit of values; all names and values have to be well-formed, even if they are not used. */
export function readPairs(text: string, place: string, issues: Issue[], most: number): Pairs {
  const pairs: Pairs = { names: [], values: [] };
  let count = 0;
  for (let start = 0; start < text.length;) {
    const next = text.indexOf("&", start);
    const end = next < 0 ? text.length : next;
    if (end > start) {
      if (count++ === most) {
        issues.push(issueAt(place, "maxProperties", `must not have more than ${most} values`));
        return pairs;
      }
      const equals = text.indexOf("=", start);
      const middle = equals < 0 || equals > end ? end : equals;
      const name = decode(text.slice(start, middle), "query");
      const value = text.slice(middle + 1, end);
      if (name === undefined || decode(value, "query") === undefined) {
        const where = name === undefined ? place : pointerTo(place, name);
        issues.push(issueAt(where, "encoding", "must be percent-encoded UTF-8"));
      } else {
        pairs.names.push(name);
        pairs.values.push(value);
      }
    }
    start = end + 1;
  }
  return pairs;
}

/**
 * Splits the field `Cookie` (RFC 6265, section 4.2.1), with names decoded. Not one in which a letter is encoded that needs no
 * encoding: browsers let other hosts set `__%48ost-a`, and white space in front that is no blank, but not `__Host-a`.
 */
export function readCookies(text: string | undefined): Pairs {
  const pairs: Pairs = { names: [], values: [] };
  if (text === undefined) return pairs;
  for (const pair of text.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0) continue;
    const name = pair
      .slice(0, equals)
      .replace(/^[ \t]+/, "")
      .trimEnd();
    pairs.names.push(NEEDLESS.test(name) ? name : (decode(name, "cookie") ?? name));
    pairs.values.push(
      pair
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, "$1"),
    );
  }
  return pairs;
}

/** An encoded letter, digit, hyphen or underscore. */
const NEEDLESS = /%(?:2[Dd]|3\d|[46][1-9A-Fa-f]|5[\dAaFf]|7[\dAa])/;

/**
 * Reads a field from pairs; `undefined` if it is absent. `others` are the names of other fields, which
 * cannot be members of an exploded object.
 */
export function readFromPairs(
  field: FieldReader,
  pairs: Pairs,
  others: ReadonlySet<string>,
  issues: Issue[],
): unknown {
  if (field.style === "deepObject") return readDeepObject(field, pairs, issues);
  const { object, list, scalars } = field.kinds;
  const { names, values } = pairs;
  if (field.explode && object !== undefined && !field.json && !field.nested) {
    const isOther = list !== undefined || scalars.some((scalar) => scalar !== "null");
    if (!isOther || !names.includes(field.name) || hasOwn(object.properties, field.name))
      return readLooseObject(field, object, pairs, others, issues);
    const kinds = { list, scalars, object: undefined };
    return readFromPairs({ ...field, kinds }, pairs, others, issues);
  }
  if (!names.includes(field.name)) return undefined;
  const texts = values.filter((_, index) => names[index] === field.name);
  return readTexts(field, texts, issues);
}

/** Reads a field from the values under its name. */
export function readTexts(field: FieldReader, texts: readonly string[], issues: Issue[]): unknown {
  const isSeveral = texts.length > 1;
  const { list } = field.kinds;
  const isList = isSeveral || (isListOnly(field.kinds) && !field.nested);
  if (list !== undefined && field.explode && !field.json && isList)
    return readItems(field, texts, issues);
  // Of several cookies of one name, the first is for the most specific path (RFC 6265, section 5.4).
  if (isSeveral && !field.place.startsWith("/cookies")) {
    issues.push(issueAt(field.place, "duplicate", "must be given only once"));
    return undefined;
  }
  return readText(field, texts[0] ?? "", issues);
}

/** The style form with explode: each pair is a member, and the field's own name does not occur. */
function readLooseObject(
  field: FieldReader,
  shape: ObjectShape,
  pairs: Pairs,
  others: ReadonlySet<string>,
  issues: Issue[],
): unknown {
  const found = new Map<string, { readonly shape: Shape; readonly texts: string[] }>();
  pairs.names.forEach((name, index) => {
    const isOwn = name === field.name || hasOwn(shape.properties, name);
    const isOther = others.has(name) && !isOwn;
    const own = isOther ? undefined : memberShape(shape, name);
    if (own === undefined) return;
    const member = found.get(name) ?? { shape: own, texts: [] };
    member.texts.push(pairs.values[index] ?? "");
    found.set(name, member);
  });
  if (found.size === 0) return undefined;
  const object: Record<string, unknown> = {};
  found.forEach(({ shape: own, texts }, name) => {
    // The style has no deeper levels.
    const { list, scalars } = kindsOf(own);
    const kinds = { list, scalars, object: undefined };
    const member = { ...field, kinds, explode: true, place: pointerTo(field.place, name) };
    const value = readTexts(member, texts, issues);
    if (value !== undefined) setMember(object, name, value);
  });
  return object;
}
