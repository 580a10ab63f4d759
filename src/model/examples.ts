import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { isObject } from "../diagnostics/json.js";

/** Examples of a parameter, a header or a media type, as values; those in other files or as text of the wire are left out. */
export function examplesOf(
  builder: Builder,
  owner: Located,
): { readonly examples?: readonly unknown[]; readonly exampleNames?: readonly string[] } {
  const { value } = owner;
  if (isObject(value) && Object.hasOwn(value, "example")) return { examples: [value["example"]] };
  const list = builder.member(owner, "examples");
  const found = (list ? builder.entries(list) : []).flatMap(([name, one]) =>
    valueOf(one.value).map((value) => ({ name, value })),
  );
  if (found.length === 0) return {};
  return {
    examples: found.map(({ value }) => value),
    exampleNames: found.map(({ name }) => name),
  };
}

/** OpenAPI 3.2, section 4.19: `dataValue` is the value, `value` may be its text. */
function valueOf(example: unknown): readonly unknown[] {
  if (!isObject(example)) return [];
  for (const key of ["dataValue", "value"]) if (Object.hasOwn(example, key)) return [example[key]];
  return [];
}
