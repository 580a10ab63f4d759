import { change } from "../change.js";
import { identifier } from "./naming.js";
import { renamedTo } from "../operations.js";
import type { ApiModel, NamedSchema, Operation } from "../types.js";

/** New names; what is given none keeps its own. */
export interface Renaming {
  /** The name of the function; those of the types follow from it. */
  readonly operation?: (operation: Operation) => string | undefined;
  readonly schema?: (schema: NamedSchema) => string | undefined;
}

/** The model with other names. Schemas are changed in place, since all that uses one refers to it. */
export function rename(model: ApiModel, { operation, schema }: Renaming): ApiModel {
  for (const one of model.schemas) {
    const name = schema?.(one);
    if (name !== undefined) change(one, { name: identifier(name) });
  }
  const renamed = new Map(
    model.operations.map((one) => {
      const name = operation?.(one);
      return [
        one,
        name === undefined ? one : { ...one, names: renamedTo(identifier(name), one.names) },
      ];
    }),
  );
  return { ...model, operations: [...renamed.values()].map((one) => relinked(one, renamed)) };
}

/** A deprecated operation names the one that takes its place. */
function relinked(operation: Operation, renamed: ReadonlyMap<Operation, Operation>): Operation {
  const { deprecation } = operation;
  const replacedBy = deprecation?.replacedBy && renamed.get(deprecation.replacedBy);
  if (!deprecation || replacedBy === deprecation.replacedBy) return operation;
  return { ...operation, deprecation: { ...deprecation, replacedBy } };
}
