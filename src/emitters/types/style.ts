import type { TypeNames } from "../../model/names/type-words.js";
import { type Code, code, empty } from "../../emit/code.js";
import type { Identifier, Schema } from "../../model/types.js";

/** Options that change types. */
export interface TypeStyle {
  readonly enums: "union" | "const" | "enum";
  readonly readonly: boolean;
  readonly typeNames: TypeNames;
  /** In the place of the names of schemas: how two types are compared that differ in names alone. */
  readonly nameOf?: (schema: Schema) => Identifier | undefined;
}

let current: TypeStyle = { enums: "union", readonly: false, typeNames: "specsmith" };

/** Makes types in a style; `make` may not wait for anything, so that no other code gets the style. */
export function inStyle<Result>(style: TypeStyle, make: () => Result): Result {
  const before = current;
  current = style;
  try {
    return make();
  } finally {
    current = before;
  }
}

/** The style of the types that are being made. */
export function typeStyle(): TypeStyle {
  return current;
}

/** Modifier of members and lists: `readonly ` if the config says so. */
export function readonlyWord(): Code {
  return current.readonly ? code`readonly ` : empty;
}
