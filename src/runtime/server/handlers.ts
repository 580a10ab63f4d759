import { hasOwn } from "../validate/own.js";
/**
 * For `handlers: inPart<ShopHandlers>({ … })`, with handlers for some operations only. What has none is a 501, or, where an adapter has `unmatched: "next"`, a request for
 * the application that the server is put into.
 */
export function inPart<Handlers>(handlers: Partial<Handlers>): Handlers {
  return handlers as Handlers;
}

/** The intersection of all members of a union. */
type All<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  part: infer Whole,
) => void
  ? Whole
  : never;

/**
 * One object of the handlers of several, which may be instances of classes: methods of theirs keep their `this`, which they
 * would lose where objects are spread. Throws where two have a handler of one name.
 */
export function joinHandlers<Parts extends readonly object[]>(...parts: Parts): All<Parts[number]> {
  const joined: Record<string, unknown> = {};
  for (const part of parts)
    for (const name of methodsOf(part)) {
      if (hasOwn(joined, name)) throw new Error(`There are two handlers for ${name}.`);
      // Looked up for each call, as it is of one object: a test may put another function in its place.
      joined[name] = (...values: unknown[]) =>
        (part as Record<string, (...values: unknown[]) => unknown>)[name]?.(...values);
    }
  return joined as All<Parts[number]>;
}

function methodsOf(part: object): ReadonlySet<string> {
  const names = new Set<string>();
  for (
    let owner: object | null = part;
    owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner) as object | null
  )
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (typeof value === "function" && name !== "constructor") names.add(name);
  return names;
}
