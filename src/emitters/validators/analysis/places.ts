import { fingerprint, placeFrom } from "../../../model/names/naming.js";
import type { NamedSchema, Schema } from "../../../model/types.js";
import { childrenOf } from "./analysis.js";
import { runtimeNames } from "../code/formats.js";
import type { Duplicates } from "./duplicates.js";

/**
 * A word for each schema: its name, or that of the schema it is part of and the way from there (`PetOwner`).
 * Functions are named after it. It depends on nothing but what leads to the schema.
 */
export class Places {
  readonly #words = new Map<Schema, string>();
  readonly #taken = new Set<string>();
  readonly #entry: string;
  readonly #duplicates: Duplicates;
  readonly #partsOfNamed: ReadonlySet<Schema>;

  /** `entry`: the description's first file. */
  constructor(named: readonly NamedSchema[], entry: string, duplicates: Duplicates) {
    this.#entry = entry;
    this.#duplicates = duplicates;
    for (const schema of named) {
      this.#words.set(schema, schema.name);
      this.#taken.add(schema.name);
    }
    for (const schema of named) this.#walk(schema, schema.name);
    this.#partsOfNamed = new Set(this.#words.keys());
  }

  /** Adds a schema that is not part of a named one, and what it consists of. */
  add(schema: Schema, word: string): void {
    if (this.#words.has(schema) || !this.#duplicates.add(schema)) return;
    const claimed = this.#claim(word, schema);
    this.#words.set(schema, claimed);
    this.#walk(schema, claimed);
  }

  /** True if a schema has a name, or is part of one that has. */
  isPartOfNamed(schema: Schema): boolean {
    return this.#partsOfNamed.has(this.#duplicates.firstOf(schema));
  }

  wordFor(schema: Schema): string {
    const word = this.#words.get(this.#duplicates.firstOf(schema));
    if (word === undefined)
      throw new Error(`nothing leads to the schema at ${schema.source.pointer}`);
    return word;
  }

  /** The word for a schema with another behind it, for a second function; no schema is called so. */
  wordBeside(schema: Schema, suffix: string): string {
    const word = this.wordFor(schema) + suffix;
    const { file, pointer } = schema.source;
    return this.#taken.has(word) ? `${word}_${fingerprint(`${file}#${pointer}`)}` : word;
  }

  /** Nearer schemas first, so that a schema with several ways to it is named after the shortest. */
  #walk(root: Schema, word: string): void {
    let level = [{ schema: root, word }];
    while (level.length > 0) {
      const next: typeof level = [];
      for (const { schema, word } of level) {
        for (const child of childrenOf(schema)) {
          if (this.#words.has(child.schema) || !this.#duplicates.add(child.schema)) continue;
          const claimed = this.#claim(word + child.step, child.schema);
          this.#words.set(child.schema, claimed);
          next.push({ schema: child.schema, word: claimed });
        }
      }
      level = next;
    }
  }

  #claim(word: string, { source }: Schema): string {
    const claimed = this.#isFree(word) ? word : this.#other(word, placeFrom(this.#entry, source));
    this.#taken.add(claimed);
    return claimed;
  }

  #other(word: string, seed: string): string {
    const candidates = [`${word}Value`, `${word}_${fingerprint(seed)}`];
    for (let i = 2; ; i++) {
      const free = candidates.find((candidate) => this.#isFree(candidate));
      if (free !== undefined) return free;
      candidates.push(`${word}_${fingerprint(seed)}_${i}`);
    }
  }

  #isFree(word: string): boolean {
    return !this.#taken.has(word) && !afterVerbs.has(word);
  }
}

/** The words behind a verb in names of the runtime, which functions of schemas must not have. */
const afterVerbs: ReadonlySet<string> = new Set(
  [...runtimeNames].flatMap((name) => /^(?:is|check|explain)(.*)$/.exec(name)?.[1] ?? []),
);
