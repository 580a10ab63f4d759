import type { ApiModel, Callback, Operation } from "../model/types.js";
import { compareBodies } from "./bodies.js";
import { type Flow, type SourcePair, bothBelow, byKey, paired, sourcesOf } from "./changes.js";
import { compareParameters } from "./parameters.js";
import { compareReplies } from "./replies.js";
import type { RuleName } from "./rules.js";
import type { SchemaComparison } from "./schemas/schemas.js";
import { type Renames, compareSecurity } from "./security.js";
import { compareServers } from "./servers.js";

/** Two operations that are the same one, as they are being compared. */
export interface OperationPair {
  readonly old: Operation;
  readonly now: Operation;
  /** `GET /pets`, as it is now. */
  readonly subject: string;
  readonly request: Flow;
  readonly reply: Flow;
}

/** The operations of two descriptions, each with what it has become. */
export function compareOperations(
  comparison: SchemaComparison,
  old: ApiModel,
  now: ApiModel,
  renames: Renames,
): void {
  const nowhere = sourcesOf(old, now);
  for (const [was, is] of matchOperations(old.operations, now.operations)) {
    if (!was || !is) reportAlone(comparison, was, is, nowhere);
    else {
      compareOperation(comparison, was, is);
      if (was.security !== old.requirements || is.security !== now.requirements)
        compareSecurity(comparison.changes, was.security, is.security, {
          subject: titleOf(is),
          places: bothBelow(sourcesOf(was, is), "security"),
          renames,
        });
      if (was.servers !== old.servers || is.servers !== now.servers)
        compareServers(
          comparison.changes,
          was.servers,
          is.servers,
          titleOf(is),
          sourcesOf(was, is),
        );
    }
  }
}

/** Name of an operation in messages. */
function titleOf({ kind, method, template }: Operation): string {
  return kind === "path" ? `${method} ${template}` : `${kind} ${template}, ${method}`;
}

function reportAlone(
  comparison: SchemaComparison,
  was: Operation | undefined,
  is: Operation | undefined,
  nowhere: SourcePair,
): void {
  const operation = was ?? is;
  if (!operation) return;
  comparison.changes.add(
    is ? "operation-added" : "operation-removed",
    "fromClients",
    titleOf(operation),
    is ? `added (${operation.id})` : `removed (${operation.id})`,
    { old: was?.source ?? nowhere.old, now: is?.source ?? nowhere.now },
  );
}

type Match = readonly [Operation | undefined, Operation | undefined];

/** By method and path, then by a path whose parameters have other names, then by operationId; as they are now, then what is gone. */
function matchOperations(old: readonly Operation[], now: readonly Operation[]): readonly Match[] {
  const found = new Map<Operation, Operation>();
  const taken = new Set<Operation>();
  const identities = [
    ({ kind, method, template }: Operation) => `${kind} ${method} ${template}`,
    ({ kind, method, template }: Operation) =>
      `${kind} ${method} ${template.replace(/\{[^{}]*\}/g, "{}")}`,
    ({ kind, id }: Operation) => `${kind} ${id}`,
  ];
  for (const identity of identities) {
    const free = new Map<string, Operation>();
    for (const operation of old)
      if (!taken.has(operation)) free.set(identity(operation), operation);
    for (const operation of now) {
      const key = identity(operation);
      const other = found.has(operation) ? undefined : free.get(key);
      if (!other) continue;
      free.delete(key);
      found.set(operation, other);
      taken.add(other);
    }
  }
  return [
    ...now.map((operation) => [found.get(operation), operation] as const),
    ...old
      .filter((operation) => !taken.has(operation))
      .map((operation) => [operation, undefined] as const),
  ];
}

function compareOperation(comparison: SchemaComparison, old: Operation, now: Operation): void {
  const isReceived = now.kind !== "path";
  const pair: OperationPair = {
    old,
    now,
    subject: titleOf(now),
    request: isReceived ? "fromServers" : "fromClients",
    reply: isReceived ? "fromClients" : "fromServers",
  };
  comparePlace(comparison, pair);
  compareNotes(comparison, pair);
  compareParameters(comparison, pair);
  compareBodies(comparison, pair);
  compareReplies(comparison, pair);
  compareCallbacks(comparison, pair);
}

function comparePlace(comparison: SchemaComparison, { old, now, subject, request }: OperationPair) {
  const add = comparison.changes.adder(request, subject, sourcesOf(old, now));
  const plain = ({ method, template }: Operation): string =>
    `${method} ${template.replace(/\{[^{}]*\}/g, "{}")}`;
  if (plain(old) !== plain(now)) add("operation-moved", `was ${titleOf(old)}`);
  if (old.names.method !== now.names.method) add("operation-renamed", `${old.id} is now ${now.id}`);
}

function compareNotes(comparison: SchemaComparison, { old, now, subject, request }: OperationPair) {
  const add = comparison.changes.adder(request, subject, sourcesOf(old, now));
  const [group] = old.tags;
  const [next] = now.tags;
  if (group !== next)
    add("operation-group", `first tag ${group ?? "none"} → ${next ?? "none"}`, "tags");
  else if (old.tags.join("\0") !== now.tags.join("\0")) add("operation-tags", "other tags", "tags");
  const { deprecation: was } = old;
  const { deprecation: is } = now;
  if (!was && is)
    add(
      "operation-deprecated",
      `deprecated${is.sunset ? `, until ${is.sunset}` : ""}`,
      "deprecated",
    );
  if (was && !is) add("operation-restored", "no longer deprecated", "deprecated");
  if (was && is && was.sunset !== is.sunset)
    add(
      "operation-sunset",
      `goes away ${was.sunset ?? "never"} → ${is.sunset ?? "never"}`,
      "x-sunset",
    );
  if (was && is && (was.replacedBy?.id !== is.replacedBy?.id || was.advice !== is.advice))
    add("operation-replacement", "something else to use instead", "x-replaced-by");
  if (old.prose.summary !== now.prose.summary)
    add("operation-description", "another summary", "summary");
  if (old.prose.description !== now.prose.description)
    add("operation-description", "another description", "description");
}

function compareCallbacks(
  comparison: SchemaComparison,
  { old, now, subject }: OperationPair,
): void {
  const list = ({ callbacks }: Operation): readonly (Callback & { operation: Operation })[] =>
    callbacks.flatMap((callback) =>
      callback.operations.map((operation) => ({ ...callback, operation })),
    );
  const keyOf = ({ name, expression, operation }: ReturnType<typeof list>[number]): string =>
    `callback ${name}, ${operation.method} ${expression}`;
  const add = (rule: RuleName, message: string, places: SourcePair): void =>
    comparison.changes.add(rule, "fromServers", subject, message, places);
  for (const [key, was, is] of paired(byKey(list(old), keyOf), byKey(list(now), keyOf)))
    if (was && is) compareOperation(comparison, was.operation, is.operation);
    else if (was) add("operation-removed", `${key} removed`, sourcesOf(was.operation, now));
    else if (is) add("operation-added", `${key} added`, sourcesOf(old, is.operation));
}
