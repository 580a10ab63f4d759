import { type JsonObject, asObject, isObject, isSame } from "../../common/json.js";
import { below, lastToken } from "../../common/pointers.js";
import {
  type LoadContext,
  chainFrom,
  child,
  entriesOf,
  follow,
  operationsOf,
  parametersOf,
} from "../context.js";
import {
  checkBodies,
  checkCallbacks,
  checkLinks,
  checkMediaTypes,
  checkScopes,
} from "./operation-parts.js";
import { closest } from "../../common/closest.js";
import type { Located } from "../document.js";
import { propertiesOf } from "./discriminators.js";
import { isMediaType } from "../grammar/media-types.js";
import { typesIn } from "../grammar/types.js";
import { usualStyle } from "./parameters.js";

/** Operations: their names, bodies, replies and security. */
export function checkOperations(context: LoadContext): void {
  const { walker, diagnostics } = context;
  const ids = new Map<string, Located>();
  for (const operation of walker.all("Operation")) {
    const id = child(operation, "operationId");
    if (typeof id?.value !== "string") continue;
    const first = ids.get(id.value);
    if (first) {
      const details = { id: id.value, place: first.source };
      diagnostics.report("duplicate-operation-id", id.source, details);
    } else ids.set(id.value, id);
  }
  for (const item of walker.all("PathItem")) {
    for (const [method, operation] of operationsOf(item, context))
      checkBody(method, operation, context);
    checkDuplicates(item, context);
  }
  for (const operation of walker.all("Operation")) {
    checkDuplicates(operation, context);
    checkSuccess(operation, context);
  }
  for (const responses of walker.all("Responses")) checkStatuses(responses, context);
  for (const media of walker.all("MediaType")) checkEncoding(media, context);
  checkBodies(context);
  checkLinks(context);
  checkCallbacks(context);
  checkMediaTypes(context);
  checkComponentNames(context);
  checkSecurity(context);
}

function checkBody(method: string, operation: Located, context: LoadContext): void {
  const { diagnostics } = context;
  const parameters = parametersOf(operation, context).map(({ written, parameter }) => ({
    written,
    place: asObject(parameter.value)["in"],
  }));
  const inBody = parameters.find(({ place }) => place === "body");
  const form = parameters.find(({ place }) => place === "formData");
  const body = child(operation, "requestBody");
  if (inBody && form && !body) {
    const place = form.written.source;
    diagnostics.report("body-and-form-data", inBody.written.source, { place });
  }
  if (body && ["get", "head", "trace"].includes(method) && hasContent(body, context)) {
    diagnostics.report("get-with-body", body.source, { method: method.toUpperCase() });
  }
}

/** Some tools write a body without any property into each operation. */
function hasContent(written: Located, context: LoadContext): boolean {
  const body = follow(written, context.documents);
  if (asObject(body.value)["required"] === true) return true;
  return entriesOf(child(body, "content")).some(([, media]) => {
    const schema = child(media, "schema");
    const properties = schema && child(follow(schema, context.documents), "properties");
    return !properties || Object.keys(asObject(properties.value)).length > 0;
  });
}

function checkDuplicates(holder: Located, context: LoadContext): void {
  const seen = new Map<string, { readonly written: Located; readonly parameter: Located }>();
  for (const { written, parameter } of parametersOf(holder, context)) {
    const { name, in: place } = asObject(parameter.value);
    if (typeof name !== "string" || typeof place !== "string") continue;
    const identity = `${place} ${place === "header" ? name.toLowerCase() : name}`;
    const first = seen.get(identity);
    seen.set(identity, { written, parameter });
    if (!first) continue;
    const source =
      written.value === parameter.value ? below(written.source, "name") : written.source;
    const details = {
      parameter: name,
      in: place,
      place: first.written.source,
      differsIn: differenceOf(first.parameter, parameter, context),
    };
    context.diagnostics.report("duplicate-parameter", source, details);
    if (details.differsIn !== undefined) continue;
    // The one that stays may not ask for less.
    const isLess = isRequired(first.parameter);
    leaveOut(isLess ? written : first.written, holder, context);
    if (isLess) seen.set(identity, first);
  }
}

/** What two parameters of one name differ in; undefined where both accept the same values in the same form. */
function differenceOf(
  one: Located,
  other: Located,
  context: LoadContext,
): "schema" | "form" | undefined {
  if (isSame(ofValues(one.value), ofValues(other.value))) return undefined;
  return isSame(formOf(one, context), formOf(other, context)) ? "schema" : "form";
}

/** How the values of a parameter are written: a list is not like a text. */
function formOf(parameter: Located, { documents }: LoadContext): JsonObject {
  const all = ofValues(parameter.value);
  const { in: place, style, explode, allowReserved, allowEmptyValue, collectionFormat } = all;
  const isPart = all["content"] !== undefined || place === "body" || place === "formData";
  const schema = child(parameter, "schema");
  // A type beside a reference, which has no meaning before OpenAPI 3.1, says what is written, not what is referred to.
  const { type = asObject(schema && follow(schema, documents).value)["type"] } = asObject(
    schema?.value ?? all,
  );
  const types = typesIn(type);
  const inside = ["array", "object"].filter((type) => types.includes(type));
  const form = { style, explode, allowReserved, allowEmptyValue, collectionFormat, inside };
  return isPart ? { ...form, all } : form;
}

function isRequired({ value }: Located): boolean {
  return asObject(value)["required"] === true;
}

function leaveOut(parameter: Located, holder: Located, { origins, walker }: LoadContext): void {
  const list = origins.member(holder, "parameters");
  if (list && Array.isArray(list.value))
    walker.leaveOut(list, list.value.lastIndexOf(parameter.value));
}

/** What a parameter says of its values, also where that is left to what is usual. The names of headers may differ in case. */
function ofValues(parameter: unknown): JsonObject {
  const { name, required, schema, deprecated, ...rest } = withoutRemarks(parameter);
  const usual = usualStyle(String(rest["in"]));
  const { style = usual, explode = style === "form", allowReserved = false } = rest;
  const said = isObject(schema) ? withoutRemarks(schema) : schema;
  return { ...rest, style, explode, allowReserved, schema: said };
}

function withoutRemarks(object: unknown): JsonObject {
  const { description, summary, title, example, examples, ...rest } = asObject(object);
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !key.startsWith("x-")));
}

/** A status, a range or `default` as OpenAPI writes it: `4XX` for `4xx`, `204` for `204 No Content`. */
export function plainStatus(status: string): string {
  const range = /^([1-5])(?:xx|Xx|xX|\*\*|__)$/.exec(status)?.[1];
  if (range !== undefined) return `${range}XX`;
  if (status.toLowerCase() === "default") return "default";
  return /^\s*([1-5](?:\d\d|XX))(?:[\s_:-]\D*)?$/.exec(status)?.[1] ?? status;
}

/** One that a reply can have, as OpenAPI writes it. */
export function isStatus(status: string): boolean {
  return /^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status);
}

function checkSuccess(operation: Located, { documents, diagnostics }: LoadContext): void {
  const responses = child(operation, "responses");
  if (!responses) return;
  const all = chainFrom(responses, documents).flatMap((part) => entriesOf(part, "Responses"));
  if (all.length > 0 && all.every(([status]) => /^[45]/.test(status)))
    diagnostics.report("no-success", responses.source, {});
}

function checkStatuses(responses: Located, { diagnostics }: LoadContext): void {
  for (const [status, { source }] of entriesOf(responses, "Responses")) {
    const plain = plainStatus(status);
    if (isStatus(plain) && plain === status) continue;
    const suggestion = isStatus(plain) ? plain : undefined;
    diagnostics.report("bad-status", source, { status, suggestion });
  }
}

function checkEncoding(media: Located, context: LoadContext): void {
  const encoding = child(media, "encoding");
  const schema = child(media, "schema");
  if (!encoding || !schema || entriesOf(encoding).length === 0) return;
  const type = lastToken(media.source.pointer);
  if (isMediaType(type) && !/\*|^multipart\/|^application\/x-www-form-urlencoded/i.test(type)) {
    const hint = "Remove it; only forms and multipart bodies have parts.";
    const details = { keyword: "encoding", type: `body of ${type}`, hint };
    context.diagnostics.report("no-effect", encoding.source, details);
    return;
  }
  const properties = propertiesOf(schema, context);
  if (!properties) return;
  for (const [property, { source }] of entriesOf(encoding)) {
    if (properties.has(property)) continue;
    const suggestion = closest(property, properties);
    context.diagnostics.report("encoding-unknown-property", source, { property, suggestion });
  }
}

function checkComponentNames({ root, version, diagnostics }: LoadContext): void {
  if (version < "3.0") return;
  for (const [group, components] of entriesOf(child(root, "components"))) {
    if (group.startsWith("x-")) continue;
    for (const [name, { source }] of entriesOf(components)) {
      if (!/^[a-zA-Z0-9._-]+$/.test(name)) diagnostics.report("component-name", source, { name });
    }
  }
}

function checkSecurity(context: LoadContext): void {
  const { root, version, walker } = context;
  const group =
    version < "3.0"
      ? child(root, "securityDefinitions")
      : child(follow(child(root, "components") ?? root, context.documents), "securitySchemes");
  if (group)
    for (const requirement of walker.all("SecurityRequirement"))
      checkScopes(requirement, group, context);
  for (const scheme of walker.all("SecurityScheme")) checkScheme(scheme, context);
}

/**
 * Required members of a security scheme by type (OpenAPI 3.1, section 4.8.27). Where one is missing that credentials are
 * sent by, no request satisfies the scheme.
 */
const needed: ReadonlyMap<string, readonly string[]> = new Map([
  ["apiKey", ["name", "in"]],
  ["http", ["scheme"]],
  ["oauth2", ["flows"]],
  ["openIdConnect", ["openIdConnectUrl"]],
]);

function checkScheme(scheme: Located, { version, diagnostics }: LoadContext): void {
  const value = asObject(scheme.value);
  const { type } = value;
  if (typeof type !== "string") return;
  const members = version < "3.0" && type === "oauth2" ? ["flow"] : (needed.get(type) ?? []);
  for (const member of members) {
    if (Object.hasOwn(value, member)) continue;
    const object = `security scheme of type ${type}`;
    diagnostics.report("missing-member", scheme.source, { object, member });
  }
}
