import type { Node, Pair, YAMLMap } from "yaml";
import { pushTo, remembered } from "../../common/collections.js";
import { isMergeKey, keyOf } from "./yaml.js";
import type { YamlDocument } from "./yaml.js";
import { yaml } from "./yaml-library.js";

/** Offsets of a member: of its key and of its value. */
export interface MemberOffsets {
  readonly key: readonly [number, number] | undefined;
  readonly value: readonly [number, number] | undefined;
  /** The value is a mapping that begins on a line of its own: its first key would mislead. */
  readonly block: boolean;
}

/** Finds members of a text by their way from its root. */
export interface PlaceFinder {
  /** The place of the deepest member on the way that is there. */
  find(tokens: readonly string[]): MemberOffsets;
}

/** The places of a text of which all nodes are known. */
export class YamlPlaces implements PlaceFinder {
  readonly #document: YamlDocument;
  #anchors: Map<string, Node[]> | undefined;
  /** By key; of several with one, the first. */
  readonly #pairs = remembered(
    (map: YAMLMap) =>
      new Map((map.items as Pair[]).toReversed().map((pair) => [keyOf(pair), pair])),
  );

  constructor(document: YamlDocument) {
    this.#document = document;
  }

  find(tokens: readonly string[]): MemberOffsets {
    let node = this.#document.contents as Node | null;
    let place: MemberOffsets = { key: undefined, value: rangeOf(node), block: false };
    for (const token of tokens) {
      const member = this.#member(node, token);
      if (!member) break;
      node = member.value;
      const block = yaml().isMap(node) && !node.flow && member.key !== undefined;
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
    if (yaml().isSeq(node)) {
      const item = node.items[Number(token)];
      return item === undefined ? undefined : { key: undefined, value: item as Node | null };
    }
    if (!yaml().isMap(node)) return undefined;
    const own = this.#pairs(node).get(token);
    if (own) {
      const key = rangeOf(yaml().isScalar(own.key) ? own.key : null);
      return { key, value: own.value as Node | null };
    }
    for (const pair of node.items as Pair[]) {
      if (!isMergeKey(pair)) continue;
      const merged = this.#follow(pair.value as Node | null);
      for (const source of yaml().isSeq(merged) ? merged.items : [merged]) {
        const member = this.#member(source as Node | null, token);
        if (member) return member;
      }
    }
    return undefined;
  }

  #follow(node: Node | null): Node | null {
    if (!yaml().isAlias(node)) return node;
    if (!this.#anchors) {
      const anchors = new Map<string, Node[]>();
      yaml().visit(this.#document, {
        Node: (_key, found) => {
          const { anchor } = found as { anchor?: string };
          if (anchor) pushTo(anchors, anchor, found as Node);
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
  return [range[0], yaml().isCollection(node) ? range[1] : Math.max(range[1], range[0] + 1)];
}
