import { byCodeUnit } from "../../../common/words.js";
import { fingerprint, placeFrom } from "../../../model/names/naming.js";
import type { NamedSchema, Schema } from "../../../model/types.js";
import { childrenOf } from "./analysis.js";
import { runtimeNames } from "../code/formats.js";
import type { Duplicates } from "./duplicates.js";

/** A schema, and a word for it that begins with that of a root: a named schema, a request or the body of a reply. */
interface Worded {
  readonly schema: Schema;
  readonly word: string;
  readonly root: string;
}

/**
 * A word for each schema: its name, or that of the schema it is part of and the way from there (`PetOwner`).
 * Functions are named after it. Of several ways to a schema the shortest counts, and of those that are as short the first
 * in the alphabet, so that no word depends on the order of the description.
 */
export class Places {
  readonly #words = new Map<Schema, string>();
  readonly #roots = new Map<Schema, string>();
  readonly #taken = new Set<string>();
  readonly #entry: string;
  readonly #duplicates: Duplicates;
  readonly #partsOfNamed: ReadonlySet<Schema>;

  /** `roots`: the schemas that are not part of a named one. `entry`: the description's first file. */
  constructor(
    named: readonly NamedSchema[],
    roots: readonly { readonly schema: Schema; readonly word: string }[],
    entry: string,
    duplicates: Duplicates,
  ) {
    this.#entry = entry;
    this.#duplicates = duplicates;
    for (const schema of named) {
      this.#words.set(schema, schema.name);
      this.#taken.add(schema.name);
    }
    this.#spread(
      named.flatMap((schema) => this.#below({ schema, word: schema.name, root: schema.name })),
    );
    this.#partsOfNamed = new Set(this.#words.keys());
    for (const { schema } of roots) this.#duplicates.add(schema);
    this.#spread(roots.map(({ schema, word }) => ({ schema, word, root: word })));
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

  /** The word of the named schema, request or reply that the word for a schema begins with. */
  rootOf(schema: Schema): string | undefined {
    return this.#roots.get(this.#duplicates.firstOf(schema));
  }

  /** The word for a schema with another behind it, for a second function; no schema is called so. */
  wordBeside(schema: Schema, suffix: string): string {
    const word = this.wordFor(schema) + suffix;
    const { file, pointer } = schema.source;
    return this.#taken.has(word) ? `${word}_${fingerprint(`${file}#${pointer}`)}` : word;
  }

  /** Gives a word to schemas and to what they consist of, the shortest words first. */
  #spread(start: readonly Worded[]): void {
    const byLength: Worded[][] = [];
    const enqueue = (one: Worded): void => void (byLength[one.word.length] ??= []).push(one);
    start.forEach(enqueue);
    for (let length = 0; length < byLength.length; length++) {
      for (const { schema, word, root } of byLength[length]?.sort(this.#compare) ?? []) {
        const first = this.#duplicates.firstOf(schema);
        if (this.#words.has(first)) continue;
        const claimed = this.#claim(word, schema);
        this.#words.set(first, claimed);
        this.#roots.set(first, root);
        this.#below({ schema: first, word: claimed, root }).forEach(enqueue);
      }
    }
  }

  #below({ schema, word, root }: Worded): readonly Worded[] {
    return childrenOf(schema).map((child) => {
      this.#duplicates.add(child.schema);
      return { schema: child.schema, word: word + child.step, root };
    });
  }

  readonly #compare = (a: Worded, b: Worded): number =>
    byCodeUnit(a.word, b.word) || byCodeUnit(this.#seed(a.schema), this.#seed(b.schema));

  #seed({ source }: Schema): string {
    return placeFrom(this.#entry, source);
  }

  #claim(word: string, schema: Schema): string {
    const claimed = this.#isFree(word) ? word : this.#other(word, this.#seed(schema));
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
