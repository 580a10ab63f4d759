import { type Code, code } from "../emit/code.js";
import type { Operation, Parameter } from "../model/types.js";

/** The places of parameters, in the order in which a request lists them. */
export type Place = "path" | "query" | "headers" | "cookies";

export interface RequestGroup {
  readonly place: Place;
  /** Whether a caller has to give the group: it holds a required parameter. */
  readonly required: boolean;
  readonly parameters: readonly Parameter[];
}

const places: Readonly<Record<Parameter["in"], Place>> = {
  path: "path",
  query: "query",
  querystring: "query",
  header: "headers",
  cookie: "cookies",
};

/** The parameters of an operation by place; places without any are left out. */
export function requestGroups(operation: Operation): readonly RequestGroup[] {
  return (["path", "query", "headers", "cookies"] as const).flatMap((place) => {
    const parameters = operation.parameters.filter((one) => places[one.in] === place);
    const required = parameters.some((one) => one.required);
    return parameters.length > 0 ? [{ place, required, parameters }] : [];
  });
}

/** Whether a caller can leave the whole request out. */
export function isOptionalRequest(operation: Operation): boolean {
  return (
    requestGroups(operation).every(({ required }) => !required) && operation.body?.required !== true
  );
}

/** Whether a request without this parameter gets a value for it from the description. */
export function hasDefault({ schema, required }: Parameter): boolean {
  return !required && schema.keywords.default !== undefined;
}

/** Whether a handler gets more than a caller has to give: a group, or a value with a default. */
export function isFilledIn(operation: Operation): boolean {
  return requestGroups(operation).some(
    ({ required, parameters }) => !required || parameters.some(hasDefault),
  );
}

/** The type of what a handler gets. */
export function receivedName(operation: Operation): string {
  return isFilledIn(operation) ? operation.names.received : operation.names.request;
}

export function placeName(place: Place): Code {
  switch (place) {
    case "path":
      return code`path`;
    case "query":
      return code`query`;
    case "headers":
      return code`headers`;
    case "cookies":
      return code`cookies`;
  }
}
