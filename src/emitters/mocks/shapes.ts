import {
  array,
  arrayIfAny,
  type Code,
  code,
  json,
  jsonIfAny,
  name,
  object,
  objectIfAny,
  str,
  use,
} from "../../emit/code.js";
import type { Discriminator, Keywords, Schema } from "../../model/types.js";
import { numberKeywords } from "../../model/keywords.js";
import { singleSchemas } from "../../model/walks/children.js";
import { listedValues, together } from "../../model/walks/values.js";
import { namesCode, tableEntry } from "../names.js";
import { examplesCode } from "./examples.js";
import { patternCode } from "../validators/code/pattern.js";

/** Keywords that are written as they are. */
const plain = [
  "enum",
  "minProperties",
  "maxProperties",
  "minContains",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minLength",
  "maxLength",
  ...numberKeywords,
  "writeOnly",
] as const;

const singles = singleSchemas.filter((keyword) => keyword !== "not" && keyword !== "contentSchema");

/** TypeScript compares a literal with its type to some hundred levels; after so many of ours it starts afresh. */
const comparedLevels = 20;

export const anyShape: Code = use("AnyShape", "./runtime/mocks/make.js", "type");

/** The name of what makes values of a schema with a name. */
function makerName(schema: Schema): Code | undefined {
  return schema.name === undefined ? undefined : name(`make${schema.name}`);
}

/** The check of values as they are made, with the names of code. */
export function checked(schema: Schema | undefined, check: Code | undefined): Code | undefined {
  const names = namesCode(schema);
  return names && check
    ? code`${use("inCode", "./runtime/mocks/in-code.js")}(${names}, ${check})`
    : check;
}

/** A schema where another one refers to it: the maker of its name, or what it says. */
export function shapeCode(schema: Schema, level = 0): Code {
  const { nothing, ref, ...others } = schema.keywords;
  if (nothing) return code`false`;
  const maker = makerName(schema);
  if (maker) return maker;
  if (ref && Object.keys(others).every((keyword) => keyword === "prose"))
    return shapeCode(ref, level);
  const own = ownShape(schema, level + 1);
  return (level + 1) % comparedLevels === 0 ? code`${own} as ${anyShape}` : own;
}

/** A schema as data. */
export function ownShape(schema: Schema, level = 0): Code {
  const below = (child: Schema): Code => shapeCode(child, level);
  const { keywords } = schema;
  const branchOf = (branch: Schema): Code => branchCode(branch, keywords.discriminator, below);
  const { allOf = [], anyOf, oneOf, prefixItems, types, ref } = keywords;
  const parts = [ref, ...allOf].filter((part) => part !== undefined);
  const tag = tagOf(schema);
  const all = [...parts.map(below), ...(tag ? [tag] : [])];
  const [type, ...more] = types ?? [];
  return object({
    type: type === undefined ? undefined : more.length === 0 ? str(type) : json(types),
    const: keywords.const && json(keywords.const.value),
    default: keywords.default && json(keywords.default.value),
    examples: examplesCode(keywords.examples, schema),
    format: jsonIfAny(keywords.format),
    ...Object.fromEntries(plain.map((keyword) => [keyword, jsonIfAny(keywords[keyword])])),
    pattern: keywords.pattern === undefined ? undefined : patternCode(keywords.pattern),
    required: keywords.required?.size ? json([...keywords.required]) : undefined,
    allOf: arrayIfAny(all),
    anyOf: anyOf && array(anyOf.map(branchOf)),
    oneOf: oneOf && array(oneOf.map(branchOf)),
    properties: members(keywords.properties, below),
    patternProperties: patterns(keywords, below),
    dependentRequired:
      keywords.dependentRequired &&
      object([...keywords.dependentRequired].map(([one, names]) => [one, json(names)] as const)),
    dependentSchemas: members(keywords.dependentSchemas, below),
    prefixItems: prefixItems && array(prefixItems.map(below)),
    ...Object.fromEntries(
      singles.map((keyword) => {
        const child = keywords[keyword];
        return [keyword, child && below(child)];
      }),
    ),
  });
}

/** Code for a schema within another one. */
type Below = (schema: Schema) => Code;

function members(schemas: ReadonlyMap<string, Schema> | undefined, below: Below): Code | undefined {
  return objectIfAny(
    [...(schemas ?? [])].map(([one, schema]) => tableEntry(one, below(schema), () => anyShape)),
  );
}

function patterns({ patternProperties }: Keywords, below: Below): Code | undefined {
  const found = [...(patternProperties ?? [])].flatMap(([pattern, schema]) => {
    const expression = patternCode(pattern);
    return expression ? [array([expression, below(schema)])] : [];
  });
  return arrayIfAny(found);
}

/** A branch with the values of the discriminator that stand for it. */
function branchCode(branch: Schema, discriminator: Discriminator | undefined, below: Below): Code {
  const tags = discriminator ? tagsFor(branch, discriminator) : [];
  if (!discriminator || tags.length === 0) return below(branch);
  return object({ allOf: array([below(branch), tagged(discriminator.property, tags)]) });
}

/** Those that a schema leaves for itself; none where it says itself which it has. */
function tagsFor(schema: Schema, { cases, property: member }: Discriminator): readonly string[] {
  const lists = [...together(schema)].flatMap(({ keywords: { properties } }) => {
    const own = properties?.get(member);
    return own ? [...together(own)].flatMap(({ keywords }) => listedValues(keywords) ?? []) : [];
  });
  const tags = [...cases].flatMap(([tag, of]) => (of === schema ? [tag] : []));
  const others = lists.filter((value) => !tags.includes(value as string));
  if (lists.length > 0 && others.length === 0) return [];
  return lists.length === 0 ? tags : tags.filter((tag) => lists.includes(tag));
}

function tagged(member: string, tags: readonly string[]): Code {
  return json({ required: [member], properties: { [member]: { enum: tags } } });
}

/** The value of a discriminator that a part of a schema declares, for this very schema: one that is listed, or its name. */
function tagOf(schema: Schema): Code | undefined {
  const found = [...together(schema)].flatMap(({ keywords: { discriminator } }) => {
    const tags = discriminator ? tagsFor(schema, discriminator) : [];
    return discriminator && tags.length > 0 ? [{ discriminator, tags }] : [];
  });
  const listed = found.find(({ discriminator, tags }) =>
    tags.some((tag) => discriminator.mapped.has(tag)),
  );
  const chosen = listed ?? found[0];
  return chosen && tagged(chosen.discriminator.property, chosen.tags);
}
