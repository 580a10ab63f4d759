import { type Code, code, join, str, use } from "../../emit/code.js";
import { isStream } from "../../model/walks/items.js";
import type { Body, Media, Operation, Parameter } from "../../model/types.js";
import { tableEntry } from "../wire/access.js";
import { defaultValue } from "./defaults.js";
import { encodingMembers, fieldsData } from "../wire/fields.js";
import { exactJson } from "../wire/int64.js";
import { itemReader } from "../wire/items.js";
import { hasDefault } from "../requests.js";
import { itemCheck } from "../validators/index.js";

/** A parameter as data: `{ in: "query", name: "limit", type: "integer", default: 20 }`. */
function parameterData(parameter: Parameter): Code {
  const { schema, encoding, in: place } = parameter;
  const isHeaderLike = place === "path" || place === "header";
  const isForm =
    place === "querystring" && encoding.kind === "content" && encoding.media.codec === "form";
  const members = [
    code`in: ${str(place)}`,
    code`name: ${str(parameter.name)}`,
    ...(isForm
      ? [code`fields: ${fieldsData(encoding.media)}`]
      : encodingMembers(encoding, schema, isHeaderLike ? "simple" : "form")),
    ...(hasDefault(parameter) && schema.keywords.default
      ? [code`default: ${defaultValue(schema.keywords.default.value)}`]
      : []),
  ];
  return code`{ ${join(members, ", ")} }`;
}

/** The same; nothing for a text in the path, where the template says as much. */
export function listedParameter(parameter: Parameter): readonly Code[] {
  const data = parameterData(parameter);
  const plain = code`{ in: "path", name: ${str(parameter.name)} }`;
  return data.text === plain.text ? [] : [data];
}

/** How a body is read, by media type. */
export function bodyData(operation: Operation, body: Body): Code {
  const content = body.content.map((media) =>
    tableEntry(media.type, codecOf(operation, media), () =>
      use("BodyCodec", "./runtime/server/requests/body.js", "type"),
    ),
  );
  const required = body.required ? code`required: true, ` : code``;
  return code`{ ${required}content: { ${join(content, ", ")} } }`;
}

function codecOf(operation: Operation, media: Media): Code {
  if (isStream(media)) {
    const check = itemCheck(operation, media);
    const last = check ? code`, ${check}` : code``;
    return code`${use("receiveItems", "./runtime/server/streams.js")}(${itemReader(media)}${last})`;
  }
  if (media.isStreamed) {
    const streamed = (word: string): Code =>
      use(word, "./runtime/server/requests/streamed-bodies.js");
    return media.codec === "binary"
      ? streamed("receiveBytes")
      : code`${streamed("receiveParts")}(${fieldsData(media)})`;
  }
  const exact = media.codec === "json" ? exactJson(media.schema) : undefined;
  if (exact) return code`{ codec: "json", read: ${exact}.read }`;
  if (media.codec === "json" || media.codec === "binary") return str(media.codec);
  if (media.codec === "form" || media.codec === "multipart")
    return code`{ codec: ${str(media.codec)}, fields: ${fieldsData(media)} }`;
  return str("text");
}
