import { type Code, code, empty, global, join, key, literalType, name } from "../../emit/code.js";
import { groupBy, reachable, remembered } from "../../common/collections.js";
import { propertiesOf } from "../../model/media.js";
import { isText } from "../../common/json.js";
import {
  isClosed,
  isOfTypes,
  isPossible,
  listedValues,
  together,
} from "../../model/walks/values.js";
import type {
  Discriminator,
  Identifier,
  JsonType,
  Keywords,
  NamedSchema,
  Schema,
} from "../../model/types.js";
import { memberDoc, schemaDoc, valueList } from "./docs.js";
import { declareEnum, enumMember, isNullableEnum, withoutNull } from "./enums.js";
import {
  type Member,
  arrayOf,
  declareObject,
  objectOf,
  readonlyWord,
  typeStyle,
  unionOf,
  whole,
} from "./print.js";

type Properties = ReadonlyMap<string, Schema>;
const none: Properties = new Map();

/** The type of a schema: its name where it has one, else the type in place. */
export function typeOf(schema: Schema, inherited: Properties = none): Code {
  if (schema.shown) return typeOf(schema.shown);
  const { nameOf = ownName } = typeStyle();
  const declared = nameOf(schema);
  if (declared === undefined) return inPlace(schema, inherited);
  const isBesideNull = schema.name === undefined && isNullableEnum(schema);
  return isBesideNull ? code`${name(declared)} | null` : name(declared);
}

function ownName({ name, alias }: Schema): Identifier | undefined {
  return name ?? alias;
}

/** The type of an inline schema that has a name as a type. */
export function declareInline(schema: Schema, alias: Identifier): Code {
  return declared(withoutNull({ ...schema, name: alias }), empty, empty);
}

/** `export interface X` where the schema is an object and nothing else, else `export type X`. */
export function declareSchema(schema: NamedSchema): Code {
  const note = nameNote(schema);
  const doc = schemaDoc(schema, valueList(schema.keywords), "", note);
  return declared(schema, schemaDoc(schema, "", "", note), doc);
}

/** `enumDoc`: the comment where each value has one of its own. */
function declared(schema: NamedSchema, enumDoc: Code, doc: Code): Code {
  const listed = declareEnum(schema, enumDoc);
  if (listed) return listed;
  const heritage = interfaceOf(schema);
  if (!heritage) return code`${doc}export type ${name(schema.name)} = ${inPlace(schema, none)};`;
  return code`${doc}${declareObject(schema.name, heritage.body, heritage.bases)}`;
}

/** Why a type is not called as its schema is, and how it gets another name. */
function nameNote({ name: called, lost }: NamedSchema): string {
  return lost === undefined || called === lost
    ? ""
    : `Called \`${called}\` since \`${lost}\` is a global of JavaScript; a \`transform\` with \`rename\` gives it another name.`;
}

/** The type of a schema written out, whether or not it has a name. */
function inPlace(schema: Schema, inherited: Properties): Code {
  const { keywords } = schema;
  if (keywords.nothing) return code`never`;
  const literals = literalsOf(keywords);
  if (literals) return literals;
  const own = membersOf(schema);
  const known = inherited.size === 0 ? own : new Map([...inherited, ...own]);
  const { ref, allOf, oneOf, anyOf } = keywords;
  // Most schemas are no more than what `type` says.
  if (!(ref ?? allOf ?? oneOf ?? anyOf))
    return coreTypes(keywords, known, false)[0] ?? code`unknown`;
  const branches = [oneOf, anyOf].filter((list) => list !== undefined && list.length > 0);
  const bases = telling([ref, ...(allOf ?? [])].filter((base) => base !== undefined));
  const parts = [
    ...coreTypes(keywords, known, branches.length > 0 || bases.length > 0),
    ...bases.map((base) => typeOf(base, known)),
    ...branches.map((list) => branchesOf(keywords, list ?? [], known)),
  ];
  const said = new Set(["unknown"]);
  const distinct = parts.filter(({ text }) => !said.has(text) && said.add(text));
  // Branches that only set limits leave what `type` says.
  if (distinct.length === 0) return coreTypes(keywords, known, false)[0] ?? code`unknown`;
  if (distinct.length === 1 && distinct[0]) return distinct[0];
  // An intersection that has nothing in it may be one that the compiler cannot tell of itself.
  return isPossible(schema) ? join(distinct.map(whole), " & ") : code`never`;
}

/** Without those that say no more than that the value is an object, where another one says so, too. */
function telling(bases: readonly Schema[]): readonly Schema[] {
  if (bases.length < 2) return bases;
  const others = bases.filter((base) => !isAnyObject(base));
  const isObject = others.some(
    (base) => base.keywords.types?.join() === "object" || isInterface(base),
  );
  return isObject ? others : bases;
}

function isAnyObject({ alias, keywords, name }: Schema): boolean {
  const { allOf, anyOf, const: only, enum: values, oneOf, ref, types } = keywords;
  if (name ?? alias ?? allOf ?? anyOf ?? only ?? values ?? oneOf ?? ref) return false;
  return types?.join() === "object" && isBare(keywords, "object") && !isClosed(keywords);
}

/** `enum` and `const` as literals; those that `type` rules out are left out. */
function literalsOf(keywords: Keywords): Code | undefined {
  const values = keywords.const ? [keywords.const.value] : keywords.enum;
  if (!values) return undefined;
  const possible = values.filter((value) => !keywords.types || isOfTypes(value, keywords.types));
  if (possible.length === 0) return code`never`;
  return unionOf(possible.map(literal));
}

function literal(value: unknown): Code {
  if (Array.isArray(value)) return code`[${join(value.map(literal), ", ")}]`;
  if (typeof value !== "object" || value === null) return literalType(value);
  const members = Object.entries(value).map(
    ([member, inner]) => code`${key(member)}: ${literal(inner)}`,
  );
  return members.length === 0
    ? code`${global("Record")}<string, never>`
    : code`{ ${join(members, "; ")} }`;
}

/** The types that `type` and the keywords of objects and arrays make; beside branches, a scalar `type` says nothing new. */
function coreTypes(keywords: Keywords, known: Properties, hasBranches: boolean): Code[] {
  const types = keywords.types ?? impliedTypes(keywords);
  const structured = types.filter((type) => type === "object" || type === "array");
  const bare = hasBranches && structured.every((type) => isBare(keywords, type));
  if (types.length === 0 || bare) return [];
  return [unionOf(types.map((type) => typeOfKind(keywords, type, known)))];
}

/** Without `type`, keywords of objects or arrays are taken to mean that one is expected. */
function impliedTypes(keywords: Keywords): readonly JsonType[] {
  if (!isBare(keywords, "object")) return ["object"];
  return isBare(keywords, "array") ? [] : ["array"];
}

/** It says what members with other names are. */
function saysOthers({ additionalProperties: others }: Keywords): boolean {
  return others !== undefined && others.keywords.nothing !== true;
}

/** False for `properties: {}`, too, which says nothing of a value. */
function hasMembers({ properties = none }: Keywords): boolean {
  return properties.size > 0;
}

function isBare(keywords: Keywords, type: JsonType): boolean {
  if (type === "array") return !keywords.items && !keywords.prefixItems;
  return (
    !hasMembers(keywords) &&
    !(keywords.patternProperties ?? keywords.required) &&
    !saysOthers(keywords)
  );
}

function typeOfKind(keywords: Keywords, type: JsonType, known: Properties): Code {
  if (type === "object") return objectType(keywords, known);
  if (type === "array") return arrayType(keywords);
  return scalars[type];
}

const scalars: Readonly<Record<Exclude<JsonType, "object" | "array">, Code>> = {
  string: code`string`,
  number: code`number`,
  integer: code`number`,
  boolean: code`boolean`,
  null: code`null`,
  bigint: code`bigint`,
  date: code`Date`,
};

function objectType(keywords: Keywords, known: Properties): Code {
  const { properties = none, required = new Set<string>() } = keywords;
  const missing = [...required].filter((property) => !properties.has(property));
  const all: [string, Schema | undefined][] = [
    ...properties,
    ...missing.map((property): [string, Schema | undefined] => [property, known.get(property)]),
  ];
  const members = all.map(([property, schema]) => ({
    doc:
      schema && properties.has(property)
        ? memberDoc(property, schema, required.has(property))
        : empty,
    key: key(property),
    required: required.has(property),
    readOnly: typeStyle().readonly || schema?.keywords.readOnly === true,
    type: schema ? typeOf(schema) : code`unknown`,
  }));
  if (members.length === 0 && isClosed(keywords)) return code`${global("Record")}<string, never>`;
  return objectOf(members, additionalType(keywords, members));
}

/** An index signature has to let the named members through too, so their types are in it. */
function additionalType(keywords: Keywords, members: readonly Member[]): Code | undefined {
  const { additionalProperties, patternProperties } = keywords;
  const open = saysOthers(keywords);
  if (!open && !patternProperties) return undefined;
  if (patternProperties && !additionalProperties) return code`unknown`;
  const others = [
    ...(open && additionalProperties ? [typeOf(additionalProperties)] : []),
    ...[...(patternProperties?.values() ?? [])].map((schema) => typeOf(schema)),
  ];
  const own = members.map(({ type }) => type);
  const optional = members.some(({ required }) => !required) ? [code`undefined`] : [];
  return unionOf([...others, ...own, ...optional]);
}

/** `prefixItems` as a tuple: what `minItems` does not ask for may be missing, and more may follow. */
function arrayType(keywords: Keywords): Code {
  const { prefixItems, items, minItems = 0, maxItems } = keywords;
  if (!prefixItems || prefixItems.length === 0)
    return arrayOf(items ? typeOf(items) : code`unknown`);
  const fixed = prefixItems.map(
    (item, i) => code`${whole(typeOf(item))}${i < minItems ? empty : code`?`}`,
  );
  const isClosed =
    items?.keywords.nothing === true || (maxItems !== undefined && maxItems <= fixed.length);
  const rest = isClosed ? [] : [code`...${whole(items ? typeOf(items) : code`unknown`)}[]`];
  return code`${readonlyWord()}[${join([...fixed, ...rest], ", ")}]`;
}

function branchesOf(keywords: Keywords, branches: readonly Schema[], known: Properties): Code {
  const possible = branches.filter((branch) => !branch.keywords.nothing);
  const tags = tagsOf(keywords.discriminator);
  const types = possible.map((branch) => {
    const values = tags.get(branch) ?? [];
    return tagged(keywords.discriminator, values, branch, typeOf(branch, known));
  });
  if (types.length === 0) return code`never`;
  return unionOf(types);
}

/** The values that stand for each schema. */
function tagsOf(discriminator: Discriminator | undefined): ReadonlyMap<Schema, readonly string[]> {
  const bySchema = groupBy(discriminator?.cases ?? [], ([, schema]) => schema);
  return new Map([...bySchema].map(([schema, all]) => [schema, all.map(([value]) => value)]));
}

/** Puts the discriminator's value on a branch whose own property is not a literal, so that `switch` narrows. */
function tagged(
  discriminator: Discriminator | undefined,
  values: readonly string[],
  branch: Schema,
  type: Code,
): Code {
  if (!discriminator || values.length === 0) return type;
  const own = membersOf(branch).get(discriminator.property);
  if (own?.shown && branch.keywords.required?.has(discriminator.property)) return type;
  const target = own?.shown ?? own?.keywords.ref ?? own;
  if (target?.keywords.const || isLiteral(branch, discriminator.property)) return type;
  // It can be what values without the property are: nothing but its name says that they have one.
  const isSaid = own !== undefined || values.some((value) => discriminator.mapped.has(value));
  const optional = isSaid || discriminator.mapped.size === 0 ? empty : code`?`;
  return code`({ ${key(discriminator.property)}${optional}: ${join(
    values.map((value) => enumMember(target, value) ?? literalType(value)),
    " | ",
  )} } & ${whole(type)})`;
}

/** True if a schema, or one that holds together with it, lets one value through for a member. */
function isLiteral(schema: Schema, member: string): boolean {
  return [...together(schema)].some(({ keywords }) => {
    const property = keywords.properties?.get(member);
    const all = property && !property.shown ? [...together(property)] : [];
    return all.some((one) => listedValues(one.keywords)?.length === 1);
  });
}

interface Heritage {
  readonly bases: readonly string[];
  readonly body: Code;
}

/** An object with members only, and bases that are interfaces; a member in common is one that the object may declare again. */
function interfaceOf(schema: NamedSchema): Heritage | undefined {
  if (!isInterface(schema)) return undefined;
  const partsOf = ({ keywords }: Schema): readonly Schema[] => keywords.allOf ?? [];
  const parts = [
    ...reachable<Schema>([schema], (part) => partsOf(part).filter((one) => one.name === undefined)),
  ];
  const bases = [
    ...new Set(parts.flatMap((part) => partsOf(part).filter((one) => one.name !== undefined))),
  ];
  const owners = parts.filter(
    ({ keywords }) =>
      hasMembers(keywords) ||
      (keywords.required ?? keywords.additionalProperties ?? keywords.patternProperties),
  );
  if (owners.length > 1) return undefined;
  const [owner] = owners;
  const all = membersOf(schema);
  const required = new Set(owner?.keywords.required);
  const own = new Set([...(owner?.keywords.properties?.keys() ?? []), ...required]);
  const seen = new Set<string>();
  for (const base of bases) {
    const { members, isIndexed } = inheritedFrom(base);
    // An index signature of a base would have to let all members of the others through.
    if (isIndexed) return undefined;
    for (const [member, inherited] of members) {
      const again = owner?.keywords.properties?.get(member) ?? all.get(member);
      if (own.has(member) ? !mayDeclare(again, inherited) : seen.has(member)) return undefined;
      if (own.has(member) && inherited.isRequired) required.add(member);
      seen.add(member);
    }
  }
  // `{}` would let texts and numbers through.
  if (!owner && bases.length === 0) return undefined;
  const body = owner ? objectType({ ...owner.keywords, required }, all) : code`{}`;
  const isLiteral = body.text.startsWith("{");
  if (!isLiteral || (bases.length > 0 && body.text.includes("[key: string]"))) return undefined;
  return { bases: bases.flatMap(({ name }) => name ?? []), body };
}

/** A member as an interface has it: all schemas that hold for it. */
interface Inherited {
  readonly schemas: Schema[];
  isRequired: boolean;
}

/** True if what extends an interface may have a member of it with this schema: of the same type, or a narrower one. */
function mayDeclare(own: Schema | undefined, { schemas }: Inherited): boolean {
  return schemas.every((inherited) => {
    const type = typeOf(inherited).text;
    if (!own || type === "unknown" || type === typeOf(own).text) return true;
    if (/^(?:readonly )?unknown\[\]$/.test(type)) return own.keywords.types?.join() === "array";
    return isAnyText(inherited) && isFewTexts(own);
  });
}

function isAnyText({ keywords, shown }: Schema): boolean {
  const { types, enum: list, const: only, allOf, anyOf, oneOf, ref } = keywords;
  return (
    types?.includes("string") === true && !(shown ?? list ?? only ?? allOf ?? anyOf ?? oneOf ?? ref)
  );
}

function isFewTexts({ keywords, name, shown }: Schema): boolean {
  return (name ?? shown) === undefined && listedValues(keywords)?.every(isText) === true;
}

/** The members that an interface has, those that it only requires too, and whether it has others. */
function inheritedFrom(schema: Schema): {
  readonly members: ReadonlyMap<string, Inherited>;
  readonly isIndexed: boolean;
} {
  const members = new Map<string, Inherited>();
  const memberOf = (member: string): Inherited => {
    const known = members.get(member) ?? { schemas: [], isRequired: false };
    members.set(member, known);
    return known;
  };
  let isIndexed = false;
  for (const { keywords } of reachable([schema], (part) => part.keywords.allOf ?? [])) {
    const { properties, required, patternProperties } = keywords;
    for (const [member, one] of properties ?? []) memberOf(member).schemas.push(one);
    for (const member of required ?? []) memberOf(member).isRequired = true;
    const isOpen = patternProperties !== undefined || saysOthers(keywords);
    const isEmpty = !properties && !required && isClosed(keywords);
    if (isOpen || isEmpty) isIndexed = true;
  }
  return { members, isIndexed };
}

/** Each schema is looked at once, however many ways lead to it; one that leads to itself is no interface. */
const isInterface: (schema: Schema) => boolean = remembered(({ keywords }) => {
  const { types, ref, oneOf, anyOf, nothing, properties, allOf = [] } = keywords;
  if (ref ?? oneOf ?? anyOf ?? nothing ?? keywords.enum ?? keywords.const) return false;
  if (types ? types.length !== 1 || types[0] !== "object" : !properties && allOf.length === 0)
    return false;
  return allOf.every(isInterface);
}, false);

/** All members that an object has, also through `$ref` and `allOf`. */
function membersOf(schema: Schema): Properties {
  const { ref, allOf, properties } = schema.keywords;
  if (!ref && !allOf) return properties ?? none;
  return new Map([...propertiesOf(schema)].map(([name, property]) => [name, property.schema]));
}
