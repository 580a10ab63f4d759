import { type Code, code, join, str, use } from "../../emit/code.js";
import type { Body, Media, Part, Schema } from "../../model/types.js";
import { exactItemJson, exactJson } from "../int64.js";
import { access } from "../access.js";
import { fieldPart } from "./parameters.js";

const runtime = (value: string): Code => use(value, "./runtime/bodies.js");

/** `({ body }) => jsonBody(body)`, or a choice by `contentType` where there are several media types. */
export function bodyCode(body: Body): Code {
  const [first, ...others] = body.content;
  if (!first) return code`() => undefined`;
  if (others.length === 0) {
    const value = code`body`;
    const sent = mediaBody(first, value);
    return code`({ body }) => ${body.required ? sent : code`body === undefined ? undefined : ${sent}`}`;
  }
  const value = code`request.body`;
  const when = ({ type }: Media): Code => code`request.contentType === ${str(type)} ? `;
  const choices = [first, ...others].map((media, i, all) =>
    body.required && i === all.length - 1
      ? mediaBody(media, value)
      : code`${when(media)}${mediaBody(media, value)} : `,
  );
  return code`(request) => ${choices}${body.required ? code`` : code`undefined`}`;
}

function mediaBody(media: Media, value: Code): Code {
  const type = str(media.type.includes("*") ? "application/octet-stream" : media.type);
  switch (media.codec) {
    case "json": {
      const exact = exactJson(media.schema);
      if (exact) return code`${runtime("jsonBody")}(${value}, ${type}, ${exact}.write)`;
      return media.type === "application/json"
        ? code`${runtime("jsonBody")}(${value})`
        : code`${runtime("jsonBody")}(${value}, ${type})`;
    }
    case "form":
      return code`${runtime("formBody")}([${join(
        media.parts.map((part) => formField(part, value)),
        ", ",
      )}])`;
    case "multipart":
      if (media.parts.length === 0)
        return code`${runtime("multipartBody")}(Object.entries(${value}).map(([name, one]) => ${runtime("part")}(name, one)))`;
      return code`${runtime("multipartBody")}([${join(
        media.parts.map((part) => formPart(part, value)),
        ", ",
      )}])`;
    case "binary":
      return code`${runtime("binaryBody")}(${value}, ${type})`;
    default:
      return code`${runtime("textBody")}(${value}, ${type})`;
  }
}

function formField(part: Part, owner: Code): Code {
  const value = access(owner, part.name);
  const isJson = part.contentType !== undefined && /[/+]json$/.test(part.contentType);
  if (isJson || (!part.encoding && isNested(part.schema))) {
    const exact = exactJson(part.schema);
    const last = exact ? code`, undefined, ${exact}.write` : code``;
    return code`${use("queryJson", "./runtime/serialize.js")}(${str(part.name)}, ${value}${last})`;
  }
  const plain = {
    kind: "style",
    style: "form",
    explode: true,
    allowReserved: false,
    shape: "mixed",
  } as const;
  return fieldPart(part.name, value, part.encoding ?? plain);
}

function formPart(part: Part, owner: Code): Code {
  const value = access(owner, part.name);
  const type = part.contentType ?? (isNested(part.schema) ? "application/json" : undefined);
  const exact = type === undefined ? undefined : exactItemJson(part.schema);
  const last = exact ? code`, undefined, ${exact}.write` : code``;
  const options = type === undefined ? code`` : code`, ${str(type)}${last}`;
  return code`${runtime("part")}(${str(part.name)}, ${value}${options})`;
}

/** OpenAPI 3.1, section 4.8.15.1.1: objects go as JSON, and so do arrays of them. */
function isNested({ keywords }: Schema): boolean {
  const target = keywords.ref?.keywords ?? keywords;
  const isObject =
    target.types?.includes("object") ??
    (target.properties !== undefined || target.allOf !== undefined);
  return isObject || (target.items !== undefined && isNested(target.items));
}
