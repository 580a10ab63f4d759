import { type Code, code, global, json } from "../../../emit/code.js";
import { listedValues } from "../../../model/walks/values.js";
import { isScalar, kindOfValue } from "../analysis/analysis.js";
import { any, atom, compare, type Condition, not } from "../code/statement.js";
import { runtime } from "../code/runtime-names.js";
import { type Fault, type Keyword, type Rule, type Site, simpleRule, told } from "../code/site.js";

/** Up to so many values are compared one by one, more are looked up. */
const fewValues = 8;

/** `enum` and `const`. Values that `type` excludes are left out, so that it need not be tested. */
export const listed: Keyword = {
  on: "any",
  names: ["enum", "const"],
  rule(site): Rule | undefined {
    const { keywords, known } = site;
    const values = listedValues(keywords);
    if (!values) return undefined;
    const possible = (item: unknown): boolean => known.kinds?.has(kindOfValue(item)) ?? true;
    const plain = values.filter(isScalar);
    const deep = values.filter((item) => !isScalar(item)).map((item, index) => ({ item, index }));
    const likeDeep = deep
      .filter(({ item }) => possible(item))
      .map(({ item, index }) => isDeepEqual(site, item, index));
    const holds = any([...plainTest(site, plain, possible), ...likeDeep]);
    if (keywords.const && !keywords.enum)
      return simpleRule(site, "const", holds, { expected: shown(keywords.const.value) });
    const isFew = values.length > 1 && values.length <= fewValues && values.every(isPlain);
    const fault = (): Fault => {
      const details = list(site);
      return { kind: "Enum", details, ...(isFew ? { by: details } : {}) };
    };
    return {
      test: () => holds,
      explain: () => [{ if: not(holds), then: [told(site, fault())], ifAbsent: {} }],
      fault,
    };
  },
};

function isPlain(item: unknown): boolean {
  return isScalar(item) && typeof item !== "bigint";
}

/** A constant with all values, for the message; one value by itself needs none. */
function list({ body, schema, keywords }: Site): Code {
  const values = listedValues(keywords)?.map(shown) ?? [];
  const [only] = values;
  if (values.length === 1 && isScalar(only)) return json(values);
  return body.constant(schema, "Values", code`readonly unknown[]`, json(values));
}

/** Issues are written as JSON, which has no bigints. */
function shown(value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function plainTest(
  site: Site,
  plain: readonly unknown[],
  possible: (item: unknown) => boolean,
): readonly Condition[] {
  const { body, schema, value } = site;
  if (plain.length <= fewValues)
    return plain.filter(possible).map((item) => compare(value, "===", json(item === 0 ? 0 : item)));
  const hasBigints = plain.some((item) => typeof item === "bigint");
  const values = code`/* @__PURE__ */ new Set(${hasBigints ? json(plain) : list(site)})`;
  return [
    atom(
      code`${body.constant(schema, "Set", code`${global("ReadonlySet")}<unknown>`, values)}.has(${value})`,
    ),
  ];
}

function isDeepEqual({ body, schema, value }: Site, item: unknown, index: number): Condition {
  const suffix = index === 0 ? "Value" : `Value${index + 1}`;
  const constant: Code = body.constant(schema, suffix, code`unknown`, json(item));
  return atom(code`${runtime.isEqual}(${value}, ${constant})`);
}
