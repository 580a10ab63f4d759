import { pascalCase } from "../../model/names/naming.js";
import type { Header, Operation, Reply, Schema } from "../../model/types.js";
import { headerForm } from "../wire/header-form.js";
import { isTrivial, passesAll } from "./analysis/analysis.js";
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
 * Undefined when what reads the header makes sure of all that its schema asks for.
 */
export function headerName(operation: Operation, reply: Reply, header: Header): string | undefined {
  const schema = valueSchema(header);
  const isChecked =
    header.encoding.kind === "content"
      ? header.encoding.media.codec === "json" && !isTrivial(schema)
      : headerForm(schema)
        ? asksMore(schema)
        : !isTrivial(schema);
  if (!isChecked) return undefined;
  return schema.name ?? `${replyStem(operation, reply)}${pascalCase(header.name)}Header`;
}

function valueSchema({ encoding, schema }: Header): Schema {
  return encoding.kind === "content" ? (encoding.media.schema ?? schema) : schema;
}

/** Whether more than a type is asked for. A format alone is not enough: many a `Location` is a path where its description says `uri`. */
function asksMore({ keywords: { types, format, ...others } }: Schema): boolean {
  return !passesAll(others, (child) => !asksMore(child));
}
