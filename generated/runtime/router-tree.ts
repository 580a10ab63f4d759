import type { PathTarget, RouterEntry } from "./router.js";

/**
 * The segments of all routes as a tree, written as numbers that lie next to those that are read after
 * them: what finding a route costs is mostly waiting for memory.
 *
 * A node says what a segment may be: `[kind, target, empty]`. For kind 1, a parameter and nothing else,
 * the node of the next segment follows; for kind 0, texts, and 2, whatever else, `rest, width, mask`
 * and slots. The first `width` characters of a text lead to a slot and that to a record `[next, size]`,
 * which the characters follow, and then the next segment's node. `rest` is the first record `[next, kind]`
 * of mixed segments and, last, of a parameter (0), which a node follows too. A target is twice its index,
 * and one more where a text could have stood for a parameter. Elsewhere, 0 is none.
 */
export interface RouteTree<Value> {
  readonly data: Uint16Array | Int32Array;
  readonly root: number;
  readonly targets: readonly (Target<Value> | undefined)[];
  /** The texts before, between and after the parameters of mixed segments. */
  readonly mixed: readonly (readonly string[])[];
  /** Every text that is a whole segment somewhere. */
  readonly texts: ReadonlySet<string>;
  /** Filled by a search: where each parameter begins and ends. */
  readonly places: Int32Array;
}

interface Method<Value> {
  readonly name: string;
  readonly value: Value;
  readonly next: Method<Value> | undefined;
}

/** What all routes of one path lead to. Short lists are faster than maps, and lie in one place. */
export class Target<Value> implements PathTarget<Value> {
  readonly parameters: number;
  #first: Method<Value>;
  #allow: string;

  constructor(parameters: number, name: string, value: Value) {
    this.parameters = parameters;
    this.#first = { name, value, next: undefined };
    this.#allow = allowed([name]);
  }

  get allow(): string {
    return this.#allow;
  }

  find(name: string): Value | undefined {
    let method: Method<Value> | undefined = this.#first;
    while (method !== undefined && method.name !== name) method = method.next;
    return method?.value;
  }

  add(name: string, value: Value): void {
    this.#first = { name, value, next: this.#first };
    const names: string[] = [];
    for (let method: Method<Value> | undefined = this.#first; method; method = method.next)
      names.unshift(method.name);
    this.#allow = allowed(names);
  }
}

function allowed(methods: readonly string[]): string {
  const all = new Set(methods);
  if (all.has("GET")) all.add("HEAD");
  return [...all.add("OPTIONS")].join(", ");
}

interface Branch<Value> {
  readonly texts: Map<string, Branch<Value>>;
  /** Those with more text first. */
  readonly mixed: { readonly texts: readonly string[]; readonly branch: Branch<Value> }[];
  parameter: Branch<Value> | undefined;
  target: Target<Value> | undefined;
}

/** Throws when two routes have the same method and the same path. */
export function buildTree<Value>(entries: readonly RouterEntry<Value>[]): RouteTree<Value> {
  const top = newBranch<Value>();
  let most = 0;
  for (const { method, path, value } of entries) {
    const parameters = path.split("{").length - 1;
    let branch = top;
    for (const segment of path.split("/").slice(1)) branch = branchFor(branch, segment);
    if (branch.target === undefined) branch.target = new Target(parameters, method, value);
    else if (branch.target.find(method) === undefined) branch.target.add(method, value);
    else throw new Error(`There are two routes for ${method} ${path}.`);
    most = Math.max(most, parameters);
  }
  return new Writer<Value>().write(top, most);
}

function newBranch<Value>(): Branch<Value> {
  return { texts: new Map(), mixed: [], parameter: undefined, target: undefined };
}

function branchFor<Value>(branch: Branch<Value>, segment: string): Branch<Value> {
  const texts = segment.split(/\{[^{}]*\}/);
  if (texts.length === 1) {
    const text = canonical(segment);
    const known = branch.texts.get(text) ?? newBranch<Value>();
    branch.texts.set(text, known);
    return known;
  }
  if (texts.length === 2 && texts.join("") === "") return (branch.parameter ??= newBranch());
  const same = branch.mixed.find((mixed) => mixed.texts.join("{") === texts.join("{"));
  if (same !== undefined) return same.branch;
  const added = { texts, branch: newBranch<Value>() };
  branch.mixed.push(added);
  branch.mixed.sort((a, b) => b.texts.join("").length - a.texts.join("").length);
  return added.branch;
}

class Writer<Value> {
  /** What is at 0 is never looked at, but as the end of a list. */
  readonly #data: number[] = [0, 0];
  readonly #targets: (Target<Value> | undefined)[] = [undefined];
  readonly #mixed: (readonly string[])[] = [[]];
  readonly #texts = new Set<string>();

  write(top: Branch<Value>, mostParameters: number): RouteTree<Value> {
    const root = this.#node(top, false);
    const Numbers = this.#data.length < 0x10000 ? Uint16Array : Int32Array;
    return {
      data: Numbers.from(this.#data),
      root,
      targets: this.#targets,
      mixed: this.#mixed,
      texts: this.#texts,
      places: new Int32Array(2 * mostParameters),
    };
  }

  #node(branch: Branch<Value>, shadowed: boolean): number {
    const { texts, mixed, parameter, target } = branch;
    const data = this.#data;
    const named = [...texts].filter(([text]) => text !== "");
    const isParameter = parameter !== undefined && named.length === 0 && mixed.length === 0;
    const isText = parameter === undefined && mixed.length === 0;
    const node = data.push(isText ? 0 : isParameter ? 1 : 2, 0, 0) - 3;
    if (target !== undefined) {
      const index = this.#targets.push(target) - 1;
      data[node + 1] = shadowed ? 2 * index + 1 : 2 * index;
    }
    if (isParameter) this.#node(parameter, shadowed);
    else {
      data.push(0);
      this.#namedSegments(node, named, shadowed);
      this.#otherSegments(node, branch, shadowed || named.length > 0);
    }
    const empty = texts.get("");
    if (empty !== undefined) data[node + 2] = this.#node(empty, shadowed);
    return node;
  }

  #namedSegments(
    node: number,
    named: readonly (readonly [string, Branch<Value>])[],
    shadowed: boolean,
  ): void {
    const data = this.#data;
    const width = Math.min(3, ...named.map(([text]) => text.length));
    const slots = 2 ** Math.ceil(Math.log2(2 * named.length || 1));
    data.push(named.length === 0 ? 0 : width, slots - 1);
    for (let slot = 0; slot < slots; slot++) data.push(0);
    for (const [text, branch] of named) {
      this.#texts.add(text);
      const slot = node + 6 + (keyOf(text, 0, width) & (slots - 1));
      data.push(data[slot] ?? 0, text.length);
      data[slot] = data.length - 2;
      for (let index = 0; index < text.length; index++) data.push(text.charCodeAt(index));
      this.#node(branch, shadowed);
    }
  }

  #otherSegments(node: number, { mixed, parameter }: Branch<Value>, shadowed: boolean): void {
    const data = this.#data;
    let link = node + 3;
    const add = (kind: number, branch: Branch<Value>): void => {
      const record = data.push(0, kind) - 2;
      data[link] = record;
      link = record;
      this.#node(branch, shadowed);
    };
    for (const { texts, branch } of mixed) add(this.#mixed.push(texts) - 1, branch);
    if (parameter !== undefined) add(0, parameter);
  }
}

/** The first `width` characters as a number; `width` is at most 3. */
export function keyOf(text: string, start: number, width: number): number {
  let key = text.charCodeAt(start);
  if (width > 1) key = key * 7 + text.charCodeAt(start + 1);
  if (width > 2) key = key * 7 + text.charCodeAt(start + 2);
  return key;
}

/**
 * A segment with its percent-encoding taken off, so that two ways to write it are the same (RFC 3986,
 * section 6.2.2.2); as it is where that would make another path of it, or is not possible.
 */
export function canonical(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return /[/%]/.test(text) ? segment : text;
  } catch {
    return segment;
  }
}
