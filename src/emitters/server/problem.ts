import { groupBy } from "../../common/collections.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { type Code, code, doc, empty, name, str, use } from "../../emit/code.js";
import { namingOf } from "../../model/passes/camel-case.js";
import type { ApiModel, Media, Operation, Reply } from "../../model/types.js";
import { written } from "../names.js";
import { ErrorBody, RFC_9457, requiredIn } from "./error-body.js";
import { bodyType } from "./replies.js";
import { isRange } from "../../model/media.js";

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
 * most of its error replies have, if each member that it requires is one that a failure can fill; or their text.
 */
export function problemView(model: ApiModel, diagnostics?: Diagnostics): ProblemView | undefined {
  const found = mostUsed(errorShapes(model));
  if (!found) return undefined;
  const { media, body } = found;
  const { schema } = media;
  if (!body) {
    reportUnlike(found, diagnostics);
    return undefined;
  }
  const owner = schema?.name ?? schema?.alias;
  return {
    doc: doc(
      `The server's own errors as ${owner === undefined ? "those that most replies declare" : `\`${owner}\``}; replaced by \`describe\` in its options.`,
    ),
    name: name(`describe${model.name}Problem`),
    type:
      owner === undefined
        ? bodyType(found.operation, found.reply, media)
        : use(owner, "./types.js", "type"),
    body,
    sent: schema && namingOf(schema) ? written(schema, code`body`) : empty,
    contentType: str(isRange(media.type) ? usualType(media) : media.type),
  };
}

function usualType({ codec }: Media): string {
  return codec === "json" ? "application/json" : "text/plain";
}

/** Failures have the shape of RFC 9457 then, which callers do not expect where the description declares another. */
function reportUnlike({ media, lacks }: ErrorShape, diagnostics: Diagnostics | undefined): void {
  const { schema, source } = media;
  const missing = lacks ?? (schema && requiredIn(schema).find((member) => !RFC_9457.test(member)));
  if (missing !== undefined && schema?.name !== undefined)
    diagnostics?.report("describe-needed", source, { schema: schema.name, member: missing });
}

/** The body of an error, and where it is declared first. */
interface ErrorShape {
  readonly media: Media;
  readonly operation: Operation;
  readonly reply: Reply;
  /** Undefined if it cannot be made of a failure. */
  readonly body: Code | undefined;
  readonly lacks: string | undefined;
}

/** The bodies of the errors of all operations. One whose schema is written in place counts only if it can be filled in. */
function* errorShapes({ operations }: ApiModel): Iterable<ErrorShape> {
  for (const operation of operations)
    for (const reply of operation.replies.filter(isError)) {
      const inJson = reply.content.filter(({ codec, schema }) => codec === "json" && schema);
      for (const media of inJson.length > 0 ? inJson : reply.content.filter(isPlainText)) {
        const { code: whole, isSpecific, lacks } = new ErrorBody(media);
        const body = isSpecific ? whole : undefined;
        if (body ?? media.schema?.name) yield { media, operation, reply, body, lacks };
      }
    }
}

/** Not of HTML, which would make markup of what is quoted of a request. */
function isPlainText({ codec, type }: Media): boolean {
  return codec === "text" && /^text\/(plain|\*)/i.test(type);
}

function isError({ match, statuses }: Reply): boolean {
  if (statuses.length === 0) return false;
  if (match.kind === "default") return true;
  return match.kind === "exact" ? match.status >= 400 : match.class >= 4;
}

/** Those written in place are the same where failures look the same in them. */
function mostUsed(shapes: Iterable<ErrorShape>): ErrorShape | undefined {
  const groups = groupBy([...shapes], ({ media: { schema, codec }, body }) => {
    return schema?.name ?? `${codec} ${body?.text}`;
  });
  return [...groups.values()].sort((a, b) => b.length - a.length)[0]?.[0];
}
