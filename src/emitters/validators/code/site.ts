import { type Code, code, isCode, join, json, property, str } from "../../../emit/code.js";
import type { Keywords, Schema } from "../../../model/types.js";
import { type Condition, not } from "./condition.js";
import type { MemberFault } from "./compose.js";
import { messageFor } from "./messages.js";
import type { PlainMember } from "./plain.js";
import { runtime } from "./runtime-names.js";
import { type Statement, when } from "./statement.js";

/** The types of values that need different tests: an integer is a number. */
export type Kind =
  "null" | "boolean" | "number" | "bigint" | "string" | "date" | "array" | "object";

/** The context for the keywords of one schema: a value in a function. */
export interface Site {
  readonly schema: Schema;
  readonly keywords: Keywords;
  /** A name, or another expression that TypeScript narrows. */
  readonly value: Code;
  /** The JSON Pointer to the value, as an expression. */
  readonly at: Code;
  /** The one kind that the value can be of, if there is one. */
  readonly kind: Kind | undefined;
  /** True if earlier tests may have narrowed the type in a way that is unknown here. */
  readonly isNarrowed: boolean;
  /** The format of the digits that the value consists of where it is an int64 and a text. */
  readonly digits: string | undefined;
  /** Knowledge about the value, for other schemas of the same value. */
  readonly known: Known;
  readonly body: Body;
}

/** The type of a value as TypeScript knows it, which rejects comparisons that cannot succeed. */
export interface Known {
  readonly kinds: ReadonlySet<Kind> | undefined;
  /** It was compared with single values. */
  readonly isListed: boolean;
}

/** The function that is being written. */
export interface Body {
  readonly formats: "assert" | "annotate";
  /** True if a value is what another schema asks for. */
  test(schema: Schema, value: Code, known?: Known): Condition;
  /**
   * The same for a member, of which an earlier part of the schema may have asked something too; one that need not be
   * there may be absent.
   */
  testMember(property: string, schema: Schema, isRequired: boolean): Condition;
  /** The same for a part of `allOf`, which may be written out instead of called. */
  testPart(schema: Schema, value: Code, known: Known): Condition;
  /** Adds what is wrong with a value by another schema. */
  explain(schema: Schema, value: Code, at: Code, known?: Known): readonly Statement[];
  /** As `explain`, for an object whose tag told that this schema is meant; undefined: that takes a function. */
  explainChosen(
    schema: Schema,
    value: Code,
    at: Code,
    tag: string,
  ): readonly Statement[] | undefined;
  /** As `explain`, for one of many: those that are as they should be cost no more than their test. */
  explainEach(schema: Schema, value: Code, at: Code, known?: Known): readonly Statement[];
  /** As `explain`, for a member of an object: a large one that is as it should be costs no more than its test. */
  explainMember(schema: Schema, value: Code, at: Code): readonly Statement[];
  /** The member of the value that the function is about, where no more than its types and format are asked for. */
  plainMember(property: string, schema: Schema): PlainMember | undefined;
  /** The fault of an invalid member, if one call can report it. */
  memberFault(schema: Schema, value: Code): MemberFault | undefined;
  /** The functions behind a schema, as arguments of `requireMember`. */
  memberExplainer(schema: Schema): MemberExplainer | undefined;
  /** The same as the function that `explainAnyOf` takes. */
  explainer(schema: Schema): Code;
  /** The member of the value that the function is about; it is read once, at the top. */
  read(property: string): Code;
  /** Statements, and in front of them the reading of the members that they use, from a value that TypeScript knows as an object or not. */
  withReads(statements: readonly Statement[], isNarrowed?: boolean): readonly Statement[];
  /** A name for a variable that nothing else in the function has. */
  variable(base: string): Code;
  /** A constant of the module, named after the place of the schema: `petNamePattern`. */
  constant(schema: Schema, suffix: string, type: Code | undefined, value: Code): Code;
  /** Says that a format is not known, once. */
  reportFormat(format: string, schema: Schema): void;
  /** The place of a schema in the description, as `Issue.schema` starts. */
  placeOf(schema: Schema): Code;
}

/** A keyword's check of a value, in both forms. */
export interface Rule {
  /** An expression, or statements that end with `return false` where it does not hold. */
  readonly test: () => Condition | Refusal;
  /** Statements that add an issue for each fault, and none where there is none. */
  readonly explain: () => readonly Statement[];
  /** No value of another type passes the test. */
  readonly impliesType?: true;
  /** The fault if the test fails, if there is only one. */
  readonly fault?: () => Fault;
}

/** A fault that the runtime has the words for, so that one call tells it. */
export interface Fault {
  readonly kind: "Enum" | "Format" | "Limit";
  /** Arguments after the place of the schema. */
  readonly details: Code;
  /** The argument for the runtime's test of a member: the test of a format, the list of an enum. */
  readonly by?: Code;
}

/** The function that tells what is wrong with a member, and the test that is called before it where that costs less. */
export interface MemberExplainer {
  readonly isShared: boolean;
  readonly explain: Code;
  readonly test: Code | undefined;
}

export interface Refusal {
  readonly refuse: readonly Statement[];
  /** For the end of a function: statements that return true or false in any case. */
  readonly decide?: readonly Statement[];
}

export function isCondition(test: Condition | Refusal): test is Condition {
  return "kind" in test;
}

/** A keyword, or some that cannot be told apart. */
export interface Keyword {
  readonly on: Kind | "any";
  /** The keywords that it checks. */
  readonly names: readonly (keyof Keywords)[];
  /** The rule for a schema with one of its keywords; undefined for none. */
  readonly rule: (site: Site) => Rule | undefined;
}

/** A rule that one expression says, and whose fault the runtime has the words for. */
export function reportingRule(site: Site, condition: Condition, fault: () => Fault): Rule {
  return {
    test: () => condition,
    explain: () => when(not(condition), [told(site, fault())]),
    fault,
  };
}

/** A call that adds an issue for a fault; `at` is the place of the value unless it is given. */
export function told(site: Site, { kind, details }: Fault, at: Code = site.at): Code {
  return code`${valueCall(runtime[`fail${kind}`], site, at)}, ${details});`;
}

/** The fault of a value beyond the limit of a keyword. */
export function limitFault(keyword: string, limit: number): Fault {
  return { kind: "Limit", details: code`${str(keyword)}, ${limit}` };
}

/** A rule that one expression says. With details, the message quotes the value. */
export function simpleRule(
  site: Site,
  keyword: string,
  condition: Condition,
  params?: Params,
): Rule {
  const wrong = (): Code => (params ? valueFault(site, keyword, params) : fault(site, keyword));
  return { test: () => condition, explain: () => when(not(condition), [wrong()]) };
}

/** The details of a fault, as they stand in the issue: JSON, or the code of it. */
export type Params = Readonly<Record<string, unknown>>;

/** A call that adds an issue for a keyword; `at` is the place of the value unless it is given. */
export function fault(
  site: Site,
  keyword: string,
  params: Params = {},
  at: Code = site.at,
  message: string = messageFor(keyword, params),
): Code {
  const last = Object.keys(params).length === 0 ? [] : code`, ${printParams(params)}`;
  return code`${faultCall(runtime.fail, site, at)}, ${str(keyword)}, ${str(message)}${last});`;
}

/** As `fault`, for a value that the message quotes. */
export function valueFault(site: Site, keyword: string, params: Params): Code {
  const message = str(messageFor(keyword, params));
  return code`${valueCall(runtime.failValue, site)}, ${str(keyword)}, ${message}, ${printParams(params)});`;
}

function printParams(params: Params): Code {
  const members = Object.entries(params).map(
    ([name, value]) => code`${property(name)}: ${isCode(value) ? value : json(value)}`,
  );
  return code`{ ${join(members, ", ")} }`;
}

/** The start of a call that adds an issue for a value, and says what came; of what is a password, nothing. */
export function valueCall(helper: Code, site: Site, at: Code = site.at): Code {
  const came = isSecret(site.schema) ? code`undefined` : site.value;
  return code`${faultCall(helper, site, at)}, ${came}`;
}

/** True if messages must not quote a value. */
export function isSecret({ keywords: { format, writeOnly } }: Schema): boolean {
  return format === "password" || writeOnly === true;
}

/** The start of a call that adds an issue. */
export function faultCall(helper: Code, { body, schema }: Site, at: Code): Code {
  return code`${helper}(issues, ${at}, ${body.placeOf(schema)}`;
}

export const refuse: Code = code`return false;`;
