import type { Config, Filter } from "./options.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { Source, Span } from "../common/source.js";
import { closest } from "../common/closest.js";
import { withOperations } from "../model/passes/select.js";
import type { ApiModel, Operation } from "../model/types.js";

/** The keys of a filter that have a list of entries. */
type Key = "tags" | "paths" | "operations" | "methods";
const keys: readonly Key[] = ["tags", "paths", "operations", "methods"];

/** Leaves out the operations that the config leaves out; `placeOf` says where an entry stands in it. */
export function applyFilters(
  model: ApiModel,
  { include, exclude }: Config,
  diagnostics: Diagnostics,
  placeOf: (entry: string) => Source | Span,
): ApiModel {
  if (include === undefined && exclude === undefined) return model;
  const included = include === undefined ? undefined : [include].flat();
  const kept = model.operations.filter(
    (operation) =>
      (included === undefined ||
        included.some((filter) => answers(operation, filter).every((fits) => fits))) &&
      !answers(operation, exclude).includes(true),
  );
  for (const filter of [...(included ?? []), exclude ?? {}])
    for (const key of keys)
      for (const entry of filter[key] ?? []) {
        const known = new Set(model.operations.flatMap((operation) => valuesOf(operation, key)));
        if ([...known].some((value) => patternOf(entry, key).test(value))) continue;
        const suggestion = closest(entry, known);
        diagnostics.report("filter-unmatched", placeOf(entry), { key, entry, suggestion });
      }
  return withOperations(model, kept, { onlyUsed: included !== undefined });
}

/** For each key that a filter has, whether the operation fits it. */
function answers(operation: Operation, filter: Filter = {}): readonly boolean[] {
  const { deprecated } = filter;
  const isDeprecated = operation.deprecation !== undefined;
  return [
    ...(deprecated === undefined ? [] : [deprecated === isDeprecated]),
    ...keys.flatMap((key) => {
      const entries = filter[key];
      if (entries === undefined) return [];
      const values = valuesOf(operation, key);
      return [entries.some((entry) => values.some((value) => patternOf(entry, key).test(value)))];
    }),
  ];
}

function valuesOf({ tags, template, id, method }: Operation, key: Key): readonly string[] {
  if (key === "tags") return tags;
  if (key === "paths") return [template];
  return [key === "operations" ? id : method];
}

const patterns = new Map<string, RegExp>();

/** `**` is any text, and `*` any text; in a path, any up to the next slash. */
function patternOf(entry: string, key: Key): RegExp {
  const known = patterns.get(`${key} ${entry}`);
  if (known) return known;
  const source = entry
    .replace(/[\\^$.|?+()[\]{}]/g, "\\$&")
    .replace(/\*+/g, (stars) => (stars === "*" && key === "paths" ? "[^/]*" : ".*"));
  const pattern = new RegExp(`^${source}$`, key === "methods" ? "iu" : "u");
  patterns.set(`${key} ${entry}`, pattern);
  return pattern;
}
