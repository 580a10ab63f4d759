import { type ExtensibleMap, methods, namesIn } from "../../load/document.js";
import {
  componentPlaces,
  followed,
  isReference,
  neededBy,
  tokensOf,
  valueAt,
} from "./references.js";
import { asObject, isObject, type JsonObject } from "../../common/json.js";
import { parsePointer, pointerTo } from "../../common/pointers.js";
import type { Operation } from "../types.js";

/**
 * A document of OpenAPI 3.1 or later with these operations only, as `withOperations` leaves them: components and tags
 * that only the others needed go with them, and with `onlyUsed` all that none of these needs. What stays is whole: what it
 * refers to within an operation that is left out moves to `x-bundled`, and links to such operations go.
 */
export function filterDocument(
  document: JsonObject,
  operations: readonly Operation[],
  onlyUsed: boolean,
): JsonObject {
  const kept = new Set(
    operations.map(({ kind, template, method }) => wordFor(kind, template, method)),
  );
  const part = { ...document };
  for (const [key, kind, map] of [
    ["paths", "path", "Paths"],
    ["webhooks", "webhook", undefined],
  ] as const)
    if (isObject(document[key]))
      part[key] = itemsWith(document, document[key], map, (name, method) =>
        kept.has(wordFor(kind, name, method)),
      );
  const linked = withoutLinks(document, part);
  const before = onlyUsed ? undefined : neededBy(document, document);
  const spare = componentPlaces(document).filter((place) => before?.has(place) === false);
  const needed = neededBy(document, linked, spare);
  const { components, "x-bundled": bundled } = linked;
  const left = {
    ...linked,
    ...(isObject(components) ? { components: componentsOf(components, needed) } : {}),
    // They are referred to by number, so that each keeps its place.
    ...(Array.isArray(bundled)
      ? {
          "x-bundled": bundled.map((item: unknown, index) =>
            needed.has(`/x-bundled/${index}`) ? item : {},
          ),
        }
      : {}),
  };
  return withTags(document, withMoved(document, left, needed));
}

function wordFor(kind: Operation["kind"], template: string, method: string): string {
  return `${kind} ${template} ${method.toUpperCase()}`;
}

/** Path items with the operations that stay; one without any goes. What is referred to may be others' too, and is copied. */
function itemsWith(
  document: JsonObject,
  items: JsonObject,
  kind: ExtensibleMap | undefined,
  stays: (name: string, method: string) => boolean,
): JsonObject {
  const chosen = new Set(namesIn(items, kind));
  const left = Object.entries(items).flatMap(([name, given]) => {
    if (!chosen.has(name)) return [[name, given] as const];
    const item = followed(document, given);
    const isKept = ([method]: readonly [string, unknown]): boolean => stays(name, method);
    const { additionalOperations: _, ...members } = item;
    const [plain, more] = operationsOf(item);
    const [own, additional] = [plain.filter(isKept), more.filter(isKept)];
    if (own.length + additional.length === 0) return [];
    if (own.length + additional.length === plain.length + more.length)
      return [[name, given] as const];
    const others = Object.entries(members).filter(([key]) => !methods.includes(key));
    const rest =
      additional.length > 0 ? { additionalOperations: Object.fromEntries(additional) } : {};
    return [[name, { ...Object.fromEntries([...others, ...own]), ...rest }] as const];
  });
  return Object.fromEntries(left);
}

type Operations = readonly (readonly [method: string, operation: unknown])[];

/** The operations of a path item by method: those that are members of it, and the others. */
function operationsOf(item: JsonObject): readonly [Operations, Operations] {
  const plain = Object.entries(item).filter(([key]) => methods.includes(key));
  return [plain, Object.entries(asObject(item["additionalOperations"]))];
}

/** With what stood in operations that are left out, and is referred to, at the end of `x-bundled`. */
function withMoved(
  document: JsonObject,
  part: JsonObject,
  needed: ReadonlySet<string>,
): JsonObject {
  const bundled = Array.isArray(part["x-bundled"]) ? (part["x-bundled"] as unknown[]) : [];
  const moved = [...needed].filter((place) => !/^\/(?:components|x-bundled)\//.test(place));
  if (moved.length === 0) return part;
  const places = new Map(
    moved.map((place, index) => [place, `#/x-bundled/${bundled.length + index}`]),
  );
  const values = moved.map((place) => valueAt(document, parsePointer(place) ?? []));
  const move = (ref: string): string => places.get(pointerTo(tokensOf(ref) ?? [])) ?? ref;
  const copy = (value: unknown, holder: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, holder));
    if (typeof value === "string")
      return isReference(holder) || holder === "mapping" ? move(value) : value;
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        copy(member, holder === "mapping" ? holder : key),
      ]),
    );
  };
  return copy({ ...part, "x-bundled": [...bundled, ...values] }, "") as JsonObject;
}

/** Without the links to operations that the document has and the part has not (OpenAPI 3.1, section 4.8.20). */
function withoutLinks(document: JsonObject, part: JsonObject): JsonObject {
  const have = operationIds(part);
  const lost = new Set([...operationIds(document)].filter((id) => !have.has(id)));
  if (lost.size === 0) return part;
  const isLost = (link: unknown): boolean => {
    const { operationId, operationRef } = followed(document, link);
    if (typeof operationId === "string") return lost.has(operationId);
    const tokens = typeof operationRef === "string" ? tokensOf(operationRef) : undefined;
    return tokens !== undefined && valueAt(part, tokens) === undefined;
  };
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        copy(
          key === "links" && isObject(member)
            ? Object.fromEntries(Object.entries(member).filter(([, link]) => !isLost(link)))
            : member,
        ),
      ]),
    );
  };
  return copy(part) as JsonObject;
}

function componentsOf(components: JsonObject, needed: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(components).map(([section, all]) => {
      if (!isObject(all) || section.startsWith("x-")) return [section, all];
      const left = Object.entries(all).filter(([name]) =>
        needed.has(pointerTo(["components", section, name])),
      );
      return [section, Object.fromEntries(left)];
    }),
  );
}

/** Without the tags that operations had, and that none has any more, unless such a tag is the parent of one that stays. */
function withTags(before: JsonObject, part: JsonObject): JsonObject {
  const { tags } = before;
  if (!Array.isArray(tags)) return part;
  const [had, have] = [usedTags(before), usedTags(part)];
  const parents = new Map(tags.filter(isObject).map(({ name, parent }) => [name, parent] as const));
  const stays = new Set<unknown>();
  for (const name of parents.keys())
    if (have.has(name) || !had.has(name))
      for (let tag: unknown = name; parents.has(tag) && !stays.has(tag); tag = parents.get(tag))
        stays.add(tag);
  return { ...part, tags: tags.filter((tag) => !isObject(tag) || stays.has(tag["name"])) };
}

function usedTags(document: JsonObject): ReadonlySet<unknown> {
  return new Set(
    operationsIn(document).flatMap(({ tags }) => (Array.isArray(tags) ? (tags as unknown[]) : [])),
  );
}

function operationIds(document: JsonObject): ReadonlySet<unknown> {
  return new Set(operationsIn(document).map(({ operationId }) => operationId));
}

/** The operations of paths and webhooks. */
function operationsIn(document: JsonObject): readonly JsonObject[] {
  const items = ["paths", "webhooks"].flatMap((key) => Object.values(asObject(document[key])));
  return items.flatMap((given) =>
    operationsOf(followed(document, given))
      .flat()
      .map(([, operation]) => operation)
      .filter(isObject),
  );
}
