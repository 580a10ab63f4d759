import { type Code, code, hasWord } from "../../../emit/code.js";
import type { Keywords, Schema } from "../../../model/types.js";
import { isTrivial } from "../analysis/analysis.js";
import {
  type Condition,
  type Statement,
  always,
  any,
  atom,
  compare,
  isNever,
  not,
  printStatements,
  when,
} from "../code/statement.js";
import { belowKey, isAbsent, isOneOf, isPresent, members, nameTest } from "../code/members.js";
import { runtime } from "../code/runtime-names.js";
import { faultCall, type Keyword, refuse, type Site } from "../code/site.js";
import { patternConstant } from "./pattern.js";

/** So many optional members at most are counted before the names of all members are looked at. */
const fewOptional = 6;

/** `patternProperties` and `additionalProperties`, in one pass over the members. */
export const otherMembers: Keyword = {
  on: "object",
  names: ["patternProperties", "additionalProperties"],
  rule(site) {
    const { keywords } = site;
    const isClosed = keywords.additionalProperties?.keywords.nothing === true;
    const patterns = [...(keywords.patternProperties ?? [])];
    const hasChecks = [
      ...patterns.map(([, schema]) => schema),
      ...asList(keywords.additionalProperties),
    ].some((schema) => !isTrivial(schema));
    if (!hasChecks) return undefined;
    const onlyNames = isClosed && patterns.length === 0;
    return {
      test: () =>
        onlyNames && !hasFewNames(keywords)
          ? hasOnlyNames(site)
          : { refuse: eachMember(site, testMember(site)) },
      explain: () =>
        onlyNames && !hasFewNames(keywords)
          ? explainNames(site)
          : eachMember(site, explainMember(site)),
    };
  },
};

/** A few names are compared one by one as quickly as members are counted. */
function hasFewNames({ properties }: Keywords): boolean {
  return properties !== undefined && properties.size > 0 && properties.size <= 4;
}

function asList(schema: Schema | undefined): readonly Schema[] {
  return schema ? [schema] : [];
}

/** Counting the members tells in most cases that there is no other; only then are their names needed. */
function hasOnlyNames({ body, keywords, schema, value }: Site): Condition {
  const names = [...(keywords.properties?.keys() ?? [])];
  if (names.length === 0) return compare(code`${runtime.countMembers}(${value})`, "===", 0);
  const known = nameTest(body, schema, names);
  const required = names.filter((name) => keywords.required?.has(name));
  const optional = names.filter((name) => !keywords.required?.has(name));
  if (optional.length > fewOptional) return atom(code`${runtime.hasNoOther}(${value}, ${known})`);
  const present = optional.map((name) => code` + (${body.read(name)} === undefined ? 0 : 1)`);
  return atom(code`${runtime.hasOnly}(${value}, ${known}, ${required.length}${present})`);
}

/** As many members as are known need not be looked at by their names. */
function explainNames(site: Site): readonly Statement[] {
  const { properties, required } = site.keywords;
  const names = [...(properties?.keys() ?? [])];
  if (names.length === 0) return eachMember(site, explainMember(site));
  const call = faultCall(runtime.failOthers, site, site.at);
  const told = code`${call}, ${site.value}, ${nameTest(site.body, site.schema, names)});`;
  const isCounted = names.every((name) => required?.has(name));
  return isCounted ? when(not(hasOnlyNames(site)), [told]) : [told];
}

const key = code`key`;
const item = code`member`;

interface MemberChecks {
  /** Statements for a member with a schema. */
  readonly check: (schema: Schema) => readonly Statement[];
  /** Statements for a member that is not allowed. */
  readonly forbid: readonly Statement[];
}

function testMember({ body }: Site): MemberChecks {
  return {
    check: (schema) => when(not(any([body.test(schema, item), isAbsent(item)])), [refuse]),
    forbid: [refuse],
  };
}

function explainMember(site: Site): MemberChecks {
  const { at, body } = site;
  return {
    check: (schema) => when(isPresent(item), body.explainEach(schema, item, belowKey(at, key))),
    forbid: [code`${faultCall(runtime.failUnknown, site, at)}, ${key});`],
  };
}

function eachMember(site: Site, { check, forbid }: MemberChecks): readonly Statement[] {
  const { body, keywords, schema } = site;
  const patterns: Code[] = [];
  const statements: Statement[] = [];
  const { additionalProperties: other } = keywords;
  const hasOther = other !== undefined && !isTrivial(other);
  for (const [source, matched] of keywords.patternProperties ?? []) {
    if (!hasOther && isTrivial(matched)) continue;
    const constant = patternConstant(body, matched, "Key", source);
    if (!constant) continue;
    patterns.push(constant);
    if (!isTrivial(matched))
      for (const one of when(atom(code`${constant}.test(${key})`), check(matched)))
        statements.push(one);
  }
  if (hasOther) {
    const names = [...(keywords.properties?.keys() ?? [])];
    const known =
      names.length + patterns.length === 0
        ? not(always)
        : isOneOf(body, schema, key, names, patterns);
    const isForbidden = other.keywords.nothing && isNever(body.test(other, item));
    const refused = isForbidden ? when(isPresent(code`${members}[key]`), forbid) : check(other);
    for (const one of when(not(known), refused)) statements.push(one);
  }
  return forMembers(site, statements);
}

/** A loop over the members of an object: `key` and, where it is used, `member`. */
export function forMembers(
  { value }: Site,
  statements: readonly Statement[],
): readonly Statement[] {
  if (statements.length === 0) return [];
  const printed = printStatements(statements);
  const read = hasWord(printed, "member") ? code`const member = ${members}[key];\n` : [];
  return [code`for (const key in ${value}) {\n${read}${printed}\n}`];
}
