/**
 * What emitters made of parts of a model, for a process that generates often: objects of the model that are the same
 * again (see `keepUnchanged`) need not be looked at again.
 */
export class Memory {
  readonly #tables = new Map<
    string,
    { readonly context: readonly unknown[]; readonly kept: WeakMap<object, unknown> }
  >();

  readonly #others = new Map<string, unknown>();

  /** Something that grows from run to run. */
  kept<T extends object>(kind: string, make: () => T): T {
    const known = this.#others.get(kind) ?? make();
    this.#others.set(kind, known);
    return known as T;
  }

  /**
   * The results of one kind, by the object that they were made of. `context` is what else they depend on: where it is
   * not the very same as before, nothing is remembered.
   */
  table<T extends object>(kind: string, context: readonly unknown[]): WeakMap<object, T> {
    const known = this.#tables.get(kind);
    const isSame =
      known?.context.length === context.length &&
      context.every((item, i) => Object.is(item, known.context[i]));
    const table = isSame ? known : { context, kept: new WeakMap<object, unknown>() };
    this.#tables.set(kind, table);
    return table.kept as WeakMap<object, T>;
  }
}

/** `make`, which is asked once for each object; without a memory, each time. */
export function remembering<K extends object, T extends object>(
  memory: Memory | undefined,
  kind: string,
  context: readonly unknown[],
  make: (key: K) => T,
): (key: K) => T {
  const table = memory?.table<T>(kind, context);
  if (!table) return make;
  return (key) => {
    const known = table.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    table.set(key, made);
    return made;
  };
}
