export function describeMissing(property: string): string {
  return "must have " + show(property);
}

export function describeName(property: string): string {
  return "must not have the name " + show(property);
}

export function describeFormat(format: string): string {
  return "must be " + (formatNames.get(format) ?? `of the format ${format}`);
}

export function describeLimit(keyword: string, limit: number): string {
  switch (keyword) {
    case "minimum":
      return "must be at least " + limit;
    case "maximum":
      return "must be at most " + limit;
    case "exclusiveMinimum":
      return "must be more than " + limit;
    case "exclusiveMaximum":
      return "must be less than " + limit;
    case "minLength":
      return "must have at least " + count(limit, "character");
    case "maxLength":
      return "must have at most " + count(limit, "character");
    case "minProperties":
      return "must have at least " + count(limit, "member");
    case "maxProperties":
      return "must have at most " + count(limit, "member");
    case "minItems":
      return "must have at least " + count(limit, "item");
    case "items":
    case "maxItems":
      return "must have at most " + count(limit, "item");
    case "maxContains":
      return "must have at most " + count(limit, "item") + " of the kind that is asked for";
    default:
      return "must have at least " + count(limit, "item") + " of the kind that is asked for";
  }
}

function count(limit: number, noun: string): string {
  return limit + " " + noun + (limit === 1 ? "" : "s");
}

/** For one type, or a list of which one is asked for. */
export function describeType(types: unknown): string {
  switch (types) {
    case "string":
      return "must be a string";
    case "integer":
      return "must be an integer";
    case "object":
      return "must be an object";
    case "array":
      return "must be an array";
    case "number":
      return "must be a number";
    case "boolean":
      return "must be true or false";
    case "null":
      return "must be null";
    default:
      return typeof types === "string"
        ? `must be a ${types}`
        : `must be ${anyOf(asList(types), typeName)}`;
  }
}

function typeName(type: unknown): string {
  return describeType(String(type)).slice("must be ".length);
}

const formatNames: ReadonlyMap<string, string> = new Map([
  ["date-time", "a date and time with a zone, such as 2026-03-14T09:30:00Z"],
  ["date", "a date, such as 2026-03-14"],
  ["time", "a time with a zone, such as 09:30:00Z"],
  ["date-time-local", "a date and time without a zone, such as 2026-03-14T09:30:00"],
  ["time-local", "a time without a zone, such as 09:30:00"],
  ["duration", "a duration, such as P3DT12H"],
  ["email", "an email address"],
  ["idn-email", "an email address"],
  ["hostname", "a host name"],
  ["idn-hostname", "a host name"],
  ["ipv4", "an IPv4 address, such as 192.0.2.1"],
  ["ipv6", "an IPv6 address, such as 2001:db8::1"],
  ["ipv4-cidr", "a network of IPv4 addresses, such as 192.0.2.0/24"],
  ["ipv6-cidr", "a network of IPv6 addresses, such as 2001:db8::/32"],
  ["uri", "a URI with a scheme, such as https://example.com/"],
  ["uri-reference", "a URI or a relative reference"],
  ["iri", "an IRI with a scheme"],
  ["iri-reference", "an IRI or a relative reference"],
  ["uri-template", "a URI template"],
  ["uuid", "a UUID, such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
  ["json-pointer", "a JSON Pointer, such as /a/0"],
  ["relative-json-pointer", "a relative JSON Pointer, such as 1/a"],
  ["regex", "a regular expression"],
  ["language", "a language tag, such as de-AT"],
  ["http-date", "a date as in HTTP, such as Sat, 14 Mar 2026 09:30:00 GMT"],
  ["media-range", "a media type or a range of them, such as image/*"],
  ["char", "one character"],
  ["byte", "text in base64"],
  ["base64url", "text in base64url"],
  ["int8", "an integer from -128 to 127"],
  ["uint8", "an integer from 0 to 255"],
  ["int16", "an integer from -32768 to 32767"],
  ["uint16", "an integer from 0 to 65535"],
  ["int32", "an integer from -2147483648 to 2147483647"],
  ["uint32", "an integer from 0 to 4294967295"],
  ["int64", "an integer that is not rounded, from -9007199254740991 to 9007199254740991"],
  ["uint64", "an integer that is not rounded, from 0 to 9007199254740991"],
  ["float", "a number that a 32-bit float can hold"],
]);

const lists = new WeakMap<readonly unknown[], string>();

/** For one of some values. Lists are long, and constants: their text is made once. */
export function describeValues(values: readonly unknown[]): string {
  if (values.length === 1) return "must be " + show(values[0]);
  let text = lists.get(values);
  if (text === undefined) {
    text = "must be " + anyOf(values, show);
    lists.set(values, text);
  }
  return text;
}

const shownAtMost = 20;

/** `a, b or c`. */
function anyOf(values: readonly unknown[], name: (value: unknown) => string): string {
  const last = Math.min(values.length, shownAtMost) - 1;
  let text = "";
  for (let i = 0; i <= last; i++) {
    if (i > 0) text += i === values.length - 1 ? " or " : ", ";
    text += name(values[i]);
  }
  return values.length > shownAtMost
    ? `${text} or one of ${values.length - shownAtMost} more`
    : text;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function show(value: unknown): string {
  return typeof value === "string" && isPlain(value)
    ? `"${value}"`
    : (JSON.stringify(value) ?? "undefined");
}

/** Without quotes, backslashes, controls and letters that JSON may escape. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (
      unit < 0x20 ||
      unit === 0x22 ||
      unit === 0x5c ||
      (unit >= 0x7f && unit < 0xa0) ||
      unit >= 0xd800
    )
      return false;
  }
  return true;
}
