import { asObject, child, children, entriesOf, follow, sourceOf } from "./check.js";
import { operationsOf, parameterNames, parametersOf, plainName } from "./check-paths.js";
import type { Located } from "./document.js";
import { isObject } from "./pointer.js";
import { mutable, renameMembers } from "./upgrade.js";
import type { MutableObject, Raising } from "./upgrade.js";

/** Makes good what warnings said would be taken as it was meant: paths, statuses, path parameters, operationIds. */
export function mendPaths(raising: Raising): void {
  const { root, walker, origins } = raising;
  const paths = child(root, "paths");
  if (isObject(paths?.value)) {
    const renamed = renameMembers(mutable(paths), mendPath);
    for (const [from, to] of renamed) origins.setMember(mutable(paths), to, sourceOf(paths, from));
  }
  for (const responses of walker.all("Responses")) {
    const renamed = renameMembers(mutable(responses), mendStatus);
    for (const [from, to] of renamed) {
      origins.setMember(mutable(responses), to, sourceOf(responses, from));
    }
  }
  for (const parameter of walker.all("Parameter")) {
    const { in: place, name } = asObject(parameter);
    if (place !== "path") continue;
    mutable(parameter)["required"] = true;
    if (typeof name === "string" && plainName(name) !== name)
      mutable(parameter)["name"] = plainName(name);
  }
  const ids = new Set<unknown>();
  for (const operation of walker.all("Operation")) {
    const { operationId } = asObject(operation);
    if (operationId !== undefined && ids.has(operationId)) delete mutable(operation)["operationId"];
    ids.add(operationId);
  }
  for (const [path, place] of entriesOf(paths)) {
    const names = parameterNames(path);
    if (!path.startsWith("/") || typeof names === "string") continue;
    mendParameters(names, follow(place, raising.documents), raising);
  }
}

function mendPath(path: string): string {
  if (path.startsWith("x-")) return path;
  const names = parameterNames(path);
  let mended = path.startsWith("/") ? path : `/${path}`;
  if (typeof names === "string") return mended;
  for (const name of names) mended = mended.replace(`{${name}}`, () => `{${plainName(name)}}`);
  return mended;
}

function mendStatus(status: string): string {
  const range = /^([1-5])(?:xx|Xx|xX|\*\*|__)$/.exec(status)?.[1];
  if (range !== undefined) return `${range}XX`;
  return status.toLowerCase() === "default" ? "default" : status;
}

/** Declares the path parameters that an operation leaves out, and takes away those that its path does not have. */
function mendParameters(names: readonly string[], item: Located, raising: Raising): void {
  const shared = pathNames(item, raising);
  for (const [, operation] of operationsOf(item)) {
    dropForeign(operation, names, raising);
    const declared = new Set([...shared, ...pathNames(operation, raising)]);
    const missing = names.filter((name) => !declared.has(name));
    if (missing.length === 0) continue;
    const own = asObject(operation)["parameters"];
    const list: unknown[] = Array.isArray(own) ? own : [];
    for (const name of missing) {
      list.push({ name, in: "path", required: true, schema: { type: "string" } });
    }
    mutable(operation)["parameters"] = list;
  }
  dropForeign(item, names, raising);
}

function pathNames(holder: Located, raising: Raising): unknown[] {
  return parametersOf(holder, raising)
    .filter(({ parameter }) => asObject(parameter)["in"] === "path")
    .map(({ parameter }) => asObject(parameter)["name"]);
}

function dropForeign(holder: Located, names: readonly string[], raising: Raising): void {
  const list = child(holder, "parameters");
  if (!list || !Array.isArray(list.value)) return;
  const kept = children(list).filter((written) => {
    const { in: place, name } = asObject(follow(written, raising.documents));
    return place !== "path" || names.includes(name as string);
  });
  if (kept.length === list.value.length) return;
  const object = mutable(holder) as MutableObject;
  object["parameters"] = keep(kept, raising);
}

/** A shorter list whose items are still known by where they were written. */
export function keep(items: readonly Located[], { origins }: Pick<Raising, "origins">): unknown[] {
  const list = items.map(({ value }) => value);
  for (const [index, { source }] of items.entries()) origins.setItem(list, index, source);
  return list;
}
