import { type Code, code, str } from "../../../emit/code.js";
import { isTrivial, passesUndefined, refusesUndefined } from "../analysis.js";
import { all, any } from "../condition.js";
import { partsOfMembers } from "../division.js";
import { below, isAbsent, isPresent } from "../members.js";
import { runtime } from "../runtime-names.js";
import type { Keyword, Site } from "../site.js";
import { choose, when } from "../statement.js";

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
      test: () =>
        all(
          checked.map(([property, schema]) => {
            const value = body.read(property);
            const holds = body.test(schema, value);
            if (!required.has(property))
              return passesUndefined(schema) ? holds : any([isAbsent(value), holds]);
            return refusesUndefined(schema) ? holds : all([isPresent(value), holds]);
          }),
        ),
      explain: () =>
        checked.flatMap(([property, schema]) => {
          const value = body.read(property);
          const statements = body.explain(schema, value, below(at, property));
          if (required.has(property))
            return choose([[isAbsent(value), [missing(site, property)]]], statements);
          return passesUndefined(schema) ? statements : when(isPresent(value), statements);
        }),
    };
  },
};

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
