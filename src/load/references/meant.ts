import { closest, likely } from "../../common/closest.js";
import { isObject, memberOf } from "../../common/json.js";
import { escapeToken, fragmentDecoded, parsePointer, pointerTo } from "../../common/pointers.js";
import type { Source } from "../../common/source.js";
import type { Fetcher, LoadContext } from "../context.js";
import type { MemberType } from "../grammar/notation.js";
import type { FoundReference } from "../grammar/walk.js";
import { relativeAddress } from "../text/addresses.js";
import type { Documents, Target } from "./documents.js";

/**
 * A reference with a / before its pointer, to an anchor in another file, to a whole file, to the section that has components of
 * its kind, without blanks and slashes around its steps, or with a name that has slashes itself.
 */
export function otherNotations(
  { ref, shape, source }: FoundReference,
  { documents, version }: LoadContext,
): readonly string[] {
  const target = documents.target(ref, source);
  if (typeof target === "string") return [];
  const { fragment } = target;
  const [file = ""] = withoutBlanks(ref).split("#");
  if (fragment === "/") return file === "" ? [] : [`${file}#`];
  const elsewhere = documents.anchorNamed(fragment);
  if (elsewhere) return [addressFrom(source, elsewhere.source, documents)];
  const pointer = fragment.includes("/") && !fragment.startsWith("/") ? `/${fragment}` : fragment;
  const tokens = (parsePointer(pointer) ?? [])
    .map(withoutBlanks)
    .filter((token) => token !== "" && token !== "#");
  if (tokens.length === 0) return [];
  const name = tokens.length === 2 || tokens.length === 3 ? tokens.at(-1) : undefined;
  const home = homes.get(nameOf(shape))?.[version >= "3.0" ? 1 : 0];
  const moved = name === undefined || home === undefined ? [] : [`${home}/${escapeToken(name)}`];
  const rest = home === undefined ? "" : withoutStart(tokens.join("/"), `${home.slice(1)}/`);
  const whole = rest === "" ? [] : [`${home ?? ""}/${escapeToken(rest)}`];
  const pointers = [pointer, pointerTo(tokens), ...whole, ...moved];
  const others = new Set(pointers.map((one) => `${file}#${one}`));
  // There is nothing at that one.
  others.delete(ref);
  return [...others];
}

/**
 * What is meant by a reference to a file that is not there: one beside or above the description instead of beside the file that
 * refers to it, or, as in Swagger 1.2, a component by its name, or by its place without a #.
 */
export async function meantElsewhere(
  { ref, source, shape }: FoundReference,
  { address, fragment }: Target,
  { root, documents, version }: LoadContext,
  fetcher: Fetcher,
): Promise<{ readonly meant: string; readonly target: Target } | undefined> {
  if (URL.canParse(ref) || (await fetcher.isThere(address))) return undefined;
  const entry = documents.named(root.source.file)?.address ?? "";
  const [file = ""] = ref.split("#");
  // From the root of a web server, which is one of the folders around the description.
  const isRooted = /^\/(?!\/)/.test(file);
  const written = isRooted ? [".", "..", "../..", "../../.."].map((up) => up + file) : [file];
  const own = documents.named(source.file)?.address ?? entry;
  const places = [
    // Not to its `$id`.
    ...(isRooted ? [] : [[file, own] as const]),
    ...written.map((one) => [one, entry] as const),
  ];
  for (const [one, from] of places.filter(([one, from]) => URL.canParse(one, from))) {
    const beside = new URL(one, from).href;
    if (beside !== address && (documents.knows(beside) || (await fetcher.isThere(beside)))) {
      const meant = relativeAddress(own, beside);
      return { meant, target: { address: beside, fragment } };
    }
  }
  const home = homes.get(nameOf(shape))?.[version >= "3.0" ? 1 : 0];
  const plain = withoutBlanks(ref);
  const name = withoutStart(plain.replace(/^(?:\/?#?\/)?/, "/"), `${home ?? ""}/`) || plain;
  if (home === undefined || /[#/]/.test(name)) return undefined;
  const named = `#${home}/${escapeToken(name)}`;
  const target = { address: entry, fragment: named.slice(1) };
  return documents.find(target, source) && { meant: named, target };
}

/** A reference that was probably meant. */
export function suggest(
  { ref, shape, source }: FoundReference,
  target: Target,
  { documents, version }: LoadContext,
): string | undefined {
  const file = ref.includes("#") ? ref.slice(0, ref.indexOf("#")) : ref;
  const tokens = parsePointer(target.fragment);
  if (!tokens) return undefined;
  const name = tokens.at(-1) ?? "";
  const home = homes.get(nameOf(shape))?.[version >= "3.0" ? 1 : 0];
  if (home !== undefined) {
    const moved = `${file}#${home}/${escapeToken(name)}`;
    if (documents.resolve(moved, source)) return moved;
  }
  // The deepest part that is there tells which names there are.
  let node = documents.find({ address: target.address, fragment: "" }, source);
  for (const [index, token] of tokens.entries()) {
    const next = node && memberOf(node.value, token);
    if (next !== undefined) {
      node = node && { value: next, source: node.source };
      continue;
    }
    const near = isObject(node?.value) ? closest(token, Object.keys(node.value)) : undefined;
    if (near === undefined) break;
    const fixed = [...tokens.slice(0, index), near, ...tokens.slice(index + 1)];
    const better = `${file}#${pointerTo(fixed)}`;
    return documents.resolve(better, source) ? better : undefined;
  }
  if (home === undefined) return undefined;
  const group = documents.resolve(`${file}#${home}`, source);
  const near = isObject(group?.value) ? likely(name, Object.keys(group.value)) : undefined;
  return near === undefined ? undefined : `${file}#${home}/${escapeToken(near)}`;
}

/**
 * What is meant by `#`, or a pointer behind it, in a schema that was a document of its own before it was put into this one: the
 * outermost schema around the reference, or `#/$defs/X` of the outermost object around it that has such a member, or of the
 * innermost. ASP.NET Core 9 writes `#/components/schemas/` before it, and `/items` behind it for the schema itself.
 */
export function insideOf(reference: FoundReference, context: LoadContext): string | undefined {
  const { ref, source, holder, shape } = reference;
  if (!ref.startsWith("#") || nameOf(shape) !== "Schema") return undefined;
  const { documents, walker } = context;
  const fragment = ref.slice(ref.lastIndexOf("#") + 1);
  const [first] = parsePointer(fragmentDecoded(fragment) ?? "") ?? [];
  const tokens = parsePointer(source.pointer) ?? [];
  const pointerAt = (depth: number): string => `#${encodeURI(pointerTo(tokens.slice(0, depth)))}`;
  const holders: number[] = [];
  let outermost: number | undefined;
  let value = documents.named(source.file)?.root;
  for (const [depth, token] of tokens.entries()) {
    const isSchema = isObject(value) && walker.kinds.get(value) === "Schema";
    if (isSchema && value !== holder.value) outermost ??= depth;
    if (depth > 0 && first !== undefined && memberOf(value, first) !== undefined)
      holders.push(depth);
    value = memberOf(value, token);
  }
  const found = holders
    .filter((_, at) => at === 0 || at === holders.length - 1)
    .map((depth) => pointerAt(depth) + fragment)
    .find((meant) => {
      const target = documents.resolve(meant, source);
      return target && target.value !== holder.value;
    });
  const isWhole = fragment === "" || ref.endsWith("/#/items");
  return found ?? (isWhole && outermost !== undefined ? pointerAt(outermost) : undefined);
}

/** Sections of the components by kind. */
const homes: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["Schema", ["/definitions", "/components/schemas"]],
  ["Parameter", ["/parameters", "/components/parameters"]],
  ["Response", ["/responses", "/components/responses"]],
  ["RequestBody", ["/parameters", "/components/requestBodies"]],
  ["Header", ["/headers", "/components/headers"]],
  ["Example", ["/examples", "/components/examples"]],
  ["Link", ["/links", "/components/links"]],
  ["Callback", ["/callbacks", "/components/callbacks"]],
  ["PathItem", ["/paths", "/components/pathItems"]],
  ["SecurityScheme", ["/securityDefinitions", "/components/securitySchemes"]],
]);

export function nameOf(shape: MemberType): string {
  if (shape.is === "kind") return shape.kind;
  return shape.is === "map" && shape.of.is === "kind" ? `{${shape.of.kind}}` : shape.is;
}

/** A reference that leads from one place to another. */
function addressFrom(from: Source, { file, pointer }: Source, documents: Documents): string {
  const [home, other] = [from.file, file].map((name) => documents.named(name)?.address ?? "");
  const way = file === from.file ? "" : relativeAddress(home ?? "", other ?? "");
  return `${way}#${encodeURI(pointer)}`;
}

/** The text without white space and zero-width spaces (U+200B) at its ends. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number): boolean => /[\s\u200B]/.test(text.charAt(at));
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** The rest of a text that starts with another one, or "". */
function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : "";
}
