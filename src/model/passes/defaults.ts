import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { sureParts } from "../walks/children.js";
import { leadingTo, reachable } from "../../common/collections.js";
import { isOfTypes, together } from "../walks/values.js";
import { brokenNumber } from "../../common/limits.js";
import { matches } from "../../common/patterns.js";
import type { ApiModel, Body, Keywords, Media, Schema } from "../types.js";
import { isRange } from "../media.js";

/** The defaults for members that a value leaves out; as a tree, so without what leads back to itself. */
export interface Preset {
  readonly default: { readonly value: unknown } | undefined;
  readonly inside: ReadonlyMap<string, Preset>;
  readonly items: Preset | undefined;
}

/** The default of a schema; none where the schema does not allow it. */
export function defaultOf(schema: Schema): { readonly value: unknown } | undefined {
  const { default: preset } = schema.keywords;
  return preset && allows(schema, preset) ? preset : undefined;
}

/** By its type, values and limits, and those of all that holds for the same value. */
function allows(schema: Schema, { value }: { readonly value: unknown }): boolean {
  return [...together(schema)].every(({ keywords }) => isAmong(value, keywords));
}

function isAmong(value: unknown, keywords: Keywords): boolean {
  const { types, enum: list, const: only, pattern } = keywords;
  const listed = only ? [only.value] : list;
  return (
    !isNone(value, keywords) &&
    (!types || isOfTypes(value, types)) &&
    (listed?.some((one) => one === value || textOf(one) === textOf(value)) ?? true) &&
    brokenNumber(value, { ...keywords }) === undefined &&
    (pattern === undefined || typeof value !== "string" || matches(pattern, value) !== false)
  );
}

const filledFormats = /^(date|date-time|time|duration|uuid|email|hostname|ipv4|ipv6|uri)$/;

/** True for an empty text where there is none, which is how many say that there is no default. */
function isNone(value: unknown, { minLength = 0, format = "" }: Keywords): boolean {
  return value === "" && (minLength > 0 || filledFormats.test(format));
}

function textOf(value: unknown): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

const filled = new WeakMap<Body, ReadonlyMap<Media, Preset>>();

const none: ReadonlyMap<Media, Preset> = new Map();

/**
 * Says of all bodies of a model that what they leave out is filled in where they are received. One with more to fill in
 * than can be written is reported as an error.
 */
export function fillBodies({ operations }: ApiModel, diagnostics: Diagnostics): void {
  const bodies = operations.flatMap(({ body }) => body ?? []);
  const leading = leadingToDefaults(bodies.flatMap(filledParts).map(({ schema }) => schema));
  const known = new Map<Schema, Preset>();
  const presetOf = (schema: Schema): Preset => {
    const tree = new PresetTree(leading);
    const preset = known.get(schema) ?? tree.at(schema);
    if (tree.isTooLarge) diagnostics.report("defaults-too-many", schema.source, {});
    known.set(schema, preset);
    return preset;
  };
  for (const body of bodies) {
    const presets = filledParts(body).map(
      ({ media, schema }) => [media, presetOf(schema)] as const,
    );
    filled.set(body, new Map(presets.filter(([, preset]) => !isEmpty(preset))));
  }
}

/** The defaults of a body, by its media types; only media types that have some. */
export function presetsOf(body: Body | undefined): ReadonlyMap<Media, Preset> {
  return (body && filled.get(body)) ?? none;
}

function filledParts({ content }: Body): readonly { media: Media; schema: Schema }[] {
  return content.flatMap((media) => {
    const { codec, schema, type } = media;
    const isFilled = (codec === "json" || codec === "form") && !isRange(type);
    return schema && isFilled ? [{ media, schema }] : [];
  });
}

function isEmpty({ inside, items }: Preset): boolean {
  return inside.size === 0 && items === undefined;
}

/** The schemas of which something is filled in, at any depth. */
function leadingToDefaults(roots: readonly Schema[]): ReadonlySet<Schema> {
  const inner = (schema: Schema): readonly Schema[] => {
    const { items, properties } = schema.keywords;
    return [...sureParts(schema), ...(properties?.values() ?? []), ...(items ? [items] : [])];
  };
  const all = reachable(roots, inner);
  return leadingTo([...all].filter(defaultOf), all, inner);
}

/** Maximum number of places of one body that are filled in, and their maximum depth. */
const MOST = 10_000;
const DEEPEST = 400;

/** Finds what is filled in of one body; where a schema leads back to itself, it ends. */
class PresetTree {
  readonly #leading: ReadonlySet<Schema>;
  readonly #way = new Set<Schema>();
  #count = 0;
  isTooLarge = false;

  constructor(leading: ReadonlySet<Schema>) {
    this.#leading = leading;
  }

  /** Branches of unions are left out: which of them is meant is not known. */
  at(schema: Schema): Preset {
    const inside = new Map<string, Preset>();
    const isCut = this.#way.has(schema) || !this.#leading.has(schema);
    if (!isCut) this.isTooLarge ||= ++this.#count > MOST || this.#way.size > DEEPEST;
    if (isCut || this.isTooLarge) return { default: undefined, inside, items: undefined };
    this.#way.add(schema);
    const { items, properties } = schema.keywords;
    const parts = sureParts(schema).map((part) => this.at(part));
    for (const part of parts) for (const [name, preset] of part.inside) inside.set(name, preset);
    for (const [name, property] of properties ?? []) {
      const preset = this.at(property);
      if (preset.default || !isEmpty(preset)) inside.set(name, preset);
    }
    const item = items && this.at(items);
    this.#way.delete(schema);
    return {
      default: [schema.keywords.default, ...parts.map((part) => part.default)].find(
        (preset) => preset && allows(schema, preset),
      ),
      inside,
      items: item && !isEmpty(item) ? item : parts.find((part) => part.items)?.items,
    };
  }
}
