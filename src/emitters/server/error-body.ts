import { type Code, code, json, objectIfAny, str, use } from "../../emit/code.js";
import { propertiesOf } from "../../model/media.js";
import { namingOf } from "../../model/passes/camel-case.js";
import type { JsonType, Keywords, Media, Schema } from "../../model/types.js";
import { isTrivial } from "../validators/analysis/analysis.js";
import { isInherited } from "../names.js";
import { isOfTypes, meantTypes, together } from "../../model/walks/values.js";
import { itemsOf, membersOf } from "../../model/walks/members.js";

/** Objects in objects, as in `{ error: { details: [{ message }] } }`. */
const DEEPEST = 3;

/** The body of an error, made of a `problem`. */
export class ErrorBody {
  /** Undefined if a failure lacks a required member, or has none of them, and the body is not any text. */
  readonly code: Code | undefined;
  /** False if it is the same for every failure. */
  isSpecific = false;
  /** The member of the body that a failure lacks, although it is required. */
  lacks: string | undefined;
  readonly #isProblem: boolean;

  constructor({ schema, type, codec }: Media) {
    this.#isProblem = /^application\/problem\+/i.test(type);
    const object = codec === "json" && schema ? this.#object(schema, 0) : undefined;
    this.code = object ?? this.#text(schema);
  }

  /** A body of any text, and one without a schema. */
  #text(schema: Schema | undefined): Code | undefined {
    const { types, isFree, isUri, parts } = schema ? kindOf(schema) : anyText;
    const isText = isFree && !isUri && types.includes("string");
    return isText ? this.#specific(shortened(fromProblem("explain"), parts)) : undefined;
  }

  #object(schema: Schema, depth: number): Code | undefined {
    const known = propertiesOf(schema);
    const { types, parts } = kindOf(schema);
    if (depth > DEEPEST || !types.includes("object") || parts.some(isListed)) return undefined;
    const unknown = requiredIn(schema).find((member) => !known.has(member));
    if (unknown !== undefined) return this.#lacking(unknown, depth);
    const { properties } = membersOf(schema);
    const names = namingOf(schema)?.names;
    const wasSpecific = this.isSpecific;
    const members: [string, Code][] = [];
    for (const [member, { schema: inner, required }] of known) {
      const all = kindOf(properties.get(member) ?? inner);
      const value = this.#value({ ...all, member, required, depth });
      const coded = names?.get(member) ?? member;
      if (value) members.push([coded, value]);
      // TypeScript takes an object without an own `toString` to have the inherited one.
      else if (required || isInherited(coded)) {
        this.isSpecific = wasSpecific;
        const isThere = all.isFree && all.types.length === 0 && RFC_9457.test(member);
        return required && !isThere ? this.#lacking(member, depth) : undefined;
      }
    }
    return objectIfAny(members);
  }

  #lacking(member: string, depth: number): undefined {
    if (depth === 0) this.lacks = member;
  }

  #value(asked: Asked): Code | undefined {
    const found = asked.isFree ? this.#named(asked) : undefined;
    const isNull = asked.required && asked.isNullable;
    return found ?? givenValue(asked) ?? (isNull ? code`null` : undefined);
  }

  /** What a failure has for a member of this name and type. */
  #named(asked: Asked): Code | undefined {
    const { schema, parts, types, member, required, depth, isUri } = asked;
    const is = (type: JsonType): boolean => types.includes(type);
    if (is("string")) {
      // RFC 9457, section 4.2.1.
      if (member === "type" && (isUri || this.#isProblem)) return str("about:blank");
      const value = isUri ? undefined : textFor(member, required);
      return this.#specific(value && shortened(value, parts));
    }
    if (is("integer") || is("number")) {
      const isStatus = STATUS.test(member) || member === "code";
      return isStatus ? this.#specific(code`problem.status`) : undefined;
    }
    const isError = /^(error|errors|details|issues)$/.test(member);
    if (is("object")) return isError || required ? this.#object(schema, depth + 1) : undefined;
    const { first, rest: items } = itemsOf(schema);
    if (!is("array") || first.length > 0 || !items) return undefined;
    const item = kindOf(items);
    if (item.isFree && item.types.includes("string"))
      return isError || required ? this.#specific(eachText(parts, item.parts)) : undefined;
    const one = isError ? this.#object(item.schema, depth + 1) : undefined;
    return one && code`[${one}]`;
  }

  #specific(value: Code | undefined): Code | undefined {
    if (value) this.isSpecific = true;
    return value;
  }
}

export function requiredIn(schema: Schema): readonly string[] {
  return [...together(schema)].flatMap(({ keywords }) => [...(keywords.required ?? [])]);
}

interface ErrorTraits {
  /** Of the values that are not null. */
  readonly schema: Schema;
  readonly parts: readonly Keywords[];
  readonly types: readonly JsonType[];
  /** Any text or number of its type is one of its values. */
  readonly isFree: boolean;
  readonly isUri: boolean;
  readonly isNullable: boolean;
}

/** A member of an error. */
interface Asked extends ErrorTraits {
  readonly member: string;
  readonly required: boolean;
  readonly depth: number;
}

function kindOf(written: Schema): ErrorTraits {
  const schema = withoutNull(written);
  const parts = [...together(schema)].map(({ keywords }) => keywords);
  return {
    schema,
    parts,
    types: meantTypes(schema) ?? [],
    isFree: parts.every(isFree),
    isUri: parts.some(({ format }) => format?.startsWith("uri")),
    isNullable: meantTypes(written)?.includes("null") === true,
  };
}

function isListed({ enum: values, const: constant }: Keywords): boolean {
  return (values ?? constant) !== undefined;
}

function isFree(keywords: Keywords): boolean {
  const { pattern, anyOf, oneOf, not, format } = keywords;
  if (isListed(keywords) || (pattern ?? anyOf ?? oneOf ?? not)) return false;
  return format === undefined || /^(int32|int64|uri|uri-reference)$/.test(format);
}

/** Of `anyOf: [X, null]`, X, if nothing else is said. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, oneOf, ...rest } = schema.keywords;
  if ((anyOf && oneOf) || !isTrivial({ ...schema, keywords: rest })) return schema;
  const [only, ...others] = (anyOf ?? oneOf ?? []).filter(
    (one) => meantTypes(one)?.every((type) => type === "null") !== true,
  );
  return only && others.length === 0 ? only : schema;
}

const anyText = { types: ["string"], isFree: true, isUri: false, parts: [] };

/** What a failure has where nothing else is made of it. */
export const RFC_9457 = /^(title|status|detail|code)$/;

const STATUS = /^(status|statusCode|status_code|httpStatus)$/;

/** What a function of the runtime makes of the failure. */
function fromProblem(word: "explain" | "explainEach" | "titleOf"): Code {
  return code`${use(word, "./runtime/server/problem.js")}(problem)`;
}

function least(parts: readonly Keywords[], word: "maxLength" | "maxItems"): number {
  return parts.reduce((found, keywords) => Math.min(found, keywords[word] ?? Infinity), Infinity);
}

/** A text as long as its schema lets it be. */
function shortened(value: Code, parts: readonly Keywords[]): Code {
  const most = least(parts, "maxLength");
  if (most === Infinity) return value;
  return code`${use("shortened", "./runtime/server/problem.js")}(${value}, ${most})`;
}

function eachText(parts: readonly Keywords[], ofItems: readonly Keywords[]): Code {
  const most = least(parts, "maxItems");
  const each = fromProblem("explainEach");
  const some = most === Infinity ? each : code`${each}.slice(0, ${most})`;
  if (least(ofItems, "maxLength") === Infinity) return some;
  return code`${some}.map((one) => ${shortened(code`one`, ofItems)})`;
}

function textFor(member: string, required: boolean): Code | undefined {
  if (/^(code|error|err(or)?_?[cC]ode)$/.test(member)) return code`problem.code`;
  if (member === "title") return fromProblem("titleOf");
  if (/^(message|detail|description|error_description|msg|reason)$/.test(member))
    return fromProblem("explain");
  if (!required) return undefined;
  // As in JSON:API.
  if (STATUS.test(member)) return code`String(problem.status)`;
  // As in OpenAI's API, where it is a word for programs.
  return member === "type" ? code`problem.code` : undefined;
}

/** The only value that a member may have, or its default. */
function givenValue({ parts, types, isFree }: ErrorTraits): Code | undefined {
  const listed = parts.flatMap(({ enum: values = [] }) => values);
  const only = parts.flatMap(({ const: constant }) => (constant ? [constant.value] : []));
  const usual = parts.flatMap(({ default: value }) => (value ? [value.value] : []));
  const [value] = [
    ...only,
    ...(listed.length === 1 ? listed : []),
    ...usual.filter((one) => isFree || listed.includes(one)),
  ];
  const isPlain = value !== undefined && typeof value !== "object";
  return isPlain && isOfTypes(value, types) ? json(value) : undefined;
}
