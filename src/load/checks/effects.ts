import { asObject, below, canonical, type JsonObject } from "../../diagnostics/json.js";
import { type LoadContext, child, children } from "../context.js";
import type { Located } from "../document.js";
import { typesIn } from "../grammar/types.js";
import { show } from "../grammar/words.js";

/** The types of values that a keyword limits, and what limits others in the same way. */
const ofTypes: readonly (readonly [types: readonly string[], keywords: readonly string[]])[] = [
  [
    ["number", "integer"],
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ],
  [["number", "integer"], ["multipleOf"]],
  [["string"], ["minLength", "maxLength", "pattern"]],
  [["array"], ["minItems", "maxItems", "items", "prefixItems", "contains"]],
  [["object"], ["minProperties", "maxProperties", "properties", "patternProperties", "required"]],
];

const words: ReadonlyMap<string, string> = new Map([
  ["string", "Length"],
  ["array", "Items"],
  ["object", "Properties"],
]);

/** Keywords beside a `type` that has no values which they limit, and items that are in a list twice. */
export function checkEffects(schema: Located, context: LoadContext): void {
  const value = asObject(schema.value);
  for (const keyword of ["type", "enum", "required"]) checkRepeated(schema, keyword, context);
  const types = typesIn(value["type"]).filter((type) => type !== "null");
  const [type] = types;
  if (type === undefined || value["type"] === "file") return;
  for (const [limited, keywords] of ofTypes) {
    if (limited.some((one) => types.includes(one))) continue;
    for (const keyword of keywords) {
      if (!isLimit(value, keyword)) continue;
      const instead = types.length === 1 ? insteadOf(keyword, type, value) : undefined;
      const details = { keyword, type: types.join(" or "), instead };
      context.diagnostics.report("no-effect", below(schema.source, keyword), details);
    }
  }
}

/** False for one that is not there, and where its value says no more than that. */
function isLimit(value: JsonObject, keyword: string): boolean {
  const limit = value[keyword];
  if (limit === undefined || limit === false || limit === 0) return false;
  // Of a property itself, as in JSON Schema's draft 3.
  return keyword !== "required" || (Array.isArray(limit) && limit.length > 0);
}

/** `maxLength` for `maximum` beside a string. */
function insteadOf(keyword: string, type: string, value: JsonObject): string | undefined {
  const [, end, of = ""] = /^(min|max)(imum|Length|Items|Properties)$/.exec(keyword) ?? [];
  const word = type === "number" || type === "integer" ? "imum" : words.get(type);
  const instead = end === undefined || word === undefined ? undefined : end + word;
  return instead === undefined || of === word || instead in value ? undefined : instead;
}

function checkRepeated(schema: Located, keyword: string, { diagnostics }: LoadContext): void {
  const list = child(schema, keyword);
  if (!Array.isArray(list?.value)) return;
  const seen = new Set<string>();
  const repeated = children(list).filter((item) => {
    const text = canonical(item.value);
    return seen.has(text) || !seen.add(text);
  });
  const [first] = repeated;
  if (!first) return;
  const details = { keyword, value: show(first.value), others: repeated.length - 1 };
  diagnostics.report("repeated-item", first.source, details);
}
