import { type RouteTree, buildTree, canonical, keyOf } from "./router-tree.js";

/** What a path leads to: a value for each method, with the values of the path's parameters. */
export interface Match<Value> {
  readonly target: PathTarget<Value>;
  /** In the order of the path, still percent-encoded. */
  readonly values: readonly string[];
}

export interface PathTarget<Value> {
  /** The methods that the path answers, HEAD and OPTIONS included: the field `Allow`. */
  readonly allow: string;
  find(method: string): Value | undefined;
}

export interface Router<Value> {
  /** `path` is as on the wire; what stands at `end` and after, such as a query, does not count. */
  find(path: string, end?: number): Match<Value> | undefined;
}

export interface RouterEntry<Value> {
  readonly method: string;
  /** `/pets/{petId}/photo.{format}` */
  readonly path: string;
  readonly value: Value;
}

/**
 * Routes by segments: text before mixed segments before parameters, whatever the method is, and back
 * to the next candidate when the rest of the path does not fit. Paths are split before they are
 * decoded, so `%2F` stays inside its segment; `/pets` and `/pets/` are different paths; a parameter
 * has at least one character. Throws when two routes have the same method and the same path.
 */
export function createRouter<Value>(entries: readonly RouterEntry<Value>[]): Router<Value> {
  const tree = buildTree(entries);
  const { root, targets, texts, places } = tree;

  const matchOf = (found: number, path: string): Match<Value> | undefined => {
    const target = targets[found >> 1];
    return target && { target, values: valuesOf(path, places, target.parameters) };
  };

  /** Looks for texts that somebody wrote in percent-encoding as they are in the routes. */
  const findDecoded = (path: string): Match<Value> | undefined => {
    const plain = path.replace(/[^/]*%[^/]*/g, (segment) => {
      const text = canonical(segment);
      return texts.has(text) ? text : segment;
    });
    return matchOf(walk(tree, root, plain, 1, plain.length, 0), plain);
  };

  return {
    find(path, end = path.length) {
      if (path.charCodeAt(0) !== 0x2f) return undefined;
      const found = walk(tree, root, path, 1, end, 0);
      const isSure = found !== 0 && (found & 1) === 0;
      if (isSure || path.indexOf("%") < 0) return matchOf(found, path);
      return findDecoded(path.slice(0, end));
    },
  };
}

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

/** The number of the target that the path leads to from `node`; 0 for none. */
function walk(
  tree: RouteTree<unknown>,
  node: number,
  path: string,
  start: number,
  end: number,
  depth: number,
): number {
  const { data, places } = tree;
  for (;;) {
    const kind = data[node] ?? 0;
    if (kind === 0) {
      const record = findText(data, node, path, start, end);
      if (record === 0)
        return isEmpty(path, start, end) ? passEmpty(tree, node, path, start, end, depth) : 0;
      const size = data[record + 1] ?? 0;
      node = record + 2 + size;
      start += size;
    } else if (kind === 1) {
      const slash = path.indexOf("/", start);
      const stop = slash < 0 || slash > end ? end : slash;
      if (stop === start) return passEmpty(tree, node, path, start, end, depth);
      places[depth] = start;
      places[depth + 1] = stop;
      depth += 2;
      node += 3;
      start = stop;
    } else return choose(tree, node, path, start, end, depth);
    if (start === end) return data[node + 1] ?? 0;
    start++;
  }
}

/** Goes on behind a segment that ends at `stop`. */
function follow(
  tree: RouteTree<unknown>,
  node: number,
  path: string,
  stop: number,
  end: number,
  depth: number,
): number {
  if (stop === end) return tree.data[node + 1] ?? 0;
  return walk(tree, node, path, stop + 1, end, depth);
}

/** Goes on where there are several ways, one after the other, until one leads somewhere. */
function choose(
  tree: RouteTree<unknown>,
  node: number,
  path: string,
  start: number,
  end: number,
  depth: number,
): number {
  const { data } = tree;
  const slash = path.indexOf("/", start);
  const stop = slash < 0 || slash > end ? end : slash;
  if (stop === start) return passEmpty(tree, node, path, start, end, depth);
  const record = findText(data, node, path, start, end);
  if (record !== 0) {
    const target = follow(tree, record + 2 + stop - start, path, stop, end, depth);
    if (target !== 0) return target;
  }
  for (let rest = data[node + 3] ?? 0; rest !== 0; rest = data[rest] ?? 0) {
    const taken = take(tree, data[rest + 1] ?? 0, path, start, stop, depth);
    const target = taken === 0 ? 0 : follow(tree, rest + 2, path, stop, end, depth + taken);
    if (target !== 0) return target;
  }
  return 0;
}

function isEmpty(path: string, start: number, end: number): boolean {
  return start === end || path.charCodeAt(start) === 0x2f;
}

/** Goes on behind a segment of no characters. */
function passEmpty(
  tree: RouteTree<unknown>,
  node: number,
  path: string,
  start: number,
  end: number,
  depth: number,
): number {
  const empty = tree.data[node + 2] ?? 0;
  return empty === 0 ? 0 : follow(tree, empty, path, start, end, depth);
}

/** The record of the text that is the segment at `start`; 0 for none. */
function findText(
  data: RouteTree<unknown>["data"],
  node: number,
  path: string,
  start: number,
  end: number,
): number {
  const width = data[node + 4] ?? 0;
  if (width === 0 || start + width > end) return 0;
  let record = data[node + 6 + (keyOf(path, start, width) & (data[node + 5] ?? 0))] ?? 0;
  while (record !== 0 && !isText(data, record, path, start, end)) record = data[record] ?? 0;
  return record;
}

/** Compares in place: to cut a segment out and to hash it costs more than all the rest. */
function isText(
  data: RouteTree<unknown>["data"],
  record: number,
  path: string,
  start: number,
  end: number,
): boolean {
  const size = data[record + 1] ?? 0;
  const stop = start + size;
  if (stop > end || (stop < end && path.charCodeAt(stop) !== 0x2f)) return false;
  for (let index = 0; index < size; index++) {
    if ((data[record + 2 + index] ?? 0) !== path.charCodeAt(start + index)) return false;
  }
  return true;
}

/** How many places a segment fills that is one parameter (`kind` is 0) or a mixed one; 0 if it does not fit. */
function take(
  { mixed, places }: RouteTree<unknown>,
  kind: number,
  path: string,
  start: number,
  stop: number,
  depth: number,
): number {
  if (kind !== 0) return takeMixed(mixed[kind] ?? [], places, path, start, stop, depth);
  places[depth] = start;
  places[depth + 1] = stop;
  return 2;
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
  const last = texts.at(-1) ?? "";
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
