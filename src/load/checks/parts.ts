import { isObject } from "../../diagnostics/json.js";
import type { LoadContext } from "../context.js";
import type { Located } from "../document.js";
import { refOf } from "../grammar/walk.js";

const lists = ["allOf", "anyOf", "oneOf", "dependentSchemas"] as const;
const singles = ["not", "if", "then", "else"] as const;

/** A schema that holds for the same value as another one, or may, by a keyword of that. */
export interface Part {
  readonly keyword: "$ref" | (typeof lists)[number] | (typeof singles)[number];
  readonly schema: Located;
}

/** The schemas that apply to the same value as `node` does (JSON Schema 2020-12 core, section 10.2). */
export function partsOf(node: Located, { documents, origins }: LoadContext): readonly Part[] {
  const { value, source } = node;
  if (!isObject(value)) return [];
  const ref = refOf(value);
  const target = ref === undefined ? undefined : documents.resolve(ref, source);
  const parts: Part[] = target ? [{ keyword: "$ref", schema: target }] : [];
  for (const keyword of singles) {
    const schema = origins.member(node, keyword);
    if (schema) parts.push({ keyword, schema });
  }
  for (const keyword of lists) {
    const list = value[keyword] === undefined ? undefined : origins.member(node, keyword);
    for (const key of Object.keys(list?.value ?? {})) {
      const schema = list && origins.member(list, key);
      if (schema) parts.push({ keyword, schema });
    }
  }
  return parts;
}
