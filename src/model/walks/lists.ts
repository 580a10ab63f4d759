import type { Way } from "../pagination.js";
import type { Schema } from "../types.js";
import { meantTypes, together } from "./values.js";

const nexts =
  /^(?:next|nextcursor|nextpagetoken|nexttoken|nextpage|nextlink|nexturl|nextoffset|nextpagestart|odatanextlink|continuationtoken|continue|endcursor|cursor|nextmarker|lastid|after)$/;
const around =
  /^(?:meta|metadata|paging|pagination|responsemetadata|pageinfo|links|cursors?|pages)$/;
/** An object with more members than this wraps a list only in one that is called so. */
const WRAPPER = 10;
/** Lists that may stand beside the one of the items. */
const beside = /^(?:errors?|warnings?|links|included)$/;
const wrappers = /^(?:embedded|data|result|response)$/;
const lists =
  /^(?:data|items|results|result|value|values|entries|records|list|members|resources|objects|rows|content|hits)$/;

/** A name without its case and what joins its words. */
export const plain = (name: string): string => name.replace(/[^A-Za-z\d]/g, "").toLowerCase();

/** The name that a parameter has in a group of them: `number` in `page[number]`, `continue` in `listOptions.continue`. */
const grouped = /^(?:page|paging|pagination|options|listoptions|searchcriteria)(?:\.|\[)(.+?)\]?$/i;

/** True for a parameter, or a member of a body, of one of these names, which are plain ones. */
export function isCalled(name: string, names: RegExp): boolean {
  return names.test(plain(name)) || names.test(plain(grouped.exec(name)?.[1] ?? ""));
}

/** The way to the list in a body, or in the one object that has it all. */
export function listIn(body: Schema, mayBeWrapped = true): Way | undefined {
  if (isList(body)) return [];
  const members = [...membersIn(body)];
  const all = members.filter(([, schema]) => isList(schema));
  const found = all.filter(([name]) => !beside.test(plain(name)));
  const one = known(found, lists) ?? only(found);
  if (one) return [one[0]];
  if (!mayBeWrapped || found.length > 0) return undefined;
  const isLarge = members.length > WRAPPER;
  const inside = members.flatMap(([name, schema]) => {
    if (isLarge && !wrappers.test(plain(name))) return [];
    const way = beside.test(plain(name)) ? undefined : listIn(schema, false);
    return way && way.length > 0 ? [[name, ...way] as const] : [];
  });
  const [alone] = only(all) ?? [];
  return known(inside, wrappers) ?? only(inside) ?? (alone === undefined ? undefined : [alone]);
}

/** The first one that is called so. */
function known<T extends readonly [name: string, ...others: unknown[]]>(
  all: readonly T[],
  names: RegExp,
): T | undefined {
  return all.find(([name]) => names.test(plain(name)));
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
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

/** The way to what the next page is asked with: a text, a number, or the link of an object. */
export function nextIn(body: Schema, wrapper: string | undefined): Way | undefined {
  const next =
    memberIn(body, nexts, ["string"], wrapper) ??
    memberIn(body, nexts, ["integer", "number"], wrapper);
  if (next) return next;
  const link = memberIn(body, /^next(?:page|link)?$/, ["object"], wrapper);
  const linked = link && schemaAt(body, link);
  const address = linked && memberIn(linked, /^(?:href|url)$/, ["string"], undefined, 1);
  return link && address && [...link, ...address];
}

/**
 * The way to a member of such a name and type, three levels down at most, in what stands around a list; `wrapper` is the
 * name of what the list is in.
 */
export function memberIn(
  body: Schema,
  names: RegExp,
  types: readonly string[],
  wrapper: string | undefined,
  levels = 3,
): Way | undefined {
  const members = [...membersIn(body)];
  const fits = ([name, one]: readonly [string, Schema]): boolean =>
    names.test(plain(name)) && meantTypes(one)?.some((type) => types.includes(type)) === true;
  const [own] = members.find(fits) ?? [];
  if (own !== undefined) return [own];
  if (levels === 1) return undefined;
  for (const [name, one] of members) {
    const isAround = name === wrapper || around.test(plain(name)) || wrappers.test(plain(name));
    const below = isAround ? memberIn(one, names, types, undefined, levels - 1) : undefined;
    if (below) return [name, ...below];
  }
  return undefined;
}
