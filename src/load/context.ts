import type { Diagnostics } from "../diagnostics/catalog.js";
import type { Located, Origins } from "./document.js";
import type { Documents } from "./references/documents.js";
import { type ExtensibleMap, namesIn } from "./grammar/kinds.js";
import type { Files } from "./text/positions.js";
import { isObject, memberOf, below } from "../diagnostics/json.js";
import type { Version } from "./version.js";
import { refOf } from "./grammar/walk.js";
import type { FoundReference, Walker } from "./grammar/walk.js";

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
export interface Part {
  readonly keyword: "$ref" | (typeof sameValueKeywords)[number];
  readonly schema: Located;
}

/** The schemas that apply to the same value as `node` does (JSON Schema 2020-12 core, section 10.2). */
export function partsOf(node: Located, { documents, origins }: LoadContext): readonly Part[] {
  const { value, source } = node;
  if (!isObject(value)) return [];
  const ref = refOf(value);
  const target = ref === undefined ? undefined : documents.resolve(ref, source);
  const parts: Part[] = target ? [{ keyword: "$ref", schema: target }] : [];
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
