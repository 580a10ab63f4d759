/** Fields as they are sent, of which several may have one name. */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/**
 * Fields as an object with one entry for each name: several fields of one name become a list. For `Vary` and
 * `Set-Cookie`, the values from `earlier` are kept in front.
 */
export function joinedFields(
  fields: HeaderFields,
  earlier: (name: string) => unknown,
): readonly (readonly [name: string, value: string | string[]])[] {
  const found = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (const [name, value] of fields) {
    const field = name.toLowerCase();
    const entry = found.get(field) ?? { name, values: textsOf(field, earlier) };
    entry.values.push(value);
    found.set(field, entry);
  }
  return [...found].map(([field, { name, values }]) => {
    if (field === "vary") return [name, joinedVary(values)];
    const [first = "", ...others] = values;
    return [name, others.length === 0 && field !== "set-cookie" ? first : values];
  });
}

function textsOf(field: string, earlier: (name: string) => unknown): string[] {
  if (field !== "vary" && field !== "set-cookie") return [];
  const value = earlier(field);
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Each name once. */
export function joinedVary(values: readonly string[]): string {
  const names = new Map<string, string>();
  for (const name of values.flatMap((value) => value.split(","))) {
    const text = name.trim();
    const key = text.toLowerCase();
    if (text !== "" && !names.has(key)) names.set(key, text);
  }
  return names.has("*") ? "*" : [...names.values()].join(", ");
}
