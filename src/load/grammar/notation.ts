import { isKind } from "./grammar.js";

export type MemberType =
  | { readonly is: "string" | "boolean" | "number" | "integer" | "any" }
  | { readonly is: "values"; readonly values: readonly string[] }
  | { readonly is: "kind"; readonly kind: string }
  | { readonly is: "list"; readonly of: MemberType }
  | { readonly is: "map"; readonly of: MemberType };

/** One alternative of a member, and the first and last version that have it, which compare as text. */
export interface Alternative {
  readonly shape: MemberType;
  readonly need: "must" | "should" | "may";
  readonly from: string;
  readonly to: string;
}

/** Reads the notation of the tables in `grammar.ts`. */
export function alternativesOf(notation: Notation): readonly Alternative[] {
  return notation.split(" | ").map(parseAlternative);
}

function parseAlternative(text: string): Alternative {
  const match = /^(.+?)([!?]?)(?: (-?)(\d\.\d)(\+?))?$/.exec(text);
  if (!match) throw new Error(`cannot read ${text}`);
  const [, shape = "", need, before, version, after] = match;
  return {
    shape: parseShape(shape),
    need: need === "!" ? "must" : need === "?" ? "should" : "may",
    from: version === undefined || before ? "" : version,
    to: version === undefined || after ? "9" : version,
  };
}

function parseShape(text: string): MemberType {
  const inner = text.slice(1, -1);
  if (text.startsWith("[")) return { is: "list", of: parseShape(inner) };
  if (text.startsWith("{")) return { is: "map", of: parseShape(inner) };
  if (text.startsWith("'")) return { is: "values", values: inner.split("' '") };
  if (isKind(text)) return { is: "kind", kind: text };
  switch (text) {
    case "string":
    case "boolean":
    case "number":
    case "integer":
    case "any":
      return { is: text };
  }
  throw new Error(`no shape ${text}`);
}

/**
 * The value of a member, in short: `string`, `boolean`, `number`, `integer`, `any` (data, never looked into), the name
 * of a kind, `[…]` a list, `{…}` a mapping; then `!` when it must be there, `?` when it should; then the versions that
 * have it: `3.1+`, `-3.0`, `3.2`. Alternatives are separated by `|`, values by `'…'`.
 */
export type Notation = string;

/** A kind of object that OpenAPI describes. */
export interface Kind {
  /** For people: `path item`. */
  readonly noun: string;
  readonly members: Readonly<Record<string, Notation>>;
  /** Members with any other name; `kinds.ts` says of which kinds extensions are none of these. */
  readonly others?: Notation;
  /** May be written as `{ $ref }`; with `siblings`, in every version more may stand beside that. */
  readonly reference?: "alone" | "siblings";
  /** Unknown members are tolerated unless they look misspelt (JSON Schema 2020-12 core, section 6.5). */
  readonly open?: boolean;
}
