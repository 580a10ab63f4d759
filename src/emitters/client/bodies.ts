import { type Code, code, empty, global, str, use } from "../../emit/code.js";
import { isJsonText, isRange } from "../../model/media.js";
import type { Body, Media } from "../../model/types.js";
import { isStream } from "../../model/walks/items.js";
import { isPossible } from "../../model/walks/values.js";
import { written } from "../names.js";
import { exactJson } from "../wire/int64.js";
import { mediaBody } from "../wire/media-body.js";
import { defaultMedia, needsType } from "../../model/walks/implied-media.js";

/** The members of a request that are its body; a choice by `contentType` where there are several media types. */
export function bodyCode(body: Body): Code {
  const { content, required } = body;
  const [first, ...others] = content;
  if (!first) return empty;
  if (others.length === 0) {
    const exact = exactJson(first.schema);
    if (required && first.codec === "json" && first.type === "application/json" && !exact)
      return code`type: ${str(first.type)}, body: JSON.stringify(${written(body, code`body`)})`;
    const sent = mediaBody(
      first,
      sentBody(body, first, code`body`),
      needsType(first) ? code`contentType` : undefined,
    );
    return required ? code`...${sent}` : code`...(body !== undefined && ${sent})`;
  }
  const implied = defaultMedia(body);
  // After the others it needs no test, but the compiler does not tell it from those of a range.
  const last = content.some(({ type }) => isRange(type)) ? undefined : implied;
  // Of ranges, the widest comes last.
  const order = (media: Media): number =>
    media === last ? 2 : isRange(media.type) ? 1 + 1 / media.type.length : 0;
  // To the compiler, there is no request with a body of which no value is valid, and none is left where it is looked for.
  const isSure = content.every(({ schema }) => !schema || isPossible(schema));
  const request = isSure ? code`request` : code`(request as ${anyRequest})`;
  const choices = [...content].sort((a, b) => order(a) - order(b));
  const sent = choices.map((media, i) => {
    const type = isRange(media.type) ? code`${request}.contentType` : undefined;
    const isRest = required && implied === undefined;
    const isTold = !isSure || isDistinguished(media, content, isRest);
    const value = isTold ? code`${request}.body` : castTo(media, content);
    const made = mediaBody(media, sentBody(body, media, value), type);
    const isElse = i === choices.length - 1 && (required || media === last);
    const isSaid = when(media, request);
    const test =
      media === implied ? code`${request}.contentType === undefined || ${isSaid}` : isSaid;
    return isElse ? made : code`${test} ? ${made} : `;
  });
  if (required) return code`...(${sent})`;
  return code`...(request.body === undefined ? undefined : ${sent}${last ? empty : code`undefined`})`;
}

const anyRequest = code`${global("Record")}<"body" | "contentType", any>`;

/** A form is called as in code until its fields are written. */
function sentBody(body: Body, media: Media, value: Code): Code {
  return media.codec === "json" || isStream(media) ? written(body, value) : value;
}

/** True where the compiler knows whose body it is once all that `when` tests up to here has been answered. */
function isDistinguished(media: Media, content: readonly Media[], isRest: boolean): boolean {
  const others = content.filter(({ codec }) => codec !== media.codec);
  if (!isRange(media.type))
    return !others.some((other) => isRange(other.type) && covers(other, media));
  return isRest && !others.some((other) => isRange(other.type) || covers(media, other));
}

function covers(range: Media, { type }: Media): boolean {
  const [start = "", end = ""] = range.type.replace("*/*", "*").split("*");
  return type.startsWith(start) && type.endsWith(end);
}

/** The body as what its codec takes, where that is not anything; mostly, a range that covers other types is one of bytes. */
function castTo(media: Media, content: readonly Media[]): Code {
  const { codec, type } = media;
  if (isJsonText(codec)) return code`request.body`;
  const bytes = use("Bytes", "./runtime/wire/media.js", "type");
  if (codec === "binary") return code`(request.body as ${bytes})`;
  if (codec === "text" || codec === "xml") return code`(request.body as string)`;
  if (
    content.every(
      (other) => other.codec === "binary" || !isRange(other.type) || !covers(other, media),
    )
  )
    return code`(request.body as ${global("Exclude")}<typeof request.body, ${bytes}>)`;
  const own = code`${global("Extract")}<typeof request, { contentType: ${str(type)} }>["body"]`;
  return code`(request.body as ${global("NonNullable")}<${own}>)`;
}

/** The members of a request that its body is made of. */
export function bodyBindings({ content }: Body): readonly Code[] {
  const [first, ...others] = content;
  if (!first || others.length > 0) return [];
  return needsType(first) ? [code`body`, code`contentType`] : [code`body`];
}

/** The test that a body of one of several media types is of this one. */
function when({ type }: Media, request: Code): Code {
  if (!isRange(type)) return code`${request}.contentType === ${str(type)}`;
  if (type === "*/*") return code`${request}.contentType !== undefined`;
  const [start = "", end = ""] = type.split("*");
  const begins = code`${request}.contentType?.startsWith(${str(start)})`;
  return end === "" ? begins : code`${begins} && ${request}.contentType.endsWith(${str(end)})`;
}
