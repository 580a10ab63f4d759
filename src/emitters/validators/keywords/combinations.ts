import { code } from "../../../emit/code.js";
import type { Schema } from "../../../model/types.js";
import { isMerged, isTrivial } from "../analysis/analysis.js";
import {
  type Condition,
  type Statement,
  all,
  any,
  atom,
  choose,
  isAlways,
  isNever,
  no,
  not,
  when,
  yes,
} from "../code/statement.js";
import { messageForNot } from "../code/messages.js";
import { faultSaying, type Keyword, type Known } from "../code/site.js";
/** Target of `$ref`. */
export const reference: Keyword = {
  on: "any",
  names: ["ref"],
  rule({ at, body, keywords, known, value }) {
    const { ref } = keywords;
    if (!ref || isTrivial(ref)) return undefined;
    return {
      test: () => body.test(ref, value, known),
      explain: () => body.explain(ref, value, at, known),
    };
  },
};

/** The parts that are not written where the whole is. */
export const allOf: Keyword = {
  on: "any",
  names: ["allOf"],
  rule({ at, body, keywords, known, schema, value }) {
    const parts = (keywords.allOf ?? []).filter((part) => !isMerged(part) && !isTrivial(part));
    if (parts.length === 0) return undefined;
    const knownAt = (index: number): Known => (index === 0 ? known : { ...known, isListed: true });
    // What is written inside of another schema's function has no members of its own that are read at the top.
    const test = (part: Schema, index: number): Condition =>
      schema === body.owner
        ? body.testPart(part, value, knownAt(index))
        : body.test(part, value, knownAt(index));
    return {
      test: () => all(parts.map(test)),
      explain: () => parts.flatMap((part, index) => body.explain(part, value, at, knownAt(index))),
    };
  },
};

export const excluded: Keyword = {
  on: "any",
  names: ["not"],
  rule(site) {
    const { body, keywords, known, value } = site;
    const schema = keywords.not;
    if (!schema) return undefined;
    return {
      test: () => not(body.test(schema, value, known)),
      explain: () =>
        when(body.test(schema, value, known), [faultSaying(site, "not", messageForNot(schema))]),
    };
  },
};

/** `if`, `then` and `else`. */
export const conditional: Keyword = {
  on: "any",
  names: ["if"],
  rule({ at, body, keywords, known, value }) {
    const { if: asked, then, else: otherwise } = keywords;
    if (!asked || ((!then || isTrivial(then)) && (!otherwise || isTrivial(otherwise))))
      return undefined;
    const inside: Known = { kinds: known.kinds, isListed: true };
    return {
      test: () => {
        const condition = body.test(asked, value, known);
        const first = then && !isNever(condition) ? body.test(then, value, inside) : all([]);
        const second =
          otherwise && !isAlways(condition) ? body.test(otherwise, value, inside) : all([]);
        if (isAlways(second)) return any([not(condition), first]);
        if (isAlways(first)) return any([condition, second]);
        if (isNever(first)) return all([not(condition), second]);
        if (isNever(second)) return all([condition, first]);
        const test = yes(condition);
        return atom(
          code`(${test} ? ${yes(first)} : ${yes(second)})`,
          code`(${test} ? ${no(first)} : ${no(second)})`,
        );
      },
      explain: () => {
        const condition = body.test(asked, value, known);
        const explain = (branch: Schema | undefined): readonly Statement[] =>
          branch ? body.explain(branch, value, at, inside) : [];
        const first = isNever(condition) ? [] : explain(then);
        const second = isAlways(condition) ? [] : explain(otherwise);
        return first.length === 0
          ? when(not(condition), second)
          : choose([[condition, first]], second);
      },
    };
  },
};
