import type { Source } from "../common/source.js";
import { memberOf } from "../common/json.js";
import { below, placeText } from "../common/pointers.js";
import { operations } from "./grammar/schemas.js";

export { type ExtensibleMap, namesIn } from "./grammar/kinds.js";

/** The methods that a path item has members for (OpenAPI 3.2, section 4.9.1). */
export const methods: readonly string[] = Object.keys(operations);

/** Where the names of bodies are that come from Swagger 2.0; other tools have it, too. */
export const bodyName = "x-codegen-request-body-name";

/** A value of a description, and where it stands. */
export interface Located {
  /** Plain JSON: `null`, booleans, numbers, strings, arrays, objects without a prototype that matters. */
  readonly value: unknown;
  readonly source: Source;
}

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** Of the key or value that is meant, in UTF-16 units; at least 1. */
  readonly length: number;
}

/** One file that was read, as text. */
export interface LoadedFile {
  readonly file: string;
  readonly text: string;
}

/** A description with all files that it refers to, read, checked, and raised to the form of OpenAPI 3.1. */
export interface Description {
  /** The entry file, raised: an OpenAPI 3.1 (or 3.2) document whose schemas are JSON Schema 2020-12. `$ref`s are still there. */
  readonly root: Located;
  /** The version as it was written: `2.0`, `3.0.3`, `3.1.0`. */
  readonly version: string;
  /** A member of an object or array, with the place where it was written (also when it was raised from elsewhere). */
  member(node: Located, key: string | number): Located | undefined;
  /** Target of a reference, one step; `undefined` if there is none (which was reported when loading). */
  resolve(ref: string, from: Source): Located | undefined;
  /**
   * The schemas with a `$dynamicAnchor` in the schema resource that a place is in (JSON Schema 2020-12 core, section
   * 8.2.3.2), by anchor; `undefined` when there are none. The same map for all places of a resource.
   */
  dynamicAnchors(at: Source): ReadonlyMap<string, Located> | undefined;
  /** All files, the entry first. */
  readonly files: readonly LoadedFile[];
}

/** Where things were written that the upgrade moved. */
export class Origins {
  readonly #objects = new WeakMap<object, Source>();
  readonly #members = new WeakMap<object, Map<string, Source>>();
  readonly #inner = new WeakMap<object, object>();
  readonly #moved = new Map<string, Source>();

  /** `object` was written at `source`, wherever it is now. */
  setObject(object: object, source: Source): void {
    this.#objects.set(object, source);
  }

  /** The member `key` of `object` was written at `source`. */
  setMember(object: object, key: string, source: Source): void {
    const members = this.#members.get(object);
    if (members) members.set(key, source);
    else this.#members.set(object, new Map([[key, source]]));
  }

  /** The item `index` of a list that was made was written at `source`. */
  setItem(list: readonly unknown[], index: number, source: Source): void {
    this.setMember(list as object, String(index), source);
  }

  /** The members that `object` had are now those of `inner`, which is below it. */
  setInner(object: object, inner: object): void {
    this.#inner.set(object, inner);
  }

  /** The object that the members of `object` are in now. */
  innermost(object: object): object {
    let found = object;
    for (let next: object | undefined = found; next; next = this.#inner.get(next)) found = next;
    return found;
  }

  /** What is looked for at `place` was written at `source`. */
  move(place: Source, source: Source): void {
    this.#moved.set(placeText(place), source);
  }

  /** Where something was written that stands at a place now. */
  written(place: Source): Source {
    const { file, pointer } = place;
    if (this.#moved.size === 0) return place;
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      const source = this.#moved.get(placeText({ file, pointer: pointer.slice(0, end) }));
      if (source) return { file: source.file, pointer: source.pointer + pointer.slice(end) };
    }
    return place;
  }

  /** A member where a pointer into the file as it was written finds it. */
  step(holder: Located, key: string): Located | undefined {
    const member = this.member(holder, key);
    if (member) return member;
    const inner = this.#inner.get(holder.value as object);
    return inner && this.member({ value: inner, source: holder.source }, key);
  }

  member(node: Located, key: string | number): Located | undefined {
    const value = memberOf(node.value, key);
    if (value === undefined) return undefined;
    const moved =
      (typeof value === "object" && value !== null ? this.#objects.get(value) : undefined) ??
      this.#members.get(node.value as object)?.get(String(key));
    if (moved) return { value, source: moved };
    return { value, source: below(node.source, key) };
  }
}
