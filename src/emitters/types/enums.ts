import { type Code, code, doc as docOf, join, json, name, property } from "../../emit/code.js";
import { groupBy } from "../../common/collections.js";
import type { NamedSchema, Schema } from "../../model/types.js";
import { pascalCase, screamingCase, wordCase } from "../../model/names/naming.js";
import { capitalCase } from "../../model/names/type-words.js";
import { valueNotes } from "./docs.js";
import { type TypeStyle, typeStyle } from "./print.js";

/** The values of a schema that is a list of texts or numbers, and whether it lets null through too. */
interface Listed {
  readonly values: readonly ListedValue[];
  readonly isNullable: boolean;
}

interface ListedValue {
  readonly value: string | number;
  /** Name in code. */
  readonly key: string;
  readonly doc: Code;
}

function listed({ keywords }: Schema): Listed | undefined {
  if (keywords.const || !keywords.enum) return undefined;
  const possible = [...new Set(keywords.enum)].filter((value) => fits(value, keywords.types));
  const values = possible.filter((value) => typeof value === "string" || typeof value === "number");
  const isNullable = possible.includes(null);
  if (values.length === 0 || values.length + Number(isNullable) !== possible.length)
    return undefined;
  const notes = valueNotes(keywords);
  const named = values.map((value) => notes.get(value)?.name);
  const keys = keysOf(values, named);
  const entries = values.map((value, index) => ({
    value,
    key: keys[index] ?? String(value),
    doc: docOf(notes.get(value)?.text ?? ""),
  }));
  return { values: entries, isNullable };
}

/** The key of each value. */
function keysOf(
  values: readonly (string | number)[],
  named: readonly (string | undefined)[],
): readonly string[] {
  const texts = values.map((value, index) => named[index] ?? String(value));
  switch (typeStyle().typeNames) {
    case "hey-api":
      return numbered(texts.map(screamingCase), 2);
    case "swagger-typescript-api":
      return numbered(texts.map(capitalKey), 1);
  }
  const byKey = groupBy(values, plainKey);
  const keys = values.map((value) => {
    const plain = plainKey(value);
    // Of several values with one key each is called as it is.
    return byKey.get(plain)?.length === 1 && plain !== "" ? plain : String(value);
  });
  const own = keys.map((key, index) => named[index] ?? key);
  // The name of one may be the key of another that has no name.
  return new Set(own).size === own.length ? own : keys;
}

/** Each with a number, from `start` on, where another one is called so. */
function numbered(keys: readonly string[], start: number): readonly string[] {
  const taken = new Set<string>();
  return keys.map((plain) => {
    let key = plain;
    for (let i = start; taken.has(key); i++) key = `${plain}${i}`;
    taken.add(key);
    return key;
  });
}

/** `InStock` for "in-stock", `IN_STOCK` as it is, `Value1` for 1, `ValueCreated` for "-created". */
function capitalKey(text: string): string {
  if (/^[a-z_$]/i.test(text)) return capitalCase(text);
  return `Value${pascalCase(text).replace(/^_/, "")}`;
}

/** A value as a key: as it is, or as another generator has it. */
function plainKey(value: string | number): string {
  const text = String(value);
  switch (typeStyle().typeNames) {
    case "orval":
      if (/^[+-]?\d+$/.test(text)) return numberKey(text);
      return text.length > 1 ? text.replace(/\s/g, "_").replaceAll(".", "") : text;
    case "openapi-generator":
      return typeof value === "number" ? numberKey(text) : pascalCase(wordCase(text));
    default:
      return text;
  }
}

function numberKey(number: string): string {
  return `NUMBER_${number.replace("-", "MINUS_").replace("+", "PLUS_").replace(".", "_DOT_")}`;
}

/** swagger-typescript-api has literals where an enum stands in place, unless told otherwise; a constant is used like both. */
function styleOf({ alias }: Schema): TypeStyle["enums"] {
  const { enums, typeNames } = typeStyle();
  const isLiteral = typeNames === "swagger-typescript-api" && alias !== undefined;
  return enums === "enum" && isLiteral ? "const" : enums;
}

/** True for an enum with a name: where it is used, null stands beside it. */
export function isNullableEnum(schema: Schema): boolean {
  return styleOf(schema) === "enum" && listed(schema)?.isNullable === true;
}

/** Such a schema with its values alone, as it is declared. */
export function withoutNull(schema: NamedSchema): NamedSchema {
  if (!isNullableEnum(schema)) return schema;
  const { enum: values = [], types, ...others } = schema.keywords;
  const left = { enum: values.filter((value) => value !== null) };
  const kinds = types && { types: types.filter((type) => type !== "null") };
  return { ...schema, keywords: { ...others, ...kinds, ...left } };
}

function fits(value: unknown, types: readonly string[] | undefined): boolean {
  if (types === undefined) return true;
  if (value === null) return types.includes("null");
  if (typeof value === "number")
    return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
  return types.includes(typeof value);
}

/** A `const` object or an `enum` for a schema that lists its values, where that is the style; else undefined. */
export function declareEnum(schema: NamedSchema, doc: Code): Code | undefined {
  const enums = styleOf(schema);
  const found = enums === "union" ? undefined : listed(schema);
  if (!found) return undefined;
  const declared = name(schema.name);
  if (enums === "enum") {
    if (found.isNullable) return undefined;
    const members = found.values.map(
      ({ value, key, doc }) => code`${doc}${property(enumKey(key))} = ${json(value)},`,
    );
    return code`${doc}export enum ${declared} {\n${join(members, "\n")}\n}`;
  }
  const members = found.values.map(
    ({ value, key, doc }) => code`${doc}${property(key)}: ${json(value)},`,
  );
  const nothing = found.isNullable ? code` | null` : code``;
  return code`${doc}export const ${declared} = {\n${join(members, "\n")}\n} as const;

${doc}export type ${declared} = (typeof ${declared})[keyof typeof ${declared}]${nothing};`;
}

/** The type of one value of a schema that is an `enum` in code, which a literal would not fit; else undefined. */
export function enumMember(schema: Schema | undefined, value: unknown): Code | undefined {
  const declared = schema?.name ?? schema?.alias;
  if (!schema || styleOf(schema) !== "enum" || declared === undefined) return undefined;
  const found = listed(schema);
  const member = found?.values.find((one) => one.value === value);
  if (!found || found.isNullable || !member) return undefined;
  return code`(typeof ${name(declared)})[${json(enumKey(member.key))}]`;
}

/** A member of an enum cannot be called by a number, and `__proto__` would be none. */
function enumKey(key: string): string {
  const { typeNames } = typeStyle();
  const isLost =
    typeNames === "orval" || typeNames === "hey-api"
      ? String(Number(key)) === key || key === "__proto__"
      : /^-?(?:\d|Infinity|NaN)|^__proto__$/.test(key);
  return isLost ? `_${key}` : key;
}
