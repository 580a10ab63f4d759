import type { Diagnostics } from "../../diagnostics/catalog.js";
import { type Code, code, doc, empty, join, name, property, str, use } from "../../emit/code.js";
import { namingOf } from "../../model/passes/camel-case.js";
import { propertiesOf } from "../../model/media.js";
import type { ApiModel, JsonType, Media, NamedSchema, Schema } from "../../model/types.js";
import { together } from "../../model/walks/values.js";
import { written } from "../names.js";

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
  const members: Code[] = [];
  const names = namingOf(schema)?.names;
  for (const [property_, { schema: inner, required }] of propertiesOf(schema)) {
    const value = valueFor(property_, inner);
    const called = names?.get(property_) ?? property_;
    if (value) members.push(code`${property(called)}: ${value}`);
    else if (required) return unlike(media, schema, diagnostics);
  }
  if (requiresUnknown(schema)) return unlike(media, schema, diagnostics);
  if (members.length === 0) return undefined;
  return {
    doc: doc(
      `The server's own errors as \`${schema.name}\`; replaced by \`describe\` in its options.`,
    ),
    name: name(`describe${model.name}Problem`),
    type: use(schema.name, "./types.js", "type"),
    body: code`{ ${join(members, ", ")} }`,
    sent: names ? written(schema, code`body`) : empty,
    contentType: str(media.type.includes("*") ? "application/json" : media.type),
  };
}

/** A required member that has no schema. */
function requiresUnknown(schema: Schema): boolean {
  const known = propertiesOf(schema);
  return requiredIn(schema).some((member) => !known.has(member));
}

function requiredIn(schema: Schema): readonly string[] {
  return [...together(schema)].flatMap(({ keywords }) => [...(keywords.required ?? [])]);
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

/** The value for a member of an error, by its name and type; only plain values can be filled in. */
function valueFor(member: string, schema: Schema): Code | undefined {
  const { types, enum: values, const: constant, items, format, pattern } = schema.keywords;
  if (values ?? constant ?? format?.replace(/^int(32|64)$/, "") ?? pattern) return undefined;
  const is = (type: JsonType): boolean => types?.includes(type) === true;
  const isNumber = is("integer") || is("number");
  if (isNumber && /^(status|statusCode|status_code|code|httpStatus)$/.test(member))
    return code`problem.status`;
  if (!is("string")) {
    const isTexts =
      is("array") && items?.keywords.types?.includes("string") === true && !items.keywords.enum;
    return isTexts && /^(errors|details|issues)$/.test(member)
      ? code`problem.issues.map(({ path, message }) => \`\${path} \${message}\`)`
      : undefined;
  }
  if (/^(code|error|errorCode|error_code)$/.test(member)) return code`problem.code`;
  if (member === "title") return code`${use("titleOf", "./runtime/server/problem.js")}(problem)`;
  if (/^(message|detail|description|error_description|msg|reason)$/.test(member))
    return code`${use("explain", "./runtime/server/problem.js")}(problem)`;
  return undefined;
}
