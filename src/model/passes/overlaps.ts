import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { below, lastToken } from "../../common/pointers.js";
import { change } from "../change.js";
import { Comparison } from "../walks/within.js";
import { everySchema } from "./direction.js";
import type { ApiModel, Keywords, Schema } from "../types.js";

/** So many branches at most are compared with each other. */
const mostBranches = 64;

/** Reports branches of a `oneOf` whose values it refuses, since another branch accepts them too. */
export function reportOverlaps(
  model: ApiModel,
  diagnostics: Diagnostics,
  isValidated: (format: string) => boolean,
): void {
  for (const { keywords, source } of everySchema(model)) {
    const { oneOf } = keywords;
    if (!oneOf || oneOf.length > mostBranches) continue;
    const comparison = new Comparison(isValidated);
    const pairs = oneOf.flatMap((inner, index) =>
      oneOf.flatMap((outer, place) =>
        index !== place && comparison.isWithin(inner, outer) ? [[index, place] as const] : [],
      ),
    );
    const [first] = pairs;
    if (!first) continue;
    const [inner = "", outer = ""] = first.map((index) => nameOf(oneOf[index], index));
    diagnostics.report("one-of-overlap", below(source, "oneOf"), {
      inner,
      outer,
      others: pairs.length - 1,
    });
  }
}

/** Makes `anyOf` of each `oneOf`. The schemas are changed in place. */
export function acceptOverlaps(model: ApiModel): void {
  for (const schema of everySchema(model)) {
    const { oneOf, ...others } = schema.keywords;
    if (oneOf) change(schema, { keywords: withAnyOf(others, oneOf, schema) });
  }
}

function withAnyOf(keywords: Keywords, anyOf: readonly Schema[], { source }: Schema): Keywords {
  if (!keywords.anyOf) return { ...keywords, anyOf };
  const own: Schema = { source: below(source, "oneOf"), name: undefined, keywords: { anyOf } };
  return { ...keywords, allOf: [...(keywords.allOf ?? []), own] };
}

function nameOf(schema: Schema | undefined, index: number): string {
  const { pointer = "" } = schema?.keywords.ref?.source ?? schema?.source ?? {};
  return /^\/(?:components\/schemas|definitions)\/[^/]*$/.test(pointer)
    ? lastToken(pointer)
    : `branch ${index + 1}`;
}
