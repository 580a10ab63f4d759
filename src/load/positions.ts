import { isAlias, isCollection, isMap, isScalar, isSeq, visit } from "yaml";
import type { Node, Pair } from "yaml";
import type { Source, Span } from "../diagnostics/catalog.js";
import { Lines } from "../diagnostics/lines.js";
import type { LoadedFile, Position } from "./document.js";
import { skipSpace } from "./json.js";
import { endOfValue, placesOfMembers } from "./json-places.js";
import type { JsonPlace } from "./json-places.js";
import type { Parsed } from "./parse.js";
import { parsePointer } from "./pointer.js";
import { isMergeKey, keyOf } from "./yaml.js";
import type { YamlDocument } from "./yaml.js";

/** Offsets of a member: of its key and of its value. */
interface Place {
  readonly key: readonly [number, number] | undefined;
  readonly value: readonly [number, number] | undefined;
  /** The value is a mapping that begins on a line of its own: its first key would mislead. */
  readonly block: boolean;
}

/** The files that were read, and where in their text things stand. Places are looked up only when asked for. */
export class Files {
  readonly #entries = new Map<string, { readonly text: string; places?: PlaceFinder }>();
  /** How each file was read; its value, which is large, is not kept here. */
  readonly #parsed = new Map<string, Pick<Parsed, "yaml">>();
  readonly #lines = new Map<string, Lines>();
  readonly #absent = new Set<string>();

  add(file: string, text: string): void {
    this.#entries.set(file, { text });
  }

  /** Tells of a file that something refers to and that is not there. */
  miss(file: string): void {
    this.#absent.add(file);
  }

  get absent(): readonly string[] {
    return [...this.#absent];
  }

  /** Tells how a file was read, so that it need not be read again to find places in it. */
  setParsed(file: string, parsed: Parsed): void {
    this.#parsed.set(file, { yaml: parsed.yaml });
  }

  get all(): readonly LoadedFile[] {
    return [...this.#entries].map(([file, { text }]) => ({ file, text }));
  }

  textOf(file: string): string | undefined {
    return this.#entries.get(file)?.text;
  }

  /** Line and column of a member, of its key or its value; of what holds it when it is not written itself. */
  locate(source: Source | Span, marks: "key" | "value" = "value"): Position | undefined {
    const entry = this.#entries.get(source.file);
    if (!entry) return undefined;
    if ("offset" in source) return this.#position(source.file, source.offset, source.length);
    const place = this.#find(source);
    if (!place) return this.#position(source.file, 0, 1);
    const range =
      marks === "key" || place.block ? (place.key ?? place.value) : (place.value ?? place.key);
    const [start, end] = range ?? [0, 1];
    return this.#position(source.file, start, end - start);
  }

  /** The text of a value, as it is written. */
  writtenAs(source: Source): string | undefined {
    const range = this.#find(source)?.value;
    return range && this.textOf(source.file)?.slice(...range);
  }

  #find({ file, pointer }: Source): Place | undefined {
    const entry = this.#entries.get(file);
    const parsed = this.#parsed.get(file);
    if (!entry || !parsed) return undefined;
    entry.places ??= parsed.yaml ? new YamlPlaces(parsed.yaml) : new JsonPlaces(entry.text);
    return entry.places.find(parsePointer(pointer) ?? []);
  }

  #position(file: string, offset: number, length: number): Position {
    const text = this.textOf(file) ?? "";
    const lines = this.#lines.get(file) ?? new Lines(text);
    this.#lines.set(file, lines);
    const at = Math.min(offset, text.length);
    const { line, start } = lines.at(at);
    const rest = lines.end(line) - at;
    return { line, column: at - start + 1, length: Math.max(1, Math.min(length, rest)) };
  }
}

interface PlaceFinder {
  /** The place of the deepest member on the way that is there. */
  find(tokens: readonly string[]): Place;
}

class JsonPlaces implements PlaceFinder {
  readonly #text: string;
  /** By the offset where an object or array starts. */
  readonly #members = new Map<number, ReadonlyMap<string, JsonPlace>>();

  constructor(text: string) {
    this.#text = text;
  }

  find(tokens: readonly string[]): Place {
    let start = skipSpace(this.#text, 0);
    let place: Place = { key: undefined, value: [start, start + 1], block: false };
    for (const [index, token] of tokens.entries()) {
      let members = this.#members.get(start);
      if (!members) {
        members = placesOfMembers(this.#text, start);
        this.#members.set(start, members);
      }
      const member = members.get(token);
      if (!member) break;
      start = member.value;
      const last = index === tokens.length - 1;
      const end = last ? endOfValue(this.#text, start) : start + 1;
      place = { key: [member.key, member.keyEnd], value: [start, end], block: false };
    }
    return place;
  }
}

class YamlPlaces implements PlaceFinder {
  readonly #document: YamlDocument;
  #anchors: Map<string, Node[]> | undefined;

  constructor(document: YamlDocument) {
    this.#document = document;
  }

  find(tokens: readonly string[]): Place {
    let node = this.#document.contents as Node | null;
    let place: Place = { key: undefined, value: rangeOf(node), block: false };
    for (const token of tokens) {
      const member = this.#member(node, token);
      if (!member) break;
      node = member.value;
      const block = isMap(node) && !node.flow && member.key !== undefined;
      const value = rangeOf(node);
      place = { key: member.key ?? value, value, block };
    }
    return place;
  }

  #member(
    holder: Node | null,
    token: string,
  ):
    | { readonly key: readonly [number, number] | undefined; readonly value: Node | null }
    | undefined {
    const node = this.#follow(holder);
    if (isSeq(node)) {
      const item = node.items[Number(token)];
      return item === undefined ? undefined : { key: undefined, value: item as Node | null };
    }
    if (!isMap(node)) return undefined;
    const pairs = node.items as Pair[];
    const own = pairs.find((pair) => keyOf(pair) === token);
    if (own) {
      const key = rangeOf(isScalar(own.key) ? own.key : null);
      return { key, value: own.value as Node | null };
    }
    for (const pair of pairs) {
      if (!isMergeKey(pair)) continue;
      const merged = this.#follow(pair.value as Node | null);
      for (const source of isSeq(merged) ? merged.items : [merged]) {
        const member = this.#member(source as Node | null, token);
        if (member) return member;
      }
    }
    return undefined;
  }

  #follow(node: Node | null): Node | null {
    if (!isAlias(node)) return node;
    if (!this.#anchors) {
      const anchors = new Map<string, Node[]>();
      visit(this.#document, {
        Node: (_key, found) => {
          const { anchor } = found as { anchor?: string };
          if (!anchor) return;
          const list = anchors.get(anchor);
          if (list) list.push(found as Node);
          else anchors.set(anchor, [found as Node]);
        },
      });
      this.#anchors = anchors;
    }
    const before = node.range?.[0] ?? 0;
    const candidates = this.#anchors.get(node.source) ?? [];
    return candidates.findLast((found) => (found.range?.[0] ?? 0) < before) ?? null;
  }
}

function rangeOf(node: Node | null): readonly [number, number] | undefined {
  const range = node?.range;
  if (!range) return undefined;
  return [range[0], isCollection(node) ? range[1] : Math.max(range[1], range[0] + 1)];
}
