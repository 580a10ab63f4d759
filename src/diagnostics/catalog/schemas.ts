import {
  entry,
  warning,
  error,
  didYouMean,
  readAs,
  marks,
  chainText,
  type Texts,
  type InKey,
} from "./entry.js";
import { withArticle } from "../../common/words.js";
import type { Source } from "../../common/source.js";

/** Of schemas. */
export const schemasProblems = {
  "schema-type": entry<Texts<"type", "taken" | "suggestion">>({
    severity: ({ taken }) => (taken === undefined ? "error" : "warning"),
    message: ({ type }) => `${type.trim() || "an empty text"} is not a type`,
    help: ({ taken, suggestion }) => {
      const all = "Write string, number, integer, boolean, array, object or null.";
      return readAs(taken, didYouMean(suggestion, all));
    },
  }),
  "no-effect": warning<Texts<"keyword" | "type", "instead" | "hint">>({
    marks: "key",
    message: ({ keyword, type }) => `${keyword} has no effect on ${withArticle(type)}`,
    help: ({ instead, hint }) =>
      hint ?? didYouMean(instead, "Remove it, or correct the type; until then, it is ignored."),
  }),
  "exclusive-members": warning<Texts<"object" | "member" | "other"> & { others: number }>({
    marks: "key",
    message: ({ object, member, other, others }) =>
      `${withArticle(object)} has either ${member} or ${other}; here${others > 0 ? ` (and in ${others} more)` : ""}, it has both`,
    help: "Remove one of them.",
  }),
  "repeated-item": warning<Texts<"keyword" | "value"> & { others: number }>({
    message: ({ keyword, value, others }) =>
      `${value}${others > 0 ? ` (and ${others} more)` : ""} is in ${keyword} twice`,
    help: "Remove it, or correct it if another one is meant.",
  }),
  "required-unknown": warning<Texts<"property", "suggestion"> & { isRefused: boolean }>({
    message: ({ property, isRefused }) =>
      `${property} is required, but is not among the properties${isRefused ? ", and no others are allowed" : ""}`,
    help: ({ suggestion, isRefused }) =>
      didYouMean(
        suggestion,
        isRefused
          ? "Declare it in properties, or leave it out of required; as it is, no object is valid."
          : "Declare it in properties; until then, it may have any value.",
      ),
  }),
  "tuple-items": warning({
    marks: "key",
    message: () => "items with a list of schemas is an outdated form",
    help: "Write prefixItems (from OpenAPI 3.1 on); it is read as that.",
  }),
  "no-schemas": warning<{ keyword: string }>({
    marks: "key",
    message: ({ keyword }) => `${keyword} has no schemas`,
    help: "Remove it; it is ignored.",
  }),
  "array-without-items": warning({
    marks: "key",
    message: () => "an array needs items in OpenAPI 3.0 and before",
    help: "Add items; until then, the items may be of any type.",
  }),
  "enum-type-mismatch": warning<
    Texts<"value" | "type", "taken"> & { others: number; meant: "items" | "values" | undefined }
  >({
    message: ({ value, type, others, taken, meant }) =>
      `${value}${others > 0 ? ` (and ${others} more)` : ""} ${taken === undefined && !meant ? "can never be valid:" : "is"} not ${withArticle(type)}`,
    help: ({ taken, meant }) => {
      if (meant === "items") return "It is read as a value of the items. Put enum into items.";
      if (meant === "values") return "The type is ignored. Correct it.";
      if (taken === undefined) return "Remove the value, or correct the type.";
      return taken === "null"
        ? "Null is allowed all the same. Add it to the type, or correct the value."
        : `It is read as ${taken}. Write it so, or correct the type.`;
    },
  }),
  "default-type-mismatch": warning<Texts<"value" | "problem", "taken">>({
    message: ({ value, problem }) => `the default ${value} ${problem}`,
    help: ({ taken }) =>
      taken === undefined
        ? "It is not filled in. Correct the default or the schema."
        : `It is read as ${taken}. Write it so, or correct the type.`,
  }),
  "example-type-mismatch": warning<{ value: string; problem: string; others: number }>({
    message: ({ value, problem, others }) =>
      `the example ${value} ${problem}${others > 0 ? ` (and ${others} more do not fit their schemas)` : ""}`,
    help: "Correct the example or the schema; a mock uses only examples that are valid.",
  }),
  "impossible-bounds": warning<{ lower: string; upper: string; isEqual: boolean; place: Source }>({
    message: ({ lower, upper, isEqual }) =>
      `no value is valid, since ${lower} is ${isEqual ? "not below" : "above"} ${upper}`,
    help: "Correct one of the two.",
    related: ({ lower, place }) => [{ note: `${lower} is here`, source: place, marks: "value" }],
  }),
  "impossible-types": warning<Texts<"types" | "others", "member" | "taken"> & { place: Source }>({
    message: ({ types, others, member }) =>
      `no value${member === undefined ? "" : ` of ${member}`} is valid, since it would have to be ${types} and also ${others}`,
    help: ({ taken }) =>
      readAs(
        taken,
        "All of these schemas hold for the same value. Correct one of the two, or write anyOf.",
      ),
    related: ({ others, place }) => [{ note: `${others} is here`, source: place, marks: "value" }],
  }),
  "null-refused": warning<{ keyword: string; place: Source }>({
    message: ({ keyword }) => `null is one of the types, but ${keyword} does not let it through`,
    help: ({ keyword }) =>
      keyword === "enum"
        ? "Add null to the values of enum, or leave it out of type."
        : 'Write anyOf with { type: "null" } and the rest as its branches, or leave null out of type.',
    related: ({ keyword, place }) => [{ note: `${keyword} is here`, source: place, marks: "key" }],
  }),
  "impossible-values": warning<Texts<"values" | "others", "member"> & { place: Source }>({
    marks: "key",
    message: ({ values, others, member }) =>
      `no value${member === undefined ? "" : ` of ${member}`} is valid, since it would have to be ${values} and also ${others}`,
    help: "All of these schemas hold for the same value. Correct one of the two, or write anyOf.",
    related: ({ others, place }) => [{ note: `${others} is here`, source: place, marks: "key" }],
  }),
  "endless-value": warning<{ path: readonly string[] }>({
    marks: "key",
    message: ({ path }) => `no value is valid, since it would never end: ${chainText(path)}`,
    help: "Leave one of these members out of required, or let it be null or an empty list.",
  }),
  "impossible-member": warning<{ member: string; place: Source }>({
    message: ({ member }) =>
      `no object is valid, since ${JSON.stringify(member)} is required and also refused`,
    help: "All of these schemas hold for the same value. Leave out one of the two.",
    related: ({ place }) => [{ note: "it is refused here", source: place, marks: "value" }],
  }),
  "closed-part": warning<{ members: readonly string[]; place: Source }>({
    marks: "key",
    message: ({ members: [member, ...others] }) =>
      `additionalProperties refuses the member ${JSON.stringify(member)}${others.length > 0 ? ` and ${others.length} more` : ""}, which another schema of the same value declares`,
    help: "Each schema of an allOf is checked by itself. Leave additionalProperties out there, or, from OpenAPI 3.1 on, write unevaluatedProperties around the allOf.",
    related: ({ place }) => [{ note: "it is declared here", source: place, marks: "key" }],
  }),
  "invalid-pattern": warning<Texts<"pattern" | "problem"> & InKey>({
    marks,
    message: ({ pattern, problem }) =>
      `${pattern} is not a JavaScript regular expression: ${problem}`,
    help: "Write it in the syntax of ECMA-262; until then, it is not validated.",
  }),
  "number-rounded": warning<Texts<"written" | "rounded">>({
    message: ({ rounded, written }) => `${written} is read as ${rounded}`,
    help: "JavaScript's numbers are exact up to 9007199254740991. Use a string for a longer one.",
  }),
  "pattern-notation": warning<Texts<"pattern" | "taken"> & InKey>({
    marks,
    message: ({ pattern }) => `${pattern} is in the notation of a programming language`,
    help: ({ taken }) => readAs(taken),
  }),
  "pattern-backtracks": warning<Texts<"pattern"> & InKey>({
    marks,
    message: ({ pattern }) =>
      `matching ${pattern} can take exponential time for a string that does not match`,
    help: "Rewrite it so that there is only one way to match the same string; or set a low maxLength.",
  }),
  "format-unknown": warning<Texts<"format", "suggestion">>({
    message: ({ format }) => `the format ${format} is unknown and is not validated`,
    help: ({ suggestion }) =>
      didYouMean(suggestion, "Correct its name, or describe the format with pattern."),
  }),
  "discriminator-property": warning<{ property: string; schemas: readonly string[] }>({
    message: ({ property, schemas }) =>
      `the discriminator ${property} is not a property of ${schemas.join(" and ")}`,
    help: "Name a property that all of the schemas require.",
  }),
  "one-of-overlap": warning<{ inner: string; outer: string; others: number }>({
    message: ({ inner, outer, others }) =>
      `what is valid for ${inner} is valid for ${outer} too, so oneOf refuses it${others > 0 ? ` (and ${others} more pair${others > 1 ? "s" : ""})` : ""}`,
    help: 'Write anyOf, or tell the schemas apart by a member with a const. Set `oneOf: "any"` in the config if the description is not yours.',
  }),
  "schema-cycle": entry<{
    chain: readonly string[];
    by: "choice" | "itself" | "each other" | "others";
  }>({
    severity: ({ by }) => (by === "others" ? "error" : "warning"),
    message: ({ chain, by }) => {
      if (by === "itself") return `${chain[0] ?? ""} is in its own allOf`;
      return by === "each other"
        ? `these schemas are in the allOf of each other: ${chainText(chain)}`
        : `validation would never end: ${chainText(chain)}`;
    },
    help: ({ by }) => {
      switch (by) {
        case "itself":
          return "Remove it there; it says no more than the rest, and is ignored.";
        case "each other":
          return "Remove one of the references. Until then, what one of them says holds for all.";
        case "choice":
          return "A schema in oneOf or anyOf refers back to it; remove one of the two references. Until then, that branch is ignored.";
        default:
          return "A schema refers back to itself for the same value, by $ref, allOf, not or the like; remove one of the references.";
      }
    },
  }),
  "chain-too-long": error({
    message: () => "the chain of references between schemas is too long",
    help: "Refer to the schema directly, without references in between.",
  }),
};
