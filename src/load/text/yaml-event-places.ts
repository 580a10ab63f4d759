import type { Event, MappingEvent, ScalarEvent, SequenceEvent } from "js-yaml";
import { jsYaml } from "./yaml-library.js";
import { eventsOf } from "./yaml-events.js";
import type { MemberOffsets, PlaceFinder } from "./yaml-places.js";

type Range = readonly [start: number, end: number];

/** A value with its place; `members` are those of a collection, by name or index. */
interface Node {
  /** Undefined where nothing is written. */
  readonly range: Range | undefined;
  readonly isBlockMapping: boolean;
  readonly members: ReadonlyMap<string, { readonly key: Range | undefined; readonly node: Node }>;
}

const noMembers: Node["members"] = new Map();

/** The places of a plain YAML text, which is read again for them, once. */
export class EventPlaces implements PlaceFinder {
  readonly #text: string;
  readonly #yaml = jsYaml();
  readonly #events: readonly Event[];
  readonly #root: Node;
  #at = 1;
  /** End of the last token. */
  #end = 0;

  constructor(text: string) {
    const events = eventsOf(text);
    if (!Array.isArray(events)) throw new Error("a YAML text could be read only once");
    this.#text = text;
    this.#events = events;
    this.#root = this.#next();
  }

  find(tokens: readonly string[]): MemberOffsets {
    let node = this.#root;
    let place: MemberOffsets = { key: undefined, value: node.range, block: false };
    for (const token of tokens) {
      const member = node.members.get(token);
      if (!member) break;
      ({ node } = member);
      const block = node.isBlockMapping && member.key !== undefined;
      place = { key: member.key ?? node.range, value: node.range, block };
    }
    return place;
  }

  #next(): Node {
    const event = this.#events[this.#at++];
    const { SCALAR, SEQUENCE, MAPPING } = this.#yaml.EVENT_ID;
    switch (event?.type) {
      case SCALAR:
        return { range: this.#rangeOf(event), isBlockMapping: false, members: noMembers };
      case SEQUENCE:
      case MAPPING:
        return this.#collection(event);
      default:
        throw new Error("a plain YAML text has nothing but scalars and collections");
    }
  }

  #collection(event: SequenceEvent | MappingEvent): Node {
    const members = new Map<string, { key: Range | undefined; node: Node }>();
    const isBlock = event.style === this.#yaml.COLLECTION_STYLE.BLOCK;
    const isMapping = event.type === this.#yaml.EVENT_ID.MAPPING;
    this.#end = isBlock ? event.start : event.start + 1;
    while (this.#events[this.#at]?.type !== this.#yaml.EVENT_ID.POP) {
      const key = isMapping ? this.#events[this.#at++] : undefined;
      if (key?.type === this.#yaml.EVENT_ID.SCALAR) {
        const range = this.#rangeOf(key);
        const hasValue = this.#skip(/(?:\s|#[^\n]*\n)*:/y);
        const node = { ...this.#next(), ...(hasValue ? {} : { range: undefined }) };
        members.set(this.#yaml.getScalarValue(this.#text, key), { key: range, node });
      } else {
        if (isBlock) this.#skip(/(?:\s|#[^\n]*\n)*-/y);
        members.set(String(members.size), { key: undefined, node: this.#next() });
      }
    }
    this.#at += 1;
    if (!isBlock) this.#skip(/(?:[\s,]|#[^\n]*\n)*[\]}]/y);
    return { range: [event.start, this.#end], isBlockMapping: isBlock && isMapping, members };
  }

  /** Goes behind what is between two values. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#end;
    const isThere = pattern.test(this.#text);
    if (isThere) this.#end = pattern.lastIndex;
    return isThere;
  }

  /** With quotes; a block of text from its `|` or `>` on. */
  #rangeOf({ valueStart, valueEnd, style }: ScalarEvent): Range {
    if (valueStart < 0) return [this.#end, this.#end + 1];
    const { PLAIN, SINGLE_QUOTED, DOUBLE_QUOTED } = this.#yaml.SCALAR_STYLE;
    const isQuoted = style === SINGLE_QUOTED || style === DOUBLE_QUOTED;
    let [start, end] = isQuoted ? [valueStart - 1, valueEnd + 1] : [valueStart, valueEnd];
    if (!isQuoted && style !== PLAIN) {
      const line = this.#text.lastIndexOf("\n", valueStart - 2) + 1;
      start = line + this.#text.slice(line, valueStart).search(/[|>][-+\d]* *(?:#.*)?\n$/);
    }
    this.#end = end;
    return [start, Math.max(end, start + 1)];
  }
}
