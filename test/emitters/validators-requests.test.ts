import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { replyCheck, requestCheck, schemaCheck } from "../../src/emitters/validators/index.js";
import { load as loadDescription } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import type { ApiModel } from "../../src/model/types.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { matchMedia } from "../../src/runtime/wire/media-types.js";
import { emitValidators, load } from "./generated.js";

const description = {
  openapi: "3.1.0",
  info: { title: "Test", version: "1" },
  paths: {
    "/pets/{id}": {
      put: {
        operationId: "putPet",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
          { name: "dry-run", in: "query", schema: { type: "boolean" } },
          { name: "X-Trace", in: "header", required: true, schema: { type: "string" } },
          {
            name: "filter",
            in: "query",
            content: { "application/json": { schema: { type: "object", required: ["a"] } } },
          },
        ],
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: {
          "200": {
            description: "",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
          },
          "201": {
            description: "",
            content: {
              "application/json": {
                schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
              },
            },
          },
          "4XX": {
            description: "",
            content: { "application/json": { schema: { type: "integer" } } },
          },
          "404": { $ref: "#/components/responses/NotFound" },
          default: { description: "", content: { "text/plain": { schema: { type: "string" } } } },
        },
      },
      get: {
        operationId: "getPet",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { "404": { $ref: "#/components/responses/NotFound" } },
      },
      post: {
        operationId: "sendFile",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["file"],
                properties: {
                  file: { type: "string", format: "binary" },
                  note: { type: "string" },
                },
              },
            },
          },
        },
        responses: { "204": { description: "" } },
      },
      patch: {
        operationId: "patchPet",
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/Pet" } },
            "text/csv": { schema: { type: "string" } },
          },
        },
        responses: { "204": { description: "" } },
      },
    },
  },
  components: {
    schemas: {
      Pet: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    },
    responses: {
      NotFound: {
        description: "",
        content: { "application/json": { schema: { type: "object", required: ["code"] } } },
      },
    },
  },
};

async function modelOfDescription(described: object = description): Promise<ApiModel> {
  const diagnostics = new Diagnostics();
  const input = { text: JSON.stringify(described), name: "test.json" };
  const loaded = await loadDescription(input, diagnostics, { cwd: "/", root: "/" });
  if (!loaded) throw new Error(diagnostics.all.map(({ message }) => message).join("\n"));
  return buildModel(loaded, diagnostics);
}

test("a request is checked as a whole", async () => {
  const module = await load((await emitValidators(await modelOfDescription())).text);
  const told = (name: string, request: unknown): string[] => {
    const issues: Issue[] = [];
    expect(module[name]?.(request, issues)).toBe(issues.length === 0);
    return issues.map(({ path, keyword }) => `${path} ${keyword}`);
  };
  const request = { path: { id: 1 }, headers: { "X-Trace": "a" } };
  expect(told("checkPutPetRequest", request)).toEqual([]);
  expect(
    told("checkPutPetRequest", {
      ...request,
      query: { "dry-run": true, filter: { a: 1 } },
      body: { name: "Rex" },
    }),
  ).toEqual([]);
  expect(
    told("checkPutPetRequest", {
      path: { id: 0 },
      query: { "dry-run": "yes", filter: {} },
      body: {},
    }),
  ).toEqual([
    "/path/id minimum",
    "/query/dry-run type",
    "/query/filter required",
    " required",
    "/body required",
  ]);
  expect(
    told("checkSendFileRequest", { path: { id: "a" }, body: { file: new Blob([]), note: "b" } }),
  ).toEqual([]);
  expect(told("checkSendFileRequest", { path: { id: "a" }, body: { note: 1 } })).toEqual([
    "/body required",
    "/body/note type",
  ]);
});

test("of a request with several media types, the one that was chosen is asked for once", async () => {
  const { text } = await emitValidators(await modelOfDescription());
  const check = /function explainPatchPetRequest\([\s\S]*?\n}/.exec(text)?.[0] ?? "";
  expect(check.match(/case "(application\/json|text\/csv)":/g)).toHaveLength(2);
  expect(check).not.toContain("contentType ===");
  expect(check).not.toContain("contentType !==");
  expect(text).not.toContain("PatchPetRequestOption");
  const module = await load(text);
  const told = (request: unknown): string[] => {
    const issues: Issue[] = [];
    expect(module["checkPatchPetRequest"]?.(request, issues)).toBe(issues.length === 0);
    return issues.map(({ path, keyword, schema }) => `${path} ${keyword} ${schema}`);
  };
  const path = { id: "a" };
  const pointer = "#/paths/~1pets~1{id}/patch";
  const json = `${pointer}/requestBody/content/application~1json`;
  const csv = `${pointer}/requestBody/content/text~1csv`;
  expect(told({ path, contentType: "application/json", body: { name: "Rex" } })).toEqual([]);
  expect(told({ path, contentType: "text/csv", body: "name" })).toEqual([]);
  expect(told({ path, contentType: "application/json" })).toEqual([` required ${json}/required`]);
  expect(told({ path, contentType: "application/json", body: {} })).toEqual([
    "/body required #/components/schemas/Pet/required",
  ]);
  expect(told({ path, contentType: "text/csv", body: 1 })).toEqual([
    `/body type ${csv}/schema/type`,
  ]);
  expect(told({ path, contentType: "image/png" })).toEqual([`/contentType anyOf ${pointer}/anyOf`]);
  expect(told([])).toEqual([` type ${pointer}/type`]);
});

test("a body keeps to the schema of the media type that it is read as, not to that of a wider range", async () => {
  const types = ["application/json", "application/a.b+json", "application/*", "*/*"];
  const sent = [...types.slice(0, 2), "application/axb+json", "application/jsonp", "image/png"];
  const memberOf = (type: string): string => `m${types.indexOf(type)}`;
  const subsets = Array.from({ length: 2 ** types.length }, (_, bits) =>
    types.filter((_type, index) => bits & (1 << index)),
  ).filter(({ length }) => length > 1);
  const paths = Object.fromEntries(
    subsets.map((declared, index) => {
      const content = Object.fromEntries(
        declared.map((type) => [type, { schema: { type: "object", required: [memberOf(type)] } }]),
      );
      const requestBody = { required: true, content };
      return [`/${index}`, { post: { operationId: `send${index}`, requestBody, responses: {} } }];
    }),
  );
  const model = await modelOfDescription({ ...description, paths });
  const module = await load((await emitValidators(model)).text);
  for (const [index, declared] of subsets.entries())
    for (const type of sent) {
      const match = matchMedia(declared, type);
      if (match === undefined) continue;
      const contentType = match.includes("*") ? type : match;
      for (const member of types.map(memberOf)) {
        const request = { contentType, body: { [member]: 1 } };
        const isValid = module[`checkSend${index}Request`]?.(request, []);
        expect([declared, request, isValid]).toEqual([
          declared,
          request,
          member === memberOf(match),
        ]);
      }
    }
});

test("each JSON reply has a check, whose name others can ask for", async () => {
  const model = await modelOfDescription();
  const { text } = await emitValidators(model);
  const module = await load(text);
  const [putPet, getPet] = ["putPet", "getPet"].map((id) =>
    model.operations.find((operation) => operation.id === id),
  );
  if (!putPet || !getPet) throw new Error("the operations are there");
  expect(requestCheck(putPet).text).toBe("checkPutPetRequest");
  const names = putPet.replies.map((reply) =>
    reply.content.map((media) => replyCheck(putPet, reply, media)?.text),
  );
  expect(names).toEqual([
    ["checkPet"],
    ["checkPutPetReply201"],
    ["checkNotFoundReply"],
    ["checkPutPetReply4XX"],
    [undefined],
  ]);
  for (const name of names.flat())
    if (name !== undefined) expect(module[name]).toBeTypeOf("function");
  const [shared] = getPet.replies;
  const [media] = shared?.content ?? [];
  expect(shared && media && replyCheck(getPet, shared, media)?.text).toBe("checkNotFoundReply");
  expect(text.split("const checkNotFoundReply")).toHaveLength(2);
  expect(module["checkPutPetReply4XX"]?.("a", [])).toBe(false);
  expect(module["checkPutPetReply201"]?.([{ name: "Rex" }], [])).toBe(true);
  const [pet] = model.schemas;
  expect(pet && schemaCheck(pet)?.imports).toEqual([
    { name: "checkPet", from: "./validators.js", typeOnly: false },
  ]);
});

test("a JSON reply of which only the type is given is checked by a function of the runtime", async () => {
  const [list, map] = [[], {}];
  const values = [null, true, 1, 1.5, "a", list, map];
  const valid: Readonly<Record<string, readonly unknown[]>> = {
    null: [null],
    boolean: [true],
    integer: [1],
    number: [1, 1.5],
    string: ["a"],
    array: [list],
    object: [map],
  };
  const reply = (type: string): object => ({
    200: { description: "", content: { "application/json": { schema: { type } } } },
  });
  const paths = Object.fromEntries(
    Object.keys(valid).map((type) => [
      `/${type}`,
      {
        get: { operationId: `get_${type}`, responses: reply(type) },
        put: { operationId: `put_${type}`, responses: reply(type) },
      },
    ]),
  );
  const { text } = await emitValidators(await modelOfDescription({ ...description, paths }));
  expect(text.match(/function explain\w+/g)).toEqual(["function explainPet"]);
  const module = await load(text);
  for (const [type, right] of Object.entries(valid))
    for (const method of ["Get", "Put"])
      for (const value of values) {
        const issues: Issue[] = [];
        const word = `${method}${type.charAt(0).toUpperCase()}${type.slice(1)}`;
        expect(module[`check${word}Reply200`]?.(value, issues)).toBe(right.includes(value));
        const at = `#/paths/~1${type}/${method.toLowerCase()}/responses/200/content/application~1json/schema`;
        const place = ["", "type", `${at}/type`];
        const told = issues.map(({ path, keyword, schema }) => [path, keyword, schema]);
        expect(told).toEqual(right.includes(value) ? [] : [place]);
      }
});
