import fc from "fast-check";

/** A JSON value with one thing changed, and what that is. */
export interface Change {
  readonly what: string;
  readonly value: unknown;
}

type Path = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;

const PLACES = 2000;

/** Values that are nearly the given one: a place is changed, left out or added to. */
export function changesOf(value: unknown): fc.Arbitrary<Change> {
  return fc.constantFrom(...placesOf(value)).chain((path) => {
    const changes = [...changesAt(at(value, path)), ...leftOut(path)];
    return fc.constantFrom(...changes).map(({ what, value: other }) => ({
      what: `${path.map((key) => `/${key}`).join("")} ${what}`,
      value: other === nothing ? without(value, path) : replaced(value, path, other),
    }));
  });
}

/** Stands for a member that is left out. */
const nothing = Symbol("nothing");

function placesOf(value: unknown): readonly Path[] {
  const found: { readonly path: Path; readonly value: unknown }[] = [{ path: [], value }];
  for (const { path, value: one } of found) {
    if (found.length > PLACES) break;
    if (Array.isArray(one))
      for (const [i, item] of one.entries()) found.push({ path: [...path, i], value: item });
    else if (isMembers(one))
      for (const [key, member] of Object.entries(one))
        found.push({ path: [...path, key], value: member });
  }
  return found.map(({ path }) => path);
}

/** Objects as JSON has them; a file or a date is changed as a whole. */
function isMembers(value: unknown): value is Members {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((one, key) => (one as Members)[key], value);
}

function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value))
    return value.with(Number(key), replaced(value[Number(key)], rest, other));
  return Object.fromEntries(
    Object.entries(value as Members).map(([name, member]) => [
      name,
      name === key ? replaced(member, rest, other) : member,
    ]),
  );
}

function without(value: unknown, path: Path): unknown {
  const parent = at(value, path.slice(0, -1));
  const last = path.at(-1);
  const rest = Array.isArray(parent)
    ? parent.toSpliced(Number(last), 1)
    : Object.fromEntries(Object.entries(parent as Members).filter(([name]) => name !== last));
  return replaced(value, path.slice(0, -1), rest);
}

function leftOut(path: Path): readonly Change[] {
  return path.length > 0 ? [{ what: "left out", value: nothing }] : [];
}

function* changesAt(value: unknown): Generator<Change> {
  const others: readonly unknown[] = [null, "outside of it", 0.5, 7, true, [], {}];
  for (const other of others)
    if (kindOf(other) !== kindOf(value))
      yield { what: `${kindOf(other)} in the place of ${kindOf(value)}`, value: other };
  if (typeof value === "string") yield* ofText(value);
  if (typeof value === "number") yield* ofNumber(value);
  if (typeof value === "boolean") yield { what: "the opposite", value: !value };
  if (Array.isArray(value)) {
    if (value.length > 0) yield { what: "the last item twice", value: [...value, value.at(-1)] };
    if (value.length > 0) yield { what: "many items", value: Array(5).fill(value).flat() };
    yield { what: "one item more", value: [...value, { unheardOf: [] }] };
    yield { what: "no items", value: [] };
  } else if (isMembers(value)) {
    yield { what: "unknown member", value: { ...value, unheardOf: "of" } };
    yield { what: "no members", value: {} };
  }
}

function* ofText(value: string): Generator<Change> {
  yield { what: "other text", value: `${value} outside of it` };
  yield { what: "no text", value: "" };
  yield { what: "one letter less", value: [...value].slice(0, -1).join("") };
  yield { what: "long", value: value + "x".repeat(300) };
  yield { what: "other case", value: value.toUpperCase() };
}

function* ofNumber(value: number): Generator<Change> {
  yield { what: "one more", value: value + 1 };
  yield { what: "one less", value: value - 1 };
  yield { what: "much more", value: value + 2e9 };
  yield { what: "much less", value: value - 2e9 };
  yield { what: "negative", value: -value - 1 };
  yield { what: "a fraction", value: Math.trunc(value / 2) + 0.5 };
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
