import type { Details, DiagnosticCode } from "../../diagnostics/catalog.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Severity } from "../../diagnostics/catalog/entry.js";
import { closest } from "../../common/closest.js";
import {
  hintForBody,
  hintForMember,
  hintForMissing,
  hintForOldPlace,
  hintForType,
  hintForValue,
  hintForVersion,
  takenAs,
} from "./hints.js";
import type { CompiledKind } from "./kinds.js";
import type { Meaning } from "./corrections.js";
import type { Alternative, MemberType } from "./notation.js";
import type { JsonObject } from "../../common/json.js";
import type { Version } from "../version.js";
import { listing } from "../../common/words.js";
import { describeShape, describeValue, show } from "./words.js";

/** Reports what does not fit the tables of `grammar.ts`, at pointers into the file that is being gone through. */
export class GrammarErrors {
  readonly #diagnostics: Diagnostics;
  #file = "";
  #version: Version = "3.1";
  #unused = false;

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** All that follows is in this file; with `unused`, nothing that is generated depends on it. */
  enter(file: string, version: Version, unused: boolean): void {
    this.#file = file;
    this.#version = version;
    this.#unused = unused;
  }

  /** `severity`: unless it is the one of the catalogue. */
  report<C extends DiagnosticCode>(
    code: C,
    pointer: string,
    details: Details<C>,
    severity?: Severity,
  ): void {
    const own = this.#unused ? "warning" : severity;
    this.#diagnostics.report(code, { file: this.#file, pointer }, details, own);
  }

  unknownMember(object: JsonObject, key: string, kind: CompiledKind, pointer: string): void {
    const hint = hintForMember(kind.name, key, object, this.#version);
    const long = key.length > 3 || !kind.open;
    const known = [...kind.members].filter(([, { now }]) => now[0]).map(([name]) => name);
    const near = long ? closest(key, known) : undefined;
    const suggestion = near !== undefined && !Object.hasOwn(object, near) ? near : undefined;
    if (kind.open && this.#version >= "3.1" && suggestion === undefined && !hint) return;
    const details = { object: kind.noun, member: key, suggestion, hint };
    // A lock that is left out for a slip would stand open.
    const severity = suggestion === "security" ? "error" : undefined;
    this.report("unknown-member", pointer, details, severity);
  }

  /** A schema, or a keyword of one, in the place of `content`. */
  schemaOfBody(
    member: string,
    kind: CompiledKind,
    types: readonly string[],
    pointer: string,
  ): void {
    const hint = hintForBody(member, types);
    this.report("unknown-member", pointer, { object: kind.noun, member, hint });
  }

  wrongVersion(key: string, { from, to }: Alternative, value: unknown, pointer: string): void {
    const tooNew = from > this.#version;
    const listed = key === "type" && typeof value === "object";
    const hint = hintForVersion(key, value);
    this.report("wrong-version", pointer, {
      subject: listed ? "a list of types" : key,
      problem: tooNew ? `needs OpenAPI ${from}` : `has no meaning after OpenAPI ${to}`,
      version: this.#version,
      hint: hint ?? (tooNew ? `Change to OpenAPI ${from}, or do without it.` : "Remove it."),
      marks: listed ? "value" : "key",
    });
  }

  booleanSchema(value: boolean, pointer: string): void {
    this.report("wrong-version", pointer, {
      subject: `the schema ${value}`,
      problem: "needs OpenAPI 3.1",
      version: this.#version,
      hint: value ? "Write {}." : "Write { not: {} }.",
      marks: "value",
    });
  }

  /** `meant` is the allowed value that is read in place of the one that is written. */
  badValue(
    value: string,
    values: readonly string[],
    pointer: string,
    subject: string,
    meant?: string,
  ): void {
    const known = this.#version < "3.2" ? values.filter((one) => one !== "querystring") : values;
    const taken =
      meant === undefined
        ? takenAs(subject, value, this.#version)
        : (hintForOldPlace(meant, values) ?? `Write ${meant}; it is taken as that.`);
    const details = {
      subject,
      value,
      allowed: listing(known),
      suggestion: closest(value, known),
      hint: taken ?? hintForValue(subject, value, this.#version),
    };
    this.report("bad-value", pointer, details, taken === undefined ? "error" : "warning");
  }

  wrongType(
    subject: string,
    shape: MemberType,
    value: unknown,
    pointer: string,
    key: string,
    holder: string,
    meaning: Meaning | undefined,
  ): void {
    const asText =
      shape.is === "string" && (typeof value !== "object" || (value === null && key === "type"));
    const isItem = subject !== key;
    const missing = meaning === "nothing" ? hintForMissing(holder, key) : undefined;
    const isOfKey = !isItem || key === "security";
    const hint = missing ?? (isOfKey ? hintForType(key, shape, value, this.#version) : undefined);
    const details = {
      subject,
      expected: describeShape(shape, this.#version),
      found: describeValue(value),
      hint: hint ?? (asText ? "Put it in quotes." : undefined),
      taken: meaning && (meaning === "nothing" ? "left out" : `read as ${show(meaning.value)}`),
    };
    this.report("wrong-type", pointer, details, meaning === undefined ? "error" : "warning");
  }

  misplacedSchema(key: "type" | "properties", value: JsonObject, pointer: string): void {
    const isType = key === "type";
    const details = {
      subject: key,
      expected: isType ? describeShape({ is: "string" }, this.#version) : "schemas by their names",
      found: isType ? describeValue(value) : "a reference to one",
      hint: `Write ${isType ? "its keywords" : "it"} beside it, or in an item of allOf.`,
      taken: "read as one of allOf",
    };
    this.report("wrong-type", pointer, details, "warning");
  }

  requiredInProperties(value: unknown, pointer: string): void {
    const details = {
      subject: "required",
      expected: describeShape({ is: "kind", kind: "Schema" }, this.#version),
      found: describeValue(value),
      hint: "Write it beside properties, not in it.",
      taken: "read as if it stood there",
    };
    this.report("wrong-type", pointer, details, "warning");
  }
}
