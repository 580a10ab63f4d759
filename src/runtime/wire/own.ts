import { assert } from "./assert.js";

/** A member that an object has itself: every object inherits some, such as `constructor`. */
export function ownMember<Owner extends object, Name extends keyof Owner>(
  owner: Owner | null | undefined,
  name: Name,
): Owner[Name] {
  const isOwn = owner && Object.prototype.hasOwnProperty.call(owner, name);
  return (isOwn ? owner[name] : undefined) as Owner[Name];
}

/** A member that only some alternatives of a form's type have; of what is no object, no form can be made. */
export function anyMember(owner: unknown, name: string): unknown {
  assert(typeof owner === "object" || owner === undefined, "a form", "has to be an object");
  return ownMember(owner as Readonly<Record<string, unknown>> | null | undefined, name);
}

/** In the place of an object that is left out, with members that every object inherits: it has none at all. */
export const nothing: never = Object.create(null) as never;
