import { kindsOf } from "../../src/load/grammar/grammar.js";
import { alternativesOf, type MemberType } from "../../src/load/grammar/notation.js";
import type { Version } from "../../src/load/version.js";

const versions: readonly Version[] = ["2.0", "3.0", "3.1", "3.2"];

export interface Place {
  readonly version: Version;
  /** `Components.headers`; `Paths` for a kind whose own members have any name. */
  readonly place: string;
  readonly kind: string;
  readonly member: string | undefined;
  /** What its members hold. */
  readonly of: MemberType;
}

/** All that has members with names that a description chooses. */
export const places = versions.flatMap((version) =>
  [...kindsOf(version)].flatMap(([kind, { members, others }]): Place[] => {
    const own = Object.entries(members).flatMap(([member, notation]): Place[] =>
      alternativesOf(notation).flatMap(({ shape, from, to }) =>
        shape.is === "map" && from <= version && version <= to
          ? [{ version, place: `${kind}.${member}`, kind, member, of: shape.of }]
          : [],
      ),
    );
    const of = others === undefined ? undefined : alternativesOf(others)[0]?.shape;
    return of ? [...own, { version, place: kind, kind, member: undefined, of }] : own;
  }),
);
