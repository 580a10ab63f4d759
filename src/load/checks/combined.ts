import type { Source } from "../../diagnostics/catalog.js";
import { asObject, below, isObject } from "../../diagnostics/json.js";
import type { LoadContext } from "../context.js";
import type { Located } from "../document.js";
import { typesMeant } from "../grammar/types.js";
import { refOf } from "../grammar/walk.js";

/** The types that a schema lets through, and the `type` that says so. */
interface Limit {
  readonly types: readonly string[];
  readonly place: Source;
}

/** Deeper than that, no schemas that were written by hand refer to each other. */
const deepest = 50;

/** Schemas that hold for the same value, by `allOf` or beside a `$ref`, have a type in common. */
export function checkCombined(context: LoadContext): void {
  const known = new Map<unknown, Limit | undefined>();

  /** Undefined where any type is let through, or none: that is reported where it comes about. */
  const limitOf = (schema: Located, depth = 0): Limit | undefined => {
    if (!isObject(schema.value) || depth > deepest) return undefined;
    if (known.has(schema.value)) return known.get(schema.value);
    known.set(schema.value, undefined);
    const { target, isAlone, parts } = partsOf(schema, context);
    // What stands beside a reference is what is marked.
    const limits = [
      target && limitOf(target, depth + 1),
      isAlone ? undefined : ownLimit(schema),
      ...parts.map((part) => limitOf(part, depth + 1)),
    ];
    const whole = common(schema, limits, context);
    known.set(schema.value, whole);
    return whole;
  };
  for (const schema of context.walker.all("Schema")) {
    const { allOf } = asObject(schema.value);
    if (Array.isArray(allOf) || refOf(schema.value) !== undefined) limitOf(schema);
  }
}

/** What `$ref` leads to, and what `allOf` lists; before 3.1, a reference is alone: nothing beside it counts. */
function partsOf(
  schema: Located,
  { documents, origins, version }: LoadContext,
): {
  readonly target: Located | undefined;
  readonly isAlone: boolean;
  readonly parts: readonly Located[];
} {
  const ref = refOf(schema.value);
  const target = ref === undefined ? undefined : documents.resolve(ref, schema.source);
  const own = documents.named(schema.source.file)?.version ?? version;
  const isAlone = ref !== undefined && own < "3.1";
  const list = isAlone ? undefined : origins.member(schema, "allOf");
  if (!Array.isArray(list?.value)) return { target, isAlone, parts: [] };
  const parts = list.value.flatMap((_, index) => origins.member(list, index) ?? []);
  return { target, isAlone, parts };
}

function ownLimit({ value, source }: Located): Limit | undefined {
  const { type } = asObject(value);
  const written: readonly unknown[] = Array.isArray(type) ? type : [type];
  const meant = written.map((one) => (typeof one === "string" ? typesMeant(one) : undefined));
  if (meant.some((one) => one === undefined || one.length === 0)) return undefined;
  const types = meant.flatMap((one) => one ?? []);
  const all = types.includes("number") ? [...types, "integer"] : types;
  const isNull = isNullable(value);
  return { types: isNull ? [...all, "null"] : all, place: below(source, "type") };
}

function isNullable(value: unknown): boolean {
  const { nullable, "x-nullable": old } = asObject(value);
  return nullable === true || old === true;
}

function common(
  { value }: Located,
  limits: readonly (Limit | undefined)[],
  { diagnostics }: LoadContext,
): Limit | undefined {
  let whole: Limit | undefined;
  for (const limit of limits) {
    if (!limit) continue;
    const before: Limit = whole ?? limit;
    const types = before.types.filter((type) => limit.types.includes(type));
    whole = { types, place: limit.place };
    if (types.length > 0) continue;
    // Null is let through all the same.
    if (!isNullable(value)) {
      const details = { types: show(limit), others: show(before), place: before.place };
      diagnostics.report("impossible-types", limit.place, details);
    }
    return undefined;
  }
  return whole;
}

/** Each integer is a number. */
function show({ types }: Limit): string {
  return types.filter((type) => type !== "integer" || !types.includes("number")).join(" or ");
}
