import { andThen } from "../awaitable.js";
import { type BodyData, bodyReader } from "./body.js";
import { issuesOf, limited, someOf } from "../../validate/enough.js";
import { formReader, membersOf } from "../../wire/forms.js";
import type { Awaitable } from "../../wire/http.js";
import type { Judge, Issue } from "../../validate/issue.js";
import {
  type FieldReader,
  type Parameter,
  fieldReader,
  readText,
} from "../../wire/parameters/parameters.js";
import { type Pairs, readCookies, readFromPairs, readPairs } from "../../wire/parameters/pairs.js";
import { type RequestLimits, USUAL_LIMITS } from "../../wire/limits.js";
import { Problem } from "../problem.js";
import { roundedIssues } from "./rounded.js";
import type { IncomingRequest } from "../server.js";
import { issueAt, objectsFor, setMember } from "../../validate/shape.js";
import { hasOwn } from "../../validate/own.js";
import { pointerTo } from "../../validate/pointer.js";

/** The part of an operation's data that is needed to read its requests. */
export interface RequestData {
  readonly path: string;
  /** Path parameters that are not listed are plain strings. */
  readonly parameters?: readonly Parameter[] | undefined;
  readonly body?: BodyData | undefined;
  readonly check?: Judge | undefined;
}

export interface ReadRequest {
  /**
   * `{ path?, query?, headers?, cookies?, body?, contentType? }` with names as on the wire. If the
   * operation has several media types, `contentType` is that of the body as declared, or, for a
   * range, as in the request.
   */
  readonly value: Readonly<Record<string, unknown>>;
  readonly contentType: string | undefined;
}

/** `query` is without `?`; `values` are those of the path, still percent-encoded. */
export type RequestReader = (
  request: IncomingRequest,
  query: string,
  values: readonly string[],
  bodyLimit: number,
) => Awaitable<ReadRequest>;

interface Group {
  readonly name: "path" | "query" | "headers" | "cookies";
  readonly read: GroupReader;
}

type GroupReader = (
  request: IncomingRequest,
  query: string,
  values: readonly string[],
  issues: Issue[],
) => unknown;

/** The query parameter or cookie of a credential, which is no member of an object that allows any. */
export interface KeyPlace {
  readonly in: "query" | "cookie";
  readonly name: string;
}

/**
 * Reads and validates the requests of one operation; throws `Problem` 400 with a limited number of issues, 413 or
 * 415. If it is strict, query parameters that are neither declared nor credentials are an error.
 */
export function requestReader(
  data: RequestData,
  limits: RequestLimits = USUAL_LIMITS,
  keys: readonly KeyPlace[] = [],
  isStrict = false,
): RequestReader {
  const groups = groupReaders(data, limits, keys, isStrict);
  const readBody = data.body === undefined ? undefined : bodyReader(data.body, limits);
  const [first, ...more] = Object.keys(data.body?.content ?? {});
  const choice = more.length > 0;
  // What a request without its body lacks is the body, not the type that says what it would be.
  const assumed = choice && data.body?.required === true ? { contentType: first } : undefined;
  const fill = fillerOf(data.parameters ?? []);

  const readGroups = (
    request: IncomingRequest,
    query: string,
    values: readonly string[],
    issues: Issue[],
  ): Record<string, unknown> => {
    const value: Record<string, unknown> = {};
    for (const group of groups) {
      const members = group.read(request, query, values, issues);
      if (members !== undefined) value[group.name] = members;
    }
    return value;
  };

  if (readBody === undefined) {
    return (request, query, values) => {
      const issues: Issue[] = [];
      const value = readGroups(request, query, values, issues);
      judge(data.check, value, issues);
      fill(value);
      return { value, contentType: undefined };
    };
  }
  return (request, query, values, bodyLimit) => {
    const issues: Issue[] = [];
    const value = readGroups(request, query, values, issues);
    refuseCoding(request);
    refuseEncoding(request);
    return andThen(readBody(request, bodyLimit, issues), (body) => {
      const { contentType, declared } = body;
      if (body.value !== undefined) value["body"] = body.value;
      if (declared?.includes("*")) value["contentType"] = contentType;
      else if (choice && declared !== undefined) value["contentType"] = declared;
      judge(data.check, declared === undefined ? { ...value, ...assumed } : value, issues);
      if (body.isLong === true) refuseRounded(data.check, value);
      fill(value);
      return { value, contentType };
    });
  };
}

const groupNames: Readonly<Partial<Record<Parameter["in"], Group["name"]>>> = {
  query: "query",
  header: "headers",
  cookie: "cookies",
};

/**
 * Fills in the defaults of parameters that a valid request leaves out. They are not checked: one that its own schema
 * does not allow is a fault of the description, not of the request.
 */
function fillerOf(parameters: readonly Parameter[]): (value: Record<string, unknown>) => void {
  const presets = parameters.flatMap(({ in: place, name, default: preset }) => {
    const group = groupNames[place];
    return group === undefined || preset === undefined ? [] : [{ group, name, preset }];
  });
  return (value) => {
    for (const { group, name, preset } of presets) {
      const members = value[group] as Record<string, unknown>;
      if (hasOwn(members, name)) continue;
      // A copy, because a handler may modify its arguments.
      setMember(members, name, typeof preset === "object" ? structuredClone(preset) : preset);
    }
  };
}

/** Hosts undo `chunked` alone, and hand over any other transfer coding as it was sent (RFC 9112, section 6.1). */
function refuseCoding(request: IncomingRequest): void {
  const coding = request.header("transfer-encoding");
  if (coding === undefined || /^(?:chunked)?$/i.test(coding)) return;
  throw new Problem(501, { message: "A body of this transfer coding cannot be read here." });
}

/** Compressed bodies are rejected, since a small one can be huge when unpacked. */
function refuseEncoding(request: IncomingRequest): void {
  const encoding = request.header("content-encoding");
  if (encoding === undefined || !request.hasBody || /^(?:identity)?$/i.test(encoding)) return;
  throw new Problem(415, {
    message: "A compressed body cannot be read here.",
    headers: { "Accept-Encoding": "identity" },
  });
}

function judge(check: Judge | undefined, value: Record<string, unknown>, issues: Issue[]): void {
  if (issues.length === 0) {
    if (check === undefined || limited(check)(value, issues)) return;
    if (isWithoutPreferences(check, value, issues)) return;
  } else if (someOf(issues).length === issues.length) {
    const found = check ? issuesOf(check, value) : [];
    const places = issues.map(({ path }) => path);
    for (const issue of found) {
      if (!places.some((place) => isAbout(issue, place))) issues.push(issue);
    }
  }
  throw new Problem(400, { issues: someOf(issues) });
}

const PREFERENCE = /^\/headers\/(accept-(?:language|encoding|charset))(?:\/|$)/i;

/**
 * Removes preferences that the description does not have, such as `de-DE,de;q=0.9` in the place of one of a few languages,
 * if the request is valid without them: platforms add them unasked, and RFC 9110 (section 12.5) lets a server disregard them.
 */
function isWithoutPreferences(
  check: Judge,
  value: Record<string, unknown>,
  issues: readonly Issue[],
): boolean {
  const names = new Set(issues.map(({ path }) => PREFERENCE.exec(path)?.[1]));
  if (names.has(undefined)) return false;
  const all = value["headers"] as Record<string, unknown>;
  const others = Object.entries(all).filter(([name]) => !names.has(name));
  if (!limited(check)({ ...value, headers: Object.fromEntries(others) }, [])) return false;
  for (const name of names) delete all[name ?? ""];
  return true;
}

/** Adds issues for rounded integers, which must not reach the handler. */
function refuseRounded(check: Judge | undefined, value: Record<string, unknown>): void {
  if (check === undefined) return;
  const issues = roundedIssues(value["body"], "/body", (body, found) =>
    check({ ...value, body }, found),
  );
  if (issues.length > 0) throw new Problem(400, { issues });
}

/** True for an issue that only follows from another one at `place`, whose value could not be read. */
function isAbout({ path, keyword }: Issue, place: string): boolean {
  return (
    path === place ||
    path.startsWith(`${place}/`) ||
    ((keyword === "required" || keyword === "minProperties") && place.startsWith(`${path}/`))
  );
}

/** A parameter in a path; its name is what a split by it has at each odd place. */
const IN_PATH = /\{([^{}]*)\}/;

function groupReaders(
  { path, parameters = [] }: RequestData,
  limits: RequestLimits,
  keys: readonly KeyPlace[],
  isStrict: boolean,
): readonly Group[] {
  const keysIn = (place: KeyPlace["in"]): readonly string[] =>
    keys.filter((key) => key.in === place).map(({ name }) => name);
  const groups: Group[] = [];
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const inHeader = parameters.filter((parameter) => parameter.in === "header");
  const inCookie = parameters.filter((parameter) => parameter.in === "cookie");
  if (inPath.length > 0 || IN_PATH.test(path))
    groups.push({ name: "path", read: pathReader(path, inPath, limits) });
  const whole = parameters.find((parameter) => parameter.in === "querystring");
  if (inQuery.length > 0 || (isStrict && whole === undefined)) {
    const fields = inQuery.map((parameter) => fieldReader(parameter, "query", limits.depth));
    const read = pairsReader(fields, keysIn("query"));
    groups.push({
      name: "query",
      read(_request, query, _values, issues) {
        const pairs = readPairs(query, "/query", issues, limits.fields);
        if (isStrict) refuseUndeclared(fields, keysIn("query"), pairs, issues);
        return fields.length === 0 ? undefined : read(pairs, issues);
      },
    });
  }
  if (whole !== undefined) groups.push({ name: "query", read: wholeReader(whole, limits) });
  if (inHeader.length > 0) groups.push({ name: "headers", read: headerReader(inHeader, limits) });
  if (inCookie.length > 0) {
    const fields = inCookie.map((parameter) => fieldReader(parameter, "cookie", limits.depth));
    const read = pairsReader(fields, keysIn("cookie"));
    groups.push({
      name: "cookies",
      read: (request, _query, _values, issues) =>
        read(readCookies(request.header("cookie")), issues),
    });
  }
  return groups;
}

function refuseUndeclared(
  fields: readonly FieldReader[],
  keys: readonly string[],
  pairs: Pairs,
  issues: Issue[],
): void {
  const known = new Set(keys);
  for (const field of fields)
    for (const name of [field.name, ...membersOf(field, pairs)]) known.add(name);
  for (const name of new Set(pairs.names))
    if (!known.has(name))
      issues.push(
        issueAt(pointerTo("/query", name), "undeclared", "is not a parameter of this operation"),
      );
}

/** OpenAPI 3.2, section 4.12.4: the whole query is one value; an empty query has none. */
function wholeReader({ fields, ...field }: Parameter, limits: RequestLimits): GroupReader {
  if (fields !== undefined) {
    const read = formReader(fields, "/query", limits);
    return (_request, query, _values, issues) => (query === "" ? undefined : read(query, issues));
  }
  const reader: FieldReader = {
    ...fieldReader(field, "path", limits.depth),
    place: "/query",
  };
  return (_request, query, _values, issues) =>
    query === "" ? undefined : readText(reader, query, issues);
}

function pathReader(
  path: string,
  parameters: readonly Parameter[],
  { depth }: RequestLimits,
): GroupReader {
  const names = path.split(IN_PATH).filter((_, index) => index % 2 === 1);
  for (const { name } of parameters)
    if (!names.includes(name)) throw new Error(`There is no {${name}} in ${path}.`);
  const places = names.map((name, index) => ({ name, index, first: names.indexOf(name) }));
  const repeated = places.filter(({ index, first }) => index !== first);
  const fields = places.flatMap(({ name, index, first }) => {
    const parameter = parameters.find((one) => one.name === name) ?? { name };
    return index === first ? [{ field: fieldReader(parameter, "path", depth), index }] : [];
  });
  const empty = objectsFor(names);
  return (_request, _query, values, issues) => {
    // A name that stands twice has one value.
    if (repeated.some(({ index, first }) => values[index] !== values[first]))
      throw new Problem(404);
    const group = empty();
    for (const { field, index } of fields) {
      const value = readText(field, values[index] ?? "", issues);
      if (value !== undefined) setMember(group, field.name, value);
    }
    return group;
  };
}

function headerReader(parameters: readonly Parameter[], { depth }: RequestLimits): GroupReader {
  const fields = parameters.map((parameter): [FieldReader, string] => [
    fieldReader(parameter, "header", depth),
    parameter.name.toLowerCase(),
  ]);
  const empty = objectsFor(parameters.map(({ name }) => name));
  return (request, _query, _values, issues) => {
    const group = empty();
    for (const [field, name] of fields) {
      const text = request.header(name);
      if (text === undefined) continue;
      const value = readText(field, text.trim(), issues);
      if (value !== undefined) setMember(group, field.name, value);
    }
    return group;
  };
}

function pairsReader(
  fields: readonly FieldReader[],
  keys: readonly string[],
): (pairs: Pairs, issues: Issue[]) => Record<string, unknown> {
  const names = fields.map((field) => field.name);
  const others = new Set([...names, ...keys]);
  const empty = objectsFor(names);
  return (pairs, issues) => {
    const group = empty();
    for (const field of fields) {
      const value = readFromPairs(field, pairs, others, issues);
      if (value !== undefined) setMember(group, field.name, value);
    }
    return group;
  };
}
