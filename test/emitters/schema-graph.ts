import type { Identifier, JsonType, Keywords, NamedSchema, Schema } from "../../src/model/types.js";

type Json = Readonly<Record<string, unknown>>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Node extends Schema {
  keywords: Mutable<Keywords>;
}

/** One schema with an address of its own, and where its anchors are. */
interface Resource {
  readonly uri: string;
  readonly root: unknown;
  readonly anchors: Map<string, unknown>;
}

const oneSchema = [
  "not",
  "if",
  "then",
  "else",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "unevaluatedItems",
  "contains",
] as const;
const schemaLists = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const schemaMaps = ["properties", "patternProperties", "dependentSchemas"] as const;
const inertMaps = ["$defs", "definitions"];
const plain = [
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "pattern",
  "format",
  "enum",
] as const;

/** Makes the nodes of the model from JSON Schema documents: for tests of what comes after the model. */
export class SchemaGraph {
  readonly #resources = new Map<string, Resource>();
  readonly #places = new Map<unknown, { readonly resource: Resource; readonly pointer: string }>();
  readonly #nodes = new Map<unknown, Node>();
  readonly #following = new Set<unknown>();

  /** Adds a document, so that others can refer to it. */
  add(document: unknown, uri: string): void {
    this.#index(document, { uri, root: document, anchors: new Map() }, "");
  }

  /** Adds a document and gives its node a name. */
  named(document: unknown, uri: string, name: string): NamedSchema {
    this.add(document, uri);
    const node: Node = {
      source: { file: "test", pointer: "" },
      name: name as Identifier,
      keywords: {},
    };
    if (document === false) node.keywords.nothing = true;
    if (isObject(document)) {
      this.#nodes.set(document, node);
      this.#fill(node, document, uri, "");
    }
    return node as NamedSchema;
  }

  /** The named nodes of `components.schemas` of a description. */
  components(
    document: { readonly components: { readonly schemas: Json } },
    uri = "https://test.example/",
  ): NamedSchema[] {
    this.add(document, uri);
    const schemas = Object.entries(document.components.schemas);
    for (const [name, schema] of schemas) {
      const pointer = `/components/schemas/${escape(name)}`;
      this.#index(schema, this.#resourceAt(uri), pointer);
      const node = { source: { file: "test", pointer }, name: name as Identifier, keywords: {} };
      this.#nodes.set(schema, node);
    }
    return schemas.map(([name, schema]) => {
      const node = this.#nodes.get(schema);
      if (!node || !isObject(schema)) throw new Error(`${name} is no schema`);
      this.#fill(node, schema, uri, node.source.pointer);
      return node as unknown as NamedSchema;
    });
  }

  #index(value: unknown, parent: Resource, pointer: string): void {
    if (!isObject(value)) return;
    const id = value["$id"];
    const uri =
      typeof id === "string" ? new URL(id, parent.uri).href.replace(/#$/, "") : parent.uri;
    const resource =
      uri === parent.uri && pointer !== ""
        ? parent
        : { ...parent, uri, root: value, anchors: new Map() };
    if (resource !== parent) this.#resources.set(uri, resource);
    if (resource !== parent && pointer === "") this.#resources.set(parent.uri, resource);
    this.#places.set(value, { resource, pointer });
    if (typeof value["$anchor"] === "string") resource.anchors.set(value["$anchor"], value);
    for (const [child, step] of subschemas(value))
      this.#index(child, resource, `${pointer}/${step}`);
  }

  #node(value: unknown, uri: string, pointer: string): Node {
    const known = this.#nodes.get(value);
    if (known && isObject(value)) return known;
    const target = this.#plainReference(value, uri);
    if (target) return target;
    const node: Node = { source: { file: "test", pointer }, name: undefined, keywords: {} };
    if (value === false) node.keywords.nothing = true;
    if (!isObject(value)) return node;
    this.#nodes.set(value, node);
    this.#fill(node, value, uri, pointer);
    return node;
  }

  /** As in the model: a `$ref` with nothing beside it is what it points at. */
  #plainReference(value: unknown, uri: string): Node | undefined {
    if (!isObject(value) || typeof value["$ref"] !== "string" || this.#following.has(value))
      return undefined;
    if (Object.keys(value).some((key) => key !== "$ref" && key !== "$comment")) return undefined;
    const resource = this.#places.get(value)?.resource ?? this.#resourceAt(uri);
    this.#following.add(value);
    const target = this.#resolve(value["$ref"], resource);
    this.#following.delete(value);
    return target;
  }

  #fill(node: Node, value: Json, uri: string, pointer: string): void {
    if (!this.#places.has(value)) this.#index(value, this.#resourceAt(uri), pointer);
    const resource = this.#places.get(value)?.resource ?? this.#resourceAt(uri);
    const keywords = node.keywords as Record<string, unknown>;
    const child = (schema: unknown, step: string): Node =>
      this.#node(schema, resource.uri, `${pointer}/${step}`);
    for (const key of oneSchema) if (isSchema(value[key])) keywords[key] = child(value[key], key);
    for (const key of schemaLists) {
      const list = value[key];
      if (Array.isArray(list)) keywords[key] = list.map((item, i) => child(item, `${key}/${i}`));
    }
    for (const key of schemaMaps) {
      const map = value[key];
      if (isObject(map))
        keywords[key] = new Map(
          Object.entries(map).map(([name, item]) => [name, child(item, `${key}/${escape(name)}`)]),
        );
    }
    for (const key of plain) if (value[key] !== undefined) keywords[key] = value[key];
    if (Object.hasOwn(value, "const")) keywords["const"] = { value: value["const"] };
    if (value["uniqueItems"] === true) keywords["uniqueItems"] = true;
    const types = typeof value["type"] === "string" ? [value["type"]] : value["type"];
    if (Array.isArray(types)) keywords["types"] = types as JsonType[];
    if (Array.isArray(value["required"])) keywords["required"] = new Set(value["required"]);
    if (isObject(value["dependentRequired"]))
      keywords["dependentRequired"] = new Map(Object.entries(value["dependentRequired"]));
    if (typeof value["$ref"] === "string") keywords["ref"] = this.#resolve(value["$ref"], resource);
    if (isObject(value["discriminator"]))
      keywords["discriminator"] = this.#discriminator(value["discriminator"], resource, keywords);
  }

  #discriminator(value: Json, resource: Resource, keywords: Record<string, unknown>): unknown {
    const mapping = Object.entries(isObject(value["mapping"]) ? value["mapping"] : {}).map(
      ([tag, ref]) => [tag, this.#resolve(String(ref), resource)] as const,
    );
    const branches = (keywords["oneOf"] ?? keywords["anyOf"] ?? []) as Node[];
    const implicit = branches.map(
      (branch) =>
        [(branch.keywords.ref ?? branch).source.pointer.split("/").at(-1) ?? "", branch] as const,
    );
    return { property: value["propertyName"], cases: new Map([...implicit, ...mapping]) };
  }

  #at(value: unknown): Node {
    const place = this.#places.get(value);
    return this.#node(value, place?.resource.uri ?? "", place?.pointer ?? "");
  }

  #resolve(ref: string, from: Resource): Node {
    const url = new URL(ref, from.uri);
    const fragment = decodeURIComponent(url.hash.slice(1));
    url.hash = "";
    const target = this.#resourceAt(url.href);
    if (fragment !== "" && !fragment.startsWith("/")) {
      if (!target.anchors.has(fragment)) throw new Error(`nothing at ${ref}`);
      return this.#at(target.anchors.get(fragment));
    }
    const tokens = fragment
      .split("/")
      .slice(1)
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    const base = this.#places.get(target.root)?.pointer ?? "";
    let value = target.root;
    let uri = target.uri;
    for (const token of tokens) {
      value = (value as Json)[token];
      uri = this.#places.get(value)?.resource.uri ?? uri;
    }
    if (value === undefined) throw new Error(`nothing at ${ref}`);
    return this.#node(value, uri, this.#places.get(value)?.pointer ?? `${base}${fragment}`);
  }

  #resourceAt(uri: string): Resource {
    const found = this.#resources.get(uri) ?? this.#resources.get(uri.replace(/#$/, ""));
    if (!found) throw new Error(`no document at ${uri}`);
    return found;
  }
}

function* subschemas(value: Json): Generator<[unknown, string]> {
  for (const key of [...oneSchema, "contentSchema"])
    if (isObject(value[key])) yield [value[key], key];
  for (const key of schemaLists) {
    const list = value[key];
    if (Array.isArray(list)) for (const [i, item] of list.entries()) yield [item, `${key}/${i}`];
  }
  for (const key of [...schemaMaps, ...inertMaps]) {
    const map = value[key];
    if (isObject(map))
      for (const [name, item] of Object.entries(map)) yield [item, `${key}/${escape(name)}`];
  }
}

function escape(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isObject(value);
}
