import { expect, test } from "vitest";
import { at, read, withSchemas } from "./read-description.js";

async function schema30(body: string, version = "3.0.3"): Promise<unknown> {
  const { description } = await read(
    withSchemas(`    Pet: ${body}\n    Cat: { type: object }\n`, version),
  );
  return at(description, "components", "schemas", "Pet").value;
}

const cat = { $ref: "#/components/schemas/Cat" };

test.each([
  ["{ type: integer, format: int32, enum: [a, b] }", { type: ["string"], enum: ["a", "b"] }],
  [
    "{ type: boolean, nullable: true, enum: [a, 1] }",
    { type: ["string", "number", "null"], enum: ["a", 1, null] },
  ],
  [
    "{ type: array, enum: [a], items: { type: string } }",
    { type: "array", items: { type: "string", enum: ["a"] } },
  ],
  ["{ type: array, enum: [1, a], items: {} }", { type: "array", items: { enum: [1, "a"] } }],
  [
    "{ type: array, enum: [a], items: { type: integer } }",
    { type: "array", enum: ["a"], items: { type: "integer" } },
  ],
  [
    "{ type: array, enum: [[a], b], items: { type: string } }",
    { type: "array", enum: [["a"], "b"], items: { type: "string" } },
  ],
  ["{ type: integer, enum: [1, a] }", { type: "integer", enum: [1, "a"] }],
  ["{ type: string, nullable: true }", { type: ["string", "null"] }],
  ["{ type: string, nullable: false }", { type: "string" }],
  ["{ type: string, nullable: true, enum: [a] }", { type: ["string", "null"], enum: ["a", null] }],
  ["{ nullable: true, enum: [a] }", { enum: ["a", null] }],
  ["{ nullable: true, description: any }", { description: "any" }],
  [
    "{ nullable: true, description: d, allOf: [{ $ref: '#/components/schemas/Cat' }] }",
    { description: "d", anyOf: [{ allOf: [cat] }, { type: "null" }] },
  ],
  [
    "{ nullable: true, description: d, anyOf: [{ $ref: '#/components/schemas/Cat' }] }",
    { description: "d", anyOf: [cat, { type: "null" }] },
  ],
  ["{ nullable: true, anyOf: [] }", { anyOf: [{ anyOf: [] }, { type: "null" }] }],
  [
    "{ nullable: true, anyOf: [{ type: string }], minLength: 1 }",
    { anyOf: [{ anyOf: [{ type: "string" }], minLength: 1 }, { type: "null" }] },
  ],
  [
    "{ type: object, nullable: true, oneOf: [{ $ref: '#/components/schemas/Cat' }] }",
    { anyOf: [{ type: "object", oneOf: [cat] }, { type: "null" }] },
  ],
  [
    "{ type: object, nullable: true, allOf: [{ $ref: '#/components/schemas/Cat' }] }",
    { anyOf: [{ type: "object", allOf: [cat] }, { type: "null" }] },
  ],
  [
    "{ type: [string, 'null'], enum: [a], nullable: true }",
    { type: ["string", "null"], enum: ["a", null] },
  ],
  ["{ type: number, minimum: 1, exclusiveMinimum: true }", { type: "number", exclusiveMinimum: 1 }],
  ["{ type: number, maximum: 1, exclusiveMaximum: false }", { type: "number", maximum: 1 }],
  [
    "{ type: integer, enum: ['1', '-2'], default: '1' }",
    { type: "integer", enum: [1, -2], default: 1 },
  ],
  ["{ type: int, const: '1' }", { type: "integer", const: 1 }],
  [
    "{ type: integer, enum: ['', 'x', '1.5', '0x1', '12345678901234567890', 1] }",
    { type: "integer", enum: ["", "x", "1.5", "0x1", "12345678901234567890", 1] },
  ],
  [
    "{ type: number, enum: ['1.5', 2], example: '3' }",
    { type: "number", enum: [1.5, 2], examples: [3] },
  ],
  [
    "{ type: boolean, enum: ['true', true, 'False', '1'] }",
    { type: "boolean", enum: [true, false, "1"] },
  ],
  [
    "{ type: string, enum: [1, true, 'x'], default: 1 }",
    { type: "string", enum: ["1", "true", "x"], default: "1" },
  ],
  [
    "{ type: integer, nullable: true, enum: ['1', null] }",
    { type: ["integer", "null"], enum: [1, null] },
  ],
  ["{ type: array<string> }", { type: "array", items: { type: "string" } }],
  ["{ type: 'Int[]', minItems: 1 }", { type: "array", minItems: 1, items: { type: "integer" } }],
  ["{ type: 'List[float]' }", { type: "array", items: { type: "number", format: "float" } }],
  ["{ type: array<int>, items: { type: string } }", { type: "array", items: { type: "string" } }],
  ["{ type: string, enum: [a, null] }", { type: "string", enum: ["a", null] }],
  ["{ type: string, enum: [null] }", { type: ["string", "null"], enum: [null] }],
  ["{ type: object, const: null }", { type: ["object", "null"], const: null }],
  ["{ type: string, nullable: false, enum: [null] }", { type: "string", enum: [null] }],
  ["{ type: [integer, string], enum: ['1', 2] }", { type: ["integer", "string"], enum: ["1", 2] }],
  ["{ type: object, enum: ['1'], default: 1 }", { type: "object", enum: ["1"], default: 1 }],
  ["{ type: string, example: x }", { type: "string", examples: ["x"] }],
  ["{ type: string, format: byte }", { type: "string", format: "byte", contentEncoding: "base64" }],
  ["{ type: string, format: binary }", { type: "string", format: "binary" }],
  [
    "{ anyOf: [{ $ref: '#/components/schemas/Cat' }, { nullable: true, description: d }] }",
    { anyOf: [cat, { type: "null", description: "d" }] },
  ],
  [
    "{ oneOf: [{ type: string }, { nullable: true }] }",
    { oneOf: [{ type: "string" }, { type: "null" }] },
  ],
  ["{ anyOf: [{ nullable: true }] }", { anyOf: [{}] }],
  ["{ anyOf: [{ type: string }, {}] }", { anyOf: [{ type: "string" }, {}] }],
  ["{ $ref: '#/components/schemas/Cat', nullable: true }", { anyOf: [cat, { type: "null" }] }],
  ["{ $ref: '#/components/schemas/Cat', nullable: false, type: object }", cat],
  ["{ type: string, default: null }", { type: "string" }],
  ["{ type: int }", { type: "integer" }],
])("3.0: %s", async (body, expected) => {
  expect(await schema30(body)).toEqual(expected);
});

test.each([
  ["{ type: string, nullable: true }", { type: ["string", "null"] }],
  ["{ type: string, nullable: false }", { type: "string" }],
  ["{ const: a, nullable: true }", { anyOf: [{ const: "a" }, { type: "null" }] }],
  [
    "{ $ref: '#/components/schemas/Cat', description: d, nullable: true }",
    { anyOf: [cat, { type: "null" }], description: "d" },
  ],
  ["{ type: null }", { type: "null" }],
  ["{ type: [string, null] }", { type: ["string", "null"] }],
  ["{ $ref: '#/components/schemas/Cat', description: d }", { ...cat, description: "d" }],
  ["{ type: number, exclusiveMinimum: 1 }", { type: "number", exclusiveMinimum: 1 }],
])("3.1: %s", async (body, expected) => {
  expect(await schema30(body, "3.1.0")).toEqual(expected);
});

test("what was raised is still where it was written", async () => {
  const { description, files } = await read(
    withSchemas(
      "    Pet:\n      nullable: true\n      allOf:\n        - type: object\n    Age:\n      minimum: 1\n      exclusiveMinimum: true\n      example: 3\n",
      "3.0.3",
    ),
  );
  const line = (...keys: (string | number)[]): number | undefined =>
    files.locate(at(description, "components", "schemas", ...keys).source)?.line;
  expect(line("Pet", "anyOf", 0, "allOf", 0, "type")).toBe(9);
  expect(line("Pet", "anyOf", 0)).toBe(6);
  expect(line("Age", "exclusiveMinimum")).toBe(11);
  expect(line("Age", "examples")).toBe(13);
  const whole = at(description, "components", "schemas", "Pet");
  const inner = at(description, "components", "schemas", "Pet", "anyOf", 0);
  expect(inner.source).toEqual(whole.source);
  // References into what was wrapped still arrive.
  const part = description?.resolve("#/components/schemas/Pet/allOf/0", whole.source);
  expect(part?.value).toEqual({ type: "object" });
});

const swagger = `swagger: "2.0"
info: { title: Pets, version: 1.0.0 }
host: api.example.com
basePath: /v1/
schemes: [https, http]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  basic: { type: basic }
  key: { type: apiKey, in: header, name: X-Key }
  oauth: { type: oauth2, flow: accessCode, authorizationUrl: https://a.example, tokenUrl: https://t.example, scopes: { read: Read } }
parameters:
  Limit: { name: limit, in: query, type: integer, minimum: 0, exclusiveMinimum: true }
  Pet: { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
responses:
  Bad: { description: Bad, schema: { $ref: '#/definitions/Pet' } }
paths:
  /pets:
    get:
      produces: [text/csv, application/json]
      parameters:
        - $ref: '#/parameters/Limit'
        - { name: tags, in: query, type: array, items: { type: string } }
        - { name: kinds, in: query, type: array, collectionFormat: multi, items: { type: string } }
        - { name: names, in: query, type: array, collectionFormat: pipes, items: { type: string } }
        - { name: X-List, in: header, type: array, items: { type: integer } }
      responses:
        200:
          description: Pets
          headers:
            X-Total: { type: integer, description: All }
          schema: { type: array, items: { $ref: '#/definitions/Pet' } }
          examples: { application/json: [] }
        400: { $ref: '#/responses/Bad' }
        204: { description: None }
    post:
      schemes: [https]
      parameters: [{ $ref: '#/parameters/Pet' }]
      responses: { 200: { description: A file, schema: { type: file } } }
  /photos:
    post:
      consumes: [multipart/form-data, application/x-www-form-urlencoded]
      parameters:
        - { name: photo, in: formData, type: file, required: true }
        - { name: tags, in: formData, type: array, collectionFormat: multi, items: { type: string } }
      responses: { 204: { description: Done } }
  /forms:
    post:
      parameters: [{ name: name, in: formData, type: string, description: Who }]
      responses: { 204: { description: Done } }
definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind]
    properties:
      kind: { type: string, x-nullable: true, example: cat }
      friend: { $ref: '#/definitions/Pet' }
`;

test.each(["array", "Array", "array<string>", "string[]"])(
  "a parameter of Swagger 2.0 with the type %s is a list between commas",
  async (type) => {
    const { description } = await read(`
swagger: "2.0"
info: { title: T, version: "1" }
paths:
  /pets:
    get:
      parameters: [{ name: tags, in: query, type: "${type}", items: { type: string } }]
      responses: { 200: { description: Pets } }
`);
    expect(at(description, "paths", "/pets", "get", "parameters", 0).value).toMatchObject({
      ...{ style: "form", explode: false },
      schema: { type: "array", items: { type: "string" } },
    });
  },
);

test.each([
  [
    "written in place",
    "produces: [text/plain]",
    "{ description: Error, schema: { type: string } }",
  ],
  ["another operation's", "produces: [text/plain]", "{ $ref: '#/paths/~1pets/get/responses/404' }"],
  ["named, without types for all", "", "{ $ref: '#/responses/Error' }"],
])("a response that is %s has the media types of its operation", async (_, produces, response) => {
  const { description } = await read(`
swagger: "2.0"
info: { title: T, version: "1" }
${produces}
responses: { Error: { description: Error, schema: { type: string } } }
paths:
  /pets:
    get:
      produces: [text/html]
      responses: { 404: { description: Error, schema: { type: string } } }
    put:
      produces: [text/csv, application/json]
      responses: { 404: ${response} }
    post:
      produces: [application/json]
      responses: { 404: ${response} }
`);
  const typesOf = (method: string): string[] =>
    Object.keys(
      at(description, "paths", "/pets", method, "responses", "404", "content").value as object,
    );
  expect(typesOf("get")).toEqual(["text/html"]);
  expect(typesOf("put")).toEqual(["text/csv", "application/json"]);
  expect(typesOf("post")).toEqual(["application/json"]);
});

test("Swagger 2.0", async () => {
  const { description, found, files } = await read(swagger);
  expect(found).toEqual([]);
  expect(description?.version).toBe("2.0");
  const value = (...keys: (string | number)[]): unknown => at(description, ...keys).value;
  const pet = { $ref: "#/components/schemas/Pet" };

  expect(Object.keys(value() as object)).toEqual([
    "info",
    "paths",
    "openapi",
    "servers",
    "components",
  ]);
  expect(value("servers")).toEqual([
    { url: "https://api.example.com/v1" },
    { url: "http://api.example.com/v1" },
  ]);
  expect(value("components", "securitySchemes")).toEqual({
    basic: { type: "http", scheme: "basic" },
    key: { type: "apiKey", in: "header", name: "X-Key" },
    oauth: {
      type: "oauth2",
      flows: {
        authorizationCode: {
          authorizationUrl: "https://a.example",
          tokenUrl: "https://t.example",
          scopes: { read: "Read" },
        },
      },
    },
  });
  expect(value("components", "parameters")).toEqual({
    Limit: { name: "limit", in: "query", schema: { type: "integer", exclusiveMinimum: 0 } },
  });
  expect(value("components", "responses", "Bad")).toEqual({
    description: "Bad",
    content: { "application/json": { schema: pet } },
  });

  const list = { type: "array", items: { type: "string" } };
  expect(value("paths", "/pets", "get", "parameters")).toEqual([
    { $ref: "#/components/parameters/Limit" },
    { name: "tags", in: "query", style: "form", explode: false, schema: list },
    { name: "kinds", in: "query", style: "form", explode: true, schema: list },
    { name: "names", in: "query", style: "pipeDelimited", explode: false, schema: list },
    {
      name: "X-List",
      in: "header",
      style: "simple",
      explode: false,
      schema: { type: "array", items: { type: "integer" } },
    },
  ]);
  const pets = { type: "array", items: pet };
  expect(value("paths", "/pets", "get", "responses")).toEqual({
    "200": {
      description: "Pets",
      headers: { "X-Total": { description: "All", schema: { type: "integer" } } },
      content: {
        "text/csv": { schema: pets },
        "application/json": { schema: pets, example: [] },
      },
    },
    "204": { description: "None" },
    "400": { $ref: "#/components/responses/Bad" },
  });
  expect(value("paths", "/pets", "post")).toEqual({
    parameters: [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: pet } },
      "x-codegen-request-body-name": "pet",
    },
    responses: {
      "200": {
        description: "A file",
        content: { "application/json": { schema: { type: "string", format: "binary" } } },
      },
    },
    servers: [{ url: "https://api.example.com/v1" }],
  });
  expect(value("paths", "/photos", "post", "requestBody")).toEqual({
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          required: ["photo"],
          properties: { photo: { type: "string", format: "binary" }, tags: list },
        },
        encoding: { tags: { style: "form", explode: true } },
      },
    },
  });
  expect(value("paths", "/forms", "post", "requestBody")).toEqual({
    required: false,
    content: {
      "application/x-www-form-urlencoded": {
        schema: { type: "object", properties: { name: { type: "string", description: "Who" } } },
      },
    },
  });
  expect(value("components", "schemas", "Pet")).toEqual({
    type: "object",
    discriminator: { propertyName: "kind" },
    required: ["kind"],
    properties: { kind: { type: ["string", "null"], examples: ["cat"] }, friend: pet },
  });

  const written = (...keys: (string | number)[]): string => {
    const place = files.locate(at(description, ...keys).source);
    return `${place?.line}:${place?.column}`;
  };
  expect(written("components", "schemas", "Pet", "type")).toBe("53:11");
  expect(written("components", "parameters", "Limit", "schema", "exclusiveMinimum")).toBe("13:60");
  const media = ["get", "responses", "200", "content", "text/csv", "schema"];
  expect(written("paths", "/pets", ...media)).toBe("32:19");
  const friend = at(description, "components", "schemas", "Pet", "properties", "friend");
  expect(description?.resolve("#/components/schemas/Pet", friend.source)?.source.pointer).toBe(
    "/definitions/Pet",
  );
});

test("what warnings say would be taken as it was meant", async () => {
  const { description, found } = await read(`openapi: 3.0.3
info: { title: Pets, version: 1 }
paths:
  pets/{.id*}:
    parameters: [{ name: other, in: path, required: true, schema: { type: string } }]
    get:
      operationId: pet
      responses: { 2xx: { description: Done } }
    put:
      operationId: pet
      parameters: [{ name: id, in: path, schema: { type: integer } }]
`);
  expect([...found].sort()).toEqual([
    "warning bad-status 8:20",
    "warning duplicate-operation-id 10:20",
    "warning missing-member 9:5",
    "warning path-leading-slash 4:3",
    "warning path-parameter-missing 6:5",
    "warning path-parameter-optional 11:28",
    "warning path-parameter-unused 5:26",
    "warning path-template 4:3",
    "warning wrong-type 2:31",
  ]);
  expect(at(description, "info", "version").value).toBe("1");
  expect(at(description, "paths").value).toEqual({
    "/pets/{id}": {
      parameters: [],
      get: {
        operationId: "pet",
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: { type: "string" },
            style: "label",
            explode: true,
          },
        ],
        responses: { "2XX": { description: "Done" } },
      },
      put: {
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: { type: "integer" },
            style: "label",
            explode: true,
          },
        ],
      },
    },
  });
  expect(at(description, "paths", "/pets/{id}").source.pointer).toBe("/paths/pets~1{.id*}");
});

test("a path parameter that is declared with its operator has it as its style", async () => {
  const { description, found } = await read(`openapi: 3.0.3
info: { title: Projects, version: "1" }
paths:
  /projects/{id}{.format}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: .format, in: path, required: true, schema: { type: string } }
      responses: { "200": { description: Done } }
`);
  expect(found).toEqual(["warning path-template 4:3"]);
  const [path = "", item] = Object.entries(at(description, "paths").value as object)[0] ?? [];
  expect(path).toBe("/projects/{id}{format}");
  expect(item).toMatchObject({
    get: { parameters: [{ name: "id" }, { name: "format", style: "label" }] },
  });
});

test("examples that are no list are left out, with a warning", async () => {
  const { description, found } = await read(
    withSchemas("    Pet: { type: string, examples: { one: { value: Ada } } }\n"),
  );
  expect(found).toEqual(["warning wrong-type 6:36"]);
  expect(at(description, "components", "schemas", "Pet").value).toEqual({ type: "string" });
});
