/** A member that an object has itself: every object inherits some, such as `constructor`. */
export function ownMember<Owner extends object, Name extends keyof Owner>(
  owner: Owner | null | undefined,
  name: Name,
): Owner[Name] {
  const isOwn = owner && Object.prototype.hasOwnProperty.call(owner, name);
  return (isOwn ? owner[name] : undefined) as Owner[Name];
}

/** A member that only some alternatives of an object's type have. */
export function anyMember(owner: object | null | undefined, name: string): unknown {
  return ownMember(owner as Readonly<Record<string, unknown>> | null | undefined, name);
}

/** In the place of an object that is left out, with members that every object inherits: it has none at all. */
export const nothing: never = Object.create(null) as never;
