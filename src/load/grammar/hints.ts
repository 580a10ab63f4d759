import { isBeside, isContradiction, liftedSign } from "./misplaced.js";
import type { MemberType } from "./notation.js";
import type { JsonObject } from "../../common/json.js";
import { schema } from "./schemas.js";
import type { Version } from "../version.js";

/** Members that are in the wrong place or version, and where they belong. */
export function hintForMember(
  kind: string,
  key: string,
  object: JsonObject,
  version: Version,
): string | undefined {
  const three = version >= "3.0";
  const taken =
    liftedSign(object, kind, version) === key || isBeside(object, key, kind, version)
      ? isContradiction(object, key)
        ? "; it contradicts what is there, which counts"
        : "; it is taken as if it were there"
      : "";
  if (three && (kind === "Parameter" || kind === "Header") && isOfSchema(key)) {
    return `From OpenAPI 3.0 on, ${key} belongs into schema${taken}.`;
  }
  if (!three && kind === "Parameter" && key === "schema") {
    return "Only a body has a schema; what is in it is taken as if it stood beside it.";
  }
  if (taken !== "") return `${key} belongs into schema${taken}.`;
  const home = moved.get(key);
  if (three && kind === "OpenApi" && home !== undefined) {
    return `From OpenAPI 3.0 on, this is ${home}.`;
  }
  if (three && /^(?:Operation|OpenApi)$/.test(kind) && /^(?:consumes|produces)$/.test(key)) {
    const taken = "they are taken for a schema in its place";
    return `From OpenAPI 3.0 on, media types are the keys of content; ${taken}.`;
  }
  const isBody = kind === "Response" || kind === "RequestBody";
  if (three && isBody && (key === "schema" || isOfSchema(key))) return hintForBody(key);
  if (kind === "PathItem" && key === "security") {
    return "It is taken for the operations of this path that have none; put it there.";
  }
  return undefined;
}

/** Where the schema of a body belongs, or a keyword of one; `types` are those that it is read as. */
export function hintForBody(key: string, types: readonly string[] = []): string {
  const what = key === "schema" ? "a schema stands in" : `${key} belongs into a schema in`;
  const taken = types.length > 0 ? `; it is taken as that of ${types.join(" and ")}` : "";
  return `From OpenAPI 3.0 on, ${what} content, below its media type${taken}.`;
}

function isOfSchema(key: string): boolean {
  return Object.hasOwn(schema.members, key) || key === "collectionFormat";
}

/** The treatment of an object without a member that it should have. */
export function hintForMissing(kind: string, member: string): string | undefined {
  return withoutMember.get(`${kind}.${member}`);
}

const withoutMember: ReadonlyMap<string, string> = new Map([
  ["RequestBody.content", "Add content; as it is, the body may be of any kind."],
  ["Discriminator.propertyName", "Add propertyName; as it is, the discriminator has no effect."],
  [
    "ServerVariable.default",
    "Add default; as it is, it is the first value of enum, or an empty text.",
  ],
  ["OpenApi.paths", "Add paths, if only `paths: {}`; as it is, there are no operations."],
  ["Swagger.paths", "Add paths, if only `paths: {}`; as it is, there are no operations."],
]);

const moved: ReadonlyMap<string, string> = new Map([
  ["definitions", "components.schemas"],
  ["parameters", "components.parameters"],
  ["responses", "components.responses"],
  ["securityDefinitions", "components.securitySchemes"],
  ["host", "part of servers"],
  ["basePath", "part of servers"],
  ["schemes", "part of servers"],
]);

/** Advice about a member that another version has. */
export function hintForVersion(key: string, value: unknown): string | undefined {
  switch (key) {
    case "type":
      return "Write one type and `nullable: true`, or change to OpenAPI 3.1; it is read as 3.1 reads it.";
    case "nullable":
      return "Write `type: [string, 'null']`; it is taken as that.";
    case "const":
      return `Write \`enum: [${JSON.stringify(value)}]\`; or change to OpenAPI 3.1.`;
    case "discriminator":
      return typeof value === "string"
        ? `Write \`discriminator: { propertyName: ${value} }\`.`
        : undefined;
    case "components":
    case "requestBody":
    case "content":
      return "Change to OpenAPI 3.0; it is read as that reads it.";
    case "examples":
      return "Write example, with one value; or change to OpenAPI 3.1.";
    case "exclusiveMinimum":
    case "exclusiveMaximum": {
      const limit = key === "exclusiveMinimum" ? "minimum" : "maximum";
      return typeof value === "boolean"
        ? `Write the number itself: \`${key}: 5\` instead of ${limit}.`
        : `Write \`${limit}: ${String(value)}\` and \`${key}: true\`.`;
    }
  }
  return undefined;
}

/** The allowed value that is used in place of one that is not; undefined where that is not clear. */
export function takenAs(subject: string, value: string, version: Version): string | undefined {
  if (subject === "style") return "Remove it; it is read as if it were not there.";
  const isCookie = subject === "in" && value === "cookie" && version < "3.0";
  return isCookie
    ? "Swagger 2.0 has no cookies. It is taken as OpenAPI 3.0 takes it; change to that."
    : undefined;
}

/** Advice about a parameter in a place of Swagger 2.0 that the `allowed` ones of this version are without. */
export function hintForOldPlace(place: string, allowed: readonly string[]): string | undefined {
  if (allowed.includes(place)) return undefined;
  return place === "body"
    ? "From OpenAPI 3.0 on, the body is the requestBody of the operation; it is read as that."
    : "From OpenAPI 3.0 on, fields are properties of the schema of a requestBody; it is read as one.";
}

/** Advice about a value that another version has. */
export function hintForValue(subject: string, value: string, version: Version): string | undefined {
  return version >= "3.0" && subject === "type" && value === "basic"
    ? "From OpenAPI 3.0 on, this is `type: http` with `scheme: basic`."
    : undefined;
}

/** Advice about a member with a value of the wrong type, where there is more to say than the type. */
export function hintForType(
  key: string,
  { is }: MemberType,
  value: unknown,
  version: Version,
): string | undefined {
  switch (key) {
    case "required":
      if (is !== "list") return undefined;
      return typeof value === "boolean"
        ? "Put the property's name into the list `required` of the schema that holds it."
        : typeof value === "string"
          ? `Write ${JSON.stringify([value])}, with the names of the properties.`
          : undefined;
    case "items":
      return Array.isArray(value)
        ? version >= "3.1"
          ? "For a list with a schema for each place, write prefixItems."
          : "Write one schema that fits all items."
        : undefined;
    case "enum":
    case "tags":
      return typeof value === "string" ? `Write ${JSON.stringify([value])}.` : undefined;
    case "security":
      if (typeof value === "string") return `Write \`- ${value}: []\`.`;
      return is === "list" ? "Put `- ` before each scheme of which one is enough." : undefined;
    case "allOf":
    case "oneOf":
    case "anyOf":
    case "parameters":
    case "servers":
      return typeof value === "object" && value !== null
        ? "Put `- ` before each of them."
        : undefined;
    case "properties":
      return Array.isArray(value)
        ? "Write each property as `name: schema`, without a dash."
        : undefined;
  }
  return undefined;
}
