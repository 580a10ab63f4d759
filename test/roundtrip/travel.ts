import { isStream } from "../../src/model/walks/items.js";
import type { Media, Operation, Parameter } from "../../src/model/types.js";
import { isOpenForm, partForm } from "../../src/emitters/wire/parts.js";
import { requestGroups } from "../../src/emitters/requests.js";
import { isFilledIn, whyNotField } from "./fields.js";
import type { Reason } from "./reasons.js";
import type { Members } from "./service.js";
import type { PlannedReply } from "./values.js";
import { whyNotCall } from "./why-not-call.js";
import { isLikeOther, whyNotValue } from "./why-not-value.js";

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
  if (isAmbiguous) return "two values side by side are not told apart";
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
        whyNotValue(value, encoding, kind, schema);
      if (reason) return reason;
    }
  }
  const content = operation.body?.content ?? [];
  const type = request["contentType"];
  const media = content.length > 1 ? content.find((one) => isOf(one, type)) : content[0];
  return media && request["body"] !== undefined ? whyNotBody(media, request["body"]) : undefined;
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
      whyNotValue(value, encoding, "header", schema);
    if (reason) return reason;
  }
  return media && whyNotBody(media, reply["body"]);
}

/** Whether a body of a type is of a media type or range. */
export function isOf({ type: declared }: Media, type: unknown): boolean {
  const pattern = declared.replace(/[.+]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${pattern}$`).test(String(type));
}

function whyNotBody(media: Media, body: unknown): Reason | undefined {
  if (media.events?.whole && Array.isArray(body)) {
    const events = body as readonly Members[];
    if (events.some(({ data }) => data === undefined)) return "an event without data is none";
    const isField = ({ event = "message", id = "", retry = 0 }: Members): boolean =>
      event !== "" && /^\d+$/.test(String(retry ?? 0)) && !/[\r\n\0]/.test(`${event}${id}`);
    if (!events.every(isField)) return "an event has no such field";
    if (events.some(({ event, id, retry }) => [event, id, retry].includes(null)))
      return "null is not written";
  }
  if (isStream(media) || (media.codec !== "form" && media.codec !== "multipart")) return undefined;
  if (body === null) return "null is not written";
  if (isOpenForm(media) || typeof body !== "object" || body === null) return undefined;
  const named = new Set(media.parts.map(({ name }) => name));
  for (const [name, value] of Object.entries(body)) {
    if (named.has(name) || typeof value === "string") continue;
    return value === null ? "null is not written" : "a text is not told from a number";
  }
  for (const part of media.parts) {
    const form = partForm(part, media);
    const value = (body as Members)[part.name];
    const place = media.codec === "form" ? "query" : "part";
    if (form.kind === "style") {
      const reason = whyNotValue(value, form.encoding, place, part.schema);
      if (reason) return reason;
      continue;
    }
    const isList = Array.isArray(value) && (form.repeated || form.kind === "text");
    if (isList && value.length === 0) return "an empty list is not written";
    if (isList && form.repeated !== true && value.length === 1)
      return "a list of one is not told from a value";
    const ones: readonly unknown[] = isList ? value : [value];
    for (const one of ones) {
      if (part.headers.length > 0 && one !== undefined) {
        for (const { name, encoding, schema } of part.headers) {
          const field = (one as { headers?: Members }).headers?.[name];
          const reason = whyNotValue(field, encoding, "header", schema);
          if (reason) return reason;
        }
      } else if (form.kind === "text") {
        if (one === null) return "null is not written";
        if (isLikeOther(one, form.schema)) return "a text is not told from a number";
        if (media.codec === "form" && typeof one === "string" && /^[[{].*[\]}]$/s.test(one))
          return "a text is not told from a number";
      }
    }
  }
  return undefined;
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
