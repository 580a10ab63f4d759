import { type Code, code, empty, str, text, use } from "../../emit/code.js";
import type { Operation, Parameter, StyleEncoding } from "../../model/types.js";
import { exactJson } from "../int64.js";
import { access } from "../access.js";
import { type Place, placeName } from "../requests.js";

const runtime = (value: string): Code => use(value, "./runtime/serialize.js");

/** The path as a template literal with each parameter encoded, or as plain text. */
export function pathCode(operation: Operation): Code {
  const parts = operation.path.map((part) => (typeof part === "string" ? part : pathPart(part)));
  return parts.every((part) => typeof part === "string") ? str(parts.join("")) : text(parts);
}

function pathPart(parameter: Parameter): Code {
  return call(pathFunction(parameter), parameter, "path", allowReservedIn("path"));
}

/** `form("limit", query.limit)`. */
export function queryPart(parameter: Parameter): Code {
  return call(queryFunction(parameter), parameter, "query", allowReservedIn("query"));
}

/** `"X-Trace": headerValue("X-Trace", headers["X-Trace"])`. */
export function headerPart(parameter: Parameter): Code {
  const { encoding } = parameter;
  const name =
    encoding.kind === "content"
      ? "headerJson"
      : encoding.explode
        ? "headerExploded"
        : "headerValue";
  return call(name, parameter, "headers", empty);
}

export function cookiePart(parameter: Parameter): Code {
  return call(cookieFunction(parameter), parameter, "cookies", empty);
}

/** A field of a form, in the style of a query parameter. */
export function fieldPart(field: string, value: Code, encoding: StyleEncoding): Code {
  const reserved = encoding.allowReserved ? code`, ${runtime("reserved")}` : empty;
  return code`${runtime(queryStyle(encoding))}(${str(field)}, ${value}${reserved})`;
}

function call(serializer: string, parameter: Parameter, place: Place, reserved: Code): Code {
  const value = access(placeName(place), parameter.name);
  const { encoding } = parameter;
  const isReserved = encoding.kind === "style" && encoding.allowReserved;
  const encode = isReserved && reserved.text !== "" ? code`, ${reserved}` : writer(parameter);
  return code`${runtime(serializer)}(${str(parameter.name)}, ${value}${encode})`;
}

/** What comes last in a call that writes JSON with int64s. */
function writer({ encoding, schema }: Parameter): Code {
  if (encoding.kind !== "content") return empty;
  const exact = exactJson(encoding.media.schema ?? schema);
  return exact ? code`, undefined, ${exact}.write` : empty;
}

function allowReservedIn(place: "path" | "query"): Code {
  return runtime(place === "path" ? "reservedInPath" : "reserved");
}

function pathFunction({ encoding }: Parameter): string {
  if (encoding.kind === "content") return "pathJson";
  const { style, explode } = encoding;
  const stem = style === "label" || style === "matrix" ? style : "simple";
  return explode ? `${stem}Exploded` : stem;
}

function queryFunction({ encoding }: Parameter): string {
  return encoding.kind === "content" ? "queryJson" : queryStyle(encoding);
}

/** OpenAPI 3.1, section 4.8.12: the delimited styles with `explode` are the same as `form`. */
function queryStyle({ style, explode }: StyleEncoding): string {
  if (style === "deepObject") return "deepObject";
  if (explode) return "form";
  return style === "spaceDelimited" || style === "pipeDelimited" ? style : "formJoined";
}

function cookieFunction({ encoding }: Parameter): string {
  if (encoding.kind === "content") return "cookieJson";
  const stem = encoding.style === "cookie" ? "cookieRaw" : "cookie";
  return encoding.explode ? stem : `${stem}Joined`;
}
