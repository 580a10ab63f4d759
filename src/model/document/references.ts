import { pushTo } from "../../common/collections.js";
import { asObject, isObject, type JsonObject, memberOf } from "../../common/json.js";
import { parsePointer, fragmentDecoded, pointerTo } from "../../common/pointers.js";

/** A path item, with what it refers to in the place of the reference. */
export function followed(document: JsonObject, given: unknown): JsonObject {
  let item = asObject(given);
  for (let steps = 0; typeof item["$ref"] === "string" && steps < 100; steps++) {
    const { $ref, ...beside } = item;
    const target = valueAt(document, tokensOf(String($ref)) ?? []);
    item = { ...asObject(target), ...beside };
  }
  return item;
}

/** The steps of a reference within the document; undefined for another. */
export function tokensOf(ref: string): readonly string[] | undefined {
  return ref.startsWith("#/") ? parsePointer(fragmentDecoded(ref.slice(1)) ?? "#") : undefined;
}

/** What the target in the `mapping` of a discriminator may refer to: the component of that name, or what it refers to itself. */
export function mappingRefs(target: string): readonly string[] {
  return /^[\w.-]+$/.test(target) ? [`#/components/schemas/${target}`, target] : [target];
}

export function valueAt(document: JsonObject, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>(memberOf, document);
}

/** The places of all components. */
export function componentPlaces({ components }: JsonObject): readonly string[] {
  return Object.entries(asObject(components)).flatMap(([section, all]) =>
    isObject(all) && !section.startsWith("x-")
      ? Object.keys(all).map((name) => pointerTo(["components", section, name]))
      : [],
  );
}

/** By the place of a schema: those that extend it through `allOf`. */
function heirsIn(document: JsonObject): ReadonlyMap<string, readonly string[]> {
  const heirs = new Map<string, string[]>();
  const bundled = document["x-bundled"];
  const places = [
    ...componentPlaces(document).filter((place) => place.startsWith("/components/schemas/")),
    ...(Array.isArray(bundled) ? bundled.map((_, index) => `/x-bundled/${index}`) : []),
  ];
  for (const place of places) {
    const schema = valueAt(document, parsePointer(place) ?? []);
    const parents = isObject(schema) ? schema["allOf"] : undefined;
    for (const parent of Array.isArray(parents) ? parents : []) {
      const ref: unknown = isObject(parent) ? parent["$ref"] : undefined;
      const tokens = typeof ref === "string" ? tokensOf(ref) : undefined;
      if (tokens) pushTo(heirs, pointerTo(tokens), place);
    }
  }
  return heirs;
}

/**
 * The places (`/components/schemas/Pet`) that a part of the document leads to: its components and `x-bundled`, and what it
 * lacks of the rest. All at `spare` counts as part of it. What may be a reference counts as one.
 */
export function neededBy(
  document: JsonObject,
  part: JsonObject,
  spare: readonly string[] = [],
): ReadonlySet<string> {
  const needed = new Set<string>();
  const { components: _components, "x-bundled": _bundled, ...others } = part;
  const heirs = heirsIn(document);
  const waiting: unknown[] = [others];
  const need = (tokens: readonly string[]): void => {
    const place = pointerTo(tokens);
    if (needed.has(place)) return;
    const value = valueAt(document, tokens);
    if (value === undefined) return;
    needed.add(place);
    waiting.push(value);
    // A schema that is chosen by its discriminator, and has no list of alternatives, stands for those that extend it.
    const isChosen = isObject(value) && isObject(value["discriminator"]);
    if (isChosen && !Array.isArray(value["oneOf"]) && !Array.isArray(value["anyOf"]))
      for (const heir of heirs.get(place) ?? []) need(parsePointer(heir) ?? []);
  };
  const refer = (ref: string): void => {
    const tokens = tokensOf(ref);
    if (tokens?.[0] === "components") need(tokens.slice(0, 3));
    else if (tokens?.[0] === "x-bundled") need(tokens.slice(0, 2));
    else if (tokens && valueAt(part, tokens) === undefined) need(tokens);
    else if (tokens === undefined)
      // By an anchor or an address of its own: whatever has one may be meant.
      for (const place of componentPlaces(document)) {
        const named = parsePointer(place) ?? [];
        if (/"\$(?:id|anchor|dynamicAnchor)":/.test(JSON.stringify(valueAt(document, named))))
          need(named);
      }
  };
  for (const place of spare) need(parsePointer(place) ?? []);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) for (const item of value as readonly unknown[]) waiting.push(item);
    if (!isObject(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      if (isReference(key) && typeof member === "string") refer(member);
      else if (key === "mapping" && isObject(member))
        for (const target of Object.values(member))
          if (typeof target === "string") {
            need(["components", "schemas", target]);
            if (target.includes("#")) refer(target);
          }
      if (key === "security" && Array.isArray(member))
        for (const uses of member)
          for (const name of Object.keys(asObject(uses))) {
            need(["components", "securitySchemes", name]);
            if (name.startsWith("#/")) refer(name);
          }
      if (typeof member === "object" && member !== null) waiting.push(member);
    }
  }
  return needed;
}

export function isReference(key: string): boolean {
  return key === "$ref" || key === "$dynamicRef";
}
