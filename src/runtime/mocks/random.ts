/** Numbers that look random, and are the same for the same seed on every platform. */
export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number | string) {
    this.#seed = typeof seed === "number" ? seed >>> 0 : hash(seed, 0x811c9dc5);
    this.#state = this.#seed;
  }

  /** Other numbers for each name, which do not depend on how many were taken from this one. */
  fork(name: string | number): Random {
    return new Random(hash(String(name), this.#seed ^ 0x9e3779b9));
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  }

  /** An integer between these two, both of them included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** One of a list; undefined only where the list is empty. */
  pick<Item>(list: readonly Item[]): Item | undefined {
    return list[Math.floor(this.next() * list.length)];
  }

  /** The items of a list in another order. */
  shuffle<Item>(list: readonly Item[]): readonly Item[] {
    const keys = list.map((item) => ({ item, key: this.next() }));
    return keys.sort((one, other) => one.key - other.key).map(({ item }) => item);
  }
}

/** FNV-1a. */
function hash(text: string, start: number): number {
  let value = start;
  for (let at = 0; at < text.length; at++)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
