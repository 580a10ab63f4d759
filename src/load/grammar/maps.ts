import { isObject } from "../../diagnostics/json.js";

/**
 * The kinds that have extensions among members whose names a description chooses (OpenAPI 3.2, sections 4.8.1, 4.16.2 and
 * 4.18.1; Swagger 2.0, "Scopes Object"). All other members with such names are maps, `{…}` in the tables of `grammar.ts`
 * and security requirements: `x-…` is a name there like any other, never an extension.
 */
export const extensibleMaps = ["Paths", "Responses", "Callback", "Scopes"] as const;

export type ExtensibleMap = (typeof extensibleMaps)[number];

/** A map, which has no extensions, is of no kind. */
export function isExtension(key: string, kind: ExtensibleMap | undefined): boolean {
  return kind !== undefined && key.startsWith("x-");
}

/** The names in a map or an object of a kind, without those of extensions. */
export function namesIn(value: unknown, kind?: ExtensibleMap): readonly string[] {
  if (!isObject(value)) return [];
  const names = Object.keys(value);
  return kind === undefined ? names : names.filter((name) => !isExtension(name, kind));
}
