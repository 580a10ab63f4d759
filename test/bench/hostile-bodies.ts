import type { JsonType, Keywords, Schema } from "../../src/model/types.js";

/** How a body is made that costs its check as much as may be, by what is in it. */
export const attacks = [
  "empty objects",
  "wrong types",
  "one member wrong",
  "the last wrong",
  "unknown members",
  "long texts",
  "deep nests",
] as const;

export type Attack = (typeof attacks)[number];

/** A body of about so many characters that is made for a schema. */
export function hostileBody(schema: Schema, attack: Attack, size: number): unknown {
  return new Maker(attack, size).make(schema, 0, size);
}

const mostLevels = 6;
/** So many members of a schema at most are filled in. */
const mostMembers = 200;

class Maker {
  readonly #attack: Attack;
  readonly #size: number;
  /** Which branch of a union is next. */
  #turn = 0;
  /** How many values may be made yet: schemas that refer to several others have no end. */
  #left: number;

  constructor(attack: Attack, size: number) {
    this.#attack = attack;
    this.#size = size;
    this.#left = size / 4;
  }

  /** `room`: about how many characters the value may take. */
  make(schema: Schema, level: number, room: number): unknown {
    const { branch, keywords } = this.#flat(schema);
    if (this.#left-- < 0) return this.#leaf(keywords);
    if (branch) return this.make(branch, level + 1, room);
    if (level > mostLevels) return this.#leaf(keywords);
    const { items, prefixItems, properties } = keywords;
    if (keywords.types?.includes("array") || items || prefixItems)
      return this.#list(items ?? prefixItems?.[0], level, room);
    if (properties || keywords.additionalProperties || keywords.types?.includes("object"))
      return this.#object(keywords, level, room);
    return this.#leaf(keywords, room);
  }

  /** All that holds for a value, with what `$ref` and `allOf` say; a branch of a union by turns. */
  #flat(schema: Schema): { readonly keywords: Keywords; readonly branch: Schema | undefined } {
    const parts = partsOf(schema);
    const branches = parts.flatMap(({ keywords: { anyOf = [], oneOf = [] } }) => [
      ...anyOf,
      ...oneOf,
    ]);
    const others = branches.filter(({ keywords }) => `${keywords.types}` !== "null");
    const properties = new Map(parts.flatMap(({ keywords }) => [...(keywords.properties ?? [])]));
    if (others.length > 0 && properties.size === 0)
      return { keywords: {}, branch: others[this.#turn++ % others.length] };
    const required = new Set(parts.flatMap(({ keywords }) => [...(keywords.required ?? [])]));
    const keywords = Object.assign({}, ...parts.map((part) => part.keywords)) as Keywords;
    return {
      keywords: { ...keywords, ...(properties.size > 0 ? { properties, required } : {}) },
      branch: undefined,
    };
  }

  #list(items: Schema | undefined, level: number, room: number): unknown {
    if (this.#attack === "deep nests") return nest((inner) => [inner], room);
    if (level > 2) return [this.#item(items, level)];
    // Some, again and again.
    const some = Array.from({ length: 10 }, () => this.#item(items, level));
    const sizes = some.map((item) => JSON.stringify(item).length + 1);
    const list: unknown[] = [];
    for (let left = room, index = 0; left > 0; index++) {
      const place = index % some.length;
      list.push(some[place]);
      left -= sizes[place] ?? 1;
    }
    return this.#attack === "the last wrong" ? [...list.slice(0, -1), "wrong"] : list;
  }

  #item(items: Schema | undefined, level: number): unknown {
    if (this.#attack === "empty objects") return {};
    return items ? this.make(items, level + 1, 60) : 1;
  }

  #object(keywords: Keywords, level: number, room: number): unknown {
    const { additionalProperties, properties = new Map<string, Schema>(), required } = keywords;
    const members: Record<string, unknown> = {};
    // The room is for the first members that hold others; the rest is short.
    const large = [...properties].find(([, member]) => this.#isLarge(member))?.[0];
    let count = 0;
    for (const [name, member] of properties) {
      if (count++ > mostMembers) break;
      if (required?.has(name) !== true && name !== large && level > 0) continue;
      set(members, name, this.make(member, level + 1, name === large ? room : 40));
    }
    if (this.#attack === "one member wrong") {
      const [last] = [...properties.keys()].reverse();
      if (last !== undefined) set(members, last, wrongFor(properties.get(last)?.keywords ?? {}));
    }
    if (this.#attack === "deep nests" && large === undefined)
      set(
        members,
        "nested",
        nest((inner) => ({ nested: inner }), room),
      );
    const isMap = additionalProperties && additionalProperties.keywords.nothing !== true;
    if (this.#attack === "unknown members" || (isMap && large === undefined))
      this.#fill(members, isMap ? additionalProperties : undefined, level, room);
    return members;
  }

  #fill(
    members: Record<string, unknown>,
    schema: Schema | undefined,
    level: number,
    room: number,
  ): void {
    let left = room;
    for (let index = 0; left > 0 && (level === 0 || index < 3); index++) {
      const value = this.#attack === "unknown members" ? 1 : this.#item(schema, level);
      set(members, `unknown${index}`, value);
      left -= JSON.stringify(value).length + 14;
    }
  }

  #isLarge(schema: Schema): boolean {
    const { items, additionalProperties } = this.#flat(schema).keywords;
    return items !== undefined || additionalProperties !== undefined;
  }

  #leaf(keywords: Keywords, room: number = 20): unknown {
    switch (this.#attack) {
      case "wrong types":
        return wrongFor(keywords);
      case "long texts":
        return `${rightFor(keywords)}`.padEnd(Math.max(20, Math.min(room, this.#size)), "é ");
      case "deep nests":
        return nest((inner) => [inner], room);
      default:
        return rightFor(keywords);
    }
  }
}

/** Without calls as deep as the value; as deep as a server lets JSON be. */
function nest(wrap: (inner: unknown) => unknown, room: number): unknown {
  const one = (): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < 400; level++) value = wrap(value);
    return value;
  };
  const size = JSON.stringify(one()).length;
  return Array.from({ length: Math.max(1, Math.floor(room / size)) }, one);
}

function partsOf(schema: Schema, seen = new Set<Schema>()): readonly Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { allOf = [], ref } = schema.keywords;
  return [schema, ...[...allOf, ...(ref ? [ref] : [])].flatMap((part) => partsOf(part, seen))];
}

function wrongFor({ types }: Keywords): unknown {
  return types?.includes("string") ? 5 : "wrong";
}

const right: Readonly<Record<JsonType, unknown>> = {
  null: null,
  boolean: true,
  integer: 1,
  bigint: 1,
  number: 1.5,
  string: "text",
  date: "2026-01-02T03:04:05Z",
  array: [],
  object: {},
};

function rightFor({ const: only, enum: values, types }: Keywords): unknown {
  if (only) return plain(only.value);
  if (values) return plain(values[0]);
  return right[types?.[0] ?? "string"];
}

function plain(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

function set(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
