import type { Document, Node, Pair, Scalar, YAMLMap } from "yaml";
import { canonical, setMember } from "../../common/json.js";
import { explain, looseness } from "./yaml-faults.js";
import type { YamlFault } from "./yaml-faults.js";
import { yaml } from "./yaml-library.js";
import { isHarmless, isUnclosed, parseLoosely, yamlOptions } from "./yaml-loose.js";

/** The text as nodes with offsets; opaque outside of this module and `positions.ts`. */
export type YamlDocument = Document.Parsed;

export interface YamlResult {
  readonly document?: YamlDocument;
  /** Plain JSON; nodes that an alias repeats are one and the same object. */
  readonly value?: unknown;
  readonly faults: readonly YamlFault[];
}

/** No description is nested deeper; what is would end in a stack overflow somewhere. */
export const maximumDepth = 500;

/** Reads YAML 1.2 with the core schema, anchors and merge keys. Never throws. */
export function readYaml(text: string): YamlResult {
  const tooDeep = (offset: number): YamlResult => ({
    faults: [{ code: "nested-too-deeply", problem: "", offset, length: 1 }],
  });
  let document: YamlDocument;
  try {
    document = yaml().parseDocument(text, yamlOptions);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return tooDeep(0);
  }
  const [error] = document.errors;
  if (error && /call stack/i.test(error.message)) return tooDeep(error.pos[0]);
  const unclosed = document.errors.find(isUnclosed);
  const read = unclosed ? parseLoosely(text) : document;
  if (error && !read?.errors.every((one) => isHarmless(one, text)))
    return { faults: [explain(text, error)] };
  document = read ?? document;
  const reader = new ValueReader();
  for (const one of unclosed ? [unclosed, ...document.errors] : document.errors)
    reader.faults.push(looseness(text, one));
  try {
    const value = reader.read(document.contents, 0);
    return { document, value, faults: reader.faults };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { faults: reader.faults };
  }
}

/** Ends the reading of a value that cannot be had. */
class Stop extends Error {}

const floatTag = "tag:yaml.org,2002:float";

/** More nodes than this, by way of aliases, are taken for an attack. */
const maximumCopies = 2_000_000;

interface Anchored {
  readonly value: unknown;
  /** Nodes in it, with those that aliases repeat. */
  readonly size: number;
}

class ValueReader {
  readonly faults: YamlFault[] = [];
  readonly #anchors = new Map<string, Anchored | "open">();
  #size = 0;
  #copies = 0;
  #firstAlias: Node | undefined;

  read(node: Node | null, depth: number): unknown {
    if (node === null) return null;
    if (depth > maximumDepth) this.#stop("nested-too-deeply", "", node);
    this.#size += 1;
    if (yaml().isAlias(node)) return this.#alias(node.source, node);
    const anchor = (node as { anchor?: string }).anchor;
    if (!anchor) return this.#plain(node, depth);
    const before = this.#size;
    this.#anchors.set(anchor, "open");
    const value = this.#plain(node, depth);
    this.#anchors.set(anchor, { value, size: this.#size - before + 1 });
    return value;
  }

  #alias(name: string, node: Node): unknown {
    const anchored = this.#anchors.get(name);
    if (anchored === undefined)
      this.#stop("yaml-alias", `there is no anchor &${name} before this alias`, node);
    if (anchored === "open")
      this.#stop("yaml-alias", `*${name} stands inside of &${name}, and so has no end`, node);
    this.#firstAlias ??= node;
    this.#size += anchored.size;
    this.#copies += anchored.size;
    if (this.#copies > maximumCopies) this.#stop("yaml-alias-bomb", "", this.#firstAlias);
    return anchored.value;
  }

  #stop(code: YamlFault["code"], problem: string, node: Node): never {
    this.#fault(code, problem, node);
    throw new Stop();
  }

  #fault(code: YamlFault["code"], problem: string, node: Node, taken?: "the last"): void {
    const [start, end] = node.range ?? [0, 1];
    this.faults.push({ code, problem, offset: start, length: Math.max(1, end - start), taken });
  }

  #plain(node: Node, depth: number): unknown {
    if (yaml().isScalar(node)) return this.#scalar(node);
    if (yaml().isSeq(node)) {
      return node.items.map((item) => this.read(item as Node | null, depth + 1));
    }
    if (yaml().isMap(node)) return this.#map(node, depth);
    return null;
  }

  #scalar(node: Scalar): unknown {
    const { value, tag, source } = node;
    // The library leaves what looks like an integer a text.
    if (typeof value === "string" && tag === floatTag && /^[-+]?\d+$/.test(value))
      return Number(value);
    if (typeof value !== "number" || Number.isFinite(value)) return value;
    this.#fault("yaml-loose", `JSON has no number for ${String(value)}: it is text`, node);
    return source ?? String(value);
  }

  #map(node: YAMLMap, depth: number): unknown {
    const object: Record<string, unknown> = {};
    const merged: unknown[] = [];
    const repeated = new Map<string, string>();
    for (const pair of node.items) {
      const key = this.#key(pair);
      if (key === undefined) {
        const place = (pair.key ?? node) as Node;
        this.#fault("yaml-not-json", "a key must be plain text", place);
        continue;
      }
      const value = this.read(pair.value as Node | null, depth + 1);
      if (key === "<<" && isMergeKey(pair)) {
        for (const one of this.#mergeSources(value, pair)) merged.push(one);
      } else if (Object.hasOwn(object, key)) {
        const first = repeated.get(key) ?? canonical(object[key]);
        repeated.set(key, first);
        const taken = first === canonical(value) ? "the last" : undefined;
        this.#fault("duplicate-key", key, pair.key as Node, taken);
      } else {
        setMember(object, key, value);
      }
    }
    for (const source of merged) {
      for (const [key, value] of Object.entries(source as object)) {
        if (!Object.hasOwn(object, key)) setMember(object, key, value);
      }
    }
    return object;
  }

  /** Of a scalar, to which an alias may refer, or of an alias of one. */
  #key(pair: Pair): string | undefined {
    const key = pair.key as Node | null;
    const isAlias = yaml().isAlias(key);
    if (!isAlias && (key as Scalar | null)?.anchor === undefined) return keyOf(pair);
    const value = this.read(key, 0);
    if (!isAlias) return keyOf(pair);
    return typeof value === "object" ? undefined : String(value);
  }

  #mergeSources(value: unknown, pair: Pair): readonly unknown[] {
    const sources: readonly unknown[] = Array.isArray(value) ? value : [value];
    const good = sources.filter((source) => typeof source === "object" && source !== null);
    if (good.length < sources.length) {
      const place = (pair.value ?? pair.key) as Node;
      this.#fault("yaml-syntax", "<< can only take in mappings", place);
    }
    return good;
  }
}

/** The key of a pair as JSON has it: `200` and `true` are text as they were written. */
export function keyOf(pair: Pair): string | undefined {
  const { key } = pair;
  if (!yaml().isScalar(key)) return key === null ? "" : undefined;
  if (typeof key.value === "string") return key.value;
  return key.source ?? String(key.value);
}

/** `<<` without quotes or with the tag `!!merge` (the merge key of YAML 1.1, which people go on using). */
export function isMergeKey(pair: Pair): boolean {
  const { key } = pair;
  if (!yaml().isScalar(key)) return false;
  return key.type === "PLAIN" && key.value === "<<";
}
