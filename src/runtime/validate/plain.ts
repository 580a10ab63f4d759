import type { Check, ExplainShared, Issue } from "./issue.js";
import { checking, failType, pointer } from "./validate.js";
import { isArray, isObject, isOf } from "./values.js";

/** Makes the check of a schema that asks for a type of JSON and nothing else. */
export function checkingType(type: string, schema: string): Check<never> {
  return checking((value, at, issues) => {
    if (!isOf(value, type)) failType(issues, at, schema, value, type);
  });
}

export function isStringArray(value: unknown): boolean {
  if (!isArray(value)) return false;
  for (let i = 0; i < value.length; i++) {
    if (typeof value[i] !== "string") return false;
  }
  return true;
}

export function isIntegerArray(value: unknown): boolean {
  if (!isArray(value)) return false;
  for (let i = 0; i < value.length; i++) {
    if (!Number.isInteger(value[i])) return false;
  }
  return true;
}

export function isNumberArray(value: unknown): boolean {
  if (!isArray(value)) return false;
  for (let i = 0; i < value.length; i++) {
    if (!Number.isFinite(value[i])) return false;
  }
  return true;
}

/** Of an object with any members that are strings. */
export function isStringMap(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const key in value) {
    const member = value[key];
    if (typeof member !== "string" && member !== undefined) return false;
  }
  return true;
}

export const explainStringArray: ExplainShared = (value, at, schema, issues) => {
  if (!isStringArray(value)) explainItems("string", value, at, schema, issues);
};

export const explainIntegerArray: ExplainShared = (value, at, schema, issues) => {
  if (!isIntegerArray(value)) explainItems("integer", value, at, schema, issues);
};

export const explainNumberArray: ExplainShared = (value, at, schema, issues) => {
  if (!isNumberArray(value)) explainItems("number", value, at, schema, issues);
};

function explainItems(
  type: string,
  value: unknown,
  at: string,
  schema: string,
  issues: Issue[],
): void {
  if (!isArray(value)) return failType(issues, at, schema, value, "array");
  for (let i = 0; i < value.length; i++) {
    const item = value[i];
    if (!isOf(item, type)) failType(issues, `${at}/${i}`, schema + "/items", item, type);
  }
}

export const explainStringMap: ExplainShared = (value, at, schema, issues) => {
  if (isStringMap(value)) return;
  if (!isObject(value)) return failType(issues, at, schema, value, "object");
  for (const key in value) {
    const member = value[key];
    if (member !== undefined && typeof member !== "string")
      failType(issues, pointer(at, key), schema + "/additionalProperties", member, "string");
  }
};
