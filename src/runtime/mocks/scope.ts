import type { Issue } from "../validate/issue.js";
import type { Random } from "./random.js";
import type { AnyShape, Plan } from "./shape.js";

/** Stands for a value that could not be made. */
export const none: unique symbol = Symbol("none");

/** Gives a text for a member in the place of a made one, such as one of a library that knows many; undefined: none. */
export type Texts = (
  hint: { readonly name: string; readonly format: string | undefined },
  random: () => number,
) => string | undefined;

/** State on the way down to a value. */
export interface Scope {
  readonly random: Random;
  /** Levels that are left for what may be left out. */
  readonly left: number;
  /** The member that it is for, or that its list is for. */
  readonly name: string;
  /** An example may be the whole value, a scalar in it only, or neither. */
  readonly examples: "any" | "scalars" | "none";
  /** In the value that is checked as a whole, as a JSON Pointer. */
  readonly path: string;
  /** Places in the whole value whose examples were invalid. */
  readonly wrong: ReadonlySet<string>;
  /** Number of earlier tries; later ones choose other branches. */
  readonly tries: number;
  readonly texts: Texts | undefined;
  /** Schemas of which no value was found in this call. */
  readonly hopeless: Set<AnyShape>;
  /** The issues of the last value that was rejected. */
  readonly rejected: { issues: readonly Issue[] };
  readonly make: (plan: Plan, scope: Scope) => unknown;
}
