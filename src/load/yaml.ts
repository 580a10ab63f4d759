import { isAlias, isMap, isScalar, isSeq, parseDocument } from "yaml";
import type { Document, Node, Pair, YAMLMap } from "yaml";

/** What is wrong with a YAML text, and where. */
export interface YamlFault {
  readonly kind:
    "syntax" | "several documents" | "repeated key" | "alias" | "bomb" | "too deep" | "not JSON";
  readonly problem: string;
  readonly offset: number;
  readonly length: number;
}

/** The text as nodes with offsets; opaque outside of this module and `positions.ts`. */
export type YamlDocument = Document.Parsed;

export interface YamlResult {
  readonly document: YamlDocument | undefined;
  /** Plain JSON; nodes that an alias repeats are one and the same object. */
  readonly value: unknown;
  readonly faults: readonly YamlFault[];
}

/** Reads YAML 1.2 with the core schema, anchors and merge keys. Never throws. */
export function readYaml(text: string, maximumDepth: number): YamlResult {
  let document: YamlDocument;
  try {
    document = parseDocument(text, {
      version: "1.2",
      schema: "core",
      merge: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "error",
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const fault: YamlFault = { kind: "too deep", problem: "", offset: 0, length: 1 };
    return { document: undefined, value: undefined, faults: [fault] };
  }
  const error = document.errors[0];
  if (error && /call stack/i.test(error.message)) {
    const fault: YamlFault = { kind: "too deep", problem: "", offset: error.pos[0], length: 1 };
    return { document, value: undefined, faults: [fault] };
  }
  if (error) {
    return { document, value: undefined, faults: [explain(text, error)] };
  }
  const reader = new ValueReader(maximumDepth);
  try {
    const value = reader.read(document.contents, 0);
    return { document, value, faults: reader.faults };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { document, value: undefined, faults: [...reader.faults, error.fault] };
  }
}

/** Ends the reading of a value that cannot be had. */
class Stop extends Error {
  readonly fault: YamlFault;
  constructor(fault: YamlFault) {
    super(fault.problem);
    this.fault = fault;
  }
}

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
  readonly #maximumDepth: number;
  #size = 0;
  #copies = 0;
  #firstAlias: Node | undefined;

  constructor(maximumDepth: number) {
    this.#maximumDepth = maximumDepth;
  }

  read(node: Node | null, depth: number): unknown {
    if (node === null) return null;
    if (depth > this.#maximumDepth) throw new Stop(fault("too deep", "", node));
    this.#size += 1;
    if (isAlias(node)) return this.#alias(node.source, node);
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
    if (anchored === undefined) {
      throw new Stop(fault("alias", `there is no anchor &${name} before this alias`, node));
    }
    if (anchored === "open") {
      throw new Stop(fault("alias", `*${name} stands inside of &${name}, and so has no end`, node));
    }
    this.#firstAlias ??= node;
    this.#size += anchored.size;
    this.#copies += anchored.size;
    if (this.#copies > maximumCopies) throw new Stop(fault("bomb", "", this.#firstAlias));
    return anchored.value;
  }

  #plain(node: Node, depth: number): unknown {
    if (isScalar(node)) return this.#scalar(node);
    if (isSeq(node)) {
      return node.items.map((item) => this.read(item as Node | null, depth + 1));
    }
    if (isMap(node)) return this.#map(node, depth);
    return null;
  }

  #scalar(node: Node & { readonly value: unknown }): unknown {
    const { value } = node;
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        if (!Number.isFinite(value)) {
          this.faults.push(fault("not JSON", `JSON has no number for ${String(value)}`, node));
        }
        return value;
      default:
        if (value !== null) this.faults.push(fault("not JSON", "JSON has no such value", node));
        return null;
    }
  }

  #map(node: YAMLMap, depth: number): unknown {
    const object: Record<string, unknown> = {};
    const merged: unknown[] = [];
    for (const pair of node.items) {
      const key = keyOf(pair);
      if (key === undefined) {
        const place = (pair.key ?? node) as Node;
        this.faults.push(fault("not JSON", "a key must be plain text", place));
        continue;
      }
      const value = this.read(pair.value as Node | null, depth + 1);
      if (key === "<<" && isMergeKey(pair)) {
        merged.push(...this.#mergeSources(value, pair));
      } else if (Object.hasOwn(object, key)) {
        this.faults.push(fault("repeated key", key, pair.key as Node));
      } else {
        define(object, key, value);
      }
    }
    for (const source of merged) {
      for (const [key, value] of Object.entries(source as object)) {
        if (!Object.hasOwn(object, key)) define(object, key, value);
      }
    }
    return object;
  }

  #mergeSources(value: unknown, pair: Pair): readonly unknown[] {
    const sources: readonly unknown[] = Array.isArray(value) ? value : [value];
    const good = sources.filter((source) => typeof source === "object" && source !== null);
    if (good.length < sources.length) {
      const place = (pair.value ?? pair.key) as Node;
      this.faults.push(fault("syntax", "<< can only take in mappings", place));
    }
    return good;
  }
}

function define(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  } else {
    object[key] = value;
  }
}

function fault(kind: YamlFault["kind"], problem: string, node: Node): YamlFault {
  const [start, end] = node.range ?? [0, 1];
  return { kind, problem, offset: start, length: Math.max(1, end - start) };
}

/** The key of a pair as JSON has it: `200` and `true` are text as they were written. */
export function keyOf(pair: Pair): string | undefined {
  const { key } = pair;
  if (!isScalar(key)) return key === null ? "" : undefined;
  if (typeof key.value === "string") return key.value;
  if (typeof key.value === "symbol") return "<<";
  return key.source ?? String(key.value);
}

/** `<<` without quotes or with the tag `!!merge` (the merge key of YAML 1.1, which people go on using). */
export function isMergeKey(pair: Pair): boolean {
  const { key } = pair;
  if (!isScalar(key)) return false;
  // With the tag the parser makes a symbol of it.
  return typeof key.value === "symbol" || (key.type === "PLAIN" && key.value === "<<");
}

/** The parser's words for a syntax error, as advice to a person. */
function explain(
  text: string,
  error: { readonly code: string; readonly message: string; readonly pos: readonly number[] },
): YamlFault {
  const offset = Math.min(error.pos[0] ?? 0, Math.max(0, text.length - 1));
  const at = (problem: string, place = offset, length = 1): YamlFault => ({
    kind: "syntax",
    problem,
    offset: place,
    length,
  });
  switch (error.code) {
    case "MULTIPLE_DOCS":
      return { ...at("", offset, 3), kind: "several documents" };
    case "TAB_AS_INDENT":
      return at("a tab is used for indentation; YAML wants spaces");
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY":
      return explainNesting(text, offset, at);
    case "BAD_INDENT":
      return at(
        error.message.startsWith("Flow")
          ? "a [ or { before this line is never closed"
          : "the indentation of this line fits no line above it",
      );
    case "MISSING_CHAR": {
      const quote = /^Missing closing (["'])/.exec(error.message)?.[1];
      if (quote) {
        return at("the quote that opens here is never closed", openingQuote(text, quote, offset));
      }
      return at("a : is missing after this key", offset, lineEnd(text, offset) - offset);
    }
    case "BAD_SCALAR_START":
      return at(`a value cannot begin with ${text[offset] ?? "this"}; put it in quotes`);
    case "BAD_DQ_ESCAPE":
      return at(
        `${error.message.replace(/^Invalid/, "there is no")}; use single quotes for text with backslashes`,
      );
    case "UNEXPECTED_TOKEN":
      return at(
        text[offset] === "]" || text[offset] === "}"
          ? `nothing is open that this ${text[offset]} could close`
          : "this does not belong here; is the indentation right?",
      );
    default:
      return at(error.message.charAt(0).toLowerCase() + error.message.slice(1));
  }
}

function explainNesting(
  text: string,
  offset: number,
  at: (problem: string, place?: number, length?: number) => YamlFault,
): YamlFault {
  const end = lineEnd(text, offset);
  const colon = /:(?:\s|$)/.exec(text.slice(offset, end));
  if (colon) {
    return at("a second `: ` in one line; put the text in quotes", offset + colon.index);
  }
  const next = /\S/.exec(text.slice(end));
  const deeper = next && indentation(text, end + next.index) > indentation(text, offset);
  return deeper
    ? at("this line is indented deeper than the one above allows", end + next.index)
    : at("a `: ` is missing after the key", offset, end - offset);
}

function openingQuote(text: string, quote: string, before: number): number {
  for (let at = text.lastIndexOf(quote, before); at >= 0; at = text.lastIndexOf(quote, at - 1)) {
    if (at === 0 || /[\s:,[{?-]/.test(text[at - 1] ?? "")) return at;
  }
  return before;
}

/** How far the line that holds `offset` is indented. */
function indentation(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^ */.exec(text.slice(start, offset + 1))?.[0].length ?? 0;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}
