import { type Code, code, join, str } from "../../../emit/code.js";
import { restBelow } from "../../../common/pointers.js";
import type { Schema } from "../../../model/types.js";
import { costOf } from "../analysis/cost.js";
import { isTrivial, partsOfMembers, passesUndefined } from "../analysis/analysis.js";
import { type Statement, all, choose, isIf, not, when } from "../code/statement.js";
import type { MemberFault } from "../code/member-faults.js";
import { below, isAbsent, isPresent, member } from "../code/members.js";
import { itemsOf } from "../code/plain.js";
import { runtime } from "../code/runtime-names.js";
import { faultCall, isSecret, type Keyword, refuse, type Site } from "../code/site.js";
/** A member that has to be there is one that its schema does not take `undefined` for. */
export const properties: Keyword = {
  on: "object",
  names: ["properties"],
  rule(site) {
    const { at, body, keywords } = site;
    const required = keywords.required ?? new Set();
    const checked = [...(keywords.properties ?? [])].filter(([, schema]) => !isTrivial(schema));
    if (checked.length === 0) return undefined;
    const parts = partsOfMembers(site.schema);
    if (parts.length > 0)
      return {
        test: () => all(parts.map((part) => body.test(part, site.value))),
        explain: () => parts.flatMap((part) => body.explain(part, site.value, at)),
      };
    return {
      test: () => {
        const tests = checked.map(([property, schema]) => ({
          cost: costOf(schema),
          test: body.testMember(property, schema, required.has(property)),
        }));
        // One statement each, so that one more member in the description is one more here, and no other.
        if (tests.length > fewMembers)
          return { refuse: tests.flatMap(({ test }) => when(not(test), [refuse])) };
        return all(tests.sort((a, b) => a.cost - b.cost).map(({ test }) => test));
      },
      explain: () => {
        const isHere = at.text === "at" && body.placeOf(site.schema).text === "schema";
        const isLarge = checked.length > fewMembers;
        return checked.flatMap(([property, schema]) => {
          const isRequired = required.has(property);
          const short = isHere && checkedByRuntime(site, property, schema, isRequired, isLarge);
          return short || explainMember(site, property, schema, isRequired);
        });
      },
    };
  },
};

function explainMember(
  site: Site,
  property: string,
  schema: Schema,
  isRequired: boolean,
): readonly Statement[] {
  const { at, body } = site;
  const value = body.read(property);
  const short = withMemberFault(site, property, schema, value);
  if (short && isRequired) return short;
  const statements = short ?? body.explainMember(schema, value, below(at, property));
  if (isRequired) return unlessAbsent(site, property, schema, statements);
  return passesUndefined(schema) ? statements : when(isPresent(value), statements);
}

/**
 * One call, where the runtime has a function for such a member of the object that the function is about. What tells of
 * few members calls their functions itself, which V8 inlines better: a nested object with a fault costs a third more
 * otherwise (`npm run bench -- validators --only moltar`).
 */
function checkedByRuntime(
  site: Site,
  property: string,
  schema: Schema,
  isRequired: boolean,
  isLarge: boolean,
): readonly Statement[] | undefined {
  const { body } = site;
  if (isEscaped(property)) return undefined;
  const word = isRequired ? "require" : "optional";
  const start = code`here, ${str(property)}, ${member(code`value`, property)}`;
  const own = isWrittenHere(site, property, schema) ? [] : [body.placeOf(schema)];
  const items = itemsOf(schema);
  const listed = items && body.functions.memberExplainer(items, true);
  if (listed?.test) {
    const call = runtime[`${word}${listed.isShared ? "SharedItems" : "Items"}`];
    return [code`${call}(${join([start, listed.explain, listed.test, ...own], ", ")});`];
  }
  const explainer = isLarge ? body.functions.memberExplainer(schema) : undefined;
  if (explainer) {
    if (explainer.isShared && own.length > 0) return undefined;
    const call = runtime[`${word}${explainer.isShared ? "Shared" : "Member"}`];
    const test = explainer.test ? code`, ${explainer.test}` : [];
    return [code`${call}(${start}, ${explainer.explain}${test});`];
  }
  const check = isSecret(schema) ? undefined : body.memberCheck(schema, body.read(property));
  if (!check) return undefined;
  const more = [...check.details, ...own];
  while (more.at(-1)?.text === "undefined") more.pop();
  return [code`${runtime[`${word}${check.word}`]}(${join([start, ...more], ", ")});`];
}

/** The schema is written in the place of its member, so that its own place needs no mention. */
function isWrittenHere({ schema }: Site, property: string, { source }: Schema): boolean {
  return restBelow(source, schema.source) === `/properties/${property}`;
}

/** The tests of so many members at most are one condition, which other conditions may hold. */
const fewMembers = 8;

/** One call reports all faults of a plain member, including a missing one. */
function withMemberFault(
  site: Site,
  property: string,
  schema: Schema,
  value: Code,
): readonly Statement[] | undefined {
  if (isEscaped(property) || isSecret(schema)) return undefined;
  const found = site.body.memberFault(schema, value);
  return found && when(found.isWrong, [memberReport(site, property, schema, found)]);
}

/** In a pointer, some characters are others. */
function isEscaped(property: string): boolean {
  return /[~/]/.test(property);
}

function memberReport(
  site: Site,
  property: string,
  schema: Schema,
  { details, kind }: Pick<MemberFault, "details" | "kind">,
): Code {
  const own = isWrittenHere(site, property, schema) ? [] : code`, ${site.body.placeOf(schema)}`;
  const type = kind === "" ? typesWithFunction.get(details.text) : undefined;
  const call = faultCall(runtime[`failMember${type ?? kind}`], site, site.at);
  const asked = type === undefined ? code`, ${details}` : [];
  return code`${call}, ${str(property)}, ${site.body.read(property)}${asked}${own});`;
}

/** The types that most members are of: the runtime tells in a function of its own that a member is not. */
const typesWithFunction: ReadonlyMap<string, "String" | "Integer" | "Number" | "Boolean"> = new Map(
  [
    [str("string").text, "String"],
    [str("integer").text, "Integer"],
    [str("number").text, "Number"],
    [str("boolean").text, "Boolean"],
  ],
);

/** The statements, or the issue where a member has to be there and is not. */
function unlessAbsent(
  site: Site,
  property: string,
  schema: Schema,
  statements: readonly Statement[],
): readonly Statement[] {
  const [only] = statements;
  const isMissing = [isAbsent(site.body.read(property)), [missing(site, property)]] as const;
  if (statements.length !== 1 || only === undefined || !isIf(only) || !only.ifAbsent)
    return choose([isMissing], statements);
  const { type } = only.ifAbsent;
  if (type && !isEscaped(property) && !isSecret(schema))
    return [{ ...only, then: [memberReport(site, property, schema, { details: type, kind: "" })] }];
  return [{ ...only, then: choose([isMissing], only.then) }];
}

function missing({ at, body, schema }: Site, property: string): Code {
  return code`${runtime.failMissing}(issues, ${at}, ${body.placeOf(schema)}, ${str(property)});`;
}

/** Members that have to be there and of which `properties` says nothing more. */
export const required: Keyword = {
  on: "object",
  names: ["required"],
  rule(site) {
    const { body, keywords } = site;
    const names = [...(keywords.required ?? [])].filter((name) => {
      const schema = keywords.properties?.get(name);
      return schema === undefined || isTrivial(schema);
    });
    if (names.length === 0) return undefined;
    return {
      test: () => all(names.map((name) => isPresent(body.read(name)))),
      explain: () =>
        names.flatMap((name) => when(isAbsent(body.read(name)), [missing(site, name)])),
    };
  },
};
