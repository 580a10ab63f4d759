type Params = Readonly<Record<string, unknown>>;

/** What a value must be, in English, to be read after the place of the value. The runtime words the rest. */
export function messageFor(keyword: string, params: Params): string {
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

function show(value: unknown): string {
  return JSON.stringify(value) ?? "undefined";
}
