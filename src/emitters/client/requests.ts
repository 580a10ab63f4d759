import { type Code, code, use } from "../../emit/code.js";
import type { Operation, Parameter } from "../../model/types.js";
import { placeName, requestGroups } from "../requests.js";
import { isInherited } from "../wire/access.js";
import { bodyBindings } from "./bodies.js";

/** A body of one of several media types, so that the request as a whole says which. */
export function isChosen({ body }: Operation): boolean {
  return body !== undefined && body.content.length > 1;
}

/** `{}`, which the compiler does not take where an optional member has a name that it inherits. */
function emptyGroup(parameters: readonly Parameter[]): Code {
  const inherits = parameters.some(({ name }) => isInherited(name));
  return inherits ? use("nothing", "./runtime/wire/own.js") : code`{}`;
}

/** `path`, `query = {}`, `body`: what is taken out of a request. */
export function bindingsOf(operation: Operation): readonly Code[] {
  const groups = requestGroups(operation).map(({ place, required, whole, parameters }) =>
    required || whole ? placeName(place) : code`${placeName(place)} = ${emptyGroup(parameters)}`,
  );
  return [...groups, ...(operation.body ? bodyBindings(operation.body) : [])];
}
