import type { Version } from "./version.js";

/**
 * What a member holds, in short: `string`, `boolean`, `number`, `integer`, `any` (data, never looked into), the name
 * of a kind, `[…]` a list, `{…}` a mapping; then `!` when it must be there, `?` when it should; then the versions
 * that have it: `3.1+`, `-3.0`, `3.2`. Alternatives are separated by `|`, values by `'…'`.
 */
export type Notation = string;

/** A kind of object that OpenAPI describes. */
export interface Kind {
  /** For people: `path item`. */
  readonly noun: string;
  readonly members: Readonly<Record<string, Notation>>;
  /** What members with any other name hold. */
  readonly others?: Notation;
  /** May be written as `{ $ref }`; with `siblings`, in every version more may stand beside that. */
  readonly reference?: "alone" | "siblings";
  /** Unknown members are tolerated unless they look misspelt (JSON Schema 2020-12 core, section 6.5). */
  readonly open?: boolean;
}

const map = (noun: string, others: Notation): Kind => ({ noun, members: {}, others });

const prose = { summary: "string 3.1+", description: "string" };

const limits = {
  multipleOf: "number",
  maximum: "number",
  exclusiveMaximum: "boolean -3.0 | number 3.1+",
  minimum: "number",
  exclusiveMinimum: "boolean -3.0 | number 3.1+",
  maxLength: "integer",
  minLength: "integer",
  pattern: "string",
  maxItems: "integer",
  minItems: "integer",
  uniqueItems: "boolean",
  enum: "[any]",
};

const schema: Kind = {
  noun: "schema",
  reference: "alone",
  open: true,
  members: {
    ...limits,
    title: "string",
    description: "string",
    default: "any",
    type: "string | [string] 3.1+",
    format: "string",
    maxProperties: "integer",
    minProperties: "integer",
    required: "[string]",
    items: "Schema | [Schema]",
    additionalItems: "Schema",
    properties: "{Schema}",
    additionalProperties: "boolean | Schema",
    allOf: "[Schema]",
    oneOf: "[Schema] 3.0+",
    anyOf: "[Schema] 3.0+",
    not: "Schema 3.0+",
    discriminator: "string 2.0 | Discriminator 3.0+",
    readOnly: "boolean",
    writeOnly: "boolean 3.0+",
    xml: "Xml",
    externalDocs: "ExternalDocs",
    example: "any",
    deprecated: "boolean 3.0+",
    nullable: "boolean 3.0",
    const: "any 3.1+",
    examples: "[any] 3.1+",
    if: "Schema 3.1+",
    then: "Schema 3.1+",
    else: "Schema 3.1+",
    prefixItems: "[Schema] 3.1+",
    contains: "Schema 3.1+",
    minContains: "integer 3.1+",
    maxContains: "integer 3.1+",
    patternProperties: "{Schema} 3.1+",
    propertyNames: "Schema 3.1+",
    unevaluatedItems: "Schema 3.1+",
    unevaluatedProperties: "Schema 3.1+",
    dependentSchemas: "{Schema} 3.1+",
    dependentRequired: "{[string]} 3.1+",
    contentEncoding: "string 3.1+",
    contentMediaType: "string 3.1+",
    contentSchema: "Schema 3.1+",
    $schema: "string 3.1+",
    $id: "string 3.1+",
    $anchor: "string 3.1+",
    $dynamicAnchor: "string 3.1+",
    $dynamicRef: "string 3.1+",
    $vocabulary: "any 3.1+",
    $comment: "string 3.1+",
    $defs: "{Schema} 3.1+",
    definitions: "{Schema} 3.1+",
  },
};

const operations = {
  get: "Operation",
  put: "Operation",
  post: "Operation",
  delete: "Operation",
  options: "Operation",
  head: "Operation",
  patch: "Operation",
  trace: "Operation 3.0+",
  query: "Operation 3.2+",
};

const media = { content: "{MediaType}" };

/** How a parameter or header is written (OpenAPI 3.1, sections 4.8.12 and 4.8.21). */
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
      info: "Info!",
      jsonSchemaDialect: "string 3.1+",
      servers: "[Server]",
      paths: "Paths",
      webhooks: "{PathItem} 3.1+",
      components: "Components",
      security: "[SecurityRequirement]",
      tags: "[Tag]",
      externalDocs: "ExternalDocs",
    },
  },
  Info: {
    noun: "info",
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
      url: "string!",
      name: "string 3.2+",
      description: "string",
      variables: "{ServerVariable}",
    },
  },
  ServerVariable: {
    noun: "server variable",
    members: { enum: "[string]", default: "string!", description: "string" },
  },
  Components: {
    noun: "components",
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
  Paths: map("paths", "PathItem"),
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
      tags: "[string]",
      summary: "string",
      description: "string",
      externalDocs: "ExternalDocs",
      operationId: "string",
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
    members: { description: "string", content: "{MediaType}!", required: "boolean" },
  },
  MediaType: {
    noun: "media type",
    reference: "alone",
    members: {
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
  Responses: map("responses", "Response"),
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
      name: "string!",
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
      propertyName: "string!",
      mapping: "{string}",
      defaultMapping: "string 3.2+",
    },
  },
  SecurityScheme: {
    noun: "security scheme",
    reference: "alone",
    members: {
      type: "'apiKey' 'http' 'mutualTLS' 'oauth2' 'openIdConnect'!",
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

const items2: Readonly<Record<string, Notation>> = {
  ...limits,
  exclusiveMaximum: "boolean",
  exclusiveMinimum: "boolean",
  type: "string",
  format: "string",
  items: "Items2",
  collectionFormat: "'csv' 'ssv' 'tsv' 'pipes'",
  default: "any",
};

const version2: Readonly<Record<string, Kind>> = {
  Swagger: {
    noun: "description",
    members: {
      swagger: "any!",
      info: "Info!",
      host: "string",
      basePath: "string",
      schemes: "['http' 'https' 'ws' 'wss']",
      consumes: "[string]",
      produces: "[string]",
      paths: "Paths!",
      definitions: "{Schema}",
      parameters: "{Parameter}",
      responses: "{Response}",
      securityDefinitions: "{SecurityScheme}",
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
      tags: "[string]",
      summary: "string",
      description: "string",
      externalDocs: "ExternalDocs",
      operationId: "string",
      consumes: "[string]",
      produces: "[string]",
      parameters: "[Parameter]",
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
      headers: "{Header}",
      examples: "any",
    },
  },
  Header: { noun: "header", members: { ...items2, description: "string" } },
  SecurityScheme: {
    noun: "security scheme",
    members: {
      type: "'basic' 'apiKey' 'oauth2'!",
      description: "string",
      name: "string",
      in: "'query' 'header'",
      flow: "'implicit' 'password' 'application' 'accessCode'",
      authorizationUrl: "string",
      tokenUrl: "string",
      scopes: "{string}",
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
  ExternalDocs: { noun: "externalDocs", members: { description: "string", url: "string!" } },
  SecurityRequirement: map("security requirement", "[string]"),
  Xml: {
    noun: "xml",
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

/** The kind of that name in a version; throws for a name that no table has. */
export function kindOf(name: string, version: Version): Kind {
  const kind = (version === "2.0" ? version2 : version3)[name] ?? shared[name];
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

export function isKind(name: string): boolean {
  return name in version3 || name in version2 || name in shared;
}
