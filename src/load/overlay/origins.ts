import type { Source } from "../../common/source.js";
import { below, parsePointer } from "../../common/pointers.js";

/** The path to a value: names of members, indexes of items. */
export type Location = readonly (string | number)[];

interface Branch {
  /** The place where this was written, if it differs from the place in the description. */
  source: Source | undefined;
  readonly below: Map<string, Branch>;
}

/** Original places of the parts of a description that overlays changed: in an overlay, or at another index. */
export class OverlayOrigins {
  readonly #file: string;
  readonly #root: Branch = { source: undefined, below: new Map() };

  /** `file`: the description that the overlays are laid over. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The place where the value at this path was written. */
  sourceAt(location: Location): Source {
    let source: Source = this.#root.source ?? { file: this.#file, pointer: "" };
    let branch: Branch | undefined = this.#root;
    for (const token of location) {
      branch = branch?.below.get(String(token));
      source = branch?.source ?? below(source, token);
    }
    return source;
  }

  /** The same for a place in the description as it is after the overlays. */
  relocate(source: Source): Source {
    if (source.file !== this.#file) return source;
    const tokens = parsePointer(source.pointer);
    return tokens ? this.sourceAt(tokens) : source;
  }

  /** The value there was written at `source`, with all that is in it. */
  put(location: Location, source: Source): void {
    let branch = this.#root;
    for (const token of location) branch = this.#child(branch, token);
    branch.source = source;
    branch.below.clear();
  }

  /** The member is gone. */
  removeMember(holder: Location, key: string): void {
    this.#find(holder)?.below.delete(key);
  }

  /** The item is gone; those behind it, `length` with it, move up. */
  removeItem(holder: Location, index: number, length: number): void {
    const sources = new Map<number, Source>();
    for (let at = index + 1; at < length; at++) sources.set(at, this.sourceAt([...holder, at]));
    let branch = this.#root;
    for (const token of holder) branch = this.#child(branch, token);
    for (let at = index + 1; at < length; at++) {
      const moved = branch.below.get(String(at)) ?? { source: undefined, below: new Map() };
      moved.source = sources.get(at);
      branch.below.set(String(at - 1), moved);
    }
    branch.below.delete(String(length - 1));
  }

  #find(location: Location): Branch | undefined {
    let branch: Branch | undefined = this.#root;
    for (const token of location) branch = branch?.below.get(String(token));
    return branch;
  }

  #child(branch: Branch, token: string | number): Branch {
    const known = branch.below.get(String(token));
    if (known) return known;
    const made: Branch = { source: undefined, below: new Map() };
    branch.below.set(String(token), made);
    return made;
  }
}
