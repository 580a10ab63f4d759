import { type Code, join, use } from "../../emit/code.js";
import type { OutputFile } from "../../emit/file.js";
import { withCallbacks } from "../../model/operations.js";
import type {
  ApiModel,
  Header,
  Media,
  NamedSchema,
  Operation,
  Reply,
  Schema,
} from "../../model/types.js";
import type { EmitContext, Emitter } from "../emitter.js";
import { namesCode, namesFile } from "../names.js";
import { int64File } from "../wire/int64.js";
import { Functions, withoutUnused } from "./functions.js";
import {
  headerChecksOf,
  headerName,
  itemName,
  ownersOf,
  replyChecksOf,
  replyName,
  requestSchema,
} from "./requests.js";
import { Places } from "./analysis/places.js";
import { findCycles } from "./analysis/analysis.js";
import { Duplicates } from "./analysis/duplicates.js";
import { makersFor } from "./code/makers.js";
import { writeCheck, writeNamed, writeRequestCheck } from "./code/write.js";

export { Expectations } from "./expected.js";
export { type OwnedCheck, replyBody } from "./requests.js";

const file = "./validators.js";

/** Writes `validators.ts`. */
export const validators: Emitter = {
  name: "validators",
  purpose: "Functions that check a value against a schema and report what is wrong with it.",
  needs: ["types"],
  isLast: true,
  emit(model, context) {
    const files = validatorsFile(model, context);
    return [...files, ...int64File(model), ...namesFile(model, files, context)];
  },
};

function validatorsFile(model: ApiModel, context: EmitContext): readonly OutputFile[] {
  const all = withCallbacks(model.operations);
  const named = model.schemas;
  const requests = all.map((operation) => ({ operation, schema: requestSchema(operation) }));
  const replies = all.flatMap((operation) =>
    [...replyChecksOf(operation), ...headerChecksOf(operation)].map((check) => ({
      ...check,
      owner: operation.names.request,
    })),
  );
  const owners = ownersOf(replies);
  const bodies = uniqueBy(replies, ({ name }) => name).map(({ name, schema }) => ({
    name,
    schema,
    owners: owners.get(name) ?? [],
  }));

  const cycles = findCycles([
    ...named,
    ...requests.map(({ schema }) => schema),
    ...bodies.map(({ schema }) => schema),
  ]);
  const duplicates = new Duplicates(cycles);
  const roots = [
    ...requests.map(({ operation, schema }) => ({ schema, word: operation.names.request })),
    ...bodies.map(({ name, schema }) => ({ schema, word: name })),
  ];
  const places = new Places(named, roots, model.source.file, duplicates);
  const constants = context.options.split === "none" ? 2 * named.length + requests.length : 0;
  const makers = makersFor(constants);
  const functions = new Functions({
    places,
    duplicates,
    cycles,
    diagnostics: context.diagnostics,
    formats: context.options.formats,
    file: model.source.file,
    makers,
  });
  for (const schema of named)
    functions.write(schema.name, () => writeNamed(schema, functions), "after");
  for (const { operation, schema } of requests) {
    const { request } = operation.names;
    const type = namesCode(operation) ? undefined : request;
    functions.write(request, () => writeRequestCheck(request, schema, type, functions), "before");
  }
  for (const { name, schema, owners } of bodies)
    functions.write(name, () => writeCheck(name, schema, undefined, functions, owners), "before");
  const parts = [...makers.pieces, ...functions.written()];
  const needed = withoutUnused(parts, rootsOf(named, requests, functions, context));
  if (needed.length === 0) return [];
  const pieces = { all: needed, areTypes: false, isEntry: true };
  const code = needed.map((piece) => piece.code);
  return [{ path: "validators.ts", code: join(code, "\n\n"), pieces }];
}

/** Validators that other files import, and, if the target is requested, those for users. */
function rootsOf(
  named: readonly NamedSchema[],
  requests: readonly { readonly operation: Operation }[],
  functions: Functions,
  { imported, isRequested = true }: EmitContext,
): (word: string) => boolean {
  const names = imported?.(file);
  if (!isRequested) return (word) => names?.has(word) === true;
  const own = new Set([
    ...named.flatMap((schema) => {
      const { check, parse, schema: standard } = functions.exportedNames(schema);
      return [functions.testName(schema), check, parse, standard].map(({ text }) => text);
    }),
    ...requests.map(({ operation }) => `check${operation.names.request}`),
  ]);
  return names === undefined
    ? (word) => own.has(word) || word.startsWith("check")
    : (word) => own.has(word) || names.has(word);
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item] as const)).values()];
}

/** The name of the check of a schema with a name. */
export function schemaCheck(schema: Schema): Code | undefined {
  return schema.name === undefined ? undefined : use(`check${schema.name}`, file);
}

/** The name of the check of all that a request carries. */
export function requestCheck(operation: Operation): Code {
  return use(`check${operation.names.request}`, file);
}

/** The name of the check of a reply's body; undefined where nothing is known of it. */
export function replyCheck(operation: Operation, reply: Reply, media: Media): Code | undefined {
  const word = replyName(operation, reply, media);
  return word === undefined ? undefined : use(`check${word}`, file);
}

/** The name of the check of a reply's header; undefined where reading it is enough. */
export function headerCheck(operation: Operation, reply: Reply, header: Header): Code | undefined {
  const word = headerName(operation, reply, header);
  return word === undefined ? undefined : use(`check${word}`, file);
}

/** The name of the check of each item of a stream that is sent to an operation. */
export function itemCheck({ body, names }: Operation, media: Media): Code | undefined {
  const word = itemName(names.request, media, body?.content ?? []);
  return word === undefined ? undefined : use(`check${word}`, file);
}
