import { described, limits, operations } from "./schemas.js";
import type { Kind, Notation } from "./notation.js";

/** What a parameter, a header or a list of items says of its values. */
export const items2: Readonly<Record<string, Notation>> = {
  type: "string | [string] 3.1+",
  format: "string",
  items: "Items2",
  collectionFormat: "'csv' 'ssv' 'tsv' 'pipes'",
  default: "any",
  ...limits,
  exclusiveMaximum: "boolean",
  exclusiveMinimum: "boolean",
};

/** Kinds of objects that are others in Swagger 2.0 than in later versions, with what is left in it of those. */
export const version2: Readonly<Record<string, Kind>> = {
  Swagger: {
    noun: "description",
    members: {
      swagger: "any!",
      info: "Info?",
      host: "string",
      basePath: "string",
      schemes: "['http' 'https' 'ws' 'wss']",
      consumes: "[string]",
      produces: "[string]",
      paths: "Paths?",
      definitions: "{Schema}",
      parameters: "{Parameter}",
      responses: "{Response}",
      securityDefinitions: "{SecurityScheme}",
      components: "Components 3.0+",
      security: "[SecurityRequirement]",
      tags: "[Tag]",
      externalDocs: "ExternalDocs",
    },
  },
  PathItem: {
    noun: "path item",
    reference: "siblings",
    members: { ...operations, parameters: "[Parameter]" },
  },
  Operation: {
    noun: "operation",
    members: {
      ...described,
      consumes: "[string]",
      produces: "[string]",
      parameters: "[Parameter]",
      requestBody: "RequestBody 3.0+",
      responses: "Responses?",
      schemes: "['http' 'https' 'ws' 'wss']",
      deprecated: "boolean",
      security: "[SecurityRequirement]",
    },
  },
  Parameter: {
    noun: "parameter",
    reference: "alone",
    members: {
      ...items2,
      name: "string!",
      in: "'query' 'header' 'path' 'formData' 'body'!",
      description: "string",
      required: "boolean",
      schema: "Schema",
      allowEmptyValue: "boolean",
      collectionFormat: "'csv' 'ssv' 'tsv' 'pipes' 'multi'",
    },
  },
  Items2: { noun: "list of items", members: items2 },
  Response: {
    noun: "response",
    reference: "alone",
    members: {
      description: "string?",
      schema: "Schema",
      content: "{MediaType} 3.0+",
      headers: "{Header}",
      examples: "any",
    },
  },
  Scopes: { noun: "list of scopes", members: {}, others: "string" },
  Header: { noun: "header", members: { ...items2, description: "string" } },
  SecurityScheme: {
    noun: "security scheme",
    members: {
      type: "'basic' 'apiKey' 'oauth2'?",
      description: "string",
      name: "string",
      in: "'query' 'header'",
      flow: "'implicit' 'password' 'application' 'accessCode'",
      authorizationUrl: "string",
      tokenUrl: "string",
      scopes: "Scopes",
    },
  },
};
