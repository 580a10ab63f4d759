import {
  child,
  entriesOf,
  follow,
  hasSiblings,
  keep,
  operationsOf,
  parametersOf,
  pathItemAt,
  together,
} from "../context.js";
import { contentsOf } from "../checks/operation-parts.js";
import { isStatus, plainStatus } from "../checks/operations.js";
import { styles } from "../checks/parameters.js";
import { contentMeant } from "../grammar/media-types.js";
import { meantBy, parameterNames, pathsMeant, plainName } from "../checks/paths.js";
import type { Located } from "../document.js";
import type { PathQuery } from "../checks/path-queries.js";
import { isExtension, namesIn } from "../grammar/kinds.js";
import { mendQuery } from "./path-queries.js";
import { pushTo } from "../../common/collections.js";
import { asObject, isObject, setMember } from "../../common/json.js";
import {
  type MutableObject,
  type UpgradeContext,
  adopted,
  mutable,
  renameMembers,
} from "./context.js";

/** Makes good what warnings said would be taken as it was meant: paths, statuses, path parameters, operationIds. */
export function mendPaths(context: UpgradeContext): void {
  const { root, walker, origins } = context;
  for (const item of walker.all("PathItem"))
    if (hasSiblings(item)) writeOut(pathItemAt(item, context), item, context);
  const paths = child(root, "paths");
  separate(paths, context);
  const styles = new Map<string, Styles>();
  const queries = new Map<string, PathQuery>();
  if (isObject(paths?.value)) {
    const meant = pathsMeant(context);
    const mended = (path: string): string => mendPath(meant.get(path)?.template ?? path);
    for (const [path, { template }] of meant) styles.set(mended(path), stylesIn(template));
    for (const [from, to] of renameMembers(paths, mended, context)) {
      const query = meant.get(from)?.query;
      if (query) queries.set(to, query);
    }
  }
  for (const responses of walker.all("Responses")) {
    renameMembers(responses, plainStatus, context);
    for (const status of namesIn(responses.value, "Responses"))
      if (!isStatus(status)) delete mutable(responses)[status];
  }
  mendMediaTypes(context);
  mendStyles(context);
  for (const parameter of walker.all("Parameter")) {
    const { in: place, name } = asObject(parameter.value);
    if (place !== "path") continue;
    mutable(parameter)["required"] = true;
    if (typeof name === "string" && plainName(name) !== name)
      mutable(parameter)["name"] = plainName(name);
  }
  const ids = new Map<unknown, unknown>();
  // Those of paths first: that of an item that was written out is what stands there.
  const placed = entriesOf(paths, "Paths").map(([, place]) => follow(place, context.documents));
  for (const item of [...placed, ...walker.all("PathItem")])
    for (const [, { value }] of operationsOf(item, context)) {
      const { operationId } = asObject(value);
      if (operationId === undefined) continue;
      const first = ids.get(operationId) ?? value;
      if (first !== value || isHash(operationId)) delete (value as MutableObject)["operationId"];
      ids.set(operationId, first);
    }
  for (const [path, place] of entriesOf(paths, "Paths")) {
    const names = parameterNames(path);
    if (!path.startsWith("/") || typeof names === "string") continue;
    const item = follow((paths && origins.member(paths, path)) ?? place, context.documents);
    const query = queries.get(path);
    if (query) mendQuery(query, item, context);
    mendParameters(names, item, context, styles.get(path));
  }
}

/** Writes a path item out where a reference stands. */
function writeOut(item: Located, holder: Located, context: UpgradeContext): void {
  const { origins, walker } = context;
  const object = mutable(holder);
  for (const key of Object.keys(object)) delete object[key];
  for (const key of namesIn(item.value)) {
    const member = origins.member(item, key);
    if (!member) continue;
    setMember(object, key, member.value);
    origins.setMember(object, key, member.source);
  }
  if (walker.kindAt(object) !== "PathItem") walker.adopt(holder, "PathItem");
  for (const [, operation] of operationsOf(holder, context)) walker.adopt(operation, "Operation");
}

/** Gives each path an item of its own: which parameters are missing or foreign differs between those that share one. */
function separate(paths: Located | undefined, context: UpgradeContext): void {
  const taken = new Set<unknown>();
  for (const [path, place] of entriesOf(paths, "Paths")) {
    const item = follow(place, context.documents);
    if (paths && isObject(item.value) && taken.has(item.value)) {
      const own = { value: {}, source: place.source };
      writeOut(together([item], context), own, context);
      setMember(mutable(paths), path, own.value);
    }
    taken.add(item.value);
  }
}

/** True for the id that swagger-php invents for an operation without one: the MD5 of its method and path. */
function isHash(id: unknown): boolean {
  return typeof id === "string" && /^[0-9a-f]{32}$/.test(id);
}

/** Takes away styles that there are not in the place where they stand; those of lists go without `explode`. */
function mendStyles({ walker }: UpgradeContext): void {
  for (const [kind, usual] of [
    ["Parameter", undefined],
    ["Header", "header"],
    ["Encoding", "query"],
  ] as const)
    for (const node of walker.all(kind)) {
      const { style, in: place, explode } = asObject(node.value);
      const allowed = styles.get(usual ?? String(place));
      if (typeof style !== "string" || !allowed || allowed.includes(style)) continue;
      delete mutable(node)["style"];
      if (explode === undefined) mutable(node)["explode"] = false;
    }
}

/** `application/json` for `json`, and one entry for each media type: of several with a schema, any of these. */
function mendMediaTypes(context: UpgradeContext): void {
  const { origins } = context;
  for (const content of contentsOf(context)) {
    const object = mutable(content);
    const meant = contentMeant(namesIn(object));
    if ([...meant].every(([key, types]) => types.length === 1 && types[0] === key)) continue;
    const byType = new Map<string, Located[]>();
    for (const [key, types] of meant) {
      const media = origins.member(content, key);
      if (media) for (const type of types) pushTo(byType, type, media);
      delete object[key];
    }
    for (const [type, [first, ...others]] of byType) {
      if (!first) continue;
      const { value, source } = others.length > 0 ? anyOf([first, ...others], context) : first;
      setMember(object, type, value);
      origins.setMember(object, type, source);
    }
  }
}

function anyOf(all: readonly [Located, ...Located[]], context: UpgradeContext): Located {
  const schemas = all.flatMap((media) => child(media, "schema") ?? []);
  const [first = all[0]] = all.filter((media) => child(media, "schema"));
  if (schemas.length < 2) return first;
  const { source } = first;
  const schema = adopted({ anyOf: keep(schemas, context) }, "Schema", source, context);
  const media = { ...asObject(first.value), schema: schema.value };
  return adopted(media, "MediaType", source, context);
}

/** Operators of a URI template, by the name of the parameter. */
type Styles = ReadonlyMap<string, { readonly style?: string; readonly explode?: true }>;

const operators: ReadonlyMap<string, string> = new Map([
  [".", "label"],
  [";", "matrix"],
]);

/** RFC 6570, section 3.2: `{.format}` is `style: label`, `{;id*}` is `style: matrix` with `explode`. */
function stylesIn(path: string): Styles {
  const names = parameterNames(path);
  return new Map(
    (typeof names === "string" ? [] : names).map((name) => {
      const style = operators.get(name.charAt(0));
      const explode = /.\*$/.test(name);
      return [plainName(name), { ...(style && { style }), ...(explode && { explode }) }];
    }),
  );
}

/** Only where a parameter says nothing of it itself. */
function takeStyles(holder: Located, styles: Styles, context: UpgradeContext): void {
  for (const { parameter } of parametersOf(holder, context)) {
    const { in: place, name, style, content } = asObject(parameter.value);
    const meant = place === "path" && typeof name === "string" ? styles.get(name) : undefined;
    if (meant && style === undefined && content === undefined)
      Object.assign(mutable(parameter), { ...meant, ...asObject(parameter.value) });
  }
}

function mendPath(path: string): string {
  if (isExtension(path, "Paths")) return path;
  const names = parameterNames(path);
  let mended = path.startsWith("/") ? path : `/${path}`;
  if (typeof names === "string") return mended;
  for (const name of names) mended = mended.replace(`{${name}}`, () => `{${plainName(name)}}`);
  return mended;
}

/** Declares the path parameters that an operation leaves out, and takes away those that its path does not have. */
function mendParameters(
  names: readonly string[],
  item: Located,
  context: UpgradeContext,
  styles: Styles = new Map(),
): void {
  for (const holder of [item, ...operationsOf(item, context).map(([, operation]) => operation)])
    takeStyles(holder, styles, context);
  for (const [, operation] of operationsOf(item, context))
    mendNames(names, [item, operation], context);
  const shared = pathNames(item, context);
  for (const [, operation] of operationsOf(item, context)) {
    dropForeign(operation, names, context);
    const declared = new Set([...shared, ...pathNames(operation, context)]);
    const missing = names.filter((name) => !declared.has(name));
    if (missing.length === 0) continue;
    // A list of its own: several operations that are references to one have one list.
    const own = parametersOf(operation, context).map(({ written }) => written);
    const list = keep(own, context);
    for (const name of missing) {
      const schema = { type: "string" };
      context.origins.setObject(schema, item.source);
      list.push({ name, in: "path", required: true, schema, ...styles.get(name) });
    }
    mutable(operation)["parameters"] = list;
  }
  dropForeign(item, names, context);
}

/** `bookId` for `bookID`, where the path has that and nothing else declares it. */
function mendNames(
  names: readonly string[],
  holders: readonly Located[],
  context: UpgradeContext,
): void {
  const declared = new Set(holders.flatMap((holder) => pathNames(holder, context)));
  const missing = names.filter((name) => !declared.has(name));
  if (missing.length === 0) return;
  const unused = [...declared].filter((name) => !names.includes(name));
  for (const holder of holders) {
    const all = parametersOf(holder, context);
    const list = all.map(({ written, parameter }) => {
      const { in: place, name } = asObject(parameter.value);
      if (place !== "path" || typeof name !== "string" || names.includes(name)) return written;
      const meant = meantBy(name, missing, unused);
      if (meant === undefined) return written;
      // One that is shared keeps its name in other paths.
      const own = { ...asObject(parameter.value), name: meant };
      return adopted(own, "Parameter", parameter.source, context);
    });
    if (list.some((one, index) => one !== all[index]?.written))
      mutable(holder)["parameters"] = keep(list, context);
  }
}

function pathNames(holder: Located, context: UpgradeContext): readonly string[] {
  return parametersOf(holder, context).flatMap(({ parameter }) => {
    const { in: place, name } = asObject(parameter.value);
    return place === "path" && typeof name === "string" ? [name] : [];
  });
}

function dropForeign(holder: Located, names: readonly string[], context: UpgradeContext): void {
  const all = parametersOf(holder, context);
  const kept = all.filter(({ parameter }) => {
    const { in: place, name } = asObject(parameter.value);
    return place !== "path" || names.includes(name as string);
  });
  if (kept.length === all.length) return;
  const written = kept.map((one) => one.written);
  mutable(holder)["parameters"] = keep(written, context);
}
