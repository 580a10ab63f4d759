import { pointerTo } from "../../common/pointers.js";
import { endOfString } from "./json.js";
import { maximumDepth } from "./yaml.js";
import type { MemberOffsets, PlaceFinder } from "./yaml-places.js";

/** A value of a JSON text. */
interface JsonNode {
  /** Undefined for an item. */
  readonly key: readonly [start: number, end: number] | undefined;
  readonly start: number;
  end: number;
  /** Those of an object or array, by name or index. */
  readonly members: Map<string, JsonNode> | undefined;
  readonly isObject: boolean;
}

/** A key that its object already has. */
export interface RepeatedKey {
  readonly key: string;
  readonly pointer: string;
  readonly offset: number;
  readonly length: number;
}

export interface JsonTree {
  readonly root: JsonNode | undefined;
  /** Those that are not nested too deeply, since the pointer of each is as long as its depth. */
  readonly repeated: readonly RepeatedKey[];
  /** Levels of nesting, and the offset of the deepest one. */
  readonly depth: number;
  readonly deepest: number;
}

/** The values of a JSON text by their places, without recursion; throws on some texts that are no JSON. */
export function readJsonTree(text: string): JsonTree {
  const whole = { key: undefined, start: 0, end: 0, members: new Map(), isObject: false };
  const open: JsonNode[] = [whole];
  const way: string[] = [];
  const repeated: RepeatedKey[] = [];
  let [depth, deepest] = [0, 0];
  let key: { readonly name: string; readonly range: readonly [number, number] } | undefined;
  const token = /[{}[\]"]|[^\s,:{}[\]"]+/g;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: word, index: start } = found;
    if (word === '"') token.lastIndex = endOfString(text, start);
    const end = token.lastIndex;
    const holder = open.at(-1) ?? whole;
    const { members } = holder;
    if (word === "}" || word === "]") {
      holder.end = end;
      open.pop();
      way.pop();
    } else if (holder.isObject && !key) {
      key = { name: JSON.parse(text.slice(start, end)) as string, range: [start, end] };
    } else if (members) {
      const name = key?.name ?? String(members.size);
      const isObject = word === "{";
      const inside = isObject || word === "[" ? new Map<string, JsonNode>() : undefined;
      const node: JsonNode = { key: key?.range, start, end, members: inside, isObject };
      // Of several with one name, which is a mistake, the first one.
      if (!members.has(name)) members.set(name, node);
      else if (key && way.length <= maximumDepth) {
        const pointer = pointerTo([...way.slice(1), name]);
        const [offset, after] = key.range;
        repeated.push({ key: name, pointer, offset, length: after - offset });
      }
      key = undefined;
      if (!inside) continue;
      open.push(node);
      way.push(name);
      if (way.length > depth) [depth, deepest] = [way.length, start];
    }
  }
  return { root: whole.members.get("0"), repeated, depth, deepest };
}

export class JsonPlaces implements PlaceFinder {
  readonly #root: JsonNode | undefined;

  constructor(text: string) {
    this.#root = readJsonTree(text).root;
  }

  find(tokens: readonly string[]): MemberOffsets {
    let node = this.#root;
    const start = node?.start ?? 0;
    let place: MemberOffsets = { key: undefined, value: [start, start + 1], block: false };
    for (const [index, token] of tokens.entries()) {
      node = node?.members?.get(token);
      if (!node) break;
      const isLast = index === tokens.length - 1;
      const value = [node.start, isLast ? node.end : node.start + 1] as const;
      place = { key: node.key ?? value, value, block: false };
    }
    return place;
  }
}
