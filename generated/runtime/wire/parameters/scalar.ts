import { DOTS, assert, assertWellFormed } from "../assert.js";

/** Percent-encodes all but the unreserved characters (RFC 3986, section 2.3): `!'()*` too. */
export function percent(text: string): string {
  // Most values are words, and `replace` takes time even without a match.
  if (!/\W/.test(text)) return text;
  // All five are of the row 2_ of US-ASCII.
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => "%2" + "1789A"["!'()*".indexOf(char)],
  );
}

/** `?limit=5&status=sold`, joined from the results of `form` and similar functions; empty without parameters. */
export function queryString(...pairs: readonly (string | undefined)[]): string {
  return pairs.join("").replace("&", "?");
}

/** A query parameter of a plain name that is never an array, object or `Date`, in `style: form`: `&a=1`. */
export function queryScalar(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return `&${name}=${percent(scalar(name, value))}`;
}

/** A path parameter that is never an array, object or `Date`, in `style: simple`: `a`. */
export function pathScalar(name: string, value: unknown): string {
  const text = percent(scalar(name, value));
  assert(!/^\.?\.?$/.test(text), name, DOTS);
  return text;
}

/** A path with values like these: `/pets/{petId}`. */
export function pathOf(template: string, path: object): string {
  const values = path as Readonly<Record<string, unknown>>;
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => pathScalar(name, values[name]));
}

/** A query of parameters like these, by their names. */
export function queryOf<Query extends object>(
  query: Query,
  ...names: readonly (keyof Query & string)[]
): string {
  let text = "";
  for (const name of names) text += queryScalar(name, query[name]) ?? "";
  return text.replace("&", "?");
}

export function scalar(name: string, value: unknown): string {
  assert(Number.isFinite(value) || /string|boolean|bigint/.test(typeof value), name);
  const text = String(value);
  assertWellFormed(text, name);
  return text;
}
