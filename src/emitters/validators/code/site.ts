import { type Code, code, isCode, json, object, str } from "../../../emit/code.js";
import type { Keywords, Schema } from "../../../model/types.js";
import type { FunctionBody } from "./body.js";
import { type Condition, type Statement, not, when } from "./statement.js";
import { messageFor, type WordedKeyword } from "./messages.js";
import { runtime } from "./runtime-names.js";
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
  /** True if the schema is all that is tested together: none that `$ref` or `allOf` names is merged with it. */
  readonly isOne: boolean;
  /** The format of the digits that the value consists of where it is an int64 and a text. */
  readonly digits: string | undefined;
  /** Knowledge about the value, for other schemas of the same value. */
  readonly known: Known;
  readonly body: FunctionBody;
}

/** The type of a value as TypeScript knows it, which rejects comparisons that cannot succeed. */
export interface Known {
  readonly kinds: ReadonlySet<Kind> | undefined;
  /** It was compared with single values. */
  readonly isListed: boolean;
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
  /** All that the rule asks for, of a value of the type that the keyword is for. */
  readonly limit?: Limit;
}

/** A keyword and its value, which the runtime's checks of members take. */
export interface Limit {
  readonly keyword: string;
  readonly value: Code;
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

/** As `reportingRule`, for a keyword whose value is a number. */
export function limitRule(
  site: Site,
  keyword: string,
  limit: number,
  condition: Condition,
): Rule & { readonly limit: Limit } {
  const rule = reportingRule(site, condition, () => limitFault(keyword, limit));
  return { ...rule, limit: { keyword, value: code`${limit}` } };
}

/** A call that adds an issue for a fault. */
export function told(site: Site, { kind, details }: Fault): Code {
  return code`${valueCall(runtime[`fail${kind}`], site)}, ${details});`;
}

/** The fault of a value beyond the limit of a keyword. */
export function limitFault(keyword: string, limit: number): Fault {
  return { kind: "Limit", details: code`${str(keyword)}, ${limit}` };
}

/** A rule that one expression says. With details, the message quotes the value. */
export function simpleRule(
  site: Site,
  keyword: WordedKeyword,
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
  keyword: WordedKeyword,
  params: Params = {},
  at: Code = site.at,
): Code {
  return faultSaying(site, keyword, messageFor(keyword, params), params, at);
}

/** As `fault`, with a message of its own. */
export function faultSaying(
  site: Site,
  keyword: keyof Keywords | WordedKeyword,
  message: string,
  params: Params = {},
  at: Code = site.at,
): Code {
  const last = Object.keys(params).length === 0 ? [] : code`, ${printParams(params)}`;
  return code`${faultCall(runtime.fail, site, at)}, ${str(keyword)}, ${str(message)}${last});`;
}

/** As `fault`, for a value that the message quotes. */
export function valueFault(site: Site, keyword: WordedKeyword, params: Params): Code {
  const message = str(messageFor(keyword, params));
  return code`${valueCall(runtime.failValue, site)}, ${str(keyword)}, ${message}, ${printParams(params)});`;
}

function printParams(params: Params): Code {
  return object(
    Object.entries(params).map(
      ([name, value]) => [name, isCode(value) ? value : json(value)] as const,
    ),
  );
}

/** The start of a call that adds an issue for a value, and says what came; of what is a password, nothing. */
export function valueCall(helper: Code, site: Site): Code {
  const came = isSecret(site.schema) ? code`undefined` : site.value;
  return code`${faultCall(helper, site, site.at)}, ${came}`;
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
