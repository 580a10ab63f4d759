import { type Code, code } from "../../../emit/code.js";
import { type Outline, asExpression, askedType } from "./compose.js";
import type { Fault, Rule } from "./site.js";
import { type Condition, not } from "./statement.js";

/** A fault of a member that one call can report. */
export interface MemberFault {
  /** True for what is absent too. */
  readonly isWrong: Condition;
  /** The end of the name of the runtime's function: `failMemberFormat`. */
  readonly kind: Fault["kind"] | "";
  /** Arguments after the value. */
  readonly details: Code;
}

/** The runtime's check of a member: the end of its name, and the arguments after the value. */
export interface MemberCheck {
  readonly word: MemberWord;
  readonly details: readonly Code[];
}

/** The kinds of members for which the runtime has functions `require…` and `optional…`. */
export type MemberWord =
  | "Boolean"
  | "Format"
  | "FormatOrNull"
  | "Integer"
  | "IntegerFormat"
  | "Number"
  | "OneOf"
  | "Range"
  | "String"
  | "StringOrNull"
  | "Text"
  | "TextOrNull"
  | "Type";

const wordsOfTypes: ReadonlyMap<string, MemberWord> = new Map([
  ["boolean", "Boolean"],
  ["integer", "Integer"],
  ["number", "Number"],
  ["string", "String"],
  ["null,string", "StringOrNull"],
]);

const wordsOfFormats: ReadonlyMap<string, MemberWord> = new Map([
  ["string", "Format"],
  ["null,string", "FormatOrNull"],
  ["integer", "IntegerFormat"],
]);

const wordsOfTexts: ReadonlyMap<string, MemberWord> = new Map([
  ["string", "Text"],
  ["null,string", "TextOrNull"],
]);

interface Single {
  readonly rule: Rule | undefined;
}

/** The one rule, or none, of a value of a few types or of one of some values; undefined where more is asked. */
function singleRule(outline: Outline): Single | undefined {
  const { isNothing, isOne, kinds, onAny, onKind, types } = outline;
  const rules = [...onKind.values()].flat();
  const [rule = onAny[0]] = rules;
  if (isNothing || !isOne || rules.length + onAny.length > 1 || kinds?.has("bigint"))
    return undefined;
  const isEnum = rule?.fault?.().kind === "Enum";
  if (isEnum ? types !== undefined : types === undefined || onAny.length > 0) return undefined;
  return rule && !rule.fault ? undefined : { rule };
}

/** Undefined where no function of the runtime checks all that is asked of a member. */
export function memberCheck(outline: Outline): MemberCheck | undefined {
  const { types = [] } = outline;
  if (types.includes("date")) return undefined;
  const single = singleRule(outline);
  if (!single) return limitsCheck(outline);
  const { rule } = single;
  const fault = rule?.fault?.();
  if (!fault) {
    const word = wordsOfTypes.get(types.join());
    return word ? { word, details: [] } : { word: "Type", details: [askedType(outline)] };
  }
  if (!fault.by) return limitsCheck(outline);
  if (fault.kind === "Enum") return { word: "OneOf", details: [fault.by] };
  const word = wordsOfFormats.get(types.join());
  // The test of a `float` lets through what is not an integer.
  if (word === "IntegerFormat" && !rule?.impliesType) return undefined;
  return word && { word, details: [fault.by, fault.details] };
}

/** A text or number with limits alone. */
function limitsCheck(outline: Outline): MemberCheck | undefined {
  const { isNothing, isOne, kinds, onAny, onKind, types = [] } = outline;
  if (isNothing || !isOne || onAny.length > 0 || kinds?.has("bigint")) return undefined;
  const rules = [...onKind.values()].flat();
  const limits = new Map(rules.map(({ limit }) => [limit?.keyword, limit?.value]));
  const isOf = (...keywords: readonly string[]): boolean =>
    limits.size === rules.length &&
    [...limits.keys()].every((keyword) => keyword !== undefined && keywords.includes(keyword));
  const valueOf = (keyword: string): Code => limits.get(keyword) ?? code`undefined`;
  const word = wordsOfTexts.get(types.join());
  if (word && isOf("minLength", "maxLength", "pattern"))
    return {
      word,
      details: [limits.get("minLength") ?? code`0`, valueOf("maxLength"), valueOf("pattern")],
    };
  const isNumber = types.some((type) => type === "integer" || type === "number");
  if (!isNumber || !isOf("minimum", "maximum")) return undefined;
  return { word: "Range", details: [askedType(outline), valueOf("minimum"), valueOf("maximum")] };
}

/** Undefined where one call cannot report all faults of a member. */
export function memberFault(outline: Outline): MemberFault | undefined {
  const single = singleRule(outline);
  const holds = single && asExpression(outline);
  if (!holds) return undefined;
  const isWrong = not(holds);
  const asked = askedType(outline);
  const fault = single.rule?.fault?.();
  if (!fault) return { isWrong, kind: "", details: asked };
  const details = fault.kind === "Enum" ? fault.details : code`${asked}, ${fault.details}`;
  return { isWrong, kind: fault.kind, details };
}
