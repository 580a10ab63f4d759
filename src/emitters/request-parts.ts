import { type Code, code, object, str, use } from "../emit/code.js";
import { requestName } from "../model/passes/camel-case.js";
import { partOf } from "../model/names/type-words.js";
import type { Body, Media, Operation, Parameter } from "../model/types.js";
import { isRange } from "../model/media.js";

/** A member of a request. */
export type RequestPlace = "path" | "query" | "headers" | "cookies" | "body";

/** What a function may take as an argument: a parameter, the body, or a field of a form. */
export interface RequestPart {
  readonly in: Parameter["in"] | "body";
  readonly place: RequestPlace;
  /** As in the description; `body` for a whole body. */
  readonly name: string;
  /** Its name in its place in code; undefined for the whole body, or a parameter that is the whole query. */
  readonly member: string | undefined;
  readonly type: Code;
  readonly required: boolean;
}

/** The parameters in the order of the description, then the body; field by field where `isSplit` says so of a form. */
export function requestParts(
  operation: Operation,
  isSplit: (form: Media) => boolean = () => false,
): readonly RequestPart[] {
  const { names, parameters, body } = operation;
  const request = use(names.request, "./types.js", "type");
  const partAt = (
    place: RequestPlace,
    one: Pick<Parameter, "name" | "required"> & Pick<RequestPart, "in">,
    isAlways = true,
  ): RequestPart => {
    const member = requestName(operation, place, one.name);
    const given = code`${request}[${str(place)}]`;
    const whole = place === "path" ? given : code`NonNullable<${given}>`;
    // Of a union, those that have the member.
    const owner = isAlways ? whole : code`Extract<${whole}, { ${str(member)}?: unknown }>`;
    return { ...one, place, member, type: code`${owner}[${str(member)}]` };
  };
  const wholeOf = (place: RequestPlace, one: Omit<RequestPart, "place" | "member" | "type">) => {
    const type = place === "body" && body && body.content.length > 1 ? saidType(body) : undefined;
    const own =
      type === undefined || isRange(type)
        ? request
        : code`Extract<${request}, { contentType?: ${str(type)} }>`;
    return { ...one, place, member: undefined, type: code`${own}[${str(place)}]` };
  };
  const declared = [...parameters].sort((one, other) => one.position - other.position);
  const given = declared.map(({ name, required, in: location }): RequestPart => {
    const one = { name, required, in: location };
    return location === "querystring" ? wholeOf("query", one) : partAt(partOf(location), one);
  });
  const [media, ...others] = body?.content ?? [];
  if (!body || !media) return given;
  const isForm = others.length === 0 && /^(form|multipart)$/.test(media.codec);
  if (!isForm || media.parts.length === 0 || !isSplit(media))
    return [...given, wholeOf("body", { name: "body", required: body.required, in: "body" })];
  const { properties } = media.schema?.keywords ?? {};
  const fields = media.parts.map(({ name, required }) =>
    partAt("body", { name, required, in: "body" }, properties?.has(name) === true),
  );
  return [...given, ...fields];
}

/**
 * The request of an operation, as an argument of its method in the client, with values for parts, and for all of a place.
 * A body has the media type that other generators send: JSON if that is among them, else the first.
 */
export function requestOf(
  { names, parameters, body }: Operation,
  values: readonly (readonly [part: RequestPart, value: Code])[],
  whole: Readonly<Partial<Record<RequestPlace, Code>>> = {},
): Code {
  const places = ["path", "query", "headers", "cookies", "body"] as const;
  const members = places.flatMap((place): readonly (readonly [string, Code])[] => {
    const own = values.filter(([part]) => part.place === place);
    const all = whole[place] ?? own.find(([{ member }]) => member === undefined)?.[1];
    const isNeeded = parameters.some((one) => one.required && partOf(one.in) === place);
    if (all) return [[place, all]];
    if (own.length === 0) return isNeeded ? [[place, code`{} as never`]] : [];
    return [[place, object(own.map(([{ member = "" }, value]) => [member, value] as const))]];
  });
  if (members.length === 0) return code`undefined`;
  const type = members.some(([place]) => place === "body") ? saidType(body) : undefined;
  const said = type === undefined ? [] : [["contentType", str(type)] as const];
  return code`${object([...members, ...said])} as ${use(names.request, "./types.js", "type")}`;
}

/** The media type that the sender of a body has to choose. */
function saidType(body: Body | undefined): string | undefined {
  const { content = [] } = body ?? {};
  const json = content.find(({ codec, type }) => codec === "json" && !isRange(type));
  const type = (json ?? content[0])?.type;
  return content.length > 1 || (type !== undefined && isRange(type)) ? type : undefined;
}
