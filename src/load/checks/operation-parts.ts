import type { Source } from "../../common/source.js";
import {
  type LoadContext,
  chainFrom,
  child,
  children,
  entriesOf,
  follow,
  operationsOf,
  parametersOf,
} from "../context.js";
import { closest } from "../../common/closest.js";
import type { Located } from "../document.js";
import { mediaTypeLists } from "../grammar/misplaced.js";
import { kindOf } from "../grammar/grammar.js";
import { namesIn } from "../grammar/kinds.js";
import { contentMeant, isMediaType, mediaTypesIn } from "../grammar/media-types.js";
import { asObject, isObject } from "../../common/json.js";
import { below } from "../../common/pointers.js";

/** Bodies and whole query strings: of each an operation has one, and it is said in one way. */
export function checkBodies(context: LoadContext): void {
  const { root, walker, version } = context;
  const { consumes } = mediaTypeLists(asObject(root.value));
  for (const item of walker.all("PathItem")) {
    for (const [, operation] of operationsOf(item, context)) {
      checkSecondBody(operation, context);
      if (version >= "3.0") checkQueryString(item, operation, context);
      else
        checkFiles(
          operation,
          mediaTypeLists(asObject(operation.value)).consumes ?? consumes,
          context,
        );
    }
  }
}

function checkSecondBody(operation: Located, context: LoadContext): void {
  const isOld = (place: unknown): boolean =>
    place === "body" || (own !== undefined && place === "formData");
  const own = child(operation, "requestBody");
  const bodies = parametersOf(operation, context)
    .filter(({ parameter }) => isOld(asObject(parameter.value)["in"]))
    .map(({ written }) => written);
  const [first, ...others] = own ? [own, ...bodies] : bodies;
  for (const { source } of others)
    context.diagnostics.report("second-body", source, { place: first?.source ?? source });
}

/** Swagger 2.0, parameter object: a file can only be sent in a form with parts. */
function checkFiles(
  operation: Located,
  types: readonly string[] | undefined,
  context: LoadContext,
): void {
  if (types?.includes("multipart/form-data")) return;
  for (const { parameter } of parametersOf(operation, context)) {
    const { in: place, type } = asObject(parameter.value);
    if (place === "formData" && type === "file")
      context.diagnostics.report("file-without-consumes", below(parameter.source, "type"), {});
  }
}

/** OpenAPI 3.2, section 4.12.1: the whole query string is one parameter, and then there are no others in it. */
function checkQueryString(item: Located, operation: Located, context: LoadContext): void {
  const all = [...parametersOf(item, context), ...parametersOf(operation, context)];
  const whole = all.find(({ parameter }) => asObject(parameter.value)["in"] === "querystring");
  if (!whole) return;
  for (const { written, parameter } of all) {
    const { name, in: place } = asObject(parameter.value);
    if (parameter.value === whole.parameter.value || typeof name !== "string") continue;
    if (place !== "query" && place !== "querystring") continue;
    const details = { parameter: name, place: whole.written.source };
    context.diagnostics.report("querystring-with-query", written.source, details);
  }
}

/** Scopes that a requirement asks for and its scheme does not declare. */
export function checkScopes(requirement: Located, schemes: Located, context: LoadContext): void {
  for (const [name, scopes] of entriesOf(requirement)) {
    const scheme = child(schemes, name);
    const declared = scheme && scopesOf(follow(scheme, context.documents), context);
    if (!declared) continue;
    for (const scope of children(scopes)) {
      if (typeof scope.value !== "string" || declared.has(scope.value)) continue;
      const suggestion = closest(scope.value, declared);
      const details = { scope: scope.value, scheme: name, suggestion };
      context.diagnostics.report("scope-unknown", scope.source, details);
    }
  }
}

/** Undefined where a scheme cannot have any, or does not say which. */
function scopesOf(scheme: Located, { documents }: LoadContext): ReadonlySet<string> | undefined {
  if (asObject(scheme.value)["type"] !== "oauth2") return undefined;
  const flows = [scheme, ...children(child(scheme, "flows"))];
  const scopes = flows.flatMap((flow) => child(flow, "scopes") ?? []);
  const declared = scopes.flatMap((one) => chainFrom(one, documents));
  return scopes.length === 0
    ? undefined
    : new Set(declared.flatMap(({ value }) => Object.keys(asObject(value))));
}

/** Links that lead to no operation. */
export function checkLinks({ walker, documents, diagnostics }: LoadContext): void {
  const ids = new Set<string>();
  for (const operation of walker.all("Operation")) {
    const { operationId } = asObject(operation.value);
    if (typeof operationId === "string") ids.add(operationId);
  }
  for (const link of walker.all("Link")) {
    const { operationId, operationRef } = asObject(link.value);
    if (typeof operationId === "string") {
      if (ids.has(operationId)) continue;
      const details = { operation: operationId, suggestion: closest(operationId, ids) };
      diagnostics.report("link-unknown-operation", below(link.source, "operationId"), details);
    } else if (typeof operationRef !== "string") {
      const details = { object: "link", member: "operationId" };
      diagnostics.report("missing-member", link.source, details);
    } else if (operationRef.startsWith("#") && !documents.resolve(operationRef, link.source)) {
      const details = { operation: operationRef, suggestion: undefined };
      diagnostics.report("link-unknown-operation", below(link.source, "operationRef"), details);
    }
  }
}

/** Callbacks whose address is in no message (OpenAPI 3.1, section 4.8.20.4), so that they could be sent nowhere. */
export function checkCallbacks({ walker, diagnostics }: LoadContext): void {
  for (const callback of walker.all("Callback"))
    for (const address of Object.keys(asObject(callback.value))) {
      const whole = address.startsWith("$") ? `{${address}}` : address;
      const written = Array.from(whole.matchAll(/\{([^{}]*)\}/g), ([, one = ""]) => one);
      const [bare] =
        /\$(?:(?:request|response)\.[^/?&]*|(?:url|method|statusCode)\b)/.exec(
          whole.replaceAll(/\{[^{}]*\}/g, ""),
        ) ?? [];
      const expression = written.find((one) => !messageValue.test(one)) ?? bare;
      if (address.startsWith("x-") || expression === undefined) continue;
      const details = { expression, isBare: expression === bare };
      diagnostics.report("callback-address", below(callback.source, address), details);
    }
}

const messageValue =
  /^\$(?:url|method|statusCode|(?:request|response)\.(?:body(?:#(?:\/.*)?)?|header\.[\w!#$%&'*+.^`|~-]+|(?:query|path)\..+))$/s;

/** Each `content` of bodies, parameters and headers. */
export function contentsOf({ walker, origins }: LoadContext): readonly Located[] {
  return ["RequestBody", "Response", "Parameter", "Header"].flatMap((kind) =>
    walker.all(kind).flatMap((holder) => {
      const content = origins.member(holder, "content");
      return content && isObject(content.value) ? [content] : [];
    }),
  );
}

/** Names of media types that are none (RFC 9110, section 8.3.1). */
export function checkMediaTypes(context: LoadContext): void {
  const { root, walker, diagnostics } = context;
  const report = (
    source: Source,
    type: string,
    types: readonly string[],
    marks: "key" | "value",
  ): void => {
    const [first, ...others] = types;
    if (first === type && others.length === 0 && isMediaType(type)) return;
    const several = `each of these on its own: ${types.join(", ")}`;
    const taken = others.length > 0 ? several : first === type ? undefined : first;
    const isIgnored = types.length === 0;
    diagnostics.report("media-type", source, { type, taken, isIgnored, marks });
  };
  for (const content of contentsOf(context))
    for (const [type, types] of contentMeant(namesIn(content.value))) {
      const source = context.origins.member(content, type)?.source;
      if (source) report(source, type, types, "key");
    }
  for (const node of [root, ...walker.all("Operation")])
    for (const key of ["consumes", "produces"])
      for (const { source, value } of children(child(node, key)))
        if (typeof value === "string") report(source, value, mediaTypesIn(value), "value");
}

/** By kind: members of which an object may have the one or the other (OpenAPI 3.2, sections 4.12 to 4.15, 4.19 and 4.26). */
const exclusive: Readonly<Record<string, readonly (readonly [member: string, other: string])[]>> = {
  Parameter: [["example", "examples"]],
  Header: [["example", "examples"]],
  MediaType: [
    ["example", "examples"],
    ["encoding", "prefixEncoding"],
    ["encoding", "itemEncoding"],
  ],
  Encoding: [
    ["encoding", "prefixEncoding"],
    ["encoding", "itemEncoding"],
  ],
  Example: [
    ["value", "externalValue"],
    ["value", "dataValue"],
    ["value", "serializedValue"],
    ["externalValue", "serializedValue"],
  ],
  Xml: [
    ["nodeType", "attribute"],
    ["nodeType", "wrapped"],
  ],
};

/** Members that exclude each other: one line for all of a kind, since one slip of a tool is in all that it writes. */
export function checkExclusive({ walker, diagnostics }: LoadContext): void {
  for (const [kind, pairs] of Object.entries(exclusive))
    for (const [member, other] of pairs) {
      const [first, ...others] = walker.all(kind).filter(({ value }) => {
        const members = asObject(value);
        return members[member] !== undefined && members[other] !== undefined;
      });
      if (!first) continue;
      const details = {
        ...{ object: kindOf(kind, "3.2").noun, member, other },
        others: others.length,
      };
      diagnostics.report("exclusive-members", below(first.source, other), details);
    }
}
