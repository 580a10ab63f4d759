/**
 * Changes a part of a model in place, in spite of its type. Only what builds a model, and what shapes it before an emitter sees
 * it, may do so: schemas lead back to themselves, so that a changed copy of one would be a copy of all.
 */
export function change<T extends object>(
  part: T,
  members: { readonly [K in keyof T]?: T[K] | undefined },
): void {
  Object.assign(part, members);
}
