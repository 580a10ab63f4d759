import { isObject } from "../../diagnostics/json.js";
import type { LoadContext } from "../context.js";
import type { Located } from "../document.js";
import { refOf } from "../grammar/walk.js";

const keywords = [
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
] as const;

/** A schema that holds for the same value as another one, or may, by a keyword of that. */
export interface Part {
  readonly keyword: "$ref" | (typeof keywords)[number];
  readonly schema: Located;
}

/** The schemas that apply to the same value as `node` does (JSON Schema 2020-12 core, section 10.2). */
export function partsOf(node: Located, { documents, origins }: LoadContext): readonly Part[] {
  const { value, source } = node;
  if (!isObject(value)) return [];
  const ref = refOf(value);
  const target = ref === undefined ? undefined : documents.resolve(ref, source);
  const parts: Part[] = target ? [{ keyword: "$ref", schema: target }] : [];
  for (const keyword of keywords) {
    const member = value[keyword] === undefined ? undefined : origins.member(node, keyword);
    if (!member) continue;
    const all = /^(?:not|if|then|else)$/.test(keyword)
      ? [member]
      : Object.keys(member.value ?? {}).flatMap((key) => origins.member(member, key) ?? []);
    for (const schema of all) parts.push({ keyword, schema });
  }
  return parts;
}
