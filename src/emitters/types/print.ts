import { type Code, code, empty, global, join, name } from "../../emit/code.js";
import type { TypeNames } from "../../model/names/type-words.js";
import type { Identifier, Schema } from "../../model/types.js";

/** A named member of an object. */
export interface Member {
  /** Its comment, which stands in front. */
  readonly doc: Code;
  readonly key: Code;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly type: Code;
}

/** `{ a: A; b?: B }`, with an index signature where the type of other members is known. */
export function objectOf(members: readonly Member[], additional: Code | undefined): Code {
  if (members.length === 0 && !additional)
    return current.typeNames === "swagger-typescript-api"
      ? code`object`
      : code`${global("Record")}<string, unknown>`;
  const lines = members.map(({ doc, key, required, readOnly, type }) => {
    const readonly = readOnly ? code`readonly ` : empty;
    return code`${doc}${readonly}${memberOf(key, required, type)}`;
  });
  const others = additional ? [code`${readonlyWord()}[key: string]: ${additional};`] : [];
  return members.length === 0
    ? literalOf(others)
    : code`{\n${join([...lines, ...others], "\n")}\n}`;
}

/** `a: A;`, or `a?: A;`, where the config may say that code gives `undefined` too. */
export function memberOf(key: Code, required: boolean, type: Code): Code {
  if (required) return code`${key}: ${type};`;
  return code`${key}?: ${current.exactOptional ? type : unionOf([type, code`undefined`])};`;
}

/** Members between braces, on one line where none of them takes more. */
export function literalOf(members: readonly Code[]): Code {
  return members.some(({ text }) => text.includes("\n"))
    ? code`{\n${join(members, "\n")}\n}`
    : code`{ ${members.map((member) => code`${member} `)}}`;
}

/** `X | Y`, each type once; `never` adds nothing, and `unknown` covers all others. */
export function unionOf(types: readonly Code[]): Code {
  const different = new Map(types.map((type) => [type.text, type]));
  const all = different.get("unknown");
  if (all) return all;
  if (different.size > 1) different.delete("never");
  return join([...different.values()], " | ");
}

/** `X[]`. */
export function arrayOf(items: Code): Code {
  return code`${readonlyWord()}${whole(items)}[]`;
}

/** A type that can stand beside an operator: in parentheses, unless it is a plain name. */
export function whole(type: Code): Code {
  return /^[\w$.]+(\[\])*$/.test(type.text) ? type : code`(${type})`;
}

/** `export interface X extends Base {…}`; with the names of hey-api an alias, as it is there, which fits an index signature. */
export function declareObject(called: string, body: Code, bases: readonly string[] = []): Code {
  const names = bases.map((base) => name(base));
  if (current.typeNames === "hey-api") {
    const own = body.text === "{}" && bases.length > 0 ? [] : [body];
    return code`export type ${name(called)} = ${join([...names, ...own], " & ")};`;
  }
  const clause = bases.length > 0 ? code` extends ${join(names, ", ")}` : empty;
  return code`export interface ${name(called)}${clause} ${body}`;
}

/** Options that change types. */
export interface TypeStyle {
  readonly enums: "union" | "const" | "enum";
  readonly readonly: boolean;
  readonly exactOptional: boolean;
  readonly typeNames: TypeNames;
  /** In the place of the names of schemas: how two types are compared that differ in names alone. */
  readonly nameOf?: (schema: Schema) => Identifier | undefined;
}

let current: TypeStyle = {
  enums: "union",
  readonly: false,
  exactOptional: true,
  typeNames: "specsmith",
};

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
