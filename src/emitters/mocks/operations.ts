import {
  type Code,
  code,
  json,
  jsonIfAny,
  name,
  object,
  objectIfAny,
  str,
  use,
} from "../../emit/code.js";
import { camelCase } from "../../model/names/naming.js";
import type { Media, NamedReply, Operation, Reply } from "../../model/types.js";
import { isStream } from "../../model/walks/items.js";
import { statusKey, tableEntry } from "../names.js";
import { replyCheck } from "../validators/index.js";
import type { Collection } from "./collections.js";
import { exampleCode, examplesCode } from "./examples.js";
import { anyShape, checked, shapeCode } from "./shapes.js";

/** Mock replies of an operation, as data. */
export function operationData(
  operation: Operation,
  collection: Collection | undefined,
  figures: ReadonlySet<string>,
): Code {
  const replies = operation.replies
    .filter(({ statuses }) => statuses.length > 0)
    .map((reply) => {
      const data = reply.shared ? sharedName(reply.shared) : replyData(operation, reply, figures);
      return [statusKey(reply), data] as const;
    });
  return object({
    method: str(operation.method),
    path: str(operation.template),
    replies: object(replies),
    collection: collection && collectionData(collection),
  });
}

/** A reply that operations share, as a constant. */
export function sharedReply(
  shared: NamedReply,
  operations: readonly Operation[],
  figures: ReadonlySet<string>,
): Code {
  const uses = operations.flatMap((operation) =>
    operation.replies.flatMap((reply) => (reply.shared === shared ? [{ operation, reply }] : [])),
  );
  const [use] = uses;
  if (!use) return code``;
  return code`const ${sharedName(shared)}: ${mockReply} = ${replyData(use.operation, use.reply, figures)};`;
}

const mockReply = use("MockReply", "./runtime/mocks/replies.js", "type");

function sharedName(shared: NamedReply): Code {
  return name(camelCase(shared.name));
}

/** `figures`: the headers that the server sends by itself, of the rate limit. */
function replyData(operation: Operation, reply: Reply, figures: ReadonlySet<string>): Code {
  const headers = reply.headers
    .filter((header) => header.required && !figures.has(header.name))
    .map((header) => tableEntry(header.name, shapeCode(header.schema), () => anyShape));
  const content = reply.content.map(
    (media) => [media.type, contentData(operation, reply, media)] as const,
  );
  return object({ headers: objectIfAny(headers), content: objectIfAny(content) });
}

function contentData(operation: Operation, reply: Reply, media: Media): Code {
  const { codec, schema, itemSchema, events, examples = [] } = media;
  const check = checked(isStream(media) ? itemSchema : schema, replyCheck(operation, reply, media));
  if (codec === "binary") return code`{ form: "bytes" }`;
  if (isStream(media)) {
    const item = itemSchema && shapeCode(itemSchema);
    return object({ form: str("items"), body: events?.whole ? eventShape(item) : item, check });
  }
  if (codec === "text" || codec === "xml")
    return object({
      body: code`{ type: "string" }`,
      examples: examplesCode(examples.filter((one) => typeof one === "string")),
    });
  const named = namedCode(media);
  return object({
    body: schema && shapeCode(schema),
    check,
    examples: named ? undefined : examplesCode(examples, schema),
    named,
  });
}

/** Of an event, which is none without data. */
function eventShape(item: Code | undefined): Code {
  return item
    ? code`{ allOf: [${item}, { required: ["data"] }] }`
    : code`{ type: "object", required: ["data"], properties: { data: { type: "string" } } }`;
}

/** Examples by their names. */
function namedCode({ examples = [], exampleNames = [], schema }: Media): Code | undefined {
  const members = exampleNames.map((one, index) => {
    const value = examples[index];
    return [one, value === undefined ? undefined : exampleCode(value, schema)] as const;
  });
  return objectIfAny(members);
}

function collectionData(collection: Collection): Code {
  const { role, path, item, id, parameter, member, page } = collection;
  return object({
    role: str(role),
    path: str(path),
    item: shapeCode(item),
    id: str(id),
    parameter: jsonIfAny(parameter),
    member: jsonIfAny(member),
    page: page && pageData(page),
  });
}

function pageData(page: NonNullable<Collection["page"]>): Code {
  const { items, size, kind, parameter, place, counts, first, next, header, more, total, echo } =
    page;
  // A page whose parameter is in a body is no list at an address of its own.
  const goesOn = place === "query" && { kind, parameter, counts, first: counts && first };
  return json({ items, size, ...goesOn, next, header, more, total, echo });
}
