type Params = Readonly<Record<string, unknown>>;

/** What a value must be, in English, to be read after the place of the value. The runtime words the rest. */
export function messageFor(keyword: string, params: Params): string {
  const { limit } = params;
  switch (keyword) {
    case "false":
      return "must not be here";
    case "const":
      return `must be ${show(params["expected"])}`;
    case "not":
      return "must not match what is excluded here";
    case "dependentRequired":
      return `must have ${show(params["property"])}, because it has ${show(params["because"])}`;
    case "unevaluatedProperties":
      return "must not be here: no such member is known";
    case "unevaluatedItems":
      return "must not be here: no such item is known";
    case "uniqueItems":
      return "must not repeat an item";
    case "minProperties":
      return `must have at least ${count(limit, "member")}`;
    case "maxProperties":
      return `must have at most ${count(limit, "member")}`;
    case "minItems":
      return `must have at least ${count(limit, "item")}`;
    case "items":
    case "maxItems":
      return `must have at most ${count(limit, "item")}`;
    case "contains":
    case "minContains":
      return `must have at least ${count(limit, "item")} of the kind that is asked for`;
    case "maxContains":
      return `must have at most ${count(limit, "item")} of the kind that is asked for`;
    case "minLength":
      return `must have at least ${count(limit, "character")}`;
    case "maxLength":
      return `must have at most ${count(limit, "character")}`;
    case "minimum":
      return `must be at least ${String(limit)}`;
    case "maximum":
      return `must be at most ${String(limit)}`;
    case "exclusiveMinimum":
      return `must be more than ${String(limit)}`;
    case "exclusiveMaximum":
      return `must be less than ${String(limit)}`;
    case "multipleOf":
      return `must be a multiple of ${String(params["divisor"])}`;
    case "anyOf":
    case "oneOf":
      return `must be ${listOf(params["values"])}, to say which alternative it is`;
    default:
      throw new Error(`there are no words for ${keyword}`);
  }
}

const shownAtMost = 20;

/** `a, b or c`. */
function listOf(values: unknown): string {
  const list = Array.isArray(values) ? values.map(show) : [];
  if (list.length > shownAtMost)
    return `${list.slice(0, shownAtMost).join(", ")} or one of ${list.length - shownAtMost} more`;
  return [list.slice(0, -1).join(", "), ...list.slice(-1)].filter(Boolean).join(" or ");
}

function count(limit: unknown, noun: string): string {
  return `${String(limit)} ${noun}${limit === 1 ? "" : "s"}`;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? "undefined";
}
