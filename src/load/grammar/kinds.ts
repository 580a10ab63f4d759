import { isObject } from "../../common/json.js";
import { kindOf } from "./grammar.js";
import { alternativesOf } from "./notation.js";
import type { Alternative, MemberType } from "./notation.js";
import type { Version } from "../version.js";

export interface Member {
  /** The alternatives in the version at hand. */
  readonly now: readonly Alternative[];
  readonly all: readonly Alternative[];
}

/** A kind of `grammar.ts` as it is in one version. */
export interface CompiledKind {
  readonly name: string;
  readonly noun: string;
  readonly members: ReadonlyMap<string, Member>;
  /** The members that must or should be there. */
  readonly needed: readonly (readonly [string, Alternative])[];
  readonly others: MemberType | undefined;
  /** Members that begin with `x-` are extensions, and not looked into. */
  readonly extensible: boolean;
  readonly reference: "alone" | "siblings" | undefined;
  readonly open: boolean;
}

const compiled = new Map<string, CompiledKind>();

/** A kind in a version, read from its table once. */
export function compiledKind(name: string, version: Version): CompiledKind {
  const identity = `${version} ${name}`;
  const known = compiled.get(identity) ?? compile(name, version);
  compiled.set(identity, known);
  return known;
}

function compile(name: string, version: Version): CompiledKind {
  const { noun, members: notations, others, reference, open = false } = kindOf(name, version);
  const members = new Map<string, Member>();
  const needed: (readonly [string, Alternative])[] = [];
  for (const [key, notation] of Object.entries(notations)) {
    const all = alternativesOf(notation);
    const active = all.filter(({ from, to }) => from <= version && version <= to);
    members.set(key, { now: active, all });
    const [first] = active;
    if (first && first.need !== "may") needed.push([key, first]);
  }
  const shape = others === undefined ? undefined : alternativesOf(others)[0]?.shape;
  const extensible = !shape || extensibleMaps.some((kind) => kind === name);
  return { name, noun, members, needed, others: shape, extensible, reference, open };
}

/**
 * The kinds that have extensions among members whose names a description chooses (OpenAPI 3.2, sections 4.8.1, 4.16.2 and
 * 4.18.1; Swagger 2.0, "Scopes Object"). All other members with such names are maps, `{…}` in the tables of `grammar.ts`
 * and security requirements: `x-…` is a name there like any other, never an extension.
 */
export const extensibleMaps = ["Paths", "Responses", "Callback", "Scopes"] as const;

export type ExtensibleMap = (typeof extensibleMaps)[number];

/** A map, which has no extensions, is of no kind. */
export function isExtension(key: string, kind: ExtensibleMap | undefined): boolean {
  return kind !== undefined && key.startsWith("x-");
}

/** The names in a map or an object of a kind, without those of extensions. */
export function namesIn(value: unknown, kind?: ExtensibleMap): readonly string[] {
  if (!isObject(value)) return [];
  const names = Object.keys(value);
  return kind === undefined ? names : names.filter((name) => !isExtension(name, kind));
}
