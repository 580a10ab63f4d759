import { passes } from "./enough.js";
import { describeMissing, describeType, describeValues } from "./fault.js";
import type { Issue, Judge } from "./issue.js";
import { pointerTo } from "./shape.js";
import { failValue, isObject } from "./validate.js";

type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";
type Types = Type | readonly Type[];

/** What a value has to be, as data: types alone are said by their names, a schema with a name by a function. */
export type Expected = Types | ExpectedValue | (() => ExpectedValue);

/** The keywords of JSON Schema that ask for something, by their names there where no other is explained here. */
export interface ExpectedValue {
  /** Where the description says it; left out where that is just below what leads here. */
  readonly schema?: string;
  readonly type?: Types;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: { readonly name: string; readonly words: string };
  /** Whether a text or a number is of the format. */
  readonly test?: (value: never) => boolean;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Expected;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Members that have to be there. */
  readonly required?: ExpectedMembers;
  readonly optional?: ExpectedMembers;
  /** What each other member has to be; `false` where there are to be none. */
  readonly others?: Expected | false;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly Expected[];
  readonly anyOf?: readonly Expected[];
  readonly oneOf?: readonly Expected[];
  /** The member that tells which branch is meant, and its values for each of them. */
  readonly tag?: { readonly name: string; readonly values: readonly (readonly unknown[])[] };
  /** What looks at the keywords that `matching` does not: an app ships those that it needs. */
  readonly rules?: readonly ExpectedRule[];
  /** For what cannot be said otherwise. */
  readonly check?: Judge;
}

export type ExpectedMembers = Readonly<Record<string, Expected>>;

/** Where a value is, and where the description speaks of it: asked for when something is wrong. */
export type Where = () => readonly [at: string, schema: string];

/**
 * Tells what is wrong with a value by some of the keywords; `true`: nothing more is to be told of it. `levels` counts the
 * schemas with a place of their own that led here.
 */
export type ExpectedRule = (
  value: unknown,
  expected: ExpectedValue,
  where: Where,
  issues: Issue[],
  levels: number,
) => boolean;

/** A check that goes by data, which is many times smaller than code that does the same, but not as quick. */
export function matching(expected: Expected): Judge {
  const explain = explaining(expected);
  return (value, issues) => {
    const before = issues.length;
    explain(value, () => ["", ""], issues, 0);
    return issues.length === before;
  };
}

/** Adds what is wrong with a value; `around` is where the description is taken to speak of it. */
export type Explain = (value: unknown, around: Where, issues: Issue[], levels: number) => unknown;

interface Prepared {
  readonly explain: Explain;
  /** False where the value and its members, so many levels of them, tell soon that it is not what is expected. */
  readonly mayBe: (value: unknown, levels: number) => boolean;
}

interface Member {
  readonly name: string;
  readonly explain: Explain;
  readonly isNeeded: boolean;
  readonly isPlain: ((value: unknown) => boolean) | undefined;
  readonly mayBe: Prepared["mayBe"];
}

/** Of constants, of which there are no more in time. */
const known = new Map<Types | ExpectedValue, Prepared>();

function prepared(expected: Expected): Prepared {
  const said = typeof expected === "function" ? expected() : expected;
  let found = known.get(said);
  if (!found) known.set(said, (found = prepare(isTypes(said) ? { type: said } : said)));
  return found;
}

/** What looks at a value, prepared when it is first asked for. */
export function explaining(expected: Expected): Explain {
  return prepared(expected).explain;
}

/** False where the type of a value tells that it is not what is expected. */
export function mayBeExpected(value: unknown, expected: Expected): boolean {
  return prepared(expected).mayBe(value, 0);
}

/** Whether a value is what is expected. */
export function isExpected(value: unknown, expected: Expected, levels: number): boolean {
  const { explain, mayBe } = prepared(expected);
  if (!mayBe(value, 4)) return false;
  return passes((one, found) => explain(one, () => ["", ""], found, levels), value);
}

/** What looks at a part, prepared when it is first asked for: a part may lead back to the whole. */
function later(expected: Expected): Explain {
  let explain: Explain | undefined;
  return (value, where, issues, levels) =>
    (explain ??= explaining(expected))(value, where, issues, levels);
}

function prepare(node: ExpectedValue): Prepared {
  const { schema, type, enum: values, format, test, items, rules, allOf = [] } = node;
  const { required = {}, optional = {} } = node;
  const named = Object.entries({ ...optional, ...required }).map(([name, expected]): Member => {
    const isPlain = plainTest(expected);
    const mayBe: Member["mayBe"] = (part, levels) => prepared(expected).mayBe(part, levels);
    const isNeeded = Object.hasOwn(required, name);
    return { name, explain: later(expected), isNeeded, isPlain, mayBe: isPlain ?? mayBe };
  });
  const members = new Map(named.map((member) => [member.name, member]));
  const isPlainItem = items && plainTest(items);
  const explainItem = items && later(items);
  const parts = allOf.map((part, index) => ({ step: `allOf/${index}`, explain: later(part) }));
  const needed = Object.keys(required).length;

  const mayBe: Prepared["mayBe"] = (value, levels) => {
    if ((values && !values.includes(value)) || (type && !isOf(value, type))) return false;
    if (levels === 0 || !isObject(value)) return true;
    return named.every(({ isNeeded, mayBe, name }) => {
      const part = Object.hasOwn(value, name) ? value[name] : undefined;
      return part === undefined ? !isNeeded : mayBe(part, levels - 1);
    });
  };

  const explain: Explain = (value, around, issues, above) => {
    const where: Where = schema === undefined ? around : () => [around()[0], schema];
    const levels = schema === undefined ? above : above + 1;
    if (values && !values.includes(value))
      return tell(where, issues, "enum", describeValues(values), { values }, value);
    if (type && !isOf(value, type))
      return tell(where, issues, "type", describeType(type), { type }, value);
    if (format && typeof value !== "object" && !test?.(value as never))
      tell(where, issues, "format", `must be ${format.words}`, { format: format.name }, value);
    if (rules?.some((rule) => rule(value, node, where, issues, levels))) return undefined;
    for (const part of parts) part.explain(value, below(where, part.step), issues, levels);
    if (Array.isArray(value)) {
      if (explainItem)
        for (let index = 0; index < value.length; index++)
          if (!isPlainItem?.(value[index]))
            explainItem(value[index], below(where, "items", index), issues, levels);
    } else if (isObject(value)) {
      let missing = needed;
      for (const name in value) {
        const member = members.get(name);
        const part = value[name];
        if (member === undefined || part === undefined) continue;
        if (member.isNeeded) missing--;
        if (!member.isPlain?.(part))
          member.explain(part, below(where, "properties", name), issues, levels);
      }
      if (missing > 0)
        for (const property in required)
          if (!Object.hasOwn(value, property) || value[property] === undefined)
            tell(where, issues, "required", describeMissing(property), { property });
    }
    return undefined;
  };
  return { explain, mayBe };
}

/** Adds one thing that is wrong, with the value if that is what is wrong. */
export function tell(
  where: Where,
  issues: Issue[],
  keyword: string,
  message: string,
  params: Issue["params"],
  value?: unknown,
): true {
  const [path, schema] = where();
  return !failValue(issues, path, schema, value, keyword, message, params);
}

/** The place of a part: what `keyword` says of the value, or of the member or item of it that is called `name`. */
export function below(where: Where, keyword: string, name?: string | number): Where {
  return () => {
    const [at, schema] = where();
    const place = `${schema}/${keyword}`;
    if (name === undefined) return [at, place];
    return [
      pointerTo(at, `${name}`),
      keyword === "properties" ? pointerTo(place, `${name}`) : place,
    ];
  };
}

/** For what is expected to be of some types or a format and nothing more, as most is. */
function plainTest(expected: Expected): ((value: unknown) => boolean) | undefined {
  if (isTypes(expected)) return (value) => isOf(value, expected);
  if (typeof expected === "function") return undefined;
  const { allOf, rules, test, type = [] } = expected;
  if (!test || allOf || rules) return undefined;
  return (value) => isOf(value, type) && (typeof value === "object" || test(value as never));
}

function isTypes(expected: Expected): expected is Types {
  return typeof expected === "string" || Array.isArray(expected);
}

function isOf(value: unknown, type: Types): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof type === "string"
        ? typeof value === type
        : type.some((one) => isOf(value, one));
  }
}
