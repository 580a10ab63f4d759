import fc from "fast-check";
import { isMarked } from "../../src/model/direction.js";
import type { JsonType, Keywords, Schema } from "../../src/model/types.js";

type Values = fc.Arbitrary<unknown>;

/** How deep values go, and what letters their texts have that are free to choose. */
interface Scope {
  readonly left: number;
  readonly unit: Unit;
  /** Members that are for requests only are left out where they may be. */
  readonly isReply?: boolean;
}

type Unit = NonNullable<fc.StringConstraints["unit"]>;

/** Values that a schema seems to ask for; the validator has the last word. */
export function valuesOf(schema: Schema, unit: Unit = "grapheme-ascii", isReply = false): Values {
  return valuesOfAll([schema], { left: 3, unit, isReply });
}

/** Values that fit some schemas at once. */
function valuesOfAll(schemas: readonly Schema[], scope: Scope, chosen = new Set<Schema>()): Values {
  const parts = flattened(schemas);
  const open = parts.filter(
    (part) => !chosen.has(part) && (part.keywords.anyOf ?? part.keywords.oneOf),
  );
  if (open.length === 0) return valuesOfParts(parts, scope);
  const choices = open.flatMap(({ keywords }) =>
    [keywords.anyOf, keywords.oneOf].flatMap((list) =>
      list && list.length > 0
        ? [fc.constantFrom(...list.map((branch) => tagged(keywords, branch)))]
        : [],
    ),
  );
  const done = new Set([...chosen, ...open]);
  return fc
    .tuple(...choices)
    .chain((picked) => valuesOfAll([...parts, ...picked.flat()], scope, done));
}

function flattened(schemas: readonly Schema[], seen = new Set<Schema>()): readonly Schema[] {
  for (const schema of schemas) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    const { ref, allOf = [] } = schema.keywords;
    flattened(ref ? [ref, ...allOf] : allOf, seen);
  }
  return [...seen];
}

/** A branch, with the values of the discriminator that stand for it. */
function tagged({ discriminator }: Keywords, branch: Schema): readonly Schema[] {
  const tags = [...(discriminator?.cases ?? [])].flatMap(([tag, of]) =>
    of === branch ? [tag] : [],
  );
  if (!discriminator || tags.length === 0) return [branch];
  const properties = new Map([[discriminator.property, { ...branch, keywords: { enum: tags } }]]);
  return [branch, { ...branch, name: undefined, keywords: { properties } }];
}

function valuesOfParts(parts: readonly Schema[], scope: Scope): Values {
  const all = parts.map(({ keywords }) => keywords);
  const listed = all.flatMap((part) =>
    part.const ? [[part.const.value]] : part.enum ? [part.enum] : [],
  );
  const shortest = [...listed].sort((a, b) => a.length - b.length)[0];
  if (shortest && shortest.length > 0) return fc.constantFrom(...shortest);
  return fc.oneof(...typesOf(all).map((type) => valuesOfType(type, all, scope)));
}

/** Of a schema with int64s as `bigint`. */
function bigints(all: readonly Keywords[]): Values {
  const isUnsigned = all.some(({ format }) => format === "uint64");
  const low = isUnsigned ? 0n : -(2n ** 63n);
  const high = isUnsigned ? 2n ** 64n - 1n : 2n ** 63n - 1n;
  const min = BigInt(least(all, "minimum", 0));
  const step = BigInt(all.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf ?? 1);
  const near = [low, high, 0n, 2n ** 53n + 1n, min, min + 1n].map((value) => (value / step) * step);
  return fc.constantFrom(...near);
}

const everyType: readonly JsonType[] = ["null", "boolean", "integer", "string", "array", "object"];

function typesOf(all: readonly Keywords[]): readonly JsonType[] {
  const stated = all.flatMap(({ types }) => (types ? [types] : []));
  const common = everyType
    .concat("number", "bigint", "date")
    .filter((type) =>
      stated.every(
        (types) => types.includes(type) || (type === "integer" && types.includes("number")),
      ),
    );
  if (stated.length > 0 && common.length > 0) return common;
  const has = (...keywords: readonly (keyof Keywords)[]): boolean =>
    all.some((part) => keywords.some((keyword) => part[keyword] !== undefined));
  if (has("properties", "required", "additionalProperties", "patternProperties")) return ["object"];
  if (has("items", "prefixItems")) return ["array"];
  if (has("pattern", "format", "minLength", "maxLength")) return ["string"];
  return everyType;
}

function valuesOfType(type: JsonType, all: readonly Keywords[], scope: Scope): Values {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "string") return texts(all, scope.unit);
  if (type === "bigint") return bigints(all);
  if (type === "date")
    return fc.date({
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
  if (type === "array") return arrays(all, scope);
  if (type === "object") return objects(all, scope);
  return numbers(all, type === "integer");
}

function least(all: readonly Keywords[], keyword: keyof Keywords, otherwise: number): number {
  const limits = all.flatMap((part) =>
    part[keyword] === undefined ? [] : [part[keyword] as number],
  );
  return Math.max(otherwise, ...limits);
}

function most(all: readonly Keywords[], keyword: keyof Keywords, otherwise: number): number {
  const limits = all.flatMap((part) =>
    part[keyword] === undefined ? [] : [part[keyword] as number],
  );
  return Math.min(otherwise, ...limits);
}

function numbers(all: readonly Keywords[], whole: boolean): Values {
  const low = Math.max(least(all, "minimum", -1e9), least(all, "exclusiveMinimum", -1e9));
  const high = Math.min(most(all, "maximum", 1e9), most(all, "exclusiveMaximum", 1e9));
  const step = all.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf ?? 1;
  const near = [low, low + step, high, high - step, 0, Math.ceil(low / step) * step];
  return whole ? fc.constantFrom(...near.map(Math.trunc)) : fc.constantFrom(...near, low + 0.5);
}

const samples: Readonly<Record<string, readonly string[]>> = {
  date: ["2024-02-29"],
  "date-time": ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.5+01:00"],
  time: ["12:00:00Z"],
  duration: ["P1DT2H"],
  email: ["tom@example.com"],
  hostname: ["example.com"],
  ipv4: ["192.0.2.1"],
  ipv6: ["2001:db8::1"],
  uri: ["https://example.com/a?b=c"],
  url: ["https://example.com/"],
  "uri-reference": ["/a/b", "https://example.com/"],
  uuid: ["6f1d7a52-9f2c-4b7e-8a39-0b1d2c3e4f50"],
  byte: ["aGk="],
  decimal: ["1.50"],
  "json-pointer": ["/a/0"],
};

function texts(all: readonly Keywords[], unit: Unit): Values {
  const format = all.find(({ format }) => format !== undefined && format in samples)?.format;
  const known = format === undefined ? undefined : samples[format];
  if (known) return fc.constantFrom(...known);
  const pattern = all.find(({ pattern }) => pattern !== undefined)?.pattern;
  const minLength = least(all, "minLength", 0);
  const maxLength = Math.max(minLength, most(all, "maxLength", minLength + 6));
  return (
    (pattern === undefined ? undefined : matching(pattern)) ??
    fc.string({ minLength, maxLength, unit })
  );
}

function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, "u"));
  } catch {
    return undefined;
  }
}

function arrays(all: readonly Keywords[], scope: Scope): Values {
  const fixed = all.find(({ prefixItems }) => prefixItems)?.prefixItems ?? [];
  const items = all.flatMap(({ items }) => (items ? [items] : []));
  const isClosed = items.some(({ keywords }) => keywords.nothing);
  const minLength = least(all, "minItems", 0);
  const more = isClosed ? fixed.length : Math.max(minLength, scope.left > 0 ? fixed.length + 2 : 0);
  const maxLength = Math.max(minLength, most(all, "maxItems", more));
  const contained = all.flatMap(({ contains }) => (contains ? [contains] : []));
  const at = (i: number): Values => {
    const own = fixed[i];
    const wanted = i === fixed.length ? contained : [];
    return below([...(own ? [own] : items), ...wanted], scope);
  };
  return fc
    .integer({ min: minLength, max: maxLength })
    .chain((length) => fc.tuple(...Array.from({ length }, (_, i) => at(i))));
}

function objects(all: readonly Keywords[], scope: Scope): Values {
  const schemas = new Map<string, Schema[]>();
  const required = new Set<string>();
  for (const part of all) {
    for (const [name, schema] of part.properties ?? [])
      schemas.set(name, [...(schemas.get(name) ?? []), schema]);
    for (const name of part.required ?? []) required.add(name);
  }
  const wanted = new Set([...required, ...(scope.left > 0 ? schemas.keys() : [])]);
  wanted.delete("__proto__");
  if (scope.isReply)
    for (const [name, own] of schemas)
      if (!required.has(name) && own.every((one) => isMarked(one, "writeOnly")))
        wanted.delete(name);
  const members = Object.fromEntries(
    [...wanted].map((name) => [name, below(schemas.get(name) ?? [], scope)]),
  );
  const named = fc.record(members, {
    requiredKeys: [...wanted].filter((name) => required.has(name)),
  });
  const others = all.flatMap((part) => (scope.left > 0 ? unnamed(part, scope) : []));
  return fc
    .tuple(named, ...others)
    .map(([known, ...more]): unknown => Object.assign({}, ...more, known));
}

/** Members under names of their own, where a schema for those is given. */
function unnamed(
  { additionalProperties, patternProperties = new Map<string, Schema>() }: Keywords,
  scope: Scope,
): readonly fc.Arbitrary<object>[] {
  const dictionary = (names: fc.Arbitrary<string>, schema: Schema): fc.Arbitrary<object> =>
    fc.dictionary(names, below([schema], scope), { maxKeys: 2, noNullPrototype: true });
  const patterns = [...patternProperties].flatMap(([pattern, schema]) => {
    const names = matching(pattern)?.filter((name) => name !== "__proto__");
    return names ? [dictionary(names, schema)] : [];
  });
  return additionalProperties && !additionalProperties.keywords.nothing
    ? [...patterns, dictionary(fc.constantFrom("other1", "other2"), additionalProperties)]
    : patterns;
}

/** Asked for only when a value needs it: a schema may lead to itself. */
function below(schemas: readonly Schema[], scope: Scope): Values {
  return fc
    .constant(undefined)
    .chain(() => valuesOfAll(schemas, { ...scope, left: scope.left - 1 }));
}
