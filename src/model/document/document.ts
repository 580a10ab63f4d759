import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import type { Description, Located } from "../../load/document.js";
import { asObject, isObject } from "../../common/json.js";
import { escapeToken, placeText } from "../../common/pointers.js";
import { mappingRefs, tokensOf, valueAt } from "./references.js";

/**
 * The whole description as one document, in the form of OpenAPI 3.1 or later. What it refers to in
 * other files stands in `x-bundled`, and where that was is added to `origins`.
 */
export function documentOf(
  { root, member: memberOf, resolve }: Description,
  diagnostics: Diagnostics,
  origins: Source[] = [],
): Readonly<Record<string, unknown>> {
  const main = root.source.file;
  const numbers = new Map<string, number>();
  const waiting: Located[] = [];
  let places: ReadonlyMap<unknown, string> | undefined;

  const refer = (ref: string, from: Source): string => {
    const target = resolve(ref, from);
    if (target === undefined) return ref;
    const own = target.source.file === main ? /#.*/s.exec(ref)?.[0] : undefined;
    if (own !== undefined && leadsTo(own, target)) return own;
    // What was raised, or has an anchor, is found by what it is.
    places ??= placesIn(root.value);
    const raised = places.get(target.value);
    if (raised !== undefined) return `#${encodeURI(raised.replace(/\p{Surrogate}/gu, "\ufffd"))}`;
    const place = placeText(target.source);
    let number = numbers.get(place);
    if (number === undefined) {
      number = waiting.push(target) - 1;
      numbers.set(place, number);
    }
    return `#/x-bundled/${number}`;
  };

  const leadsTo = (fragment: string, { value }: Located): boolean => {
    const tokens = tokensOf(fragment);
    return tokens !== undefined && valueAt(asObject(root.value), tokens) === value;
  };

  /** A name is left as it is where it is that of a component of the document. */
  const mapped = (target: string, from: Source): string => {
    const ref = mappingRefs(target).find((one) => resolve(one, from) !== undefined);
    if (ref === undefined) return target;
    const isOwn = from.file === main && ref !== target;
    return isOwn ? target : refer(ref, from);
  };

  // By the place where it was written: what was raised may stand in another file than what it is in.
  const copy = (located: Located): unknown => {
    const { value, source } = located;
    const inside = (key: string | number): unknown => {
      const member = memberOf(located, key);
      return member && copy(member);
    };
    if (Array.isArray(value)) return value.map((_, index) => inside(index));
    if (typeof value === "number" && !Number.isFinite(value)) {
      const keyword = source.pointer.replace(/^.*\//, "");
      diagnostics.report("value-unwritable", source, { keyword });
      return 0;
    }
    if (!isObject(value)) return value;
    const isTarget = (key: string): boolean =>
      source.pointer.endsWith("/discriminator/mapping") ||
      (key === "defaultMapping" && source.pointer.endsWith("/discriminator"));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        if (typeof member !== "string" || (key !== "$ref" && !isTarget(key)))
          return [key, inside(key)];
        const from = memberOf(located, key)?.source ?? source;
        return [key, key === "$ref" ? refer(member, from) : mapped(member, from)];
      }),
    );
  };

  const document = copy(root) as Readonly<Record<string, unknown>>;
  const bundled: unknown[] = [];
  // Copies may refer to more.
  for (const located of waiting) {
    origins.push(located.source);
    bundled.push(copy(located));
  }
  return bundled.length === 0 ? document : { ...document, "x-bundled": bundled };
}

/** The pointers of all objects in a document; of one that stands at several places, the first. */
function placesIn(root: unknown): ReadonlyMap<unknown, string> {
  const places = new Map<unknown, string>();
  const waiting: (readonly [value: unknown, pointer: string])[] = [[root, ""]];
  for (const [value, pointer] of waiting) {
    if (typeof value !== "object" || value === null || places.has(value)) continue;
    places.set(value, pointer);
    for (const [key, member] of Object.entries(value))
      waiting.push([member, `${pointer}/${escapeToken(key)}`]);
  }
  return places;
}
