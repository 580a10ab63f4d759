import { pascalCase } from "../../model/naming.js";
import type {
  Body,
  Keywords,
  Media,
  Operation,
  Parameter,
  ParameterPlace,
  Reply,
  Schema,
} from "../../model/types.js";
import { isTrivial } from "./analysis.js";

const groups: Readonly<Record<ParameterPlace, string>> = {
  path: "path",
  query: "query",
  querystring: "query",
  header: "headers",
  cookie: "cookies",
};

/** A request as a schema, so that it is checked like any other value: `{ path, query, headers, cookies, body }`. */
export function requestSchema(operation: Operation): Schema {
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  const whole = operation.parameters.find((parameter) => parameter.in === "querystring");
  for (const group of ["path", "query", "headers", "cookies"]) {
    const parameters = operation.parameters.filter(
      (parameter) => parameter !== whole && groups[parameter.in] === group,
    );
    if (parameters.length === 0) continue;
    properties.set(group, groupSchema(operation, parameters));
    if (parameters.some((parameter) => parameter.required)) required.add(group);
  }
  if (whole) {
    properties.set("query", valueSchema(whole));
    if (whole.required) required.add("query");
  }
  const { body } = operation;
  if (body && body.content.length > 1)
    return made(operation, {
      types: ["object"],
      properties,
      required,
      anyOf: choices(body, operation),
    });
  if (body) {
    properties.set("body", bodySchema(body.content[0], operation));
    if (body.required) required.add("body");
  }
  return made(operation, { types: ["object"], properties, required });
}

function made({ source }: { readonly source: Schema["source"] }, keywords: Keywords): Schema {
  return { source, name: undefined, keywords };
}

function groupSchema(operation: Operation, parameters: readonly Parameter[]): Schema {
  const { file, pointer } = operation.source;
  return made(
    { source: { file, pointer: `${pointer}/parameters` } },
    {
      types: ["object"],
      properties: new Map(parameters.map((parameter) => [parameter.name, valueSchema(parameter)])),
      required: new Set(parameters.filter(({ required }) => required).map(({ name }) => name)),
    },
  );
}

/** What is known of the value that stands for a parameter, once it is read. */
function valueSchema({ encoding, schema }: Parameter): Schema {
  if (encoding.kind === "style") return schema;
  return encoding.media.codec === "json" ? (encoding.media.schema ?? schema) : made(schema, {});
}

/** With several media types, `contentType` says which of the schemas the body has to keep. */
function choices(body: Body, operation: Operation): readonly Schema[] {
  const found = body.content.map((media) =>
    made(media, {
      types: ["object"],
      properties: new Map([
        ["contentType", made(media, { const: { value: media.type } })],
        ["body", bodySchema(media, operation)],
      ]),
      required: new Set(["contentType", "body"]),
    }),
  );
  const nothing = made(body, { not: made(body, { required: new Set(["body"]) }) });
  return body.required ? found : [...found, nothing];
}

function bodySchema(media: Media | undefined, operation: Operation): Schema {
  return (media && mediaSchema(media)) ?? made(media ?? operation, {});
}

/** The schema of the value that a body is read into; undefined: nothing is known of it. */
function mediaSchema(media: Media): Schema | undefined {
  switch (media.codec) {
    case "json":
    case "form":
    case "text":
      return media.schema;
    case "multipart":
      return media.schema && partsSchema(media, media.schema);
    default:
      return undefined;
  }
}

/** A part of a multipart body may be a file, of which a schema cannot tell more than that it is there. */
function partsSchema(media: Media, schema: Schema): Schema {
  const parts = media.parts.map(
    (part) => [part.name, isFile(part.schema) ? made(part.schema, {}) : part.schema] as const,
  );
  const required = new Set(media.parts.filter((part) => part.required).map((part) => part.name));
  return parts.length === 0
    ? made(schema, {})
    : made(schema, { types: ["object"], properties: new Map(parts), required });
}

function isFile({ keywords }: Schema): boolean {
  const { contentEncoding, contentMediaType, format, items, types } = keywords;
  if (items && isFile(items)) return true;
  return (
    format === "binary" ||
    (types === undefined && !keywords.ref) ||
    (contentMediaType !== undefined && !contentEncoding)
  );
}

/** A check that is written for the body of a reply, because its schema has no name. */
export interface ReplyCheck {
  /** `ListPetsReply200`, or `NotFoundReply` for a reply that operations share. */
  readonly name: string;
  readonly schema: Schema;
}

export function replyChecksOf(operation: Operation): readonly ReplyCheck[] {
  return operation.replies.flatMap((reply) =>
    reply.content.flatMap((media) => {
      const name = replyName(operation, reply, media);
      return name === undefined || !media.schema || media.schema.name !== undefined
        ? []
        : [{ name, schema: media.schema }];
    }),
  );
}

/** What comes after `check` in the name of the check of a reply's body; undefined: there is nothing to check. */
export function replyName(operation: Operation, reply: Reply, media: Media): string | undefined {
  const { schema } = media;
  if (media.codec !== "json" || !schema || isTrivial(schema)) return undefined;
  if (schema.name !== undefined) return schema.name;
  const others = reply.content.filter((other) => other.codec === "json");
  const suffix = others.length > 1 ? pascalCase(media.type) : "";
  return reply.shared
    ? `${reply.shared.name}${suffix}`
    : `${operation.names.reply}${statusWord(reply.match)}${suffix}`;
}

function statusWord(match: Reply["match"]): string {
  switch (match.kind) {
    case "exact":
      return String(match.status);
    case "range":
      return `${match.class}XX`;
    case "default":
      return "Default";
  }
}
