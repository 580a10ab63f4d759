import type { Source } from "../diagnostics/catalog.js";
import { type Located, methods } from "../load/document.js";
import type { Builder } from "./build.js";
import { checkEndings, checkNames } from "./names/check.js";
import { contentOf } from "./media.js";
import { camelCase, pascalCase } from "./names/naming.js";
import { parametersOf } from "./parameters.js";
import { repliesOf } from "./replies.js";
import { isObject, textOf } from "./document/json.js";
import { extensionsOf } from "./walks/keyword-values.js";
import { securityOf } from "./security.js";
import { serversOf } from "./servers.js";
import type {
  Identifier,
  Body,
  Callback,
  Deprecation,
  Operation,
  Parameter,
  Server,
} from "./types.js";

type Draft = { -readonly [K in keyof Operation]: Operation[K] };

/** The operations of all paths, then those of webhooks, in document order. */
export function operationsOf(
  builder: Builder,
  root: Located,
  servers: readonly Server[],
  requirements: Operation["security"],
): readonly Operation[] {
  const found: Draft[] = [];
  for (const [kind, member, map] of [
    ["path", "paths", "Paths"],
    ["webhook", "webhooks", undefined],
  ] as const) {
    const items = builder.member(root, member);
    for (const [template, pathItem] of items ? builder.entries(items, map) : [])
      for (const one of pathItemOperations(
        builder,
        requirements,
        servers,
        kind,
        template,
        pathItem,
      ))
        found.push(one);
  }
  const byId = new Map(found.toReversed().map((operation) => [operation.id, operation]));
  for (const operation of found) operation.deprecation = deprecationOf(operation, byId);
  reportCollisions(builder, found);
  return found;
}

/** Tells of those that are not called what their operationIds say, since an earlier one is called so. */
function reportCollisions({ diagnostics }: Builder, operations: readonly Operation[]): void {
  const first = new Map<string, Operation>();
  for (const operation of operations) {
    const { id, kind, method, names, source, template } = operation;
    if (id === derivedId(kind, method, template)) continue;
    const other = first.get(pascalCase(id)) ?? operation;
    first.set(pascalCase(id), other);
    if (other.id === id) continue;
    const place = placeOfId(other.source);
    const details = { of: "operation", id, other: other.id, called: names.method, place } as const;
    diagnostics.report("name-collision", placeOfId(source), details);
  }
}

function placeOfId({ file, pointer }: Source): Source {
  return { file, pointer: `${pointer}/operationId` };
}

function pathItemOperations(
  builder: Builder,
  requirements: Operation["security"],
  servers: readonly Server[],
  kind: Operation["kind"],
  template: string,
  pathItem: Located,
): Draft[] {
  if (!isObject(pathItem.value)) return [];
  const own = serversOf(builder, pathItem);
  const inherited = own.length > 0 ? own : servers;
  const plain = Object.keys(pathItem.value)
    .filter((key) => methods.includes(key))
    .map((key) => [key.toUpperCase(), builder.member(pathItem, key)] as const);
  const additional = builder.member(pathItem, "additionalOperations");
  return [...plain, ...(additional ? builder.entries(additional) : [])].flatMap(
    ([method, located]) =>
      located && isObject(located.value)
        ? operationOf({
            builder,
            requirements,
            servers: inherited,
            kind,
            template,
            pathItem,
            method,
            located,
          })
        : [],
  );
}

interface Place {
  readonly builder: Builder;
  /** Of operations that say nothing of it. */
  readonly requirements: Operation["security"];
  readonly servers: readonly Server[];
  readonly kind: Operation["kind"];
  readonly template: string;
  readonly pathItem: Located;
  readonly method: string;
  readonly located: Located;
}

function operationOf(place: Place): Draft {
  const { builder, requirements, kind, template, pathItem, method, located } = place;
  const value = isObject(located.value) ? located.value : {};
  const id = textOf(value["operationId"]) || derivedId(kind, method, template);
  const parameters = parametersOf(builder, pathItem, located);
  const path = kind === "path" ? pathOf(template, parameters) : [template];
  const own = serversOf(builder, located);
  return {
    kind,
    id,
    names: namesOf(place, id),
    method,
    template,
    path,
    tags: Array.isArray(value["tags"])
      ? value["tags"].filter((tag) => typeof tag === "string")
      : [],
    prose: { summary: textOf(value["summary"]), description: textOf(value["description"]) },
    deprecation:
      value["deprecated"] === true
        ? { since: undefined, sunset: undefined, replacedBy: undefined, advice: undefined }
        : undefined,
    parameters: inPathOrder(path, parameters),
    body: bodyOf(builder, located),
    replies: repliesOf(builder, located, method),
    // A path item has no such member: one that is there is meant for the operations.
    security: securityOf(builder, located) ?? securityOf(builder, pathItem) ?? requirements,
    servers: own.length > 0 ? own : place.servers,
    callbacks: callbacksOf(place, id),
    extensions: extensionsOf(value),
    source: located.source,
  };
}

/**
 * `getPetsByPetId` for `GET /pets/{petId}`, `subscribeOnEvent` for the callback `onEvent` of `subscribe`: depends on
 * nothing but the operation's own place.
 */
function derivedId(kind: Operation["kind"], method: string, template: string): string {
  const words = template
    .replace(/\{([^{}]*)\}/g, " by $1 ")
    .split(/[^\p{ID_Continue}]+/u)
    .filter((word) => word !== "");
  return camelCase([...(kind === "callback" ? [] : [method.toLowerCase()]), ...words].join(" "));
}

function namesOf({ builder, located, method, template }: Place, id: string): Operation["names"] {
  const plain = camelCase(id);
  const derived = camelCase(derivedId("path", method, template));
  const stem = plain === "" ? derived : plain;
  const endings = checkEndings(builder, located);
  const claim = builder.names.claim(
    [stem, `${stem}Operation`, derived],
    `${method} ${template}`,
    (name) => operationNames(name, endings),
    "function",
  );
  return namesFor(claim);
}

/** The names in generated files that are made from an operation's; `endings` are those of its checks. */
export function operationNames(name: string, endings: readonly string[] = []): readonly string[] {
  return [
    name,
    `${name}Replies`,
    `${name}Headers`,
    ...typeNames(name),
    ...checkNames(pascalCase(name), ["Request", ...endings]),
  ];
}

/** All names of an operation whose function is called so. */
export function namesFor(method: Identifier): Operation["names"] {
  const [request, received, reply] = typeNames(method) as [Identifier, Identifier, Identifier];
  return { method, request, received, reply };
}

function typeNames(method: string): readonly [string, string, string] {
  const stem = pascalCase(method);
  return [`${stem}Request`, `${stem}Received`, `${stem}Reply`];
}

/** `/pets/{petId}.json` as literal text and parameters; what nothing declares stays literal text. */
function pathOf(template: string, parameters: readonly Parameter[]): (string | Parameter)[] {
  return template
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== "")
    .map((part) => {
      const name = part.startsWith("{") ? part.slice(1, -1) : undefined;
      return parameters.find((one) => one.in === "path" && one.name === name) ?? part;
    });
}

function inPathOrder(
  path: readonly (string | Parameter)[],
  parameters: readonly Parameter[],
): readonly Parameter[] {
  const inPath = path.filter((part) => typeof part !== "string");
  return [...new Set([...inPath, ...parameters.filter((one) => one.in !== "path")])];
}

function bodyOf(builder: Builder, operation: Located): Body | undefined {
  const reference = builder.member(operation, "requestBody");
  const located = reference && builder.deref(reference);
  if (!located || !isObject(located.value)) return undefined;
  return {
    required: located.value["required"] === true,
    content: contentOf(builder, located),
    prose: { summary: "", description: textOf(located.value["description"]) },
    source: located.source,
  };
}

/** Each goes to an address that the request gave, so only credentials that it asks for itself can be expected of it. */
function callbacksOf({ builder, located }: Place, id: string): readonly Callback[] {
  const callbacks = builder.member(located, "callbacks");
  if (!callbacks) return [];
  return builder.entries(callbacks).flatMap(([name, callback]) =>
    builder.entries(callback, "Callback").map(([expression, pathItem], index) => ({
      name,
      expression,
      operations: pathItemOperations(
        builder,
        [],
        [],
        "callback",
        `${id}/${name}${index === 0 ? "" : index + 1}`,
        pathItem,
      ),
      source: callback.source,
    })),
  );
}

/** The operations, each with those of its callbacks behind it. */
export function withCallbacks(operations: readonly Operation[]): readonly Operation[] {
  return operations.flatMap((operation) => [
    operation,
    ...operation.callbacks.flatMap((callback) => withCallbacks(callback.operations)),
  ]);
}

/** From `x-deprecated-since` and `x-sunset` (days) and `x-replaced-by` (an operationId, or `{ operationId, hint }`, or text for people). */
function deprecationOf(
  operation: Operation,
  operations: ReadonlyMap<string, Operation>,
): Deprecation | undefined {
  if (!operation.deprecation) return undefined;
  const dayOf = (extension: string): string | undefined => {
    const text = textOf(operation.extensions.get(extension));
    return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
  };
  const replacement = operation.extensions.get("x-replaced-by");
  const id = isObject(replacement) ? textOf(replacement["operationId"]) : textOf(replacement);
  const replacedBy = id === "" ? undefined : operations.get(id);
  const hint = isObject(replacement) ? textOf(replacement["hint"]) : replacedBy ? "" : id;
  return {
    since: dayOf("x-deprecated-since"),
    sunset: dayOf("x-sunset"),
    replacedBy,
    advice: hint === "" ? undefined : hint,
  };
}
