import { assert } from "./assert.js";

/** A member that an object has itself: every object inherits some, such as `constructor`. */
export function ownMember<Owner extends object, Name extends keyof Owner>(
  owner: Owner | null | undefined,
  name: Name,
): Owner[Name] {
  const isOwn = owner && Object.prototype.hasOwnProperty.call(owner, name);
  return (isOwn ? owner[name] : undefined) as Owner[Name];
}

/** A member that only some branches of a form's type have. Throws if the value is not an object. */
export function anyMember(owner: unknown, name: string): unknown {
  assert(typeof owner === "object" || owner === undefined, "a form", "has to be an object");
  return ownMember(owner as Readonly<Record<string, unknown>> | null | undefined, name);
}

/** Replaces an object that is left out; unlike `{}`, it does not inherit members. */
export const nothing: never = Object.create(null) as never;
