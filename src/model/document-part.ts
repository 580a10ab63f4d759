import { methods } from "../load/document.js";
import { isObject } from "./json.js";
import type { Operation } from "./types.js";

type Json = Readonly<Record<string, unknown>>;

/**
 * A document of OpenAPI 3.1 or later with these operations only, as `withOperations` leaves them: components and tags
 * that only the others needed go with them, and with `onlyUsed` all that none of these needs.
 */
export function partOfDocument(
  document: Json,
  operations: readonly Operation[],
  onlyUsed: boolean,
): Json {
  const kept = new Set(
    operations.map(({ kind, template, method }) => wordFor(kind, template, method)),
  );
  const part = { ...document };
  for (const [key, kind] of [
    ["paths", "path"],
    ["webhooks", "webhook"],
  ] as const)
    if (isObject(document[key]))
      part[key] = itemsWith(document, document[key], (name, method) =>
        kept.has(wordFor(kind, name, method)),
      );
  const before = onlyUsed ? undefined : neededBy(document);
  const needed = neededBy(part);
  const stays = (place: string): boolean => needed.has(place) || before?.has(place) === false;
  if (isObject(document["components"]))
    part["components"] = componentsOf(document["components"], stays);
  const bundled = document["x-bundled"];
  // They are referred to by number, so that each keeps its place.
  if (Array.isArray(bundled))
    part["x-bundled"] = bundled.map((item: unknown, index) =>
      needed.has(`x-bundled/${index}`) ? item : {},
    );
  return withTags(document, part);
}

function wordFor(kind: Operation["kind"], template: string, method: string): string {
  return `${kind} ${template} ${method.toUpperCase()}`;
}

/** Path items with the operations that stay; one without any goes. What is referred to may be others' too, and is copied. */
function itemsWith(
  document: Json,
  items: Json,
  stays: (name: string, method: string) => boolean,
): Json {
  const left = Object.entries(items).flatMap(([name, given]) => {
    if (name.startsWith("x-")) return [[name, given] as const];
    const item = followed(document, given);
    const others = Object.entries(item).filter(
      ([key]) => !methods.includes(key) && key !== "additionalOperations",
    );
    const own = Object.entries(item).filter(([key]) => methods.includes(key) && stays(name, key));
    const more = isObject(item["additionalOperations"])
      ? Object.entries(item["additionalOperations"])
      : [];
    const additional = more.filter(([method]) => stays(name, method));
    if (own.length + additional.length === 0) return [];
    const isWhole = own.length + additional.length === count(item) + more.length;
    if (isWhole) return [[name, given] as const];
    const rest =
      additional.length > 0 ? { additionalOperations: Object.fromEntries(additional) } : {};
    return [[name, { ...Object.fromEntries([...others, ...own]), ...rest }] as const];
  });
  return Object.fromEntries(left);
}

function count(item: Json): number {
  return Object.keys(item).filter((key) => methods.includes(key)).length;
}

/** A path item, with what it refers to in the place of the reference. */
function followed(document: Json, given: unknown): Json {
  let item = isObject(given) ? given : {};
  for (let steps = 0; typeof item["$ref"] === "string" && steps < 100; steps++) {
    const { $ref, ...beside } = item;
    const tokens = tokensOf(String($ref)) ?? [];
    let target: unknown = document;
    for (const token of tokens)
      target = Array.isArray(target)
        ? target[Number(token)]
        : isObject(target)
          ? target[token]
          : undefined;
    item = { ...(isObject(target) ? target : {}), ...beside };
  }
  return item;
}

/** The steps of a reference within the document; undefined for another. */
function tokensOf(ref: string): readonly string[] | undefined {
  if (!ref.startsWith("#/")) return undefined;
  try {
    return decodeURIComponent(ref.slice(2))
      .split("/")
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return undefined;
  }
}

/** The places (`components/schemas/Pet`) that something outside of components leads to. What may be a reference counts as one. */
function neededBy(document: Json): ReadonlySet<string> {
  const needed = new Set<string>();
  const { components, "x-bundled": bundled, ...others } = document;
  const waiting: unknown[] = [others];
  const need = (place: string, value: unknown): void => {
    if (needed.has(place) || value === undefined) return;
    needed.add(place);
    waiting.push(value);
  };
  const component = (section: string, name: string): void => {
    const all = isObject(components) ? components[section] : undefined;
    if (isObject(all) && Object.hasOwn(all, name)) need(`components/${section}/${name}`, all[name]);
  };
  const refer = (ref: string): void => {
    const [root, section = "", name = ""] = tokensOf(ref) ?? [];
    if (root === "components") component(section, name);
    else if (root === "x-bundled" && Array.isArray(bundled))
      need(`x-bundled/${section}`, bundled[Number(section)]);
    else if (root === undefined) {
      // By an anchor or an address of its own: whatever has one may be meant.
      const schemas = isObject(components) ? components["schemas"] : undefined;
      for (const [key, schema] of Object.entries(isObject(schemas) ? schemas : {}))
        if (/"\$(?:id|anchor|dynamicAnchor)":/.test(JSON.stringify(schema)))
          component("schemas", key);
    }
  };
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) waiting.push(...(value as readonly unknown[]));
    if (!isObject(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      if ((key === "$ref" || key === "$dynamicRef") && typeof member === "string") refer(member);
      else if (key === "mapping" && isObject(member))
        for (const target of Object.values(member))
          if (typeof target === "string") {
            component("schemas", target);
            if (target.includes("#")) refer(target);
          }
      if (key === "security" && Array.isArray(member))
        for (const uses of member)
          for (const name of Object.keys(isObject(uses) ? uses : {}))
            component("securitySchemes", name);
      if (typeof member === "object" && member !== null) waiting.push(member);
    }
  }
  return needed;
}

function componentsOf(components: Json, stays: (place: string) => boolean): Json {
  return Object.fromEntries(
    Object.entries(components).map(([section, all]) => {
      if (!isObject(all) || section.startsWith("x-")) return [section, all];
      const left = Object.entries(all).filter(([name]) => stays(`components/${section}/${name}`));
      return [section, Object.fromEntries(left)];
    }),
  );
}

/** Without the tags that operations had, and none has any more. */
function withTags(before: Json, part: Json): Json {
  const { tags } = before;
  if (!Array.isArray(tags)) return part;
  const [had, have] = [usedTags(before), usedTags(part)];
  const left = tags.filter((tag: unknown) => {
    const name = isObject(tag) ? tag["name"] : undefined;
    return have.has(name) || !had.has(name);
  });
  return { ...part, tags: left };
}

function usedTags(document: Json): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  for (const key of ["paths", "webhooks"])
    for (const given of Object.values(isObject(document[key]) ? document[key] : {})) {
      const item = followed(document, given);
      const more = isObject(item["additionalOperations"]) ? item["additionalOperations"] : {};
      for (const operation of [...Object.values(item), ...Object.values(more)])
        if (isObject(operation) && Array.isArray(operation["tags"]))
          for (const tag of operation["tags"]) found.add(tag);
    }
  return found;
}
