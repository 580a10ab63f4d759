import {
  type Code,
  code,
  join,
  json,
  jsonIfAny,
  object,
  objectIfAny,
  str,
} from "../../../emit/code.js";
import type { Keywords, Schema } from "../../../model/types.js";
import { isOfTypes, listedValues, together } from "../../../model/walks/values.js";
import { isTrivial, kindsOf } from "../analysis/analysis.js";
import {
  type Condition,
  type Statement,
  any,
  atom,
  choose,
  compare,
  isAlways,
  isNever,
  never,
  not,
  printStatements,
  when,
  yes,
} from "../code/statement.js";
import {
  asObject,
  isAnyObject,
  isNoneOfArrays,
  isPlainObject,
  isPresent,
  member,
  readMembers,
} from "../code/members.js";
import { runtime } from "../code/runtime-names.js";
import {
  faultCall,
  isCondition,
  type Keyword,
  type Known,
  type Refusal,
  type Rule,
  refuse,
  type Site,
  valueCall,
} from "../code/site.js";
import { areMany, matchAny, matchMany } from "./many.js";
import { type Tagged, type Union, unionOf } from "../analysis/unions.js";

export const anyOf: Keyword = {
  on: "any",
  names: ["anyOf"],
  rule(site) {
    const branches = site.keywords.anyOf ?? [];
    if (branches.some((branch) => isTrivial(branch))) return undefined;
    return alternatives(site, "anyOf", branches, false);
  },
};

export const oneOf: Keyword = {
  on: "any",
  names: ["oneOf"],
  rule: (site) => alternatives(site, "oneOf", site.keywords.oneOf ?? [], true),
};

function alternatives(
  site: Site,
  keyword: "anyOf" | "oneOf",
  branches: readonly Schema[],
  exactlyOne: boolean,
): Rule {
  const { keywords, known } = site;
  const union = unionOf(branches, keywords.discriminator?.property);
  const mayBeObject = known.kinds?.has("object") !== false;
  if (union.tagged && mayBeObject) return taggedRule(site, keyword, union.tagged, exactlyOne);
  const count = exactlyOne && !union.isExclusive;
  return {
    test: () => (count ? matchOne(site, branches) : matchAny(site, branches)),
    explain: () => explainAlternatives(site, keyword, branches, union, count),
  };
}

/** Exactly one of some branches, of which a value may match several. */
function matchOne(site: Site, branches: readonly Schema[]): Condition | Refusal {
  if (areMany(branches)) return matchMany(site, branches, "OneOf");
  const { body, known, value } = site;
  const tests = branches
    .map((branch) => body.test(branch, value, known))
    .filter((test) => !isNever(test));
  const [first, second] = tests;
  if (first === undefined) return never;
  if (second === undefined) return first;
  if (tests.length === 2) {
    if (isAlways(second)) return not(first);
    if (isAlways(first)) return not(second);
    return atom(
      code`${grouped(first)} !== ${grouped(second)}`,
      code`${grouped(first)} === ${grouped(second)}`,
    );
  }
  const count = body.variable("matches");
  const start = tests.filter(isAlways).length;
  const counted = [
    code`let ${count} = ${start};`,
    ...tests.filter((test) => !isAlways(test)).flatMap((test) => when(test, [code`${count}++;`])),
  ];
  return {
    refuse: [...counted, ...when(compare(count, "!==", 1), [refuse])],
    decide: [...counted, code`return ${count} === 1;`],
  };
}

/** A call, or what needs parentheses beside another operator. */
function grouped(condition: Condition): Code {
  const printed = yes(condition);
  return condition.kind === "atom" && /^!?[\w$.]+\([^()]*\)$/.test(printed.text)
    ? printed
    : code`(${printed})`;
}

function explainAlternatives(
  site: Site,
  keyword: "anyOf" | "oneOf",
  branches: readonly Schema[],
  { isExclusive }: Union,
  count: boolean,
): readonly Statement[] {
  const { at, body, schema, value } = site;
  const helper = count ? runtime.explainOneOf : runtime.explainAnyOf;
  const list = join(
    branches.map((branch) => body.explainer(branch)),
    ", ",
  );
  const place = body.placeOf(schema);
  const call = code`${helper}(${value}, ${at}, ${place}, ${str(keyword)}, issues, [${list}]${hint(site, branches)});`;
  if (!count || isExclusive) return when(not(matchAny(site, branches)), [call]);
  const holds = matchOne(site, branches);
  const fits = isCondition(holds) ? holds : matchMany(site, branches, "OneOf");
  return when(not(fits), [call]);
}

/** The discriminator tells which branch was meant, though not whether the value is valid. */
function hint({ keywords, value }: Site, branches: readonly Schema[]): Code {
  const { discriminator } = keywords;
  const places = new Map(branches.map((branch, index) => [branch, index]));
  const cases = [...(discriminator?.cases ?? [])].map(
    ([tag, schema]) => [tag, jsonIfAny(places.get(schema))] as const,
  );
  const told = objectIfAny(cases);
  if (!discriminator || !told) return code``;
  const chosen = code`${runtime.isObject}(${value}) ? ${member(value, discriminator.property)} : undefined`;
  return code`, ${object({ value: chosen, branches: told })}`;
}

function taggedRule(
  site: Site,
  keyword: "anyOf" | "oneOf",
  tagged: Tagged,
  exactlyOne: boolean,
): Rule {
  const { body, kind, known, value } = site;
  const { cases, others, property } = tagged;
  const isObject = isPlainObject(value);
  const isCounted = exactlyOne && !unionOf(others, undefined).isExclusive;
  const anyOther = any(others.map((branch) => body.test(branch, value, known)));
  const otherwise = isCounted ? matchOne(site, others) : anyOther;
  const mayHaveTag = isNever(anyOther) && isNoneOfArrays(property) ? isAnyObject(value) : isObject;
  const own = kind === "object" ? undefined : readTag(site, property);
  const tag = own?.tag ?? body.read(property);
  const subject = !own && mayBeNarrowed(site, tagged) ? code`${tag} as unknown` : tag;
  const onObject: Known = { kinds: new Set(["object"]), isListed: known.isListed };
  const holds = (branches: readonly Schema[]): Condition | Refusal =>
    exactlyOne ? matchOne(site, branches) : matchAny(site, branches, onObject);
  const around = (inner: Code, elsewhere: readonly Statement[]): readonly Statement[] =>
    own ? choose([[isObject, [own.statement, inner]]], elsewhere) : [inner];

  const explainOnly = (branch: Schema): readonly Statement[] => {
    const statements = body.explainChosen(branch, value, site.at, property);
    if (!statements) return body.explain(branch, value, site.at, onObject);
    return own ? body.withReads(statements) : statements;
  };

  const testCases = (finish: Finish): Code =>
    switchOn(
      subject,
      cases.map(({ values, branches }) => caseOf(values, finish(holds(branches)))),
      [refuse],
    );

  return {
    test: () => ({
      refuse: around(
        testCases(refuseUnless),
        isCondition(otherwise) ? when(not(otherwise), [refuse]) : otherwise.refuse,
      ),
      decide: decide(not(mayHaveTag), own?.statement, otherwise, testCases),
    }),
    explain: () => {
      // A constant, so that the runtime puts it into words once.
      const all = json(cases.flatMap(({ values }) => values));
      const values = body.constant(site.schema, "TagValues", code`readonly unknown[]`, all);
      const start = faultCall(runtime.failTag, site, site.at);
      const fault = code`${start}, ${tag}, ${str(keyword)}, ${str(property)}, ${values});`;
      // `required` beside the union says that the tag is missing.
      const isTold = site.keywords.required?.has(property) === true;
      const unknown = isTold ? when(isPresent(tag), [fault]) : [fault];
      const inner = switchOn(
        subject,
        cases.map(({ values, branches }) => {
          const [only] = branches;
          const statements =
            branches.length === 1 && only
              ? explainOnly(only)
              : explainAlternatives(site, keyword, branches, overlapping, exactlyOne);
          return caseOf(values, [...statements, code`break;`]);
        }),
        unknown,
      );
      return around(inner, explainOthers(site, keyword, others, anyOther, isCounted));
    },
  };
}

/** Something besides the alternatives may leave out a value of the tag: TypeScript then rejects its case. */
function mayBeNarrowed({ isOne, keywords }: Site, { property, cases }: Tagged): boolean {
  const own = keywords.properties?.get(property);
  const parts = own ? [...together(own)].map((part) => part.keywords) : [];
  const tags = cases.flatMap(({ values }) => values);
  const isLeftOut = (part: Keywords, tag: unknown): boolean =>
    listedValues(part)?.includes(tag) === false ||
    (part.types && !isOfTypes(tag, part.types)) === true;
  return !isOne || parts.some((part) => tags.some((tag) => isLeftOut(part, tag)));
}

const overlapping: Union = { isExclusive: false, tagged: undefined };

/** For what is no object: the types that there are, or what is wrong by the alternatives of its type. */
function explainOthers(
  site: Site,
  keyword: "anyOf" | "oneOf",
  others: readonly Schema[],
  anyOther: Condition,
  isCounted: boolean,
): readonly Statement[] {
  const { at, body, value } = site;
  const types = json([...new Set(["object", ...others.flatMap(typesOf)])]);
  const call = code`${valueCall(runtime.failTypes, site)}, ${str(keyword)}, ${types});`;
  if (!isCounted && others.every(isTypeOnly)) return when(not(anyOther), [call]);
  const [only] = others;
  const explain =
    only && others.length === 1
      ? body.explain(only, value, at)
      : explainAlternatives(site, keyword, others, overlapping, isCounted);
  return choose([[not(atom(code`${runtime.isOf}(${value}, ${types})`)), [call]]], explain);
}

/** By their kinds where a reference or a list of values says them. */
function typesOf(branch: Schema): readonly string[] {
  return branch.keywords.types ?? [...kindsOf(branch)];
}

function isTypeOnly({ keywords }: Schema): boolean {
  return Object.entries(keywords).every(([name, value]) => name === "types" || value === undefined);
}

function refuseUnless(holds: Condition | Refusal): readonly Statement[] {
  const statements = isCondition(holds) ? when(not(holds), [refuse]) : holds.refuse;
  return [...statements, code`break;`];
}

type Finish = (holds: Condition | Refusal) => readonly Statement[];

/** The switch at the end of a function: each case returns. */
function decide(
  isOther: Condition,
  read: Code | undefined,
  otherwise: Condition | Refusal,
  write: (finish: Finish) => Code,
): readonly Statement[] {
  const finish: Finish = (holds) =>
    isCondition(holds)
      ? [isNever(holds) ? refuse : code`return ${yes(holds)};`]
      : (holds.decide ?? [...holds.refuse, code`return true;`]);
  const inner = write(finish);
  return read ? [...when(isOther, finish(otherwise)), read, inner] : [inner];
}

/** The tag of a value of which is known that it is an object. */
function readTag(
  { body, value, keywords: { ref, allOf } }: Site,
  property: string,
): { tag: Code; statement: Code } {
  const tag = body.variable(property);
  // By the function of another schema, to a type that may have nothing in common with any object.
  const isNarrowed = (ref ?? allOf) !== undefined;
  const object = asObject(isNarrowed ? code`${value} as unknown` : value);
  const reads = readMembers(value, object, [{ property, local: tag }]);
  return { tag, statement: join(reads, "\n") };
}

function caseOf(
  values: readonly (string | number | boolean | null)[],
  statements: readonly Statement[],
): Code {
  const labels = values.map((value) => code`case ${json(value)}:\n`);
  return code`${labels}${block(statements)}`;
}

/** Variables inside need braces. */
function block(statements: readonly Statement[]): Code {
  const printed = printStatements(statements);
  return /^(let|const) /m.test(printed.text) ? code`{\n${printed}\n}` : printed;
}

function switchOn(tag: Code, cases: readonly Code[], otherwise: readonly Statement[]): Code {
  return code`switch (${tag}) {\n${join(cases, "\n")}\ndefault:\n${printStatements(otherwise)}\n}`;
}
