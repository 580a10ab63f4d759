/** What a path leads to: a value for each method, with the values of the path's parameters. */
export interface Match<Value> {
  readonly target: PathTarget<Value>;
  /** In the order of the path, still percent-encoded. */
  readonly values: readonly string[];
}

export interface PathTarget<Value> {
  readonly methods: ReadonlyMap<string, Value>;
  /** The methods that the path answers, HEAD and OPTIONS included: the field `Allow`. */
  readonly allow: string;
}

export interface Router<Value> {
  /** `path` is as on the wire, without a query. */
  find(path: string): Match<Value> | undefined;
}

export interface RouterEntry<Value> {
  readonly method: string;
  /** `/pets/{petId}/photo.{format}` */
  readonly path: string;
  readonly value: Value;
}

interface Node<Value> {
  /** By a number made of length, first and last character: see `keyOf`. */
  readonly statics: Map<number, Static<Value>[]>;
  /** Segments of text and parameters, those with more text first. */
  readonly mixed: Mixed<Value>[];
  /** A segment that is one parameter. */
  parameter: Node<Value> | undefined;
  target: { readonly methods: Map<string, Value>; allow: string } | undefined;
}

interface Static<Value> {
  readonly text: string;
  readonly node: Node<Value>;
}

interface Mixed<Value> {
  /** The texts before, between and after the parameters: one more than there are parameters. */
  readonly texts: readonly string[];
  readonly node: Node<Value>;
}

/**
 * Routes by segments: text before mixed segments before parameters, whatever the method is, and back
 * to the next candidate when the rest of the path does not fit. Paths are split before they are
 * decoded, so `%2F` stays inside its segment; `/pets` and `/pets/` are different paths; a parameter
 * has at least one character. Throws when two routes have the same method and the same path.
 */
export function createRouter<Value>(entries: readonly RouterEntry<Value>[]): Router<Value> {
  const root = newNode<Value>();
  for (const entry of entries) add(root, entry);
  return {
    find(path) {
      if (path.charCodeAt(0) !== SLASH) return undefined;
      const values: string[] = [];
      const target = walk(root, path, 1, path.includes("%"), values);
      return target === undefined ? undefined : { target, values };
    },
  };
}

const SLASH = 0x2f;

function newNode<Value>(): Node<Value> {
  return { statics: new Map(), mixed: [], parameter: undefined, target: undefined };
}

function add<Value>(root: Node<Value>, { method, path, value }: RouterEntry<Value>): void {
  let node = root;
  for (const segment of path.split("/").slice(1)) node = childFor(node, segment);
  node.target ??= { methods: new Map(), allow: "" };
  const { methods } = node.target;
  if (methods.has(method)) throw new Error(`There are two routes for ${method} ${path}.`);
  methods.set(method, value);
  node.target.allow = allowed([...methods.keys()]);
}

function allowed(methods: readonly string[]): string {
  const all = new Set(methods);
  if (all.has("GET")) all.add("HEAD");
  return [...all.add("OPTIONS")].join(", ");
}

function childFor<Value>(node: Node<Value>, segment: string): Node<Value> {
  const texts = segment.split(/\{[^{}]*\}/);
  if (texts.length === 1) {
    const text = decodeSegment(segment) ?? segment;
    const known = staticAt(node, text, 0, text.length);
    if (known !== undefined) return known;
    const child = newNode<Value>();
    const key = keyOf(text, 0, text.length);
    node.statics.set(key, [...(node.statics.get(key) ?? []), { text, node: child }]);
    return child;
  }
  if (segment.startsWith("{") && texts.length === 2 && texts[1] === "") {
    return (node.parameter ??= newNode());
  }
  const same = node.mixed.find((mixed) => mixed.texts.join("{") === texts.join("{"));
  if (same !== undefined) return same.node;
  const child = newNode<Value>();
  node.mixed.push({ texts, node: child });
  node.mixed.sort((a, b) => b.texts.join("").length - a.texts.join("").length);
  return child;
}

/** Compares in place: to cut a segment out and to hash it costs more than all the rest. */
function staticAt<Value>(
  node: Node<Value>,
  path: string,
  start: number,
  end: number,
): Node<Value> | undefined {
  const candidates = node.statics.get(keyOf(path, start, end));
  if (candidates === undefined) return undefined;
  for (const { text, node: child } of candidates) {
    if (text.length !== end - start) continue;
    let at = 0;
    while (at < text.length && text.charCodeAt(at) === path.charCodeAt(start + at)) at++;
    if (at === text.length) return child;
  }
  return undefined;
}

function keyOf(text: string, start: number, end: number): number {
  if (start === end) return 0;
  return ((end - start) << 16) ^ (text.charCodeAt(start) << 8) ^ text.charCodeAt(end - 1);
}

function walk<Value>(
  node: Node<Value>,
  path: string,
  start: number,
  encoded: boolean,
  values: string[],
): PathTarget<Value> | undefined {
  const slash = path.indexOf("/", start);
  const end = slash < 0 ? path.length : slash;
  let fixed = staticAt(node, path, start, end);
  if (fixed === undefined && encoded) fixed = decodedAt(node, path.slice(start, end));
  if (fixed !== undefined) {
    const target = slash < 0 ? fixed.target : walk(fixed, path, end + 1, encoded, values);
    if (target !== undefined) return target;
  }
  if (start === end || (node.parameter === undefined && node.mixed.length === 0)) return undefined;

  const segment = path.slice(start, end);
  for (const mixed of node.mixed) {
    const before = values.length;
    if (matchMixed(mixed.texts, segment, values)) {
      const target =
        slash < 0 ? mixed.node.target : walk(mixed.node, path, end + 1, encoded, values);
      if (target !== undefined) return target;
      values.length = before;
    }
  }
  if (node.parameter === undefined) return undefined;
  values.push(segment);
  const target =
    slash < 0 ? node.parameter.target : walk(node.parameter, path, end + 1, encoded, values);
  if (target === undefined) values.pop();
  return target;
}

/** `%68ealth` is another way to write `health` (RFC 3986, section 6.2.2.2). */
function decodedAt<Value>(node: Node<Value>, segment: string): Node<Value> | undefined {
  const text = decodeSegment(segment);
  return text === undefined ? undefined : staticAt(node, text, 0, text.length);
}

/** Each parameter takes as little as it can, but the last text has to end the segment. */
function matchMixed(texts: readonly string[], segment: string, values: string[]): boolean {
  const [first = ""] = texts;
  const last = texts[texts.length - 1] ?? "";
  if (!segment.startsWith(first) || !segment.endsWith(last)) return false;
  const before = values.length;
  const end = segment.length - last.length;
  let at = first.length;
  for (let index = 1; index < texts.length; index++) {
    const until =
      index === texts.length - 1 ? end : segment.slice(0, end).indexOf(texts[index] ?? "", at + 1);
    if (until <= at) {
      values.length = before;
      return false;
    }
    values.push(segment.slice(at, until));
    at = until + (texts[index] ?? "").length;
  }
  return true;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
