import { sameValueParts } from "../../src/model/children.js";
import { isStream } from "../../src/model/items.js";
import { METHODS } from "node:http";
import type {
  ContentEncoding,
  Media,
  Operation,
  Parameter,
  Schema,
  SecurityUse,
  StyleEncoding,
} from "../../src/model/types.js";
import { isOpenForm, partForm } from "../../src/emitters/parts.js";
import { requestGroups } from "../../src/emitters/requests.js";
import type { PlannedReply } from "./values.js";
import type { Members } from "./service.js";

/** What HTTP, or a style that a description asks for, has no way to write. A reason that is never met is one too many. */
export const reasons = {
  "an empty list is not written": "RFC 6570, section 2.3: a list without items is undefined",
  "null is not written": "RFC 6570, section 2.3: null is undefined",
  "an empty object is not written": "RFC 6570, section 2.3",
  "a list of one empty text looks like an empty list": "`a=` without explode",
  "a delimiter in a value is not told from one between values":
    "where nothing is percent-encoded: headers, parts, and dots in the style label",
  "a path has no empty or dotted segments": "RFC 3986, section 3.3",
  "a header has no such letters":
    "RFC 9110, section 5.5: no control characters, no space at its ends, bytes",
  "a text is not told from a number": "where a schema lets both through",
  "a value in a style has no parts of its own": "RFC 6570, section 2.3: lists and maps of texts",
  "two values side by side are not told apart": "OpenAPI 3.1, section 4.8.8: RFC 6570 only expands",
  "fetch sends no body with GET or HEAD": "the Fetch standard, section 5.4, Request(), step 37",
  "fetch has no such method": "the Fetch standard, section 2.2.1: forbidden methods",
  "node:http reads no such method":
    "RFC 9110, section 9.1: a server knows the methods that it knows",
  "there is one Authorization header": "RFC 9110, section 11.6.2: two schemes cannot both be in it",
  "no request meets a scheme that is not known": "OpenAPI 3.1, section 4.8.30: each is declared",
  "another path is the same":
    "OpenAPI 3.1, section 4.8.8.2: such templates are identical and invalid",
  "a redirect is followed":
    "the Fetch standard, section 4.4, HTTP-redirect fetch: where it has a Location",
  "an event without data is none": "the HTML standard, section 9.2.6: it is not dispatched",
  "an event has no such field":
    "the HTML standard, section 9.2.6: `retry` is digits, an empty `event` none",
  "a path has no query or fragment": "RFC 3986, section 3.3: `?` and `#` end it",
  "HTTP has this header for itself":
    "the Fetch standard, section 2.2.2; RFC 9110, sections 8.4 and 8.6",
  "a header's name is a token": "RFC 9110, section 5.1",
  "a list of one is not told from a value":
    "RFC 6570, section 3.2.8: where a schema lets both through",
  "only objects are in a deepObject": "OpenAPI 3.1, section 4.8.12.4",
  "a style writes the type that it is for": "RFC 6570, section 2.3: a text, a list or a map",
  "members of two objects are side by side": "RFC 6570, section 3.2.8: names of members alone",
  "an integer is too great to be exact": "RFC 8259, section 6: up to 2^53 - 1 all agree upon it",
} as const;

export type Reason = keyof typeof reasons;

/** Those for which a client sends nothing; with the others, a part of a value is lost, or is not told from another. */
export const refused: ReadonlySet<Reason> = new Set([
  "a delimiter in a value is not told from one between values",
  "a path has no empty or dotted segments",
  "a value in a style has no parts of its own",
  "a header's name is a token",
  "a header has no such letters",
  "a list of one empty text looks like an empty list",
]);

export type Place = "path" | "query" | "header" | "cookie" | "part";

/** Why a request cannot arrive as it is; undefined: it has to. */
export function whyNotRequest(operation: Operation, request: Members): Reason | undefined {
  const call = whyNotCall(operation, request);
  if (call) return call;
  if (isInexact(request)) return "an integer is too great to be exact";
  if (operation.parameters.filter(isSpread).length > 1)
    return "members of two objects are side by side";
  const path = (request["path"] ?? {}) as Members;
  if (isSideBySide(operation, path)) return "two values side by side are not told apart";
  const isAmbiguous = operation.path.some((part, index) => {
    const next = operation.path[index + 1];
    if (typeof part !== "object" || typeof next !== "object") return false;
    const { encoding } = next;
    const isLabel = encoding.kind === "style" && encoding.style === "label";
    return isLabel && (JSON.stringify(path[part.name]) ?? "").includes(".");
  });
  if (isAmbiguous) return "a delimiter in a value is not told from one between values";
  for (const { place, parameters, whole } of requestGroups(operation)) {
    const group = request[place];
    if (place === "headers" && parameters.some((one) => isFilledIn(one, group)))
      return "HTTP has this header for itself";
    if (group === undefined) continue;
    if (whole) {
      if (typeof group === "object" && Object.values(group as object).length === 0)
        return "an empty object is not written";
      const media = whole.encoding.kind === "content" ? whole.encoding.media : undefined;
      const reason = media && whyNotBody(media, group);
      if (reason) return reason;
      continue;
    }
    for (const { name, in: where, encoding, schema } of parameters) {
      const kind = where === "querystring" ? "query" : where;
      const value = (group as Members)[name];
      const reason =
        (place === "headers" && value !== undefined ? whyNotField(name) : undefined) ??
        whyNot(value, encoding, kind, schema);
      if (reason) return reason;
    }
  }
  const content = operation.body?.content ?? [];
  const type = request["contentType"];
  const media = content.length > 1 ? content.find((one) => isOf(one, type)) : content[0];
  return media && request["body"] !== undefined ? whyNotBody(media, request["body"]) : undefined;
}

/** Why an operation cannot be called at all. */
export function whyNotCall(operation: Operation, request: Members): Reason | undefined {
  if (["TRACE", "CONNECT", "TRACK"].includes(operation.method.toUpperCase()))
    return "fetch has no such method";
  if (!METHODS.includes(operation.method)) return "node:http reads no such method";
  if (/[?#]/.test(operation.path.filter((part) => typeof part === "string").join("")))
    return "a path has no query or fragment";
  const { security } = operation;
  const isUnknown = (uses: readonly SecurityUse[]): boolean =>
    uses.some(({ scheme }) => scheme.kind === "unknown");
  if (security.length > 0 && security.every(isUnknown))
    return "no request meets a scheme that is not known";
  if (security.length > 0 && security.every((uses) => authorizationsOf(uses).size > 1))
    return "there is one Authorization header";
  if (["GET", "HEAD"].includes(operation.method.toUpperCase()) && request["body"] !== undefined)
    return "fetch sends no body with GET or HEAD";
  return undefined;
}

/** As `whyNotRequest`, for a reply. */
export function whyNotReply({ declared, media, reply }: PlannedReply): Reason | undefined {
  const names = Object.keys((reply["headers"] ?? {}) as Members);
  const isRedirect = [301, 302, 303, 307, 308].includes(Number(reply["status"]));
  if (isRedirect && names.some((name) => name.toLowerCase() === "location"))
    return "a redirect is followed";
  for (const { name, encoding, schema } of declared?.headers ?? []) {
    const value = (reply["headers"] as Members | undefined)?.[name];
    const reason =
      (value === undefined ? undefined : whyNotField(name)) ??
      whyNot(value, encoding, "header", schema);
    if (reason) return reason;
  }
  return media && whyNotBody(media, reply["body"]);
}

/** Whether a body of a type is of a media type or range. */
export function isOf({ type: declared }: Media, type: unknown): boolean {
  const pattern = declared.replace(/[.+]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${pattern}$`).test(String(type));
}

/** What would begin the Authorization header; a token that is right for several schemes is one. */
function authorizationsOf(uses: readonly SecurityUse[]): ReadonlySet<string> {
  const found = uses.flatMap(({ scheme }) => {
    switch (scheme.kind) {
      case "apiKey":
        return scheme.in === "header" && /^authorization$/i.test(scheme.parameter) ? ["key"] : [];
      case "mutualTls":
      case "unknown":
        return [];
      case "oauth2":
      case "openIdConnect":
        return ["bearer"];
      default:
        return [scheme.kind === "http" ? scheme.scheme : scheme.kind];
    }
  });
  return new Set(found);
}

/** Headers that a client or a server of HTTP sets, whatever it is given. */
export const ownFields: ReadonlySet<string> = new Set([
  ...[
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "date",
    "expect",
    "host",
    "keep-alive",
  ],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
]);

function whyNotField(name: string): Reason | undefined {
  if (ownFields.has(name.toLowerCase())) return "HTTP has this header for itself";
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? undefined : "a header's name is a token";
}

function whyNotBody(media: Media, body: unknown): Reason | undefined {
  if (media.events?.whole && Array.isArray(body)) {
    const events = body as readonly Members[];
    if (events.some(({ data }) => data === undefined)) return "an event without data is none";
    if (events.some(({ event, retry = 0 }) => event === "" || !/^\d+$/.test(String(retry))))
      return "an event has no such field";
  }
  if (isStream(media) || (media.codec !== "form" && media.codec !== "multipart")) return undefined;
  if (body === null) return "null is not written";
  if (isOpenForm(media) || typeof body !== "object" || body === null) return undefined;
  for (const part of media.parts) {
    const form = partForm(part, media);
    const value = (body as Members)[part.name];
    const place = media.codec === "form" ? "query" : "part";
    if (form.kind === "style") {
      const reason = whyNot(value, form.encoding, place, part.schema);
      if (reason) return reason;
      continue;
    }
    if (form.repeated && Array.isArray(value) && value.length === 0)
      return "an empty list is not written";
    const ones = form.repeated && Array.isArray(value) ? value : [value];
    for (const one of ones) {
      if (part.headers.length > 0 && one !== undefined) {
        for (const { name, encoding, schema } of part.headers) {
          const field = (one as { headers?: Members }).headers?.[name];
          const reason = whyNot(field, encoding, "header", schema);
          if (reason) return reason;
        }
      } else if (one === null && form.kind === "text") return "null is not written";
    }
  }
  return undefined;
}

/** Why a value cannot arrive as it is in a parameter, a header or a part. */
export function whyNot(
  value: unknown,
  encoding: StyleEncoding | ContentEncoding,
  place: Place,
  schema: Schema,
): Reason | undefined {
  if (value === undefined) return undefined;
  if (encoding.kind === "content") {
    if (place === "path" && /^(\.|\.\.|)$/.test(String(value)))
      return "a path has no empty or dotted segments";
    const isText = place === "header" && typeof value === "string";
    return isText && !isField(value) ? "a header has no such letters" : undefined;
  }
  if (value === null) return "null is not written";
  if (value instanceof Date) return whyNot(value.toISOString(), encoding, place, schema);
  const { style, explode } = encoding;
  if (style === "deepObject" && typeof value !== "object")
    return "only objects are in a deepObject";
  if (/array|object/.test(encoding.shape) && typeof value !== "object")
    return "a style writes the type that it is for";
  if (encoding.shape === "mixed" && Array.isArray(value) && value.length === 1)
    return "a list of one is not told from a value";
  if (encoding.shape === "mixed" && value === "") return "a list of one is not told from a value";
  const isComposite = typeof value === "object";
  const texts = isComposite
    ? Object.entries(value)
        .flat()
        .filter((one) => one !== null)
    : [value];
  if (isComposite) {
    const all = Object.values(value as object) as unknown[];
    if (style !== "deepObject" && all.some((one) => typeof one === "object" && one !== null))
      if (!all.some((one) => one instanceof Date))
        return "a value in a style has no parts of its own";
    if (all.length === 0)
      return Array.isArray(value)
        ? "an empty list is not written"
        : "an empty object is not written";
    if (all.includes(null)) return "null is not written";
    const isJoined = !explode || place === "path" || place === "header";
    if (Array.isArray(value) && isJoined && style !== "matrix" && all.length === 1 && all[0] === "")
      return "a list of one empty text looks like an empty list";
  }
  if (isLikeOther(value, schema) || hasUntyped(value, schema))
    return "a text is not told from a number";
  const delimiter = style === "label" && explode ? "." : ",";
  const segment = Array.isArray(value) ? value.join(delimiter) : texts.join(",");
  if (
    place === "path" &&
    style !== "matrix" &&
    /^(\.|\.\.|)$/.test(style === "label" ? `.${segment}` : segment)
  )
    return "a path has no empty or dotted segments";
  const written = texts.map((one) => (one instanceof Date ? one.toISOString() : String(one)));
  if (isComposite && style === "label" && explode && written.some((one) => one.includes(".")))
    return "a delimiter in a value is not told from one between values";
  const isDelimited = style === "spaceDelimited" || style === "pipeDelimited";
  if (
    isDelimited &&
    !explode &&
    written.some((one) => one.includes(style === "spaceDelimited" ? " " : "|"))
  )
    return "a delimiter in a value is not told from one between values";
  if (place === "header" || place === "part" || style === "cookie") {
    const delimiter = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
    const isJoined = isComposite && (place === "header" || !explode);
    if (isJoined && written.some((one) => one.includes(delimiter) || /[=;]/.test(one)))
      return "a delimiter in a value is not told from one between values";
  }
  const inField = place === "header" || style === "cookie";
  if (inField && !written.every((one) => one !== "" && isField(one)))
    return "a header has no such letters";
  return undefined;
}

function isField(text: string): boolean {
  return text === text.trim() && !/[^\x20-\x7e]/.test(text);
}

/** Whether the members of an object are parameters by themselves. */
function isSpread({ in: place, encoding }: Parameter): boolean {
  return (
    place === "query" &&
    encoding.kind === "style" &&
    encoding.explode &&
    encoding.style !== "deepObject" &&
    encoding.shape === "object"
  );
}

function isInexact(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (value instanceof Blob || value instanceof Uint8Array) return false;
  return typeof value === "object" && value !== null && Object.values(value).some(isInexact);
}

/** Headers that `fetch` fills in where a request has none. */
export const filledByFetch: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "user-agent",
]);

function isFilledIn({ name }: Parameter, group: unknown): boolean {
  const isGiven = (group as Members | undefined)?.[name] !== undefined;
  return filledByFetch.has(name.toLowerCase()) && !isGiven;
}

/** Whether a value in a path has the text in it that ends it, or none is between it and the next. */
function isSideBySide({ path }: Operation, values: Members): boolean {
  return path.some((part, i) => {
    if (typeof part !== "object") return false;
    const next = path[i + 1];
    if (typeof next === "object")
      return next.encoding.kind !== "style" || next.encoding.style === "simple";
    const isLast = typeof path[i + 2] !== "object" || next === undefined || next.includes("/");
    return !isLast && JSON.stringify(values[part.name])?.includes(next) === true;
  });
}

/** Whether there are members that are no texts, and of which the schema does not say what they are. */
function hasUntyped(value: unknown, { keywords }: Schema): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, member]) => {
    const schema =
      keywords.properties?.get(name) ?? keywords.additionalProperties ?? keywords.items;
    const isSaid = schema && Object.keys(schema.keywords).length > 0;
    return !isSaid && (typeof member === "number" || typeof member === "boolean");
  });
}

/** The types that a schema speaks of, in any of its branches. */
function scalarsOf(schema: Schema): ReadonlySet<string> {
  const all = new Set([schema]);
  for (const one of all) for (const part of sameValueParts(one)) all.add(part);
  const types = [...all].flatMap(({ keywords: { types = [], const: only, enum: list } }) => [
    ...types,
    ...(list ?? (only ? [only.value] : [])).map((value) => typeof value),
  ]);
  return new Set(types.filter((type) => type !== "array" && type !== "object"));
}

function isLikeOther(value: unknown, schema: Schema): boolean {
  const scalars = scalarsOf(schema);
  return scalars.size > 1 && typeof value === "string" && /^(-?\d|true$|false$|null$)/.test(value);
}
