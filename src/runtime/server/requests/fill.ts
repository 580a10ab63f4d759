import { hasOwn } from "../../validate/own.js";
import type { Judge } from "../../validate/issue.js";
import { setMember } from "../../validate/shape.js";

/** The defaults for members that a value leaves out, by their names. */
export interface Fill {
  readonly [property: string]: Filling;
}

export interface Filling {
  readonly default?: unknown;
  /** For a value that is an object. */
  readonly inside?: Fill;
  /** For the items of an array. */
  readonly items?: Filling;
}

/** A check of requests that also fills in the defaults of a valid body. */
export function filling(check: Judge, body: Filling): Judge {
  return (value, issues) => {
    if (!check(value, issues)) return false;
    fillIn((value as { readonly body?: unknown }).body, body);
    return true;
  };
}

/** As `filling`, for bodies of several media types, each with its own defaults. */
export function fillingByType(check: Judge, bodies: Readonly<Record<string, Filling>>): Judge {
  return (value, issues) => {
    if (!check(value, issues)) return false;
    const { body, contentType } = value as {
      readonly body?: unknown;
      readonly contentType?: string;
    };
    if (contentType !== undefined && hasOwn(bodies, contentType))
      fillIn(body, bodies[contentType] ?? {});
    return true;
  };
}

function fillIn(value: unknown, { inside, items }: Filling): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    if (items) for (const item of value) fillIn(item, items);
  } else if (inside) fillMembers(value as Record<string, unknown>, inside);
}

function fillMembers(value: Record<string, unknown>, fill: Fill): void {
  for (const [name, filling] of Object.entries(fill)) {
    const { default: preset } = filling;
    if (hasOwn(value, name)) fillIn(value[name], filling);
    // A copy for each request, since a handler may modify it.
    else if (preset !== undefined) setMember(value, name, structuredClone(preset));
  }
}
