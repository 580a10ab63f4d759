import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { Source } from "../common/source.js";
import { likely } from "../common/closest.js";
import type { Description, Located } from "../load/document.js";
import { mappingRefs } from "./document/references.js";
import { listsOfSchemas, mapsOfSchemas, singleSchemas } from "./walks/children.js";
import { type JsonObject, asObject, isObject, isText, textOf } from "../common/json.js";
import { limitedTypes } from "../common/keywords.js";
import { lastToken, placeText } from "../common/pointers.js";
import { byCodeUnit } from "../common/words.js";
import { countKeywords, numberKeywords } from "./keywords.js";
import { resolveDynamicReferences } from "./passes/dynamic.js";
import {
  type Names,
  isPart,
  nameOfPlace,
  onlyName,
  operationAt,
  pascalCase,
} from "./names/naming.js";
import type { Draft, DraftKeywords, MutableKeywords } from "./draft.js";
import type {
  Discriminator,
  Extensions,
  Identifier,
  JsonType,
  Keywords,
  NamedSchema,
  Operation,
  Prose,
  Schema,
} from "./types.js";

/** Stands for the name of a schema that is no component, until all of them are known: it is not to depend on their order. */
const unnamed = "" as Identifier;

/** Keywords that say nothing about what is valid: a `$ref` with only these beside it is still a plain reference. */
const silent = new Set(["$ref", "$comment", "$id", "$schema", "$anchor", "$defs", "definitions"]);

const numbers = [...countKeywords, ...numberKeywords] as const;
const texts = ["pattern", "format", "contentEncoding", "contentMediaType"] as const;
const flags = ["uniqueItems", "deprecated", "readOnly", "writeOnly"] as const;
const data = ["enum", "const", "default"] as const;

/** Groups of keywords, a bit for each. */
const group = { schemas: 1, number: 2, text: 4, flag: 8, data: 16, extension: 32 };
const groups: ReadonlyMap<string, number> = new Map<string, number>([
  ...[...singleSchemas, ...listsOfSchemas, ...mapsOfSchemas].map(
    (keyword) => [keyword, group.schemas] as const,
  ),
  ...numbers.map((keyword) => [keyword, group.number] as const),
  ...texts.map((keyword) => [keyword, group.text] as const),
  ...flags.map((keyword) => [keyword, group.flag] as const),
  ...data.map((keyword) => [keyword, group.data] as const),
]);

/** The groups that a schema has keywords of. Most have few, and this is the quickest way to see which. */
function groupsIn(value: JsonObject): number {
  let found = 0;
  for (const keyword in value)
    found |= groups.get(keyword) ?? (keyword.startsWith("x-") ? group.extension : 0);
  return found;
}

/** Makes schema nodes: one for each place of a description, so that a recursive schema is a cycle. */
export class Schemas {
  readonly #description: Description;
  readonly #diagnostics: Diagnostics;
  readonly #names: Names;
  readonly #nodes = new Map<unknown, Draft>();
  readonly #named: NamedSchema[] = [];
  /** How many of these are components. */
  #declared = 0;
  /** The keys of components. */
  readonly #keys = new Map<Schema, string>();
  /** Named nodes that still lack their keywords: others may refer to them before they are filled in. */
  readonly #waiting: { node: Draft; located: Located }[] = [];
  readonly #discriminated: { node: Draft; located: Located }[] = [];
  /** The nodes without a name that are being filled in, each a part of the one before. */
  readonly #open = new Set<Schema>();
  /** Made when all are filled in. */
  #heirsOf: ReadonlyMap<Schema, ReadonlySet<Schema>> | undefined;
  /** Some schema has dynamic anchors around it, or refers to one. */
  #isDynamic = false;
  /** By the dynamic anchors of a resource as the description has them. */
  readonly #anchors = new Map<ReadonlyMap<string, Located>, ReadonlyMap<string, Schema>>();

  /** By the plain references that lead there. */
  readonly #last = new Map<unknown, Located>();

  constructor(description: Description, diagnostics: Diagnostics, names: Names) {
    this.#description = description;
    this.#diagnostics = diagnostics;
    this.#names = names;
  }

  /** Each schema with a type of its own, so far. */
  get named(): readonly NamedSchema[] {
    return this.#named;
  }

  /**
   * Gives each component, by its key, a name and a node; to be called before anything else is asked for. One that is
   * only a reference to what is no component itself, a file of its own for instance, gives its name to that.
   */
  declare(components: readonly (readonly [key: string, Located])[]): void {
    const claims = components.map(([key, located]) => {
      return { key, located, name: this.#claim(key, located.source) };
    });
    this.#reportCollisions(claims);
    for (const { key, located, name } of claims) {
      const target = this.#elsewhere(located);
      const isFree = target && !this.#nodes.has(keyOf(target));
      const node = this.#node(isFree ? target : located, name);
      this.#nodes.set(keyOf(located), node);
      this.#keys.set(node, key);
    }
    this.#declared = this.#named.length;
  }

  /** Tells of those that are not called what their keys say, since an earlier one is called so. */
  #reportCollisions(claims: readonly { key: string; located: Located; name: Identifier }[]): void {
    const first = new Map<string, (typeof claims)[number]>();
    for (const claim of claims) {
      const { key, located, name } = claim;
      const other = first.get(pascalCase(key)) ?? claim;
      first.set(pascalCase(key), other);
      if (other === claim) continue;
      const place = other.located.source;
      const details = { of: "schema", id: key, other: other.key, called: name, place } as const;
      this.#diagnostics.report("name-collision", located.source, details);
    }
  }

  /** The target of a plain reference, if there is no component on the way to it, which is then what it is called. */
  #elsewhere(located: Located): Located | undefined {
    const way = new Set<unknown>();
    let last = located;
    for (let next = this.#next(last); next; next = this.#next(next)) {
      const { file, pointer } = next.source;
      const isComponent =
        file === this.#description.root.source.file &&
        /^\/(components\/schemas|definitions)\/[^/]+$/.test(pointer);
      if (isComponent || way.has(next.value)) return undefined;
      way.add(next.value);
      last = next;
    }
    const isLast = last !== located && !(isObject(last.value) && isPlain(last.value));
    return isLast ? last : undefined;
  }

  /** What a plain reference leads to. */
  #next({ value, source }: Located): Located | undefined {
    const isReference =
      isObject(value) && isPlain(value) && !this.#binds({ value, source }, value.$ref);
    return isReference ? this.#description.resolve(value.$ref, source) : undefined;
  }

  /** The last of plain references that lead to each other. */
  #lastOf(located: Located): Located {
    const way = new Set<unknown>();
    let last = located;
    for (;;) {
      const next = this.#last.get(last.value) ?? this.#next(last);
      if (!next || way.has(next.value)) break;
      way.add(last.value);
      last = next;
    }
    for (const value of way) this.#last.set(value, last);
    return last;
  }

  /** The node of a schema; a plain `$ref` is the node that it points at. */
  at(located: Located): Schema {
    const node = this.#known(located) ?? this.#node(located, undefined);
    this.#fillWaiting();
    return node;
  }

  /**
   * Connects discriminators with what they choose from, and orders the named schemas: components as they are declared,
   * then the others by their places, which also have their names in that order: the one in which they were asked for changes
   * with each new reference. Those in operations are called after these.
   */
  finish(operations: readonly Operation[]): void {
    const stems = new Map(operations.map(({ names, source }) => [operationAt(source), names.stem]));
    this.#fillWaiting();
    // What only a discriminator refers to may have more of them.
    for (const { located } of this.#discriminated) {
      for (const target of targetsOf(located)) this.#mapped(target, located.source);
      this.#fillWaiting();
    }
    const others: Draft[] = this.#named.splice(this.#declared);
    const placed = others.map((node) => [this.#names.seedOf(node.source), node] as const);
    placed.sort(([a], [b]) => byCodeUnit(a, b));
    for (const [, node] of placed) {
      node.name = this.#claimAt(node.source, stems);
      const lost = this.#names.lostBy(node.name);
      if (lost) node.lost = lost;
      this.#named.push(node as NamedSchema);
    }
    if (this.#isDynamic) this.#resolveDynamic();
    for (const { node, located } of this.#discriminated) {
      const discriminator = this.#discriminator(node, located);
      if (discriminator) node.keywords.discriminator = discriminator;
    }
  }

  #resolveDynamic(): void {
    const drafts = [...new Set(this.#nodes.values())];
    const bound = resolveDynamicReferences(drafts, this.#diagnostics);
    for (const { schema, origin, targets } of bound) {
      const words = targets.map(
        (one) => one.name ?? one.keywords.ref?.name ?? lastToken(one.source.pointer),
      );
      schema.name = this.#claim(
        pascalCase(`${origin.name ?? "Bound"} of ${words.join(" and ")}`),
        schema.source,
      );
      this.#named.push(schema as NamedSchema);
    }
  }

  #fillWaiting(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
      this.#fill(next.node, next.located);
  }

  #at(located: Located): Schema {
    return this.#known(located) ?? this.#node(located, undefined);
  }

  #known(located: Located): Schema | undefined {
    return this.#nodes.get(keyOf(located)) ?? this.#plainReference(located);
  }

  #claim(wanted: string, source: Source, more: readonly string[] = []): Identifier {
    const plain = this.#names.typeCase(wanted);
    return this.#names.claim(
      plain === "" ? [] : [plain, ...more, `${plain}Model`],
      this.#names.seedOf(source),
      onlyName,
    );
  }

  #claimAt(source: Source, stems: ReadonlyMap<string, string>): Identifier {
    const { word, longer } = nameOfPlace(source, stems);
    return this.#claim(word, source, longer === word ? [] : [pascalCase(longer)]);
  }

  #node(located: Located, name: Identifier | undefined): Draft {
    const lost = name && this.#names.lostBy(name);
    const node: Draft = { source: located.source, name, ...(lost && { lost }), keywords: {} };
    this.#nodes.set(keyOf(located), node);
    if (name === undefined) {
      this.#open.add(node);
      this.#fill(node, located);
      this.#open.delete(node);
    } else {
      this.#named.push(node as NamedSchema);
      this.#waiting.push({ node, located });
    }
    return node;
  }

  #plainReference(located: Located): Schema | undefined {
    if (!isObject(located.value) || typeof located.value["$ref"] !== "string") return undefined;
    if (!isPlain(located.value) || this.#binds(located, located.value.$ref)) return undefined;
    return this.#reference(located.value["$ref"], located.source);
  }

  /** A reference leads out of a resource with dynamic anchors, so that they hold for its target. */
  #binds(located: Located, ref: string): boolean {
    const anchors = this.#description.dynamicAnchors(located.source);
    if (!anchors) return false;
    const target = this.#description.resolve(ref, located.source);
    return !target || this.#description.dynamicAnchors(target.source) !== anchors;
  }

  /** Target of a `$ref`; it gets a name there, so that others can refer to it too. */
  #reference(ref: string, from: Source): Schema | undefined {
    const seen = new Set<unknown>();
    let target = this.#description.resolve(ref, from);
    while (target && !seen.has(keyOf(target))) {
      const known = this.#nodes.get(keyOf(target));
      if (known) return this.#referred(known, target);
      seen.add(keyOf(target));
      const next =
        isObject(target.value) && isPlain(target.value) ? target.value["$ref"] : undefined;
      if (next === undefined || this.#binds(target, next))
        return this.#node(target, isPlainPart(target) ? undefined : unnamed);
      target = this.#description.resolve(next, target.source);
    }
    return undefined;
  }

  /** What a reference leads to, which has a name from then on where it was written in place before. */
  #referred(node: Draft, located: Located): Schema {
    return node.name !== undefined || isPlainPart(located) ? node : this.#nameLate(node);
  }

  #nameLate(node: Draft): Schema {
    this.#open.delete(node);
    node.name = unnamed;
    this.#named.push(node as NamedSchema);
    return node;
  }

  #fill(node: Draft, located: Located): void {
    const { value } = located;
    const keywords = node.keywords;
    if (value === false) keywords.nothing = true;
    if (!isObject(value)) return;
    const found = groupsIn(value);
    if (found & group.schemas) this.#schemas(keywords, located, value);
    if (found & group.number)
      for (const keyword of numbers)
        if (this.#isWritable(located, keyword)) keywords[keyword] = Number(value[keyword]);
    if (found & group.text)
      for (const keyword of texts)
        if (typeof value[keyword] === "string") keywords[keyword] = value[keyword];
    if (found & group.flag)
      for (const keyword of flags) if (value[keyword] === true) keywords[keyword] = true;
    this.#references(keywords, located);
    if (found & group.data) this.#data(keywords, located, value);
    fillValues(keywords, value);
    dropIneffective(keywords);
    if (found & group.extension) keywords.extensions = extensionsOf(value);
    const prose = proseOf(value, "title");
    if (prose.summary !== "" || prose.description !== "") keywords.prose = prose;
    if (isObject(value["discriminator"])) this.#discriminated.push({ node, located });
  }

  #schemas(keywords: MutableKeywords, located: Located, value: JsonObject): void {
    for (const keyword of singleSchemas)
      if (value[keyword] !== undefined) this.#one(keywords, keyword, located);
    for (const keyword of listsOfSchemas)
      if (value[keyword] !== undefined) this.#list(keywords, keyword, located);
    for (const keyword of mapsOfSchemas)
      if (value[keyword] !== undefined) this.#map(keywords, keyword, located);
  }

  #data(keywords: MutableKeywords, located: Located, value: JsonObject): void {
    if (this.#isWritable(located, "enum") && Array.isArray(value["enum"]))
      keywords.enum = value["enum"];
    if (this.#isWritable(located, "const")) keywords.const = { value: value["const"] };
    if (this.#isWritable(located, "default")) keywords.default = { value: value["default"] };
  }

  /** The keyword is there, without a number that JavaScript cannot hold, which is reported. */
  #isWritable(
    located: Located,
    keyword: (typeof numbers)[number] | "enum" | "const" | "default",
  ): boolean {
    const { value, source } = located;
    if (!isObject(value) || value[keyword] === undefined) return false;
    const found = value[keyword];
    if (
      keyword !== "enum" &&
      keyword !== "const" &&
      keyword !== "default" &&
      typeof found !== "number"
    )
      return false;
    if (!isInfinite(found)) return true;
    const place = this.#description.member(located, keyword)?.source ?? source;
    this.#diagnostics.report("value-unwritable", place, { keyword });
    return false;
  }

  #references(keywords: DraftKeywords, located: Located): void {
    const value = located.value as JsonObject;
    if (typeof value["$ref"] === "string") {
      const last = isPlain(value) ? this.#lastOf(located) : located;
      const known = last === located ? undefined : this.#nodes.get(keyOf(last));
      const ref = known
        ? this.#referred(known, last)
        : this.#reference(value["$ref"], located.source);
      if (ref) keywords.ref = ref;
    }
    const anchors = this.#anchorsAt(located.source);
    this.#isDynamic ||= (anchors ?? value["$dynamicAnchor"] ?? value["$dynamicRef"]) !== undefined;
    if (anchors) keywords.dynamicAnchors = anchors;
    if (typeof value["$dynamicAnchor"] === "string")
      keywords.dynamicAnchor = value["$dynamicAnchor"];
    if (typeof value["$dynamicRef"] === "string") {
      const initial = this.#initial(value["$dynamicRef"], located.source);
      const fragment = value["$dynamicRef"].split("#")[1] ?? "";
      const anchor = fragment.startsWith("/") ? undefined : fragment;
      if (initial) keywords.dynamicRef = { anchor, initial };
    }
  }

  /** The first target of a `$dynamicRef`, which may be written in place: others are bound instead. */
  #initial(ref: string, from: Source): Schema | undefined {
    const target = this.#description.resolve(ref, from);
    const known = target && this.#nodes.get(keyOf(target));
    return known && !this.#open.has(known) ? known : this.#reference(ref, from);
  }

  #anchorsAt(source: Source): ReadonlyMap<string, Schema> | undefined {
    const found = this.#description.dynamicAnchors(source);
    if (!found) return undefined;
    const known = this.#anchors.get(found);
    if (known) return known;
    // Known before it is filled: each of the schemas in it is part of the resource.
    const anchors = new Map<string, Schema>();
    this.#anchors.set(found, anchors);
    for (const [anchor, located] of found) anchors.set(anchor, this.#at(located));
    return anchors;
  }

  #one(keywords: MutableKeywords, keyword: (typeof singleSchemas)[number], located: Located): void {
    const member = this.#description.member(located, keyword);
    if (member && isSchema(member.value)) keywords[keyword] = this.#at(member);
  }

  #list(
    keywords: MutableKeywords,
    keyword: (typeof listsOfSchemas)[number],
    located: Located,
  ): void {
    const list = this.#description.member(located, keyword);
    // An empty list is wrong, and says nothing.
    if (list && Array.isArray(list.value) && list.value.length > 0)
      keywords[keyword] = list.value.flatMap((_, index) => this.#child(list, index) ?? []);
  }

  #map(keywords: MutableKeywords, keyword: (typeof mapsOfSchemas)[number], located: Located): void {
    const map = this.#description.member(located, keyword);
    if (!map || !isObject(map.value)) return;
    const schemas = new Map<string, Schema>();
    for (const name of Object.keys(map.value)) {
      const schema = this.#child(map, name);
      if (schema) schemas.set(name, schema);
    }
    keywords[keyword] = schemas;
  }

  #child(parent: Located, key: string | number): Schema | undefined {
    const member = this.#description.member(parent, key);
    return member && isSchema(member.value) ? this.#at(member) : undefined;
  }

  /**
   * OpenAPI 3.2, section 4.25: by mapping, else by the names of the schemas that are chosen from. The schema of
   * `defaultMapping` stands for all other values and for none, so it has no value of its own.
   */
  #discriminator(node: Draft, located: Located): Discriminator | undefined {
    const member = this.#description.member(located, "discriminator");
    if (!member || !isObject(member.value)) return undefined;
    const property = member.value["propertyName"];
    if (typeof property !== "string") return undefined;
    const branches = node.keywords.oneOf ?? node.keywords.anyOf ?? this.#heirs(node);
    const cases = new Map<string, Schema>();
    const mapped = new Set<Schema>();
    const mapping = asObject(member.value["mapping"]);
    for (const [value, target] of Object.entries(mapping)) {
      if (typeof target !== "string") continue;
      const schema = this.#mapped(target, located.source);
      if (!schema) {
        // A reference to nothing was reported when it was followed.
        if (!/[#/]|\.(?:json|ya?ml)$/.test(target))
          this.#reportUnknown(value, target, member, branches);
        continue;
      }
      cases.set(value, schema);
      mapped.add(schema);
    }
    for (const branch of branches) {
      const implicit = this.#keys.get(branch) ?? lastToken(branch.source.pointer);
      if (branch.name !== undefined && !mapped.has(branch) && !cases.has(implicit))
        cases.set(implicit, branch);
    }
    const otherwise = member.value["defaultMapping"];
    const rest =
      typeof otherwise === "string" ? this.#mapped(otherwise, located.source) : undefined;
    for (const [value, schema] of cases) if (schema === rest) cases.delete(value);
    return { property, cases, mapped: new Set(Object.keys(mapping)) };
  }

  #reportUnknown(value: string, target: string, at: Located, branches: readonly Schema[]): void {
    const place = this.#description.member(at, "mapping") ?? at;
    // More are not printed, and each suggestion looks at all names.
    const few = this.#diagnostics.counts.warning < 50;
    const keys = branches.flatMap((branch) => this.#keys.get(branch) ?? []);
    const suggestion = few
      ? (likely(target, keys) ?? likely(target, this.#keys.values()))
      : undefined;
    const { source } = this.#description.member(place, value) ?? place;
    this.#diagnostics.report("discriminator-target-unknown", source, { value, target, suggestion });
  }

  #mapped(target: string, from: Source): Schema | undefined {
    for (const ref of mappingRefs(target)) {
      const schema = this.#reference(ref, from);
      if (schema) return schema;
    }
    return undefined;
  }

  /** The named schemas that extend this one through `allOf`. */
  #heirs(parent: Schema): readonly Schema[] {
    this.#heirsOf ??= heirsOf(this.#named);
    return [...(this.#heirsOf.get(parent) ?? [])];
  }
}

/** What the discriminator of a schema refers to. */
function targetsOf({ value }: Located): readonly string[] {
  const { mapping, defaultMapping } = asObject(asObject(value)["discriminator"]);
  return [...Object.values(asObject(mapping)), defaultMapping].filter(isText);
}

/** By parent, in the order in which they were named. */
function heirsOf(named: readonly Schema[]): ReadonlyMap<Schema, ReadonlySet<Schema>> {
  const heirs = new Map<Schema, Set<Schema>>();
  for (const schema of named)
    for (const part of schema.keywords.allOf ?? [])
      for (const parent of part.keywords.ref ? [part, part.keywords.ref] : [part]) {
        const known = heirs.get(parent);
        if (known) known.add(schema);
        else heirs.set(parent, new Set([schema]));
      }
  return heirs;
}

function isPlain(value: JsonObject): value is JsonObject & { readonly $ref: string } {
  return (
    typeof value["$ref"] === "string" && Object.keys(value).every((keyword) => silent.has(keyword))
  );
}

/** Objects are themselves; the schemas `true` and `false` are told apart by their place. */
function keyOf({ value, source }: Located): unknown {
  return isObject(value) ? value : placeText(source);
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isObject(value);
}

/** Fills in types, names and examples, which hold no schemas and need no check. */
function fillValues(keywords: MutableKeywords, value: JsonObject): void {
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

/** True for a string, number or boolean inside an operation or another schema: it needs no name, and each reference to it is written inline. */
function isPlainPart({ source, value }: Located): boolean {
  if (!isObject(value) || value["enum"] !== undefined || value["const"] !== undefined) return false;
  const types = [value["type"]].flat();
  const isPlainType = types.length > 0 && types.every((type) => isText(type) && plain.has(type));
  return isPlainType && (groupsIn(value) & group.schemas) === 0 && isPart(source.pointer);
}

const plain: ReadonlySet<string> = new Set(["null", "boolean", "integer", "number", "string"]);

/** What has no effect on values of the types beside it is not there for any later stage. */
function dropIneffective(keywords: MutableKeywords): void {
  const { types = [] } = keywords;
  if (types.length === 0) return;
  for (const keyword of Object.keys(keywords)) {
    const limited = limitedTypes.get(keyword);
    if (limited && !types.some((type) => limited.includes(type)))
      delete keywords[keyword as keyof Keywords];
  }
}

/** JavaScript reads numbers that it cannot hold as infinite. */
function isInfinite(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(isInfinite);
  return typeof value === "number" && !Number.isFinite(value);
}

/** The description of an object, and the member that says the same in short, where it has one. */
export function proseOf(value: JsonObject, short?: "summary" | "title"): Prose {
  return {
    summary: short === undefined ? "" : textOf(value[short]),
    description: textOf(value["description"]),
  };
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
