import { pushTo } from "../../diagnostics/collections.js";
import { type Code, local } from "../../emit/code.js";

/** Data of an operation that may be written for others as well. */
export interface Data {
  readonly code: Code;
  /** Set where the description has it in a place of its own. */
  readonly place?: string | undefined;
  /** The name of a constant for it, and its type. */
  readonly word: string;
  readonly type: Code;
}

interface Constant {
  readonly name: Code;
  readonly type: Code;
  readonly value: Code;
}

/** The constants of a file: what a description says once and several operations have. */
export class SharedData {
  readonly #byPlace = new Map<string, Constant>();

  constructor(all: Iterable<Data>) {
    const uses = new Map<string, Data[]>();
    for (const one of all) if (one.place !== undefined) pushTo(uses, one.place, one);
    const taken = new Set<string>();
    for (const [place, [first, ...others]] of uses) {
      const isSame = others.every(({ code }) => code.text === first?.code.text);
      if (!first || others.length === 0 || !isSame) continue;
      let word = first.word;
      for (let number = 2; taken.has(word); number += 1) word = `${first.word}${number}`;
      taken.add(word);
      this.#byPlace.set(place, { name: local(word), type: first.type, value: first.code });
    }
  }

  get constants(): readonly Constant[] {
    return [...this.#byPlace.values()];
  }

  /** The name of its constant, or the data itself. */
  codeOf({ place, code }: Data): Code {
    return (place === undefined ? undefined : this.#byPlace.get(place)?.name) ?? code;
  }
}
