import { type Located, bodyName, methods } from "../load/document.js";
import type { Builder } from "./build.js";
import { checkEndings } from "./names/check-endings.js";
import { contentOf } from "./media.js";
import { camelCase, pascalCase } from "./names/naming.js";
import {
  type TypeWords,
  expressionWith,
  partOf,
  pathNames,
  templateWith,
  typeWords,
  withPathNames,
} from "./names/type-words.js";
import { parametersOf } from "./parameters.js";
import { commonReplies, nameSharedReplies, repliesOf } from "./replies.js";
import { asObject, isObject, textOf } from "../common/json.js";
import { below } from "../common/pointers.js";
import { extensionsOf, proseOf } from "./schemas.js";
import { securityOf } from "./security.js";
import { serversOf } from "./servers.js";
import type {
  Identifier,
  Body,
  Callback,
  Deprecation,
  Operation,
  Parameter,
  PartNames,
  Server,
} from "./types.js";

type Draft = { -readonly [K in keyof Operation]: Operation[K] };

/** The operations of all paths, then those of webhooks, in document order. */
export function operationsOf(
  builder: Builder,
  root: Located,
  servers: readonly Server[],
  requirements: Operation["security"],
  words: TypeWords,
): readonly Operation[] {
  const declared = (
    [
      ["path", "paths", "Paths"],
      ["webhook", "webhooks", undefined],
    ] as const
  ).flatMap(([kind, member, map]) =>
    builder
      .entries(builder.member(root, member), map)
      .flatMap(([template, item]) => declaredIn(builder, item, { kind, template, servers })),
  );
  const operations = declared.map(({ located }) => located);
  const repeated = repeatedNames(operations, words);
  const replies = commonReplies(builder, operations);
  const common = { builder, requirements, words, repeated, replies };
  const found = declared.map((one) => operationOf({ ...common, ...one }));
  const byId = new Map(found.toReversed().map((operation) => [operation.id, operation]));
  for (const operation of found) operation.deprecation = deprecationOf(operation, byId);
  nameSharedReplies(builder);
  reportCollisions(builder, found, words);
  return found;
}

/** Tells of those that are not called what their operationIds say, since another one would be called so. */
function reportCollisions(
  { diagnostics }: Builder,
  operations: readonly Operation[],
  { functionName }: TypeWords,
): void {
  const first = new Map<string, Operation>();
  for (const operation of operations) {
    const { id, kind, method, names, source, template } = operation;
    if (id === derivedId(kind, method, template)) continue;
    const name = pascalCase(functionName(id));
    const other = first.get(name) ?? operation;
    first.set(name, other);
    if (other.id === id) continue;
    const place = below(other.source, "operationId");
    const details = { of: "operation", id, other: other.id, called: names.method, place } as const;
    diagnostics.report("name-collision", below(source, "operationId"), details);
  }
}

/** The operations of a path item, before anything is made of them. */
function declaredIn(
  builder: Builder,
  pathItem: Located,
  { servers, ...place }: Pick<Declared, "kind" | "template" | "servers">,
): readonly Declared[] {
  const own = serversOf(builder, pathItem);
  const inherited = own.length > 0 ? own : servers;
  const plain = builder.members(pathItem).filter(([key]) => methods.includes(key));
  const all = [
    ...plain.map(([key, located]) => [key.toUpperCase(), located] as const),
    ...builder.entries(builder.member(pathItem, "additionalOperations")),
  ];
  return all.flatMap(([method, located]) =>
    isObject(located.value) ? [{ ...place, servers: inherited, pathItem, method, located }] : [],
  );
}

interface Common {
  readonly builder: Builder;
  /** Of operations that say nothing of it. */
  readonly requirements: Operation["security"];
  /** Suffixes of the types of operations. */
  readonly words: TypeWords;
  /** The names, as types begin with them, that several operationIds would be given. */
  readonly repeated: ReadonlySet<string>;
  /** The places besides `components.responses` of replies that several operations have. */
  readonly replies: ReadonlySet<string>;
}

/** An operation as it stands in the description. */
interface Declared {
  readonly servers: readonly Server[];
  readonly kind: Operation["kind"];
  readonly template: string;
  readonly pathItem: Located;
  readonly method: string;
  readonly located: Located;
}

interface OperationContext extends Common, Declared {}

function operationOf(place: OperationContext): Draft {
  const { builder, requirements, kind, pathItem, method, located } = place;
  const value = asObject(located.value);
  const written = textOf(value["operationId"]);
  const id = written || derivedId(kind, method, place.template);
  const { parameters: declared, ignored } = parametersOf(builder, pathItem, located);
  const called = pathNames(declared, place.words);
  const parameters = withPathNames(declared, called);
  const template = kind === "path" ? templateWith(place.template, called) : place.template;
  const path = kind === "path" ? pathOf(template, parameters) : [template];
  const own = serversOf(builder, located);
  return {
    kind,
    id,
    isNamed: written !== "",
    names: namesOf(place, id, parameters),
    method,
    template,
    path,
    tags: Array.isArray(value["tags"])
      ? value["tags"].filter((tag) => typeof tag === "string")
      : [],
    prose: proseOf(value, "summary"),
    deprecation:
      value["deprecated"] === true
        ? { since: undefined, sunset: undefined, replacedBy: undefined, advice: undefined }
        : undefined,
    parameters: inPathOrder(path, parameters),
    ignored,
    body: bodyOf(builder, located),
    replies: repliesOf(builder, place),
    // A path item has no such member: one that is there is meant for the operations.
    security: securityOf(builder, located) ?? securityOf(builder, pathItem) ?? requirements,
    servers: own.length > 0 ? own : place.servers,
    callbacks: callbacksOf(place, id, called),
    extensions: extensionsOf(value),
    source: located.source,
  };
}

/**
 * `getPetsByPetId` for `GET /pets/{petId}`, `subscribeOnEvent` for the callback `onEvent` of `subscribe`: depends on
 * nothing but the operation's own place.
 */
function derivedId(kind: Operation["kind"], method: string, template: string): string {
  return derivedName(kind === "callback" ? "" : method, template);
}

function derivedName(method: string, template: string, { unnamed } = typeWords()): string {
  const words = unnamed(method.toLowerCase(), template)
    .split(/[^\p{ID_Continue}]+/u)
    .filter((word) => word !== "");
  return camelCase(words.join(" "));
}

/**
 * The function is called as its author called it. Its types give way to schemas; and where several operations would be
 * called alike, each is named after its method and path, so that no order of theirs has a say in it.
 */
function namesOf(
  place: OperationContext,
  id: string,
  parameters: readonly Parameter[],
): Operation["names"] {
  const { builder, kind, located, method, template } = place;
  const { words } = place;
  const isNamed = kind === "callback" || textOf(asObject(located.value)["operationId"]) !== "";
  const plain = words.functionName(isNamed ? id : derivedName(method, template, words));
  const derived = camelCase(derivedId("path", method, template));
  const stem = plain === "" || place.repeated.has(pascalCase(plain)) ? derived : plain;
  const seed = `${method} ${template}`;
  const own = builder.names.claim(
    [stem, `${stem}Operation`, derived],
    seed,
    functionNames,
    "function",
  );
  const endings = checkEndings(builder, located).map((ending) =>
    ending.replace(/^Request/, words.request),
  );
  const hasBody = builder.member(located, "requestBody") !== undefined;
  const parts = partsOf(words, parameters, hasBody);
  const type = builder.names.typeCase(own);
  const stems = [type, `${type}Operation`, builder.names.typeCase(derived)];
  const all = [words.request, words.received, words.reply, ...Object.values(parts)];
  if (!words.isApart) {
    const derive = (stem: string): readonly string[] =>
      [...all, ...endings].map((word) => `${stem}${word}`);
    const chosen = builder.names.claim(stems, seed, derive, "function");
    return namesFor(own, chosen, words, parts);
  }
  const claimed = all.map((word) => {
    const derived = endings.filter((ending) => ending.startsWith(word));
    const derive = (name: string): readonly string[] =>
      [word, ...derived].map((ending) => `${name}${ending.slice(word.length)}`);
    const wanted = [`${type}${word}`, `${type}${word}2`, `${type}Operation${word}`];
    return [word, builder.names.claim(wanted, seed, derive, "function")] as const;
  });
  return namesFor(own, type, words, parts, new Map(claimed));
}

type PartWords = { readonly [K in keyof PartNames]: string };

/** The words for the parts that an operation has. */
function partsOf(
  { parts }: TypeWords,
  parameters: readonly Parameter[],
  hasBody: boolean,
): PartWords {
  const places = new Set<string>(parameters.map((parameter) => partOf(parameter.in)));
  const isThere = (part: string): boolean =>
    part === "body" ? hasBody : /^(?:result|error)s?$/.test(part) || places.has(part);
  return Object.fromEntries(
    Object.entries(parts).filter(([part, word]) => word !== undefined && isThere(part)),
  ) as PartWords;
}

/** The names in the client's file that are made from an operation's. */
function functionNames(name: string): readonly string[] {
  return [name, `${name}Replies`, `${name}Headers`];
}

/** An operation's names in generated files, and those that are made from them. */
export function operationNames({
  method,
  parts,
  stem: _,
  ...types
}: Operation["names"]): readonly string[] {
  return [...functionNames(method), ...Object.values(types), ...Object.values(parts)];
}

/**
 * All names of an operation whose function is called so; `stem` is what those of its types begin with, but for those that
 * were `claimed` by their suffix.
 */
export function namesFor(
  method: Identifier,
  stem: string = pascalCase(method),
  words = typeWords(),
  parts: PartWords = {},
  claimed: ReadonlyMap<string, Identifier> = new Map(),
): Operation["names"] {
  const named = (word: string): Identifier => claimed.get(word) ?? (`${stem}${word}` as Identifier);
  return {
    method,
    request: named(words.request),
    received: named(words.received),
    reply: named(words.reply),
    parts: Object.fromEntries(Object.entries(parts).map(([part, word]) => [part, named(word)])),
    stem: named(""),
  };
}

/** The same names for a function that is called otherwise. */
export function renamedTo(
  method: Identifier,
  { parts, received, reply, request, stem }: Operation["names"],
): Operation["names"] {
  const now = pascalCase(method);
  const named = (name: string): Identifier => `${now}${name.slice(stem.length)}` as Identifier;
  return {
    method,
    request: named(request),
    received: named(received),
    reply: named(reply),
    parts: Object.fromEntries(Object.entries(parts).map(([part, name]) => [part, named(name)])),
    stem: now as Identifier,
  };
}

/** The names that several operationIds would be given. */
function repeatedNames(
  operations: readonly Located[],
  { functionName }: TypeWords,
): ReadonlySet<string> {
  const ids = new Map<string, string>();
  const repeated = new Set<string>();
  for (const { value } of operations) {
    const id = textOf(asObject(value)["operationId"]);
    const name = pascalCase(functionName(id));
    if (name !== "" && ids.has(name) && ids.get(name) !== id) repeated.add(name);
    ids.set(name, id);
  }
  return repeated;
}

/** `/pets/{petId}.json` as literal text and parameters; what nothing declares stays literal text. */
function pathOf(template: string, parameters: readonly Parameter[]): (string | Parameter)[] {
  return template
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== "")
    .map((part) => {
      const name = part.startsWith("{") ? part.slice(1, -1) : undefined;
      return parameters.find((one) => one.in === "path" && one.name === name) ?? encoded(part);
    });
}

/** Line ends and blanks at the end are no part of a URL (WHATWG URL, section 4.4), and a backslash is a slash there, unless they are encoded. */
function encoded(text: string): string {
  return text.replace(/[\0-\x20\x7f\\]/g, encodeURIComponent);
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
  const name = located.value[bodyName] ?? asObject(operation.value)[bodyName];
  return {
    name: textOf(name) || undefined,
    required: located.value["required"] === true,
    content: contentOf(builder, located),
    prose: proseOf(located.value),
    source: located.source,
  };
}

/** Each goes to an address that the request gave, so only credentials that it asks for itself can be expected of it. */
function callbacksOf(
  { builder, located, method, replies, words }: OperationContext,
  id: string,
  called: ReadonlyMap<string, string>,
): readonly Callback[] {
  const callbacks = builder.entries(builder.member(located, "callbacks"));
  const common = { builder, replies, words, requirements: [], repeated: new Set<string>() };
  return callbacks.flatMap(([name, callback]) =>
    builder.entries(callback, "Callback").map(([expression, pathItem], index) => {
      const template = `${id}/${name}${index === 0 ? "" : index + 1}`;
      return {
        name,
        expression: expressionWith(expression, called).replace(/^\$method$|\{\$method\}/g, method),
        operations: declaredIn(builder, pathItem, { kind: "callback", template, servers: [] }).map(
          (one) => operationOf({ ...common, ...one }),
        ),
        source: callback.source,
      };
    }),
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
