import { isObject, isText, type JsonObject, textOf } from "../../diagnostics/json.js";
import type { Extensions, JsonType, Keywords, Prose } from "../types.js";

/** Keywords while they are filled in. */
export type MutableKeywords = { -readonly [K in keyof Keywords]: Keywords[K] };

/** Fills in types, names and examples, which hold no schemas and need no check. */
export function fillValues(keywords: MutableKeywords, value: JsonObject): void {
  const types = typeof value["type"] === "string" ? [value["type"]] : value["type"];
  if (Array.isArray(types)) keywords.types = types.filter(isJsonType);
  if (Array.isArray(value["examples"])) keywords.examples = value["examples"];
  if (Array.isArray(value["required"]))
    keywords.required = new Set(value["required"].filter(isText));
  if (isObject(value["dependentRequired"]))
    keywords.dependentRequired = new Map(
      Object.entries(value["dependentRequired"]).map(([name, list]) => [
        name,
        Array.isArray(list) ? list.filter(isText) : [],
      ]),
    );
}

/** JavaScript reads numbers that it cannot hold as infinite. */
export function isInfinite(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(isInfinite);
  return typeof value === "number" && !Number.isFinite(value);
}

/** Fills in title and description. */
export function fillProse(keywords: MutableKeywords, value: JsonObject): void {
  const prose: Prose = {
    summary: textOf(value["title"]),
    description: textOf(value["description"]),
  };
  if (prose.summary !== "" || prose.description !== "") keywords.prose = prose;
}

/** The `x-…` members of an object. */
export function extensionsOf(value: JsonObject): Extensions {
  const keys = Object.keys(value).filter((key) => key.startsWith("x-"));
  return new Map(keys.map((key) => [key, value[key]]));
}

function isJsonType(value: unknown): value is JsonType {
  return typeof value === "string" && jsonTypes.has(value);
}

const jsonTypes: ReadonlySet<string> = new Set([
  ...["null", "boolean", "integer", "number", "string", "array", "object"],
]);
