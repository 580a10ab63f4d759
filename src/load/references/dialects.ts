import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import { setIn } from "../../common/collections.js";
import { annotations } from "../checks/schemas.js";
import type { Located } from "../document.js";
import { schema as schemaKind } from "../grammar/schemas.js";
import { isObject, memberOf } from "../../common/json.js";
import { below, nearest } from "../../common/pointers.js";

/** Where a dialect of JSON Schema differs from 2020-12. */
interface Dialect {
  /** Keywords that it does not have, so that they say nothing. */
  readonly lacks: ReadonlySet<string>;
  /** Keywords of later drafts, which hold nevertheless: people write them, and validators go by them. */
  readonly later: ReadonlySet<string>;
  /** `$ref` is alone: nothing beside it holds (up to draft 7). */
  readonly refAlone: boolean;
  /** The keyword with the address of a schema. */
  readonly id: string;
}

/** A metaschema, and the place that names it. */
export interface Metaschema {
  readonly address: string;
  readonly ref: string;
  readonly source: Source;
}

const vocabularies: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "applicator",
    words(
      "prefixItems items contains additionalProperties properties patternProperties dependentSchemas " +
        "propertyNames if then else allOf anyOf oneOf not",
    ),
  ],
  ["unevaluated", words("unevaluatedItems unevaluatedProperties")],
  [
    "validation",
    words(
      "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern " +
        "maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
    ),
  ],
  ["content", words("contentEncoding contentMediaType contentSchema")],
]);

const since201909 = words(
  "unevaluatedItems unevaluatedProperties dependentRequired dependentSchemas minContains maxContains contentSchema",
);
const since6 = words("const contains propertyNames");
const since7 = words("if then else");

/** The drafts of json-schema.org, by what their addresses end in. */
const drafts: ReadonlyMap<string, Dialect> = new Map([
  ["draft/2019-09", dialect(["prefixItems"], [], false)],
  ["draft-07", dialect(["prefixItems"], since201909, true)],
  ["draft-06", dialect(["prefixItems"], [...since201909, ...since7], true)],
  [
    "draft-04",
    { ...dialect(["prefixItems"], [...since201909, ...since7, ...since6], true), id: "id" },
  ],
]);

const everything = dialect([], [], false);

/** Which dialects the schemas of a description are written in (JSON Schema 2020-12 core, section 8.1). */
export class Dialects {
  /** By address of the metaschema. */
  readonly #known = new Map<string, Dialect>();
  /** By file, then by pointer: the metaschema that holds from there on down. */
  readonly #places = new Map<string, Map<string, string>>();

  #wanted: Metaschema[] = [];

  /** The metaschemas that have to be read, since this was last asked for. */
  takeWanted(): readonly Metaschema[] {
    const wanted = this.#wanted;
    this.#wanted = [];
    return wanted;
  }

  /** Takes down that a `$schema`, or `jsonSchemaDialect`, names a metaschema: it holds in and below `source`. */
  add(metaschema: Metaschema, source: Source): void {
    const { address } = metaschema;
    setIn(this.#places, source.file, source.pointer, address);
    if (this.#known.has(address)) return;
    const known = wellKnown(address);
    this.#known.set(address, known ?? everything);
    if (!known && /^(?:https?|file):/.test(address)) this.#wanted.push(metaschema);
  }

  /** Takes down what the metaschema at an address says of itself: keywords of vocabularies that it lacks say nothing. */
  define(address: string, metaschema: unknown): void {
    const declared = memberOf(metaschema, "$vocabulary");
    if (!isObject(declared)) return;
    const names = new Set(
      Object.keys(declared).flatMap(
        (uri) =>
          /^https:\/\/json-schema\.org\/draft\/[\d-]+\/vocab\/([a-z-]+)$/.exec(uri)?.[1] ?? [],
      ),
    );
    const missing = [...vocabularies.keys()].filter((name) => !names.has(name));
    const lacks = missing.flatMap((name) => vocabularies.get(name) ?? []);
    this.#known.set(address, dialect(lacks, [], false));
  }

  /** The keyword with the address of a schema, at a place. */
  idAt(source: Source): string {
    return this.#at(source)?.[1].id ?? "$id";
  }

  /** True for a reference beside which nothing holds, in the dialect that it is written in. */
  isAlone({ value, source }: Located): boolean {
    const [, dialect] = this.#at(source) ?? [];
    return dialect?.refAlone === true && typeof memberOf(value, "$ref") === "string";
  }

  #at(source: Source): readonly [address: string, Dialect] | undefined {
    const places = this.#places.get(source.file);
    const address = places && nearest(places, source.pointer);
    const dialect = address === undefined ? undefined : this.#known.get(address);
    return address !== undefined && dialect ? [address, dialect] : undefined;
  }

  /** Takes away from a schema what its dialect does not have, with a warning. */
  apply(node: Located, diagnostics: Diagnostics): void {
    const { value, source } = node;
    const [address, dialect] = this.#at(source) ?? [];
    if (address === undefined || !dialect) return;
    const schema = value as Record<string, unknown>;
    const isAlone = this.isAlone(node);
    const name = address.replace(/^https?:\/\/json-schema\.org\/(.+)\/schema$/, "$1");
    const report = (key: string, reason: "alone" | "later" | "unknown"): void =>
      diagnostics.report("dialect-keyword", below(source, key), { key, name, reason });
    for (const key of Object.keys(schema)) {
      if (isAlone && !beside.has(key)) {
        delete schema[key];
        if (Object.hasOwn(schemaKind.members, key)) report(key, "alone");
      } else if (dialect.lacks.has(key)) {
        delete schema[key];
        report(key, "unknown");
      } else if (dialect.later.has(key)) report(key, "later");
    }
  }
}

/** Keywords that may stand beside a `$ref` that counts as alone: they limit nothing, or other references lead into them. */
const beside = new Set([...annotations, "$ref", "$schema", "$comment", "definitions", "$defs"]);

/** A dialect that is published, and so is not read. */
function wellKnown(address: string): Dialect | undefined {
  const [, draft] = /^https?:\/\/json-schema\.org\/(.+)\/schema$/.exec(address) ?? [];
  if (draft !== undefined) return drafts.get(draft) ?? everything;
  return /^https:\/\/spec\.openapis\.org\/oas\/3\.\d\/dialect\//.test(address)
    ? everything
    : undefined;
}

function dialect(lacks: readonly string[], later: readonly string[], refAlone: boolean): Dialect {
  return { lacks: new Set(lacks), later: new Set(later), refAlone, id: "$id" };
}

function words(text: string): readonly string[] {
  return text.split(" ");
}
