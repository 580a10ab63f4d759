import type { Schema } from "../../model/types.js";
import type { Places } from "./analysis/places.js";
import type { Twins } from "./analysis/duplicates.js";

/** What is entered: the private functions that there are, who has a constant's name, which formats were reported. */
type Kind = "test" | "explain" | "constant" | "format";
type Holder = Schema | string;
type Entries = Readonly<Record<Kind, Map<Schema | string, Holder>>>;

/** What the writing of one part asked of the rest of the module, and what it entered. */
export interface Page {
  readonly words: Map<Schema, string>;
  readonly others: { readonly schema: Schema; readonly suffix: string; readonly word: string }[];
  readonly firsts: Map<Schema, Schema>;
  readonly shared: Map<Schema, boolean>;
  readonly referenced: Map<Schema, boolean>;
  readonly partsOfNamed: Map<Schema, boolean>;
  /** The answer to each question when it was asked first. */
  readonly asked: Readonly<Record<Kind, Map<Schema | string, Holder | undefined>>>;
  readonly entered: Entries;
}

/**
 * What the parts of a module share. It notes down what each part asks, so that a part can be told to be as it was: the
 * same schemas with the same answers are written the same.
 */
export class Ledger {
  readonly #places: Places;
  readonly #twins: Twins;
  readonly #entries: Entries = newEntries();
  #page: Page | undefined;

  constructor({ places, twins }: { readonly places: Places; readonly twins: Twins }) {
    this.#places = places;
    this.#twins = twins;
  }

  word(schema: Schema): string {
    const word = this.#places.wordFor(schema);
    this.#page?.words.set(schema, word);
    return word;
  }

  wordBeside(schema: Schema, suffix: string): string {
    const word = this.#places.wordBeside(schema, suffix);
    this.#page?.others.push({ schema, suffix, word });
    return word;
  }

  /** The schema whose function serves this one. */
  firstOf(schema: Schema): Schema {
    const first = this.#twins.firstOf(schema);
    this.#page?.firsts.set(schema, first);
    return first;
  }

  isShared(schema: Schema): boolean {
    const isShared = this.#twins.isShared(schema);
    this.#page?.shared.set(schema, isShared);
    return isShared;
  }

  isReferenced(schema: Schema): boolean {
    const isReferenced = this.#places.isReferenced(schema);
    this.#page?.referenced.set(schema, isReferenced);
    return isReferenced;
  }

  isPartOfNamed(schema: Schema): boolean {
    const isPartOfNamed = this.#places.isPartOfNamed(schema);
    this.#page?.partsOfNamed.set(schema, isPartOfNamed);
    return isPartOfNamed;
  }

  holder(kind: Kind, key: Schema | string): Holder | undefined {
    const holder = this.#entries[kind].get(key);
    const asked = this.#page?.asked[kind];
    if (asked && !asked.has(key)) asked.set(key, holder);
    return holder;
  }

  enter(kind: Kind, key: Schema | string, holder: Holder): void {
    this.#entries[kind].set(key, holder);
    this.#page?.entered[kind].set(key, holder);
  }

  /** Notes down what `write` asks and enters. */
  noted<T>(write: () => T): { readonly written: T; readonly page: Page } {
    const page: Page = {
      words: new Map(),
      others: [],
      firsts: new Map(),
      shared: new Map(),
      referenced: new Map(),
      partsOfNamed: new Map(),
      asked: newEntries(),
      entered: newEntries(),
    };
    this.#page = page;
    try {
      return { written: write(), page };
    } finally {
      this.#page = undefined;
    }
  }

  /** Whether all questions of a page have the same answers now. */
  agrees({ words, others, firsts, shared, referenced, partsOfNamed, asked }: Page): boolean {
    for (const [schema, first] of firsts) if (this.#twins.firstOf(schema) !== first) return false;
    for (const [schema, isShared] of shared)
      if (this.#twins.isShared(schema) !== isShared) return false;
    for (const [schema, isReferenced] of referenced)
      if (this.#places.isReferenced(schema) !== isReferenced) return false;
    for (const [schema, isPart] of partsOfNamed)
      if (this.#places.isPartOfNamed(schema) !== isPart) return false;
    for (const [schema, word] of words) if (this.#places.find(schema) !== word) return false;
    for (const { schema, suffix, word } of others)
      if (this.#places.wordBeside(schema, suffix) !== word) return false;
    for (const kind of kinds)
      for (const [key, holder] of asked[kind])
        if (this.#entries[kind].get(key) !== holder) return false;
    return true;
  }

  /** Enters what a page did; `onFormat` is told of each format that is reported by it. */
  repeat({ entered }: Page, onFormat: (format: string, schema: Schema) => void): void {
    for (const kind of kinds)
      for (const [key, holder] of entered[kind]) {
        this.#entries[kind].set(key, holder);
        if (kind === "format") onFormat(String(key), holder as Schema);
      }
  }
}

const kinds: readonly Kind[] = ["test", "explain", "constant", "format"];

function newEntries(): Entries {
  return { test: new Map(), explain: new Map(), constant: new Map(), format: new Map() };
}
