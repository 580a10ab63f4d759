import {
  entry,
  warning,
  error,
  cause,
  didYouMean,
  readAs,
  chainText,
  type Texts,
} from "./entry.js";
import { withArticle } from "../../common/words.js";
import type { Source } from "../../common/source.js";

/** Of a description as a whole, and of its references. */
export const documentProblems = {
  // The document

  "not-openapi": cause<{ found: string }>({
    message: ({ found }) => `this is not an OpenAPI description: ${found}`,
    help: "A description begins with `openapi: 3.1.1` (or `swagger: '2.0'`).",
  }),
  "version-unsupported": entry<Texts<"key" | "version", "taken">>({
    severity: ({ taken }) => (taken === undefined ? "error" : "warning"),
    root: true,
    message: ({ key, version, taken }) =>
      `${key} ${version} is not a ${taken === undefined ? "supported " : ""}version`,
    help: ({ key, version, taken }) => {
      if (taken !== undefined)
        return `Write ${key}: "${taken.replace(/^3\.\d$/, "$&.0")}"; it is read as that.`;
      return key === "swagger" && version.startsWith("3")
        ? `From version 3 on the key is openapi: write \`openapi: ${version}\`.`
        : "Use OpenAPI 3.2, 3.1 or 3.0, or Swagger 2.0.";
    },
  }),
  "version-not-string": warning<{ version: string }>({
    message: ({ version }) => `the version ${version} is a number here, and must be text`,
    help: ({ version }) =>
      `Write ${version.startsWith("2") ? '"2.0"' : `"${version.slice(0, 3)}.0"`}, in quotes.`,
  }),
  "missing-member": warning<Texts<"object" | "member", "hint">>({
    marks: "key",
    message: ({ object, member }) => `${withArticle(object)} needs ${member}`,
    help: ({ member, hint }) => hint ?? `Add ${member}.`,
  }),
  "unknown-member": warning<Texts<"object" | "member", "suggestion" | "hint">>({
    marks: "key",
    message: ({ object, member }) => `${withArticle(object)} has no member ${member}`,
    help: ({ suggestion, hint }) =>
      hint ?? didYouMean(suggestion, "Remove it, or begin its name with x- if it is an extension."),
  }),
  "wrong-version": warning<
    Texts<"subject" | "version" | "problem" | "hint"> & { marks: "key" | "value" }
  >({
    marks: ({ marks }) => marks,
    message: ({ subject, problem, version }) =>
      `${subject} ${problem}; this description is OpenAPI ${version}`,
    help: ({ hint }) => hint,
  }),
  "wrong-type": error<Texts<"subject" | "expected" | "found", "hint" | "taken">>({
    message: ({ subject, expected, found }) => `${subject} must be ${expected}, not ${found}`,
    help: ({ expected, hint, taken }) =>
      `${hint ?? `Write ${expected} here.`}${taken === undefined ? "" : ` Until then, it is ${taken}.`}`,
  }),
  "bad-value": error<Texts<"subject" | "value" | "allowed", "suggestion" | "hint">>({
    message: ({ subject, value, allowed }) => `${subject} cannot be ${value}; it is ${allowed}`,
    help: ({ hint, suggestion, allowed }) => hint ?? didYouMean(suggestion, `Write ${allowed}.`),
  }),

  // References

  "ref-not-found": entry<Texts<"ref", "suggestion" | "taken">>({
    severity: ({ taken }) => (taken === undefined ? "error" : "warning"),
    message: ({ ref }) => `there is nothing at ${ref}`,
    help: ({ suggestion, taken }) =>
      readAs(taken, didYouMean(suggestion, "Correct the reference, or add its target.")),
  }),
  "ref-malformed": error<Texts<"ref" | "problem">>({
    message: ({ ref, problem }) => `${ref} is not a reference: ${problem}`,
    help: "A reference looks like #/components/schemas/Pet or pet.yaml#/Pet.",
  }),
  "ref-wrong-kind": error<Texts<"ref" | "expected" | "found", "taken">>({
    message: ({ ref, expected, found }) =>
      `${expected} is required here, but ${ref || '""'} is ${found}`,
    help: ({ expected, taken }) =>
      `Refer to ${expected}.${taken === undefined ? "" : ` It is read as ${taken}.`}`,
  }),
  "ref-elsewhere": warning<Texts<"ref" | "meant">>({
    message: ({ ref }) => `there is no file ${ref.split("#", 1)[0] ?? ref} where this leads`,
    help: ({ meant }) => readAs(meant),
  }),
  "ref-in-entry": warning<{ ref: string }>({
    message: ({ ref }) => `there is nothing at ${ref} in this file`,
    help: "Put the name of the description's file before #; it is read as if it were there.",
  }),
  "ref-through-ref": warning<{ ref: string }>({
    message: ({ ref }) => `${ref} leads through another $ref`,
    help: "Refer to the definition directly. The reference is followed; other tools may not do so.",
  }),
  "ref-not-allowed": warning<{ object: string }>({
    message: ({ object }) => `OpenAPI has no $ref for ${object}`,
    help: "It is followed nevertheless; other tools may not do so.",
  }),
  "ref-cycle": entry<{ chain: readonly string[]; others: readonly Source[]; isIgnored?: boolean }>({
    severity: ({ isIgnored }) => (isIgnored ? "warning" : "error"),
    message: ({ chain, isIgnored }) =>
      isIgnored
        ? "this reference leads to itself"
        : `these references only lead to each other: ${chainText(chain)}`,
    help: ({ isIgnored }) =>
      isIgnored
        ? "Remove it; it is ignored."
        : "Replace one of these references with a definition.",
    related: ({ others }) =>
      others.map((source) => ({ note: "which leads back", source, marks: "value" })),
  }),
  "ref-siblings": warning<{ keys: readonly string[] }>({
    message: ({ keys }) =>
      `${keys.join(", ")} beside $ref has no meaning in OpenAPI 3.0 and before`,
    help: ({ keys }) =>
      `Put the reference into allOf, and the rest beside that; or change to OpenAPI 3.1.${keys.includes("nullable") ? " Until then, `nullable` is applied." : ""}`,
  }),
  "dialect-keyword": warning<{ key: string; name: string; reason: "alone" | "later" | "unknown" }>({
    message: ({ key, name, reason }) =>
      reason === "later"
        ? `${key} is newer than the dialect of this schema, ${name}`
        : `${key}${reason === "alone" ? " beside $ref" : ""} has no meaning in the dialect of this schema, ${name}`,
    help: ({ reason }) =>
      reason === "alone"
        ? "Put the reference into allOf; or change `$schema` to draft/2019-09 or later."
        : `${reason === "later" ? "It is applied nevertheless. " : ""}Change \`$schema\` to a dialect that has it.`,
  }),
};
