import { type LoadContext, child, children, follow, inPlaceSubschemas } from "../context.js";
import type { Located } from "../document.js";
import { asObject, isObject } from "../../common/json.js";

/** The properties of schemas that were asked for before. */
export type PropertiesCache = Map<object, ReadonlySet<string> | "open">;

/** The property of a discriminator must be one of each schema that it chooses from. */
export function checkDiscriminator(
  schema: Located,
  context: LoadContext,
  cache: PropertiesCache,
): void {
  const discriminator = child(schema, "discriminator");
  const property = discriminator && child(discriminator, "propertyName");
  if (typeof property?.value !== "string") return;
  const name = property.value;
  const otherwise = discriminator && child(discriminator, "defaultMapping")?.value;
  const branches = [...children(child(schema, "oneOf")), ...children(child(schema, "anyOf"))];
  const without = branches.filter((branch) => {
    const schema = follow(branch, context.documents);
    // The schema of `defaultMapping` also stands for values without the property.
    if (!isObject(schema.value) || isTarget(otherwise, schema)) return false;
    let properties = cache.get(schema.value);
    if (properties === undefined) {
      properties = propertiesOf(schema, context) ?? "open";
      cache.set(schema.value, properties);
    }
    return properties !== "open" && !properties.has(name);
  });
  if (without.length === 0) return;
  const schemas = without.map((branch) => nameOf(follow(branch, context.documents)));
  context.diagnostics.report("discriminator-property", property.source, {
    property: name,
    schemas,
  });
}

/** True if a discriminator's target, a name or a reference, leads to the schema. */
function isTarget(target: unknown, schema: Located): boolean {
  return typeof target === "string" && target.replace(/^.*\//, "") === nameOf(schema);
}

function nameOf(node: Located): string {
  const { pointer, file } = node.source;
  return pointer === "" ? file : pointer.slice(pointer.lastIndexOf("/") + 1);
}

/** The properties that a schema names, with those of its parts; `undefined` when there may be more. */
export function propertiesOf(
  schema: Located,
  context: LoadContext,
): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  let open = false;
  const visit = (node: Located): void => {
    if (open || !isObject(node.value) || seen.has(node.value)) return;
    seen.add(node.value);
    // Unions of unions can be endless work for a warning.
    if (seen.size > 200) open = true;
    const { $ref, type, patternProperties } = node.value;
    const parts = inPlaceSubschemas(node, context);
    if (typeof $ref === "string" && parts[0]?.keyword !== "$ref") open = true;
    const additional = node.value["additionalProperties"];
    if (additional === true || isObject(additional) || patternProperties !== undefined) open = true;
    if (type !== undefined && type !== "object" && !Array.isArray(type)) open = true;
    for (const key of Object.keys(asObject(child(node, "properties")?.value))) found.add(key);
    for (const { keyword, schema } of parts)
      if (keyword !== "not" && keyword !== "dependentSchemas") visit(schema);
  };
  visit(schema);
  return open || found.size === 0 ? undefined : found;
}
