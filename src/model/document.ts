import type { Diagnostics, Source } from "../diagnostics/catalog.js";
import type { Description } from "../load/document.js";
import { escapeToken, isObject } from "./json.js";

/**
 * The whole description as one document, in the form of OpenAPI 3.1 or later. What it refers to in
 * other files stands in `x-bundled`.
 */
export function documentOf(
  { root, resolve }: Description,
  diagnostics: Diagnostics,
): Readonly<Record<string, unknown>> {
  const main = root.source.file;
  const numbers = new Map<string, number>();
  const bundled: unknown[] = [];

  const refer = (ref: string, from: Source): string => {
    if (from.file === main && ref.startsWith("#")) return ref;
    const target = resolve(ref, from);
    if (target === undefined) return ref;
    const { file, pointer } = target.source;
    if (file === main) return `#${encodeURI(pointer.replace(/\p{Surrogate}/gu, "\ufffd"))}`;
    const place = `${file}#${pointer}`;
    let number = numbers.get(place);
    if (number === undefined) {
      number = bundled.push(undefined) - 1;
      numbers.set(place, number);
      bundled[number] = copy(target.value, target.source);
    }
    return `#/x-bundled/${number}`;
  };

  const copy = (value: unknown, source: Source): unknown => {
    const inside = (key: string | number): Source => ({
      file: source.file,
      pointer: `${source.pointer}/${escapeToken(String(key))}`,
    });
    if (Array.isArray(value)) return value.map((item, index) => copy(item, inside(index)));
    if (typeof value === "number" && !Number.isFinite(value)) {
      const keyword = source.pointer.replace(/^.*\//, "");
      diagnostics.report("value-unwritable", source, { keyword });
      return 0;
    }
    if (!isObject(value)) return value;
    const isMapping = source.pointer.endsWith("/discriminator/mapping");
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const isReference = key === "$ref" || (isMapping && /[#/]/.test(String(member)));
        return [
          key,
          isReference && typeof member === "string"
            ? refer(member, source)
            : copy(member, inside(key)),
        ];
      }),
    );
  };

  const document = copy(root.value, root.source) as Readonly<Record<string, unknown>>;
  return bundled.length === 0 ? document : { ...document, "x-bundled": bundled };
}
