import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { types } from "../../src/emitters/types/index.js";
import { screamingCase, wordCase } from "../../src/model/names/naming.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import { rename } from "../../src/model/names/rename.js";
import { capitalCase } from "../../src/model/names/type-words.js";
import { emitOptions } from "../emit-options.js";
import { modelOf } from "./model.js";

const description = `
paths:
  /pets/{pet_id}/photos/{photo-no}:
    parameters:
      - { name: pet_id, in: path, required: true, schema: { type: string } }
      - { name: photo-no, in: path, required: true, schema: { type: integer } }
      - { name: kind_of, in: query, schema: { type: string, enum: [a, b] } }
      - { name: only, in: query, schema: { type: string, enum: [a] } }
      - { name: X-Trace-Id, in: header, schema: { type: string } }
      - { $ref: "#/components/parameters/page_size" }
      - { $ref: "#/components/parameters/dir" }
    get:
      operationId: get_photo
      responses:
        "200": { description: d, content: { application/json: { schema: { type: object, properties: { a: { type: object, properties: { b: { type: string } } }, list: { type: array, items: { type: object, properties: { c: { type: string } } } } } } } } }
        "303": { description: d, content: { application/json: { schema: { type: object, properties: { to: { type: string } } } } } }
        "404": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/error_body" } } } }
        "4XX": { description: d, content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } }
        "503": { $ref: "#/components/responses/Down" }
        default: { description: d, content: { application/json: { schema: { type: object, properties: { x: { type: string } } } } } }
    put:
      operationId: putPhoto
      requestBody: { content: { application/json: { schema: { type: object, properties: { nested: { type: object, properties: { deep: { type: string, enum: [x, y] } } }, mode: { type: string, enum: [r, w] } } } } } }
      responses:
        "200": { description: d, content: { application/json: { schema: { type: array, items: { type: object, properties: { q: { type: string } } } } } } }
        "201": { description: d, content: { application/json: { schema: { type: object, properties: { r: { type: string } } } } } }
        "204": { description: d }
    post:
      operationId: uploadPhoto
      requestBody: { $ref: "#/components/requestBodies/Upload" }
      responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Dict" } } } }, "204": { description: d } }
    patch:
      operationId: formPhoto
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { meta: { type: object, properties: { z: { type: string } } } } } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: object, additionalProperties: { type: string } } } } } }
  /plain:
    get:
      responses:
        "200": { description: d, content: { application/json: { schema: { type: string, enum: [u, v] } } } }
        "400": { description: d, content: { application/json: { schema: { oneOf: [{ type: object, properties: { m: { type: string } } }, { type: object, properties: { n: { type: string } } }] } } } }
    post:
      operationId: getURLById
      requestBody: { content: { application/json: { schema: { type: object, properties: { a: { type: string } } } }, application/x-www-form-urlencoded: { schema: { type: object, properties: { b: { type: string, enum: [z] } } } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { allOf: [{ $ref: "#/components/schemas/HTTPCode" }, { type: object, properties: { x: { type: object, properties: { y: { type: string } } } } }] } } } } }
    put:
      operationId: list_pets_v2
      requestBody: { $ref: "#/components/requestBodies/arr_body" }
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { type: array, items: { type: string, enum: [q] } } } } } } }
components:
  parameters:
    page_size: { name: page_size, in: query, schema: { type: integer } }
    dir: { name: dir, in: query, schema: { type: string, enum: [asc, desc] } }
  requestBodies:
    Upload: { content: { application/json: { schema: { type: object, properties: { u: { type: string } } } } } }
    arr_body: { content: { application/json: { schema: { type: array, items: { type: object, properties: { b: { type: string } } } } } } }
  responses:
    Down: { description: d, content: { application/json: { schema: { type: object, properties: { until: { type: string } } } } } }
  schemas:
    error_body: { type: object, properties: { code: { type: string, enum: [e1, e2] }, details: { type: object, additionalProperties: true } } }
    Dict: { type: object, additionalProperties: { type: string } }
    Holder:
      type: object
      properties:
        labels: { type: object, additionalProperties: { type: string } }
        nlabels: { type: [object, "null"], additionalProperties: { type: string } }
        anyrec: { type: object }
        dd: { type: object, additionalProperties: { type: object, properties: { k: { type: string, enum: [p, q] } } } }
        deep: { type: object, additionalProperties: { type: object, additionalProperties: { type: object, properties: { q: { type: object, properties: { r: { type: string } } } } } } }
        dictarr: { type: object, additionalProperties: { type: array, items: { type: string, enum: [a] } } }
        arr: { type: array, items: { type: object, properties: { s: { type: string } } } }
        arre: { type: array, items: { type: string, enum: [m, n] } }
        u: { oneOf: [{ type: object, properties: { ux: { type: string } } }, { type: object, properties: { uy: { type: string } } }] }
        v: { anyOf: [{ type: string }, { type: object, properties: { vy: { type: string, enum: [g, h] } } }] }
        all: { allOf: [{ $ref: "#/components/schemas/Dict" }, { type: object, properties: { w: { type: string, enum: [i, j] } } }] }
        one: { type: string, enum: [solo] }
        num: { type: number, enum: [0, 1, -1, 1.5] }
        nul: { enum: [a, b, null] }
        snake_case_prop: { type: string, enum: [a-b, "c d", 1x, +, A, a, a.b, x_y, "X Y", ab.cd, abcd] }
        kebab-prop: { type: object, properties: { inner-prop: { type: object, properties: { x: { type: string } } } } }
        tuple: { type: array, items: { type: array, items: { type: object, properties: { t: { type: string } } } } }
        bool: { type: boolean, enum: [true] }
        text: { type: string }
        1st: { type: string, enum: [a] }
    HTTPCode: { type: string }
    Kind: { type: string, enum: [cat, dog] }
    Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Own" }], discriminator: { propertyName: kind, mapping: { cat: "#/components/schemas/Cat", tom: "#/components/schemas/Cat", dog: "#/components/schemas/Dog", own: "#/components/schemas/Own" } } }
    Cat: { type: object, required: [kind], properties: { kind: { $ref: "#/components/schemas/Kind" } } }
    Dog: { type: object, properties: { kind: { type: string } } }
    Own: { type: object, properties: { kind: { type: string, enum: [own, other] } } }
    Beast: { oneOf: [{ $ref: "#/components/schemas/Cow" }, { $ref: "#/components/schemas/Hen" }], discriminator: { propertyName: kind } }
    Cow: { type: object, properties: { kind: { type: string } } }
    Hen: { type: object, properties: { kind: { type: string } } }
    Union: { oneOf: [{ type: object, properties: { a: { type: string } } }, { type: object, properties: { b: { type: string } } }] }
    List: { type: array, items: { type: object, properties: { l: { type: string } } } }
    pet-store_thing: { type: object, properties: { a: { type: string } } }
    v1.Foo: { type: object, properties: { a: { type: string } } }
`;

/** What the tools themselves export for this description: orval 8.38.0 with useNamedParameters and headers, openapi-ts 0.94.0. */
const exported = {
  orval: `ErrorBody ErrorBodyCode ErrorBodyDetails Dict Holder HolderLabels HolderNlabels HolderAnyrec HolderDd HolderDdK HolderDeep
    HolderDeepQ HolderDictarr HolderDictarrItem HolderArrItem HolderArreItem HolderU HolderV HolderAll HolderAllW HolderOne HolderNum
    HolderNul HolderSnakeCaseProp HolderKebabProp HolderKebabPropInnerProp HolderTupleItemItem Holder1st HTTPCode Kind Pet Cat CatKind
    Dog DogKind Own OwnKind Beast Cow Hen Union List ListItem PetStoreThing V1Foo DownResponse UploadBody ArrBodyBody
    ArrBodyBodyItem PageSizeParameter DirParameter GetPhotoPathParameters GetPhotoParams GetPhotoKindOf GetPhotoOnly
    GetPhotoHeaders GetPhoto200 GetPhoto200A GetPhoto200ListItem GetPhoto303 GetPhoto4xx GetPhotoDefault PutPhotoPathParameters
    PutPhotoParams PutPhotoKindOf PutPhotoOnly PutPhotoHeaders PutPhotoBody PutPhotoBodyNested PutPhotoBodyNestedDeep
    PutPhotoBodyMode PutPhoto200Item PutPhoto201 UploadPhotoPathParameters UploadPhotoParams UploadPhotoKindOf UploadPhotoOnly
    UploadPhotoHeaders FormPhotoPathParameters FormPhotoParams FormPhotoKindOf FormPhotoOnly FormPhotoHeaders FormPhotoBody
    FormPhotoBodyMeta FormPhoto200 GetPlain200 GetPlain400 GetURLByIdBodyOne GetURLByIdBodyTwo GetURLByIdBodyTwoB GetURLById200
    GetURLById200X ListPetsV2200ItemItem`,
  "hey-api": `ErrorBody Dict Holder HttpCode Kind Pet Cat Dog Own Beast Cow Hen Union List PetStoreThing V1Foo PageSize Dir Upload
    ArrBody GetPhotoData GetPhotoErrors GetPhotoError GetPhotoResponses GetPhotoResponse PutPhotoData PutPhotoResponses
    PutPhotoResponse UploadPhotoData UploadPhotoResponses UploadPhotoResponse FormPhotoData FormPhotoResponses FormPhotoResponse
    GetPlainData GetPlainErrors GetPlainError GetPlainResponses GetPlainResponse GetUrlByIdData GetUrlByIdResponses
    GetUrlByIdResponse ListPetsV2Data ListPetsV2Responses ListPetsV2Response`,
} as const;

async function typesOf(typeNames: keyof typeof exported, suffix = ""): Promise<string> {
  const built = await modelOf(description, "3.1.0", "Test Api", { typeNames });
  const model = rename(built, { schema: ({ name }) => `${name}${suffix}` });
  const options = { ...emitOptions, enums: "enum", typeNames } as const;
  const [file] = await types.emit(model, { diagnostics: new Diagnostics(), options });
  if (!file) throw new Error("the emitter writes a file");
  return fileText(file);
}

test.each(["orval", "hey-api"] as const)(
  "all types that %s exports are there",
  async (typeNames) => {
    const text = await typesOf(typeNames);
    const own = new Set(Array.from(text.matchAll(/^export \w+ (\w+)/gm), ([, name]) => name));
    expect(exported[typeNames].split(/\s+/).filter((name) => !own.has(name))).toEqual([]);
  },
);

test("orval's names are those of what a description of Swagger 2.0 shares, too", async () => {
  const text = `swagger: "2.0"
info: { title: Toys, version: "1" }
parameters:
  sort: { in: query, name: sort, type: string, enum: [up, down] }
  Toy: { in: body, name: toy, schema: { type: object, properties: { name: { type: string } } } }
responses:
  Toys: { description: Fine, schema: { type: object, properties: { all: { type: array, items: { type: string } } } } }
paths:
  /toys:
    put: { parameters: [{ $ref: "#/parameters/sort" }, { $ref: "#/parameters/Toy" }], responses: { 200: { $ref: "#/responses/Toys" } } }
    post: { parameters: [{ $ref: "#/parameters/sort" }, { $ref: "#/parameters/Toy" }], responses: { 200: { $ref: "#/responses/Toys" } } }
`;
  const diagnostics = new Diagnostics();
  const loaded = await load({ text, name: "toys.yaml" }, diagnostics, { cwd: process.cwd() });
  if (!loaded) throw new Error("nothing was loaded");
  const { operations } = buildModel(loaded, diagnostics, { typeNames: "orval" });
  for (const { parameters, body, replies } of operations)
    expect([
      parameters[0]?.schema.alias,
      body?.content[0]?.schema?.alias,
      replies[0]?.content[0]?.schema?.alias,
    ]).toEqual(["SortParameter", "ToyBody", "ToysResponse"]);
  expect(operations).toHaveLength(2);
});

test("with orval's names, what is called so outside of components is not shared by OpenAPI 3", async () => {
  const { operations } = await modelOf(
    `parameters:
  sort: { in: query, name: sort, schema: { type: string, enum: [up, down] } }
paths:
  /toys:
    get: { operationId: toys, parameters: [{ $ref: "#/parameters/sort" }], responses: {} }
`,
    "3.0.3",
    "Test Api",
    { typeNames: "orval" },
  );
  expect(operations[0]?.parameters[0]?.schema.alias).toBe("ToysSort");
});

const ids =
  `get_pet getPet_v2 listHTTPCodes read_item_items__item_id__get getOAuth2Token list_APIs get-pet-x
  UsersController_findAll _private_op a__b pets/get x_1_y getPetByID get_PETById HTTPGet httpGet`.split(
    /\s+/,
  );

test.each([
  [
    "specsmith",
    `get_pet getPet_v2 listHTTPCodes read_item_items__item_id__get getOAuth2Token list_APIs getPetX usersControllerFindAll
      _private_op a__b petsGet x_1_y getPetByID get_PETById getP14 getP15`,
  ],
  [
    "hey-api",
    `getPet getPetV2 listHttpCodes readItemItemsItemIdGet getOAuth2Token listApis getPetX usersControllerFindAll privateOp aB
      petsGet x1Y getP12 getP13 getP14 getP15`,
  ],
  [
    "orval",
    `getPet getPetV2 listHTTPCodes readItemItemsItemIdGet getOAuth2Token listAPIs getPetX usersControllerFindAll privateOp aB
      petsGet x1Y getPetByID getPETById getP14 getP15`,
  ],
] as const)("functions are called as %s calls them, in any order", async (typeNames, expected) => {
  const paths = ids.map((id, at) => `  /p${at}: { get: { operationId: ${id}, responses: {} } }\n`);
  for (const lines of [paths, paths.toReversed()]) {
    const { operations } = await modelOf(`paths:\n${lines.join("")}`, "3.1.0", "T", { typeNames });
    const names = new Map(operations.map(({ id, names }) => [id, names.method]));
    expect(ids.map((id) => names.get(id))).toEqual(expected.split(/\s+/));
  }
});

test.each([
  [
    "path parameters",
    /interface GetPhotoPathParameters \{([^}]*)\}/,
    "petId: string; photoNo: number;",
  ],
  [
    "keys of numbers",
    /enum HolderNum \{([^}]*)\}/,
    "NUMBER_0 = 0, NUMBER_1 = 1, NUMBER_MINUS_1 = -1, _15 = 1.5,",
  ],
  [
    "keys of texts",
    /enum HolderSnakeCaseProp \{([^}]*)\}/,
    '"a-b" = "a-b", c_d = "c d", "1x" = "1x", "+" = "+", A = "A", a = "a", ab = "a.b", x_y = "x_y", X_Y = "X Y", "ab.cd" = "ab.cd", abcd = "abcd",',
  ],
  ["a schema that a mapping chooses", /enum CatKind \{([^}]*)\}/, 'cat = "cat", tom = "tom",'],
  [
    "a union of those",
    /type Pet = (.*);/,
    'Cat | ({ kind: (typeof DogKind)["dog"] } & Dog) | ({ kind: (typeof OwnKind)["own"] } & Own)',
  ],
  ["an enum beside null", /nul\?: ([^;]*);/, "HolderNul | null"],
  ["values of a dictionary", /interface HolderDd ([^]*?)\n\}/, "{ [key: string]: { k?: HolderDdK;"],
])("%s", async (_, pattern, expected) => {
  const [, found = ""] = pattern.exec(await typesOf("orval")) ?? [];
  expect(found.replace(/\s+/g, " ").trim()).toBe(expected);
});

test("types of what is written in a schema follow its name", async () => {
  const text = await typesOf("orval", "DTO");
  expect(text).toMatch(/interface HolderDTO \{[^}]*labels\?: HolderDTOLabels;/);
  expect(text).toMatch(/enum CatDTOKind /);
  expect(text).not.toMatch(/Holder(?!DTO)|CatKind/);
});

const clashing = (schemas: string): string => `
paths:
  /a:
    put:
      operationId: putBook
      parameters: [{ name: kind, in: query, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: string } } } }, "404": { description: d } }
components:
  schemas:
${schemas
  .split(" ")
  .map((name) => `    ${name}: { type: object }\n`)
  .join("")}`;

// As openapi-ts 0.99.0 does.
test.each([
  ["hey-api", "PutBookResponse PutBookErrors", "PutBookResponse2 PutBookErrors2"],
  ["hey-api", "PutBookData PutBookData2", "PutBookOperationData"],
  ["hey-api", "PutBookDataApplicationJson PutBookReply200", "PutBookData2 PutBookReply2"],
  ["orval", "PutBookParams PutBookBody", "PutBookParams2 PutBookBody2"],
] as const)("%s: of %s, no other type is renamed", async (typeNames, schemas, renamed) => {
  const namesBeside = async (text: string): Promise<readonly string[]> => {
    const { operations } = await modelOf(clashing(text), "3.1.0", "T", { typeNames });
    const { method: _, parts, stem: __, ...types } = operations[0]!.names;
    return [...Object.values(types), ...Object.values(parts)].toSorted();
  };
  const free = new Set(await namesBeside("Other"));
  const names = await namesBeside(schemas);
  expect(names.filter((name) => !free.has(name))).toEqual(renamed.split(" ").toSorted());
});

// As orval 7 and openapi-generator 7 do.
test.each([
  ["specsmith", "getPetsByPetIdUserPhotos", "GetPetsByPetIdUserPhotos"],
  ["orval", "getPetsPetIdUserPhotos", "GetPetsPetIdUserPhotos"],
  ["openapi-generator", "petsPetIdUserPhotosGet", "PetsPetIdUserPhotosGet"],
] as const)("%s: an operation without an operationId is %s", async (typeNames, method, stem) => {
  const text = `
paths:
  /pets/{pet_id}/user-photos:
    get:
      parameters: [{ name: pet_id, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: d } }
`;
  const { operations } = await modelOf(text, "3.1.0", "T", { typeNames });
  expect(operations.map(({ id, names }) => [id, names.method, names.stem])).toEqual([
    ["getPetsByPetIdUserPhotos", method, stem],
  ]);
});

test("a shared reply that is called by its status is no name with an underscore in front", async () => {
  const { replies } = await modelOf(`
paths:
  /a: { get: { responses: { "200": { description: d }, "404": { $ref: "#/components/responses/404" }, "5XX": { $ref: "#/components/responses/5xx" } } } }
components:
  responses: { "404": { description: d }, 5xx: { description: d } }
`);
  expect(replies.map(({ name }) => name)).toEqual(["Reply404", "Reply5xx"]);
});

test.each([
  ["HTTPCode", "HttpCode"],
  ["userID", "userId"],
  ["URLs", "Urls"],
  ["UserIDs", "UserIds"],
  ["APIKeyV2", "ApiKeyV2"],
  ["APIv2", "ApIv2"],
  ["OAuth2", "OAuth2"],
  ["IPv4Addr", "IPv4Addr"],
  ["S3Buckets", "S3Buckets"],
  ["AWSS3Config", "Awss3Config"],
  ["ABTest", "AbTest"],
  ["GroupV1beta1", "GroupV1Beta1"],
  ["Foo2bar", "Foo2Bar"],
  ["Pet2D", "Pet2d"],
  ["X509Cert", "X509Cert"],
  ["FOO_BAR", "Foo_Bar"],
])("hey-api has %s as %s", (text, expected) => {
  expect(wordCase(text)).toBe(expected);
});

test.each([
  ["io.k8s.apimachinery", "IoK8SApimachinery"],
  ["oauth2token", "Oauth2Token"],
  ["Type2ndHand", "Type2ndHand"],
  ["type2nditem", "Type2Nditem"],
  ["3e-num_1", "Type3ENum1"],
  ["S3Bucket", "S3Bucket"],
  ["IN_STOCK", "IN_STOCK"],
])("swagger-typescript-api has %s as %s", (text, expected) => {
  expect(capitalCase(text)).toBe(expected);
});

test.each([
  ["in stock", "IN_STOCK"],
  ["HTTPCode", "HTTP_CODE"],
  ["userIDs", "USER_IDS"],
  ["DHL2Go", "DHL2_GO"],
  ["A1b2C3", "A1B2C3"],
  ["ABc", "A_BC"],
  ["v1.2/x", "V1_2_X"],
  ["-title", "-TITLE"],
  ["--a", "--A"],
  ["_x_", "_X"],
  ["a (b)", "A_B"],
  ["a & b", "A &_B"],
  ["already_SNAKE", "ALREADY_SNAKE"],
  ["", ""],
])("hey-api has the value %s under the key %s", (text, expected) => {
  expect(screamingCase(text)).toBe(expected);
});

test("no two values of an enum share a key of hey-api", async () => {
  const text = `components: { schemas: { Way: { enum: [asc, ASC, asc2, "1", desc] } } }`;
  const model = await modelOf(text, "3.1.0", "T", { typeNames: "hey-api" });
  const options = { ...emitOptions, enums: "const", typeNames: "hey-api" } as const;
  const [file] = await types.emit(model, { diagnostics: new Diagnostics(), options });
  const keys = Array.from(
    (file ? fileText(file) : "").matchAll(/^ *"?(\w+)"?: "/gm),
    ([, key]) => key,
  );
  expect(keys).toEqual(["ASC", "ASC2", "ASC22", "1", "DESC"]);
});
