import { type Code, code, empty, use } from "../../emit/code.js";
import type { Parameter, StyleEncoding } from "../../model/types.js";

/** In a file of their own, which is all that most clients need. */
const ofScalars: ReadonlySet<string> = new Set([
  "pathOf",
  "pathScalar",
  "queryOf",
  "queryScalar",
  "queryString",
]);

/** A function that writes parameters, with its import. */
export function serializer(word: string): Code {
  return use(word, `./runtime/wire/parameters/${ofScalars.has(word) ? "scalar" : "serialize"}.js`);
}

/** A field of a form, in the style of a query parameter. */
export function fieldPart(field: Code, value: Code, encoding: StyleEncoding): Code {
  const reserved = encoding.allowReserved ? code`, ${serializer("reserved")}` : empty;
  return code`${serializer(queryStyle(encoding))}(${field}, ${value}${reserved})`;
}

/** OpenAPI 3.1, section 4.8.12: the delimited styles with `explode` are the same as `form`. */
export function queryStyle({ style, explode }: StyleEncoding): string {
  if (style === "deepObject") return "deepObject";
  if (explode) return "form";
  return style === "spaceDelimited" || style === "pipeDelimited" ? style : "formJoined";
}

/** The function of the runtime that writes a header of a request or of a part. */
export function headerFunction(encoding: Parameter["encoding"]): string {
  if (isText(encoding)) return "headerValue";
  if (encoding.kind === "content") return "headerJson";
  return encoding.explode ? "headerExploded" : "headerValue";
}

/** A value that is text by its media type is written like a text of a style. */
export function isText(encoding: Parameter["encoding"]): boolean {
  return encoding.kind === "content" && encoding.media.codec !== "json";
}
