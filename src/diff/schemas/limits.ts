import { countKeywords } from "../../model/keywords.js";
import { describedFormat } from "../../model/passes/int64.js";
import type { Keywords } from "../../model/types.js";
import type { Pair } from "./pair.js";
import type { SchemaComparison } from "./schemas.js";
import { type Constraints, partWith } from "./constraints.js";

/** Limits of texts, lists, objects and numbers, patterns and formats. */
export function compareLimits(comparison: SchemaComparison, pair: Pair): void {
  const bothContain = [pair.old, pair.now].every((constraints) =>
    partWith(constraints, "contains"),
  );
  for (const limit of countKeywords) {
    const isLower = limit.startsWith("min");
    const read = (constraints: Constraints): number | undefined => {
      const isLeast = limit === "minContains" && bothContain;
      const found = isLeast ? leastContained(constraints) : numbersOf(constraints, limit);
      if (found.length === 0) return undefined;
      const tightest = found.reduce((one, other) => (isLower === one > other ? one : other));
      // A lower limit of nothing is none.
      return tightest === 0 && isLower && limit !== "minContains" ? undefined : tightest;
    };
    report(comparison, pair, limit, read(pair.old), read(pair.now), isLower);
  }
  compareBounds(comparison, pair, "minimum", "exclusiveMinimum");
  compareBounds(comparison, pair, "maximum", "exclusiveMaximum");
  compareMultiples(comparison, pair);
  compareUnique(comparison, pair);
  comparePatterns(comparison, pair);
  compareFormats(comparison, pair);
}

function numbersOf({ parts }: Constraints, keyword: keyof Keywords): number[] {
  return parts
    .map(({ keywords }) => keywords[keyword])
    .filter((value): value is number => typeof value === "number");
}

/** At least one item has to be as `contains` says, where `minContains` says nothing else (JSON Schema 2020-12 validation, section 6.4.5). */
function leastContained({ parts }: Constraints): number[] {
  return parts.flatMap(({ keywords }) =>
    keywords.contains === undefined ? [] : [keywords.minContains ?? 1],
  );
}

function report(
  comparison: SchemaComparison,
  pair: Pair,
  keyword: keyof Keywords,
  old: number | undefined,
  now: number | undefined,
  isLower: boolean,
): void {
  if (old === now) return;
  const isTighter = now !== undefined && (old === undefined || (isLower ? now > old : now < old));
  const rule = isTighter ? "limit-tightened" : "limit-relaxed";
  comparison.add(pair, rule, `${keyword} ${old ?? "none"} → ${now ?? "none"}`, keyword);
}

/** A bound, and whether the number itself is excluded. */
interface Bound {
  readonly value: number;
  readonly excluded: boolean;
}

function compareBounds(
  comparison: SchemaComparison,
  pair: Pair,
  plain: "minimum" | "maximum",
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
): void {
  const isLower = plain === "minimum";
  const old = boundOf(pair.old, plain, exclusive);
  const now = boundOf(pair.now, plain, exclusive);
  if (old?.value === now?.value && old?.excluded === now?.excluded) return;
  const text = (bound: Bound | undefined): string =>
    bound ? `${bound.value}${bound.excluded ? " (excluded)" : ""}` : "none";
  const rule = now && (!old || isTighter(now, old, isLower)) ? "limit-tightened" : "limit-relaxed";
  comparison.add(pair, rule, `${plain} ${text(old)} → ${text(now)}`, plain, exclusive);
}

function isTighter(one: Bound, other: Bound, isLower: boolean): boolean {
  if (one.value === other.value) return one.excluded && !other.excluded;
  return isLower ? one.value > other.value : one.value < other.value;
}

/** The tightest bound. Of integers, `exclusiveMinimum: 0` is `minimum: 1`. */
function boundOf(
  constraints: Constraints,
  plain: "minimum" | "maximum",
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
): Bound | undefined {
  const isLower = plain === "minimum";
  const isInteger = constraints.types?.size === 1 && constraints.types.has("integer");
  const found: Bound[] = [
    ...numbersOf(constraints, plain).map((value) => ({ value, excluded: false })),
    ...numbersOf(constraints, exclusive).map((value) => ({ value, excluded: true })),
  ].map(({ value, excluded }) => {
    if (!isInteger) return { value, excluded };
    const inside = isLower ? Math.ceil(value) : Math.floor(value);
    const step = isLower ? 1 : -1;
    return { value: excluded && inside === value ? value + step : inside, excluded: false };
  });
  return found.reduce<Bound | undefined>(
    (tightest, bound) => (!tightest || isTighter(bound, tightest, isLower) ? bound : tightest),
    undefined,
  );
}

function compareMultiples(comparison: SchemaComparison, pair: Pair): void {
  const areIntegers = ({ types }: Constraints): boolean =>
    types !== undefined && types.has("integer") && !types.has("number");
  const read = (constraints: Constraints): number | undefined =>
    numbersOf(constraints, "multipleOf").find((one) => one !== 1 || !areIntegers(constraints));
  const old = read(pair.old);
  const now = read(pair.now);
  if (old === now) return;
  const isTighter = now !== undefined && (old === undefined || isMultiple(now, old));
  const isLooser = old !== undefined && (now === undefined || isMultiple(old, now));
  const rule = isTighter ? "limit-tightened" : isLooser ? "limit-relaxed" : "limit-changed";
  const message = `multipleOf ${old ?? "none"} → ${now ?? "none"}`;
  comparison.add(pair, rule, message, "multipleOf");
}

function isMultiple(one: number, of: number): boolean {
  const times = one / of;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

function compareUnique(comparison: SchemaComparison, pair: Pair): void {
  const was = partWith(pair.old, "uniqueItems") !== undefined;
  const is = partWith(pair.now, "uniqueItems") !== undefined;
  if (was === is) return;
  const message = is ? "no item twice from now on" : "items may be there twice now";
  const rule = is ? "limit-tightened" : "limit-relaxed";
  comparison.add(pair, rule, message, "uniqueItems");
}

function textsOf({ parts }: Constraints, keyword: "pattern" | "format"): string {
  const found = parts.flatMap(({ keywords }) => {
    const text = keyword === "format" ? describedFormat(keywords) : keywords.pattern;
    return text && !isSaidElsewhere(keywords) ? [text] : [];
  });
  return [...new Set(found)].sort().join(" and ");
}

/** From 3.1 on, `contentEncoding` says what these formats did. */
function isSaidElsewhere({ format, contentEncoding }: Keywords): boolean {
  return format === "binary" || (format === "byte" && contentEncoding === "base64");
}

function comparePatterns(comparison: SchemaComparison, pair: Pair): void {
  const old = textsOf(pair.old, "pattern");
  const now = textsOf(pair.now, "pattern");
  if (old === now) return;
  const rule = old === "" ? "pattern-added" : now === "" ? "pattern-removed" : "pattern-changed";
  const message = `pattern ${old || "none"} → ${now || "none"}`;
  comparison.add(pair, rule, message, "pattern");
}

/** Each allows less than those after it. */
const orders: readonly (readonly string[])[] = [
  ["int32", "int64"],
  ["uint32", "uint64"],
  ["float", "double"],
  ["email", "idn-email"],
  ["hostname", "idn-hostname"],
  ["uri", "iri", "iri-reference"],
  ["uri", "uri-reference", "iri-reference"],
  ["uuid", "uri-reference"],
];

/** Formats that a value is refused for when it breaks them: JSON Schema 2020-12 and OpenAPI's registry. */
const judged =
  /^(date|date-time|time|duration|(idn-)?(email|hostname)|ipv4|ipv6|(uri|iri)(-reference)?|uri-template|uuid|(relative-)?json-pointer|regex|byte|u?int(8|16|32|64)|float|double)$/;

/** A number is read as one of these anyway (RFC 8259, section 6). */
const every = "double";

function compareFormats(comparison: SchemaComparison, pair: Pair): void {
  const old = textsOf(pair.old, "format");
  const now = textsOf(pair.now, "format");
  if (old === now) return;
  const message = `format ${old || "none"} → ${now || "none"}`;
  comparison.add(pair, formatRule(old, now), message, "format");
}

function formatRule(old: string, now: string) {
  const was = judged.test(old);
  const is = judged.test(now);
  if (!was && !is) return "format-note";
  if (!was) return now === every ? "format-note" : "format-added";
  if (!is) return old === every ? "format-note" : "format-removed";
  const order = orders.find((list) => list.includes(old) && list.includes(now));
  if (!order) return "format-changed";
  return order.indexOf(old) < order.indexOf(now) ? "format-widened" : "format-narrowed";
}
