import { MIXED, type RouteTree, asSent, buildTree, canonical, keyOf } from "./router-tree.js";

/** The target of a path: a value for each method, with the values of the path's parameters. */
export interface Match<Value> {
  readonly target: PathTarget<Value>;
  /** In the order of the path, still percent-encoded. */
  readonly values: readonly string[];
}

export interface PathTarget<Value> {
  /** The methods of the path, including HEAD and OPTIONS, for the field `Allow`. */
  readonly allow: string;
  find(method: string): Value | undefined;
}

export interface Router<Value> {
  /** `path` is as on the wire; everything from `end` on, such as a query, is ignored. */
  find(path: string, end?: number): Match<Value> | undefined;
}

export interface RouterEntry<Value> {
  readonly method: string;
  /** `/pets/{petId}/photo.{format}` */
  readonly path: string;
  readonly value: Value;
}

/**
 * Routes by segments: literals take precedence over mixed segments, and these over parameters, for all
 * methods, with backtracking if the rest of the path does not match. Paths are split before they are
 * decoded, so `%2F` stays inside its segment; `/pets` and `/pets/` are different paths; a parameter
 * has at least one character. Of routes with the same method and the same path, the first one is used.
 */
export function createRouter<Value>(entries: readonly RouterEntry<Value>[]): Router<Value> {
  const tree = buildTree(entries);
  const { targets, texts, places } = tree;
  const search = createSearch(tree);

  const matchOf = (found: number, path: string): Match<Value> | undefined => {
    const target = targets[found];
    if (target === undefined) return undefined;
    return { target, values: valuesOf(path, places, target.parameters) };
  };

  /** Looks for texts, and for those in mixed segments, that are written in percent-encoding. */
  const findDecoded = (path: string): Match<Value> | undefined => {
    const plain = path.replace(/(?<![^/])[^/%]*%[^/]*/g, (segment) => {
      const text = canonical(segment);
      return texts.has(text) ? text : asSent(segment);
    });
    return matchOf(search(plain, plain.length) >> 1, plain);
  };

  return {
    find(path, end = path.length) {
      const found = search(path, end);
      if (found === 0 || path.charCodeAt(0) !== SLASH) return undefined;
      if ((found & 1) === 0 || path.indexOf("%") < 0) return matchOf(found >> 1, path);
      return findDecoded(path.slice(0, end));
    },
  };
}

const SLASH = 0x2f;
const PERCENT = 0x25;

const NONE: readonly string[] = [];

/** Each size by itself, because an array that grows takes room for many more. */
function valuesOf(path: string, places: Int32Array, count: number): readonly string[] {
  if (count === 0) return NONE;
  const first = path.slice(places[0], places[1]);
  if (count === 1) return [first];
  const second = path.slice(places[2], places[3]);
  if (count === 2) return [first, second];
  const values = [first, second, path.slice(places[4], places[5])];
  for (let at = 6; at < 2 * count; at += 2) values.push(path.slice(places[at], places[at + 1]));
  return values;
}

/**
 * Finds the target that a path leads to: twice its number, 0 for none, and one more where percent-encoding
 * may hide a text. A function of its own for each tree, because V8 then takes the tables for constants;
 * they are named before the loop, and `end` is made an integer, as it checks them each time otherwise.
 */
function createSearch(tree: RouteTree<unknown>): (path: string, length: number) => number {
  return (path, length) => {
    const { data, root, mixed, places, waiting } = tree;
    const end = length | 0;
    let node = root;
    let start = 1;
    let depth = 0;
    let height = 0;
    let hidden = 0;
    for (;;) {
      let left = data[node] ?? 0;
      while (left > 0 && left < MIXED) {
        const stop = endOfSegment(path, start, end);
        if (stop <= start) break;
        places[depth] = start;
        places[depth + 1] = stop;
        depth += 2;
        start = stop + 1;
        left--;
      }

      let next = 0;
      if (left === 0) {
        if (start > end) {
          const target = data[node + 1] ?? 0;
          if (target !== 0) return 2 * target + hidden;
        } else {
          const record = findText(data, node, path, start, end);
          const rest = data[node + 3] ?? 0;
          if (record > 1) {
            if (rest !== 0) {
              waiting[height] = rest;
              waiting[height + 1] = start;
              waiting[height + 2] = depth;
              height += 3;
            }
            const size = data[record + 1] ?? 0;
            next = record + 2 + size;
            start += size + 1;
          } else {
            hidden |= record;
            next = rest;
            const empty = data[node + 2] ?? 0;
            if (empty !== 0 && (start === end || path.charCodeAt(start) === SLASH)) {
              next = empty;
              start++;
            }
          }
        }
      } else if (left === MIXED) {
        const texts = mixed[data[node + 1] ?? 0] ?? [];
        const rest = data[node + 2] ?? 0;
        const stop = endOfSegment(path, start, end);
        const taken = takeMixed(texts, places, path, start, stop, depth);
        if (taken > 0) {
          if (rest !== 0) {
            waiting[height] = rest;
            waiting[height + 1] = start;
            waiting[height + 2] = depth;
            height += 3;
          }
          next = node + 3;
          start = stop + 1;
          depth += taken;
        } else {
          hidden = 1;
          next = rest;
        }
      }

      node = next;
      if (node === 0) {
        if (height === 0) return hidden;
        height -= 3;
        node = waiting[height] ?? 0;
        start = waiting[height + 1] ?? 0;
        depth = waiting[height + 2] ?? 0;
      }
    }
  };
}

function endOfSegment(path: string, start: number, end: number): number {
  const slash = path.indexOf("/", start);
  return slash < 0 || slash > end ? end : slash;
}

/**
 * The record of the text that is the segment at `start`; 0 for none, 1 when there would be one if the
 * segment were percent-encoded, since that leaves what stands before the first `%` as it is.
 */
function findText(
  data: RouteTree<unknown>["data"],
  node: number,
  path: string,
  start: number,
  end: number,
): number {
  const second = data[node + 4] ?? 0;
  const third = data[node + 5] ?? 0;
  if (start + third >= end) return 0;
  const a = path.charCodeAt(start);
  const b = path.charCodeAt(start + second);
  const c = path.charCodeAt(start + third);
  let hidden = 0;
  let record = data[node + 7 + (keyOf(a, b, c) & (data[node + 6] ?? 0))] ?? 0;
  while (record !== 0) {
    const text = record + 2;
    if (data[text] === a && data[text + second] === b && data[text + third] === c) {
      const size = data[record + 1] ?? 0;
      const stop = start + size;
      if (stop === end || (stop < end && path.charCodeAt(stop) === SLASH)) {
        let index = third + 1;
        while (index < size && data[text + index] === path.charCodeAt(start + index)) index++;
        if (index === size) return record;
      }
      hidden = 1;
    }
    record = data[record] ?? 0;
  }
  return a === PERCENT || b === PERCENT || c === PERCENT ? 1 : hidden;
}

/** Each parameter takes as little as it can, but the last text has to end the segment. */
function takeMixed(
  texts: readonly string[],
  places: Int32Array,
  path: string,
  start: number,
  stop: number,
  depth: number,
): number {
  const [first = ""] = texts;
  const last = texts[texts.length - 1] ?? "";
  const end = stop - last.length;
  let from = start + first.length;
  if (from > end || !path.startsWith(first, start) || !path.startsWith(last, end)) return 0;
  let taken = 0;
  for (let index = 1; index < texts.length; index++) {
    const text = texts[index] ?? "";
    const until = index === texts.length - 1 ? end : path.indexOf(text, from + 1);
    if (until <= from || until > end) return 0;
    places[depth + taken] = from;
    places[depth + taken + 1] = until;
    taken += 2;
    from = until + text.length;
  }
  return taken;
}
