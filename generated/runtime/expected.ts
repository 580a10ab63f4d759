import { describeMissing, describeType, describeValues } from "./fault.js";
import type { Issue, Judge } from "./issue.js";
import { judge } from "./readers.js";
import { pointerTo } from "./shape.js";

type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";
type Types = Type | readonly Type[];

/** What a value has to be, as data: types alone are said by their names, a schema with a name by a function. */
export type Expected = Types | ExpectedValue | (() => ExpectedValue);

/** All that is set has to hold, and speaks of the values that it does in JSON Schema. */
export interface ExpectedValue {
  /** Where the description says it; left out where that is just below what leads here. */
  readonly schema?: string;
  readonly type?: Types;
  readonly enum?: readonly unknown[];
  readonly format?: { readonly name: string; readonly words: string };
  /** Whether a text or a number is of the format. */
  readonly test?: (value: never) => boolean;
  readonly items?: Expected;
  /** Members that have to be there. */
  readonly required?: ExpectedMembers;
  readonly optional?: ExpectedMembers;
  /** What each other member has to be; `false` where there are to be none. */
  readonly others?: Expected | false;
  readonly allOf?: readonly Expected[];
  /** Each branch has a `type`, and no two have one in common; so of `oneOf`. */
  readonly anyOf?: readonly Expected[];
  readonly oneOf?: readonly Expected[];
  /** For what cannot be said otherwise. */
  readonly check?: Judge;
}

export type ExpectedMembers = Readonly<Record<string, Expected>>;

/** A check that goes by data, which is many times smaller than code that does the same, but not as quick. */
export function matching(expected: Expected): Judge {
  return (value, issues) => {
    const before = issues.length;
    explain(value, expected, "", "", issues, 0);
    return issues.length === before;
  };
}

const maximumDepth = 1000;

/** `levels` counts the schemas with a name on the way, as the other checks do. */
function explain(
  value: unknown,
  expected: Expected,
  at: string,
  inside: string,
  issues: Issue[],
  levels: number,
): void {
  const node = valueOf(expected);
  const { schema = inside, type, enum: values, format, test, items, others } = node;
  const tell = (keyword: string, message: string, params: Issue["params"], path = at): void => {
    issues.push({ path, schema: `${schema}/${keyword}`, keyword, params, message });
  };
  const below = (part: unknown, next: Expected, step: string, path = at): void =>
    explain(part, next, path, `${schema}/${step}`, issues, levels + Number(next !== valueOf(next)));

  if (levels > maximumDepth)
    return tell("maxDepth", `must not be nested deeper than ${maximumDepth} levels`, {
      limit: maximumDepth,
    });
  if (values && !values.includes(value)) return tell("enum", describeValues(values), { values });
  if (type && !isOf(value, type)) return tell("type", describeType(type), { type });
  if (format && typeof value !== "object" && !test?.(value as never))
    tell("format", `must be ${format.words}`, { format: format.name });
  if (node.check) judge(node.check, value, issues, at);
  node.allOf?.forEach((part, index) => below(value, part, `allOf/${index}`));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = node[keyword] ?? [];
    const types = branches.flatMap((branch) => valueOf(branch).type ?? []);
    const meant = branches.findIndex((branch) => isOf(value, valueOf(branch).type));
    const branch = branches[meant];
    if (branch) below(value, branch, `${keyword}/${meant}`);
    else if (types.length > 0) tell(keyword, describeType(types), { types });
  }
  if (Array.isArray(value)) {
    if (items) value.forEach((item, index) => below(item, items, "items", `${at}/${index}`));
  } else if (isOf(value, "object")) {
    const [required, optional] = membersOf(node);
    let missing = required.size;
    for (const name in value as object) {
      const part = (value as Record<string, unknown>)[name];
      if (part === undefined) continue;
      const needed = required.get(name);
      if (needed) missing--;
      const known = needed ?? optional.get(name);
      const next = known ?? others;
      // Most are of one of some types, and nothing more is asked of them.
      if (next === undefined || (isTypes(next) && isOf(part, next))) continue;
      const path = pointerTo(at, name);
      if (next)
        below(part, next, known ? pointerTo("properties", name) : "additionalProperties", path);
      else
        tell(
          "additionalProperties",
          "must not be here: no such member is known",
          { property: name },
          path,
        );
    }
    if (missing > 0)
      for (const property of required.keys())
        if (
          !Object.hasOwn(value as object, property) ||
          (value as Record<string, unknown>)[property] === undefined
        )
          tell("required", describeMissing(property), { property });
  }
}

type Members = ReadonlyMap<string, Expected>;

const known = new WeakMap<ExpectedValue, readonly [required: Members, optional: Members]>();

function membersOf(node: ExpectedValue): readonly [required: Members, optional: Members] {
  let members = known.get(node);
  if (!members) {
    const { required = {}, optional = {} } = node;
    members = [new Map(Object.entries(required)), new Map(Object.entries(optional))];
    known.set(node, members);
  }
  return members;
}

function isTypes(expected: Expected | false): expected is Types {
  return typeof expected === "string" || Array.isArray(expected);
}

function valueOf(expected: Expected): ExpectedValue {
  if (isTypes(expected)) return { type: expected };
  return typeof expected === "function" ? expected() : expected;
}

function isOf(value: unknown, types: Types | undefined = []): boolean {
  if (typeof types !== "string") return types.some((type) => isOf(value, type));
  switch (types) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === types;
  }
}
