import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import type { Description, Located } from "../../load/document.js";
import { asObject, isObject } from "../../common/json.js";
import { placeText } from "../../common/pointers.js";
import { tokensOf, valueAt } from "./references.js";

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

  const refer = (ref: string, from: Source): string => {
    if (from.file === main && ref.startsWith("#")) return ref;
    const target = resolve(ref, from);
    if (target === undefined) return ref;
    const { file, pointer } = target.source;
    // What was raised stands elsewhere than where it was written, and the reference says where.
    const own = file === main ? ref.slice(ref.indexOf("#")) : undefined;
    if (own !== undefined && leadsTo(own, target)) return own;
    if (file === main) return `#${encodeURI(pointer.replace(/\p{Surrogate}/gu, "\ufffd"))}`;
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
        const isReference = key === "$ref" || (isTarget(key) && /[#/]/.test(String(member)));
        return [
          key,
          isReference && typeof member === "string"
            ? refer(member, memberOf(located, key)?.source ?? source)
            : inside(key),
        ];
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
