import {
  maximumDepth,
  maximumKey,
  plainValue,
  quotedValue,
  refuse,
  tooDeep,
} from "./quick-scalars.js";

/** The list or mapping in flow style (section 7.4) that `text` begins with, and how far it goes. */
export function readFlow(
  text: string,
  depth: number,
): { readonly value: object; readonly length: number } {
  const reader = new FlowReader(text);
  const value = reader.collection(depth);
  return { value, length: reader.at };
}

class FlowReader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  collection(depth: number): object {
    if (depth >= maximumDepth) throw tooDeep;
    const isList = this.#text[this.at] === "[";
    const end = isList ? "]" : "}";
    const list: unknown[] = [];
    const mapping = new Map<string, unknown>();
    this.at += 1;
    while (this.#next() !== end) {
      if (isList) list.push(this.#value(depth));
      else this.#member(mapping, depth);
      const behind = this.#next();
      if (behind === ",") this.at += 1;
      else if (behind !== end) refuse();
    }
    this.at += 1;
    return isList ? list : Object.fromEntries(mapping);
  }

  /** The next character that is no space, to which it goes. */
  #next(): string {
    while (/[ \n]/.test(this.#text.charAt(this.at))) this.at += 1;
    return this.#text.charAt(this.at);
  }

  #value(depth: number): unknown {
    const first = this.#text.charAt(this.at);
    if (first === "[" || first === "{") return this.collection(depth + 1);
    if (first === '"' || first === "'") return quotedValue(this.#take(quoted));
    return plainValue(this.#take(plain));
  }

  #member(mapping: Map<string, unknown>, depth: number): void {
    const isQuoted = /["']/.test(this.#text.charAt(this.at));
    const written = this.#take(isQuoted ? quoted : plain);
    const key = isQuoted ? quotedValue(written) : written;
    if (written.length > maximumKey || key === "<<" || mapping.has(key)) refuse();
    const isAlone = this.#text.charAt(this.at) !== ":";
    if (!isAlone) {
      this.at += 1;
      if (!isQuoted && !/[ \n]/.test(this.#text.charAt(this.at))) refuse();
      this.#next();
    }
    mapping.set(key, isAlone ? null : this.#value(depth));
  }

  /** What matches here, behind which it goes. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.#text) ?? refuse();
    this.at += found.length;
    return found;
  }
}

/** On one line, as is `plain`. */
const quoted = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'/y;

const plain =
  /(?:[^\s,[\]{}#&*!|>'"%@`?:-]|-(?![\s,[\]{}]))(?:[^ \n,[\]{}:]|:(?![ \n,[\]{}])| +(?![ \n,[\]{}#:]))*/y;
