import type { Kind } from "./kinds.js";

type Json = Readonly<Record<string, unknown>>;

/** A place of a value in a request or a reply, and how it is written there. */
export interface Place {
  readonly name: string;
  readonly in:
    | "path"
    | "query"
    | "header"
    | "cookie"
    | "reply"
    | "form"
    | "multipart"
    | "whole form"
    | "whole multipart";
  readonly style?: string | undefined;
  readonly explode?: boolean | undefined;
  readonly allowReserved?: boolean | undefined;
  /** The media type of the value: one text, of JSON or not. */
  readonly content?: string | undefined;
}

const styles = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
  reply: ["simple"],
  form: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  multipart: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
} as const;

const mayBeReserved = new Set(["path", "query", "form", "cookie"]);

/** Every location × style × explode × allowReserved, what is encoded as content, and forms as a whole. */
export const places: readonly Place[] = [
  ...Object.entries(styles).flatMap(([where, all]) =>
    all.flatMap((style) =>
      [false, true].flatMap((explode) =>
        [false, ...(mayBeReserved.has(where) ? [true] : [])]
          .filter(() => explode || style !== "deepObject")
          .map((allowReserved): Place => ({
            name: [where, style, explode && "explode", allowReserved && "allowReserved"]
              .filter(Boolean)
              .join(" "),
            in: where as Place["in"],
            style,
            explode,
            allowReserved,
          })),
      ),
    ),
  ),
  ...(["path", "query", "header", "cookie", "reply"] as const).flatMap((where) =>
    ["application/json", "application/json; charset=utf-8", "text/plain"].map((content): Place => ({
      name: `${where} ${content}`,
      in: where,
      content,
    })),
  ),
  ...["application/json; charset=utf-8", "text/plain"].map((content): Place => ({
    name: `multipart ${content}`,
    in: "multipart",
    content,
  })),
  ...(["form", "multipart", "whole form", "whole multipart"] as const).map((where): Place => ({
    name: where,
    in: where,
  })),
];

/** Whether OpenAPI says how such values are written there. */
export function isDefined(
  { name, shape }: Kind,
  { in: where, style, explode, content }: Place,
): boolean {
  // OpenAPI 3.1, section 4.8.15.1.1: without a type, a part is bytes.
  if (where === "multipart" && name === "nothing said") return false;
  const isNested = shape === "nested" || shape === "lists";
  if (where.startsWith("whole")) return shape === "object" || (isNested && where !== "whole form");
  if (content === "text/plain" && where !== "multipart") return shape === "scalar";
  if (content || (style === undefined && where !== "header")) return true;
  if (style === "deepObject") return shape === "object" || isNested;
  if (shape === "lists") return explode === true && !/^(?:path|header|reply)$/.test(where);
  if (isNested) return false;
  const isDelimited = style === "spaceDelimited" || style === "pipeDelimited";
  return !isDelimited || explode === true || shape !== "scalar";
}

/** The operation that has a value of a schema in a place, as a path item. */
export function operationOf(id: string, place: Place, schema: Json): Json {
  const { in: where, style, explode, allowReserved, content } = place;
  const encoding = {
    ...(style && { style }),
    ...(explode !== undefined && { explode }),
    ...(allowReserved && { allowReserved }),
  };
  const value = content ? { content: { [content]: { schema } } } : { schema, ...encoding };
  const done = { description: "done" };
  if (where === "reply")
    return {
      get: {
        operationId: id,
        responses: { 200: { ...done, headers: { [wordOf(place)]: value } } },
      },
    };
  if (where === "path" || where === "query" || where === "header" || where === "cookie")
    return {
      get: {
        operationId: id,
        parameters: [{ name: wordOf(place), in: where, required: where === "path", ...value }],
        responses: { 204: done },
      },
    };
  const isWhole = where.startsWith("whole");
  const media = {
    schema: isWhole ? schema : { type: "object", properties: { par: schema } },
    ...(style && { encoding: { par: encoding } }),
    ...(content && { encoding: { par: { contentType: content } } }),
  };
  const type = where.endsWith("multipart")
    ? "multipart/form-data"
    : "application/x-www-form-urlencoded";
  return {
    post: {
      operationId: id,
      requestBody: { required: true, content: { [type]: media } },
      responses: { 204: done },
    },
  };
}

/** What the value is called there. */
export function wordOf({ in: where }: Place): string {
  return where === "header" || where === "reply" ? "X-Par" : "par";
}
