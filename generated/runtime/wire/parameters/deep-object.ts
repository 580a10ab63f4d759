import type { Issue } from "../../validate/issue.js";
import type { Pairs } from "./pairs.js";
import type { FieldReader } from "./parameters.js";
import {
  type Kinds,
  type ListShape,
  type ObjectShape,
  decode,
  isListOnly,
  issueAt,
  itemShape,
  kindsOf,
  memberShape,
  readScalar,
  setMember,
} from "../../validate/shape.js";
import { pointerTo } from "../../validate/pointer.js";

/** The values under one name: strings, or values one bracket deeper. */
interface Branch {
  readonly texts: string[];
  readonly members: Map<string, Branch>;
}

const MOST_BRACKETS = 16;

/**
 * The style deepObject: `color[R]=100`. OpenAPI defines one level of scalar members; common extensions
 * are read too: `f[a][b]=x`, `l[]=x`, `l[0][p]=x`, and `l=x&l=y` in brackets.
 */
export function readDeepObject(field: FieldReader, pairs: Pairs, issues: Issue[]): unknown {
  const root = newBranch();
  for (const [index, name] of Array.from(pairs.names.entries())) {
    if (!name.startsWith(field.name)) continue;
    const rest = name.slice(field.name.length);
    if (rest !== "" && !rest.startsWith("[")) continue;
    const path = brackets(rest);
    if (path === undefined) {
      issues.push(issueAt(field.place, "style", "must have a name in each pair of brackets"));
      return undefined;
    }
    const text = decode(pairs.values[index] ?? "", field.encoding);
    if (text !== undefined) grow(root, path).texts.push(text);
  }
  if (root.members.size === 0 && root.texts.length === 0) return undefined;
  return readBranch(root, field.kinds, field.place, issues);
}

function newBranch(): Branch {
  return { texts: [], members: new Map() };
}

function grow(root: Branch, path: readonly string[]): Branch {
  let branch = root;
  for (const name of path) {
    const next = branch.members.get(name) ?? newBranch();
    branch.members.set(name, next);
    branch = next;
  }
  return branch;
}

/** `[a][b]` → `a`, `b`; `undefined` if brackets are unbalanced or too many. */
function brackets(text: string): string[] | undefined {
  const names: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("]", start);
    if (text.charAt(start) !== "[" || end < 0 || names.length === MOST_BRACKETS) return undefined;
    names.push(text.slice(start + 1, end));
    start = end + 1;
  }
  return names;
}

function readBranch(branch: Branch, kinds: Kinds, place: string, issues: Issue[]): unknown {
  const { scalars, list } = kinds;
  const { texts, members } = branch;
  const object = kinds.object ?? (scalars.includes("any") ? anyObject(members) : undefined);
  if (members.size > 0 && texts.length === 0) {
    if (object !== undefined) return readObject(members, object, place, issues);
    if (list !== undefined) return readList(members, list, place, issues);
  } else if (members.size === 0) {
    if (list !== undefined && (texts.length > 1 || isListOnly(kinds))) {
      return texts.map((text, index) => {
        const item = { texts: [text], members };
        return readBranch(item, kindsOf(itemShape(list, index)), `${place}/${index}`, issues);
      });
    }
    const [text = ""] = texts;
    if (texts.length === 1 && scalars.length > 0) return readScalar(text, scalars, place, issues);
    if (texts.length > 1) {
      issues.push(issueAt(place, "duplicate", "must be given only once"));
      return undefined;
    }
  }
  issues.push(issueAt(place, "style", "must be written with a name in brackets for each member"));
  return undefined;
}

/** Without a declared type, a value is a list if all its brackets are empty or contain numbers. */
function anyObject(members: ReadonlyMap<string, Branch>): ObjectShape | undefined {
  const isList = Array.from(members.keys()).every((name) => /^[0-9]*$/.test(name));
  return isList ? undefined : { properties: {}, rest: "any" };
}

function readObject(
  members: ReadonlyMap<string, Branch>,
  shape: ObjectShape,
  place: string,
  issues: Issue[],
): unknown {
  const object: Record<string, unknown> = {};
  members.forEach((branch, name) => {
    if (name === "") {
      issues.push(issueAt(place, "style", "must have a name in each pair of brackets"));
      return;
    }
    const own = kindsOf(memberShape(shape, name) ?? "string");
    const value = readBranch(branch, own, pointerTo(place, name), issues);
    setMember(object, name, value);
  });
  return object;
}

/** Items in the order of their numbers, which may have gaps; `[]` is one item for each string. */
function readList(
  members: ReadonlyMap<string, Branch>,
  list: ListShape,
  place: string,
  issues: Issue[],
): unknown {
  const branches: [number, Branch][] = [];
  for (const [name, branch] of Array.from(members)) {
    if (name === "" && branch.members.size === 0) {
      for (const text of branch.texts)
        branches.push([branches.length, { texts: [text], members: new Map() }]);
    } else if (/^(?:0|[1-9][0-9]{0,5})$/.test(name)) branches.push([Number(name), branch]);
    else {
      issues.push(issueAt(place, "style", "must have numbers in its brackets"));
      return undefined;
    }
  }
  branches.sort(([a], [b]) => a - b);
  return branches.map(([, branch], index) =>
    readBranch(branch, kindsOf(itemShape(list, index)), `${place}/${index}`, issues),
  );
}
