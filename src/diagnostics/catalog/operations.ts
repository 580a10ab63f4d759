import { entry, warning, didYouMean, readAs, type Texts } from "./entry.js";
import type { Source } from "../../common/source.js";

/** Of paths, operations and parameters. */
export const operationsProblems = {
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
  "callback-address": warning<{ expression: string; isBare: boolean }>({
    marks: "key",
    message: ({ expression, isBare }) =>
      `${expression} ${isBare ? "needs braces around it" : "is no value of a request or a reply"}, so this callback has no address`,
    help: "Write an address with {$request.body#/url}, {$request.query.url}, {$request.path.url} or {$request.header.url} in it.",
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
  "parameter-nested": warning<Texts<"what" | "style"> & { canBeDeep: boolean }>({
    message: ({ what, style }) =>
      `the ${what} can only be a list or an object, which the style ${style} cannot hold`,
    help: ({ canBeDeep }) =>
      `A value that has it is refused. Write ${canBeDeep ? "`style: deepObject`, or " : ""}content with application/json instead of schema (from OpenAPI 3.0 on), or let it be a text.`,
  }),
  "collection-format": warning<Texts<"format" | "known">>({
    message: ({ format }) => `collectionFormat ${format} has no counterpart in OpenAPI 3`,
    help: ({ known }) => `It is read as csv; change to ${known}, or to a string.`,
  }),
};
