import {
  arrayIfAny,
  type Code,
  code,
  empty,
  join,
  json,
  jsonIfAny,
  name,
  object,
  objectIfAny,
  str,
  use,
} from "../../emit/code.js";
import type { OutputFile } from "../../emit/file.js";
import type { Piece } from "../../emit/split.js";
import { escapeToken } from "../../common/pointers.js";
import { camelCase, placeFrom } from "../../model/names/naming.js";
import type { ApiModel, JsonType, Keywords, NamedSchema, Schema } from "../../model/types.js";
import type { EmitOptions } from "../emitter.js";
import { listedValues } from "../../model/walks/values.js";
import { type Cycles, findCycles, isTrivial, kindsOf, tagsOf } from "./analysis/analysis.js";
import { formatTests, wordsOf } from "./code/formats.js";
import { keywordsOf } from "./keywords/index.js";
import { patternCode } from "./code/pattern.js";
import { type OwnCheck, type OwnedCheck, ownersOf } from "./requests.js";
import { unionOf } from "./analysis/unions.js";
import { isExpressible, limitKeywords, testedFormat } from "./analysis/expressible.js";

/** `ExpectedValue`, but TypeScript would compare each value with that, which takes it a tenth of what a client does. */
const type = code`object`;
const matching = use("matching", "./runtime/validate/expected/expected.js");

/**
 * Expected bodies as data, which is many times smaller than code and thus better for browsers. What data
 * cannot say is left to the checks of `validators.ts`.
 */
export class Expectations {
  readonly #file: string;
  readonly #formats: EmitOptions["formats"];
  readonly #named: readonly NamedSchema[];
  readonly #cycles: Cycles;
  /** The constants for formats, by what they say. */
  readonly #leaves = new Map<string, { readonly name: Code; readonly value: Code }>();
  readonly #reached = new Set<Schema>();

  constructor(model: ApiModel, bodies: readonly OwnCheck[], formats: EmitOptions["formats"]) {
    this.#file = model.source.file;
    this.#formats = formats;
    this.#named = model.schemas;
    const roots = [...model.schemas, ...bodies.map(({ schema }) => schema)];
    this.#cycles = findCycles(roots);
  }

  /** The data; undefined where they cannot say what is asked. */
  expected({ name: word, schema }: OwnCheck): Code | undefined {
    return this.#isExpressible(schema) ? use(`expected${word}`, "./expected.js") : undefined;
  }

  /** The check that goes by the data. */
  check(one: OwnCheck): Code | undefined {
    const expected = this.expected(one);
    return expected && code`${matching}(${expected})`;
  }

  /** `expected.ts`, with all that these bodies refer to; none where there is nothing to say. */
  file(bodies: readonly OwnedCheck[]): readonly OutputFile[] {
    const said = bodies.filter(({ schema }) => this.#isExpressible(schema));
    for (const { schema } of said) if (schema.name !== undefined) this.#reached.add(schema);
    const owners = ownersOf(said);
    const own = new Map(
      said.flatMap(({ name: word, schema }) =>
        schema.name === undefined
          ? [[word, this.#constant(word, schema, owners.get(word))] as const]
          : [],
      ),
    );
    const named = new Map<Schema, Piece>();
    // Schemas that are reached meanwhile are visited too.
    for (const schema of this.#reached)
      if (schema.name !== undefined) named.set(schema, this.#constant(schema.name, schema));
    if (own.size + named.size === 0) return [];
    // By name, so that what is used first makes no difference.
    const leaves = [...this.#leaves.values()]
      .sort((a, b) => (a.name.text < b.name.text ? -1 : 1))
      .map(({ name, value }) => ({
        words: [name.text],
        code: code`const ${name}: ${type} = ${value};`,
        isPrivate: true,
      }));
    const inDocument = new Set([...this.#named, ...named.keys()]);
    const inOrder = [...inDocument].flatMap((schema) => named.get(schema) ?? []);
    const all = [...leaves, ...inOrder, ...own.values()];
    const parts = all.map((piece) => piece.code);
    const pieces = { all, areTypes: false, isEntry: false };
    return [{ path: "expected.ts", code: join(parts, "\n\n"), pieces }];
  }

  #isExpressible(schema: Schema): boolean {
    return isExpressible(schema, this.#cycles);
  }

  #constant(word: string, schema: Schema, owners: readonly string[] = [word]): Piece {
    const declared = `expected${word}`;
    const written = code`export const ${name(declared)}: ${type} = ${this.#value(schema, "")};`;
    return { words: [declared], code: written, owners };
  }

  /** `at`: where a part is taken to be by who reads it. */
  #part(schema: Schema, at: string): Code {
    if (isTrivial(schema)) return code`{}`;
    if (schema.name !== undefined) return this.#reference(schema, schema.name);
    const only = onlyReference(schema);
    if (only?.name !== undefined) return this.#reference(only, only.name);
    const { types } = schema.keywords;
    const isHere = placeFrom(this.#file, schema.source) === at;
    const isPlain = keywordsOf(schema).every(({ names }) => names[0] === "format");
    if (!types || !isHere || !isPlain) return this.#value(schema, at);
    const format = testedFormat(schema.keywords, this.#formats);
    return format === undefined ? typesCode(types) : this.#leaf(types, format);
  }

  #reference(schema: Schema, word: string): Code {
    if (!this.#isExpressible(schema))
      return code`{ rules: [${rule("checks")}], check: ${checkOf(word)} }`;
    this.#reached.add(schema);
    return code`() => ${name(`expected${word}`)}`;
  }

  #value(schema: Schema, at: string): Code {
    const { keywords } = schema;
    const place = placeFrom(this.#file, schema.source);
    const listed = listedValues(keywords);
    const format = testedFormat(keywords, this.#formats);
    const { additionalProperties, allOf = [], anyOf = [], items, oneOf = [], ref } = keywords;
    const others =
      additionalProperties && !isTrivial(additionalProperties) ? additionalProperties : undefined;
    // The target of `$ref` comes last, so that the others keep their places.
    const parts = [...allOf, ...(ref ? [ref] : [])];
    const either = anyOf.some(isTrivial) ? [] : anyOf;
    const tag =
      either.length === 0 || oneOf.length === 0
        ? tagOf([...either, ...oneOf], keywords)
        : undefined;
    const list = (word: string, schemas: readonly Schema[]): Code | undefined =>
      arrayIfAny(schemas.map((one, index) => this.#part(one, `${place}/${word}/${index}`)));
    return object({
      schema: place === at ? undefined : str(place),
      type: askedTypes(schema),
      enum: keywords.enum && listed && json(listed),
      const: keywords.const && !keywords.enum ? json(keywords.const.value) : undefined,
      ...(format === undefined ? {} : formatMembers(format)),
      items: items && !isTrivial(items) ? this.#part(items, `${place}/items`) : undefined,
      ...this.#members(schema, place, others !== undefined),
      others: others && this.#others(others, place),
      allOf: list("allOf", parts.every(isTrivial) ? [] : parts),
      anyOf: list("anyOf", either),
      oneOf: list("oneOf", oneOf),
      ...Object.fromEntries(limitKeywords.map((word) => [word, jsonIfAny(keywords[word])])),
      pattern: patternMember(keywords),
      tag,
      rules: this.#rules(schema, { others, isUnion: either.length + oneOf.length > 0, tag }),
    });
  }

  /** Members of which nothing is asked are said only where others may not be there, or are asked for something. */
  #members(
    { keywords: { properties = new Map<string, Schema>(), required = new Set() } }: Schema,
    place: string,
    areAllKnown: boolean,
  ): { readonly required: Code | undefined; readonly optional: Code | undefined } {
    const said = (names: readonly string[]): Code | undefined =>
      objectIfAny(
        names.map((one) => {
          const schema = properties.get(one);
          const at = `${place}/properties/${escapeToken(one)}`;
          return [one, schema ? this.#part(schema, at) : code`{}`] as const;
        }),
      );
    const names = [...properties.keys()];
    const optional = [...properties].flatMap(([one, schema]) =>
      required.has(one) || (isTrivial(schema) && !areAllKnown) ? [] : [one],
    );
    return {
      required: said([...new Set([...names, ...required])].filter((one) => required.has(one))),
      optional: said(optional),
    };
  }

  /** Rules for the less frequent keywords. */
  #rules(
    schema: Schema,
    {
      isUnion,
      others,
      tag,
    }: {
      readonly isUnion: boolean;
      readonly others: Schema | undefined;
      readonly tag: Code | undefined;
    },
  ): Code | undefined {
    const { keywords, name } = schema;
    const rules = [
      ...(name !== undefined && this.#cycles.has(schema) ? [rule("depth")] : []),
      ...(keywords.const && !keywords.enum ? [rule("constants")] : []),
      ...(limitKeywords.some((keyword) => keywords[keyword] !== undefined) ? [rule("limits")] : []),
      ...(patternMember(keywords) ? [rule("patterns")] : []),
      ...(keywords.uniqueItems ? [unique] : []),
      ...(others ? [rule("others")] : []),
      ...(isUnion ? [rule(tag === undefined ? "alternatives" : "tagged")] : []),
    ];
    return arrayIfAny(rules);
  }

  #others(schema: Schema, place: string): Code {
    if (schema.keywords.nothing) return code`false`;
    return this.#part(schema, `${place}/additionalProperties`);
  }

  /** Values of a format are asked for in many places. */
  #leaf(types: readonly JsonType[], format: string): Code {
    const key = `${types.join(" ")} ${format}`;
    const known = this.#leaves.get(key);
    if (known) return known.name;
    const words = types.map((type) => (type === usualType(format) ? "" : type)).join(" ");
    const taken = new Set([...this.#leaves.values()].map(({ name }) => name.text));
    const plain = camelCase(`${words} ${format}`);
    const leaf = name(taken.has(plain) ? `${plain}${taken.size}` : plain);
    const value = object({ type: typesCode(types), ...formatMembers(format) });
    this.#leaves.set(key, { name: leaf, value });
    return leaf;
  }
}

function checkOf(word: string): Code {
  return use(`check${word}`, "./validators.js");
}

/** The one schema that something is, where it asks for nothing besides. */
function onlyReference(schema: Schema): Schema | undefined {
  const { types, allOf = [], ref } = schema.keywords;
  const [only, ...others] = ref ? [...allOf, ref] : allOf;
  const isAlone = keywordsOf(schema).every(
    ({ names: [name] }) => name === "ref" || name === "allOf",
  );
  return types === undefined && isAlone && others.length === 0 ? only : undefined;
}

/** The types that a value is told to be of; that each part of it is an object is told once. */
function askedTypes(schema: Schema): Code | undefined {
  const { allOf, types } = schema.keywords;
  if (listedValues(schema.keywords)) return undefined;
  if (types) return typesCode(types);
  const [only, ...others] = allOf ? kindsOf(schema) : [];
  return only === "object" && others.length === 0 ? str(only) : undefined;
}

function typesCode(types: readonly JsonType[]): Code {
  const [only = ""] = types;
  return types.length === 1 ? str(only) : json(types);
}

function usualType(format: string): JsonType {
  const test = formatTests.get(format);
  if (test?.on !== "number") return "string";
  return test.impliesInteger ? "integer" : "number";
}

function formatMembers(format: string): { readonly format: Code; readonly test: Code } {
  const test = formatTests.get(format)?.test;
  return { format: wordsOf(format), test: test ?? empty };
}

function patternMember({ pattern }: Keywords): Code | undefined {
  return pattern === undefined ? undefined : patternCode(pattern);
}

/** The member that tells which branch of a union is meant, and its values for each. */
function tagOf(branches: readonly Schema[], { discriminator }: Keywords): Code | undefined {
  const property = unionOf(branches, discriminator?.property).tagged?.property;
  if (property === undefined) return undefined;
  const values = branches.map((branch) => tagsOf(branch).get(property) ?? []);
  return json({ name: property, values });
}

const unique = use("unique", "./runtime/validate/expected/unique.js");

const rule = (name: string): Code => use(name, "./runtime/validate/expected/rules.js");
