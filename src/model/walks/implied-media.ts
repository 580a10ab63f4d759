import { reachable } from "../../common/collections.js";
import { isRange } from "../media.js";
import type { Body, Media, Schema } from "../types.js";
import { sameValueParts } from "./children.js";
import { isOpen, meantTypes } from "./values.js";

/** The sender of a body has to give its type: for `image/*` none can be assumed. */
export function needsType({ codec, type }: Media): boolean {
  return codec === "binary" && /^(?!application)[^*/]+\/\*$/i.test(type);
}

/**
 * Of several media types, the one that a body has unless its sender says another: JSON, `application/json` before
 * others. None where anything is JSON, so that bytes or a text for another type could be taken for it.
 */
export function defaultMedia({ content }: Body): Media | undefined {
  const json = content.filter(({ codec, type }) => codec === "json" && !isRange(type));
  const media = json.find(({ type }) => type === "application/json") ?? json[0];
  const isOnlyJson = content.every(({ codec }) => codec === "json");
  return content.length > 1 && media && (isOnlyJson || isTyped(media.schema)) ? media : undefined;
}

/** A schema that says of which type its values are, and more of an object than that it is one. */
function isTyped(schema: Schema | undefined): boolean {
  if (!schema || meantTypes(schema) === undefined) return false;
  return ![...reachable([schema], sameValueParts)].some(isOpen);
}

/** The media type that a body has if its sender says none; undefined where one has to be said. */
export function impliedMedia(body: Body): Media | undefined {
  return body.content.length === 1
    ? body.content.find((media) => !needsType(media))
    : defaultMedia(body);
}
