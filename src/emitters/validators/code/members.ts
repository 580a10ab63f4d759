import { type Code, code, global, join, key, str, text, use } from "../../../emit/code.js";
import { escapeToken } from "../../../common/pointers.js";
import { isInherited } from "../../names.js";
import { all, any, atom, compare, type Condition, not, yes } from "./statement.js";
import { runtime } from "./runtime-names.js";
import type { FunctionBody } from "./body.js";
import type { Schema } from "../../../model/types.js";

/** Written out, which V8 likes better than a call: arrays pass too. */
export function isAnyObject(value: Code): Condition {
  return all([compare(code`typeof ${value}`, "===", str("object")), isNotNull(value)]);
}

export function isNotNull(value: Code): Condition {
  return compare(value, "!==", code`null`);
}

/** As `isAnyObject`, without arrays. */
export function isPlainObject(value: Code): Condition {
  return all([isAnyObject(value), not(atom(code`Array.isArray(${value})`))]);
}

/** An object, with the type that lets its members be asked for. */
export function asObject(value: Code): Code {
  return code`${value} as ${use("AnyObject", "./runtime/validate/values.js", "type")}`;
}

/** True if no array of JSON has such a member. */
export function isNoneOfArrays(property: string): boolean {
  return !(property in Array.prototype) && !/^\d/.test(property);
}

/** True if only objects have such a member; `null` and `undefined` are tested elsewhere. */
export function isNoneOfOthers(property: string): boolean {
  return isNoneOfArrays(property) && !others.some((prototype) => property in prototype);
}

const others: readonly object[] = [
  String.prototype,
  Number.prototype,
  Boolean.prototype,
  BigInt.prototype,
  Symbol.prototype,
  Function.prototype,
];

/** The value of a function as an object whose members can be asked for; declared where it is used. */
export const members: Code = code`members`;

/** Value of an own member. */
export function member(object: Code, property: string): Code {
  return isInherited(property)
    ? code`${runtime.own}(${object}, ${str(property)})`
    : code`${object}[${str(property)}]`;
}

/**
 * Reads members of `value`, which is `object` to the compiler, into variables. Not all by one pattern: esbuild 0.28 prints some
 * names with quotes or line ends in it as templates, which are no names.
 */
export function readMembers(
  value: Code,
  object: Code,
  reads: readonly { readonly property: string; readonly local: Code }[],
): readonly Code[] {
  const isBound = (property: string): boolean =>
    !isInherited(property) && !/["'\r\n]/.test(property);
  const pattern = reads
    .filter(({ property }) => isBound(property))
    .map(({ property, local }) =>
      local.text === property ? local : code`${key(property)}: ${local}`,
    );
  const others = reads.filter(({ property }) => !isBound(property));
  return [
    ...(pattern.length > 0 ? [code`const { ${join(pattern, ", ")} } = ${object};`] : []),
    ...others.map(({ property, local }) => {
      const owner = isInherited(property) ? value : code`(${object})`;
      return code`const ${local} = ${member(owner, property)};`;
    }),
  ];
}

export function isAbsent(value: Code): Condition {
  return compare(value, "===", code`undefined`);
}

export function isPresent(value: Code): Condition {
  return compare(value, "!==", code`undefined`);
}

/** The pointer to a member whose name is known. */
export function below(at: Code, property: string): Code {
  return code`${at} + ${str(`/${escapeToken(property)}`)}`;
}

/** The pointer to a member whose name is in a variable. */
export function belowKey(at: Code, key: Code): Code {
  return code`${runtime.pointer}(${at}, ${key})`;
}

/** The pointer to an item whose index is in a variable. */
export function belowIndex(at: Code, index: Code): Code {
  return text([at, "/", index]);
}

/** True if a name is one of some, or matches one of some patterns. */
export function isOneOf(
  body: FunctionBody,
  schema: Schema,
  key: Code,
  names: readonly string[],
  patterns: readonly Code[],
): Condition {
  const matches = patterns.map((pattern) => atom(code`${pattern}.test(${key})`));
  if (names.length <= 4)
    return any([...names.map((name) => compare(key, "===", str(name))), ...matches]);
  return any([atom(code`${nameTest(body, schema, names)}(${key})`), ...matches]);
}

/** So many names at most are compared one by one, which is quicker than to look them up. */
const fewNames = 40;

/** A constant with a function that knows the names of the members: `petKnows`. */
export function nameTest(body: FunctionBody, schema: Schema, names: readonly string[]): Code {
  const key = code`key`;
  const known =
    names.length <= fewNames
      ? yes(any(names.map((name) => compare(key, "===", str(name)))))
      : code`${nameSet(body, schema, names)}.has(key)`;
  return body.constant(schema, "Knows", undefined, code`(key: string): boolean => ${known}`);
}

function nameSet(body: FunctionBody, schema: Schema, names: readonly string[]): Code {
  return body.constant(
    schema,
    "Keys",
    code`${global("ReadonlySet")}<string>`,
    setOf(names.map(str)),
  );
}

function setOf(values: readonly Code[]): Code {
  return code`/* @__PURE__ */ new Set([${values.map((value, i) => (i === 0 ? value : code`, ${value}`))}])`;
}
