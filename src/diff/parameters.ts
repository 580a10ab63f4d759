import type { ContentEncoding, Header, Parameter, Schema, StyleEncoding } from "../model/types.js";
import { type Add, type Flow, type SourcePair, bothBelow, byKey, sourcesOf } from "./changes.js";
import type { OperationPair } from "./operations.js";
import type { SchemaComparison } from "./schemas/schemas.js";
import { constraintsOf } from "./schemas/constraints.js";

interface ParameterPair {
  readonly old: Parameter;
  readonly now: Parameter;
  readonly flow: Flow;
  readonly subject: string;
  readonly places: SourcePair;
}

/** The parameters of an operation: those of the path by their place in it, others by place and name. */
export function compareParameters(comparison: SchemaComparison, operations: OperationPair): void {
  const { old, now, subject: operation, request: flow } = operations;
  const around = bothBelow(sourcesOf(old, now), "parameters");
  const before = byKey(old.parameters, (one) => keyOf(one, old.parameters));
  const after = byKey(now.parameters, (one) => keyOf(one, now.parameters));
  const lost = [...before].filter(([key]) => !after.has(key)).map(([, one]) => one);
  const won = [...after].filter(([key]) => !before.has(key)).map(([, one]) => one);
  for (const [key, parameter] of after) {
    const was = before.get(key) ?? movedFrom(parameter, lost, won);
    if (was) {
      compareParameter(comparison, {
        old: was,
        now: parameter,
        flow,
        subject: `${operation}, ${titleOf(parameter)}`,
        places: sourcesOf(was, parameter),
      });
      continue;
    }
    const rule = parameter.required ? "parameter-added-required" : "parameter-added";
    const message = `${parameter.required ? "required" : "optional"} ${titleOf(parameter)} added`;
    comparison.changes.add(rule, flow, operation, message, { ...around, now: parameter.source });
  }
  for (const parameter of lost) {
    if (won.some((other) => movedFrom(other, lost, won) === parameter)) continue;
    const rule = parameter.required ? "parameter-removed-required" : "parameter-removed";
    const message = `${parameter.required ? "required" : "optional"} ${titleOf(parameter)} removed`;
    comparison.changes.add(rule, flow, operation, message, { ...around, old: parameter.source });
  }
}

function titleOf({ in: place, name }: Parameter): string {
  return `${place} parameter ${name}`;
}

function keyOf(parameter: Parameter, all: readonly Parameter[]): string {
  const { in: place, name } = parameter;
  if (place === "path") return `path ${all.filter((one) => one.in === "path").indexOf(parameter)}`;
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}

/** The parameter of the same name that was in another place, if there is just one. */
function movedFrom(
  parameter: Parameter,
  lost: readonly Parameter[],
  won: readonly Parameter[],
): Parameter | undefined {
  const same = (one: Parameter): boolean => one.name === parameter.name && one.in !== "path";
  const [was, ...others] = lost.filter(same);
  return others.length === 0 && won.filter(same).length === 1 ? was : undefined;
}

function compareParameter(comparison: SchemaComparison, pair: ParameterPair): void {
  const { old, now, flow, subject, places } = pair;
  const add = comparison.changes.adder(flow, subject, places);
  if (old.in !== now.in) add("parameter-moved", `${old.in} → ${now.in}`, "in");
  if (old.in === "path" && now.in === "path" && old.name !== now.name)
    add("path-parameter-renamed", `was ${old.name}`, "name");
  if (old.allowEmptyValue !== now.allowEmptyValue)
    add(
      now.allowEmptyValue ? "parameter-empty-allowed" : "parameter-empty-refused",
      now.allowEmptyValue ? "may be empty now" : "may no longer be empty",
      "allowEmptyValue",
    );
  compareMarks("parameter", old, now, add);
  if (old.in === now.in) compareEncodings(old.encoding, now.encoding, add);
  const list = old.in === now.in ? listOf(old, now) : undefined;
  if (list === "now") add("parameter-list-added", "several values are allowed now", "schema");
  if (list === "old") add("parameter-list-removed", "only one value is allowed now", "schema");
  const before = list === "old" ? itemsOf(old.schema) : [old.schema];
  const after = list === "now" ? itemsOf(now.schema) : [now.schema];
  const compare = areTexts(old, now) ? "compareAsText" : "compare";
  comparison[compare](before, after, flow, subject, places);
}

/** True where a style serializes the values (OpenAPI 3.1, section 4.8.12.3), in which types do not show. */
export function areTexts<T extends Parameter | Header>(old: T, now: T): boolean {
  return old.encoding.kind === "style" && now.encoding.kind === "style";
}

/** Compares `required`, `deprecated` and the description of a parameter or header. */
export function compareMarks<T extends Parameter | Header>(
  kind: "parameter" | "header",
  old: T,
  now: T,
  add: Add,
): void {
  const [required, optional] =
    kind === "parameter"
      ? ["is required now", "is optional now"]
      : ["is always there now", "may be missing now"];
  if (!old.required && now.required) add(`${kind}-required`, required, "required");
  if (old.required && !now.required) add(`${kind}-optional`, optional, "required");
  if (old.deprecated !== now.deprecated) {
    const message = now.deprecated ? "is deprecated now" : "is no longer deprecated";
    add(`${kind}-deprecated`, message, "deprecated");
  }
  if (old.prose.description !== now.prose.description)
    add(`${kind}-description`, "another description", "description");
}

/** Which side has a list of which one value is written as the value of the other side is. */
function listOf(old: Parameter, now: Parameter): "old" | "now" | undefined {
  const [was, is] = [old.encoding, now.encoding];
  if (was.kind !== "style" || is.kind !== "style" || was.style !== is.style) return undefined;
  const isList = (one: StyleEncoding): boolean => one.shape === "array";
  if (isList(was) === isList(is) || ![was.shape, is.shape].includes("scalar")) return undefined;
  const [list, schemas] = isList(is) ? [is, now.schema] : [was, old.schema];
  const { parts, types } = constraintsOf([schemas]);
  const isPlain = parts.every(
    ({ keywords }) =>
      (keywords.minItems ?? 0) < 2 && keywords.maxItems !== 0 && !keywords.prefixItems,
  );
  const texts = constraintsOf(itemsOf(schemas)).types;
  // A text with a comma would be two.
  const isWhole = list.explode || (texts !== undefined && !texts.has("string"));
  return isPlain && types?.size === 1 && isWhole ? (isList(is) ? "now" : "old") : undefined;
}

function itemsOf(schema: Schema): readonly Schema[] {
  return constraintsOf([schema]).parts.flatMap(({ keywords }) => keywords.items ?? []);
}

type Encoding = StyleEncoding | ContentEncoding;
type EncodingRule = "parameter-media" | "parameter-style" | "parameter-reserved";

/** Compares the serialization of a parameter or header, as far as it is visible on the wire. */
export function compareEncodings(
  old: Encoding,
  now: Encoding,
  add: (rule: EncodingRule, message: string) => void,
): void {
  if (old.kind === "content" || now.kind === "content") {
    const mediaOf = (one: Encoding): string =>
      one.kind === "content" ? one.media.type : "no media type";
    if (mediaOf(old) !== mediaOf(now)) add("parameter-media", `${mediaOf(old)} → ${mediaOf(now)}`);
    return;
  }
  const before = wireForm(old, old.shape);
  const after = wireForm(now, old.shape);
  if (before !== after) add("parameter-style", `${before} → ${after}`);
  if (old.allowReserved !== now.allowReserved)
    add("parameter-reserved", `allowReserved ${old.allowReserved} → ${now.allowReserved}`);
}

/** OpenAPI 3.1, section 4.8.12.4: `explode` is left out where it shows for no value of that shape. */
function wireForm({ style, explode }: StyleEncoding, shape: StyleEncoding["shape"]): string {
  const isDelimited = style === "spaceDelimited" || style === "pipeDelimited";
  if (shape === "scalar" || style === "deepObject") return style;
  if (shape === "array" && style === "simple") return style;
  if (isDelimited && explode && shape === "array") return "form, exploded";
  return explode ? `${style}, exploded` : style;
}
