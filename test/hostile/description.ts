import { schemas } from "./schemas.js";
import { type At, pointer, wordsFrom } from "./words.js";

/** An OpenAPI 3.1 description with text in every place that can hold any. */
export function description(at: At): object {
  const words = wordsFrom(at);
  const { prose, name, value, number } = words;
  const component = name("component", "Pet");
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
    "x-deprecated-since": value("deprecated since", "2025-01-01"),
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
      schemas: schemas(words),
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

/** Every place of the description. */
export function places(): readonly string[] {
  const found = new Set<string>();
  description((place, plain) => {
    found.add(place);
    return plain;
  });
  return [...found];
}
