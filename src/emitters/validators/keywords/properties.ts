import { code, join, str } from "../../../emit/code.js";
import { isTrivial, refusesUndefined } from "../analysis.js";
import { all, any } from "../condition.js";
import { below, isAbsent, isInherited, isPresent } from "../members.js";
import { runtime } from "../runtime-names.js";
import { fault, type Keyword } from "../site.js";
import { type Statement, when } from "../statement.js";

/** A member that has to be there is one that its schema does not take `undefined` for. */
export const properties: Keyword = {
  on: "object",
  names: ["properties"],
  rule({ at, body, keywords }) {
    const required = keywords.required ?? new Set();
    const checked = [...(keywords.properties ?? [])].filter(([, schema]) => !isTrivial(schema));
    if (checked.length === 0) return undefined;
    return {
      test: () =>
        all(
          checked.map(([property, schema]) => {
            const value = body.read(property);
            const holds = body.test(schema, value);
            if (!required.has(property)) return any([isAbsent(value), holds]);
            return refusesUndefined(schema) ? holds : all([isPresent(value), holds]);
          }),
        ),
      explain: () =>
        checked.flatMap(([property, schema]) => {
          const value = body.read(property);
          return when(isPresent(value), body.explain(schema, value, below(at, property)));
        }),
    };
  },
};

/** Members that have to be there and of which `properties` says nothing more. */
export const required: Keyword = {
  on: "object",
  names: ["required"],
  rule(site) {
    const { body, keywords, value } = site;
    const names = [...(keywords.required ?? [])];
    if (names.length === 0) return undefined;
    const known = (name: string) => {
      const schema = keywords.properties?.get(name);
      return schema !== undefined && !isTrivial(schema);
    };
    const explainOne = (name: string): readonly Statement[] =>
      when(isAbsent(body.read(name)), [fault(site, "required", code`{ property: ${str(name)} }`)]);
    return {
      test: () =>
        all(names.filter((name) => !known(name)).map((name) => isPresent(body.read(name)))),
      explain: () => {
        const plain = names.filter((name) => !isInherited(name));
        if (plain.length < 2) return names.flatMap(explainOne);
        const list = code`[${join(plain.map(str), ", ")}]`;
        return [
          code`${runtime.failMissing}(issues, ${site.at}, ${body.placeOf(site.schema)}, ${value}, ${list});`,
          ...names.filter(isInherited).flatMap(explainOne),
        ];
      },
    };
  },
};
