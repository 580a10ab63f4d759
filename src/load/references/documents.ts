import type { Source } from "../../common/source.js";
import { setIn } from "../../common/collections.js";
import { Dialects } from "./dialects.js";
import type { Located, Origins } from "../document.js";
import { type JsonObject, memberOf } from "../../common/json.js";
import { below, fragmentDecoded, nearest, parsePointer } from "../../common/pointers.js";
import type { Version } from "../version.js";

/** One file that was read. */
export interface LoadedDocument {
  /** `file:` or `http(s):`, without a fragment. */
  readonly address: string;
  readonly name: string;
  readonly version: Version;
  /** Raised, once that is done. */
  root: unknown;
}

/** File and fragment of a reference. */
export interface Target {
  readonly address: string;
  /** Decoded: "", a JSON Pointer, or an anchor. */
  readonly fragment: string;
}

/** All files of a description by address, and the names that schemas give themselves by `$id` and `$anchor`. */
export class Documents {
  readonly #byAddress = new Map<string, LoadedDocument>();
  readonly #byName = new Map<string, LoadedDocument>();
  /** Schemas by their `$id`, resolved. */
  readonly #resources = new Map<string, Located>();
  /** Schemas by `address#anchor`, and by that and the outermost schema that they are in. */
  readonly #anchors = new Map<string, Located>();
  /** By base address, and by that and the outermost schema, then by name: the schemas with a `$dynamicAnchor`. */
  readonly #dynamicAnchors = new Map<string, Map<string, Located>>();
  /** Base addresses in which two schemas have the same `$dynamicAnchor`. */
  readonly #ambiguous = new Set<string>();
  /** By name alone: what a reference to one that is elsewhere may be meant for. */
  readonly #anchorsByName = new Map<string, Set<Located>>();
  /** By file, then by pointer: the base address that holds from there on down. */
  readonly #bases = new Map<string, Map<string, string>>();
  readonly dialects = new Dialects();
  readonly #origins: Origins;
  readonly #mayFetch: (address: string) => boolean;
  /** Targets of references before the upgrade, by base URI, then by text. */
  readonly #answers = new Map<string, Map<string, Located>>();
  /** Of references that lead on the way of others: their ends, as far as they are known. */
  readonly #targets = new WeakMap<object, Located | "open">();

  constructor(origins: Origins, mayFetch: (address: string) => boolean) {
    this.#origins = origins;
    this.#mayFetch = mayFetch;
  }

  add(document: LoadedDocument): void {
    this.#byAddress.set(document.address, document);
    this.#byName.set(document.name, document);
    const root = { value: document.root, source: { file: document.name, pointer: "" } };
    if (typeof memberOf(root.value, "openapi") !== "string") return;
    const { $self, jsonSchemaDialect } = root.value as JsonObject;
    if (typeof $self === "string" && document.version >= "3.2") this.addResource($self, root);
    if (typeof jsonSchemaDialect === "string")
      this.addDialect(jsonSchemaDialect, "jsonSchemaDialect", root);
  }

  get(address: string): LoadedDocument | undefined {
    return this.#byAddress.get(address);
  }

  named(file: string): LoadedDocument | undefined {
    return this.#byName.get(file);
  }

  /**
   * Takes down that the schema at `node` has a `$id` (JSON Schema 2020-12 core, section 8.2.1), which may be an anchor up to
   * draft 7, or that a description has a `$self` (OpenAPI 3.2, section 4.1.1).
   */
  addResource(id: string, node: Located): void {
    const base = this.baseOf(node.source);
    const hash = id.indexOf("#");
    if (hash !== 0 && (URL.canParse(id) || isHierarchical(base)) && URL.canParse(id, base)) {
      const address = withoutFragment(new URL(id, base).href);
      this.#resources.set(address, node);
      setIn(this.#bases, node.source.file, node.source.pointer, address);
    }
    const anchor = hash < 0 ? "" : id.slice(hash + 1);
    if (anchor !== "") this.addAnchor(anchor, node);
  }

  /** Takes down that the schemas in and below `node` are written in the dialect that a member of it names. */
  addDialect(ref: string, key: string, node: Located): void {
    const version = this.#byName.get(node.source.file)?.version;
    // Before 3.1 there is one dialect.
    if (version === "2.0" || version === "3.0" || !URL.canParse(ref)) return;
    const source = below(node.source, key);
    this.dialects.add({ address: withoutFragment(new URL(ref).href), ref, source }, node.source);
  }

  addAnchor(anchor: string, node: Located): void {
    const address = `${this.baseOf(node.source)}#${anchor}`;
    this.#anchors.set(address, node);
    this.#anchors.set(within(address, node.source), node);
    const others = this.#anchorsByName.get(anchor) ?? new Set();
    this.#anchorsByName.set(anchor, others.add(node));
  }

  /** The schema with that anchor, in whichever resource, if it is the only one. */
  anchorNamed(name: string): Located | undefined {
    const [only, ...others] = this.#anchorsByName.get(name) ?? [];
    return others.length === 0 ? only : undefined;
  }

  /** Takes down that the schema at `node` has a `$dynamicAnchor`, which is an anchor, too. */
  addDynamicAnchor(anchor: string, node: Located): void {
    this.addAnchor(anchor, node);
    const base = this.baseOf(node.source);
    if (this.#dynamicAnchors.get(base)?.has(anchor)) this.#ambiguous.add(base);
    setIn(this.#dynamicAnchors, base, anchor, node);
    setIn(this.#dynamicAnchors, within(base, node.source), anchor, node);
  }

  /**
   * The schemas with a `$dynamicAnchor` in the schema resource that `source` is in; undefined when there are none. Where two have
   * the same one, each outermost schema counts as a resource.
   */
  dynamicAnchorsAt(source: Source): ReadonlyMap<string, Located> | undefined {
    if (this.#dynamicAnchors.size === 0) return undefined;
    const base = this.baseOf(source);
    return this.#dynamicAnchors.get(this.#ambiguous.has(base) ? within(base, source) : base);
  }

  /** The address that references at `source` are relative to. */
  baseOf(source: Source): string {
    const bases = this.#bases.get(source.file);
    const base = bases && nearest(bases, source.pointer);
    return base ?? this.#byName.get(source.file)?.address ?? "";
  }

  /** Splits a reference; a text says why it is none. */
  target(ref: string, from: Source): Target | string {
    const base = this.baseOf(from);
    const hash = ref.indexOf("#");
    let address = base;
    if (hash !== 0 && ref !== "") {
      const home = this.#byName.get(from.file)?.address ?? base;
      const start = isHierarchical(base) ? base : home;
      if (!URL.canParse(ref, start)) return "it is not a path or an address";
      address = withoutFragment(new URL(ref, start).href);
      // `$id` is where a schema is published: what it refers to is published beside it, and is here beside its file.
      if (base !== home && !URL.canParse(ref) && !this.knows(address) && !this.#mayFetch(address))
        address = withoutFragment(new URL(ref, home).href);
    }
    const fragment = fragmentDecoded(hash < 0 ? "" : ref.slice(hash + 1));
    if (fragment === undefined) return "what follows a % in it is no text in UTF-8";
    return { address, fragment };
  }

  /** True where the document at `address` can be looked into. */
  knows(address: string): boolean {
    return this.#resources.has(address) || this.#byAddress.has(address);
  }

  /** The value there; with `through`, also below the target of a `$ref` on the path, as bundlers write it. */
  find({ address, fragment }: Target, from: Source, through = false): Located | undefined {
    const resource = this.#resources.get(address);
    const start = resource ?? wholeOf(this.#byAddress.get(address));
    if (!start) return undefined;
    if (fragment === "") return start;
    const tokens = parsePointer(fragment);
    // Of a file with a `$id`, anchors go by that.
    if (!tokens) {
      const anchor = `${this.baseOf(start.source)}#${fragment}`;
      return this.#anchors.get(within(anchor, from)) ?? this.#anchors.get(anchor);
    }
    const found = this.#walk(start, tokens, through);
    if (found || !resource) return found;
    // Many who write `$id` still mean the file by `#/components/…`.
    const whole = wholeOf(this.#byName.get(from.file));
    return whole && this.#walk(whole, tokens, through);
  }

  /** Takes down what a reference points at; that holds also when things have moved. */
  remember(ref: string, from: Source, node: Located): void {
    const base = this.baseOf(from);
    setIn(this.#answers, base, ref, node);
    if (isAnchor(ref)) setIn(this.#answers, within(base, from), ref, node);
  }

  /** One step, without reading anything new. */
  resolve(ref: string, from: Source): Located | undefined {
    const base = this.baseOf(from);
    const own = isAnchor(ref) ? this.#answers.get(within(base, from)) : undefined;
    const answer = own?.get(ref) ?? this.#answers.get(base)?.get(ref);
    if (answer) return answer;
    const target = this.target(ref, from);
    if (typeof target === "string") return undefined;
    const entry = this.#entryFor(ref, target);
    return (
      this.find(target, from) ??
      this.find(target, from, true) ??
      (entry && (this.find(entry, from) ?? this.find(entry, from, true)))
    );
  }

  /** Parts of a description that was divided may refer to its components as if they were still in it. */
  #entryFor(ref: string, { fragment }: Target): Target | undefined {
    if (!/^#\/(?:components|definitions|parameters|responses)\//.test(ref)) return undefined;
    const [address] = this.#byAddress.keys();
    return address === undefined ? undefined : { address, fragment };
  }

  #walk(start: Located, tokens: readonly string[], through: boolean): Located | undefined {
    let node: Located | undefined = start;
    for (const token of tokens) {
      if (!node) return undefined;
      const next = this.#origins.step(node, token);
      const target: Located | undefined = !next && through ? this.#targetOf(node) : undefined;
      node = target ? this.#origins.step(target, token) : next;
    }
    return node;
  }

  /** Target of the object at `node`, if it is a reference; each is followed once. */
  #targetOf(node: Located): Located | undefined {
    const ref = memberOf(node.value, "$ref");
    if (typeof ref !== "string") return undefined;
    const known = this.#targets.get(node.value as object);
    if (known) return known === "open" ? undefined : known;
    this.#targets.set(node.value as object, "open");
    const next: Located | undefined = this.resolve(ref, below(node.source, "$ref"));
    const target = next && (this.#targetOf(next) ?? next);
    if (target) this.#targets.set(node.value as object, target);
    else this.#targets.delete(node.value as object);
    return target;
  }
}

function isAnchor(ref: string): boolean {
  return /^#[^/]+$/.test(ref);
}

/** An address in the outermost schema around a place: many a generator puts schemas that were documents of their own into one. */
function within(address: string, { file, pointer }: Source): string {
  const [schema = ""] =
    /^\/(?:components\/schemas|definitions|\$defs)\/[^/]+|^(?:\/(?!(?:schema|itemSchema)(?:\/|$))[^/]*)+\/(?:schema|itemSchema)(?=\/|$)/.exec(
      pointer,
    ) ?? [];
  return `${address} ${file}#${schema}`;
}

function wholeOf(document: LoadedDocument | undefined): Located | undefined {
  return document && { value: document.root, source: { file: document.name, pointer: "" } };
}

/** False for `urn:…`, which nothing is beside. Not all versions of `URL` know that. */
function isHierarchical(address: string): boolean {
  return /^[^:]*:\//.test(address);
}

function withoutFragment(address: string): string {
  const hash = address.indexOf("#");
  return hash < 0 ? address : address.slice(0, hash);
}
