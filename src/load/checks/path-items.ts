import { asObject, isObject, setMember } from "../../diagnostics/json.js";
import { type LoadContext, chainFrom, follow, keep } from "../context.js";
import { type Located, methods } from "../document.js";
import { namesIn } from "../grammar/kinds.js";
import { refOf } from "../grammar/walk.js";

/** The operations of a path item by method, those of `additionalOperations` too, each where it was written. */
export function operationsOf(
  item: Located,
  { origins, documents }: Pick<LoadContext, "origins" | "documents">,
): [string, Located][] {
  const more = origins.member(item, "additionalOperations");
  const own = namesIn(item.value).filter((key) => methods.includes(key));
  const written = [
    ...own.map((key) => [key, origins.member(item, key)] as const),
    ...namesIn(more?.value).map((key) => [key, more && origins.member(more, key)] as const),
  ];
  return written.flatMap(([key, operation]): [string, Located][] =>
    operation && isObject(operation.value) ? [[key, follow(operation, documents)]] : [],
  );
}

/** The parameters of a list with references followed; `written` is the item of the list. */
export function parametersOf(
  node: Located,
  { origins, documents }: Pick<LoadContext, "origins" | "documents">,
): { readonly written: Located; readonly parameter: Located }[] {
  const list = origins.member(node, "parameters");
  if (!list || !Array.isArray(list.value)) return [];
  return [...list.value.keys()].flatMap((index) => {
    const written = origins.member(list, index);
    return written ? [{ written, parameter: follow(written, documents) }] : [];
  });
}

/**
 * The path item at `place`: that of its `$ref` together with what stands beside it, since a field may be in either of them
 * (OpenAPI 3.1, section 4.8.9.1).
 */
export function pathItemAt(place: Located, context: LoadContext): Located {
  const { documents } = context;
  return hasSiblings(place)
    ? together(chainFrom(place, documents), context)
    : follow(place, documents);
}

/** True for a `$ref` with something beside it. */
export function hasSiblings({ value }: Located): boolean {
  return refOf(value) !== undefined && namesIn(value).length > 1;
}

/** A path item with operations of its own, and with the members of all of `items`; of two of one name, the first. */
export function together(
  items: readonly [Located, ...Located[]],
  context: LoadContext,
): { readonly value: object; readonly source: Located["source"] } {
  const { origins } = context;
  const item: Record<string, unknown> = {};
  const parameters = new Map<string, Located>();
  for (const node of items) {
    for (const { written, parameter } of parametersOf(node, context)) {
      const { in: place, name } = asObject(parameter.value);
      const identity = `${String(place)} ${String(name)}`;
      if (!parameters.has(identity)) parameters.set(identity, written);
    }
    for (const key of namesIn(node.value)) {
      const member = key === "$ref" ? undefined : origins.member(node, key);
      if (!member || Object.hasOwn(item, key)) continue;
      setMember(item, key, methods.includes(key) ? copyOf(member, context) : member.value);
      origins.setMember(item, key, member.source);
    }
  }
  if (parameters.size > 0) item["parameters"] = keep([...parameters.values()], context);
  return { value: item, source: items[0].source };
}

function copyOf({ value, source }: Located, { origins }: LoadContext): unknown {
  if (!isObject(value)) return value;
  const copy = { ...value };
  origins.setObject(copy, source);
  return copy;
}
