import type { Json, JsonObject } from "./validators-rows.js";

export interface Member<T> {
  readonly name: string;
  readonly type: T;
  readonly isRequired: boolean;
}

/** How a library says in its own words what the schemas of the rows say. */
export interface Builder<T> {
  readonly any: () => T;
  readonly null: () => T;
  readonly boolean: () => T;
  readonly integer: () => T;
  readonly number: () => T;
  readonly string: (format: string | undefined) => T;
  readonly literal: (value: string | number | boolean) => T;
  readonly array: (item: T) => T;
  readonly record: (value: T) => T;
  readonly object: (members: readonly Member<T>[], isClosed: boolean) => T;
  /** With the name of the member that tells the branches apart, where the schema says it. */
  readonly union: (branches: readonly T[], tag: string | undefined) => T;
  readonly recursive: (name: string, build: (self: T) => T) => T;
}

/** A schema in the words of a library; throws on keywords that the rows do not have. */
export function build<T>(root: JsonObject, builder: Builder<T>): T {
  const defs = root["$defs"] as { readonly [name: string]: JsonObject };
  const open = new Map<string, T>();
  return make({ $ref: root["$ref"] ?? "" });

  function make(schema: JsonObject): T {
    const { $ref, allOf, anyOf, oneOf, type } = schema;
    if (typeof $ref === "string") return named($ref.slice("#/$defs/".length));
    const { const: only, enum: list } = schema;
    if (only !== undefined) return value(only);
    if (Array.isArray(list)) return union(list.map(value));
    if (Array.isArray(allOf)) return make(merged(schema, allOf));
    const branches = anyOf ?? oneOf;
    if (Array.isArray(branches)) return union(branches.map(make), tagOf(schema));
    if (Array.isArray(type)) return union(type.map((one) => make({ ...schema, type: one })));
    return ofType(schema);
  }

  function named(name: string): T {
    const self = open.get(name);
    if (self !== undefined) return self;
    const schema = defs[name];
    if (!schema) throw new Error(`no schema ${name}`);
    if (!JSON.stringify(schema).includes(`"#/$defs/${name}"`)) return make(schema);
    return builder.recursive(name, (inner) => {
      open.set(name, inner);
      const made = make(schema);
      open.delete(name);
      return made;
    });
  }

  function value(one: Json): T {
    if (one === null) return builder.null();
    if (typeof one === "object") throw new Error("no deep constants");
    return builder.literal(one);
  }

  function union(branches: readonly T[], tag?: string): T {
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : builder.union(branches, tag);
  }

  function merged({ allOf: _, ...own }: JsonObject, parts: readonly JsonObject[]): JsonObject {
    const all = [own, ...parts.map(resolved)];
    if (all.some((part) => part["anyOf"] ?? part["oneOf"]))
      throw new Error("no unions inside of allOf");
    return {
      ...Object.assign({}, ...all),
      properties: Object.assign({}, ...all.map((part) => part["properties"])) as JsonObject,
      required: all.flatMap((part) => (part["required"] ?? []) as readonly string[]),
    };
  }

  function resolved(schema: JsonObject): JsonObject {
    const { $ref, allOf } = schema;
    if (typeof $ref === "string") return resolved(defs[$ref.slice("#/$defs/".length)] ?? {});
    return Array.isArray(allOf) ? merged(schema, allOf as readonly JsonObject[]) : schema;
  }

  function ofType(schema: JsonObject): T {
    switch (schema["type"]) {
      case "null":
        return builder.null();
      case "boolean":
        return builder.boolean();
      case "integer":
        return builder.integer();
      case "number":
        return builder.number();
      case "string":
        return builder.string(schema["format"] as string | undefined);
      case "array":
        return builder.array(make((schema["items"] ?? {}) as JsonObject));
      case "object":
        return object(schema);
      case undefined:
        return schema["properties"] ? object(schema) : builder.any();
      default:
        throw new Error("an unknown type");
    }
  }

  function object(schema: JsonObject): T {
    const { additionalProperties: other, properties = {} } = schema;
    const required = (schema["required"] ?? []) as readonly string[];
    const names = Object.keys(properties as JsonObject);
    if (names.length === 0 && typeof other === "object")
      return builder.record(make(other as JsonObject));
    const members = Object.entries(properties as JsonObject).map(([name, one]) => ({
      name,
      type: make(one as JsonObject),
      isRequired: required.includes(name),
    }));
    return builder.object(members, other === false);
  }
}

function tagOf({ discriminator }: JsonObject): string | undefined {
  const { propertyName } = (discriminator ?? {}) as JsonObject;
  return typeof propertyName === "string" ? propertyName : undefined;
}
