import { groupBy } from "../common/collections.js";
import { spread } from "../emit/split.js";
import { withCallbacks } from "../model/operations.js";
import { operationSchemas } from "../model/passes/direction.js";
import type { ApiModel, Operation, Schema } from "../model/types.js";
import { schemasIn } from "../model/walks/children.js";
import { tagFiles, untaggedPart } from "./tag-files.js";

/** The operations of a first tag, whose code has files of its own. */
export interface TagPart {
  /** The name of the files, without ending. */
  readonly file: string;
  readonly tag: string | undefined;
  readonly operations: readonly Operation[];
}

/** Operations by their first tag, in the order of the description. */
export function tagPartsOf(operations: readonly Operation[]): readonly TagPart[] {
  const byTag = groupBy(operations, ({ tags: [tag] }) => tag);
  const files = tagFiles([...byTag.keys()].filter((tag) => tag !== undefined));
  return [...byTag].map(([tag, own]) => {
    const file = tag === undefined ? untaggedPart : (files.get(tag) ?? untaggedPart);
    return { file, tag, operations: own };
  });
}

/** The part of what has a type: of requests, and of schemas, which are in the shared one if several parts have them. */
export function partOfTypes({ operations }: ApiModel): (type: string) => string | undefined {
  const parts = new Map<string, string>();
  const schemas = new Map<Schema, string>();
  for (const part of tagPartsOf(operations))
    for (const operation of part.operations) {
      for (const one of withCallbacks([operation])) parts.set(one.names.request, part.file);
      for (const schema of operationSchemas([operation]))
        spread(schema, part.file, schemas, schemasIn);
    }
  for (const [{ name }, part] of schemas) if (name !== undefined) parts.set(name, part);
  return (type) => parts.get(type);
}
