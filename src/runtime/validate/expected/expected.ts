import { add } from "../enough.js";
import { came, describeMissing, describeType, describeValues } from "../fault.js";
import type { Issue, Judge } from "../issue.js";
import { pointerTo } from "../pointer.js";
import { isObject, isOf } from "../values.js";
import { hasOwn } from "../own.js";

type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";
type Types = Type | readonly Type[];

/** A schema as data: a type alone is its name, a named schema a function that returns it. */
export type Expected = Types | ExpectedValue | (() => ExpectedValue);

/** The most frequent assertions of JSON Schema, under their keywords unless explained otherwise. */
export interface ExpectedValue {
  /** The place in the description; left out if it follows from the parent's. */
  readonly schema?: string;
  readonly type?: Types;
  readonly enum?: readonly unknown[];
  readonly format?: { readonly name: string; readonly words: string };
  /** Tests a string or a number for the format. */
  readonly test?: (value: never) => boolean;
  readonly items?: Expected;
  /** Required members. */
  readonly required?: ExpectedMembers;
  readonly optional?: ExpectedMembers;
  readonly allOf?: readonly Expected[];
  /** Checks of the other keywords, so that a bundle contains only those that it needs. */
  readonly rules?: readonly ExpectedRule[];
  readonly [keyword: string]: unknown;
}

export type ExpectedMembers = Readonly<Record<string, Expected>>;

/**
 * The place of a value, and that of its schema in the description, for issues. There is one object for each level, which is
 * reused for one part of the value after the other, so that valid values need no memory.
 */
export interface Where {
  readonly outer: Where | undefined;
  inner: Where | undefined;
  /** The keyword of the parent schema, and the name of the member or item. */
  keyword: string;
  name: string | number | undefined;
  /** The place in the description, if it does not follow from that of `outer`. */
  schema: string | undefined;
}

/**
 * Adds the issues of a value for some of the keywords; `true` if no others are to be added. `levels` is the number of
 * enclosing schemas with a place of their own.
 */
export type ExpectedRule = (
  value: unknown,
  expected: ExpectedValue,
  where: Where,
  issues: Issue[],
  levels: number,
) => boolean;

/** A check that interprets an `ExpectedValue`, which is many times smaller than equivalent code, but slower. */
export function matching(expected: object): Judge {
  const { explain } = prepared(expected as ExpectedValue);
  return (value, issues) => {
    const before = issues.length;
    explain(value, startAt(""), issues, 0);
    return issues.length === before;
  };
}

/** Adds the issues of a value. */
export type Explain = (value: unknown, where: Where, issues: Issue[], levels: number) => unknown;

/** The checks of one expected value. */
export interface Prepared {
  readonly explain: Explain;
  /** False if the value, or its members down to a number of levels, clearly do not match. */
  readonly mayBe: (value: unknown, levels: number) => boolean;
}

interface Member {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly isPlain: ((value: unknown) => boolean) | undefined;
  readonly prepared: () => Prepared;
}

/** Of constants, of which there are no more in time. */
const known = new Map<Types | ExpectedValue, Prepared>();

/** Creates the checks of an expected value when they are first needed. */
export function prepared(expected: Expected): Prepared {
  const said = typeof expected === "function" ? expected() : expected;
  let found = known.get(said);
  if (!found) known.set(said, (found = prepare(isTypes(said) ? { type: said } : said)));
  return found;
}

/** The same for a part, which may be recursive. */
function later(expected: Expected): () => Prepared {
  let found: Prepared | undefined;
  return () => (found ??= prepared(expected));
}

function prepare(node: ExpectedValue): Prepared {
  const { schema, type, enum: values, format, test, items, rules, allOf = [] } = node;
  const { required = {}, optional = {} } = node;
  // Required members first, since they say most about the value.
  const declared = [required, optional].flatMap((some) => Object.entries(some));
  const named = declared.map(([name, expected]): Member => ({
    name,
    isNeeded: hasOwn(required, name),
    isPlain: plainTest(expected),
    prepared: later(expected),
  }));
  const members = new Map(named.map((member) => [member.name, member]));
  const isPlainItem = items && plainTest(items);
  const item = items && later(items);
  const parts = allOf.map((part, index) => ({ step: `allOf/${index}`, prepared: later(part) }));
  const needed = Object.keys(required).length;

  const mayBe: Prepared["mayBe"] = (value, levels) => {
    if ((values && !values.includes(value)) || (type && !isOf(value, type))) return false;
    if (levels === 0 || !isObject(value)) return true;
    for (const { isNeeded, isPlain, name, prepared } of named) {
      const part = hasOwn(value, name) ? value[name] : undefined;
      if (part === undefined) {
        if (isNeeded) return false;
      } else if (!(isPlain ? isPlain(part) : prepared().mayBe(part, levels - 1))) return false;
    }
    return true;
  };

  const explain: Explain = (value, where, issues, above) => {
    if (schema !== undefined) where.schema = schema;
    const levels = schema === undefined ? above : above + 1;
    if (values && !values.includes(value))
      return tell(where, issues, "enum", describeValues(values), { values }, value);
    if (type && !isOf(value, type))
      return tell(where, issues, "type", describeType(type), { type }, value);
    if (format && typeof value !== "object" && !test?.(value as never))
      tell(where, issues, "format", `must be ${format.words}`, { format: format.name }, value);
    if (rules)
      for (const rule of rules) if (rule(value, node, where, issues, levels)) return undefined;
    for (const { step, prepared } of parts)
      prepared().explain(value, below(where, step), issues, levels);
    if (Array.isArray(value)) {
      if (item)
        for (let index = 0; index < value.length; index++)
          if (!isPlainItem?.(value[index]))
            item().explain(value[index], below(where, "items", index), issues, levels);
    } else if (isObject(value)) {
      let missing = needed;
      for (const name in value) {
        const member = members.get(name);
        const part = value[name];
        if (member === undefined || part === undefined) continue;
        if (member.isNeeded) missing--;
        if (!member.isPlain?.(part))
          member.prepared().explain(part, below(where, "properties", name), issues, levels);
      }
      if (missing > 0)
        for (const property in required)
          if (!hasOwn(value, property) || value[property] === undefined)
            tell(where, issues, "required", describeMissing(property), { property });
    }
    return undefined;
  };
  return { explain, mayBe };
}

/** Adds an issue, with the value if the message quotes it. */
export function tell(
  where: Where,
  issues: Issue[],
  keyword: string,
  message: string,
  params: Issue["params"],
  value?: unknown,
): true {
  const [path, place] = pointersTo(where);
  const schema = `${place}/${keyword}`;
  add(issues, { path, schema, keyword, params, message: came(message, value, path) });
  return true;
}

/** The place of a part: the schema of `keyword` for the value, or for its member or item `name`. */
export function below(outer: Where, keyword: string, name?: string | number): Where {
  const inner = (outer.inner ??= place(outer));
  inner.keyword = keyword;
  inner.name = name;
  inner.schema = undefined;
  return inner;
}

/** The place of the whole value, which is `at`. */
export function startAt(schema: string, at?: string): Where {
  return { ...place(undefined), name: at, schema };
}

function place(outer: Where | undefined): Where {
  return { outer, inner: undefined, keyword: "", name: undefined, schema: undefined };
}

/** The JSON Pointers of a place. */
export function pointersTo(where: Where): readonly [at: string, schema: string] {
  let at = "";
  let rest = "";
  let schema: string | undefined;
  let one = where;
  for (; one.outer; one = one.outer) {
    const { keyword, name } = one;
    const step = name === undefined ? "" : pointerTo("", `${name}`);
    at = step + at;
    if (one.schema !== undefined) schema ??= one.schema + rest;
    rest = `/${keyword}${keyword === "properties" ? step : ""}${rest}`;
  }
  return [(one.name ?? "") + at, schema ?? (one.schema ?? "") + rest];
}

/** For schemas with only types and a format, as most are. */
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
