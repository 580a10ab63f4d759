import { isObject } from "../../diagnostics/json.js";
import { withArticle } from "../../diagnostics/words.js";
import { type LoadContext, child, children } from "../context.js";
import type { Located } from "../document.js";
import { isOfType, typesIn } from "../grammar/types.js";
import { show } from "../grammar/words.js";
import { isNullable } from "./schemas.js";

/** Examples that are not of the type of their schema: one line for all, since one slip of a tool is in all that it writes. */
export function checkExamples(context: LoadContext): void {
  const { walker, diagnostics, documents, version } = context;
  const examples: { readonly example: Located; readonly type: string }[] = [];
  for (const schema of walker.all("Schema")) {
    if (!isObject(schema.value)) continue;
    const types = typesIn(schema.value["type"]);
    if (types.length === 0) continue;
    const type = types.map(withArticle).join(" or ");
    const own = documents.named(schema.source.file)?.version ?? version;
    const allowed = isNullable(schema.value, own) ? [...types, "null"] : types;
    for (const example of examplesOf(schema))
      if (!isOfType(example.value, allowed)) examples.push({ example, type });
  }
  const [first] = examples;
  if (!first) return;
  const value = show(first.example.value);
  const details = { value, type: first.type, others: examples.length - 1 };
  diagnostics.report("example-type-mismatch", first.example.source, details);
}

/** Without `example: null`, which is how many say that there is none. */
function examplesOf(schema: Located): readonly Located[] {
  const example = child(schema, "example");
  const list = children(child(schema, "examples"));
  return [...(example ? [example] : []), ...list].filter(({ value }) => value !== null);
}
