import { defaultOf, presetsOf } from "../model/passes/defaults.js";
import { partOf } from "../model/names/type-words.js";
import { defaultMedia } from "../model/walks/implied-media.js";
import { isStream } from "../model/walks/items.js";
import { hasOpenObjects } from "../model/passes/open.js";
import type { ApiModel, Media, Operation, Parameter, Server } from "../model/types.js";

export interface RequestGroup {
  readonly place: ReturnType<typeof partOf>;
  /** True where it holds a required parameter. */
  readonly required: boolean;
  readonly parameters: readonly Parameter[];
  /** Set where one parameter, `in: querystring`, is the whole group and not a member of it. */
  readonly whole: Parameter | undefined;
}

/** The parameters of an operation by place; places without any are left out. */
export function requestGroups(operation: Operation): readonly RequestGroup[] {
  return (["path", "query", "headers", "cookies"] as const).flatMap((place) => {
    const all = operation.parameters.filter((one) => partOf(one.in) === place);
    const whole = all.find((one) => one.in === "querystring");
    const parameters = whole ? [whole] : all;
    const required = parameters.some((one) => one.required);
    return parameters.length > 0 ? [{ place, required, parameters, whole }] : [];
  });
}

/** The description's requirements, which are written once for all operations that do not name their own; none if all do. */
export function usualSecurity(
  { requirements }: ApiModel,
  operations: readonly Operation[],
): Operation["security"] {
  return operations.some(({ security }) => security === requirements) ? requirements : [];
}

export function isOptionalRequest(operation: Operation): boolean {
  return (
    requestGroups(operation).every(({ required }) => !required) && operation.body?.required !== true
  );
}

/** A request without this parameter gets a value for it from the description. */
export function hasDefault({ schema, required, in: place }: Parameter): boolean {
  return !required && place !== "querystring" && defaultOf(schema) !== undefined;
}

/** A body is something else for its sender than for its receiver. */
export function isBodyTwofold({ body }: Operation): boolean {
  if (body && (defaultMedia(body) || (body.content.length > 1 && !body.required))) return true;
  const isOther = (media: Media): boolean =>
    media.codec === "binary" ||
    media.isStreamed === true ||
    isStream(media) ||
    hasOpenObjects(media);
  return body?.content.some(isOther) === true;
}

/** The members of a body that are there for a handler even if they were left out, by media types that have some. */
export function filledMembers({ body }: Operation): ReadonlyMap<Media, readonly string[]> {
  const filled = [...presetsOf(body)].map(([media, { inside }]) => {
    const names = [...inside].flatMap(([name, one]) => (one.default ? [name] : []));
    return [media, names] as const;
  });
  return new Map(filled.filter(([, names]) => names.length > 0));
}

/** A handler gets something else than a caller gives: a group, or a value with a default, is always there. */
export function isFilledIn(operation: Operation): boolean {
  return (
    isBodyTwofold(operation) ||
    filledMembers(operation).size > 0 ||
    requestGroups(operation).some(
      ({ required, parameters, whole }) => !whole && (!required || parameters.some(hasDefault)),
    )
  );
}

/** The type of what a handler gets. */
export function receivedName(operation: Operation): string {
  return isFilledIn(operation) ? operation.names.received : operation.names.request;
}

/** The address of an operation that has a server of its own, without a slash at its end; it may be only a path. */
export function ownAddress({ servers }: Operation, model: ApiModel): string | undefined {
  const own = addressIn(servers);
  const isElsewhere = /^(https?:\/)?\//i.test(own) && own !== addressIn(model.servers);
  return isElsewhere ? own.replace(/(?<!\/)\/+$/, "") : undefined;
}

/** The address of the first server, with the defaults of its variables; empty where there is none. */
export function addressIn([first]: readonly Server[]): string {
  return (first?.url ?? [])
    .map((part) => (typeof part === "string" ? part : part.default))
    .join("");
}
