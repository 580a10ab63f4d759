import { unescapeToken } from "../../common/pointers.js";
import { statusWord } from "../replies.js";
import type { Operation, Parameter, ParameterLocation, PartNames, Reply } from "../types.js";
import { camelCase, pascalCase, wordCase } from "./naming.js";

/** The generator whose names operations have, and their types. */
export type TypeNames =
  "specsmith" | "hey-api" | "orval" | "openapi-generator" | "swagger-typescript-api";

/** Suffixes of the types of an operation. */
export interface TypeWords {
  readonly request: string;
  readonly received: string;
  readonly reply: string;
  readonly parts: { readonly [K in keyof PartNames]-?: string | undefined };
  /** The name of a schema or a function as that of a type. */
  readonly typeCase: (name: string) => string;
  /** The name of an operation's function, by the operationId. */
  readonly functionName: (id: string) => string;
  /** What an operation without an operationId is named after, by its method in small letters and its path. */
  readonly unnamed: (method: string, template: string) => string;
  /** The name of a path parameter in code; the wire has only its value. */
  readonly pathParameter: (name: string) => string;
  /** True where only the type whose name is taken is called otherwise, not all those of its operation. */
  readonly isApart: boolean;
  readonly inline: InlineWords;
}

/** Which schemas that are written in place have types of their own, and how these are called. */
export interface InlineWords {
  /** Prefix for the type of a parameter. */
  readonly parameter: (names: Operation["names"], place: ParameterLocation) => string;
  /** Of the body of a request; undefined: it is called like that part of the request. */
  readonly body?: (names: Operation["names"]) => string;
  /** Of the body of one of several replies, where that is not the operation's result itself. */
  readonly reply: (names: Operation["names"], reply: Reply) => string;
  /** True where the body of the only success is the operation's result itself. */
  readonly isResult: boolean;
  /** True where an object is called by its title, if it has one. */
  readonly isTitled?: true;
  /** Suffix of what a list has. */
  readonly item: string;
  /** Suffix of the other values of an object; undefined: their members are called like its own. */
  readonly value: string | undefined;
  /** Suffix of an enum, of one value too, instead of that of an item; undefined: it has none of its own. */
  readonly enum: string | undefined;
  /** Suffixes of what operations share, by the part of `components` that it stands in. */
  readonly shared: Readonly<Partial<Record<SharedPart, string>>>;
  /** True where that holds for what a description of Swagger 2.0 shares, too. */
  readonly isSharedInSwagger?: true;
  /**
   * Schemas that get a type: objects with members and enums of several values; these and unions; these and all that operations
   * share; or any object, union and enum beside that.
   */
  readonly typed: "some" | "unions" | "shared" | "all";
  /** True where the member of a discriminator has an enum of the values that are mapped. */
  readonly isChosen: boolean;
}

export type SharedPart = "parameters" | "requestBodies" | "responses";

const own: TypeWords = {
  request: "Request",
  received: "Received",
  reply: "Reply",
  parts: {
    path: "Path",
    query: "Query",
    headers: "Headers",
    cookies: "Cookies",
    body: "Body",
    result: "Result",
    error: undefined,
    results: undefined,
    errors: undefined,
  },
  typeCase: pascalCase,
  functionName: camelCase,
  unnamed: (method, template) => `${method} ${template.replace(/\{([^{}]*)\}/g, " by $1 ")}`,
  pathParameter: (name) => name,
  isApart: false,
  inline: {
    parameter: ({ parts, request }, place) => parts[partOf(place)] ?? request,
    reply: (names, { match, shared }) =>
      `${shared?.name ?? `${names.reply}${statusWord(match)}`}Body`,
    isResult: true,
    item: "Item",
    value: "Value",
    enum: undefined,
    shared: { parameters: "Parameter" },
    typed: "some",
    isChosen: false,
  },
};

const words: Readonly<Record<TypeNames, TypeWords>> = {
  specsmith: own,
  "hey-api": {
    ...own,
    request: "Data",
    parts: {
      ...own.parts,
      result: "Response",
      error: "Error",
      results: "Responses",
      errors: "Errors",
    },
    typeCase: (name) => pascalCase(wordCase(name)),
    functionName: (id) => allCamelCase(wordCase(id)),
    isApart: true,
    inline: { ...own.inline, shared: { parameters: "", requestBodies: "" }, typed: "shared" },
  },
  orval: {
    ...own,
    parts: { ...own.parts, path: "PathParameters", query: "Params" },
    functionName: allCamelCase,
    unnamed: (method, template) => `${method} ${template}`,
    pathParameter: allCamelCase,
    isApart: true,
    inline: {
      parameter: ({ stem }) => stem,
      reply: ({ stem }, { match }) => `${stem}${statusWord(match, "xx")}`,
      isResult: false,
      item: "Item",
      value: undefined,
      enum: undefined,
      shared: { parameters: "Parameter", requestBodies: "Body", responses: "Response" },
      isSharedInSwagger: true,
      typed: "all",
      isChosen: true,
    },
  },
  "openapi-generator": {
    ...own,
    request: "Arguments",
    functionName: allCamelCase,
    unnamed: (method, template) => `${template} ${method}`,
    inline: {
      ...own.inline,
      parameter: ({ stem }) => stem,
      body: ({ stem }) => `${stem}Request`,
      reply: ({ stem }, { match }) => `${stem}${statusWord(match, "XX")}Response`,
      isResult: false,
      isTitled: true,
      item: "Inner",
      enum: "Enum",
      shared: {},
      typed: "unions",
    },
  },
  "swagger-typescript-api": {
    ...own,
    typeCase: capitalCase,
    functionName: allCamelCase,
    inline: { ...own.inline, parameter: ({ stem }) => `${stem}Params`, enum: "Enum" },
  },
};

/** In PascalCase, with a capital after a digit but in `2nd`, unless it is all in capitals: `K8SPod`, `IN_STOCK`. */
export function capitalCase(name: string): string {
  if (/^[A-Z_][A-Z\d_]*$/.test(name)) return name;
  const pascal = pascalCase(name.replace(/^\d/, "Type$&"));
  return pascal.replace(/(?<=\d)(?!(?:st|nd|rd|th)(?![a-z]))[a-z]/g, (letter) =>
    letter.toUpperCase(),
  );
}

/** `getPet` for `get_pet`, too. */
function allCamelCase(name: string): string {
  return camelCase(name.replaceAll("_", " "));
}

export function typeWords(names: TypeNames = "specsmith"): TypeWords {
  return words[names];
}

/** `SortParameter` for a parameter that operations share; undefined for what one has of its own. */
export function sharedWord(
  { shared, isSharedInSwagger }: InlineWords,
  part: SharedPart,
  pointer: string,
  isSwagger: boolean,
): string | undefined {
  const place = isSwagger && isSharedInSwagger ? swaggerPlace : componentPlace;
  const [, name] = place.exec(pointer) ?? [];
  const suffix = shared[part];
  if (name === undefined || suffix === undefined) return undefined;
  return `${pascalCase(unescapeToken(name))}${suffix}`;
}

const componentPlace = /^\/components\/(?:parameters|requestBodies|responses)\/([^/]+)$/;
const swaggerPlace = /^\/(?:parameters|responses)\/([^/]+)$/;

/** The part of a request that a parameter belongs to. */
export function partOf(place: ParameterLocation): "path" | "query" | "headers" | "cookies" {
  switch (place) {
    case "path":
      return "path";
    case "query":
    case "querystring":
      return "query";
    case "header":
      return "headers";
    case "cookie":
      return "cookies";
  }
}

/**
 * Names of path parameters in code, by their names in the description. The wire has only their values, unless the
 * style is `matrix`; those that would be called alike keep their names.
 */
export function pathNames(
  parameters: readonly Parameter[],
  { pathParameter }: TypeWords,
): ReadonlyMap<string, string> {
  const inPath = parameters.filter((one) => one.in === "path");
  const all = inPath.map(({ encoding, name }) => {
    const isSent = encoding.kind === "style" && encoding.style === "matrix";
    return [name, isSent ? name : pathParameter(name) || name] as const;
  });
  const isUnique = new Set(all.map(([, called]) => called)).size === all.length;
  return new Map(isUnique ? all : []);
}

/** The parameters as code calls them. */
export function withPathNames(
  parameters: readonly Parameter[],
  names: ReadonlyMap<string, string>,
): readonly Parameter[] {
  return parameters.map((one) =>
    one.in === "path" ? { ...one, name: names.get(one.name) ?? one.name } : one,
  );
}

/** `/pets/{petId}` for `/pets/{pet_id}`. */
export function templateWith(template: string, names: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => `{${names.get(name) ?? name}}`);
}

/** `{$request.path.petId}` for `{$request.path.pet_id}`. */
export function expressionWith(expression: string, names: ReadonlyMap<string, string>): string {
  return expression.replace(/(?<=\$request\.path\.)[^{}#]+/g, (name) => names.get(name) ?? name);
}
