import { asObject, isObject, type JsonObject } from "../../common/json.js";
import { escapeToken, pointerTo } from "../../common/pointers.js";
import type { Details } from "../../diagnostics/catalog.js";
import { breakCycles } from "./cycles.js";
import { tokensOf, valueAt } from "../../model/document/references.js";

/** The components that have a type in `paths.ts`. */
const typed = new Set([
  "schemas",
  "responses",
  "parameters",
  "requestBodies",
  "headers",
  "pathItems",
]);

/** Texts that the library writes into a comment as they are: a line that begins with @ would be a tag of its own. */
const plain = new Set(["title", "summary", "format"]);

/** Maps, in which names may be the words of keywords. */
const maps = new Set([
  ...["properties", "patternProperties", "$defs", "dependentSchemas"],
  ...["responses", "parameters", "requestBodies", "headers", "pathItems"],
]);

/** Keywords of schemas whose values are data, in which nothing is a reference. */
const data = new Set(["example", "examples", "default", "const", "enum"]);

/** Parts of operations and media types that have no type in `paths.ts`. */
const ignored = new Set(["callbacks", "links", "encoding", "examples"]);

/**
 * The document with references to typed components only: other schemas that are referred to become components, and
 * anything else stands in the place of the reference. `names` are by their places; `report` hears
 * of a reference that leads nowhere, and of a schema that is a part of itself in a way that `paths.ts` cannot have.
 */
export function referable(
  document: JsonObject,
  names: ReadonlyMap<string, string>,
  report: Report,
): JsonObject {
  return new Referable(document, names, report).document();
}

/** Hears of what `paths.ts` cannot have. */
export interface Report {
  readonly lost: (ref: string, problem: Details<"paths-reference">["problem"]) => void;
  readonly cycle: (schema: string) => void;
}

class Referable {
  readonly #document: JsonObject;
  readonly #names: ReadonlyMap<string, string>;
  readonly #report: Report;
  readonly #schemas: Map<string, unknown>;
  /** Names of added schemas, by their places. */
  readonly #added = new Map<string, string>();

  constructor(document: JsonObject, names: ReadonlyMap<string, string>, report: Report) {
    this.#document = document;
    this.#names = names;
    this.#report = report;
    this.#schemas = new Map(Object.entries(asObject(asObject(document["components"])["schemas"])));
  }

  document(): JsonObject {
    const { components, "x-bundled": _bundled, ...others } = this.#document;
    const { schemas: _schemas, ...besides } = asObject(components);
    const copy = this.#copy(others, "", false, []) as JsonObject;
    const left = this.#copy(besides, "", false, []) as JsonObject;
    // Copies may add more.
    for (const [name, schema] of this.#schemas)
      this.#schemas.set(name, this.#copy(schema, "", true, []));
    for (const name of breakCycles(this.#schemas)) this.#report.cycle(name);
    return { ...copy, components: { ...left, schemas: Object.fromEntries(this.#schemas) } };
  }

  /** `holder`: the key of the value; `inside`: the references that led here, as long as what they lead to is written in their place. */
  #copy(value: unknown, holder: string, isSchema: boolean, inside: readonly string[]): unknown {
    if (Array.isArray(value))
      return value.map((item) => this.#copy(item, "", isSchema, inside)).map(withoutBooleans);
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    if (typeof $ref === "string") {
      const target = this.#followed($ref, isSchema, inside);
      const own = isSchema ? this.#copy(beside, "", isSchema, inside) : {};
      return { ...(own as JsonObject), ...target };
    }
    const entries = Object.entries(value).flatMap(([key, member]) =>
      isTyped(value, key, holder, isSchema)
        ? [[key, this.#member(key, member, holder, isSchema, inside)]]
        : [],
    );
    return Object.fromEntries(entries) as JsonObject;
  }

  #member(
    key: string,
    value: unknown,
    holder: string,
    isSchema: boolean,
    inside: readonly string[],
  ): unknown {
    if (key === "mapping" && holder === "discriminator" && isObject(value))
      return this.#mapping(value, inside);
    if (plain.has(key) && typeof value === "string")
      return value.replaceAll(/\s+/g, " ").replace(/^ *@/, "\\@");
    const isData = data.has(key) && (isSchema || key === "example") && !maps.has(holder);
    return isData ? value : this.#copy(value, key, isSchema || key === "schema", inside);
  }

  /** The library takes only full references for the names of schemas. */
  #mapping(cases: JsonObject, inside: readonly string[]): JsonObject {
    return Object.fromEntries(
      Object.entries(cases).map(([value, target]) => {
        const word = String(target);
        const ref = this.#schemas.has(word) ? `#/components/schemas/${escapeToken(word)}` : word;
        return [value, this.#followed(ref, true, inside)["$ref"] ?? word];
      }),
    );
  }

  #followed(ref: string, isSchema: boolean, inside: readonly string[]): JsonObject {
    const tokens = tokensOf(ref);
    const target = tokens && valueAt(this.#document, tokens);
    const isBack = inside.includes(ref);
    if (tokens === undefined || target === undefined || isBack) {
      this.#report.lost(ref, isBack ? "cycle" : tokens ? "missing" : "no pointer");
      return {};
    }
    const [section, kind = ""] = tokens;
    if (section === "components" && typed.has(kind) && tokens.length === 3) return { $ref: ref };
    if (!isSchema) return this.#copy(target, "", false, [...inside, ref]) as JsonObject;
    return { $ref: `#/components/schemas/${this.#add(tokens, target)}` };
  }

  #add(tokens: readonly string[], target: unknown): string {
    const place = pointerTo(tokens);
    const known = this.#added.get(place);
    if (known !== undefined) return known;
    const word = this.#names.get(place) ?? tokens.at(-1)?.replaceAll(/[^\w.-]/g, "_") ?? "";
    let name = word;
    for (let count = 2; this.#schemas.has(name); count++) name = `${word}${count}`;
    this.#added.set(place, name);
    this.#schemas.set(name, target);
    return name;
  }
}

/** The library takes no schemas `true` and `false` in lists. */
function withoutBooleans(item: unknown): unknown {
  return typeof item === "boolean" ? (item ? {} : { enum: [] }) : item;
}

/** False for members that are never a type, nor the name of one. */
function isTyped(value: JsonObject, key: string, holder: string, isSchema: boolean): boolean {
  const isMap = maps.has(holder);
  if (key.startsWith("x-")) return isMap && (isSchema || isObject(value[key]));
  if (isMap) return true;
  // Of a member that OpenAPI does not have there, anything may be the value.
  if (plain.has(key) && typeof value[key] !== "string") return false;
  return isSchema ? key !== "enum" || !isMisread(value) : !ignored.has(key);
}

/** The library takes the values of `enum` for schemas here. */
function isMisread(schema: JsonObject): boolean {
  const { type } = schema;
  if (!Array.isArray(type)) return type === "object";
  return type.includes("object") && ("properties" in schema || "additionalProperties" in schema);
}
