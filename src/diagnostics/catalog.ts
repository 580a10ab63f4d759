import { withArticle } from "./words.js";

/** A place in a description. Line and column are looked up when a diagnostic is printed. */
export interface Source {
  /** As the user would write it: relative to the working directory where it can be, or a URL. */
  readonly file: string;
  /** JSON Pointer (RFC 6901) into the file as it was written; "" is the whole file. */
  readonly pointer: string;
}

/** A place that the parser knew better than a JSON Pointer can say: for syntax errors. */
export interface Span extends Source {
  /** Offset in UTF-16 units from the start of the file. */
  readonly offset: number;
  readonly length: number;
}

export type Severity = "error" | "warning";

interface Entry<Details> {
  readonly severity: Severity | ((details: Details) => Severity);
  /** The part of the member at the pointer that is underlined; the value when left out. */
  readonly marks?: "key" | "value" | ((details: Details) => "key" | "value");
  /** The cause of others: printed before what is found in a description that can be read. */
  readonly root?: true;
  readonly message: (details: Details) => string;
  readonly help: string | ((details: Details) => string);
  /** Other places that have to do with it. */
  readonly related?: (details: Details) => readonly Related[];
}

/** Another place that a diagnostic is about, with what is there. */
export interface Related {
  readonly note: string;
  readonly source: Source;
  readonly marks: "key" | "value";
}

type Nothing = Record<never, never>;

/** Details that are texts, and those that may be left out. */
type Texts<Needed extends string, Optional extends string = never> = {
  readonly [K in Needed]: string;
} & { readonly [K in Optional]?: string | undefined };

const entry = <Details = Nothing>(entry: Entry<Details>): Entry<Details> => entry;

type Said<Details> = Omit<Entry<Details>, "severity">;

const warning = <Details = Nothing>(said: Said<Details>): Entry<Details> => ({
  severity: "warning",
  ...said,
});

const error = <Details = Nothing>(said: Said<Details>): Entry<Details> => ({
  severity: "error",
  ...said,
});

/** An error from which others follow. */
const cause = <Details = Nothing>(said: Said<Details>): Entry<Details> => ({
  ...error(said),
  root: true,
});

const didYouMean = (suggestion: string | undefined, otherwise: string): string =>
  suggestion === undefined ? otherwise : `Did you mean ${suggestion}?`;

const readAs = (taken: string | undefined, otherwise = ""): string =>
  taken === undefined ? otherwise : `Write ${taken}; it is read as that.`;

/** Whether it is the key at the place that has the mistake. */
interface InKey {
  readonly isKey: boolean;
}

const marks = ({ isKey }: InKey): "key" | "value" => (isKey ? "key" : "value");

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.round(bytes / 1e6)} MB`;

const chainText = (steps: readonly string[]): string =>
  (steps.length <= 8 ? steps : [...steps.slice(0, 4), "…", ...steps.slice(-2)]).join(" → ");

/** Every problem that a description can have. Each has a folder in `test/diagnostics/`. */
export const catalog = {
  // Reading files

  "file-not-found": cause<Texts<"file", "suggestion">>({
    message: ({ file }) => `there is no file ${file}`,
    help: ({ suggestion }) => didYouMean(suggestion, "Correct the path."),
  }),
  "file-unreadable": cause<Texts<"file" | "reason">>({
    message: ({ file, reason }) => `${file} cannot be read: ${reason}`,
    help: "Name a file that holds a description, and that you may read.",
  }),
  "file-too-large": cause<{ file: string; limit: number }>({
    message: ({ file, limit }) => `${file} is larger than ${size(limit)}`,
    help: "Check that it is the right file; if it is, raise the limit.",
  }),
  "bad-encoding": entry<{ byte?: number | undefined; isRead: boolean }>({
    severity: ({ isRead }) => (isRead ? "warning" : "error"),
    root: true,
    message: ({ byte }) =>
      byte === undefined
        ? "this file is UTF-16, not UTF-8"
        : `the byte ${byte.toString(16).toUpperCase()} here is not UTF-8`,
    help: ({ byte, isRead }) =>
      `Save the file as UTF-8.${byte !== undefined && isRead ? " It is read as Windows-1252, as are others like it." : ""}`,
  }),
  "ref-outside-root": error<Texts<"ref" | "root">>({
    message: ({ ref, root }) => `${ref} refers to a file outside of ${root}, which is not allowed`,
    help: "Move the file into this folder, or set `root` to a folder that contains both.",
  }),
  "ref-remote": error<{ ref: string }>({
    message: ({ ref }) =>
      `${ref} is a remote reference, which is not fetched unless that is allowed`,
    help: "Save a copy beside the description and refer to that, or allow it with `remote`.",
  }),
  "remote-failed": cause<Texts<"url" | "reason">>({
    message: ({ url, reason }) => `${url} could not be fetched: ${reason}`,
    help: "Check the address and the network, or save a copy and refer to that.",
  }),

  // What the config asks for

  "filter-unmatched": warning<Texts<"key" | "entry", "suggestion">>({
    message: ({ key, entry }) => `no operation matches ${entry} in the ${key} of a filter`,
    help: ({ suggestion }) => didYouMean(suggestion, "Correct the entry, or remove it."),
  }),

  "diagnostic-unknown": warning<Texts<"code", "suggestion">>({
    message: ({ code }) => `there is no diagnostic ${code}, which diagnostics of the config names`,
    help: ({ suggestion }) => didYouMean(suggestion, "Write the code of a warning, or remove it."),
  }),
  "operation-unknown": error<Texts<"option" | "operation", "suggestion">>({
    message: ({ option, operation }) =>
      `there is no operation ${operation}, which ${option} of the config names`,
    help: ({ suggestion }) => didYouMean(suggestion, "Write an operationId of the description."),
  }),
  "pagination-malformed": warning<{ operation: string }>({
    message: ({ operation }) => `x-pagination of ${operation} is malformed and is ignored`,
    help: "Write false, or an object with some of kind, parameter, size, items, next, more, total, header and first.",
  }),
  "pagination-unknown": error<Texts<"operation" | "key", "name" | "suggestion">>({
    message: ({ operation, key, name }) =>
      name === undefined
        ? `the pagination of ${operation} needs ${key}, which is not found in the description`
        : `the pagination of ${operation} has "${name}" as ${key}, which the description does not have there`,
    help: ({ suggestion }) =>
      didYouMean(
        suggestion,
        "Name a parameter of it, or a member of its reply; or write false to turn its pagination off.",
      ),
  }),
  "streams-body": error<{ operation: string }>({
    message: ({ operation }) =>
      `${operation} has no binary or multipart body that could be a stream`,
    help: "Give its body a binary media type, or multipart/form-data; or remove it from streams.",
  }),

  "describe-needed": warning<Texts<"schema" | "member">>({
    message: ({ schema, member }) =>
      `the server cannot fill in ${schema} for its own errors, since it requires "${member}"`,
    help: "Set the server option describe, which returns the body of an error; without it, the body is that of RFC 9457.",
  }),
  "emitter-warning": warning<Texts<"emitter" | "message">>({
    message: ({ emitter, message }) => `${emitter}: ${message}`,
    help: "This is reported by your own emitter.",
  }),
  "paths-reference": warning<{ ref: string; problem: "missing" | "no pointer" | "cycle" }>({
    message: ({ ref }) => `paths.ts has the type unknown for ${ref}`,
    help: ({ problem }) => {
      if (problem === "missing") return "There is nothing at its end. Correct the reference.";
      return problem === "cycle"
        ? "It leads back to where it stands, which is no component that could have a type of its own."
        : "openapi-typescript follows references by JSON Pointer only, such as #/components/schemas/Pet.";
    },
  }),
  "paths-cycle": warning<{ schema: string }>({
    message: ({ schema }) => `paths.ts has the type unknown where ${schema} contains itself`,
    help: "TypeScript rejects such types inside an interface; types.ts has the complete type.",
  }),

  // Overlays

  "overlay-malformed": cause<{ problem: string }>({
    message: ({ problem }) => problem,
    help: "See https://spec.openapis.org/overlay/v1.1.0.html for the syntax of overlays.",
  }),
  "overlay-unusual": warning<{ problem: string }>({
    message: ({ problem }) => problem,
    help: "See https://spec.openapis.org/overlay/v1.1.0.html for the syntax of overlays.",
  }),
  "overlay-unknown-member": warning<Texts<"key", "suggestion">>({
    marks: "key",
    message: ({ key }) => `overlays have no ${key} here, so it has no effect`,
    help: ({ suggestion }) => didYouMean(suggestion, "Remove it, or put x- in front of its name."),
  }),
  "overlay-target-syntax": cause<Texts<"target" | "problem">>({
    message: ({ target, problem }) => `${target} is not a JSONPath: ${problem}`,
    help: "Write it as RFC 9535 says, for instance $.paths['/pets'].get.",
  }),
  "overlay-target-missing": warning<Texts<"target", "suggestion" | "ref">>({
    message: ({ target }) => `nothing matches ${target}, so this action has no effect`,
    help: ({ suggestion, ref }) =>
      ref === undefined
        ? didYouMean(suggestion, "Correct the target, or remove the action.")
        : `There is a reference to ${ref} on the way. A target selects what is written in the description itself.`,
  }),
  "overlay-incompatible": cause<Texts<"target" | "update">>({
    message: ({ target, update }) => `${update} cannot be merged into ${target}`,
    help: "Objects are merged, lists are joined, and other values replaced; to change the kind, remove it first.",
  }),
  "overlay-opens-security": warning<{ owner: string }>({
    message: ({ owner }) => `after this removal, ${owner} needs no credentials any more`,
    help: "Remove a scheme together with its requirement, and where no other one is left, remove `security` as a whole.",
  }),
  "overlay-for-another": warning<Texts<"ref" | "file">>({
    message: ({ ref, file }) => `this overlay extends ${ref}, but is applied to ${file}`,
    help: "Correct extends, or apply the overlay to that description.",
  }),

  // Syntax

  "json-syntax": entry<{ problem: string; isRead?: boolean }>({
    severity: ({ isRead }) => (isRead === true ? "warning" : "error"),
    root: true,
    message: ({ problem }) => problem,
    help: ({ isRead }) =>
      isRead === true
        ? "It is read nevertheless; other tools may reject it."
        : "Correct the JSON here; the rest of the file was not read.",
  }),
  "yaml-syntax": cause<{ problem: string }>({
    message: ({ problem }) => problem,
    help: "Correct the YAML here; the rest of the file was not read.",
  }),
  "yaml-loose": warning<{ problem: string }>({
    root: true,
    message: ({ problem }) => problem,
    help: "It is read nevertheless; other tools may reject it.",
  }),
  "yaml-multiple-documents": cause({
    message: () => "a second YAML document begins here",
    help: "Keep one description in the file; `---` separates documents.",
  }),
  "yaml-alias": cause<{ problem: string }>({
    message: ({ problem }) => problem,
    help: "An alias repeats a value that stands before it. For a type that contains itself, use $ref.",
  }),
  "yaml-alias-bomb": cause({
    message: () => "aliases of aliases expand this file to millions of values",
    help: "Write the values out, or use $ref.",
  }),
  "yaml-not-json": cause<{ problem: string }>({
    message: ({ problem }) => problem,
    help: "A description can only hold what JSON can hold.",
  }),
  "duplicate-key": entry<{ key: string; taken?: "the last" | undefined }>({
    severity: ({ taken }) => (taken === undefined ? "error" : "warning"),
    root: true,
    marks: "key",
    message: ({ key }) => `duplicate key ${key}`,
    help: ({ taken }) =>
      `Remove one of them, or merge their values.${taken === undefined ? "" : ` Until then, ${taken} is used.`}`,
  }),
  "merge-conflict": cause({
    message: () => "a Git merge conflict begins here",
    help: "Keep one of the two versions, or both, and remove the lines with <<<<<<<, ======= and >>>>>>>.",
  }),
  "nested-too-deeply": cause<{ maximum: number }>({
    message: ({ maximum }) => `the values in this file are nested more than ${maximum} levels deep`,
    help: "Move parts of it to components and refer to them.",
  }),

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

  // Paths, operations, parameters

  "server-variable": warning<Texts<"name" | "problem", "suggestion">>({
    message: ({ name, problem }) => `the server variable ${name} ${problem}`,
    help: ({ suggestion }) => didYouMean(suggestion, "Correct the address or the variable."),
  }),
  "path-leading-slash": warning<{ path: string }>({
    marks: "key",
    message: ({ path }) => `the path ${path} does not begin with /`,
    help: ({ path }) => readAs(`/${path}`),
  }),
  "path-template": warning<Texts<"path" | "problem", "hint">>({
    marks: "key",
    message: ({ path, problem }) => `the path ${path} ${problem}`,
    help: ({ hint }) => hint ?? "A parameter is a name between { and }.",
  }),
  "ambiguous-paths": warning<{ path: string; other: string; place: Source; methods: boolean }>({
    marks: "key",
    message: ({ path, other }) => `${path} and ${other} differ only in parameter names`,
    help: ({ methods, other }) =>
      methods
        ? `A request matches both, and is routed to ${other}. Make a literal segment differ.`
        : "Merge the two.",
    related: ({ other, place }) => [{ note: `${other} is here`, source: place, marks: "key" }],
  }),
  "duplicate-operation-id": warning<{ id: string; place: Source }>({
    message: ({ id }) => `the operationId ${id} is already used`,
    help: "Each operation needs an operationId of its own; this one is named after its path.",
    related: ({ place }) => [{ note: "first used here", source: place, marks: "value" }],
  }),
  "name-collision": warning<
    Texts<"id" | "other" | "called"> & { of: "operation" | "schema"; place: Source }
  >({
    marks: ({ of }) => (of === "schema" ? "key" : "value"),
    message: ({ of, id, other }) =>
      `the ${of === "schema" ? "schemas" : "operationIds"} ${id} and ${other} are the same name in code`,
    help: ({ of, called }) =>
      of === "schema"
        ? `The type is ${called}. Give the schema another name to choose it.`
        : `The function is ${called}. Give it another operationId to choose its name.`,
    related: ({ of, other, place }) => [
      {
        note: `${other} is used here first`,
        source: place,
        marks: of === "schema" ? "key" : "value",
      },
    ],
  }),
  "path-parameter-missing": warning<Texts<"path" | "parameter">>({
    marks: "key",
    message: ({ path, parameter }) => `the parameter ${parameter} of ${path} is not declared here`,
    help: ({ parameter }) =>
      `Declare ${parameter} with \`in: path\` on the operation or on the path item; it is read as a string.`,
  }),
  "path-parameter-unused": entry<{
    path: string;
    parameter: string;
    suggestion?: string | undefined;
    /** It is taken for the parameter that is suggested. */
    isTaken: boolean;
    place: Source;
  }>({
    severity: ({ suggestion, isTaken }) =>
      suggestion === undefined || isTaken ? "warning" : "error",
    message: ({ path, parameter }) => `the path ${path} has no {${parameter}}`,
    help: ({ suggestion, parameter, isTaken }) =>
      isTaken
        ? readAs(suggestion)
        : didYouMean(suggestion, `Write {${parameter}} into the path; until then, it is ignored.`),
    related: ({ place }) => [{ note: "the path is here", source: place, marks: "key" }],
  }),
  "path-parameter-optional": warning<{ parameter: string }>({
    message: ({ parameter }) => `the path parameter ${parameter} is always required`,
    help: "Write `required: true`; it is read as required.",
  }),
  "duplicate-parameter": entry<{
    parameter: string;
    in: string;
    place: Source;
    differsIn: "schema" | "form" | undefined;
  }>({
    severity: ({ differsIn }) => (differsIn === "form" ? "error" : "warning"),
    message: ({ parameter, in: place }) => `the ${place} parameter ${parameter} is declared twice`,
    help: ({ differsIn }) =>
      `Remove one of the two declarations.${differsIn === "schema" ? " Until then, a value of either is accepted." : ""}`,
    related: ({ place }) => [{ note: "the other one is here", source: place, marks: "value" }],
  }),
  "parameter-reserved": warning<Texts<"parameter" | "instead">>({
    message: ({ parameter }) => `a header parameter named ${parameter} is ignored`,
    help: ({ instead }) => `Its value is determined by ${instead}.`,
  }),
  "header-name": warning<{ name: string; what: "header" | "parameter" | "key" | "bearer" }>({
    marks: ({ what }) => (what === "header" ? "key" : "value"),
    message: ({ name }) => `no header can have the name ${JSON.stringify(name)}`,
    help: ({ what }) => {
      if (what === "bearer")
        return "Write `type: http` with `scheme: bearer`; until then, it is read as that.";
      const ignored = what === "key" ? "" : `; until then, this ${what} is ignored`;
      return `Use letters, digits and hyphens, without spaces${ignored}.`;
    },
  }),
  "body-and-form-data": warning<{ place: Source }>({
    message: () => "an operation cannot have a body parameter and formData parameters",
    help: "Keep one of them; until then, the body is a part of the form.",
    related: ({ place }) => [{ note: "the first formData is here", source: place, marks: "value" }],
  }),
  "second-body": warning<{ place: Source }>({
    message: () => "an operation has only one body, and this is a second one",
    help: "Keep one of them; until then, the first one is used.",
    related: ({ place }) => [{ note: "the first is here", source: place, marks: "value" }],
  }),
  "file-without-consumes": warning({
    message: () => "a file is sent as multipart/form-data, which the operation does not consume",
    help: "Write `consumes: [multipart/form-data]`; it is read as that.",
  }),
  "querystring-with-query": warning<{ parameter: string; place: Source }>({
    message: ({ parameter }) =>
      `the parameter ${parameter} is in the query, but another parameter is the whole query`,
    help: "Keep either one parameter for the whole query string, or those for its parts.",
    related: ({ place }) => [{ note: "the whole query is here", source: place, marks: "value" }],
  }),
  "media-type": warning<{
    type: string;
    taken: string | undefined;
    isIgnored: boolean;
    marks: "key" | "value";
  }>({
    marks: ({ marks }) => marks,
    message: ({ type }) => `${type === "" ? '""' : type} is not a media type`,
    help: ({ taken, isIgnored }) =>
      readAs(
        taken,
        `Write one like application/json or text/*${isIgnored ? "; until then, it is ignored" : ""}.`,
      ),
  }),
  "link-unknown-operation": warning<Texts<"operation", "suggestion">>({
    message: ({ operation }) => `there is no operation ${operation}`,
    help: ({ suggestion }) => didYouMean(suggestion, "Name the operationId of an operation."),
  }),
  "scope-unknown": warning<Texts<"scope" | "scheme", "suggestion">>({
    message: ({ scope, scheme }) => `the security scheme ${scheme} has no scope ${scope}`,
    help: ({ suggestion }) =>
      didYouMean(suggestion, "Add it to the scopes of the scheme, or remove it."),
  }),
  "get-with-body": warning<{ method: string }>({
    marks: "key",
    message: ({ method }) => `${method} has a body, which many clients and proxies drop`,
    help: "Use parameters, or another method.",
  }),
  "bad-status": warning<Texts<"status", "suggestion">>({
    marks: "key",
    message: ({ status }) => `${status} is not a status`,
    help: ({ suggestion }) =>
      readAs(
        suggestion,
        "Write a status from 100 to 599, a range like 4XX, or default; until then, the reply is ignored.",
      ),
  }),
  "no-success": warning({
    marks: "key",
    message: () => "only errors are declared",
    help: () => "Declare a success status, or default; clients reject undeclared replies.",
  }),
  "encoding-unknown-property": warning<Texts<"property", "suggestion">>({
    marks: "key",
    message: ({ property }) => `the schema has no property ${property} that could be encoded`,
    help: ({ suggestion }) => didYouMean(suggestion, "Remove the encoding, or add the property."),
  }),
  "component-name": warning<{ name: string }>({
    marks: "key",
    message: ({ name }) => `${name} is not a name for a component`,
    help: "Use letters A to Z and a to z, digits, and . _ - only.",
  }),
  "security-unknown": warning<Texts<"scheme", "suggestion"> & { isDeclared: boolean }>({
    marks: "key",
    message: ({ scheme, isDeclared }) =>
      `the security scheme ${scheme} ${isDeclared ? "is malformed" : "is not declared"}, so no request satisfies it`,
    help: ({ suggestion, isDeclared }) =>
      didYouMean(
        suggestion,
        `${isDeclared ? "Correct it" : "Declare it"}. Until then, a server rejects these requests, and a client takes a function that adds the credential.`,
      ),
  }),
  "security-same-place": warning<Texts<"scheme" | "other" | "place">>({
    message: ({ scheme, other, place }) =>
      `${other} and ${scheme} are both sent in ${place}, which can hold only one`,
    help: ({ other }) =>
      `A client sends only ${other}. If one of them is enough, make each an item of the list.`,
  }),
  "parameter-schema": warning<Texts<"parameter" | "problem" | "taken", "advice">>({
    message: ({ parameter, problem }) => `the parameter ${parameter} ${problem}`,
    help: ({ taken, advice }) =>
      `${advice ?? "Give a parameter either a schema, or content with one media type."} Until then, ${taken}.`,
  }),
  "collection-format": warning<{ format: string }>({
    message: ({ format }) => `collectionFormat ${format} has no counterpart in OpenAPI 3`,
    help: "It is read as csv; change to csv, ssv, pipes or multi.",
  }),

  // Schemas

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
  "required-unknown": warning<Texts<"property", "suggestion">>({
    message: ({ property }) => `${property} is required, but is not among the properties`,
    help: ({ suggestion }) =>
      didYouMean(suggestion, "Declare it in properties; until then, it may have any value."),
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
  "impossible-types": warning<{ types: string; others: string; place: Source }>({
    message: ({ types, others }) =>
      `no value is valid, since it would have to be ${types} and also ${others}`,
    help: "All of these schemas hold for the same value. Correct one of the two, or write anyOf.",
    related: ({ others, place }) => [{ note: `${others} is here`, source: place, marks: "value" }],
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

export type DiagnosticCode = keyof typeof catalog;
export type Details<C extends DiagnosticCode> = Parameters<(typeof catalog)[C]["message"]>[0];

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly source: Source | Span;
  readonly marks: "key" | "value";
  /** Others follow from it, so that it comes first. */
  readonly root: boolean;
  readonly related: readonly Related[];
}

function severityOf<C extends DiagnosticCode>(code: C, details: Details<C>): Severity {
  const { severity } = catalog[code] as unknown as Entry<Details<C>>;
  return typeof severity === "string" ? severity : severity(details);
}

/** So many errors are kept, and so many warnings; what comes after is only counted. */
const maximumKept = 2000;

/** A warning is not reported, stays one also where warnings count as errors, or is an error. */
export type Level = "off" | "warning" | "error";

/** Collects problems. A stage reports all that it finds; the pipeline stops after a stage with errors. */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];
  readonly #seen = new Set<string>();
  readonly #counts = { error: 0, warning: 0 };
  readonly #levels: ReadonlyMap<string, Level>;
  #isStrictlyFine = true;
  #relocate = <S extends Source | Span>(source: S): Source | S => source;

  /** `levels`: what becomes of warnings, by their codes. Errors are not lowered: no meaning is left. */
  constructor(levels: Readonly<Record<string, Level>> = {}) {
    this.#levels = new Map(Object.entries(levels));
  }

  /** From now on, places are moved to where they were written, and then as before: overlays put things where they are not. */
  relocate(move: (source: Source) => Source): void {
    const before = this.#relocate;
    this.#relocate = (source) => ("offset" in source ? source : before(move(source)));
  }

  /** Adds a problem; `severity` replaces the one in the catalogue. */
  report<C extends DiagnosticCode>(
    code: C,
    at: Source | Span,
    details: Details<C>,
    reported = severityOf(code, details),
  ): void {
    const level = reported === "warning" ? this.#levels.get(code) : undefined;
    if (level === "off") return;
    const severity = level ?? reported;
    const source = this.#relocate(at);
    const entry = catalog[code] as unknown as Entry<Details<C>>;
    const message = entry.message(details);
    const offset = "offset" in source ? source.offset : "";
    const identity = JSON.stringify([code, source.file, source.pointer, offset, message]);
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    this.#counts[severity] += 1;
    if (level !== "warning") this.#isStrictlyFine = false;
    if (this.#counts[severity] > maximumKept) return;
    this.#list.push({
      code,
      severity,
      message,
      help: typeof entry.help === "string" ? entry.help : entry.help(details),
      source,
      marks: typeof entry.marks === "function" ? entry.marks(details) : (entry.marks ?? "value"),
      root: entry.root ?? false,
      related: (entry.related?.(details) ?? []).map((other) => ({
        ...other,
        source: this.#relocate(other.source),
      })),
    });
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }

  /** No errors, and no warnings but those that are to stay warnings. */
  get isStrictlyFine(): boolean {
    return this.#isStrictlyFine;
  }

  /** Numbers of all diagnostics, including those that are not kept. */
  get counts(): { readonly error: number; readonly warning: number } {
    return this.#counts;
  }

  /** In the order in which they were found; no problem twice, and not endlessly many. */
  get all(): readonly Diagnostic[] {
    return this.#list;
  }
}
