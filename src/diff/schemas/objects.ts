import { below } from "../changes.js";
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
    else reportRemoved(comparison, pair, name);
  }
  for (const [name] of now.properties)
    if (!old.properties.has(name)) reportAdded(comparison, pair, name);
  compareRequired(comparison, pair);
  compareOthers(comparison, pair);
  comparePatterns(comparison, pair);
}

/** Where a property is declared. */
function propertySpot(pair: Pair, name: string): Spot {
  return spotOf(
    pair,
    ({ keywords }) => keywords.properties?.has(name) ?? false,
    ({ source }) => below(source, "properties", name),
  );
}

function reportAdded(comparison: SchemaComparison, pair: Pair, name: string): void {
  const { old, now } = pair;
  const isRequired = now.required.has(name);
  const closed: RuleName = isRequired ? "property-added-closed-required" : "property-added-closed";
  const open: RuleName = isRequired ? "property-added-required" : "property-added";
  const message = `${isRequired ? "required" : "optional"} property ${name} added`;
  const spot = propertySpot(pair, name);
  comparison.add(pair, old.others ? open : closed, message, spot);
  // What was said of all properties was said of this one.
  if (old.others && old.others.length > 0)
    comparison.compare(
      old.others,
      now.properties.get(name) ?? [],
      pair.flow,
      `${spot.subject}.${name}`,
      spot,
    );
}

function reportRemoved(comparison: SchemaComparison, pair: Pair, name: string): void {
  const { old, now } = pair;
  const isRequired = old.required.has(name);
  const closed: RuleName = isRequired
    ? "property-removed-closed-required"
    : "property-removed-closed";
  const open: RuleName = isRequired ? "property-removed-required" : "property-removed";
  const message = `${isRequired ? "required" : "optional"} property ${name} removed`;
  const spot = propertySpot(pair, name);
  comparison.add(pair, now.others ? open : closed, message, spot);
  if (now.others && now.others.length > 0)
    comparison.compare(
      old.properties.get(name) ?? [],
      now.others,
      pair.flow,
      `${spot.subject}.${name}`,
      spot,
    );
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
      comparison.add(pair, "property-required", `${name} is required now`, spot(name));
  for (const name of old.required)
    if (!now.required.has(name) && !isGone(name))
      comparison.add(pair, "property-optional", `${name} is optional now`, spot(name));
}

function compareOthers(comparison: SchemaComparison, pair: Pair): void {
  const { old, now, flow, subject } = pair;
  const places = placesOf(pair, "additionalProperties", "unevaluatedProperties");
  if (old.others && now.others) {
    comparison.compare(old.others, now.others, flow, `${subject}{}`, places);
    return;
  }
  if (old.others)
    comparison.add(pair, "properties-closed", "no other properties are allowed now", places);
  if (now.others)
    comparison.add(pair, "properties-opened", "other properties are allowed now", places);
}

function comparePatterns(comparison: SchemaComparison, pair: Pair): void {
  const { old, now, flow, subject } = pair;
  const places = placesOf(pair, "patternProperties");
  for (const [pattern, schemas] of old.patternProperties) {
    const next = now.patternProperties.get(pattern);
    const name = `${subject}{${pattern}}`;
    if (next) comparison.compare(schemas, next, flow, name, places);
    else {
      const rule = now.others ? "property-pattern-removed" : "property-pattern-removed-closed";
      comparison.add(pair, rule, `no schema for properties like ${pattern}`, places);
      if (now.others && now.others.length > 0)
        comparison.compare(schemas, now.others, flow, name, places);
    }
  }
  for (const [pattern, schemas] of now.patternProperties) {
    if (old.patternProperties.has(pattern)) continue;
    const rule = old.others ? "property-pattern-added" : "property-pattern-added-closed";
    comparison.add(pair, rule, `a schema for properties like ${pattern}`, places);
    if (old.others && old.others.length > 0)
      comparison.compare(old.others, schemas, flow, `${subject}{${pattern}}`, places);
  }
}
