import { asObject, lastToken } from "../../diagnostics/json.js";
import { type LoadContext, child, children, entriesOf, follow, versionOf } from "../context.js";
import type { Located } from "../document.js";
import { isOfType, typesIn, writtenAs } from "../grammar/types.js";
import { show } from "../grammar/words.js";
import { misfit } from "./values.js";

/** Examples that do not fit their schema: one line for all, since one slip of a tool is in all that it writes. */
export function checkExamples(context: LoadContext): void {
  const { walker, diagnostics } = context;
  const wrong: { readonly example: Located; readonly problem: string }[] = [];
  const check = (schema: Located, examples: readonly Located[], isText = false): void => {
    for (const example of examples) {
      const problem = problemOf(example.value, schema, isText, context);
      if (problem !== undefined) wrong.push({ example, problem });
    }
  };
  for (const schema of walker.all("Schema")) check(schema, examplesOf(schema));
  for (const kind of ["MediaType", "Parameter", "Header"])
    for (const holder of walker.all(kind)) {
      const isMedia = kind === "MediaType";
      const schema = child(holder, "schema");
      // Of other media types, an example is the text that is sent.
      if (!schema || (isMedia && !/json/i.test(lastToken(holder.source.pointer)))) continue;
      const named = entriesOf(child(holder, "examples")).flatMap(
        ([, one]) => child(follow(one, context.documents), "value") ?? [],
      );
      const all = [child(holder, "example") ?? [], named].flat();
      check(follow(schema, context.documents), withoutNull(all), !isMedia);
    }
  const [first] = wrong;
  if (!first) return;
  const details = {
    value: show(first.example.value),
    problem: first.problem,
    others: wrong.length - 1,
  };
  diagnostics.report("example-type-mismatch", first.example.source, details);
}

/** `isText`: the example of a parameter may as well be the text that is sent. */
function problemOf(
  value: unknown,
  schema: Located,
  isText: boolean,
  context: LoadContext,
): string | undefined {
  const keywords = asObject(schema.value);
  const types = typesIn(keywords["type"]);
  if (types.length === 0) return undefined;
  const isSent =
    isText &&
    !isOfType(value, types) &&
    (types.some((type) => /^(?:array|object)$/.test(type)) ||
      writtenAs(value, types, String) !== undefined);
  return isSent ? undefined : misfit(value, keywords, versionOf(schema, context));
}

function examplesOf(schema: Located): readonly Located[] {
  const example = child(schema, "example");
  return withoutNull([...(example ? [example] : []), ...children(child(schema, "examples"))]);
}

/** Without `example: null`, which is how many say that there is none. */
function withoutNull(examples: readonly Located[]): readonly Located[] {
  return examples.filter(({ value }) => value !== null);
}
