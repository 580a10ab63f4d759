import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import { pushTo } from "../../common/collections.js";
import type { Located, Origins } from "../document.js";
import { kindsOf } from "./grammar.js";
import { hintForMissing } from "./hints.js";
import { type CompiledKind, compiledKind } from "./kinds.js";
import {
  type ValueContext,
  allowedMeant,
  isIllustrative,
  mayLackItems,
  meaningOf,
} from "./corrections.js";
import { type MediaTypeLists, mediaTypeLists, withoutName } from "./misplaced.js";
import { GrammarErrors } from "./errors.js";
import { Mender } from "./mend.js";
import type { MemberType } from "./notation.js";
import { isObject, memberOf, setMember } from "../../common/json.js";
import { escapeToken } from "../../common/pointers.js";
import type { JsonObject } from "../../common/json.js";
import type { Files } from "../text/positions.js";
import type { Version } from "../version.js";

/** A `$ref` that was found, and what must be at its end. */
export interface FoundReference {
  readonly ref: string;
  /** Of the `$ref` member's value. */
  readonly source: Source;
  /** The object that holds the `$ref`; made for a reference that is written as a text alone. */
  readonly holder: Located;
  /** Of such a text: the object and the member that it is in. */
  readonly member?: readonly [object: Record<string, unknown>, key: string];
  readonly shape: MemberType;
  /** OpenAPI does not allow a `$ref` here, so what it points at must take its place. */
  readonly inline: boolean;
  /** Nothing that is generated depends on it, so that a problem with it is a warning. */
  readonly unused: boolean;
  /** From a discriminator's mapping, which can do without: that there is nothing at its end is a warning. */
  readonly mapped: boolean;
}

/**
 * Goes through a description along the tables of `grammar.ts`, reports what does not fit them, and notes down every
 * object by kind and every reference. Data (examples, defaults, extensions) is not looked into.
 */
export class Walker {
  /** The kind of each object; `{Schema}` for a mapping of schemas. */
  readonly kinds = new Map<object, string>();
  /** Objects by kind, each once, in the order in which they were found. References are not among them. */
  readonly nodes = new Map<string, Located[]>();
  /** Members that were left out, by object. It was reported: that they are missing need not be said, too. */
  readonly leftOut = new Map<object, Set<string | number>>();
  /** Lists that items were left out of, each with a hole in their place. */
  readonly withHoles = new Map<unknown[], Located>();
  readonly #declared = new Map<object, string>();
  readonly #errors: GrammarErrors;
  readonly #mender: Mender;
  readonly #files: Files;
  readonly #origins: Origins;
  #references: FoundReference[] = [];
  #version: Version = "3.1";
  #file = "";
  #unused = false;
  #mediaTypes: MediaTypeLists = {};
  /** Lists that stand elsewhere, until they are filled. */
  readonly #empty = new Set<object>();
  /** References to the schemas of the description, by their names. */
  readonly #schemas = new Map<string, string>();
  readonly #plainNames = new Map<string, string[]>();
  /** Components that are looked into when something refers to them, and at the end. */
  #waiting: { readonly node: Located; readonly shape: MemberType; readonly version: Version }[] =
    [];

  constructor(diagnostics: Diagnostics, files: Files, origins: Origins) {
    this.#files = files;
    this.#origins = origins;
    this.#errors = new GrammarErrors(diagnostics);
    this.#mender = new Mender(this.#errors, origins, {
      source: (pointer) => this.#source(pointer),
      schemaNamed: (written) => this.#schemaNamed(written),
      visit: (value, kind, pointer, subject) =>
        void this.#shape(value, { is: "kind", kind }, pointer, subject),
    });
  }

  /** Takes down the names of the schemas in the components of the description. */
  nameSchemas(root: unknown): void {
    for (const [home, schemas] of [
      ["#/definitions", memberOf(root, "definitions")],
      ["#/components/schemas", memberOf(memberOf(root, "components"), "schemas")],
    ] as const)
      if (isObject(schemas))
        for (const name of Object.keys(schemas)) {
          this.#schemas.set(name, `${home}/${escapeToken(name)}`);
          pushTo(this.#plainNames, name.toLowerCase(), name);
        }
  }

  /** Capitals make no difference where there is but one. */
  #schemaNamed(written: string): string | undefined {
    const name = written.trim();
    if (/^#\/(?:components\/schemas|definitions)\/[^/]+$/.test(name)) return name;
    const plain = this.#plainNames.get(name.toLowerCase()) ?? [];
    return (
      this.#schemas.get(name) ??
      (plain.length === 1 ? this.#schemas.get(plain[0] ?? "") : undefined)
    );
  }

  /** Goes through `node`, of which is known that it should have this shape. */
  walk(node: Located, shape: MemberType, version: Version, unused = false): void {
    this.#file = node.source.file;
    this.#unused = unused;
    this.#enter(version);
    this.#shape(node.value, shape, node.source.pointer, shape.is);
  }

  #enter(version: Version): void {
    this.#version = version;
    this.#errors.enter(this.#file, version, this.#unused);
  }

  /** Leaves out a `$ref` to what it stands in, if more stands there: that this holds is all that it says. */
  leaveOutItself({ holder, shape, unused }: FoundReference, version: Version): boolean {
    const object = holder.value as Record<string, unknown>;
    if (!Object.keys(object).some((key) => changesMeaning.has(key))) return false;
    delete object["$ref"];
    // Up to 3.0, what stands beside it was not looked at.
    if (version < "3.1") {
      this.kinds.delete(object);
      this.walk(holder, shape, version, unused);
    }
    return true;
  }

  /** Puts members into the object that holds a reference, in the place of its `$ref`, and goes through it again. */
  put(members: JsonObject, { holder, shape, unused }: FoundReference, version: Version): void {
    const object = holder.value as Record<string, unknown>;
    delete object["$ref"];
    Object.assign(object, members);
    this.kinds.delete(object);
    this.walk(holder, shape, version, unused);
  }

  /** Takes down what was written out in the place of a reference; what is in it has been gone through. */
  adopt({ value, source }: Located, kind: string): void {
    this.kinds.set(value as object, kind);
    pushTo(this.nodes, kind, { value, source });
  }

  /** Leaves an item out of a list, in which the others keep their places until the holes are closed. */
  leaveOut(list: Located, index: number): void {
    const items = list.value as unknown[];
    delete items[index];
    this.withHoles.set(items, list);
  }

  /** Goes through the components that nothing refers to. What is wrong with them is only a warning. */
  walkUnused(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { node, shape, version } of waiting) {
      if (this.kinds.has(node.value as object)) continue;
      this.walk(node, shape, version, true);
    }
  }

  /** The kind of an object, or the one that is declared where it stands. */
  kindAt(value: object): string | undefined {
    return this.kinds.get(value) ?? this.#declared.get(value);
  }

  /** The references that were found since this was last asked for. */
  takeReferences(): readonly FoundReference[] {
    const found = this.#references;
    this.#references = [];
    return found;
  }

  all(kind: string): readonly Located[] {
    return this.nodes.get(kind) ?? [];
  }

  #source(pointer: string): Source {
    return { file: this.#file, pointer };
  }

  /** Tests the outer form of the value; if it is right, goes on inside of it. */
  #shape(value: unknown, shape: MemberType, pointer: string, subject: string): boolean {
    switch (shape.is) {
      case "any":
        return true;
      case "string":
      case "boolean":
      case "number":
        return typeof value === shape.is;
      case "integer":
        return typeof value === "number" && Number.isInteger(value) && value >= 0;
      case "values":
        if (typeof value !== "string") return false;
        if (!shape.values.includes(value))
          this.#errors.badValue(value, shape.values, pointer, subject);
        return true;
      case "list":
        if (!Array.isArray(value)) return false;
        if (this.#isNew(value, shape)) this.#list(value, shape.of, pointer, subject);
        return true;
      case "map":
        if (!isObject(value)) return false;
        if (this.#isNew(value, shape)) this.#map(value, shape, pointer, subject);
        return true;
      case "kind":
        if (shape.kind === "Schema" && typeof value === "boolean") {
          if (this.#version < "3.1") this.#errors.booleanSchema(value, pointer);
          return true;
        }
        if (!isObject(value)) return false;
        this.#object(
          value,
          compiledKind(shape.kind, this.#version),
          pointer,
          isIllustrative(shape),
        );
        return true;
    }
  }

  #isNew(value: object, shape: MemberType): boolean {
    if (shape.is !== "list" && shape.is !== "map") return true;
    if (shape.of.is !== "kind" && shape.of.is !== "map" && shape.of.is !== "list") return true;
    if (this.kinds.has(value)) return false;
    const inner = shape.of.is === "kind" ? shape.of.kind : "any";
    this.kinds.set(value, shape.is === "list" ? `[${inner}]` : `{${inner}}`);
    return true;
  }

  #list(list: readonly unknown[], of: MemberType, pointer: string, subject: string): void {
    for (const [index, item] of list.entries()) {
      if (item === undefined) continue;
      const at = `${pointer}/${index}`;
      if (this.#shape(item, of, at, subject)) continue;
      this.#reportWrongType(list as unknown[], index, of, at, subject, "list");
    }
  }

  #map(map: JsonObject, shape: MemberType & { is: "map" }, pointer: string, subject: string): void {
    const keys = Object.keys(map);
    const ref = referenceTo(map, shape.of);
    if (ref !== undefined) this.#inlined(map, ref, shape, pointer, subject);
    const later =
      /^\/(?:components\/(?!schemas$)[^/]+|securityDefinitions)$/.test(pointer) ||
      (shape.of.is === "kind" && onlyComponents.has(shape.of.kind));
    for (const key of keys) {
      if (key === "$ref" && ref !== undefined) continue;
      const at = `${pointer}/${escapeToken(key)}`;
      const value = map[key];
      if (later && isObject(value) && shape.of.is === "kind") {
        this.#declared.set(value, shape.of.kind);
        const node = { value, source: this.#source(at) };
        this.#waiting.push({ node, shape: shape.of, version: this.#version });
      } else if (!this.#shape(value, shape.of, at, key)) {
        this.#reportWrongType(map, key, shape.of, at, key, later ? "components" : "mapping");
      }
    }
  }

  /** A `$ref` where OpenAPI has none; many tools follow those too. */
  #inlined(
    object: JsonObject,
    ref: string,
    shape: MemberType,
    pointer: string,
    subject: string,
  ): void {
    const source = this.#source(`${pointer}/$ref`);
    const holder = { value: object, source: this.#source(pointer) };
    this.#errors.report("ref-not-allowed", source.pointer, { object: subject });
    this.#found({ ref, source, holder, shape, inline: true });
  }

  /** With `illustrative`, nothing that is generated depends on the object. */
  #object(object: JsonObject, kind: CompiledKind, pointer: string, illustrative: boolean): void {
    if (illustrative && !this.#unused) {
      this.#unused = true;
      this.#enter(this.#version);
      this.#object(object, kind, pointer, true);
      this.#unused = false;
      return this.#enter(this.#version);
    }
    const known = this.kinds.get(object);
    if (known === kind.name) return;
    if (known === undefined) this.kinds.set(object, kind.name);
    if (Object.hasOwn(object, "$ref") && this.#reference(object, kind, pointer)) return;
    pushTo(this.nodes, kind.name, { value: object, source: this.#source(pointer) });
    const around = this.#mediaTypes;
    if (kind.name === "OpenApi" || kind.name === "Operation")
      this.#mediaTypes = { ...around, ...mediaTypeLists(object) };
    this.#mender.mend(object, kind, pointer, this.#version, this.#mediaTypes);
    for (const key of Object.keys(object)) this.#member(object, key, kind, pointer);
    if (kind.name === "Operation") this.#mediaTypes = around;
    if (kind.name === "Schema") {
      for (const key of ["$dynamicRef", "$recursiveRef"]) this.#named(object, key, pointer);
      if (this.#version >= "3.1")
        this.#dependencies(object["dependencies"], `${pointer}/dependencies`);
    }
    if (kind.name === "Discriminator") this.#discriminator(object, pointer);
    // What stands beside a reference that is written out is not all that there will be.
    if (!kind.reference && typeof object["$ref"] === "string") return;
    for (const [key, { need }] of kind.needed) {
      if (Object.hasOwn(object, key) || (need === "should" && this.leftOut.get(object)?.has(key)))
        continue;
      const fate = kind.name === "Parameter" && key === "name" ? withoutName(object) : undefined;
      const hint = fate === undefined ? hintForMissing(kind.name, key) : `Add name; ${fate}.`;
      const details = { object: kind.noun, member: key, hint };
      const isError = need === "must" && fate === undefined;
      this.#errors.report("missing-member", pointer, details, isError ? "error" : "warning");
    }
  }

  /** True for an object that is no more than a reference. */
  #reference(object: JsonObject, kind: CompiledKind, pointer: string): boolean {
    const ref = object["$ref"];
    const source = this.#source(`${pointer}/$ref`);
    if (typeof ref !== "string") {
      if (kind.reference)
        this.#errors.wrongType(
          "$ref",
          { is: "string" },
          ref,
          source.pointer,
          "$ref",
          kind.name,
          undefined,
        );
      return false;
    }
    const shape: MemberType = { is: "kind", kind: kind.name };
    if (!kind.reference) {
      this.#inlined(object, ref, shape, pointer, kind.noun);
      return Object.keys(object).length === 1;
    }
    const holder = { value: object, source: this.#source(pointer) };
    this.#found({ ref, source, holder, shape, inline: false });
    if (kind.reference === "siblings") return false;
    if (kind.name !== "Schema") return true;
    if (this.#version >= "3.1") return false;
    const keys = Object.keys(object).filter((key) => changesMeaning.has(key));
    // To itself, they count, and there is another warning.
    if (keys.length > 0 && ref !== `#${pointer}`)
      this.#errors.report("ref-siblings", source.pointer, { keys });
    return true;
  }

  /** In `dependencies` of draft 7, lists of names stand between schemas. */
  #dependencies(dependencies: unknown, pointer: string): void {
    if (!isObject(dependencies)) return;
    for (const [name, dependency] of Object.entries(dependencies)) {
      if (!isObject(dependency)) continue;
      const at = `${pointer}/${escapeToken(name)}`;
      this.#shape(dependency, { is: "kind", kind: "Schema" }, at, name);
    }
  }

  /** The targets of a discriminator that are references; others are names of components. */
  #discriminator(discriminator: JsonObject, pointer: string): void {
    const { mapping } = discriminator;
    const isWritten = isObject(mapping) && referenceTo(mapping, { is: "string" }) === undefined;
    const targets = Object.keys(isWritten ? mapping : {}).map(
      (key) => [mapping as JsonObject, key, `${pointer}/mapping`] as const,
    );
    for (const [object, key, at] of [
      ...targets,
      [discriminator, "defaultMapping", pointer] as const,
    ])
      if (/[#/]|\.(?:json|ya?ml)$/.test(String(object[key]))) this.#named(object, key, at, true);
  }

  /** A reference to a schema that is not written as a `$ref`. */
  #named(object: JsonObject, key: string, pointer: string, mapped = false): void {
    const ref = object[key];
    if (typeof ref !== "string") return;
    const source = this.#source(`${pointer}/${escapeToken(key)}`);
    const holder = { value: { $ref: ref }, source };
    const shape: MemberType = { is: "kind", kind: "Schema" };
    const member = [object as Record<string, unknown>, key] as const;
    this.#found({ ref, source, holder, member, shape, inline: false }, mapped);
  }

  /** Lets a reference lead to another place from now on. */
  redirect(reference: FoundReference, ref: string): void {
    const { holder, member } = reference;
    const written = holder.value as Record<string, unknown>;
    written["$ref"] = ref;
    if (member) {
      const [object, key] = member;
      setMember(object, key, ref);
    }
    this.#references.push({ ...reference, ref });
  }

  /** Lets a reference be one to a schema from now on, in the place of what a parameter of Swagger 2.0 says of its items. */
  asSchema(reference: FoundReference): void {
    this.kinds.set(reference.holder.value as object, "Schema");
    const shape: MemberType = { is: "kind", kind: "Schema" };
    this.#references.push({ ...reference, shape, inline: false });
  }

  #found(reference: Omit<FoundReference, "unused" | "mapped">, mapped = false): void {
    this.#references.push({ ...reference, unused: this.#unused, mapped });
  }

  #member(object: JsonObject, key: string, kind: CompiledKind, pointer: string): void {
    const value = object[key];
    const member = kind.members.get(key);
    const [usual] = member?.now ?? [];
    if (usual && isPlainly(value, usual.shape)) return;
    const at = `${pointer}/${escapeToken(key)}`;
    if (!member) {
      if (
        (kind.extensible && key.startsWith("x-")) ||
        (key === "$ref" && (kind.reference || typeof value === "string"))
      )
        return;
      if (kind.others) {
        if (!this.#shape(value, kind.others, at, key))
          this.#reportWrongType(object, key, kind.others, at, key, "mapping");
      } else {
        this.#errors.unknownMember(object, key, kind, at);
      }
      return;
    }
    const [first] = member.now;
    if (!first) {
      const other = member.all.at(-1);
      if (!other) return;
      this.#errors.wrongVersion(key, other, value, at);
      const version = this.#version;
      // What is of a kind that this version does not have is as in the one that has it.
      if (!hasKind(other.shape, version)) this.#enter(other.from as Version);
      if (!this.#shape(value, other.shape, at, key))
        this.#reportWrongType(object, key, other.shape, at, key, kind.name);
      this.#enter(version);
      return;
    }
    if (first.shape.is === "list" && Array.isArray(value))
      this.#leaveOutItems(object, key, first.shape.of, kind, at);
    const meant = allowedMeant(value, first.shape, key, kind.name);
    if (meant) {
      this.#errors.badValue(meant.written, meant.allowed, at, key, meant.value);
      setMember(object, key, meant.value);
      return;
    }
    if (!Object.hasOwn(object, key)) return;
    if (first.shape.is === "list" && this.#listed(object, key, first.shape, at)) return;
    if (member.now.some(({ shape }) => this.#shape(value, shape, at, key))) return;
    const other = member.all.find(({ shape }) => outerFits(value, shape));
    if (other && !member.now.includes(other)) {
      this.#errors.wrongVersion(key, other, value, at);
      return;
    }
    const place = this.#context(key, kind.name, at);
    const read = member.now.find(({ shape }) => meaningOf(value, shape, place) !== undefined);
    this.#reportWrongType(object, key, (read ?? first).shape, at, key, kind.name);
  }

  /** A list that stands elsewhere, or its only item; the reference to it has no dash. */
  #listed(
    object: JsonObject,
    key: string,
    shape: MemberType & { is: "list" },
    pointer: string,
  ): boolean {
    const value = object[key];
    const ref = isObject(value) && Object.keys(value).length === 1 ? value["$ref"] : undefined;
    if (typeof ref !== "string" || (shape.of.is === "any" && key !== "enum")) return false;
    const source = this.#source(`${pointer}/$ref`);
    const list: unknown[] = [];
    setMember(object, key, list);
    this.#empty.add(list);
    this.#isNew(list, shape);
    this.#errors.report("ref-not-allowed", pointer, { object: key });
    const holder = { value: list, source: this.#source(pointer) };
    this.#found({ ref, source, holder, shape, inline: false });
    return true;
  }

  /** Puts the items of a list that stands elsewhere, or a reference to its only one, in its place. */
  fill(list: unknown[], target: Located, reference: FoundReference, version: Version): boolean {
    const { ref, holder, shape, unused } = reference;
    // What stands there may be elsewhere itself.
    if (shape.is !== "list" || this.#empty.has(target.value as object)) return false;
    const isList = Array.isArray(target.value);
    // Of security, nothing is guessed.
    const isItem =
      isObject(target.value) && shape.of.is === "kind" && shape.of.kind !== "SecurityRequirement";
    if (!isList && !isItem) return false;
    this.#empty.delete(list);
    if (!isList) {
      list.push({ $ref: ref });
      this.#origins.setItem(list, 0, holder.source);
      this.walk({ value: list[0], source: holder.source }, shape.of, version, unused);
      return true;
    }
    this.walk(target, shape, version, unused);
    for (const index of (target.value as unknown[]).keys()) {
      const item = this.#origins.member(target, index);
      if (!item) continue;
      this.#origins.setItem(list, list.push(item.value) - 1, item.source);
    }
    return true;
  }

  /** Leaves out the items of a list that hold nothing, or no tag, or the whole list if it has no others. */
  #leaveOutItems(
    object: JsonObject,
    key: string,
    shape: MemberType,
    kind: CompiledKind,
    pointer: string,
  ): void {
    const items = object[key] as unknown[];
    const place = this.#context(key, "list", pointer);
    const isOut = (item: unknown): boolean =>
      item === null ||
      (key === "tags" &&
        !outerFits(item, shape) &&
        typeof meaningOf(item, shape, place) !== "object");
    if (!items.some(isOut) || !mayLackItems(object, key, kind.name)) return;
    const list = { value: items, source: this.#source(pointer) };
    const name = `an item of ${key}`;
    for (const [index, item] of items.entries()) {
      if (!isOut(item)) continue;
      this.leaveOut(list, index);
      this.#errors.wrongType(name, shape, item, `${pointer}/${index}`, key, kind.name, "nothing");
    }
    if (Object.keys(items).length === 0) delete (object as Record<string, unknown>)[key];
  }

  #context(key: string, holder: string, pointer: string): ValueContext {
    const notation = (number: number): string =>
      this.#files.numberAt(this.#source(pointer), number);
    const schemaNamed = (name: string): string | undefined => this.#schemaNamed(name);
    return { key, holder, version: this.#version, notation, schemaNamed };
  }

  /** Reports a value that is not of the shape that belongs there, and puts what is meant in its place. */
  #reportWrongType(
    holder: object,
    key: string | number,
    shape: MemberType,
    pointer: string,
    subject: string,
    kind: string,
  ): void {
    const value = memberOf(holder, key);
    const place = this.#context(subject, kind, pointer);
    const meaning = meaningOf(value, shape, place);
    const name = kind === "list" ? `an item of ${subject}` : subject;
    this.#errors.wrongType(name, shape, value, pointer, subject, kind, meaning);
    if (meaning === undefined) return;
    if (meaning === "nothing") {
      delete (holder as Record<string | number, unknown>)[key];
      this.leftOut.set(holder, (this.leftOut.get(holder) ?? new Set()).add(key));
    } else {
      setMember(holder, key, meaning.value);
      const [item] = Array.isArray(value) ? (value as unknown[]) : [];
      if (isObject(item)) {
        // Here, where it was written, before it is met as a member.
        this.#shape(item, shape, `${pointer}/0`, subject);
        this.#origins.setObject(item, this.#source(`${pointer}/0`));
      }
      const items = Array.isArray(meaning.value) && !Array.isArray(value) ? meaning.value : [];
      if (shape.is === "list" && items.length === 1) {
        if (isObject(items[0])) this.#shape(items[0], shape.of, pointer, subject);
        this.#origins.setItem(items, 0, this.#source(pointer));
      }
      this.#shape(meaning.value, shape, pointer, subject);
    }
  }
}

/** A value of a type that has nothing inside. */
function isPlainly(value: unknown, shape: MemberType): boolean {
  const { is } = shape;
  return is === "any" || ((is === "string" || is === "boolean") && typeof value === is);
}

/** Kinds of which all mappings are components, also in Swagger 2.0, and in a file of their own. */
const onlyComponents: ReadonlySet<string> = new Set(["Parameter", "Response", "RequestBody"]);

/** The reference of a map of such; of texts, one that is alone and looks like it. */
function referenceTo(map: JsonObject, of: MemberType): string | undefined {
  const isAlone = Object.keys(map).length === 1;
  if (of.is === "kind") return referenceIn(map, isAlone);
  return of.is === "string" && isAlone ? referenceIn(map, false) : undefined;
}

/** The reference among the members of a map; what does not look like one, and is not alone, is a member of that name. */
function referenceIn(object: JsonObject, isAlone: boolean): string | undefined {
  const ref = object["$ref"];
  const isMeant = typeof ref === "string" && (isAlone || /[#/]|\.(?:json|ya?ml)$/i.test(ref));
  return isMeant ? ref : undefined;
}

function hasKind(shape: MemberType, version: Version): boolean {
  if (shape.is === "list" || shape.is === "map") return hasKind(shape.of, version);
  return shape.is !== "kind" || kindsOf(version).has(shape.kind);
}

/** Judges a value by its outside only. */
function outerFits(value: unknown, shape: MemberType): boolean {
  switch (shape.is) {
    case "list":
      return Array.isArray(value);
    case "map":
    case "kind":
      return isObject(value);
    case "values":
      return typeof value === "string";
    case "integer":
      return typeof value === "number";
    case "any":
      return true;
    default:
      return typeof value === shape.is;
  }
}

/** Keywords that people write beside `$ref` in the belief that they do something. */
const changesMeaning = new Set([
  "nullable",
  "type",
  "enum",
  "required",
  "properties",
  "additionalProperties",
  "allOf",
  "oneOf",
  "anyOf",
  "not",
  "items",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
  "default",
  "readOnly",
  "writeOnly",
]);

/** A reference's text, when a value is no more than that or has one. */
export function refOf(value: unknown): string | undefined {
  const ref = memberOf(value, "$ref");
  return typeof ref === "string" ? ref : undefined;
}
