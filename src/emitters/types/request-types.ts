import { type Code, code, doc, empty, global, join, json, key, name } from "../../emit/code.js";
import { defaultMedia, needsType } from "../../model/walks/implied-media.js";
import { meantTypes } from "../../model/walks/values.js";
import type { Body, Media, Operation, Parameter } from "../../model/types.js";
import { operationTitle } from "../operation-docs.js";
import {
  filledMembers,
  hasDefault,
  isBodyTwofold,
  requestGroups,
  type RequestGroup,
} from "../requests.js";
import {
  deprecatedTags,
  exampleTags,
  limitsOf,
  ownExamples,
  ownValues,
  withoutDefault,
  proseOf,
  withList,
} from "./docs.js";
import { typeOf } from "./schema-types.js";
import { declareObject, literalOf, memberOf, readonlyWord } from "./print.js";
import { type Side, contentTypeMember, mediaType } from "./media-types.js";

/** `interface ListPetsRequest`: what a caller gives, in groups by place, with the names of the wire. */
export function requestType(operation: Operation): Code {
  const groups = requestGroups(operation).map((group) => groupMember(group, operation));
  const title = doc(`Request of ${operationTitle(operation)}.`);
  const declared = name(operation.names.request);
  const { members, choice } = bodyTypes(operation, "request");
  const all = [...groups, ...members];
  if (choice) {
    const others = all.length === 0 ? [] : [code`{\n${join(all, "\n")}\n}`];
    return code`${title}export type ${declared} = ${join([...others, choice], " & ")};`;
  }
  if (all.length === 0)
    return code`${title}export type ${declared} = ${global("Record")}<string, never>;`;
  return code`${title}${declareObject(operation.names.request, code`{\n${join(all, "\n")}\n}`)}`;
}

/** `type ListPetsReceived`: what a handler gets, where groups and values with a default are always there. */
export function receivedType(operation: Operation): Code {
  const groups = requestGroups(operation);
  const request = name(operation.names.request);
  const filled = groups
    .filter(({ parameters }) => parameters.some(hasDefault))
    .map(({ place, parameters }) => {
      const inner = parameters
        .filter(hasDefault)
        .map((one) => code`${readonlyWord()}${key(one.name)}: ${typeOf(one.schema)};`);
      return code`${readonlyWord()}${key(place)}: ${literalOf(inner)};`;
    });
  const present = groups.filter(
    ({ required, parameters, whole }) => !required && !whole && !parameters.some(hasDefault),
  );
  const others = groups.filter((group) => !present.includes(group));
  const pick = (some: typeof groups): Code =>
    code`${global("Pick")}<${request}, ${join(
      some.map(({ place }) => json(place)),
      " | ",
    )}>`;
  const isTwofold = isBodyTwofold(operation);
  const { members, choice } = bodyTypes(operation, "received");
  const own = [...filled, ...(isTwofold ? members : [])];
  const parts = [
    ...(isTwofold ? (others.length > 0 ? [pick(others)] : []) : [request]),
    ...(present.length > 0 ? [code`${global("Required")}<${pick(present)}>`] : []),
    ...(own.length > 0 ? [literalOf(own)] : []),
    ...(isTwofold && choice ? [choice] : []),
    ...filledBody(operation),
  ];
  const hasDefaults = filled.length > 0 || filledMembers(operation).size > 0;
  const title = doc(`As its handler receives it${hasDefaults ? ", with defaults filled in" : ""}.`);
  return code`${title}export type ${name(operation.names.received)} = ${join(parts, " & ")};`;
}

/** The members of a body with a default, which are there where the body is. */
function filledBody(operation: Operation): readonly Code[] {
  const { body } = operation;
  const filled = filledMembers(operation);
  if (!body || filled.size === 0) return [];
  const [[media, names] = []] = filled;
  if (body.content.length === 1 && media && names)
    return [
      code`{ ${readonlyWord()}body${body.required ? empty : code`?`}: ${presentMembers(media, names)} }`,
    ];
  const choices = body.content.map((one) => {
    const own = filled.get(one);
    const members = own ? code` ${readonlyWord()}body: ${presentMembers(one, own)};` : empty;
    return code`{ ${contentTypeMember(one)}${members} }`;
  });
  const none = body.required ? [] : [code`{ ${readonlyWord()}contentType?: undefined }`];
  return [code`(${join([...choices, ...none], " | ")})`];
}

/** Null where the body may be that; what may be something else as well is left as it is. */
function presentMembers(media: Media, names: readonly string[]): Code {
  const types = (media.schema && meantTypes(media.schema)) ?? ["object"];
  if (types.some((type) => type !== "object" && type !== "null")) return code`unknown`;
  const isNullable = types.includes("null");
  const members = membersThere(media, names, isNullable);
  return isNullable ? code`${members} | null` : members;
}

/** Picked from a type with a name; one without is not worth writing twice. */
function membersThere({ schema }: Media, names: readonly string[], isNullable: boolean): Code {
  const own = names.map((member) => [member, schema?.keywords.properties?.get(member)] as const);
  if (!schema || (schema.name === undefined && own.every(([, type]) => type !== undefined))) {
    const members = own.map(
      ([member, type]) =>
        code`${readonlyWord()}${key(member)}: ${type ? typeOf(type) : code`unknown`};`,
    );
    return literalOf(members);
  }
  const type = isNullable ? code`${global("NonNullable")}<${typeOf(schema)}>` : typeOf(schema);
  return code`${global("Required")}<${global("Pick")}<${type}, ${join(names.map(json), " | ")}>>`;
}

/** The member of a body, or a union where its media type can be chosen. */
function bodyTypes({ body }: Operation, side: Side): { members: Code[]; choice: Code | undefined } {
  const count = body?.content.length ?? 0;
  const [only] = body?.content ?? [];
  const type = only && needsType(only) ? [contentTypeMember(only, body?.required !== true)] : [];
  return {
    members: body && count === 1 ? [...type, bodyMember(body, side)] : [],
    choice: body && count > 1 ? bodyChoice(body, side) : undefined,
  };
}

function groupMember(group: RequestGroup, { names }: Operation): Code {
  const { place, required, whole } = group;
  const declared = names.parts[place];
  const type = declared === undefined ? groupType(group) : name(declared);
  const comment = whole ? parameterDoc(whole) : empty;
  return code`${comment}${readonlyWord()}${memberOf(key(place), required, type)}`;
}

export function groupType({ parameters, whole }: RequestGroup): Code {
  if (whole) return typeOf(whole.schema);
  const members = parameters.map((parameter) => {
    const member = memberOf(key(parameter.name), parameter.required, typeOf(parameter.schema));
    return code`${parameterDoc(parameter)}${readonlyWord()}${member}`;
  });
  return code`{\n${join(members, "\n")}\n}`;
}

function parameterDoc(parameter: Parameter): Code {
  const { keywords: given } = parameter.schema;
  const keywords = parameter.required ? withoutDefault(given) : given;
  const own = parameter.prose.description === "" ? {} : { prose: parameter.prose };
  const examples = exampleTags(ownExamples(parameter));
  const limits = parameter.schema.name === undefined ? limitsOf(keywords, examples.length > 0) : "";
  const said = parameter.schema.name === undefined ? { ...keywords, ...own } : own;
  const text = withList(proseOf(said, limits), ownValues(parameter.schema));
  return doc(text, [...deprecatedTags(parameter), ...examples]);
}

function bodyMember(body: Body, side: Side): Code {
  const [only] = body.content;
  const type = only ? mediaType(only, side) : code`undefined`;
  const comment = doc(body.prose.description, exampleTags(only?.examples ?? []));
  return code`${comment}${readonlyWord()}${memberOf(key("body"), body.required, type)}`;
}

/** Several media types: `contentType` says which one the body is, also for a caller that has none to send. */
function bodyChoice(body: Body, side: Side): Code {
  const implied = side === "request" ? defaultMedia(body) : undefined;
  const isOptional = side === "request" && !body.required;
  const choices = body.content.map((media) => {
    const description = doc(body.prose.description, exampleTags(media.examples ?? []));
    const type = mediaType(media, side);
    const sent = isOptional ? code`body?: ${type} | undefined` : code`body: ${type}`;
    const member = code`${description}${readonlyWord()}${sent};`;
    return literalOf([contentTypeMember(media, media === implied), member]);
  });
  const none = body.required
    ? []
    : [code`{ ${readonlyWord()}contentType?: undefined; ${readonlyWord()}body?: undefined }`];
  return code`(${join([...choices, ...none], " | ")})`;
}
