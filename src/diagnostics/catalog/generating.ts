import { warning, error, didYouMean, type Texts } from "./entry.js";

/** Of the model and of the code that is made of it. */
export const generatingProblems = {
  // The model

  "value-unwritable": error<{ keyword: string }>({
    message: ({ keyword }) => `${keyword} has a number that is too large for JavaScript`,
    help: "Leave it out, or give a number below 1.8e308.",
  }),
  "defaults-too-many": error({
    message: () => "this body has too many places with defaults to fill in",
    help: 'Remove deeply nested defaults, or the option `defaults: "bodies"`.',
  }),
  "discriminator-target-unknown": warning<Texts<"value" | "target", "suggestion">>({
    message: ({ value, target }) => `${value} is mapped to ${target}, which is not a schema`,
    help: ({ suggestion }) =>
      didYouMean(suggestion, "Name a schema of components.schemas, or give a reference to one."),
  }),
  "rate-limit-plan-malformed": warning<{ plan: string }>({
    message: ({ plan }) => `the limits of the plan ${plan} are malformed, so it is ignored`,
    help: "Write them as { minute: 60, day: 1000 }, or `custom`.",
  }),

  // Emitters

  "dynamic-scopes": error({
    message: () => "a $dynamicRef is reached with too many different sets of $dynamicAnchors",
    help: "Reduce the references between schemas with anchors of their own, or use $ref where only one schema is meant.",
  }),
  "reply-sets": error({
    message: () =>
      "replies match too many combinations of schemas to list the declared members of each",
    help: 'Reduce the nesting of oneOf and anyOf, or set undeclared: "send".',
  }),
  "media-as-text": warning<{ what: "a body" | "a parameter"; type: string }>({
    message: ({ what, type }) => `${what} of ${type} is passed on as a string`,
    help: "Its content is not parsed or validated; parse it in your own code.",
  }),
  "part-as-json": warning<Texts<"part" | "type">>({
    message: ({ part, type }) => `the part ${part} of ${type} is sent and read as JSON`,
    help: "Declare application/json for it; or give it type: string, and make its text in your own code.",
  }),
  "names-alike": warning<{ names: readonly string[]; code: string }>({
    marks: "key",
    message: ({ names, code }) =>
      `${names.map((name) => JSON.stringify(name)).join(" and ")} are not renamed, since both would be ${code} in code`,
    help: "They are members of one value, or of branches of one; in code they have their names of the wire.",
  }),
  "names-in-header": warning<{ name: string }>({
    marks: "key",
    message: ({ name }) =>
      `${JSON.stringify(name)} is not renamed in code, since it is in a header of a reply or of a part`,
    help: "Objects in such headers are not renamed, nor are other values of the same schema.",
  }),
  "paths-keep-names": warning({
    message: () => "paths.ts has the names of the wire",
    help: 'Its types are those of openapi-typescript, which `case: "camel"` does not change.',
  }),
  "parts-without-names": warning<{ type: string }>({
    message: ({ type }) => `the parts of ${type} have no names, so the body is passed on as bytes`,
    help: "Send a Blob whose type has the boundary in lower case; or describe the parts as properties of `schema`.",
  }),
};
