import type { Operation, ParameterLocation, PartNames } from "../types.js";

/** Whose names the types of operations have. */
export type TypeNames = "specsmith" | "hey-api" | "orval";

/** Suffixes of the types of an operation. */
export interface TypeWords {
  readonly request: string;
  readonly received: string;
  readonly reply: string;
  readonly parts: { readonly [K in keyof PartNames]-?: string | undefined };
  /** Prefix for the inline type of a parameter. */
  readonly parameter: (names: Operation["names"], place: ParameterLocation) => string;
}

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
  },
  parameter: ({ parts, request }, place) => parts[partOf(place)] ?? request,
};

const words: Readonly<Record<TypeNames, TypeWords>> = {
  specsmith: own,
  "hey-api": {
    ...own,
    request: "Data",
    parts: { ...own.parts, result: "Response", error: "Error" },
  },
  orval: {
    ...own,
    parts: { ...own.parts, path: "PathParameters", query: "Params" },
    parameter: ({ stem }) => stem,
  },
};

export function typeWords(names: TypeNames = "specsmith"): TypeWords {
  return words[names];
}

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
