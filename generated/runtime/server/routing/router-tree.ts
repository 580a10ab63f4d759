import type { PathTarget, RouterEntry } from "./router.js";

/**
 * The segments of all routes as a tree, written as numbers that lie next to those that are read after
 * them: what finding a route costs is mostly waiting for memory.
 *
 * A node `[before, target, empty, rest, second, third, mask]` and slots says what the next segments may
 * be: `before` parameters, and then nothing more, which leads to `target`, or a text. Three characters of
 * it, the first and those at `second` and `third`, lead to a slot and that to a record `[next, size]`,
 * which the characters follow, and then the node behind the text. Where there are no texts, `third` is
 * behind the end of any segment. `empty` is the node behind a segment of no characters.
 *
 * `rest` is the node that says what else the segment of the texts may be: parameters, or `[MIXED, index,
 * rest]` for texts and parameters in one segment, and the node behind them. 0 is none everywhere.
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
  /** Filled by a search: the nodes to go back to, each with the start of its segment and the number of places. */
  readonly waiting: Int32Array;
}

/** Stands for the number of parameters before a node, which is always less. */
export const MIXED = 0xff;

interface Method<Value> {
  readonly name: string;
  readonly value: Value;
  readonly next: Method<Value> | undefined;
}

/** The end of all routes of one path. Short lists are faster than maps, and lie in one place. */
export class Target<Value> implements PathTarget<Value> {
  readonly parameters: number;
  readonly #name: string;
  readonly #value: Value;
  #others: Method<Value> | undefined;
  #allow: string;

  constructor(parameters: number, name: string, value: Value) {
    this.parameters = parameters;
    this.#name = name;
    this.#value = value;
    this.#others = undefined;
    this.#allow = allowed([name]);
  }

  get allow(): string {
    return this.#allow;
  }

  find(name: string): Value | undefined {
    if (name === this.#name) return this.#value;
    let method = this.#others;
    while (method !== undefined && method.name !== name) method = method.next;
    return method?.value;
  }

  add(name: string, value: Value): void {
    this.#others = { name, value, next: this.#others };
    const names: string[] = [];
    for (let method: Method<Value> | undefined = this.#others; method; method = method.next)
      names.unshift(method.name);
    this.#allow = allowed([this.#name, ...names]);
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
  /** Number of routes through it. */
  routes: number;
}

/** Of routes with the same method and the same path, the first counts. */
export function buildTree<Value>(entries: readonly RouterEntry<Value>[]): RouteTree<Value> {
  const top = newBranch<Value>();
  let [mostParameters, mostSegments] = [0, 0];
  for (const { method, path, value } of entries) {
    const parameters = path.split("{").length - 1;
    const segments = segmentsOf(path).slice(1);
    let branch = top;
    for (const segment of segments) {
      branch = branchFor(branch, segment);
      branch.routes++;
    }
    if (branch.target === undefined) branch.target = new Target(parameters, method, value);
    else if (branch.target.find(method) === undefined) branch.target.add(method, value);
    mostParameters = Math.max(mostParameters, parameters);
    mostSegments = Math.max(mostSegments, segments.length);
  }
  return new Writer<Value>().write(top, mostParameters, mostSegments);
}

/** The parts of a path between its slashes, with `{}` for a parameter, whose name may have slashes, too. */
export function segmentsOf(path: string): string[] {
  return path.replace(/\{[^{}]*\}/g, "{}").split("/");
}

function newBranch<Value>(): Branch<Value> {
  return { texts: new Map(), mixed: [], parameter: undefined, target: undefined, routes: 0 };
}

function branchFor<Value>(branch: Branch<Value>, segment: string): Branch<Value> {
  const texts = segment.split("{}");
  if (texts.length === 1) {
    const text = canonical(segment);
    const known = branch.texts.get(text) ?? newBranch<Value>();
    branch.texts.set(text, known);
    return known;
  }
  if (texts.length === 2 && texts.join("") === "") return (branch.parameter ??= newBranch());
  const sent = texts.map(asSent);
  const same = branch.mixed.find((mixed) => mixed.texts.join("{") === sent.join("{"));
  if (same !== undefined) return same.branch;
  const added = { texts: sent, branch: newBranch<Value>() };
  branch.mixed.push(added);
  branch.mixed.sort((a, b) => b.texts.join("").length - a.texts.join("").length);
  return added.branch;
}

class Writer<Value> {
  /** The entry at 0 is never looked at, but as the end of a list. */
  readonly #data: number[] = [0, 0];
  readonly #targets: (Target<Value> | undefined)[] = [undefined];
  readonly #mixed: (readonly string[])[] = [[]];
  readonly #texts = new Set<string>();

  write(top: Branch<Value>, mostParameters: number, mostSegments: number): RouteTree<Value> {
    const root = this.#node(top);
    const Numbers = this.#data.length < 0x10000 ? Uint16Array : Int32Array;
    return {
      data: Numbers.from(this.#data),
      root,
      targets: this.#targets,
      mixed: this.#mixed,
      texts: this.#texts,
      // V8 takes the address for a constant only where an array is larger than 64 bytes.
      places: new Int32Array(Math.max(2 * mostParameters, 20)),
      waiting: new Int32Array(Math.max(3 * mostSegments, 20)),
    };
  }

  #node(branch: Branch<Value>, before = 0): number {
    const { texts, mixed, parameter, target } = branch;
    const others = texts.size + mixed.length > 0 || target !== undefined;
    if (parameter !== undefined && !others && before + 1 < MIXED)
      return this.#node(parameter, before + 1);
    const data = this.#data;
    const named = [...texts].filter(([text]) => text !== "");
    const empty = texts.get("");
    const node = data.push(before, this.#target(target), 0, 0) - 4;
    if (named.length > 0) this.#named(named);
    else data.push(0, 0xffff, 0, 0);
    let rest = node + 3;
    for (const { texts, branch } of mixed) {
      data[rest] = data.length;
      rest = data.push(MIXED, this.#mixed.push(texts) - 1, 0) - 1;
      this.#node(branch);
    }
    if (parameter !== undefined) data[rest] = this.#node(parameter, 1);
    if (empty !== undefined) data[node + 2] = this.#node(empty);
    return node;
  }

  #target(target: Target<Value> | undefined): number {
    return target === undefined ? 0 : this.#targets.push(target) - 1;
  }

  #named(named: (readonly [string, Branch<Value>])[]): void {
    const data = this.#data;
    const width = named.reduce((least, [text]) => Math.min(least, text.length), 3);
    const [second, third] = [Math.min(1, width - 1), width - 1];
    const mask = 2 ** Math.ceil(Math.log2(2 * named.length)) - 1;
    const slots = data.push(second, third, mask);
    for (let slot = 0; slot <= mask; slot++) data.push(0);
    // If several share a slot, the one with most routes is first.
    for (const [text, branch] of named.sort(([, a], [, b]) => b.routes - a.routes)) {
      this.#texts.add(text);
      const key = keyOf(text.charCodeAt(0), text.charCodeAt(second), text.charCodeAt(third));
      let link = slots + (key & mask);
      while (data[link] !== 0) link = data[link] ?? 0;
      data[link] = data.push(0, text.length) - 2;
      for (let index = 0; index < text.length; index++) data.push(text.charCodeAt(index));
      this.#node(branch);
    }
  }
}

/** A number that depends on three characters. */
export function keyOf(first: number, second: number, third: number): number {
  return first * 17 + second + third;
}

/**
 * A segment with its percent-encoding taken off, so that two ways to write it are the same (RFC 3986,
 * section 6.2.2.2); as it is sent where that would make another path of it, or is not possible.
 */
export function canonical(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return /[/%]/.test(text) ? asSent(segment) : text;
  } catch {
    return asSent(segment);
  }
}

/** A text as URLs have it (WHATWG URL, the path percent-encode set), written in one way. */
export function asSent(text: string): string {
  return text
    .replace(unreserved, decodeURIComponent)
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase())
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/[^!#-;=?-[\]_a-~]+/g, encodeURIComponent);
}

/** Characters that mean the same without their encoding (RFC 3986, section 2.3). */
const unreserved = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;
