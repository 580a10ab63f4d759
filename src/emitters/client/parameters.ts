import {
  type Code,
  code,
  empty,
  join,
  json,
  objectIfAny,
  str,
  text,
  use,
  variable,
} from "../../emit/code.js";
import { sameValueParts } from "../../model/walks/children.js";
import { partOf } from "../../model/names/type-words.js";
import { valueSchema } from "../../model/parameters.js";
import { parameterName } from "../../model/passes/camel-case.js";
import { reachable } from "../../common/collections.js";
import type { Operation, Parameter, Schema, StyleEncoding } from "../../model/types.js";
import { isDate } from "../../model/walks/values.js";
import { membersOf } from "../../model/walks/members.js";
import { access, isInherited, namesCode, written } from "../names.js";
import { exactJson } from "../wire/int64.js";
import { wholeFields } from "../wire/media-body.js";
import { requestGroups } from "../requests.js";
import { headerFunction, queryStyle, serializer, undivided } from "../wire/fields.js";
import { bodyBindings } from "./bodies.js";

/** `` `/pets/${…}` + queryString(…) ``, so that each parameter of a long query has a line; `address` is that of the operation, if it has one of its own. */
export function urlCode(operation: Operation, address: readonly (Code | string)[]): Code {
  return join([pathCode(operation, address), ...searchCode(operation)], " + ");
}

function pathCode(operation: Operation, address: readonly (Code | string)[]): Code {
  const { path } = operation;
  if (address.length === 0 && isNamed(operation, "path") && path.every(isUnambiguous)) {
    const template = path.map((part) => (typeof part === "string" ? part : `{${part.name}}`));
    return code`${serializer("pathOf")}(${str(template.join(""))}, path)`;
  }
  const parts = [
    ...address,
    ...path.map((part) => (typeof part === "string" ? part : sentCode(operation, part))),
  ];
  return parts.every((part) => typeof part === "string") ? str(parts.join("")) : text(parts);
}

/** Nothing in a template but its parameters looks like one. */
function isUnambiguous(part: Parameter | string): boolean {
  return !/[{}\n]/.test(typeof part === "string" ? part : part.name);
}

/** True where there are parameters, and their names are all that it takes to write them. */
function isNamed(operation: Operation, place: "path" | "query"): boolean {
  const all = placed(operation, place);
  return all.length > 0 && all.every((one) => isPlain(operation, one, place));
}

function isPlain(operation: Operation, parameter: Parameter, place: "path" | "query"): boolean {
  const { name, schema, required } = parameter;
  const isScalar = functionOf(parameter) === `${place}Scalar` && (place === "path" || !required);
  return (
    isScalar &&
    parameterName(operation, parameter) === name &&
    !isInherited(name) &&
    !namesCode(schema)
  );
}

/** The query with its `?`, where there is one; behind what of it stands in the path. */
export function searchCode(operation: Operation): readonly Code[] {
  const hasBegun = operation.path.some((part) => typeof part === "string" && part.includes("?"));
  return queryCode(operation).map((query) => (hasBegun ? code`${query}.replace("?", "&")` : query));
}

function queryCode(operation: Operation): readonly Code[] {
  const [whole] = placed(operation, "querystring");
  if (!whole && isNamed(operation, "query")) {
    const names = placed(operation, "query").map(({ name }) => str(name));
    return [code`${serializer("queryOf")}(query, ${join(names, ", ")})`];
  }
  const query = whole
    ? [wholeQuery(whole)]
    : placed(operation, "query").map((one) => sentCode(operation, one));
  return query.length > 0 ? [code`${serializer("queryString")}(${join(query, ", ")})`] : [];
}

/** `{ "x-trace": headerValue("X-Trace", headers["X-Trace"]), cookie: … }`; undefined without any. */
export function headersCode(operation: Operation): Code | undefined {
  const own = placed(operation, "cookie").map((one) => sentCode(operation, one));
  const headers = placed(operation, "header");
  // A header field of that name is sent together with them.
  const isCookie = ({ name }: Parameter): boolean =>
    own.length > 0 && name.toLowerCase() === "cookie";
  const header = (parameter: Parameter): Code => sentCode(operation, parameter);
  const cookies = [...headers.filter(isCookie).map(header), ...own];
  const members = headers
    .filter((parameter) => !isCookie(parameter))
    .map((parameter) => [parameter.name, header(parameter)] as const);
  const cookie =
    cookies.length > 0 ? code`${serializer("cookieHeader")}(${join(cookies, ", ")})` : undefined;
  return objectIfAny([...members, ["cookie", cookie]]);
}

function placed(operation: Operation, place: Parameter["in"]): readonly Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === place);
}

/** OpenAPI 3.2, section 4.12.4: the whole query is one value, written as its media type says. */
function wholeQuery(parameter: Parameter): Code {
  const { encoding, schema, required } = parameter;
  const value = written(schema, variable("query"));
  const media = encoding.kind === "content" ? encoding.media : undefined;
  if (media?.codec === "form") return wholeFields(media, variable("query"), !required);
  if (!media) return demanded(parameter, code`${serializer("wholeText")}(${value})`);
  const exact = exactJson(valueSchema(parameter));
  return demanded(
    parameter,
    code`${serializer("wholeJson")}(${value}${exact ? code`, ${exact}.write` : empty})`,
  );
}

export function sendsCookies({ parameters }: Operation): boolean {
  return parameters.some((one) => one.in === "cookie");
}

/** `form("limit", query.limit)`. */
function sentCode(operation: Operation, parameter: Parameter): Code {
  const { name, schema } = parameter;
  const place = partOf(parameter.in);
  const given = written(schema, access(variable(place), parameterName(operation, parameter)));
  const value = undivided(str(name), given, parameter);
  const reserved = reservedFunction(parameter);
  const encode = reserved ? code`, ${serializer(reserved)}` : writer(parameter);
  const isListed = (place === "query" || place === "cookies") && isSpread(parameter);
  const all = isListed ? placed(operation, parameter.in) : [];
  const others = all.filter((one) => one !== parameter);
  const before = encode.text === "" ? code`, undefined` : encode;
  const last =
    others.length === 0 ? encode : code`${before}, ${json(others.map((one) => one.name))}`;
  const sent = code`${serializer(functionOf(parameter))}(${str(name)}, ${value}${last})`;
  return place === "path" ? sent : demanded(parameter, sent);
}

/** What encodes a value with `allowReserved`, in the places and styles that encode any. */
function reservedFunction({ encoding, in: place }: Parameter): string | undefined {
  if (encoding.kind !== "style" || !encoding.allowReserved || encoding.style === "cookie")
    return undefined;
  const functions = { path: "reservedInPath", query: "reserved", cookie: "reservedInCookie" };
  return place === "header" || place === "querystring" ? undefined : functions[place];
}

function functionOf(parameter: Parameter): string {
  switch (partOf(parameter.in)) {
    case "path":
      return pathFunction(parameter);
    case "query":
      return queryFunction(parameter);
    case "headers":
      return headerFunction(parameter.encoding);
    case "cookies":
      return cookieFunction(parameter);
  }
}

/** Its members are written as parameters of their own, of any name. */
function isSpread({ encoding, schema }: Parameter): boolean {
  if (encoding.kind !== "style" || !encoding.explode || encoding.style === "deepObject")
    return false;
  if (encoding.shape !== "object" && encoding.shape !== "mixed") return false;
  const { properties, patterns, rest } = membersOf(schema);
  return rest !== undefined || patterns.size > 0 || properties.size === 0;
}

/** Refuses a required parameter of which nothing would be sent; what is in a path refuses that by itself. */
function demanded({ name, required }: Parameter, sent: Code): Code {
  return required ? code`${serializer("required")}(${str(name)}, ${sent})` : sent;
}

/** Last argument of a call that writes JSON with int64s. */
function writer(parameter: Parameter): Code {
  if (parameter.encoding.kind !== "content") return empty;
  const exact = exactJson(valueSchema(parameter));
  return exact ? code`, undefined, ${exact}.write` : empty;
}

function pathFunction({ encoding, schema }: Parameter): string {
  if (encoding.kind === "content") return "pathJson";
  const { style, explode } = encoding;
  if (style === "simple" && isScalar(encoding, schema)) return "pathScalar";
  const stem = style === "label" || style === "matrix" ? style : "simple";
  return explode ? `${stem}Exploded` : stem;
}

function queryFunction({ name, encoding, schema }: Parameter): string {
  // Another name has to be encoded.
  const isPlain = /^[\w.~-]+$/.test(name);
  if (encoding.kind === "content") return "queryJson";
  return isPlain && encoding.style === "form" && isScalar(encoding, schema)
    ? "queryScalar"
    : queryStyle(encoding);
}

/** Written without a look at the value: no list, no object, no `Date`. */
function isScalar({ shape, allowReserved }: StyleEncoding, schema: Schema): boolean {
  return shape === "scalar" && !allowReserved && isTyped(schema) && !mayBeDate(schema);
}

/** False where the values of a schema may be anything. */
function isTyped(schema: Schema, seen = new Set<Schema>()): boolean {
  const { types, enum: values, const: constant } = schema.keywords;
  if ((types ?? values ?? constant) || seen.has(schema)) return true;
  seen.add(schema);
  const { allOf, anyOf, oneOf, ref } = schema.keywords;
  const sure = [...(allOf ?? []), ...(ref ? [ref] : [])];
  return (
    [anyOf, oneOf].some((all) => all?.every((one) => isTyped(one, seen))) ||
    sure.some((one) => isTyped(one, seen))
  );
}

function mayBeDate(schema: Schema): boolean {
  return [...reachable([schema], sameValueParts)].some(isDate);
}

function cookieFunction({ encoding }: Parameter): string {
  if (encoding.kind === "content") return "cookieJson";
  const stem = encoding.style === "cookie" ? "cookieRaw" : "cookie";
  return encoding.explode ? stem : `${stem}Joined`;
}

/** A body of one of several media types, so that the request as a whole says which. */
export function isChosen({ body }: Operation): boolean {
  return body !== undefined && body.content.length > 1;
}

/** `{}`, which the compiler does not take where an optional member has a name that it inherits. */
function emptyGroup(parameters: readonly Parameter[]): Code {
  const inherits = parameters.some(({ name }) => isInherited(name));
  return inherits ? use("nothing", "./runtime/wire/own.js") : code`{}`;
}

/** `(base) => ({ … })`: makes what is sent, of a request that is taken apart first where its body is chosen. */
export function outgoingFunction(operation: Operation, base: Code, outgoing: Code): Code {
  const taken = isChosen(operation) ? bindingsOf(operation) : [];
  return taken.length > 0
    ? code`(${base}) => {\nconst { ${join(taken, ", ")} } = request;\nreturn ${outgoing};\n}`
    : code`(${base}) => (${outgoing})`;
}

/** `path`, `query = {}`, `body`: what is taken out of a request. */
export function bindingsOf(operation: Operation): readonly Code[] {
  const groups = requestGroups(operation).map(({ place, required, whole, parameters }) =>
    required || whole ? variable(place) : code`${variable(place)} = ${emptyGroup(parameters)}`,
  );
  return [...groups, ...(operation.body ? bodyBindings(operation.body) : [])];
}
