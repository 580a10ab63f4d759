import { hasOwn } from "../validate/own.js";
/**
 * For `handlers: inPart<ShopHandlers>({ … })`, with handlers for some operations only. A request to any other is a 501, or,
 * with `unmatched: "next"` of an adapter, is passed to the application.
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
 * Combines the handlers of several objects, which may be class instances: unlike with spread, their methods keep their
 * `this`. Throws if two objects have a handler of the same name.
 */
export function joinHandlers<Parts extends readonly object[]>(...parts: Parts): All<Parts[number]> {
  const joined: Record<string, unknown> = {};
  for (const part of parts)
    for (const name of methodsOf(part)) {
      if (hasOwn(joined, name)) throw new Error(`There are two handlers for ${name}.`);
      // Looked up for each call, since a test may replace the function.
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
