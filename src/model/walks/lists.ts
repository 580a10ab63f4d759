import type { Way } from "../pagination.js";
import type { Schema } from "../types.js";
import { meantTypes, together } from "./values.js";

const nexts =
  /^(?:next|nextcursor|nextpagetoken|nexttoken|nextpage|nextlink|nexturl|odatanextlink|continuationtoken|endcursor|cursor|nextmarker|lastid|after)$/;
const around =
  /^(?:meta|metadata|paging|pagination|responsemetadata|pageinfo|links|cursors|pages)$/;
const wrappers = /^(?:embedded|data|result|response)$/;
const lists =
  /^(?:data|items|results|result|value|values|entries|records|list|members|resources|objects|rows|content|hits)$/;

/** A name without its case and what joins its words. */
export const plain = (name: string): string => name.replace(/[^A-Za-z\d]/g, "").toLowerCase();

/** The way to the list in a body, or in the one object that all of it is wrapped in. */
export function listIn(body: Schema, mayBeWrapped = true): Way | undefined {
  if (isList(body)) return [];
  const members = [...membersIn(body)];
  const found = members.filter(([, schema]) => isList(schema));
  const [known] = found.filter(([name]) => lists.test(plain(name)));
  const [only, ...others] = found;
  const one = known ?? (others.length === 0 ? only : undefined);
  if (one) return [one[0]];
  const [name, wrapper] = members.find(([member]) => wrappers.test(plain(member))) ?? [];
  const inside = mayBeWrapped && found.length === 0 && wrapper && listIn(wrapper, false);
  return name !== undefined && inside ? [name, ...inside] : undefined;
}

/** The members that a schema names for certain. Those of its branches are left out: a body that may be this or that is no page. */
export function membersIn(schema: Schema | undefined): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  for (const { keywords } of schema ? together(schema) : [])
    for (const [name, one] of keywords.properties ?? []) if (!found.has(name)) found.set(name, one);
  return found;
}

/** The schema at the end of a way. */
export function schemaAt(body: Schema, way: Way): Schema | undefined {
  return way.reduce<Schema | undefined>((schema, name) => membersIn(schema).get(name), body);
}

export function isList(schema: Schema | undefined): boolean {
  return schema !== undefined && meantTypes(schema)?.includes("array") === true;
}

/** The way to what the next page is asked with: a text, or the link of an object. */
export function nextIn(body: Schema): Way | undefined {
  const next = memberIn(body, nexts, ["string"]);
  if (next) return next;
  const link = memberIn(body, /^next(?:page|link)?$/, ["object"]);
  const address = link && memberIn(schemaAt(body, link) ?? body, /^(?:href|url)$/, ["string"], 1);
  return link && address && [...link, ...address];
}

/** The way to a member of such a name and type, three levels down at most, in what stands around a list. */
export function memberIn(
  body: Schema,
  names: RegExp,
  types: readonly string[],
  levels = 3,
): Way | undefined {
  const members = [...membersIn(body)];
  const fits = ([name, one]: readonly [string, Schema]): boolean =>
    names.test(plain(name)) && meantTypes(one)?.some((type) => types.includes(type)) === true;
  const [own] = members.find(fits) ?? [];
  if (own !== undefined) return [own];
  if (levels === 1) return undefined;
  for (const [name, one] of members) {
    const isAround = around.test(plain(name)) || wrappers.test(plain(name));
    const below = isAround ? memberIn(one, names, types, levels - 1) : undefined;
    if (below) return [name, ...below];
  }
  return undefined;
}
