type Params = Readonly<Record<string, unknown>>;

/** What a value must be, in English, to be read after the place of the value. */
export function describeFault(keyword: string, params: Params): string {
  switch (keyword) {
    case "type":
      return describeType(params["type"]);
    case "required":
      return describeMissing(params["property"]);
    case "enum":
      return listOf(asList(params["values"]));
    case "additionalProperties":
    case "unevaluatedProperties":
      return "must not be here: no such member is known";
    default:
      return messages.get(keyword)?.(params) ?? "must be valid";
  }
}

export function describeMissing(property: unknown): string {
  return "must have " + show(property);
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

const itemsOfAKind = ({ limit }: Params, bound: string): string =>
  `must have ${bound} ${count(limit, "item")} of the kind that is asked for`;

const messages: ReadonlyMap<string, (params: Params) => string> = new Map<
  string,
  (params: Params) => string
>([
  ["false", () => "must not be here"],
  ["maxDepth", ({ limit }) => `must not be nested deeper than ${limit} levels`],
  ["const", ({ expected }) => `must be ${show(expected)}`],
  ["anyOf", (params) => describeAlternatives(params, "at least one alternative")],
  ["oneOf", (params) => describeAlternatives(params, "exactly one alternative")],
  ["not", () => "must not match what is excluded here"],
  [
    "dependentRequired",
    ({ property, because }) => `must have ${show(property)}, because it has ${show(because)}`,
  ],
  ["propertyNames", ({ property }) => `must not have the name ${show(property)}`],
  ["minProperties", ({ limit }) => `must have at least ${count(limit, "member")}`],
  ["maxProperties", ({ limit }) => `must have at most ${count(limit, "member")}`],
  ["items", ({ limit }) => `must have at most ${count(limit, "item")}`],
  ["unevaluatedItems", () => "must not be here: no such item is known"],
  ["minItems", ({ limit }) => `must have at least ${count(limit, "item")}`],
  ["maxItems", ({ limit }) => `must have at most ${count(limit, "item")}`],
  ["uniqueItems", () => "must not repeat an item"],
  ["contains", (params) => itemsOfAKind(params, "at least")],
  ["minContains", (params) => itemsOfAKind(params, "at least")],
  ["maxContains", (params) => itemsOfAKind(params, "at most")],
  ["minLength", ({ limit }) => `must have at least ${count(limit, "character")}`],
  ["maxLength", ({ limit }) => `must have at most ${count(limit, "character")}`],
  ["pattern", ({ pattern }) => `must match ${pattern}`],
  [
    "format",
    ({ format }) => `must be ${formatNames.get(String(format)) ?? `of the format ${format}`}`,
  ],
  ["minimum", ({ limit }) => `must be at least ${limit}`],
  ["maximum", ({ limit }) => `must be at most ${limit}`],
  ["exclusiveMinimum", ({ limit }) => `must be more than ${limit}`],
  ["exclusiveMaximum", ({ limit }) => `must be less than ${limit}`],
  ["multipleOf", ({ divisor }) => `must be a multiple of ${divisor}`],
]);

const formatNames: ReadonlyMap<string, string> = new Map([
  ["date-time", "a date and time with a zone, such as 2026-03-14T09:30:00Z"],
  ["date", "a date, such as 2026-03-14"],
  ["time", "a time with a zone, such as 09:30:00Z"],
  ["duration", "a duration, such as P3DT12H"],
  ["email", "an email address"],
  ["idn-email", "an email address"],
  ["hostname", "a host name"],
  ["idn-hostname", "a host name"],
  ["ipv4", "an IPv4 address, such as 192.0.2.1"],
  ["ipv6", "an IPv6 address, such as 2001:db8::1"],
  ["uri", "a URI with a scheme, such as https://example.com/"],
  ["uri-reference", "a URI or a relative reference"],
  ["iri", "an IRI with a scheme"],
  ["iri-reference", "an IRI or a relative reference"],
  ["uri-template", "a URI template"],
  ["uuid", "a UUID, such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
  ["json-pointer", "a JSON Pointer, such as /a/0"],
  ["relative-json-pointer", "a relative JSON Pointer, such as 1/a"],
  ["regex", "a regular expression"],
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

function describeAlternatives({ tag, values, types, matches }: Params, howMany: string): string {
  if (tag !== undefined)
    return `must be ${anyOf(asList(values), show)}, to say which alternative it is`;
  if (types !== undefined) return describeType(types);
  if (matches !== undefined) return `must match ${howMany}, but matches ${asList(matches).length}`;
  return `must match ${howMany}`;
}

const lists = new WeakMap<readonly unknown[], string>();

/** Lists of values are long, and constants: their text is made once. */
function listOf(values: readonly unknown[]): string {
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

function count(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? "" : "s"}`;
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
