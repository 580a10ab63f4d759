import type { Source } from "../diagnostics/catalog.js";
import type { Located } from "./document.js";
import { escapeToken, memberOf } from "../diagnostics/json.js";

/** Where things were written that the upgrade moved. */
export class Origins {
  readonly #objects = new WeakMap<object, Source>();
  readonly #members = new WeakMap<object, Map<string, Source>>();
  readonly #inner = new WeakMap<object, object>();

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
    const { file, pointer } = node.source;
    return { value, source: { file, pointer: `${pointer}/${escapeToken(key)}` } };
  }
}
