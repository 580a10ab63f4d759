import { change } from "../change.js";
import { identifier } from "./naming.js";
import { renamedTo } from "../operations.js";
import type { ApiModel, NamedSchema, Operation, Schema } from "../types.js";
import { schemasIn } from "../walks/children.js";

/** New names; what is given none keeps its own. */
export interface Renaming {
  /** The name of the function; those of the types follow from it. */
  readonly operation?: (operation: Operation) => string | undefined;
  readonly schema?: (schema: NamedSchema) => string | undefined;
}

/**
 * The model with other names. Schemas are changed in place, since all that uses one refers to it; the types of what is
 * written in one follow its name.
 */
export function rename(model: ApiModel, { operation, schema }: Renaming): ApiModel {
  for (const one of model.schemas) {
    const name = schema?.(one);
    if (name === undefined || name === one.name) continue;
    renameInline(one, one.name, identifier(name));
    change(one, { name: identifier(name) });
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

function renameInline(schema: NamedSchema, from: string, to: string): void {
  const all = new Set<Schema>([schema]);
  // Added schemas are visited, too.
  for (const one of all) {
    const { alias, shown } = one;
    if (one !== schema && one.name !== undefined) continue;
    if (alias?.startsWith(from)) change(one, { alias: identifier(to + alias.slice(from.length)) });
    for (const part of [...schemasIn(one), ...(shown ? [shown] : [])]) all.add(part);
  }
}

/** A deprecated operation names the one that takes its place. */
function relinked(operation: Operation, renamed: ReadonlyMap<Operation, Operation>): Operation {
  const { deprecation } = operation;
  const replacedBy = deprecation?.replacedBy && renamed.get(deprecation.replacedBy);
  if (!deprecation || replacedBy === deprecation.replacedBy) return operation;
  return { ...operation, deprecation: { ...deprecation, replacedBy } };
}
