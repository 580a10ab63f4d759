import { entry, warning, error, cause, didYouMean, size, type Texts } from "./entry.js";

/** Of reading files, and of what the config asks for. */
export const readingProblems = {
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
  "paths-reference": warning<{ ref: string; problem: "missing" | "cycle" }>({
    message: ({ ref }) => `paths.ts has the type unknown for ${ref}`,
    help: ({ problem }) =>
      problem === "missing"
        ? "There is nothing at its end. Correct the reference."
        : "It leads back to where it stands, which is no component that could have a type of its own.",
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
};
