import type { JSONPathEnvironment, JSONPathQuery, JSONValue } from "json-p3";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import { closest } from "../../common/closest.js";
import { type Action, actionsOf } from "./actions.js";
import type { Location, OverlayOrigins } from "./origins.js";
import { OpenedSecurity } from "./security.js";
import { isObject, setMember } from "../../common/json.js";
import { below } from "../../common/pointers.js";

/** One overlay, as it was read. */
export interface Overlay {
  readonly file: string;
  readonly value: unknown;
}

/** By the member `overlay` (Overlay Specification 1.1, section 4.4.1). */
export function isOverlay(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, "overlay") && !Object.hasOwn(value, "openapi");
}

/**
 * The description with the actions of overlays done to it, one after the other (Overlay Specification 1.0 and 1.1,
 * section 4.4.3). What is given stays as it is. What is wrong with an overlay is reported, at its place.
 */
export async function applyOverlays(
  description: unknown,
  overlays: readonly Overlay[],
  origins: OverlayOrigins,
  diagnostics: Diagnostics,
): Promise<unknown> {
  const { JSONPathEnvironment: Environment } = await import("json-p3");
  // Descriptions are nested 500 deep at most.
  const environment = new Environment({ maxRecursionDepth: 600 });
  const patient = new Patient(description, origins, diagnostics);
  for (const { file, value } of overlays) {
    const source: Source = { file, pointer: "" };
    for (const action of actionsOf(value, source, diagnostics))
      act(action, patient, environment, diagnostics);
  }
  patient.opened.report(patient.root, diagnostics);
  return patient.root;
}

function act(
  action: Action,
  patient: Patient,
  environment: JSONPathEnvironment,
  diagnostics: Diagnostics,
): void {
  const { target, copy, remove, source } = action;
  const place = below(source, "target");
  const query = compile(target, place, environment, diagnostics);
  const locations = query && find(query, patient.root);
  if (!query || !locations) return;
  if (locations.length === 0) {
    diagnostics.report("overlay-target-missing", place, { target, ...hint(query, patient.root) });
    return;
  }
  if (remove) {
    // From the end, since what is behind a removed item moves up.
    for (const location of [...locations].sort(lastFirst)) patient.remove(location, place);
    return;
  }
  const kinds = kindsAt(locations, patient);
  if (kinds.length > 1) {
    const problem = `${target} selects ${kinds.join(" and ")}, and an update is for one of these kinds`;
    diagnostics.report("overlay-malformed", place, { problem });
    return;
  }
  if (copy === undefined) {
    const update = below(source, "update");
    const placeOf = (path: Location): Source => path.reduce(below, update);
    for (const location of locations) patient.merge(location, action.update, placeOf, update);
    return;
  }
  const from = below(source, "copy");
  const found = compile(copy, from, environment, diagnostics);
  const origins = found && find(found, patient.root);
  if (!origins) return;
  const [origin] = origins;
  if (!origin || origins.length > 1) {
    const problem = `copy has to select one value, and ${copy} selects ${origins.length}`;
    diagnostics.report("overlay-malformed", from, { problem });
    return;
  }
  const copied = patient.at(origin);
  const written = new Map<string, Source>();
  const placeOf = (path: Location): Source => {
    const key = JSON.stringify(path);
    const known = written.get(key) ?? patient.origins.sourceAt([...origin, ...path]);
    written.set(key, known);
    return known;
  };
  for (const location of locations) patient.merge(location, copied, placeOf, from);
}

/** All selected values have to be of one kind (Overlay Specification 1.1, section 4.4.3.1). */
function kindsAt(locations: readonly Location[], patient: Patient): readonly string[] {
  return [
    ...new Set(
      locations.map((location) => {
        const value = patient.at(location);
        if (Array.isArray(value)) return "lists";
        return isObject(value) ? "objects" : "single values";
      }),
    ),
  ];
}

function compile(
  path: string,
  source: Source,
  environment: JSONPathEnvironment,
  diagnostics: Diagnostics,
): JSONPathQuery | undefined {
  try {
    return environment.compile(path);
  } catch (error) {
    const { message, token } = error as { message: string; token?: { index: number } };
    const problem = `${message.replace(/ \([^()]*\)$/, "")}, at character ${(token?.index ?? 0) + 1}`;
    diagnostics.report("overlay-target-syntax", source, { target: path, problem });
    return undefined;
  }
}

/** The paths to all that a query selects, each once. */
function find(query: JSONPathQuery, root: unknown): readonly Location[] {
  const found = new Map<string, Location>();
  for (const { location } of query.query(root as JSONValue))
    found.set(JSON.stringify(location), location);
  return [...found.values()];
}

function lastFirst(a: Location, b: Location): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [one, other] = [a[at], b[at]];
    if (typeof one === "number" && typeof other === "number" && one !== other) return other - one;
    if (one !== other) return String(one) < String(other) ? 1 : -1;
  }
  return b.length - a.length;
}

/** Of a query that selects nothing: the reference that it would have to follow, or which name in it was probably meant to be another one. */
function hint(query: JSONPathQuery, root: unknown): { ref?: string; suggestion?: string } {
  const { environment, segments } = query;
  const Query = query.constructor as typeof JSONPathQuery;
  for (let count = segments.length - 1; count >= 0; count--) {
    const found = [...new Query(environment, segments.slice(0, count)).query(root as JSONValue)];
    if (found.length === 0) continue;
    const values = found.flatMap(({ value }) => (isObject(value) ? [value] : []));
    const ref = values.map(({ $ref }) => $ref).find((one) => typeof one === "string");
    if (typeof ref === "string") return { ref };
    const [selector] = segments[count]?.selectors ?? [];
    const name = (selector as { name?: unknown } | undefined)?.name;
    if (typeof name !== "string") return {};
    const near = closest(name, values.flatMap(Object.keys));
    return near === undefined ? {} : { suggestion: `'${near}' in the place of '${name}'` };
  }
  return {};
}

/** A description under change. Objects are copied before they change: an alias of YAML is one object in many places. */
class Patient {
  root: unknown;
  readonly origins: OverlayOrigins;
  readonly opened = new OpenedSecurity();
  readonly #diagnostics: Diagnostics;
  readonly #own = new WeakSet<object>();

  constructor(root: unknown, origins: OverlayOrigins, diagnostics: Diagnostics) {
    this.root = root;
    this.origins = origins;
    this.#diagnostics = diagnostics;
  }

  at(location: Location): unknown {
    return location.reduce<unknown>((value, token) => member(value, token), this.root);
  }

  remove(location: Location, place: Source): void {
    const key = location.at(-1);
    const path = location.slice(0, -1);
    if (key === undefined) {
      const problem = "the whole description cannot be removed";
      return this.#diagnostics.report("overlay-malformed", place, { problem });
    }
    const holder = this.#owned(path);
    if (Array.isArray(holder)) {
      this.origins.removeItem(path, Number(key), holder.length);
      holder.splice(Number(key), 1);
    } else {
      this.origins.removeMember(path, String(key));
      Reflect.deleteProperty(holder, String(key));
    }
    this.opened.removed(path, holder, place);
  }

  /** Lays `update` over what is at `location`. `placeOf` says where a part of it was written, `place` where all was. */
  merge(
    location: Location,
    update: unknown,
    placeOf: (path: Location) => Source,
    place: Source,
  ): void {
    const target = this.at(location);
    if (Array.isArray(target)) {
      const items: readonly unknown[] = Array.isArray(update) ? update : [update];
      this.#append(location, items, (index) => placeOf(Array.isArray(update) ? [index] : []));
    } else this.#lay(location, update, placeOf, [], place);
  }

  #lay(
    location: Location,
    update: unknown,
    placeOf: (path: Location) => Source,
    path: Location,
    place: Source,
  ): void {
    const target = this.at(location);
    if (isObject(target) && isObject(update)) {
      for (const [key, value] of Object.entries(update)) {
        const at = [...location, key];
        if (Object.hasOwn(target, key)) this.#lay(at, value, placeOf, [...path, key], place);
        else this.#set(at, value, placeOf([...path, key]));
      }
    } else if (Array.isArray(target) && Array.isArray(update)) {
      this.#append(location, update, (index) => placeOf([...path, index]));
    } else if (isScalar(target) && isScalar(update)) {
      this.#set(location, update, placeOf(path));
    } else {
      const details = { target: noun(target), update: noun(update) };
      this.#diagnostics.report("overlay-incompatible", placeOf(path), details);
    }
  }

  #append(location: Location, items: readonly unknown[], placeOf: (index: number) => Source): void {
    const list = this.#owned(location) as unknown[];
    for (const [index, item] of items.entries()) {
      this.origins.put([...location, list.length], placeOf(index));
      list.push(structuredClone(item));
    }
  }

  #set(location: Location, value: unknown, source: Source): void {
    const key = location.at(-1);
    this.origins.put(location, source);
    const copy: unknown = structuredClone(value);
    if (key === undefined) this.root = copy;
    else setMember(this.#owned(location.slice(0, -1)), key, copy);
  }

  /** The object or list there, which nothing else shares. */
  #owned(location: Location): object {
    let holder = (this.root = this.#copied(this.root));
    for (const token of location) {
      const next = this.#copied(member(holder, token));
      setMember(holder as object, token, next);
      holder = next;
    }
    return holder as object;
  }

  #copied(value: unknown): unknown {
    if (typeof value !== "object" || value === null || this.#own.has(value)) return value;
    const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    this.#own.add(copy);
    return copy;
  }
}

function member(value: unknown, key: string | number): unknown {
  return (value as Record<string | number, unknown>)[key];
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function noun(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
