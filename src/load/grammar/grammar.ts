import { described, operations, schema } from "./schemas.js";
import { version2 } from "./swagger.js";
import type { Kind, Notation } from "./notation.js";
import type { Version } from "../version.js";

const map = (noun: string, others: Notation): Kind => ({ noun, members: {}, others });

const prose = { summary: "string 3.1+", description: "string" };

const media = { content: "{MediaType}" };

/** Serialization of a parameter or header (OpenAPI 3.1, sections 4.8.12 and 4.8.21). */
const written = {
  description: "string",
  required: "boolean",
  deprecated: "boolean",
  schema: "Schema",
  explode: "boolean",
  example: "any",
  examples: "{Example}",
  ...media,
};

const version3: Readonly<Record<string, Kind>> = {
  OpenApi: {
    noun: "description",
    members: {
      openapi: "any!",
      $self: "string 3.2+",
      info: "Info?",
      jsonSchemaDialect: "string 3.1+",
      servers: "[Server]",
      paths: "Paths? -3.0 | Paths 3.1+",
      webhooks: "{PathItem} 3.1+",
      components: "Components",
      security: "[SecurityRequirement]",
      tags: "[Tag]",
      externalDocs: "ExternalDocs",
    },
  },
  Info: {
    noun: "info object",
    members: {
      title: "string?",
      summary: "string 3.1+",
      description: "string",
      termsOfService: "string",
      contact: "Contact",
      license: "License",
      version: "string?",
    },
  },
  License: {
    noun: "license",
    members: { name: "string?", identifier: "string 3.1+", url: "string" },
  },
  Server: {
    noun: "server",
    members: {
      url: "string?",
      name: "string 3.2+",
      description: "string",
      variables: "{ServerVariable}",
    },
  },
  ServerVariable: {
    noun: "server variable",
    members: { enum: "[string]", default: "string?", description: "string" },
  },
  Components: {
    noun: "components object",
    members: {
      schemas: "{Schema}",
      responses: "{Response}",
      parameters: "{Parameter}",
      examples: "{Example}",
      requestBodies: "{RequestBody}",
      headers: "{Header}",
      securitySchemes: "{SecurityScheme}",
      links: "{Link}",
      callbacks: "{Callback}",
      pathItems: "{PathItem} 3.1+",
      mediaTypes: "{MediaType} 3.2+",
    },
  },
  Paths: map("paths object", "PathItem"),
  PathItem: {
    noun: "path item",
    reference: "siblings",
    members: {
      summary: "string",
      description: "string",
      ...operations,
      additionalOperations: "{Operation} 3.2+",
      servers: "[Server]",
      parameters: "[Parameter]",
    },
  },
  Operation: {
    noun: "operation",
    members: {
      ...described,
      parameters: "[Parameter]",
      requestBody: "RequestBody",
      responses: "Responses? -3.0 | Responses 3.1+",
      callbacks: "{Callback}",
      deprecated: "boolean",
      security: "[SecurityRequirement]",
      servers: "[Server]",
    },
  },
  Parameter: {
    noun: "parameter",
    reference: "alone",
    members: {
      name: "string!",
      in: "'query' 'header' 'path' 'cookie' 'querystring'!",
      allowEmptyValue: "boolean",
      style:
        "'matrix' 'label' 'simple' 'form' 'spaceDelimited' 'pipeDelimited' 'deepObject' 'cookie'",
      allowReserved: "boolean",
      ...written,
    },
  },
  Header: {
    noun: "header",
    reference: "alone",
    members: {
      ...written,
      style: "'simple'",
      allowEmptyValue: "boolean",
      allowReserved: "boolean",
    },
  },
  RequestBody: {
    noun: "request body",
    reference: "alone",
    members: { description: "string", content: "{MediaType}?", required: "boolean" },
  },
  MediaType: {
    noun: "media type",
    reference: "alone",
    members: {
      description: "string 3.2+",
      schema: "Schema",
      itemSchema: "Schema 3.2+",
      example: "any",
      examples: "{Example}",
      encoding: "{Encoding}",
      prefixEncoding: "[Encoding] 3.2+",
      itemEncoding: "Encoding 3.2+",
    },
  },
  Encoding: {
    noun: "encoding",
    members: {
      contentType: "string",
      headers: "{Header}",
      style: "'form' 'spaceDelimited' 'pipeDelimited' 'deepObject'",
      explode: "boolean",
      allowReserved: "boolean",
      encoding: "{Encoding} 3.2+",
      prefixEncoding: "[Encoding] 3.2+",
      itemEncoding: "Encoding 3.2+",
    },
  },
  Responses: map("responses object", "Response"),
  Response: {
    noun: "response",
    reference: "alone",
    members: {
      summary: "string 3.2+",
      description: "string? -3.1 | string 3.2+",
      headers: "{Header}",
      links: "{Link}",
      ...media,
    },
  },
  Callback: { ...map("callback", "PathItem"), reference: "alone" },
  Example: {
    noun: "example",
    reference: "alone",
    members: {
      summary: "string",
      description: "string",
      value: "any",
      externalValue: "string",
      dataValue: "any 3.2+",
      serializedValue: "string 3.2+",
    },
  },
  Link: {
    noun: "link",
    reference: "alone",
    members: {
      operationRef: "string",
      operationId: "string",
      parameters: "{any}",
      requestBody: "any",
      description: "string",
      server: "Server",
    },
  },
  Tag: {
    noun: "tag",
    members: {
      name: "string?",
      ...prose,
      summary: "string 3.2+",
      externalDocs: "ExternalDocs",
      parent: "string 3.2+",
      kind: "string 3.2+",
    },
  },
  Discriminator: {
    noun: "discriminator",
    members: {
      propertyName: "string?",
      mapping: "{string}",
      defaultMapping: "string 3.2+",
    },
  },
  SecurityScheme: {
    noun: "security scheme",
    reference: "alone",
    members: {
      type: "'apiKey' 'http' 'mutualTLS' 'oauth2' 'openIdConnect'?",
      description: "string",
      name: "string",
      in: "'query' 'header' 'cookie'",
      scheme: "string",
      bearerFormat: "string",
      flows: "Flows",
      openIdConnectUrl: "string",
      oauth2MetadataUrl: "string 3.2+",
      deprecated: "boolean 3.2+",
    },
  },
  Flows: {
    noun: "list of OAuth flows",
    members: {
      implicit: "Flow",
      password: "Flow",
      clientCredentials: "Flow",
      authorizationCode: "Flow",
      deviceAuthorization: "Flow 3.2+",
    },
  },
  Flow: {
    noun: "OAuth flow",
    members: {
      authorizationUrl: "string",
      deviceAuthorizationUrl: "string 3.2+",
      tokenUrl: "string",
      refreshUrl: "string",
      scopes: "{string}?",
    },
  },
};

/** Kinds that all versions have. */
const shared: Readonly<Record<string, Kind>> = {
  Schema: schema,
  Info: version3["Info"] as Kind,
  License: version3["License"] as Kind,
  Contact: { noun: "contact", members: { name: "string", url: "string", email: "string" } },
  Tag: version3["Tag"] as Kind,
  Paths: version3["Paths"] as Kind,
  Responses: version3["Responses"] as Kind,
  ExternalDocs: { noun: "externalDocs object", members: { description: "string", url: "string?" } },
  SecurityRequirement: map("security requirement", "[string]"),
  Xml: {
    noun: "xml object",
    members: {
      name: "string",
      namespace: "string",
      prefix: "string",
      attribute: "boolean",
      wrapped: "boolean",
      nodeType: "string 3.2+",
    },
  },
};

/** The kinds of a version, by name. */
export function kindsOf(version: Version): ReadonlyMap<string, Kind> {
  return version === "2.0" ? kinds2 : kinds3;
}

const kinds2 = new Map(Object.entries({ ...shared, ...version2 }));
const kinds3 = new Map(Object.entries({ ...shared, ...version3 }));

/** The kind of that name in a version; throws for a name that no table has. */
export function kindOf(name: string, version: Version): Kind {
  const kind = kindsOf(version).get(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

export function isKind(name: string): boolean {
  return kinds2.has(name) || kinds3.has(name);
}
