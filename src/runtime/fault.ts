export function describeMissing(property: string): string {
  return "must have " + show(property);
}

export function describeName(property: string): string {
  return "must not have the name " + show(property);
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
  return "must be " + (Array.isArray(types) ? anyOf(types, typeName) : typeName(types));
}

function typeName(type: unknown): string {
  switch (type) {
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "array":
    case "integer":
    case "object":
      return "an " + type;
    default:
      return "a " + String(type);
  }
}

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
  const shown = values.slice(0, shownAtMost).map((value) => name(value));
  const more = values.length - shown.length;
  const last = more > 0 ? `one of ${more} more` : shown.pop();
  return [shown.join(", "), last].filter(Boolean).join(" or ");
}

function show(value: unknown): string {
  return typeof value === "string" && plain.test(value)
    ? `"${value}"`
    : (JSON.stringify(value) ?? "undefined");
}

/** Without quotes, backslashes, controls and letters that JSON may escape. */
const plain = /^[ !#-[\]-~\u{a0}-\u{d7ff}]*$/u;
