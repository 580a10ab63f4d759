import { schemasIn } from "../walks/children.js";
import { reachable } from "../../common/collections.js";
import { filterDocument } from "../document/filter.js";
import { operationSchemas } from "./direction.js";
import { withCallbacks } from "../operations.js";
import type { ApiModel, Operation, Schema, SecurityScheme } from "../types.js";

/**
 * The model with these operations only. What only the others needed goes with them: schemas, shared replies,
 * security schemes. What no operation of the model needed stays, unless `onlyUsed`.
 */
export function withOperations(
  model: ApiModel,
  operations: readonly Operation[],
  { onlyUsed = false }: { readonly onlyUsed?: boolean } = {},
): ApiModel {
  const kept = new Set(operations);
  const list = model.operations
    .filter((operation) => kept.has(operation))
    .map((operation) => withoutLost(operation, kept));
  const before = onlyUsed ? undefined : reachable(operationSchemas(model.operations), partsOf);
  // A schema that nothing used before is kept, with all that it refers to.
  const unneeded = model.schemas.filter((schema) => before?.has(schema) === false);
  const needed = reachable([...operationSchemas(list), ...unneeded], partsOf);
  const schemes = schemesOf(list);
  const schemesBefore = onlyUsed ? undefined : schemesOf(model.operations);
  const replies = sharedReplies(list);
  const { document } = model;
  return {
    ...model,
    document: document && ((bundled) => filterDocument(document(bundled), list, onlyUsed)),
    operations: list,
    schemas: model.schemas.filter((schema) => needed.has(schema)),
    replies: model.replies.filter((reply) => replies.has(reply)),
    security: model.security.filter(
      (scheme) => schemes.has(scheme) || schemesBefore?.has(scheme) === false,
    ),
  };
}

/** The replies that operations share; not one of which all that use it lack the body that it has, or have another. */
export function sharedReplies(operations: readonly Operation[]): ReadonlySet<unknown> {
  const all = withCallbacks(operations).flatMap(({ replies }) => replies);
  return new Set(all.map(({ shared }) => shared));
}

/** A deprecated operation whose replacement is left out names it as text. */
function withoutLost(operation: Operation, kept: ReadonlySet<Operation>): Operation {
  const { deprecation } = operation;
  const { replacedBy } = deprecation ?? {};
  if (!deprecation || !replacedBy || kept.has(replacedBy)) return operation;
  const advice = deprecation.advice ?? replacedBy.id;
  return { ...operation, deprecation: { ...deprecation, replacedBy: undefined, advice } };
}

function partsOf(schema: Schema): readonly Schema[] {
  return [...schemasIn(schema), ...(schema.keywords.discriminator?.cases.values() ?? [])];
}

function schemesOf(operations: readonly Operation[]): ReadonlySet<SecurityScheme> {
  return new Set(
    withCallbacks(operations).flatMap(({ security }) =>
      security.flat().map(({ scheme }) => scheme),
    ),
  );
}
