import { below } from "../../common/pointers.js";
import { paired } from "../changes.js";
import type { Together } from "./constraints.js";
import type { RuleName } from "../rules.js";
import { type Pair, type Spot, placesOf, spotOf } from "./pair.js";
import type { SchemaComparison } from "./schemas.js";

/** Properties, which are required, and what other properties there may be. */
export function compareObjects(comparison: SchemaComparison, pair: Pair): void {
  const { old, now, flow } = pair;
  for (const [name, schemas] of old.properties) {
    const spot = propertySpot(pair, name);
    const next = now.properties.get(name);
    if (next) comparison.compare(schemas, next, flow, `${spot.subject}.${name}`, spot);
    else reportAlone(comparison, pair, name, "removed");
  }
  for (const [name] of now.properties)
    if (!old.properties.has(name)) reportAlone(comparison, pair, name, "added");
  compareRequired(comparison, pair);
  compareOthers(comparison, pair);
  comparePatterns(comparison, pair);
}

/** The place at which a property is declared. */
function propertySpot(pair: Pair, name: string): Spot {
  return spotOf(
    pair,
    ({ keywords }) => keywords.properties?.has(name) ?? false,
    ({ source }) => below(below(source, "properties"), name),
  );
}

/** A statement about all properties applied to this one too, and vice versa. */
function reportAlone(
  comparison: SchemaComparison,
  pair: Pair,
  name: string,
  word: "added" | "removed",
): void {
  const [own, other] = word === "added" ? [pair.now, pair.old] : [pair.old, pair.now];
  const isRequired = own.required.has(name);
  const rule = `property-${word}${other.others ? "" : "-closed"}${isRequired ? "-required" : ""}`;
  const message = `${isRequired ? "required" : "optional"} property ${name} ${word}`;
  const spot = propertySpot(pair, name);
  comparison.addAt(pair, rule as RuleName, message, spot);
  compareWithOthers(comparison, pair, own.properties.get(name) ?? [], word, {
    ...spot,
    subject: `${spot.subject}.${name}`,
  });
}

/** Compares schemas that only one side has with what the other one says of all properties that it does not name. */
function compareWithOthers(
  comparison: SchemaComparison,
  { old, now, flow }: Pair,
  own: Together,
  word: "added" | "removed",
  spot: Spot,
): void {
  const { others } = word === "added" ? old : now;
  if (!others || others.length === 0) return;
  const [was, is] = word === "added" ? [others, own] : [own, others];
  comparison.compare(was, is, flow, spot.subject, spot);
}

function compareRequired(comparison: SchemaComparison, pair: Pair): void {
  const { old, now } = pair;
  const spot = (name: string): Spot =>
    spotOf(
      pair,
      ({ keywords }) => keywords.required?.has(name) ?? false,
      ({ source }) => below(source, "required"),
    );
  const isNew = (name: string): boolean => now.properties.has(name) && !old.properties.has(name);
  const isGone = (name: string): boolean => old.properties.has(name) && !now.properties.has(name);
  for (const name of now.required)
    if (!old.required.has(name) && !isNew(name))
      comparison.addAt(pair, "property-required", `${name} is required now`, spot(name));
  for (const name of old.required)
    if (!now.required.has(name) && !isGone(name))
      comparison.addAt(pair, "property-optional", `${name} is optional now`, spot(name));
}

function compareOthers(comparison: SchemaComparison, pair: Pair): void {
  const { old, now, flow, subject } = pair;
  const places = placesOf(pair, "additionalProperties", "unevaluatedProperties");
  if (old.others && now.others)
    comparison.compare(old.others, now.others, flow, `${subject}{}`, places);
  else if (old.others)
    comparison.addAt(pair, "properties-closed", "no other properties are allowed now", places);
  else if (now.others)
    comparison.addAt(pair, "properties-opened", "other properties are allowed now", places);
}

function comparePatterns(comparison: SchemaComparison, pair: Pair): void {
  const { old, now, flow, subject } = pair;
  const places = placesOf(pair, "patternProperties");
  for (const [pattern, was, is] of paired(old.patternProperties, now.patternProperties)) {
    const spot = { ...places, subject: `${subject}{${pattern}}` };
    if (was && is) {
      comparison.compare(was, is, flow, spot.subject, spot);
      continue;
    }
    const word = is ? "added" : "removed";
    const rule = `property-pattern-${word}${(is ? old : now).others ? "" : "-closed"}` as const;
    comparison.addAt(
      pair,
      rule,
      `${is ? "a" : "no"} schema for properties like ${pattern}`,
      places,
    );
    compareWithOthers(comparison, pair, was ?? is ?? [], word, spot);
  }
}
