/** A JSON value with one thing changed, and what that is. */
export interface Mutation {
  readonly what: string;
  readonly value: unknown;
}

/** Values that are nearly the given one: each place in turn is changed, left out or added to. */
export function* mutationsOf(value: unknown): Generator<Mutation> {
  for (const { what, value: other } of replacements(value)) yield { what, value: other };
  if (Array.isArray(value)) yield* ofArray(value);
  else if (typeof value === "object" && value !== null) yield* ofObject(value as Members);
}

type Members = Readonly<Record<string, unknown>>;

function* replacements(value: unknown): Generator<Mutation> {
  const others: readonly unknown[] = [null, "outside of it", 0.5, true, [], {}];
  for (const other of others)
    if (kindOf(other) !== kindOf(value))
      yield { what: `${kindOf(other)} in the place of ${kindOf(value)}`, value: other };
  if (typeof value === "string") yield { what: "other text", value: `${value} outside of it` };
  if (typeof value === "string") yield { what: "no text", value: "" };
  if (typeof value === "number") yield { what: "greater", value: value + 2e9 };
  if (typeof value === "number") yield { what: "less", value: value - 2e9 };
  if (Number.isInteger(value)) yield { what: "a fraction", value: 0.5 };
  if (typeof value === "boolean") yield { what: "the opposite", value: !value };
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function* ofArray(value: readonly unknown[]): Generator<Mutation> {
  for (const [i, item] of value.entries())
    for (const inner of mutationsOf(item))
      yield { what: `/${i} ${inner.what}`, value: value.with(i, inner.value) };
  if (value.length > 0) {
    yield { what: "one item less", value: value.slice(0, -1) };
    yield { what: "the last item twice", value: [...value, value.at(-1)] };
  }
  yield { what: "one item more", value: [...value, { unheardOf: [] }] };
}

function* ofObject(value: Members): Generator<Mutation> {
  yield { what: "unknown member", value: { ...value, unheardOf: "of" } };
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    yield { what: `without ${name}`, value: rest };
    for (const inner of mutationsOf(member))
      yield { what: `/${name} ${inner.what}`, value: { ...value, [name]: inner.value } };
  }
}
