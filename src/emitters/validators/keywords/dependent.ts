import { isTrivial } from "../analysis/analysis.js";
import { all, any, not, when } from "../code/statement.js";
import { isAbsent, isPresent } from "../code/members.js";
import { fault, type Keyword } from "../code/site.js";
/** Members that have to be there because another one is. */
export const dependentRequired: Keyword = {
  on: "object",
  names: ["dependentRequired"],
  rule(site) {
    const { body } = site;
    const pairs = [...(site.keywords.dependentRequired ?? [])].flatMap(([because, names]) =>
      names.map((name) => ({ because, name })),
    );
    if (pairs.length === 0) return undefined;
    return {
      test: () =>
        all(
          pairs.map(({ because, name }) =>
            any([isAbsent(body.read(because)), isPresent(body.read(name))]),
          ),
        ),
      explain: () =>
        pairs.flatMap(({ because, name }) => {
          const params = { property: name, because };
          return when(all([isPresent(body.read(because)), isAbsent(body.read(name))]), [
            fault(site, "dependentRequired", params),
          ]);
        }),
    };
  },
};

/** Schemas that hold because a member is there. */
export const dependentSchemas: Keyword = {
  on: "object",
  names: ["dependentSchemas"],
  rule({ at, body, keywords, known, value }) {
    const checked = [...(keywords.dependentSchemas ?? [])].filter(
      ([, schema]) => !isTrivial(schema),
    );
    if (checked.length === 0) return undefined;
    return {
      test: () =>
        all(
          checked.map(([name, schema]) =>
            any([not(isPresent(body.read(name))), body.test(schema, value, known)]),
          ),
        ),
      explain: () =>
        checked.flatMap(([name, schema]) =>
          when(isPresent(body.read(name)), body.explain(schema, value, at, known)),
        ),
    };
  },
};
