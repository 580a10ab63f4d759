import { reachable } from "../../common/collections.js";
import { isObject } from "../../common/json.js";
import { type Code, arrayIfAny, json } from "../../emit/code.js";
import { isExactInt64 } from "../../model/passes/int64.js";
import { isTime } from "../../model/passes/dates.js";
import type { Schema } from "../../model/types.js";
import { sameValueParts } from "../../model/walks/children.js";
import { isDate } from "../../model/walks/values.js";

/** Examples of values of a schema, as they are in memory; those that cannot be written are left out. */
export function examplesCode(examples: readonly unknown[] = [], schema?: Schema): Code | undefined {
  return arrayIfAny(examples.flatMap((one) => exampleCode(one, schema) ?? []));
}

/** Undefined for an example with a number that is too great to be written. */
export function exampleCode(example: unknown, schema?: Schema): Code | undefined {
  return isWritable(example) ? json(schema ? inMemory(example, [schema]) : example) : undefined;
}

function isWritable(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isWritable);
}

/** A value of JSON with the dates and int64s that the options of the model make of its texts and numbers. */
function inMemory(value: unknown, schemas: readonly Schema[]): unknown {
  if (schemas.length === 0) return value;
  const parts = [...reachable(schemas, sameValueParts)];
  if (typeof value === "string")
    return isTime(value) && parts.some(isDate) ? new Date(value) : value;
  if (typeof value === "number") {
    const exact = Number.isSafeInteger(value) ? parts.find(isExactInt64) : undefined;
    if (!exact) return value;
    return exact.keywords.types?.includes("bigint") ? BigInt(value) : String(value);
  }
  if (Array.isArray(value)) {
    const itemAt = (index: number): readonly Schema[] =>
      parts.flatMap(({ keywords }) => keywords.prefixItems?.[index] ?? keywords.items ?? []);
    const isTuple = parts.some(({ keywords }) => keywords.prefixItems !== undefined);
    const items = isTuple ? undefined : itemAt(0);
    return value.map((item, index) => inMemory(item, items ?? itemAt(index)));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      inMemory(
        member,
        parts.flatMap(
          ({ keywords }) => keywords.properties?.get(name) ?? keywords.additionalProperties ?? [],
        ),
      ),
    ]),
  );
}
