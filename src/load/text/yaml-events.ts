import type { Event, MappingEvent, ScalarEvent, SequenceEvent } from "js-yaml";
import { setMember } from "../../common/json.js";
import { maximumDepth } from "./yaml.js";
import { jsYaml } from "./yaml-library.js";

/** Result of reading a plain text; `tooDeep` is the offset of what is nested too deeply. */
export type PlainResult = { readonly value: object } | { readonly tooDeep: number };

/**
 * The value of a YAML text in which nothing is out of the ordinary, without the places in it. Undefined for all others:
 * `readYaml` reads them, and knows what is wrong with them.
 */
export function readPlain(text: string): PlainResult | undefined {
  const events = eventsOf(text);
  if (!Array.isArray(events)) return events && { tooDeep: events.offset };
  try {
    const value = new PlainReader(text, events).read();
    return typeof value === "object" && value !== null ? { value } : undefined;
  } catch (error) {
    if (error === refusal) return undefined;
    throw error;
  }
}

/** The events of a text; where it is nested too deeply; or undefined where it is wrong, or may be. */
export function eventsOf(text: string): Event[] | { readonly offset: number } | undefined {
  if (unusual.test(text)) return undefined;
  const { parseEvents, YAMLException } = jsYaml();
  try {
    return parseEvents(text, { maxDepth: maximumDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return /depth/i.test(error.reason) ? { offset: error.mark?.position ?? 0 } : undefined;
  }
}

/** Tabs, line ends of other kinds, what is not to be seen, and the end of a document. */
const unusual = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|^\.\.\./m;

/** One for all: where it comes from does not matter, and takes time to find out. */
const refusal = new SyntaxError("this text is not plain");

function refuse(): never {
  throw refusal;
}

/** Reads what all readers of YAML agree about: no anchors, tags, merge keys, repeated keys or odd indentation. */
class PlainReader {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #yaml = jsYaml();
  #at = 0;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
  }

  read(): unknown {
    const { DOCUMENT } = this.#yaml.EVENT_ID;
    const [document, ...others] = this.#events.filter(({ type }) => type === DOCUMENT);
    if (document?.type !== DOCUMENT || others.length > 0) refuse();
    if (document.explicitEnd || document.directives.length > 0) refuse();
    this.#at = 1;
    return this.#value(-1);
  }

  /** `indent`: the column in which the lines of the block begin that the value is in. */
  #value(indent: number): unknown {
    const event = this.#events[this.#at++];
    const { SCALAR, SEQUENCE, MAPPING } = this.#yaml.EVENT_ID;
    switch (event?.type) {
      case SCALAR:
        return this.#resolved(event, indent);
      case SEQUENCE:
        return this.#list(this.#indentIn(event, indent));
      case MAPPING:
        return this.#mapping(this.#indentIn(event, indent));
      default:
        return refuse();
    }
  }

  #list(indent: number): unknown[] {
    const list: unknown[] = [];
    while (!this.#isOver()) list.push(this.#value(indent));
    return list;
  }

  #mapping(indent: number): object {
    const mapping: Record<string, unknown> = {};
    while (!this.#isOver()) {
      const event = this.#events[this.#at++];
      if (event?.type !== this.#yaml.EVENT_ID.SCALAR) refuse();
      const key = this.#textOf(event, indent);
      const isPlain = event.style === this.#yaml.SCALAR_STYLE.PLAIN;
      if ((isPlain && (key === "" || key === "<<")) || Object.hasOwn(mapping, key)) refuse();
      // An error from 1024 characters on (section 7.4.3).
      if (event.valueEnd - event.valueStart > 1000) refuse();
      setMember(mapping, key, this.#value(indent));
    }
    return mapping;
  }

  /** Goes behind the end of the collection that is read, if it ends here. */
  #isOver(): boolean {
    const isOver = this.#events[this.#at]?.type === this.#yaml.EVENT_ID.POP;
    if (isOver) this.#at += 1;
    return isOver;
  }

  #resolved(event: ScalarEvent, indent: number): unknown {
    const text = this.#textOf(event, indent);
    if (event.style !== this.#yaml.SCALAR_STYLE.PLAIN) return text;
    // A scalar that begins with a letter is a string, except null, true and false.
    if (/^[^-+.~\dnNtTfF]/.test(text)) return text;
    const { NOT_RESOLVED, nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag } = this.#yaml;
    for (const tag of [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag]) {
      const value = tag.resolve(text, false, tag.tagName);
      if (value === NOT_RESOLVED) continue;
      // JSON has no number for it, or one that is not written the same.
      const isOdd = value === Infinity || value === -Infinity || Object.is(value, -0);
      return isOdd || Number.isNaN(value) ? refuse() : value;
    }
    return Math.abs(Number(text)) === Infinity ? refuse() : text;
  }

  #textOf(event: ScalarEvent, indent: number): string {
    if (event.anchorStart >= 0 || event.tagStart >= 0) refuse();
    if (event.fast) return this.#text.slice(event.valueStart, event.valueEnd);
    const { LITERAL_BLOCK, FOLDED_BLOCK } = this.#yaml.SCALAR_STYLE;
    const isFlow = event.style !== LITERAL_BLOCK && event.style !== FOLDED_BLOCK;
    if (isFlow && !this.#isIndented(event, indent)) refuse();
    return this.#yaml.getScalarValue(this.#text, event);
  }

  /** Lines behind the first have to be deeper than those of the block (YAML 1.2.2, section 7.3). */
  #isIndented({ valueStart, valueEnd }: ScalarEvent, indent: number): boolean {
    const [, ...lines] = this.#text.slice(valueStart, valueEnd).split("\n");
    return lines.every((line) => line.trim() === "" || line.search(/[^ ]/) > indent);
  }

  #indentIn({ start, style, anchorStart, tagStart }: MappingEvent | SequenceEvent, indent: number) {
    if (anchorStart >= 0 || tagStart >= 0) refuse();
    if (style === this.#yaml.COLLECTION_STYLE.FLOW) return indent;
    return start - (this.#text.lastIndexOf("\n", start - 1) + 1);
  }
}
