import { type Code, code, json, object, objectIfAny, str, use } from "../../emit/code.js";
import { isJsonText } from "../../model/media.js";
import { isStream } from "../../model/walks/items.js";
import { camelCase, nameOfPlace } from "../../model/names/naming.js";
import type { Body, Media, Operation, Parameter } from "../../model/types.js";
import { type Data, tableEntry } from "../names.js";
import { encodingMembers, fieldsData } from "../wire/fields.js";
import { exactJson } from "../wire/int64.js";
import { itemReader } from "../wire/items.js";
import { hasDefault } from "../requests.js";
import { itemCheck, requestCheck } from "../validators/index.js";
import { placeText } from "../../common/pointers.js";
import { type Preset, presetsOf } from "../../model/passes/defaults.js";

/** A parameter as data: `{ in: "query", name: "limit", type: "integer", default: 20 }`. */
function parameterData(parameter: Parameter): Code {
  const { schema, encoding, in: place } = parameter;
  const isHeaderLike = place === "path" || place === "header";
  const isForm =
    place === "querystring" && encoding.kind === "content" && encoding.media.codec === "form";
  const usual = hasDefault(parameter) ? schema.keywords.default : undefined;
  return object({
    in: str(place),
    name: str(parameter.name),
    ...(isForm
      ? { fields: fieldsData(encoding.media) }
      : encodingMembers(encoding, schema, isHeaderLike ? "simple" : "form")),
    default: usual && json(usual.value),
  });
}

/** The same; nothing for a text in the path, where the template says as much. */
export function listedParameter(parameter: Parameter): readonly Data[] {
  const data = parameterData(parameter);
  const plain = code`{ in: "path", name: ${str(parameter.name)} }`;
  if (data.text === plain.text) return [];
  const { source } = parameter;
  const isInPlace = /\/parameters\/\d+$/.test(source.pointer);
  const key = nameOfPlace(source).word.replace(/_?param(eter)?$/i, "");
  return [
    {
      code: data,
      place: isInPlace ? undefined : placeText(source),
      word: camelCase(`${key} parameter`),
      type: use("Parameter", "./runtime/wire/parameters/parameters.js", "type"),
    },
  ];
}

/** Readers for a body by media type. */
export function bodyData(operation: Operation, body: Body): Code {
  const content = body.content.map((media) =>
    tableEntry(media.type, codecOf(operation, media), () =>
      use("BodyCodec", "./runtime/server/requests/body.js", "type"),
    ),
  );
  return object({ required: body.required ? code`true` : undefined, content: object(content) });
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
  const isJson = isJsonText(media.codec);
  const exact = isJson ? exactJson(media.schema) : undefined;
  if (exact) return code`{ codec: "json", read: ${exact}.read }`;
  if (isJson) return str("json");
  if (media.codec === "binary") return str(media.codec);
  if (media.codec === "form" || media.codec === "multipart")
    return code`{ codec: ${str(media.codec)}, fields: ${fieldsData(media)} }`;
  return str("text");
}

/** The check of a request, which fills in what its body leaves out if that is wanted. */
export function checkData(operation: Operation): Code {
  const check = requestCheck(operation);
  const presets = [...presetsOf(operation.body)].map(
    ([{ type }, preset]) => [type, presetData({ ...preset, default: undefined })] as const,
  );
  const [first] = presets;
  if (!first) return check;
  if (operation.body?.content.length === 1)
    return code`${use("filling", "./runtime/server/requests/fill.js")}(${check}, ${first[1]})`;
  return code`${use("fillingByType", "./runtime/server/requests/fill.js")}(${check}, ${object(presets)})`;
}

function presetData({ default: own, inside, items }: Preset): Code {
  return object({
    default: own && json(own.value),
    inside: objectIfAny([...inside].map(([name, one]) => [name, presetData(one)] as const)),
    items: items && presetData({ ...items, default: undefined }),
  });
}
