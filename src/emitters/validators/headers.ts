import { pascalCase } from "../../model/naming.js";
import type { Header, Keywords, Operation, Reply, Schema } from "../../model/types.js";
import { isTrivial, passesAll } from "./analysis.js";
import { type OwnCheck, replyStem } from "./requests.js";

/** The checks that are written for the headers of replies, because their schemas have no name. */
export function headerChecksOf(operation: Operation): readonly OwnCheck[] {
  return operation.replies.flatMap((reply) =>
    reply.headers.flatMap((header) => {
      const name = headerName(operation, reply, header);
      const schema = valueSchema(header);
      return name === undefined || schema.name !== undefined ? [] : [{ name, schema }];
    }),
  );
}

/**
 * What comes after `check` in the name of the check of a reply's header: `ListPetsReply200XKindHeader`.
 * Undefined when what reads the header makes sure of all that its schema asks for, or when it gives
 * text where the schema means more.
 */
export function headerName(operation: Operation, reply: Reply, header: Header): string | undefined {
  const schema = valueSchema(header);
  const isChecked =
    header.encoding.kind === "content"
      ? header.encoding.media.codec === "json" && !isTrivial(schema)
      : isRead(schema) && asksMore(schema);
  if (!isChecked) return undefined;
  return schema.name ?? `${replyStem(operation, reply)}${pascalCase(header.name)}Header`;
}

function valueSchema({ encoding, schema }: Header): Schema {
  return encoding.kind === "content" ? (encoding.media.schema ?? schema) : schema;
}

/**
 * Whether a reader makes what a schema speaks of. It goes by the one type that a schema has, knows no
 * choices, and what is inside an array or object is a scalar to it.
 */
function isRead({ keywords }: Schema, isInside = false, seen: readonly Schema[] = []): boolean {
  const { additionalProperties: others, items, properties, ref, types = [] } = keywords;
  if (choosing.some((keyword) => keywords[keyword] !== undefined)) return false;
  if (types.filter((type) => type !== "null").length > 1) return false;
  if (others && !others.keywords.nothing && !isTrivial(others)) return false;
  if (ref && (seen.includes(ref) || !isRead(ref, isInside, [...seen, ref]))) return false;
  const inside = [...(items ? [items] : []), ...(properties?.values() ?? [])];
  if (isInside) return inside.length === 0 && !types.some((type) => /array|object/.test(type));
  return inside.every((schema) => isRead(schema, true));
}

/** Whether more than a type is asked for. A format alone is not enough: many a `Location` is a path where its description says `uri`. */
function asksMore({ keywords: { types, format, ...others } }: Schema): boolean {
  return !passesAll(others, (child) => !asksMore(child));
}

const choosing = [
  "nothing",
  "dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "dependentSchemas",
  "patternProperties",
  "propertyNames",
  "prefixItems",
  "contains",
  "unevaluatedItems",
  "unevaluatedProperties",
] as const satisfies readonly (keyof Keywords)[];
