import { valueSchema } from "../../model/parameters.js";
import {
  array,
  arrayIfAny,
  type Code,
  code,
  exportsOf,
  join,
  json,
  object,
  objectIfAny,
  property,
  str,
  use,
} from "../../emit/code.js";
import type { OutputFile } from "../../emit/file.js";
import { reachable } from "../../common/collections.js";
import { isJsonText } from "../../model/media.js";
import { isStream } from "../../model/walks/items.js";
import { isDate, together } from "../../model/walks/values.js";
import { isExactInt64 } from "../../model/passes/int64.js";
import { exactCodec } from "../../model/passes/exact.js";
import type { ApiModel, Media, Operation, Schema } from "../../model/types.js";
import { partForm } from "./parts.js";
import { tagsOf } from "../validators/analysis/analysis.js";

const runtime = exportsOf("./runtime/wire/json/exact.js");

/** The codec for the JSON of a schema; undefined without int64s and dates. */
export function exactJson(schema: Schema | undefined): Code | undefined {
  const place = schema && exactCodec(schema);
  if (schema === undefined || place === undefined) return undefined;
  return code`${use("exactJson", `./${place.file}.js`)}(${str(placeOf(schema))})`;
}

/** `int64.ts` or `dates.ts`, which says where JSON has them; not there when they are what JSON has, or when there are none. */
export function int64File(model: ApiModel): readonly OutputFile[] {
  const found = exactSchemas(model);
  if (found.size === 0) return [];
  const entries = new Map<string, Code>();
  for (const schema of found)
    if (leafOf(schema) === undefined && !entries.has(placeOf(schema)))
      entries.set(placeOf(schema), entryOf(schema));
  const [first] = found;
  const file = (first && exactCodec(first)?.file) ?? "int64";
  const isBigint = [...found].some(({ keywords }) => keywords.types?.includes("bigint"));
  const places = [...entries].map(([place, entry]) => code`${property(place)}: ${entry},`);
  if (file === "dates") return [datesFile(places)];
  const hasDates = [...found].some(isDate);
  const last = hasDates
    ? code`, ${use("dateTime", "./runtime/validate/formats/date-times.js")}`
    : code``;
  return [
    {
      path: "int64.ts",
      code: code`const places: ${runtime("Int64Places", "type")} = {\n${join(places, "\n")}\n};

/** Reads and writes the JSON of a place without rounding its int64s. */
export const exactJson: (place: string) => ${runtime("JsonCodec", "type")} = /* @__PURE__ */ ${runtime("exactJsonWith")}(places, ${str(isBigint ? "bigint" : "string")}${last});`,
    },
  ];
}

/** The schemas that JSON of operations has by a codec. */
export function exactSchemas({ operations }: ApiModel): ReadonlySet<Schema> {
  return reachable(operations.flatMap(jsonSchemas).filter(exactCodec), below);
}

function datesFile(places: readonly Code[]): OutputFile {
  const dated = exportsOf("./runtime/wire/json/dates.js");
  return {
    path: "dates.ts",
    code: code`const places: ${dated("JsonPlaces", "type")} = {\n${join(places, "\n")}\n};

/** Reads the JSON of a place with its dates, and writes it. */
export const exactJson: (place: string) => ${dated("JsonCodec", "type")} = /* @__PURE__ */ ${dated("datedJsonWith")}(places);`,
  };
}

function jsonSchemas(operation: Operation): readonly Schema[] {
  const { body, callbacks, parameters, replies } = operation;
  const content: readonly Media[] = [
    ...(body?.content ?? []),
    ...replies.flatMap((reply) => reply.content),
  ];
  const own = content.flatMap((media) => {
    const schema = isStream(media) ? media.itemSchema : isJsonText(media.codec) && media.schema;
    return schema ? [schema] : [];
  });
  const forms = [
    ...content,
    ...parameters.flatMap(({ encoding }) => (encoding.kind === "content" ? [encoding.media] : [])),
  ];
  const inParts = forms.flatMap((media) =>
    media.parts.flatMap((part) => {
      const form = partForm(part, media);
      return form.kind === "style" ? [] : [form.schema];
    }),
  );
  const headers = [...replies, ...forms.flatMap(({ parts }) => parts)].flatMap(
    (owner) => owner.headers,
  );
  const inFields = [...parameters, ...headers]
    .filter(({ encoding }) => encoding.kind === "content")
    .map(valueSchema);
  return [
    ...own,
    ...inFields,
    ...inParts,
    ...callbacks.flatMap(({ operations }) => operations.flatMap(jsonSchemas)),
  ];
}

/** Int64 or date by the schema itself, not by a part of it. */
function ownLeaf(schema: Schema): "int64" | "date-time" | undefined {
  if (isDate(schema)) return "date-time";
  return isExactInt64(schema) ? "int64" : undefined;
}

/** As `ownLeaf`, where they are nothing else. */
function leafOf(schema: Schema): string | undefined {
  const { types = [] } = schema.keywords;
  const isScalar = !types.includes("object") && !types.includes("array");
  return isScalar ? ownLeaf(schema) : undefined;
}

function placeOf(schema: Schema): string {
  return leafOf(schema) ?? exactCodec(schema)?.name ?? "";
}

/** Schemas of members and items, and others that hold for the value, that lead on to int64s and dates. */
function below(schema: Schema): readonly Schema[] {
  return [...sameValue(schema).keys()]
    .flatMap((one) => [one, ...partsOf(one)])
    .filter((one) => exactCodec(one) !== undefined);
}

function partsOf({ keywords }: Schema): readonly Schema[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = keywords;
  const { prefixItems = [], items, unevaluatedItems } = keywords;
  const single = [additionalProperties, unevaluatedProperties, items, unevaluatedItems];
  return [
    ...(properties?.values() ?? []),
    ...(patternProperties?.values() ?? []),
    ...prefixItems,
    ...single.filter((one) => one !== undefined),
  ];
}

/** Values of members that tell where a schema holds; none where it always does. */
type When = ReadonlyMap<string, readonly unknown[]>;

/** The schemas that hold for the same value, the schema itself first. */
function sameValue(schema: Schema): ReadonlyMap<Schema, When> {
  const found = new Map<Schema, When>([[schema, new Map()]]);
  const waiting = [schema];
  const add = (next: Schema | undefined, when: When): void => {
    const before = next && found.get(next);
    const whole = before ? either(before, when) : when;
    if (!next || (before && isSame(before, whole))) return;
    found.set(next, whole);
    waiting.push(next);
  };
  // The loop also visits schemas that are added meanwhile, and again those that turn out to hold elsewhere too.
  for (const one of waiting) {
    const when: When = found.get(one) ?? new Map();
    const { ref, allOf = [], then, else: otherwise, dependentSchemas } = one.keywords;
    for (const next of [ref, ...allOf, then, otherwise, ...(dependentSchemas?.values() ?? [])])
      add(next, when);
    for (const next of [...(one.keywords.anyOf ?? []), ...(one.keywords.oneOf ?? [])])
      add(next, new Map([...when, ...tagsFor(one, next)]));
  }
  return found;
}

/** Where a schema holds that two branches have in common: in some more places, if need be. */
function either(a: When, b: When): When {
  return new Map(
    [...a].flatMap(([name, values]) => {
      const others = b.get(name);
      return others ? [[name, [...new Set([...values, ...others])]] as const] : [];
    }),
  );
}

/** Of a condition, and one that holds wherever it does. */
function isSame(a: When, b: When): boolean {
  return a.size === b.size && [...a].every(([name, { length }]) => b.get(name)?.length === length);
}

/** The values of members that tell a branch from the others. */
function tagsFor(owner: Schema, branch: Schema): When {
  const { discriminator } = owner.keywords;
  const own = tagsOf(branch);
  const values = [...(discriminator?.cases ?? [])].flatMap(([value, schema]) =>
    schema === branch ? [value] : [],
  );
  if (!discriminator || values.length === 0 || own.has(discriminator.property)) return own;
  const { property: member } = discriminator;
  // The branch may be that of a value without the member, too.
  const isCertain = [...together(branch)].some(({ keywords }) => keywords.required?.has(member));
  return new Map<string, readonly unknown[]>(own).set(
    member,
    isCertain ? values : [...values, undefined],
  );
}

function entryOf(schema: Schema): Code {
  const [, ...others] = sameValue(schema);
  const also = others
    .filter(([other]) => exactCodec(other) !== undefined && says(other))
    .map(([other, when]) => {
      const tags = [...when].map(([name, values]) => {
        const each = values.map((value) => (value === undefined ? code`undefined` : json(value)));
        return [name, array(each)] as const;
      });
      return object({ place: str(placeOf(other)), when: objectIfAny(tags) });
    });
  const leaf = ownLeaf(schema);
  const self = leaf ? [json({ place: leaf })] : [];
  return object({ ...ownMembers(schema), also: arrayIfAny([...self, ...also]) });
}

/** A schema knows of int64s or dates itself, and not only through others that are listed too. */
function says(schema: Schema): boolean {
  return ownLeaf(schema) !== undefined || objectIfAny(ownMembers(schema)) !== undefined;
}

function ownMembers({ keywords }: Schema): Readonly<Record<string, Code | undefined>> {
  const leading = (schema: Schema | undefined): Code | undefined =>
    schema && exactCodec(schema) !== undefined ? str(placeOf(schema)) : undefined;
  const { properties, patternProperties, prefixItems = [] } = keywords;
  // A member without int64s is named where other members have some.
  const others = leading(keywords.additionalProperties) ?? leading(keywords.unevaluatedProperties);
  const members = [...(properties ?? [])].map(
    ([name, schema]) => [name, leading(schema) ?? (others && str(""))] as const,
  );
  const matching = [...(patternProperties ?? [])].flatMap(([pattern, schema]) => {
    const place = leading(schema) ?? (others && str(""));
    return place ? [array([str(pattern), place])] : [];
  });
  const items = leading(keywords.items) ?? leading(keywords.unevaluatedItems);
  const first = prefixItems.map((schema) => leading(schema) ?? str(""));
  const hasFirst = first.length > 0 && (items ?? prefixItems.find((one) => leading(one)));
  return {
    members: objectIfAny(members),
    matching: arrayIfAny(matching),
    others,
    first: hasFirst ? array(first) : undefined,
    items,
  };
}
