import { child, entriesOf, follow, operationsOf } from "../context.js";
import { oldPlaces } from "../grammar/corrections.js";
import { mediaTypeLists } from "../grammar/misplaced.js";
import { hostMeant } from "../checks/paths.js";
import type { Located } from "../document.js";
import { namesIn } from "../grammar/kinds.js";
import { asObject, isObject, isSame, memberOf, setMember, textOf } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import { raiseParameters } from "./bodies.js";
import { raiseParameter, schemaFrom } from "./parameters.js";
import { type MutableObject, type UpgradeContext, mutable } from "./context.js";

/** Makes request bodies of the parameters that are left from Swagger 2.0 in a description of a later version. */
export function raiseOldBodies(context: UpgradeContext): void {
  const { root, walker } = context;
  const isOld = ({ value }: Located): boolean =>
    oldPlaces.includes(asObject(value)["in"] as string);
  if (!walker.all("Parameter").some(isOld)) return;
  const { consumes } = mediaTypeLists(asObject(root.value));
  for (const item of walker.all("PathItem")) raiseParameters(item, consumes, context);
  const components = follow(child(root, "components") ?? root, context.documents);
  dropBodies(asObject(components.value)["parameters"]);
}

/** Takes what has become a part of operations away from the parameters that are named. */
function dropBodies(parameters: unknown): void {
  for (const [name, parameter] of Object.entries(asObject(parameters)))
    if (oldPlaces.includes(asObject(parameter)["in"] as string))
      delete (parameters as MutableObject)[name];
}

/** Turns a Swagger 2.0 description into OpenAPI 3.1. Its schemas have been raised before. */
export function raiseSwagger(context: UpgradeContext): void {
  const { root, walker } = context;
  const global = mediaTypeLists(asObject(root.value));
  for (const item of walker.all("PathItem")) raiseParameters(item, global.consumes, context);
  for (const item of walker.all("PathItem")) {
    for (const [, operation] of operationsOf(item, context)) raiseServers(operation, root);
  }
  ownResponses(context);
  const done = new Set<unknown>();
  for (const operation of walker.all("Operation")) {
    const produces = mediaTypeLists(asObject(operation.value)).produces ?? global.produces;
    for (const [, response] of entriesOf(child(operation, "responses"), "Responses")) {
      if (asObject(response.value)["$ref"] !== undefined || done.has(response.value)) continue;
      done.add(response.value);
      raiseResponse(response, produces, context);
    }
    for (const key of ["consumes", "produces", "schemes"]) delete mutable(operation)[key];
  }
  for (const response of walker.all("Response")) {
    if (!done.has(response.value)) raiseResponse(response, global.produces, context);
  }
  for (const header of walker.all("Header")) raiseHeader(header, context);
  for (const parameter of walker.all("Parameter")) raiseParameter(parameter, context);
  for (const scheme of walker.all("SecurityScheme")) raiseSecurityScheme(scheme);
  raiseRoot(root, context);
  raiseReferences(context);
}

function raiseRoot(root: Located, { origins }: UpgradeContext): void {
  const object = mutable(root);
  const servers = serversOf(object, asObject(root.value)["schemes"]);
  const components = { ...asObject(object["components"]) };
  const move = (from: string, to: string): void => {
    const value = object[from];
    delete object[from];
    if (!isObject(value)) return;
    const source = below(root.source, from);
    const others = components[to];
    components[to] = isObject(others) ? { ...value, ...others } : value;
    if (!isObject(others)) origins.setMember(components, to, source);
    else
      for (const key of Object.keys(value))
        if (!Object.hasOwn(others, key))
          origins.setMember(components[to] as object, key, below(source, key));
  };
  for (const { parameters } of [object, components]) dropBodies(parameters);
  move("definitions", "schemas");
  move("parameters", "parameters");
  move("responses", "responses");
  move("securityDefinitions", "securitySchemes");
  for (const key of ["swagger", "host", "basePath", "schemes", "consumes", "produces"]) {
    delete object[key];
  }
  object["openapi"] = "3.1.0";
  origins.setMember(object, "openapi", below(root.source, "swagger"));
  if (servers.length > 0) object["servers"] = servers;
  object["components"] = components;
}

/** `schemes`, `host` and `basePath` as addresses. */
function serversOf(root: MutableObject, schemes: unknown): { url: string }[] {
  const { scheme = "https", rest: host } = hostMeant(textOf(root["host"]));
  const base = textOf(root["basePath"]);
  const path = base === "/" ? "" : base.replace(/(?<!\/)\/+$/, "");
  if (host === "") return path === "" ? [] : [{ url: path }];
  const list: unknown[] = Array.isArray(schemes) && schemes.length > 0 ? schemes : [scheme];
  const rooted = /^(?:\/|$)/.test(path) ? path : `/${path}`;
  return list.map((scheme) => ({ url: `${String(scheme)}://${host}${rooted}` }));
}

function raiseServers(operation: Located, root: Located): void {
  const { schemes } = asObject(operation.value);
  if (!Array.isArray(schemes) || schemes.length === 0) return;
  const servers = serversOf(mutable(root), schemes);
  if (servers.length > 0) mutable(operation)["servers"] = servers;
}

/**
 * Gives operations with media types of their own a copy of the responses that they refer to. Those that the description
 * names have the types that it lists itself, if it does: a download has them for its file, but not for its errors.
 */
function ownResponses({ root, walker, documents, origins }: UpgradeContext): void {
  const { produces: usual } = mediaTypeLists(asObject(root.value));
  const named = new Set(
    entriesOf(child(root, "responses")).map(([, one]) => follow(one, documents).value),
  );
  for (const operation of walker.all("Operation")) {
    const { produces } = mediaTypeLists(asObject(operation.value));
    const responses = child(operation, "responses");
    if (!responses || !produces || isSame(produces, usual)) continue;
    for (const [status, written] of entriesOf(responses, "Responses")) {
      const response = follow(written, documents);
      const members = asObject(response.value);
      const isNamed = usual !== undefined && named.has(members);
      if (members === written.value || members["schema"] === undefined || isNamed) continue;
      const own = { ...members };
      for (const key of Object.keys(own)) origins.setMember(own, key, below(response.source, key));
      setMember(mutable(responses), status, own);
    }
  }
}

function raiseResponse(
  response: Located,
  produces: readonly string[] | undefined,
  context: UpgradeContext,
): void {
  const object = mutable(response);
  const { schema, examples } = object;
  delete object["schema"];
  delete object["examples"];
  const file = isObject(schema) && schema["format"] === "binary" && schema["type"] === "string";
  const types = produces ?? [file ? "application/octet-stream" : "application/json"];
  const content: MutableObject = {};
  if (isObject(schema)) {
    context.origins.setObject(schema, below(response.source, "schema"));
    for (const type of types) setMember(content, type, { schema });
  }
  if (isObject(examples)) {
    for (const [type, example] of Object.entries(examples)) {
      const media = memberOf(content, type);
      if (isObject(media)) (media as MutableObject)["example"] = example;
    }
  }
  if (Object.keys(content).length > 0)
    object["content"] = { ...content, ...asObject(object["content"]) };
}

function raiseHeader(header: Located, context: UpgradeContext): void {
  const object = mutable(header);
  if (object["schema"] === undefined) object["schema"] = schemaFrom(header, context);
}

const flows: ReadonlyMap<unknown, string> = new Map([
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
  ["password", "password"],
]);

function raiseSecurityScheme(scheme: Located): void {
  const object = mutable(scheme);
  if (object["type"] === "basic") {
    object["type"] = "http";
    object["scheme"] = "basic";
  } else if (object["type"] === "oauth2" && object["flows"] === undefined) {
    const { flow, authorizationUrl, tokenUrl, scopes } = object;
    const grant = flows.get(flow) ?? "implicit";
    const urls = Object.entries({ authorizationUrl, tokenUrl }).filter(
      ([, url]) => url !== undefined,
    );
    const named = namesIn(scopes, "Scopes").map((name) => [name, memberOf(scopes, name)]);
    const flat = {
      ...Object.fromEntries(urls),
      scopes: Object.fromEntries(named) as MutableObject,
    };
    object["flows"] = { [grant]: flat };
    for (const key of ["flow", "authorizationUrl", "tokenUrl", "scopes"]) delete object[key];
  }
}

const homes: ReadonlyMap<string, string> = new Map([
  ["definitions", "components/schemas"],
  ["parameters", "components/parameters"],
  ["responses", "components/responses"],
  ["securityDefinitions", "components/securitySchemes"],
]);

/** References into the entry say where things are now. */
function raiseReferences({ references, documents, origins, root }: UpgradeContext): void {
  for (const { ref, source, holder } of references) {
    // Beside x-nullable, it is in a branch by now.
    const object = origins.innermost(mutable(holder)) as MutableObject;
    const target = documents.target(ref, source);
    if (object["$ref"] !== ref || typeof target === "string") continue;
    if (documents.get(target.address)?.name !== root.source.file) continue;
    const [whole, head] = /#\/([^/]+)\//.exec(ref) ?? [];
    const home = head === undefined ? undefined : homes.get(head);
    if (whole === undefined || home === undefined) continue;
    const next = ref.replace(whole, () => `#/${home}/`);
    const node = documents.resolve(ref, source);
    const other = documents.resolve(next, source);
    // Where versions are mixed, there may be two of that name.
    if (other && node && other.value !== node.value) continue;
    object["$ref"] = next;
    if (node) documents.remember(next, source, node);
  }
}
