import { asObject, isObject, type JsonObject } from "../../common/json.js";
import { escapeToken, pointerTo } from "../../common/pointers.js";
import type { Details } from "../../diagnostics/catalog.js";
import { listsOfSchemas, mapsOfSchemas, singleSchemas } from "../../model/walks/children.js";
import { breakCycles } from "./cycles.js";
import { tokensOf, valueAt } from "../../model/document/references.js";

/** Members that lead to types: to what a row has, a map `{…}` or a list `[…]` of it, or a map with extensions `<…>`. */
const valued = { schema: "Schema", content: "{MediaType}" };
const kinds = new Map(
  Object.entries({
    OpenApi: { paths: "<PathItem>", webhooks: "{PathItem}", components: "Components" },
    Components: {
      schemas: "{Schema}",
      responses: "{Response}",
      parameters: "{Parameter}",
      requestBodies: "{RequestBody}",
      headers: "{Header}",
      pathItems: "{PathItem}",
    },
    PathItem: {
      parameters: "[Parameter]",
      ...all("Operation", ["get", "put", "post", "delete", "options", "head", "patch", "trace"]),
    },
    Operation: { parameters: "[Parameter]", requestBody: "RequestBody", responses: "<Response>" },
    Parameter: valued,
    Header: valued,
    RequestBody: { content: "{MediaType}" },
    Response: { headers: "{Header}", content: "{MediaType}" },
    MediaType: { schema: "Schema" },
    Schema: {
      ...all("Schema", singleSchemas),
      ...all("[Schema]", listsOfSchemas),
      ...all("{Schema}", [...mapsOfSchemas, "$defs"]),
      discriminator: "Discriminator",
    },
  }).map(([name, members]) => [name, new Map(Object.entries(members))]),
);

function all(shape: string, keys: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, shape]));
}

/** Texts that the library writes into a comment as they are: a line that begins with @ would be a tag of its own. */
const plain = new Set(["title", "summary", "format"]);

/** Members whose values are data, in which nothing is a reference. */
const data = new Set(["example", "examples", "default", "const", "enum"]);

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
    const copy = this.#copy(others, "OpenApi", []) as JsonObject;
    const left = this.#copy(besides, "Components", []) as JsonObject;
    // Copies may add more.
    for (const [name, schema] of this.#schemas)
      this.#schemas.set(name, this.#copy(schema, "Schema", []));
    for (const name of breakCycles(this.#schemas)) this.#report.cycle(name);
    return { ...copy, components: { ...left, schemas: Object.fromEntries(this.#schemas) } };
  }

  /** `inside`: the references that led here, as long as what they lead to is written in their place. */
  #copy(value: unknown, shape: string, inside: readonly string[]): unknown {
    const inner = shape.slice(1, -1);
    if (Array.isArray(value) && shape.startsWith("["))
      return value.map((item) => withoutBooleans(this.#copy(item, inner, inside)));
    if (!isObject(value)) return value;
    if (/^[{<]/.test(shape)) return this.#map(value, inner, shape.startsWith("<"), inside);
    const { $ref, ...beside } = value;
    const isSchema = shape === "Schema";
    if (typeof $ref === "string") {
      const target = this.#followed($ref, shape, inside);
      return { ...(isSchema ? (this.#copy(beside, shape, inside) as JsonObject) : {}), ...target };
    }
    const members = kinds.get(shape);
    const entries = Object.entries(value).flatMap(([key, member]) => {
      const known = members?.get(key);
      if (known !== undefined) return [[key, this.#copy(member, known, inside)]];
      if (shape === "Discriminator" && key === "mapping" && isObject(member))
        return [[key, this.#mapping(member, inside)]];
      return isTyped(value, key, isSchema) ? [[key, inComment(key, member)]] : [];
    });
    return Object.fromEntries(entries) as JsonObject;
  }

  #map(
    value: JsonObject,
    shape: string,
    isExtensible: boolean,
    inside: readonly string[],
  ): JsonObject {
    const named = Object.entries(value).filter(
      ([key, one]) =>
        (isObject(one) || typeof one === "boolean") && !(isExtensible && key.startsWith("x-")),
    );
    return Object.fromEntries(named.map(([key, one]) => [key, this.#copy(one, shape, inside)]));
  }

  /** The library takes only full references for the names of schemas. */
  #mapping(cases: JsonObject, inside: readonly string[]): JsonObject {
    return Object.fromEntries(
      Object.entries(cases).map(([value, target]) => {
        const word = String(target);
        const ref = this.#schemas.has(word) ? `#/components/schemas/${escapeToken(word)}` : word;
        // Of one that leads nowhere, nothing is lost but its name.
        const tokens = tokensOf(ref);
        const isThere = tokens && valueAt(this.#document, tokens) !== undefined;
        return [value, isThere ? this.#followed(ref, "Schema", inside)["$ref"] : word];
      }),
    );
  }

  #followed(ref: string, shape: string, inside: readonly string[]): JsonObject {
    const tokens = tokensOf(ref);
    const target = tokens && valueAt(this.#document, tokens);
    const isBack = inside.includes(ref);
    if (tokens === undefined || target === undefined || isBack) {
      this.#report.lost(ref, isBack ? "cycle" : "missing");
      return {};
    }
    const [section, kind = ""] = tokens;
    const isTypedComponent = section === "components" && kinds.get("Components")?.has(kind);
    if (isTypedComponent && tokens.length === 3) return { $ref: ref };
    if (shape !== "Schema") return this.#copy(target, shape, [...inside, ref]) as JsonObject;
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

/** A value that stands in a comment, where lines and tags have a meaning. */
function inComment(key: string, value: unknown): unknown {
  if (key === "examples" && Array.isArray(value)) return value.map(asComment);
  if (key === "example" || key === "default") return asComment(value);
  if (!plain.has(key) || typeof value !== "string") return value;
  return value.replaceAll(/\s+/g, " ").replace(/^ *@/, "\\@");
}

function asComment(value: unknown): unknown {
  return typeof value === "object" && value !== null ? new Comment(value) : value;
}

/** Data that the library prints as JSON, and in which it finds nothing to read as a schema. */
export class Comment {
  readonly #value: object;

  constructor(value: object) {
    this.#value = value;
  }

  toJSON(): object {
    return this.#value;
  }
}

/** True for data that the library reads. */
function isTyped(value: JsonObject, key: string, isSchema: boolean): boolean {
  // A `$ref` that is no string is not a reference.
  if (key === "$ref" || key.startsWith("x-")) return false;
  // Of a member that OpenAPI does not have there, anything may be the value.
  if (plain.has(key)) return typeof value[key] === "string";
  if (isSchema && key === "enum" && isMisread(value)) return false;
  if (isSchema && (key === "const" || key === "enum")) return !isLikeSchema(value[key]);
  if (data.has(key)) return isSchema || key === "example" || key === "default";
  const member = value[key];
  return Array.isArray(member) ? isSchema && !member.some(isObject) : !isObject(member);
}

/** The library reads these members wherever they are. */
function isLikeSchema(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "allOf" in value || "discriminator" in value || Object.values(value).some(isLikeSchema);
}

/** The library takes the values of `enum` for schemas here. */
function isMisread(schema: JsonObject): boolean {
  const { type } = schema;
  if (!Array.isArray(type)) return type === "object";
  return type.includes("object") && ("properties" in schema || "additionalProperties" in schema);
}
