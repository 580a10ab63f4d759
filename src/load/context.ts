import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { type Located, type Origins, methods } from "./document.js";
import type { Documents } from "./references/documents.js";
import { type ExtensibleMap, namesIn } from "./grammar/kinds.js";
import type { Files } from "./text/positions.js";
import { asObject, isObject, memberOf, setMember } from "../common/json.js";
import { below } from "../common/pointers.js";
import type { Version } from "./version.js";
import { type FoundReference, type Walker, refOf } from "./grammar/walk.js";

/** A description while it is loaded: what was read, and what goes through it. */
export interface LoadContext {
  readonly root: Located;
  readonly version: Version;
  readonly walker: Walker;
  readonly documents: Documents;
  readonly files: Files;
  readonly diagnostics: Diagnostics;
  readonly origins: Origins;
}

export interface Fetcher {
  /** Reads the file at an address, for a reference; false when it cannot be had, which was reported. */
  readonly read: (
    address: string,
    reference: Pick<FoundReference, "ref" | "source">,
    severity: "error" | "warning",
  ) => Promise<boolean>;
  /** False where no file can be read; true for an address on another machine, which is not asked. */
  readonly isThere: (address: string) => Promise<boolean>;
}

/** The version of the file that a node is in. */
export function versionOf({ source }: Located, { documents, version }: VersionContext): Version {
  return documents.named(source.file)?.version ?? version;
}

type VersionContext = Pick<LoadContext, "documents" | "version">;

/** The object that `node` is or, by way of references, stands for. */
export function follow(node: Located, documents: Documents): Located {
  return chainFrom(node, documents).at(-1) ?? node;
}

/** What a reference leads to, the reference itself first. */
export function chainFrom(node: Located, documents: Documents): readonly [Located, ...Located[]] {
  const chain: [Located, ...Located[]] = [node];
  for (const { value, source } of chain) {
    const ref = refOf(value);
    const target = ref === undefined ? undefined : documents.resolve(ref, source);
    if (target && chain.length < 100) chain.push(target);
  }
  return chain;
}

/** The member of an object with its place, as it was written. */
export function child(node: Located, key: string | number): Located | undefined {
  const value = memberOf(node.value, key);
  return value === undefined ? undefined : { value, source: below(node.source, key) };
}

/** The members of an object, or nothing. */
export function children(node: Located | undefined): Located[] {
  if (!node) return [];
  const { value } = node;
  const keys: readonly (string | number)[] = Array.isArray(value)
    ? [...value.keys()]
    : isObject(value)
      ? Object.keys(value)
      : [];
  return keys.map((key) => child(node, key)).filter((item) => item !== undefined);
}

/** The members of an object by name, but for a reference; of one of a kind that has extensions, without these. */
export function entriesOf(node: Located | undefined, kind?: ExtensibleMap): [string, Located][] {
  if (!node) return [];
  const isReference = refOf(node.value) !== undefined;
  return namesIn(node.value, kind)
    .filter((key) => key !== "$ref" || !isReference)
    .map((key) => [key, { value: memberOf(node.value, key), source: below(node.source, key) }]);
}

/** A list made of others whose items are still known by where they were written. */
export function keep(
  items: readonly Located[],
  { origins }: Pick<LoadContext, "origins">,
): unknown[] {
  const list = items.map(({ value }) => value);
  for (const [index, { source }] of items.entries()) origins.setItem(list, index, source);
  return list;
}

/** The keywords of a schema whose schemas apply to the same value. */
const sameValueKeywords = [
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
] as const;

/** A schema that holds for the same value as another one, or may, by a keyword of that. */
export interface InPlaceSubschema {
  readonly keyword: "$ref" | (typeof sameValueKeywords)[number];
  readonly schema: Located;
}

/** The schemas that apply to the same value as `node` does (JSON Schema 2020-12 core, section 10.2). */
export function inPlaceSubschemas(
  node: Located,
  { documents, origins }: LoadContext,
): readonly InPlaceSubschema[] {
  const { value, source } = node;
  if (!isObject(value)) return [];
  const ref = refOf(value);
  const target = ref === undefined ? undefined : documents.resolve(ref, source);
  const parts: InPlaceSubschema[] = target ? [{ keyword: "$ref", schema: target }] : [];
  for (const keyword of sameValueKeywords) {
    const member = value[keyword] === undefined ? undefined : origins.member(node, keyword);
    if (!member) continue;
    const all = /^(?:not|if|then|else)$/.test(keyword)
      ? [member]
      : Object.keys(member.value ?? {}).flatMap((key) => origins.member(member, key) ?? []);
    for (const schema of all) parts.push({ keyword, schema });
  }
  return parts;
}

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
