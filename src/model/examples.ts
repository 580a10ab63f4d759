import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { isObject } from "./document/json.js";

/** What a parameter, a header or a media type gives as examples, as values; those in other files or as text of the wire are left out. */
export function examplesOf(
  builder: Builder,
  owner: Located,
): { readonly examples?: readonly unknown[] } {
  const { value } = owner;
  if (isObject(value) && Object.hasOwn(value, "example")) return { examples: [value["example"]] };
  const list = builder.member(owner, "examples");
  const examples = (list ? builder.entries(list) : []).flatMap(([, one]) => valueOf(one.value));
  return examples.length > 0 ? { examples } : {};
}

/** OpenAPI 3.2, section 4.19: `dataValue` is the value, `value` may be its text. */
function valueOf(example: unknown): readonly unknown[] {
  if (!isObject(example)) return [];
  for (const key of ["dataValue", "value"]) if (Object.hasOwn(example, key)) return [example[key]];
  return [];
}
