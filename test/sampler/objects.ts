import fc from "fast-check";
import { isMarked } from "../../src/model/passes/direction.js";
import type { Keywords, Schema } from "../../src/model/types.js";
import { isHopeless } from "./judged.js";
import { least, most } from "./numbers.js";
import { type Scope, type Values, sampleAll } from "./sample.js";
import { expressionOf, matching, texts } from "./texts.js";

/** So many members that may be left out are there at once, in an object of an object fewer. */
const OPTIONAL = 8;

/** Objects with what is required, some of what is not, and members without a name of their own where they may be. */
export function objects(parts: readonly Schema[], scope: Scope): Values {
  const all = parts.map(({ keywords }) => keywords);
  const required = requiredBy(all);
  const isPossible = (name: string): boolean => {
    const schemas = schemasOf(name, all);
    return (
      isNamed(name, all) &&
      !schemas.some((one) => one.keywords.nothing || isHopeless(one, scope.misses)) &&
      !(scope.isReply && schemas.length > 0 && schemas.every((one) => isMarked(one, "writeOnly")))
    );
  };
  const known = new Set(all.flatMap(({ properties }) => [...(properties?.keys() ?? [])]));
  const optional = [...known].filter((name) => !required.has(name) && isPossible(name));
  const min = least(all, "minProperties", 0);
  const max = Math.max(required.size, most(all, "maxProperties", Infinity));
  const room = Math.min(max - required.size, scope.left > 0 ? OPTIONAL + scope.left : 0);
  const fill = Math.max(0, min - required.size - optional.length);
  const others = otherNames(all, scope.left > 0 ? Math.max(fill, 2) : fill, fill);
  const some = fc.subarray(optional, {
    minLength: Math.min(optional.length, Math.max(0, min - required.size)),
    maxLength: Math.max(
      Math.min(optional.length, room),
      Math.min(optional.length, Math.max(0, min - required.size)),
    ),
  });
  return fc.tuple(some, others).chain(([picked, more]) => {
    const free = more.filter((name) => !known.has(name) && isPossible(name));
    const names = [...new Set([...required, ...picked, ...free])].slice(0, Math.max(max, 0));
    return membersOf(names, parts, scope);
  });
}

/** What is required, also because of what else is required. */
function requiredBy(all: readonly Keywords[], names: readonly string[] = []): ReadonlySet<string> {
  const found = new Set([...all.flatMap(({ required }) => [...(required ?? [])]), ...names]);
  for (const name of found)
    for (const { dependentRequired } of all)
      for (const other of dependentRequired?.get(name) ?? []) found.add(other);
  return found;
}

/** Values for members; what depends on one of them holds for the whole object. */
function membersOf(picked: readonly string[], parts: readonly Schema[], scope: Scope): Values {
  const all = parts.map(({ keywords }) => keywords);
  const names = [...requiredBy(all, picked)];
  const added = parts.flatMap(({ keywords: { dependentSchemas } }) =>
    names.flatMap((name) => dependentSchemas?.get(name) ?? []),
  );
  const news = added.filter((one) => !parts.includes(one));
  const [first] = parts;
  if (news.length > 0 && first) {
    const kept = { source: first.source, name: undefined, keywords: { required: new Set(names) } };
    return sampleAll([...parts, ...news, kept], { ...scope, judge: () => undefined });
  }
  return fc
    .tuple(...names.map((name) => scope.below(schemasOf(name, all))))
    .map((values) => Object.fromEntries(names.map((name, i) => [name, values[i]])));
}

/** All that the parts say of a member. */
function schemasOf(name: string, all: readonly Keywords[]): readonly Schema[] {
  const said = all.flatMap((part) => {
    const own = ownSchemas(name, part);
    return own.length > 0 || !part.additionalProperties ? own : [part.additionalProperties];
  });
  if (said.length > 0) return said;
  return all.flatMap(({ unevaluatedProperties }) => unevaluatedProperties ?? []);
}

function ownSchemas(name: string, { properties, patternProperties }: Keywords): readonly Schema[] {
  const own = properties?.get(name);
  const matched = [...(patternProperties ?? [])].flatMap(([pattern, schema]) =>
    expressionOf(pattern)?.test(name) ? [schema] : [],
  );
  return own ? [own, ...matched] : matched;
}

/** Whether a name is one that members may have, as far as a pattern, a length or a list says so. */
function isNamed(name: string, all: readonly Keywords[]): boolean {
  return all.every(({ propertyNames }) => {
    if (!propertyNames) return true;
    const { nothing, pattern, minLength = 0, maxLength = Infinity } = propertyNames.keywords;
    const { enum: list } = propertyNames.keywords;
    const { length } = [...name];
    return (
      !nothing &&
      length >= minLength &&
      length <= maxLength &&
      (list?.includes(name) ?? true) &&
      (pattern === undefined || expressionOf(pattern)?.test(name) !== false)
    );
  });
}

const free = fc.constantFrom(
  "other1",
  "other2",
  "other3",
  "an other",
  "constructor",
  "__proto__",
  "é",
);

/** Names for members that the description does not name, where it says what those are, or asks for more of them. */
function otherNames(
  all: readonly Keywords[],
  max: number,
  min: number,
): fc.Arbitrary<readonly string[]> {
  const patterns = all.flatMap(({ patternProperties }) => [...(patternProperties?.keys() ?? [])]);
  const ruled = all.flatMap(({ propertyNames }) => (propertyNames ? [propertyNames.keywords] : []));
  const isOpen = all.some(({ additionalProperties, unevaluatedProperties }) =>
    [additionalProperties, unevaluatedProperties].some((one) => one && !one.keywords.nothing),
  );
  const isClosed = all.some((part) => part.additionalProperties?.keywords.nothing);
  const listed = ruled.find((one) => one.enum)?.enum?.map(String);
  const sources = [
    ...patterns.flatMap((pattern) => matching(pattern) ?? []),
    ...((isOpen || min > 0) && !isClosed
      ? [
          ...(ruled.length === 0 ? [free] : []),
          ...(listed
            ? [fc.constantFrom(...listed)]
            : ruled.length > 0
              ? [texts(ruled, "grapheme-ascii")]
              : []),
        ]
      : []),
  ];
  if (sources.length === 0 || max === 0) return fc.constant([]);
  const names = fc.oneof(...sources);
  return fc.uniqueArray(names, { minLength: Math.min(min, 3), maxLength: Math.max(max, min) });
}
