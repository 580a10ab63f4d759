/**
 * Chooses what stands at a place: `plain`, or a payload. The place's first word says what may happen to it:
 * `prose` is for people and never refused, `name`, `value` and `number` may be.
 */
export type At = (place: string, plain: unknown) => unknown;

/** An OpenAPI 3.1 description with text in every place that can hold any. */
export function description(at: At): object {
  const prose = (place: string): unknown => at(`prose.${place}`, `About the ${place}.`);
  const name = (place: string, plain: string): string => String(at(`name.${place}`, plain));
  const value = (place: string, plain: unknown): unknown => at(`value.${place}`, plain);
  const number = (place: string, plain: number): unknown => at(`number.${place}`, plain);
  const limits = {
    integer: {
      type: "integer",
      minimum: number("minimum", 1),
      maximum: number("maximum", 90),
      default: number("default", 20),
    },
    number: {
      type: "number",
      exclusiveMinimum: number("exclusive", 0),
      multipleOf: number("step", 0.5),
      examples: [number("example", 2)],
    },
    text: { type: "string", minLength: number("shortest", 1), maxLength: number("longest", 90) },
    list: {
      type: "array",
      items: { enum: [number("choice", 3), 4] },
      minItems: number("fewest", 1),
    },
    same: { const: number("constant", 7) },
    members: { type: "object", minProperties: number("members", 0) },
  };
  const component = name("component", "Pet");
  const property = name("property", "name");
  const tag = name("discriminator", "kind");
  const schemas = {
    [component]: {
      title: prose("schema title"),
      description: prose("schema"),
      $comment: prose("comment"),
      type: "object",
      required: [property, "plain"],
      properties: {
        [property]: {
          type: "string",
          description: prose("property"),
          deprecated: true,
          example: value("example", "Rex"),
        },
        plain: {
          type: "string",
          enum: [value("enum", "a"), "b"],
          "x-enum-varnames": [value("varname", "A"), "B"],
          "x-enum-descriptions": [prose("enum value"), ""],
        },
        constant: { const: value("const", "c") },
        data: {
          const: { [name("const member", "m")]: [value("const item", 1)] },
          default: { [name("default member", "m")]: 1 },
        },
        text: {
          type: "string",
          default: value("default", "d"),
          examples: [value("examples", "e")],
          format: value("format", "email"),
        },
        shaped: { type: "string", pattern: value("pattern", "^a+$") },
        encoded: {
          type: "string",
          contentEncoding: value("content encoding", "base64"),
          contentMediaType: value("content media type", "image/png"),
        },
        dollar: { example: { $ref: value("example reference", "#/nowhere") } },
      },
      patternProperties: { [name("pattern property", "^x-")]: { type: "string" } },
      dependentRequired: { [name("dependent", "text")]: [value("dependency", "plain")] },
      externalDocs: { url: "https://example.org", description: prose("documentation") },
      [`x-${name("extension", "note")}`]: value("extension value", "x"),
      xml: { name: value("xml", "pet") },
    },
    Limits: { type: "object", properties: limits },
    Cat: { type: "object", required: [tag], properties: { [tag]: { type: "string" } } },
    Dog: { type: "object", required: [tag], properties: { [tag]: { type: "string" } } },
    Animal: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: {
        propertyName: tag,
        mapping: { [name("mapping", "cat")]: "#/components/schemas/Cat", dog: "Dog" },
      },
    },
    Named: {
      $defs: { [name("definition", "Inner")]: { type: "string" } },
      properties: {
        inner: {
          $ref: pointer("components", "schemas", "Named", "$defs", name("definition", "Inner")),
        },
      },
    },
    Anchored: {
      $anchor: value("anchor", "here"),
      $id: value("id", "https://example.org/anchored"),
      type: "boolean",
    },
  };
  const schema = { $ref: pointer("components", "schemas", component) };
  const json = {
    "application/json": {
      schema,
      examples: {
        [name("example", "one")]: { summary: prose("example"), value: value("media example", 1) },
      },
    },
  };
  const scheme = name("scheme", "token");
  const parameter = (place: string, more: object = {}): object => ({
    name: name(`${place} parameter`, place),
    in: place,
    description: prose(`${place} parameter`),
    schema: { type: "string", default: value(`${place} default`, "d") },
    ...more,
  });
  const form = {
    type: "object",
    properties: {
      [name("form field", "field")]: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
      file: { type: "string", format: "binary" },
    },
  };
  const encoding = {
    [name("form field", "field")]: {
      contentType: value("part type", "text/plain"),
      headers: { [name("part header", "X-Part")]: { schema: { type: "string" } } },
    },
  };
  const created = {
    description: prose("reply"),
    headers: {
      [name("reply header", "X-Reply")]: {
        description: prose("header"),
        required: true,
        schema: { type: "string" },
      },
    },
    content: { ...json, [name("reply media", "text/csv")]: { schema: { type: "string" } } },
    links: {
      [name("link", "next")]: {
        operationId: "plain",
        description: prose("link"),
        parameters: {
          [name("link parameter", "id")]: value("link expression", "$response.body#/id"),
        },
      },
    },
  };
  const operation = {
    operationId: name("operation", "createPet"),
    summary: prose("operation summary"),
    description: prose("operation"),
    tags: [value("tag", "pets"), value("second tag", "more")],
    parameters: [
      parameter("query"),
      parameter("header"),
      parameter("cookie"),
      {
        name: name("object parameter", "filter"),
        in: "query",
        style: "deepObject",
        explode: true,
        schema: {
          type: "object",
          properties: { [name("deep member", "age")]: { type: "integer" } },
        },
      },
      {
        name: "json",
        in: "query",
        content: { [name("parameter media", "application/json")]: { schema } },
      },
    ],
    requestBody: {
      description: prose("body"),
      required: true,
      content: {
        ...json,
        "multipart/form-data": { schema: form, encoding },
        "application/x-www-form-urlencoded": { schema: form },
        [name("media", "text/plain")]: { schema: { type: "string" } },
      },
    },
    responses: {
      201: created,
      [name("status", "4XX")]: {
        $ref: pointer("components", "responses", name("shared reply", "Refused")),
      },
      default: { description: prose("default reply"), content: json },
    },
    callbacks: {
      [name("callback", "onEvent")]: {
        [name("expression", "{$request.body#/url}")]: {
          post: {
            operationId: name("callback operation", "called"),
            description: prose("callback"),
            requestBody: { content: json },
            responses: { 204: { description: prose("callback reply") } },
          },
        },
      },
    },
    security: [{ [scheme]: [] }, { oauth: [name("scope use", "read")] }],
    servers: [
      {
        url: value("operation server", "https://example.org/v2"),
        description: prose("operation server"),
      },
    ],
    deprecated: true,
    "x-sunset": value("sunset", "2030-01-01"),
    "x-replaced-by": value("replacement", "plain"),
  };
  const inPath = name("path parameter", "petId");
  return {
    openapi: "3.1.0",
    info: {
      title: prose("title"),
      version: prose("version"),
      summary: prose("summary"),
      description: prose("api"),
      contact: { name: prose("contact") },
      license: { name: prose("license") },
    },
    servers: [
      {
        url: value("server", "https://{region}.example.org"),
        "x-name": value("server name", "live"),
        description: prose("server"),
        variables: {
          region: {
            default: value("variable default", "eu"),
            enum: [value("variable default", "eu"), value("variable enum", "us")],
            description: prose("variable"),
          },
        },
      },
      { url: `https://{${inPath}}.example.org`, variables: { [inPath]: { default: "a" } } },
    ],
    tags: [{ name: value("tag", "pets"), description: prose("tag") }],
    paths: {
      [`/pets/${name("segment", "all")}/{${inPath}}`]: {
        summary: prose("path summary"),
        description: prose("path"),
        parameters: [
          {
            name: inPath,
            in: "path",
            required: true,
            description: prose("path parameter"),
            schema: { type: "string" },
          },
        ],
        post: operation,
      },
      "/plain": {
        get: {
          operationId: "plain",
          tags: [value("second tag", "more")],
          responses: {
            200: {
              description: "",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Animal" } } },
            },
          },
        },
      },
    },
    webhooks: {
      [name("webhook", "petDied")]: {
        post: {
          description: prose("webhook"),
          requestBody: { content: json },
          responses: { 204: { description: "" } },
        },
      },
    },
    components: {
      schemas,
      responses: {
        [name("shared reply", "Refused")]: { description: prose("shared reply"), content: json },
      },
      securitySchemes: {
        [scheme]: {
          type: "http",
          scheme: value("http scheme", "bearer"),
          bearerFormat: value("bearer format", "JWT"),
          description: prose("scheme"),
        },
        key: {
          type: "apiKey",
          in: "header",
          name: value("key header", "X-Key"),
          description: prose("key"),
        },
        cookie: { type: "apiKey", in: "cookie", name: value("key cookie", "key") },
        oauth: {
          type: "oauth2",
          flows: {
            clientCredentials: {
              tokenUrl: value("token url", "https://example.org/token"),
              scopes: { [name("scope", "read")]: prose("scope"), [name("scope use", "read")]: "" },
            },
          },
        },
      },
    },
    "x-rate-limit-plans": { [name("plan", "free")]: { minute: number("plan", 10) } },
  };
}

/** A `$ref` into the same file, encoded as RFC 6901, section 6, says. */
function pointer(...tokens: readonly string[]): string {
  const escaped = tokens.map((token) => token.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${escaped.map((token) => encodeURIComponent(token.toWellFormed())).join("/")}`;
}

/** Every place of the description. */
export function places(): readonly string[] {
  const found = new Set<string>();
  description((place, plain) => {
    found.add(place);
    return plain;
  });
  return [...found];
}
