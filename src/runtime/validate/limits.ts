import { mayQuote } from "./enough.js";

/** A message with the actual count appended: `, has 3`. */
export function cameMany(message: string, count: number, path: string): string {
  return mayQuote(path) ? message + ", has " + count : message;
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
