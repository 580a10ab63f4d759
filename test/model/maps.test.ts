import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import { withOperations } from "../../src/model/passes/select.js";
import type { ApiModel } from "../../src/model/types.js";
import { places } from "../load/map-places.js";

/** In each map, a member that is called after it: `x-Components.headers`. */
const version3 = `info: { title: Maps, version: "1" }
servers:
  - url: "https://{x-Server.variables}.example"
    variables: { x-Server.variables: { default: a } }
security: [{ x-Components.securitySchemes: [x-SecurityRequirement] }]
paths:
  x-Paths: { get: { operationId: x-Paths, responses: { 204: { description: "" } } } }
  /a:
    parameters: [{ $ref: "#/components/parameters/x-Components.parameters" }]
    post:
      parameters:
        - { in: query, name: q, content: { x-type: { schema: { type: string, description: x-Parameter.content } } } }
        - { in: query, name: r, schema: { type: string }, examples: { x-Parameter.examples: { value: x-Parameter.examples } } }
      requestBody: { $ref: "#/components/requestBodies/x-Components.requestBodies" }
      responses:
        x-Responses: { description: x-Responses }
        200:
          description: ""
          headers:
            x-Response.headers: { schema: { type: string }, examples: { x-Header.examples: { $ref: "#/components/examples/x-Components.examples" } } }
            other: { content: { x-type: { schema: { type: string, description: x-Header.content } } } }
            third: { $ref: "#/components/headers/x-Components.headers" }
          content: { x-Response.content: { $ref: "#/components/mediaTypes/x-Components.mediaTypes" } }
          links: { x-Response.links: { operationId: hook, parameters: { x-Link.parameters: 1 } } }
        404: { $ref: "#/components/responses/x-Components.responses" }
      callbacks:
        x-Operation.callbacks:
          x-Callback: { get: { operationId: x-Callback, responses: {} } }
          "{$request.query.q}": { post: { operationId: called, responses: { 204: { description: "" } } } }
        other: { $ref: "#/components/callbacks/x-Components.callbacks" }
    additionalOperations: { x-PathItem.additionalOperations: { responses: { 204: { description: "" } } } }
webhooks:
  x-OpenApi.webhooks: { post: { operationId: hook, responses: { 204: { description: "" } } } }
  other: { $ref: "#/components/pathItems/x-Components.pathItems" }
components:
  securitySchemes:
    x-Components.securitySchemes: { type: oauth2, flows: { password: { tokenUrl: /t, scopes: { x-Flow.scopes: "", x-SecurityRequirement: "" } } } }
  schemas:
    x-Components.schemas:
      title: x-Components.schemas
      properties: { x-Schema.properties: { $ref: "#/components/schemas/x-Components.schemas/$defs/x-Schema.$defs" } }
      patternProperties: { x-Schema.patternProperties: {} }
      dependentSchemas: { x-Schema.dependentSchemas: {} }
      dependentRequired: { x-Schema.dependentRequired: [q] }
      $defs: { x-Schema.$defs: { type: object, title: x-Schema.$defs } }
    Other: { type: object, required: [kind], properties: { kind: { type: string } } }
    Union:
      oneOf: [{ $ref: "#/components/schemas/Other" }]
      discriminator: { propertyName: kind, mapping: { x-Discriminator.mapping: Other } }
  responses: { x-Components.responses: { description: x-Components.responses } }
  parameters: { x-Components.parameters: { in: query, name: x-Components.parameters, schema: {} } }
  headers: { x-Components.headers: { description: x-Components.headers, schema: {} } }
  examples: { x-Components.examples: { value: x-Header.examples } }
  mediaTypes: { x-Components.mediaTypes: { schema: { title: x-Components.mediaTypes }, examples: { x-MediaType.examples: { value: x-MediaType.examples } } } }
  callbacks: { x-Components.callbacks: { "{$url}": { post: { operationId: x-Components.callbacks, responses: { 204: { description: "" } } } } } }
  pathItems: { x-Components.pathItems: { post: { operationId: x-Components.pathItems, responses: { 204: { description: "" } } } } }
  requestBodies:
    x-Components.requestBodies:
      description: x-Components.requestBodies
      content:
        x-RequestBody.content: { schema: { type: string } }
        multipart/form-data:
          schema: { type: object, properties: { x-MediaType.encoding: { type: string } } }
          encoding: { x-MediaType.encoding: { contentType: x-MediaType.encoding/type, headers: { x-Encoding.headers: { schema: {} } } } }
`;

const version2 = `swagger: "2.0"
info: { title: Maps, version: "1" }
security: [{ x-Swagger.securityDefinitions: [x-SecurityRequirement] }]
paths:
  x-Paths: { get: { operationId: x-Paths, responses: { 204: { description: "" } } } }
  /a:
    post:
      produces: [x-media/type]
      parameters:
        - { $ref: "#/parameters/x-Swagger.parameters" }
        - { in: body, name: body, schema: { $ref: "#/definitions/x-Swagger.definitions" } }
      responses:
        x-Responses: { description: x-Responses }
        200: { description: "", headers: { x-Response.headers: { type: string } } }
        404: { $ref: "#/responses/x-Swagger.responses" }
securityDefinitions:
  x-Swagger.securityDefinitions: { type: oauth2, flow: password, tokenUrl: /t, scopes: { read: "", x-Scopes: "" } }
definitions:
  x-Swagger.definitions: { title: x-Swagger.definitions, properties: { x-Schema.properties: { type: string } } }
parameters: { x-Swagger.parameters: { in: query, name: x-Swagger.parameters, type: string } }
responses: { x-Swagger.responses: { description: x-Swagger.responses } }
`;

/** Maps whose names nothing is made of. */
const unused = [
  "Components.links",
  "Response.links",
  "Link.parameters",
  // An example is its value.
  "Components.examples",
  // Schemas of a message that is nested in another are not taken apart.
  "Encoding.encoding",
];

async function modelOf(text: string): Promise<ApiModel> {
  const diagnostics = new Diagnostics();
  const file = { text, name: "maps.yaml" };
  const description = await load(file, diagnostics, { cwd: process.cwd() });
  if (!description) throw new Error(JSON.stringify(diagnostics.all));
  return buildModel(description, diagnostics);
}

/** All texts in a model, but for where things stand. */
function textsIn(start: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  const seen = new Set<unknown>();
  const waiting = [start];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string") texts.add(value);
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Map || value instanceof Set) waiting.push(...[...value].flat());
    else
      for (const [key, member] of Object.entries(value))
        if (key !== "source" && key !== "extensions") waiting.push(member);
  }
  return texts;
}

test.each([
  ["2.0", version2],
  ["3.0", `openapi: 3.0.3\n${version3}`],
  ["3.1", `openapi: 3.1.0\n${version3}`],
  ["3.2", `openapi: 3.2.0\n${version3}`],
])("names that begin with x- are in the model of OpenAPI %s", async (version, text) => {
  const model = await modelOf(text);
  const texts = textsIn(model);
  const document = JSON.stringify(model.document?.());
  const wanted = places
    .filter((place) => place.version === version && !unused.includes(place.place))
    .map(({ place }) => place);
  const extensible = ["Paths", "Responses", "Callback", "Scopes"];
  const expected = wanted.filter((place) => !extensible.includes(place));
  expect(expected.filter((place) => !texts.has(`x-${place}`))).toEqual([]);
  expect(extensible.filter((place) => texts.has(`x-${place}`))).toEqual([]);
  const served = wanted.filter((place) => place !== "Scopes");
  expect(served.filter((place) => !document.includes(`"x-${place}"`))).toEqual([]);
});

test("of a part of the description, webhooks that are left out go, and extensions of paths stay", async () => {
  const model = await modelOf(`openapi: 3.1.0\n${version3}`);
  const { document } = withOperations(model, model.operations.slice(0, 1));
  const { paths, webhooks } = document?.() as Record<string, object>;
  expect(Object.keys(paths ?? {})).toEqual(["x-Paths", "/a"]);
  expect(Object.keys(webhooks ?? {})).toEqual([]);
});
