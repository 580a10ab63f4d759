import { remembered } from "../../../common/collections.js";
import { type Code, code, json, str } from "../../../emit/code.js";
import type { JsonType, Schema } from "../../../model/types.js";
import { isMerged, isTrivial, kindOfType, kinds as allKinds } from "../analysis/analysis.js";
import type { FunctionBody } from "./body.js";
import {
  type Condition,
  type Statement,
  all,
  always,
  any,
  atom,
  choose,
  compare,
  isAlways,
  isIf,
  never,
  not,
} from "./statement.js";
import { isDigits } from "./formats.js";
import { keywords, keywordsOf } from "../keywords/index.js";
import {
  isAnyObject,
  isNoneOfArrays,
  isNoneOfOthers,
  isNotNull,
  isPlainObject,
  isPresent,
} from "./members.js";
import { runtime } from "./runtime-names.js";
import {
  fault,
  isCondition,
  type Keyword,
  type Kind,
  type Known,
  type Refusal,
  type Rule,
  type Site,
  valueCall,
} from "./site.js";

/** All that holds for one value: the keywords of a schema and of the unnamed parts of its `allOf`. */
export interface Outline {
  /** The types that are left; undefined: all. */
  readonly types: readonly JsonType[] | undefined;
  /** The kinds that are left; undefined: all. */
  readonly kinds: ReadonlySet<Kind> | undefined;
  /** Earlier tests of the value. */
  readonly known: Known;
  readonly onKind: ReadonlyMap<Kind, readonly Rule[]>;
  readonly onAny: readonly Rule[];
  readonly isNothing: boolean;
  /** All of it is written in the schema itself. */
  readonly isOne: boolean;
  /** The values that are no objects and that do not have the members that are asked for. */
  readonly refusedByMembers: "none" | "arrays" | "all";
  /** The places of the types and of `false` in the description. */
  readonly typeSite: Site;
  readonly value: Code;
  readonly body: FunctionBody;
}

/** `known` is what was asked of the value before. */
export function outline(
  schema: Schema,
  value: Code,
  at: Code,
  body: FunctionBody,
  known: Known = unknown,
): Outline {
  const facts = factsOf(schema);
  const { digits, parts, typePart, types } = facts;
  const kinds = known.kinds ? narrowed(facts.kinds, known.kinds) : facts.kinds;
  let isListed = known.isListed || facts.isListed;
  const [kind] = kinds?.size === 1 ? kinds : [];
  const isNarrowed = known.isListed || (known !== unknown && kinds === undefined);
  const onKind = new Map<Kind, Rule[]>();
  const onAny: Rule[] = [];
  const add = (keyword: Keyword, part: Schema): void => {
    const { on } = keyword;
    if (on !== "any" && kinds && !kinds.has(on)) return;
    const rule = keyword.rule({
      schema: part,
      keywords: part.keywords,
      value,
      at,
      kind: on === "any" ? kind : on,
      isNarrowed,
      isOne: facts.isOne,
      digits,
      known: { kinds: on === "any" ? kinds : only[on], isListed },
      body,
    });
    if (!rule) return;
    // The following code knows the result of this comparison.
    if (on === "any") isListed = true;
    const rules = on === "any" ? onAny : onKind.get(on);
    if (rules) rules.push(testedOnce(rule));
    else if (on !== "any") onKind.set(on, [testedOnce(rule)]);
  };
  if (facts.isOne) for (const keyword of keywordsOf(schema)) add(keyword, schema);
  else
    for (const keyword of keywords)
      for (const part of parts) if (keywordsOf(part).includes(keyword)) add(keyword, part);
  return {
    types,
    kinds,
    known,
    onKind,
    onAny,
    isNothing: facts.isNothing,
    isOne: facts.isOne,
    refusedByMembers: facts.refusedByMembers,
    typeSite: {
      schema: typePart,
      keywords: typePart.keywords,
      value,
      at,
      kind,
      isNarrowed,
      isOne: facts.isOne,
      digits,
      known,
      body,
    },
    value,
    body,
  };
}

/** The part of an outline that depends on the schema alone. */
interface Facts extends Pick<
  Outline,
  "types" | "kinds" | "isNothing" | "isOne" | "refusedByMembers"
> {
  readonly parts: readonly Schema[];
  /** The places of the types and of `false` in the description. */
  readonly typePart: Schema;
  readonly isListed: boolean;
  readonly digits: string | undefined;
}

const factsOf = remembered((schema: Schema): Facts => {
  const parts = partsOf(schema);
  const types = typesOf(parts);
  const nothing = parts.find((part) => part.keywords.nothing);
  const typed = parts.find((part) => part.keywords.types !== undefined);
  return {
    parts,
    isOne: parts.length === 1,
    isNothing: nothing !== undefined,
    typePart: nothing ?? typed ?? schema,
    types,
    kinds: types && new Set(types.map(kindOfType)),
    isListed: parts.some(({ keywords }) => (keywords.enum ?? keywords.const) !== undefined),
    digits: parts.find((part) => isDigits(part.keywords))?.keywords.format,
    refusedByMembers: refusedByMembers(parts),
  };
});

function refusedByMembers(parts: readonly Schema[]): Outline["refusedByMembers"] {
  const required = parts.flatMap(({ keywords }) => [...(keywords.required ?? [])]);
  if (parts.every(asksForMembersOnly) && required.some(isNoneOfOthers)) return "all";
  return required.some(isNoneOfArrays) ? "arrays" : "none";
}

/** True if only members of an object are tested, so that it need not be known to be one. */
function asksForMembersOnly(schema: Schema): boolean {
  return keywordsOf(schema).every(({ names }) => names.every((name) => ofMembers.has(name)));
}

const ofMembers: ReadonlySet<string> = new Set(["required", "properties", "allOf", "oneOf"]);

const unknown: Known = { kinds: undefined, isListed: false };

const only: Readonly<Record<Kind, ReadonlySet<Kind>>> = {
  null: new Set(["null"]),
  boolean: new Set(["boolean"]),
  number: new Set(["number"]),
  bigint: new Set(["bigint"]),
  string: new Set(["string"]),
  date: new Set(["date"]),
  array: new Set(["array"]),
  object: new Set(["object"]),
};

function narrowed(kinds: Known["kinds"], known: ReadonlySet<Kind>): ReadonlySet<Kind> {
  if (!kinds) return known;
  const left = [...kinds].filter((kind) => known.has(kind));
  return left.length === kinds.size ? kinds : new Set(left);
}

/** A test may declare variables, which must not happen twice. */
function testedOnce(rule: Rule): Rule {
  let known: Condition | Refusal | undefined;
  return { ...rule, test: () => (known ??= rule.test()) };
}

/** The schema itself, and the parts of `allOf` that are written with it. */
function partsOf(schema: Schema, seen = new Set<Schema>()): readonly Schema[] {
  if (!schema.keywords.allOf && seen.size === 0) return [schema];
  if (seen.has(schema)) return [];
  seen.add(schema);
  const merged = (schema.keywords.allOf ?? []).filter((part) => isMerged(part) && !isTrivial(part));
  return [schema, ...merged.flatMap((part) => partsOf(part, seen))];
}

/** `enum` and `const` say what `type` says, so that types beside them are left out. */
function typesOf(parts: readonly Schema[]): readonly JsonType[] | undefined {
  let left: readonly JsonType[] | undefined;
  const hasDigits = parts.some(({ keywords }) => isDigits(keywords));
  for (const { keywords } of parts) {
    const types = hasDigits ? keywords.types?.map(asDigits) : keywords.types;
    if (!types || keywords.enum || keywords.const) continue;
    left = narrowedTo(types, left ?? allKinds);
  }
  return left;
}

function narrowedTo(types: readonly JsonType[], all: readonly JsonType[]): readonly JsonType[] {
  const narrow = (type: JsonType): JsonType[] => {
    if (types.includes(type)) return [type];
    if (type !== "number" && isNumeric(type) && types.includes("number")) return [type];
    if (
      isNumeric(type) &&
      (type === "bigint" ? types.includes("integer") : types.includes("bigint"))
    )
      return ["bigint"];
    if (type === "string" ? types.includes("date") : type === "date" && types.includes("string"))
      return ["date"];
    return type === "number" && types.includes("integer") ? ["integer"] : [];
  };
  return [...new Set(all.flatMap(narrow))];
}

/** Of an int64 that is a text, what is said of numbers is said too. */
function asDigits(type: JsonType): JsonType {
  return isNumeric(type) ? "string" : type;
}

function isNumeric(type: JsonType): boolean {
  return type === "integer" || type === "bigint" || type === "number";
}

/** The test of one type; `narrows` where more is asked of the value afterwards. */
function typeTest(type: JsonType, value: Code, narrows: boolean): Condition {
  switch (type) {
    case "null":
      return compare(value, "===", code`null`);
    case "boolean":
    case "bigint":
    case "string":
      return compare(code`typeof ${value}`, "===", str(type));
    case "integer":
      return atom(
        narrows ? code`${runtime.isInteger}(${value})` : code`Number.isInteger(${value})`,
      );
    case "number":
      return atom(narrows ? code`${runtime.isNumber}(${value})` : code`Number.isFinite(${value})`);
    case "date":
      return atom(code`${runtime.isValidDate}(${value})`);
    case "array":
      return atom(narrows ? code`${runtime.isArray}(${value})` : code`Array.isArray(${value})`);
    case "object":
      return isPlainObject(value);
  }
}

/** True for values of a kind, whatever is asked of them. */
export function kindTest(outline: Outline, kind: Kind): Condition {
  const { known, types, value, onAny, onKind } = outline;
  const isKnown = known.kinds?.size === 1 && known.kinds.has(kind);
  const type = types?.find((type) => kindOfType(type) === kind) ?? kind;
  if (isKnown && type !== "integer") return always;
  if (isKnown) return atom(code`Number.isInteger(${value})`);
  if (kind === "number" && !types) return compare(code`typeof ${value}`, "===", str("number"));
  return typeTest(type, value, onAny.length > 0 || (onKind.get(kind)?.length ?? 0) > 0);
}

/** As `kindTest`, where the rules of the kind are asked for next and no value of another kind that may be is left. */
export function quickKindTest(outline: Outline, kind: Kind): Condition {
  const { kinds, known, refusedByMembers, value } = outline;
  const isKnown = known.kinds?.size === 1 && known.kinds.has(kind);
  if (kind !== "object" || isKnown || refusedByMembers === "none") return kindTest(outline, kind);
  if (refusedByMembers === "arrays") return isAnyObject(value);
  return all([isPresent(value), kinds?.has("null") ? always : isNotNull(value)]);
}

export function allowedKinds({ kinds }: Outline): readonly Kind[] {
  return [...(kinds ?? allKinds)];
}

/** The whole as one expression; undefined where a rule needs statements. */
export function asExpression(outline: Outline): Condition | undefined {
  if (outline.isNothing) return never;
  const { onAny, onKind, types } = outline;
  const perKind: Condition[] = [];
  for (const kind of allowedKinds(outline)) {
    const rules = onKind.get(kind) ?? [];
    if (rules.length === 0 && !types) continue;
    const conditions = conditionsOf(rules);
    if (!conditions) return undefined;
    const skipsType = types && rules[0]?.impliesType;
    const test = kindTest(outline, kind);
    if (types) perKind.push(all(skipsType ? conditions : [test, ...conditions]));
    else perKind.push(any([not(test), all(conditions)]));
  }
  const others = conditionsOf(onAny);
  return others && all([types ? any(perKind) : all(perKind), ...others]);
}

function conditionsOf(rules: readonly Rule[]): readonly Condition[] | undefined {
  const tests = rules.map((rule) => rule.test());
  return tests.every(isCondition) ? tests : undefined;
}

/** The issue for a value of another type than those that are asked for. */
export function typeFault(outline: Outline): Code {
  const { typeSite } = outline;
  return code`${valueCall(runtime.failType, typeSite)}, ${askedType(outline)});`;
}

/** In the words of JSON: an int64 is an integer there, whatever it is here. */
export function askedType({ types: left = [], typeSite }: Outline): Code {
  const types = left.map((type) =>
    type === "bigint" || (type === "string" && typeSite.digits)
      ? "integer"
      : type === "date"
        ? "date-time"
        : type,
  );
  const [only] = types;
  return json(types.length === 1 && only ? only : types);
}

function unlessOfType(
  outline: Outline,
  isOther: Condition,
  statements: readonly Statement[],
): readonly Statement[] {
  const chosen = choose([[isOther, [typeFault(outline)]]], statements);
  const ifAbsent = outline.isOne ? { type: askedType(outline) } : {};
  return chosen.map((one) => (isIf(one) && one.if === isOther ? { ...one, ifAbsent } : one));
}

/** Statements that tell all that is wrong with the members of an object, which whoever uses them reads. */
export function explainMembers({ onKind }: Outline): readonly Statement[] {
  return (onKind.get("object") ?? []).flatMap((rule) => rule.explain());
}

/** As `kindTest`, for functions that report faults: it narrows an object so that its members can be read. */
function explainTest(outline: Outline, kind: Kind): Condition {
  const test = kindTest(outline, kind);
  if (kind !== "object" || isAlways(test)) return test;
  return atom(code`${runtime.isObject}(${outline.value})`);
}

/** Statements that tell all that is wrong. */
export function explainOutline(outline: Outline): readonly Statement[] {
  const { isNothing, onAny, onKind, types } = outline;
  if (isNothing) return [fault(outline.typeSite, "false")];
  const others = onAny.flatMap((rule) => rule.explain());
  const explained = (kind: Kind): readonly Statement[] =>
    (onKind.get(kind) ?? []).flatMap((rule) => rule.explain());
  const kinds = allowedKinds(outline);
  const [only] = kinds;
  if (types && kinds.length === 1 && only) {
    const all = [...explained(only), ...others];
    const test = explainTest(outline, only);
    const statements = only === "object" ? outline.body.withReads(all, !isAlways(test)) : all;
    return unlessOfType(outline, not(test), statements);
  }
  const branches = kinds.map((kind) => {
    const statements = explained(kind);
    const test = explainTest(outline, kind);
    return [
      test,
      kind === "object" ? outline.body.withReads(statements, !isAlways(test)) : statements,
    ] as const;
  });
  const telling = branches.filter(([, statements]) => statements.length > 0);
  if (!types) return [...choose(telling), ...others];
  const silent = branches.filter(([, statements]) => statements.length === 0).map(([test]) => test);
  if (telling.length === 0) return unlessOfType(outline, not(any(silent)), others);
  const rest = any(silent);
  const fallback = choose([[not(rest), [typeFault(outline)]]]);
  return [...choose(telling, fallback), ...others];
}
