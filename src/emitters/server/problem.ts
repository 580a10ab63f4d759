import type { Diagnostics } from "../../diagnostics/catalog.js";
import { type Code, code, doc, empty, name, str, use } from "../../emit/code.js";
import { namingOf } from "../../model/passes/camel-case.js";
import type { ApiModel, Media, NamedSchema, Schema } from "../../model/types.js";
import { written } from "../names.js";
import { ErrorBody, requiredIn } from "./error-body.js";

export interface ProblemView {
  readonly doc: Code;
  readonly name: Code;
  readonly type: Code;
  readonly body: Code;
  /** That body as it is on the wire. */
  readonly sent: Code;
  readonly contentType: Code;
}

/**
 * The server's own failures in the shape that the description gives for errors: the schema that
 * most of its error replies have, if each member that it requires is one that a failure can fill.
 */
export function problemView(model: ApiModel, diagnostics?: Diagnostics): ProblemView | undefined {
  const found = errorMedia(model);
  if (!found) return undefined;
  const { media, schema } = found;
  const body = new ErrorBody(schema, media.type);
  if (!body.code || !body.isSpecific) return unlike(media, schema, diagnostics);
  return {
    doc: doc(
      `The server's own errors as \`${schema.name}\`; replaced by \`describe\` in its options.`,
    ),
    name: name(`describe${model.name}Problem`),
    type: use(schema.name, "./types.js", "type"),
    body: body.code,
    sent: namingOf(schema) ? written(schema, code`body`) : empty,
    contentType: str(media.type.includes("*") ? "application/json" : media.type),
  };
}

/** The members of RFC 9457 that a failure has where nothing else is made of it. */
const usual: ReadonlySet<string> = new Set(["title", "status", "detail", "code"]);

/** Failures have the shape of RFC 9457 then, which callers do not expect where the description declares another. */
function unlike(
  media: Media,
  schema: NamedSchema,
  diagnostics: Diagnostics | undefined,
): undefined {
  const missing = requiredIn(schema).find((member) => !usual.has(member));
  if (missing !== undefined)
    diagnostics?.report("describe-needed", media.source, { schema: schema.name, member: missing });
  return undefined;
}

function errorMedia(model: ApiModel): { media: Media; schema: NamedSchema } | undefined {
  const counts = new Map<Schema, { media: Media; schema: NamedSchema; count: number }>();
  const errors = model.operations
    .flatMap(({ replies }) => replies)
    .filter(
      ({ match }) =>
        match.kind === "default" ||
        (match.kind === "exact" ? match.status >= 400 : match.class >= 4),
    );
  for (const media of errors.flatMap(({ content }) => content)) {
    const { schema } = media;
    if (media.codec !== "json" || schema?.name === undefined) continue;
    const known = counts.get(schema) ?? {
      media,
      schema: schema as NamedSchema,
      count: 0,
    };
    counts.set(schema, { ...known, count: known.count + 1 });
  }
  const [first] = [...counts.values()].sort((a, b) => b.count - a.count);
  return first;
}
