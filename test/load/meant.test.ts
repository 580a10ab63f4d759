import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { buildModel } from "../../src/model/build.js";
import { at, read, withSchemas } from "./read-description.js";

const types = ["string", "number", "integer", "boolean", "array", "object", "null"];
const scalars = ["string", "number", "integer", "boolean"];

/** Of a schema in a description that was read. */
async function typeOf(written: string, version: string): Promise<unknown> {
  const items = version === "3.1.0" ? "" : ", items: {}";
  const { description } = await read(withSchemas(`    Pet: { type: ${written}${items} }`, version));
  return at(description, "components", "schemas", "Pet", "type").value;
}

const spellings: readonly (readonly [string, (type: string) => string])[] = [
  ["a capital", (type) => type[0]?.toUpperCase() + type.slice(1)],
  ["capitals", (type) => type.toUpperCase()],
  ["blanks around it", (type) => ` ${type} `],
];

for (const version of ["3.0.3", "3.1.0"]) {
  test.each(spellings)(
    `${version}: each type with %s, alone and beside another`,
    async (_, spelt) => {
      for (const type of types) {
        expect(await typeOf(`"${spelt(type)}"`, version)).toBe(type);
        const other = type === "null" ? "string" : "null";
        expect(await typeOf(`["${spelt(type)}", "${other}"]`, version)).toEqual([type, other]);
      }
    },
  );

  test(`${version}: two types in one text`, async () => {
    for (const one of types)
      for (const other of types)
        for (const between of ["|", " | ", "/", ", ", " or "])
          expect(await typeOf(`"${one}${between}${other}"`, version)).toEqual(
            one === other ? one : [one, other],
          );
  });

  test(`${version}: a type with a question mark is that or null`, async () => {
    for (const type of types.filter((one) => one !== "null"))
      expect(await typeOf(`"${type}?"`, version)).toEqual([type, "null"]);
  });

  test(`${version}: a scalar with what documentation prints behind it`, async () => {
    for (const type of scalars)
      for (const more of ["<date>", " <DD/MM/YYYY>", "(int64)", " (a note)"])
        expect(await typeOf(`"${type}${more}"`, version)).toBe(type);
  });

  test(`${version}: a list with the type of its items`, async () => {
    for (const type of types)
      for (const written of [`array<${type}>`, `List[${type}]`, `${type}[]`])
        expect(await typeOf(`"${written}"`, version)).toBe("array");
  });

  test(`${version}: a type with one slip of the keyboard`, async () => {
    for (const type of types.filter((one) => one.length > 4))
      for (let at = 1; at < type.length - 1; at += 1) {
        const [before, here, next] = [type.slice(0, at), type.charAt(at), type.charAt(at + 1)];
        const rest = type.slice(at + 2);
        for (const written of [before + next + rest, before + next + here + rest, before + here])
          if (written.length > type.length - 2) expect(await typeOf(written, version)).toBe(type);
      }
  });

  test(`${version}: a list of items in words`, async () => {
    for (const type of types)
      for (const written of [`array of ${type}`, `Array of ${type}s`, `list of ${type}s`]) {
        const text = withSchemas(`    Pet: { type: ${written} }`, version);
        const { description } = await read(text);
        const pet = at(description, "components", "schemas", "Pet").value;
        expect(pet).toEqual({ type: "array", items: { type } });
      }
  });

  test(`${version}: a type of another language, with and without its package`, async () => {
    for (const [type, format, words] of [
      ["number", undefined, ["BigDecimal", "java.math.BigDecimal", "decimal.Decimal"]],
      ["integer", undefined, ["BigInteger", "tinyint", "smallint"]],
      ["integer", "int64", ["Long", "java.lang.Long", "bigint"]],
      ["integer", "uint64", ["ulong", "System.UInt64"]],
      ["string", undefined, ["LocalDateTime", "java.lang.String", "CharSequence", "nvarchar"]],
      ["string", "date", ["LocalDate", "java.time.LocalDate", "DateOnly"]],
      ["string", "date-time", ["Instant", "OffsetDateTime", "ZonedDateTime", "DateTimeOffset"]],
      ["string", "uuid", ["UUID", "java.util.UUID", "uuid.UUID", "Guid"]],
      ["boolean", undefined, ["bool", "java.lang.Boolean"]],
    ] as const)
      for (const word of words) {
        const text = withSchemas(
          `    Pet: { type: ${word} }\n    Pets: { type: "${word}[]" }`,
          version,
        );
        const { description, found } = await read(text);
        const codes = found.map((one) => one.split(" ", 2).join(" "));
        expect(codes).toEqual(["warning schema-type", "warning schema-type"]);
        const meant = { type, ...(format && { format }) };
        const { value } = at(description, "components", "schemas");
        expect(value).toEqual({ Pet: meant, Pets: { type: "array", items: meant } });
      }
    for (const list of ["List<Long>", "[]int64", "Collection<Long>", "IEnumerable<Int64>"])
      expect(await typeOf(`"${list}"`, version)).toBe("array");
  });

  test(`${version}: an enum as the type of an enum says no more than that`, async () => {
    for (const written of ["enum", "Enum", "ENUM"]) {
      const both = `type: ${written}, enum: [a, 1]`;
      const { description, found } = await read(withSchemas(`    Pet: { ${both} }`, version));
      expect(found).toEqual(["warning schema-type 6:18"]);
      const pet = at(description, "components", "schemas", "Pet");
      expect(pet.value).toEqual({ enum: ["a", 1] });
      const { found: alone } = await read(withSchemas(`    Pet: { type: ${written} }`, version));
      expect(alone).toEqual(["error schema-type 6:18"]);
    }
  });

  test(`${version}: an empty text is no type, so that any value fits`, async () => {
    for (const written of ["", " "]) {
      const text = withSchemas(`    Pet: { type: "${written}", maxLength: 3 }`, version);
      const { description, found } = await read(text);
      expect(found).toEqual(["warning schema-type 6:18"]);
      const pet = at(description, "components", "schemas", "Pet");
      expect(pet.value).toEqual({ maxLength: 3 });
    }
  });

  test(`${version}: what does not say which type is meant is refused`, async () => {
    const plurals = types.map((type) => `${type}s`);
    for (const written of [
      ...plurals,
      "strnigs",
      "city",
      "Pet",
      "array<Owner>",
      "Owner[]",
      "string | Pet",
      "timestamp",
      "byte",
      "byte[]",
      "com.pets.Pet",
      "|",
      "<>",
    ]) {
      const { found } = await read(withSchemas(`    Pet: { type: "${written}" }`, version));
      expect(found.filter((one) => one.startsWith("error schema-type"))).toHaveLength(1);
    }
  });
}

const places: readonly (readonly [string, readonly string[]])[] = [
  ["path", ["Path", "PATH", "param", "params", "Params", "route"]],
  ["query", ["Query", "QUERY", "queries"]],
  ["header", ["Header", "headers", "HEADERS"]],
];

for (const version of ["swagger: '2.0'", "openapi: 3.0.3", "openapi: 3.1.0"])
  test.each(places)(
    `${version}: a parameter in %s that is called otherwise`,
    async (place, words) => {
      const schema = version.startsWith("swagger") ? "type: string" : "schema: { type: string }";
      for (const word of words) {
        const { description, found } = await read(`${version}
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, ${schema} }
        - { name: ${place === "path" ? "other" : "id"}, in: ${word}, required: true, ${schema} }
      responses: { '204': { description: Done } }
  /pets/{id}/{other}:
    get:
      parameters:
        - { name: id, in: ${place === "path" ? word : "path"}, required: true, ${schema} }
        - { name: other, in: ${place === "path" ? word : "path"}, required: true, ${schema} }
      responses: { '204': { description: Done } }
`);
        const problems = found.filter((one) => !one.includes("path-parameter-unused"));
        expect(problems.every((one) => one.startsWith("warning bad-value"))).toBe(true);
        const own = at(description, "paths", "/pets/{id}", "get", "parameters").value as unknown[];
        expect(own).toHaveLength(place === "path" ? 1 : 2);
        if (place !== "path") expect(own[1]).toMatchObject({ in: place, name: "id" });
        const both = at(description, "paths", "/pets/{id}/{other}", "get", "parameters").value;
        expect(both).toMatchObject([
          { in: "path", name: "id" },
          { in: "path", name: "other" },
        ]);
      }
    },
  );

test("the place and the kind of a key are never guessed", async () => {
  for (const scheme of [
    { type: "apiKey", in: "Header", name: "k" },
    { type: "apiKey", in: "headers", name: "k" },
    { type: "ApiKey", in: "header", name: "k" },
  ]) {
    const { description, found } = await read(`openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
security: [{ key: [] }]
paths: {}
components: { securitySchemes: { key: ${JSON.stringify(scheme)} } }
`);
    expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual(["warning bad-value"]);
    expect(at(description, "components", "securitySchemes", "key").value).toEqual(scheme);
  }
});

test("what is no status is left out, and takes no reply with it", async () => {
  const wrong = ["600", "99", "0", "6XX", "1000", "swagger", "OK", "2000 Done"];
  const right = ["200", "4XX", "default"];
  for (const one of wrong)
    for (const beside of [[], ...right.map((status) => [status]), right]) {
      const members = [one, ...beside].map((status) => `'${status}': { description: Done }`);
      const { description, found } = await read(`openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: { /pets: { get: { responses: { ${members.join(", ")}, x-more: 1 } } } }
`);
      expect(found.filter((problem) => problem.includes("bad-status"))).toHaveLength(1);
      const responses = at(description, "paths", "/pets", "get", "responses").value as object;
      expect(Object.keys(responses).sort()).toEqual([...beside, "x-more"].sort());
    }
});

test("a body beside a form is a part of it", async () => {
  const photo = "{ name: photo, in: formData, type: file }";
  const age = "{ name: age, in: formData, type: integer }";
  const body = "{ name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }";
  for (const parameters of [
    [photo, body],
    [body, photo],
    [age, body],
    [body, age, photo],
  ])
    for (const consumes of [
      "",
      "consumes: [application/json], ",
      "consumes: [multipart/form-data], ",
    ]) {
      const { description, found } = await read(`swagger: '2.0'
info: { title: Pets, version: 1.0.0 }
paths:
  /pets: { post: { ${consumes}parameters: [${parameters.join(", ")}], responses: { '204': { description: Done } } } }
definitions: { Pet: { type: object, required: [name], properties: { name: { type: string } } } }
`);
      expect(found.filter((one) => one.startsWith("warning body-and-form-data"))).toHaveLength(1);
      const { content, required } = at(description, "paths", "/pets", "post", "requestBody")
        .value as {
        readonly content: Readonly<Record<string, { readonly schema: object }>>;
        readonly required: boolean;
      };
      expect(Object.keys(content)).toEqual(["multipart/form-data"]);
      expect(required).toBe(true);
      expect(content["multipart/form-data"]?.schema).toMatchObject({
        required: ["pet"],
        properties: {
          pet: { $ref: "#/components/schemas/Pet" },
          ...(parameters.includes(photo) && { photo: { format: "binary" } }),
          ...(parameters.includes(age) && { age: { type: "integer" } }),
        },
      });
    }
});

test("the schema of a body of Swagger 2.0 may stand beside where it belongs", async () => {
  for (const [written, schema] of [
    [
      "type: array, items: { $ref: '#/definitions/Pet' }",
      { type: "array", items: { $ref: "#/components/schemas/Pet" } },
    ],
    ["type: string, maxLength: 3", { type: "string", maxLength: 3 }],
  ] as const) {
    const { description, found } = await read(`swagger: '2.0'
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    post:
      parameters: [{ name: pets, in: body, ${written} }]
      responses: { '204': { description: Done } }
definitions: { Pet: { type: object } }
`);
    expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual(["warning unknown-member"]);
    const body = at(description, "paths", "/pets", "post", "requestBody").value;
    expect(body).toMatchObject({ content: { "application/json": { schema } } });
  }
});

test.each(["3.0.3", "3.1.0", "3.2.0"])(
  "%s: what describes a body may stand where its content belongs, with the media types of Swagger 2.0",
  async (version) => {
    const keywords = [
      { type: "string", maxLength: 3 },
      { type: "array", items: { $ref: "#/components/schemas/Pet" } },
      { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
      { allOf: [{ $ref: "#/components/schemas/Pet" }], minProperties: 1 },
      { enum: ["a", "b"], type: "string", title: "A" },
    ];
    const lists = [undefined, ["text/csv"], ["application/json", "text/plain"]];
    const cases = keywords.flatMap((schema) =>
      lists.flatMap((inRoot) => lists.map((inOperation) => ({ schema, inRoot, inOperation }))),
    );
    for (const { schema, inRoot, inOperation } of cases)
      for (const written of [schema, { schema }]) {
        const [produces, consumes] = [inOperation, inOperation];
        const ok = { description: "All", ...written };
        const post = { produces, consumes, requestBody: written, responses: { 200: ok } };
        const root = { consumes: inRoot, produces: inRoot };
        const info = { title: "Pets", version: "1.0.0" };
        const components = { schemas: { Pet: {} } };
        const whole = { openapi: version, info, ...root, paths: { "/pets": { post } }, components };
        const { description, found } = await read(JSON.stringify(whole));
        const content = Object.fromEntries(
          (inOperation ?? inRoot ?? ["application/json"]).map((type) => [type, { schema }]),
        );
        const operation = at(description, "paths", "/pets", "post").value;
        expect(operation).toMatchObject({
          requestBody: { content },
          responses: { 200: { description: "All", content } },
        });
        const lists = [inOperation, inOperation, inRoot, inRoot].filter((list) => list);
        expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual(
          [...lists, "request body", "response"].map(() => "warning unknown-member"),
        );
      }
  },
);

/** Keywords that a description may have beside a schema, and what both say together. */
const beside: readonly (readonly [schema: object, keywords: object, both: object])[] = [
  [{ type: "string" }, { enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
  [{ type: "array" }, { items: { type: "string" } }, { type: "array", items: { type: "string" } }],
  [{ type: "integer" }, { maximum: 5 }, { type: "integer", maximum: 5 }],
  [{ maximum: 5 }, { maximum: 5 }, { maximum: 5 }],
  [{ type: "string" }, { type: "string", format: "uuid" }, { type: "string", format: "uuid" }],
  [{}, { type: "string", pattern: "^a" }, { type: "string", pattern: "^a" }],
  [{ maximum: 5 }, { maximum: 3 }, { allOf: [{ maximum: 5 }, { maximum: 3 }] }],
  [
    { type: "number" },
    { type: "integer", minimum: 1 },
    { allOf: [{ type: "number" }, { type: "integer", minimum: 1 }] },
  ],
  [{ type: "string" }, { type: "array", minLength: 2 }, { type: "string", minLength: 2 }],
  [{ enum: ["a"] }, { enum: ["b"] }, { enum: ["a"] }],
  [
    { enum: ["a", "b"] },
    { enum: ["b", "c"] },
    { allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] },
  ],
  [
    { $ref: "#/components/schemas/Pet" },
    { maxLength: 2 },
    { allOf: [{ $ref: "#/components/schemas/Pet" }, { maxLength: 2 }] },
  ],
];

for (const version of ["2.0", "3.0.3", "3.1.0"])
  test(`${version}: keywords beside a schema limit its values, too`, async () => {
    const isOld = version === "2.0";
    const home = isOld ? "definitions" : "components/schemas";
    const pet = isOld ? "definitions: { Pet: {} }" : "components: { schemas: { Pet: {} } }";
    const media = (value: object): object => ({ "text/plain": value });
    const places: readonly (readonly [(value: object) => object, readonly (string | number)[]])[] =
      isOld
        ? [
            [(one) => ({ parameters: [{ name: "q", in: "query", ...one }] }), ["parameters", 0]],
            [
              (one) => ({ parameters: [{ name: "q", in: "body", ...one }] }),
              ["requestBody", "content", "application/json"],
            ],
          ]
        : [
            [(one) => ({ parameters: [{ name: "q", in: "query", ...one }] }), ["parameters", 0]],
            [
              (one) => ({ requestBody: { content: media(one) } }),
              ["requestBody", "content", "text/plain"],
            ],
            [
              (one) => ({ responses: { 204: { description: "", headers: { Q: one } } } }),
              ["responses", "204", "headers", "Q"],
            ],
          ];
    for (const [place, keys] of places)
      for (const [schema, keywords, both] of beside) {
        const responses = { 204: { description: "" } };
        const operation = { responses, ...place({ ...keywords, schema, example: "a" }) };
        const text = JSON.stringify(operation).replaceAll("components/schemas", home);
        const { description, found } =
          await read(`${isOld ? "swagger: '2.0'" : `openapi: ${version}`}
info: { title: Pets, version: 1.0.0 }
paths: { /pets: { post: ${text} } }
${pet}
`);
        const problems = found.map((one) => one.split(" ", 2).join(" "));
        const isBody = !isOld || keys[0] === "requestBody";
        const warnings = problems.filter((one) => one === "warning unknown-member");
        expect(problems.filter((one) => one.startsWith("error"))).toEqual([]);
        expect(warnings.length).toBe((isBody ? Object.keys(keywords).length : 1) + (isOld ? 1 : 0));
        const holder = at(description, "paths", "/pets", "post", ...keys);
        expect((holder.value as { schema: object }).schema).toEqual(both);
        const whole = description?.member(holder, "schema");
        const list = whole && description?.member(whole, "allOf");
        const last = list && description?.member(list, 1);
        if (last) expect(last.source.pointer.endsWith("/schema")).toBe(false);
      }
  });

test("the hash that swagger-php makes up is no operationId", async () => {
  const ids = ["0e00aae7c370b295281ca65f1d061354", "f5ef0ddec49ee378febdb79800a16802"];
  for (const [id, kept] of [
    ...ids.map((one) => [one, false] as const),
    ["f5ef0ddec49ee378febdb79800a1680", true],
    ["getByF5ef0ddec49ee378febdb79800a16802", true],
  ] as const) {
    const { description } = await read(`openapi: 3.0.0
info: { title: Pets, version: 1.0.0 }
paths: { /pets: { get: { operationId: ${id}, responses: { '204': { description: Done } } } } }
`);
    const operation = at(description, "paths", "/pets", "get").value as object;
    expect("operationId" in operation).toBe(kept);
  }
});

test("a list whose dashes have no blanks behind them", async () => {
  for (const [written, list] of [
    ["\n        -name", ["name"]],
    ["\n        -name\n        -age", ["name", "age"]],
    [" name", ["name"]],
    [" first-name", ["first-name"]],
  ] as const) {
    const pet = `    Pet:\n      type: object\n      required:${written}\n`;
    const { description, found } = await read(withSchemas(pet));
    expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual(["warning wrong-type"]);
    const required = at(description, "components", "schemas", "Pet", "required").value;
    expect(required).toEqual(list);
  }
});

test("a number where text belongs is the text that is written there", async () => {
  const written = ["1.10", "1.0", "010", "0x1F", "1e3", "+1", "9007199254740993", "-0.50", "7"];
  for (const text of written) {
    const { description } = await read(`openapi: 3.0.3
info: { title: Pets, version: ${text} } # ${text}
tags: [{ name: ${text} }]
paths: {}
components:
  schemas:
    Pet:
      type: string
      enum:
        - ${text} # a comment
        - cat
      default: ${text}
    Swagger: { type: string, nullable: true, enum: [${text}], example: ${text} }
`);
    const get = (...keys: (string | number)[]): unknown => at(description, ...keys).value;
    expect(get("info", "version")).toBe(text);
    expect(get("tags", 0, "name")).toBe(text);
    expect(get("components", "schemas", "Pet")).toEqual({
      type: "string",
      enum: [text, "cat"],
      default: text,
    });
    expect(get("components", "schemas", "Swagger", "examples")).toEqual([text]);
  }
  const json = `{ "swagger": "2.0", "info": { "title": "Pets", "version": 1.10 }, "paths": { "/a": { "get": {
    "parameters": [{ "name": "v", "in": "query", "type": "string", "enum": [1.0, 2.50] }],
    "responses": { "200": { "description": "" } } } } } }`;
  const { description } = await read(json);
  expect(at(description, "info", "version").value).toBe("1.10");
  const parameter = at(description, "paths", "/a", "get", "parameters", 0, "schema", "enum");
  expect(parameter.value).toEqual(["1.0", "2.50"]);
});

for (const version of ["3.0.3", "3.1.0"])
  test(`${version}: a schema in the place of a type is one more that holds`, async () => {
    for (const schema of [
      { type: "string", maxLength: 3 },
      { $ref: "#/components/schemas/Other" },
      { enum: ["a", "b"] },
      { type: { type: "integer" }, title: "Size" },
    ])
      for (const beside of [{}, { description: "A pet." }, { allOf: [{ maxLength: 5 }] }]) {
        const written = JSON.stringify({ ...beside, type: schema });
        const { description, found } = await read(
          withSchemas(`    Pet: ${written}\n    Other: { type: string }`, version),
        );
        const problems = found.map((one) => one.split(" ", 2).join(" "));
        expect(new Set(problems)).toEqual(new Set(["warning wrong-type"]));
        const pet = at(description, "components", "schemas", "Pet");
        const inner =
          typeof schema.type === "object" ? { title: "Size", allOf: [schema.type] } : schema;
        const all = [...((beside as { allOf?: object[] }).allOf ?? []), inner];
        expect(pet.value).toEqual({ ...beside, allOf: all });
        const last = at(description, "components", "schemas", "Pet", "allOf", all.length - 1);
        expect(last.source.pointer).toBe("/components/schemas/Pet/type");
      }
    for (const pet of ["{ type: {} }", "{ type: { type: string }, name: { type: string } }"]) {
      const { found } = await read(withSchemas(`    Pet: ${pet}`, version));
      expect(found.filter((one) => one.startsWith("error wrong-type"))).toHaveLength(1);
    }
  });

for (const version of ["3.0.3", "3.1.0"]) {
  test(`${version}: a reference to a schema in the place of properties is one more that holds`, async () => {
    for (const beside of [{}, { type: "object" }, { allOf: [{ minProperties: 1 }] }]) {
      const other = { $ref: "#/components/schemas/Other" };
      const written = JSON.stringify({ ...beside, properties: other });
      const { description, found } = await read(
        withSchemas(`    Pet: ${written}\n    Other: { type: object }`, version),
      );
      expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual(["warning wrong-type"]);
      const all = [...((beside as { allOf?: object[] }).allOf ?? []), other];
      const pet = at(description, "components", "schemas", "Pet");
      expect(pet.value).toEqual({ ...beside, allOf: all });
    }
  });

  test(`${version}: what stands beside a reference to itself is all that a schema says`, async () => {
    const self = "$ref: '#/components/schemas/Pet'";
    const { description, found } = await read(
      withSchemas(`    Pet: { ${self}, type: string }`, version),
    );
    expect(found).toEqual(["warning ref-cycle 6:18"]);
    expect(at(description, "components", "schemas", "Pet").value).toEqual({ type: "string" });
    const alone = await read(withSchemas(`    Pet: { ${self}, description: A pet. }`, version));
    expect(alone.found).toEqual([expect.stringMatching(/^error (?:ref|schema)-cycle /)]);
  });
}

test("a list of one text in place of it", async () => {
  const { description, found } = await read(`openapi: 3.1.0
info: { title: [Pets], version: ["1"] }
tags: [{ name: [Pets] }]
paths: { /a: { get: { tags: [[Pets]], responses: { '204': { description: [Done] } } } } }
`);
  expect(new Set(found.map((one) => one.split(" ", 2).join(" ")))).toEqual(
    new Set(["warning wrong-type"]),
  );
  expect(at(description, "info", "title").value).toBe("Pets");
  expect(at(description, "tags", 0, "name").value).toBe("Pets");
  expect(at(description, "paths", "/a", "get", "tags").value).toEqual(["Pets"]);
});

test("a version that leaves no doubt", async () => {
  const rest = "info: { title: Pets, version: 1.0.0 }\npaths: {}\n";
  for (const [written, meant] of [
    ["openapi: '3'", "3.0"],
    ["openapi: v3.0.1", "3.0.1"],
    ["openapi: 3.0.x", "3.0"],
    ["openapi: V3.1", "3.1"],
    ["openapi: 3.1.*", "3.1"],
    ["openapi: ' 3.2.0 '", "3.2.0"],
    ["openapi: 3", "3.0"],
    ["swagger: '2.0.0'", "2.0"],
    ["swagger: '2'", "2.0"],
    ["swagger: v2.0", "2.0"],
    ["swagger: 2", "2.0"],
  ] as const) {
    const { description, found } = await read(`${written}\n${rest}`);
    expect([written, description?.version]).toEqual([written, meant]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^warning version-\S+ 1:10$/);
  }
  for (const written of [
    "swagger: 3.0.3",
    "swagger: '3'",
    "swagger: '1.2'",
    "swagger: '2.1'",
    "openapi: '2.0'",
    "openapi: '4'",
    "openapi: 3.3.0",
    "openapi: x",
    "openapi: ''",
    "openapi: three",
  ]) {
    const { found } = await read(`${written}\n${rest}`);
    expect([written, ...found]).toEqual([written, "error version-unsupported 1:10"]);
  }
});

test("a version that is a number is read as the same text would be", async () => {
  const rest = "info: { title: Pets, version: 1.0.0 }\npaths: {}\n";
  const numbers = Array.from({ length: 45 }, (_, i) => i / 10).flatMap((number) => [
    number.toFixed(1),
    String(number),
    ...["0", "4", "04", "99"].map((more) => number.toFixed(1) + more),
  ]);
  for (const key of ["openapi", "swagger"])
    for (const number of new Set([...numbers, "31e-1", "0x3", "+3.1", "-3.1"])) {
      const { description, found } = await read(`${key}: ${number}\n${rest}`);
      const text = await read(`${key}: '${number}'\n${rest}`);
      expect([number, description?.version]).toEqual([number, text.description?.version]);
      const problem = description ? "warning version-not-string" : "error version-unsupported";
      expect([number, ...found]).toEqual([number, `${problem} 1:10`]);
    }
});

for (const version of ["3.0.3", "3.1.0"])
  test(`${version}: parameters of Swagger 2.0 in the body are the request body`, async () => {
    const pet =
      "{ name: pet, in: body, required: true, schema: { $ref: '#/components/schemas/Pet' } }";
    const age = "{ name: age, in: formData, required: true, schema: { type: integer } }";
    const photo = "{ name: photo, in: formdata, schema: { type: string, format: binary } }";
    const shared = "{ $ref: '#/components/parameters/Pet' }";
    const reference = { $ref: "#/components/schemas/Pet" };
    const ages = { type: "object", properties: { age: { type: "integer" } }, required: ["age"] };
    for (const [written, more, content] of [
      [[pet], "", { "application/json": { schema: reference } }],
      [[shared], "", { "application/json": { schema: reference } }],
      [[age], "", { "application/x-www-form-urlencoded": { schema: ages } }],
      [
        [age, photo],
        "",
        { "multipart/form-data": { schema: { properties: { photo: { format: "binary" } } } } },
      ],
      [[pet, age], "", { "multipart/form-data": { schema: { properties: { pet: reference } } } }],
      [
        [pet, age],
        "requestBody: { content: { text/plain: { schema: { type: string } } } }, ",
        { "text/plain": { schema: { type: "string" } } },
      ],
    ] as const) {
      const { description, found } = await read(`openapi: ${version}
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    post: { ${more}parameters: [${written.join(", ")}], responses: { '204': { description: Done } } }
components:
  schemas: { Pet: { type: object } }
  parameters: { Pet: ${pet} }
`);
      expect(found.filter((one) => one.startsWith("error"))).toEqual([]);
      expect(found.filter((one) => one.startsWith("warning bad-value"))).not.toHaveLength(0);
      const second = found.filter((one) => one.startsWith("warning second-body"));
      expect(second).toHaveLength(more === "" ? 0 : written.length);
      const operation = at(description, "paths", "/pets", "post");
      expect(operation.value).toMatchObject({ parameters: [], requestBody: { content } });
      const body = at(description, "paths", "/pets", "post", "requestBody").value as object;
      expect(Object.keys((body as { content: object }).content)).toEqual(Object.keys(content));
      if (more === "") expect(body).toMatchObject({ required: true });
      expect(at(description, "components", "parameters").value).toEqual({});
    }
  });

for (const version of ["swagger: '2.0'", "openapi: 3.0.3", "openapi: 3.1.0"])
  test(`${version}: requirements that are empty lists are left out, and open no lock`, async () => {
    const key = "{ key: { type: apiKey, in: header, name: X-Key } }";
    const schemes = version.startsWith("swagger")
      ? `securityDefinitions: ${key}`
      : `components: { securitySchemes: ${key} }`;
    for (const [root, own, problem] of [
      ["[[]]", undefined, "warning wrong-type 3:12"],
      ["[[], []]", undefined, "warning wrong-type 3:12"],
      ["[{ key: [] }]", "[[]]", "warning wrong-type 5:30"],
      ["[[], { key: [] }]", undefined, "error wrong-type 3:12"],
      ["[{ key: [] }]", "[[], { key: [] }]", "error wrong-type 5:30"],
    ] as const) {
      const { description, found } = await read(`${version}
info: { title: Pets, version: 1.0.0 }
security: ${root}
paths:
  /pets: { get: { ${own === undefined ? "deprecated: true" : `security: ${own}`}, responses: { '204': { description: Done } } } }
${schemes}
`);
      expect(found).toEqual([problem]);
      if (problem.startsWith("error")) continue;
      const isLocked = root.includes("key");
      const all = at(description).value as object;
      expect("security" in all).toBe(isLocked);
      expect("security" in (at(description, "paths", "/pets", "get").value as object)).toBe(false);
    }
  });

for (const version of ["swagger: '2.0'", "openapi: 3.0.3", "openapi: 3.1.0"])
  test(`${version}: a reference to a schema among the members of a parameter`, async () => {
    const isOld = version.startsWith("swagger");
    const [section, place] = isOld ? ["definitions", "body"] : ["components/schemas", "query"];
    const ref = `#/${section}/Pet`;
    const parameter = `{ name: pet, in: ${place}, description: Any, required: true, $ref: '${ref}' }`;
    const pet = isOld ? "definitions: { Pet: {} }" : "components: { schemas: { Pet: {} } }";
    const { description, found } = await read(`${version}
info: { title: Pets, version: 1.0.0 }
paths: { /pets: { put: { parameters: [${parameter}], responses: { '204': { description: Done } } } } }
${pet}
`);
    expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual(["warning ref-wrong-kind"]);
    const schema = { $ref: "#/components/schemas/Pet" };
    const operation = at(description, "paths", "/pets", "put").value;
    expect(operation).toMatchObject(
      isOld
        ? { requestBody: { required: true, content: { "application/json": { schema } } } }
        : { parameters: [{ in: "query", name: "pet", required: true, schema }] },
    );
  });
test("a list of one schema in the place of a schema is a list of such values", async () => {
  for (const version of ["3.0.3", "3.1.0"])
    for (const [written, items] of [
      ["[{ type: string, maxLength: 3 }]", { type: "string", maxLength: 3 }],
      ["[{ $ref: '#/components/schemas/Other' }]", { $ref: "#/components/schemas/Other" }],
      ["[string]", { type: "string" }],
      ["[[{ type: string }]]", undefined],
      ["[string, number]", undefined],
      ["[name]", undefined],
    ] as const)
      for (const path of [["Pet"], ["Pet", "properties", "p"]]) {
        const pet = path.length === 1 ? written : `{ properties: { p: ${written} } }`;
        const schemas = `    Pet: ${pet}\n    Other: { type: string }`;
        const { description, found } = await read(withSchemas(schemas, version));
        const severity = items ? "warning" : "error";
        expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual([`${severity} wrong-type`]);
        if (!items) continue;
        const schema = at(description, "components", "schemas", ...path);
        expect(schema.value).toEqual({ type: "array", items });
        if (written === "[string]") continue;
        const item = description?.member(schema, "items");
        expect(item?.source.pointer).toBe(`/components/schemas/${path.join("/")}/0`);
      }
});

test("a parameter that says no place is in the path that has its name, and only there", async () => {
  for (const [path, name, place] of [
    ["/pets/{id}", "id", "path"],
    ["/pets/{id}", "ID", undefined],
    ["/pets/id", "id", undefined],
    ["/pets", "id", undefined],
  ] as const)
    for (const more of ["", "in: , "])
      for (const holder of ["operation", "item"]) {
        const list = `parameters: [{ name: ${name}, ${more}required: true, schema: { type: integer } }]`;
        const { description, found } = await read(`openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  ${path}:
    ${holder === "item" ? list : "summary: Pets"}
    get: { ${holder === "item" ? "" : `${list}, `}responses: { '204': { description: Done } } }
`);
        if (place === undefined) {
          expect(found.filter((one) => one.startsWith("error missing-member"))).toHaveLength(1);
          continue;
        }
        expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual(["warning missing-member"]);
        const keys = holder === "item" ? [] : ["get"];
        const parameter = at(description, "paths", path, ...keys, "parameters", 0);
        expect(parameter.value).toMatchObject({ name, in: place, schema: { type: "integer" } });
      }
});

test("parameters that differ in remarks, extensions and what is usual are the same", async () => {
  for (const [more, code] of [
    ["x-position: 2", "warning"],
    ["description: Again", "warning"],
    ["deprecated: true", "warning"],
    ["style: form", "warning"],
    ["style: form, explode: true", "warning"],
    ["required: false, allowReserved: false", "warning"],
    ["required: true", "warning"],
    ["explode: false", "error"],
    ["style: pipeDelimited", "error"],
    ["allowReserved: true", "error"],
    ["schema: { type: string, maxLength: 3 }", "warning"],
    ["schema: { type: integer }", "warning"],
    ["schema: { type: integer }, explode: false", "error"],
    ["schema: { type: array, items: { type: string } }", "error"],
    ["schema: { type: object }", "error"],
  ] as const) {
    const schema = more.startsWith("schema") ? "" : "schema: { type: string }, ";
    const { found } = await read(`openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      parameters:
        - { name: q, in: query, schema: { type: string }, x-position: 1 }
        - { name: q, in: query, ${schema}${more} }
      responses: { '204': { description: Done } }
`);
    expect([more, ...found]).toEqual([more, `${code} duplicate-parameter 8:19`]);
  }
});

test.each(["", "$ref: '#/components/parameters/Other'"])(
  "a parameter that is declared twice is required if it is in one of the two: %s",
  async (ref) => {
    const [one, other] = [
      "{ name: x-trace, in: header, required: true, schema: { type: string } }",
      "{ name: X-Trace, in: header, schema: { type: string }, description: As in logs }",
    ] as const;
    for (const [first, second] of [
      [one, ref === "" ? other : `{ ${ref} }`],
      [other, one],
      [one, one],
    ]) {
      const { description, found } = await read(`openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      parameters:
        - ${first}
        - ${second}
        - { name: q, in: query, schema: { type: string } }
      responses: { '204': { description: Done } }
components: { parameters: { Other: ${other} } }
`);
      expect(found).toEqual([expect.stringMatching(/^warning duplicate-parameter 8:/)]);
      const model = description && buildModel(description, new Diagnostics());
      expect(
        model?.operations[0]?.parameters.map(({ name, required }) => [
          name.toLowerCase(),
          required,
        ]),
      ).toEqual([
        ["x-trace", true],
        ["q", false],
      ]);
    }
  },
);

for (const version of ["swagger: '2.0'", "openapi: 3.0.3", "openapi: 3.1.0"])
  test(`${version}: a parameter with two schemas in one list accepts a value of either, and one of an operation replaces that of the path`, async () => {
    const isOld = version.startsWith("swagger");
    const declared = (type: string, required = false): string =>
      `{ name: q, in: query, required: ${required}, ${isOld ? `type: ${type}` : `schema: { type: ${type} }`} }`;
    const parameters = `Other: ${declared("boolean")}`;
    const shared = isOld ? "#/parameters/Other" : "#/components/parameters/Other";
    for (const [item, own, types, required] of [
      [[declared("integer"), declared("string")], [], ["integer", "string"], false],
      [[], [declared("integer", true), declared("string")], ["integer", "string"], true],
      [[], [declared("integer"), `{ $ref: '${shared}' }`], ["integer", "boolean"], false],
      [[declared("integer", true)], [declared("string")], ["string"], false],
      [[declared("integer"), declared("string")], [declared("boolean")], ["boolean"], false],
    ] as const) {
      const { description, found } = await read(`${version}
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    parameters: [${item.join(", ")}]
    get:
      parameters: [${own.join(", ")}]
      responses: { '204': { description: Done } }
${isOld ? `parameters: { ${parameters} }` : `components: { parameters: { ${parameters} } }`}
`);
      const isTwice = item.length > 1 || own.length > 1;
      expect(found).toEqual(isTwice ? [expect.stringMatching(/^warning duplicate-parameter/)] : []);
      const model = description && buildModel(description, new Diagnostics());
      const [q, ...others] = model?.operations[0]?.parameters ?? [];
      expect(others).toEqual([]);
      expect(q?.required).toBe(required);
      const { anyOf = q ? [q.schema] : [] } = q?.schema.keywords ?? {};
      expect(anyOf.flatMap(({ keywords }) => keywords.types)).toEqual(types);
    }
  });

test("of a parameter that is declared twice, a type beside a reference is its type", async () => {
  for (const [beside, severity] of [
    ["type: string", "warning"],
    ["type: integer", "warning"],
    ["description: Its name", "error"],
    ["type: array, items: {}", "error"],
  ] as const) {
    const { found } = await read(`openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{name}:
    get:
      parameters:
        - { name: name, in: path, required: true, schema: { $ref: '#/components/schemas/Pet', ${beside} } }
        - { name: name, in: path, required: true, schema: { type: string } }
      responses: { '204': { description: Done } }
components: { schemas: { Pet: { type: object, properties: { name: { type: string } } } } }
`);
    const twice = found.filter((text) => text.includes("duplicate-parameter"));
    expect([beside, ...twice]).toEqual([beside, `${severity} duplicate-parameter 8:19`]);
  }
});

test("required properties that stand among the properties are those of the schema", async () => {
  for (const [required, isTaken] of [
    ["[name]", true],
    ["[name, age]", true],
    ["[name, other]", false],
    ["[string, name]", false],
    ["[]", false],
  ] as const) {
    const properties = `{ name: { type: string }, required: ${required}, age: { type: integer } }`;
    const { description, found } = await read(
      withSchemas(`    Pet: { type: object, properties: ${properties} }`),
    );
    if (!isTaken && required !== "[]") {
      expect(found).toEqual([expect.stringMatching(/^error wrong-type/)]);
      continue;
    }
    expect(found).toEqual([expect.stringMatching(/^warning wrong-type/)]);
    const pet = at(description, "components", "schemas", "Pet").value as object;
    expect("required" in pet).toBe(isTaken);
    if (!isTaken) continue;
    const list = at(description, "components", "schemas", "Pet", "required");
    expect(list.value).toEqual(required.slice(1, -1).split(", "));
    expect(list.source.pointer).toBe("/components/schemas/Pet/properties/required");
    const names = at(description, "components", "schemas", "Pet", "properties").value as object;
    expect(Object.keys(names)).toEqual(["name", "age"]);
  }
});

test("parameters of a path that are written in the way of frameworks, or lack a brace", async () => {
  for (const [segment, needsDeclaration] of [
    [":id", true],
    ["<id>", true],
    ["<int:id>", true],
    ["{id", false],
    ["id}", false],
    ["{id}}", false],
    ["{{id", false],
    ["{{id}}", false],
    ["{id+}", false],
    ["{*id}", false],
    ["{**id}", false],
    ["{id?}", false],
    ["{id:int}", true],
    ["{id:.*}", true],
    ["{id:[0-9]+}", true],
    ["{id=pets}", true],
  ] as const)
    for (const path of [`/pets/${segment}`, `/pets/${segment}/tags`])
      for (const declared of ["item", "operation", "nothing"]) {
        const list =
          "parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]";
        const { description, found } = await read(`openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  '${path}':
    ${declared === "item" ? list : "summary: Pets"}
    get: { ${declared === "operation" ? `${list}, ` : ""}responses: { '204': { description: Done } } }
`);
        const isRead = !needsDeclaration || declared !== "nothing";
        const problems = found.filter((one) => !one.includes("path-parameter-missing"));
        expect(problems).toEqual(isRead ? ["warning path-template 4:3"] : []);
        const paths = Object.keys(at(description, "paths").value as object);
        expect(paths).toEqual([isRead ? path.replace(segment, "{id}") : path]);
        const owner = declared === "item" ? [] : ["get"];
        if (!isRead) continue;
        const parameters = at(description, "paths", ...paths, ...owner, "parameters").value;
        expect(parameters).toMatchObject([{ name: "id", in: "path", required: true }]);
      }
});

test("parts of OpenAPI 3 in Swagger 2.0 are read as they are in OpenAPI 3", async () => {
  const pet = "$ref: '#/components/schemas/Pet'";
  const parts = `
paths:
  /pets:
    get:
      security: [{ token: [] }, { oauth: [read] }]
      parameters: [{ name: limit, in: query, schema: { type: integer, nullable: true, maximum: 9 } }]
      responses: { '200': { ${"$ref: '#/components/responses/Pets'"} } }
    put:
      requestBody: { required: true, content: { text/json: { schema: { ${pet} } } } }
      responses:
        '200':
          description: Done
          headers: { Age: { schema: { type: integer }, required: true } }
          content: { application/json: { schema: { oneOf: [{ ${pet} }, { type: string, maxLength: 3 }] } } }
components:
  responses: { Pets: { description: All, content: { text/plain: { schema: { type: string } } } } }
  securitySchemes:
    token: { type: http, scheme: bearer }
    oauth: { type: oauth2, flows: { password: { tokenUrl: /token, scopes: { read: Reads } } } }
  schemas:
    Pet: { type: object, required: [kind], properties: { kind: { type: string, nullable: true, enum: [a] }, next: { ${pet} } } }
`;
  const info = "info: { title: Pets, version: 1.0.0 }";
  const three = await read(`openapi: 3.0.3\n${info}${parts}`);
  expect(three.found).toEqual([]);
  const two = await read(`swagger: '2.0'\n${info}${parts}`);
  expect(two.found.filter((one) => one.startsWith("error"))).toEqual([]);
  // Two of content, and nullable in a parameter.
  expect(two.found.filter((one) => one.includes(" wrong-version "))).toHaveLength(5);
  for (const part of ["paths", "components"])
    expect(at(two.description, part).value).toEqual(at(three.description, part).value);

  const both = await read(`swagger: '2.0'\n${info}${parts}
definitions: { Pet: { type: integer }, Dog: { ${"$ref: '#/definitions/Pet'"} }, Cat: { ${pet} } }
securityDefinitions: { key: { type: apiKey, in: header, name: X-Key } }
`);
  const end = (name: string): unknown => {
    const node = at(both.description, "components", "schemas", name);
    return both.description?.resolve((node.value as { $ref: string }).$ref, node.source)?.value;
  };
  expect(end("Dog")).toEqual({ type: "integer" });
  expect(end("Cat")).toMatchObject({ type: "object", required: ["kind"] });
  const schemes = at(both.description, "components", "securitySchemes").value as object;
  expect(Object.keys(schemes).sort()).toEqual(["key", "oauth", "token"]);
});

for (const version of ["3.0.3", "3.1.0"])
  test(`${version}: a schema where Swagger 2.0 has that of a response is one of its content`, async () => {
    for (const [schema, type] of [
      [{ type: "integer", maximum: 3 }, "application/json"],
      [{ $ref: "#/components/schemas/Pet" }, "application/json"],
      [{ type: "file" }, "application/octet-stream"],
    ] as const)
      for (const place of ["response", "component", "body"]) {
        const holder = JSON.stringify({ description: "", schema });
        const response = place === "response" ? holder : "{ $ref: '#/components/responses/All' }";
        const { description, found } = await read(`openapi: ${version}
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    post: { ${place === "body" ? `requestBody: ${holder}, ` : ""}responses: { '200': ${response} } }
components:
  schemas: { Pet: {} }
  responses: { All: ${place === "component" ? holder : "{ description: '' }"} }
`);
        const others = found.filter((one) => !one.startsWith("warning schema-type"));
        expect(others.map((one) => one.split(" ", 2).join(" "))).toEqual([
          "warning unknown-member",
        ]);
        const keys =
          place === "component"
            ? ["components", "responses", "All"]
            : [
                "paths",
                "/pets",
                "post",
                ...(place === "body" ? ["requestBody"] : ["responses", "200"]),
              ];
        const media = at(description, ...keys, "content", type);
        const isFile = type === "application/octet-stream";
        const meant = isFile ? { type: "string", format: "binary" } : schema;
        expect(media.value).toEqual({ schema: meant });
        const { source } = at(description, ...keys, "content", type, "schema");
        expect(source.pointer).toMatch(/\/schema$/);
        expect(source.pointer).not.toContain("content");
      }
    const both = "{ description: '', schema: { type: string }, content: { text/plain: {} } }";
    const { description } = await read(`openapi: ${version}
info: { title: Pets, version: 1.0.0 }
paths: { /pets: { get: { responses: { '200': ${both} } } } }
`);
    const response = at(description, "paths", "/pets", "get", "responses", "200").value;
    expect(response).toMatchObject({ content: { "text/plain": {} } });
  });

test.each([
  ["in favour of Cat", true],
  ["Yes", true],
  ["no", false],
])("deprecated: %s, the reason in place of the fact", async (written, expected) => {
  const { description, found } = await read(withSchemas(`    Pet: { deprecated: "${written}" }`));
  expect(found).toEqual(["warning wrong-type 6:24"]);
  expect(at(description, "components", "schemas", "Pet", "deprecated").value).toBe(expected);
});

test.each(["properties", "$defs", "patternProperties"])(
  "a title or description of a schema that is among its %s",
  async (holder) => {
    for (const key of ["title", "description"]) {
      const text = `    Pet: { ${holder}: { name: { type: string }, ${key}: "An animal" } }`;
      const { description, found } = await read(withSchemas(text, "3.1.0"));
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(/^warning wrong-type /);
      const members = at(description, "components", "schemas", "Pet", holder).value;
      expect(Object.keys(members as object)).toEqual(["name"]);
    }
  },
);

test("a path parameter with a slip is the one that nothing else declares", async () => {
  for (const [path, declared, meant] of [
    ["/{markers}", ["marker"], ["markers"]],
    ["/{creditFacilityId}", ["creditFacility"], ["creditFacilityId"]],
    ["/{creditFacilityId}", ["creditfacilityid"], ["creditFacilityId"]],
    ["/{petId}/{ownerId}", ["ownrId", "petIds"], ["ownerId", "petId"]],
    ["/{petId}/{petsId}", ["petId", "petssId"], ["petId", "petsId"]],
  ] as const)
    for (const shared of [0, 1, 2]) {
      const all = declared.map((name, at) => ({
        ...{ name, in: "path", required: true },
        schema: { type: "integer", minimum: at },
      }));
      const item = {
        parameters: all.slice(0, shared),
        get: { parameters: all.slice(shared), responses: {} },
      };
      const info = { title: "Pets", version: "1.0.0" };
      const whole = { openapi: "3.1.0", info, paths: { [path]: item } };
      const { description, found } = await read(JSON.stringify(whole));
      expect(found.filter((one) => !/ path-parameter-unused /.test(one))).toEqual([]);
      const lists = [["parameters"], ["get", "parameters"]].map(
        (keys) => at(description, "paths", path, ...keys).value as typeof all,
      );
      const kept = lists.flat();
      expect(kept.map(({ name }) => name)).toEqual(meant);
      expect(kept.map(({ schema }) => schema.minimum)).toEqual(all.map((_, at) => at));
    }
});

for (const version of ["swagger: '2.0'", "openapi: 3.0.3", "openapi: 3.1.0"])
  test(`${version}: a shared path parameter keeps its name where the path has it`, async () => {
    const isOld = version.startsWith("swagger");
    const schema = isOld ? "type: integer" : "schema: { type: integer }";
    const parameter = `{ name: petId, in: path, required: true, ${schema} }`;
    const use = `$ref: '#/${isOld ? "parameters" : "components/parameters"}/petId'`;
    const get = "get: { responses: { '204': { description: Done } } }";
    const { description, found } = await read(`${version}
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{pet_id}: { parameters: [{ ${use} }], ${get} }
  /cats/{petId}: { parameters: [{ ${use} }], ${get} }
  /dogs/{pet-id}: { ${get.replace("{ ", `{ parameters: [{ ${use} }], `)} }
${isOld ? `parameters: { petId: ${parameter} }` : `components: { parameters: { petId: ${parameter} } }`}
`);
    expect(found).toEqual([
      "warning path-parameter-unused 4:34",
      "warning path-parameter-unused 6:41",
    ]);
    const shared = { name: "petId", in: "path", required: true, schema: { type: "integer" } };
    const at4 = (...keys: string[]) => at(description, "paths", ...keys, "parameters").value;
    expect(at4("/pets/{pet_id}")).toEqual([{ ...shared, name: "pet_id" }]);
    expect(at4("/cats/{petId}")).toEqual([{ $ref: "#/components/parameters/petId" }]);
    expect(at4("/dogs/{pet-id}", "get")).toEqual([{ ...shared, name: "pet-id" }]);
    expect(at(description, "components", "parameters", "petId").value).toEqual(shared);
  });

for (const version of ["swagger: '2.0'", "openapi: 3.0.3", "openapi: 3.1.0"])
  test(`${version}: an empty reference is left out where it cannot be meant`, async () => {
    for (const reply of ["{ $ref: '', description: Done }", "{ description: Done, $ref: '' }"]) {
      const { description, found } = await read(`${version}
info: { title: Pets, version: 1.0.0 }
paths: { /pets: { get: { responses: { '204': ${reply} } } } }
`);
      expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual(["warning ref-wrong-kind"]);
      const { value } = at(description, "paths", "/pets", "get", "responses", "204");
      expect(value).toEqual({ description: "Done" });
    }
  });

for (const version of ["3.0.3", "3.1.0"])
  test(`${version}: what stands short, or alone, in the place of an object or a list`, async () => {
    const ok = { description: "Done" };
    const limit = { name: "limit", in: "query", schema: { type: "integer" } };
    const pet = { $ref: "#/components/schemas/Pet" };
    const cases: readonly (readonly [written: object, meant: object])[] = [
      [{ parameters: limit }, { parameters: [limit] }],
      [{ servers: { url: "/v1" } }, { servers: [{ url: "/v1" }] }],
      [{ tags: [{ name: "pets" }, "owners"] }, { tags: ["pets", "owners"] }],
      [{ deprecated: "yes" }, { deprecated: true }],
      [{ deprecated: "Off" }, { deprecated: false }],
      [{ responses: { 204: "Done" } }, { responses: { 204: ok } }],
      [
        { responses: { 200: { ...ok, headers: { Rate: "integer" } } } },
        { responses: { 200: { ...ok, headers: { Rate: { schema: { type: "integer" } } } } } },
      ],
      ...["text/csv", ["text/csv", "image/*"]].map(
        (content) =>
          [
            { responses: { 200: { ...ok, content } } },
            {
              responses: {
                200: {
                  ...ok,
                  content: Object.fromEntries([content].flat().map((type) => [type, {}])),
                },
              },
            },
          ] as const,
      ),
      ...[
        [
          { type: "array", items: "type:string" },
          { type: "array", items: { type: "string" } },
        ],
        [
          { type: "array", items: pet.$ref },
          { type: "array", items: pet },
        ],
        [{ properties: { friend: pet.$ref } }, { properties: { friend: pet } }],
        [
          { type: "string", maxLength: " 15 " },
          { type: "string", maxLength: 15 },
        ],
        [{ type: "string", nullable: "on" }, { type: ["string", "null"] }],
      ].map(
        ([schema, meant]) =>
          [
            { requestBody: { content: { "application/json": { schema } } } },
            { requestBody: { content: { "application/json": { schema: meant } } } },
          ] as const,
      ),
    ];
    for (const [written, meant] of cases) {
      const whole = {
        openapi: version,
        info: "Pets",
        paths: { "/pets": { post: { responses: { 204: ok }, ...written } } },
        components: { schemas: { Pet: {} } },
      };
      const { description, found } = await read(JSON.stringify(whole));
      const wrong = found.filter(
        (one) => !/^warning (?:wrong-type|missing-member|wrong-version)/.test(one),
      );
      expect(wrong, JSON.stringify(written)).toEqual([]);
      expect(at(description, "info", "title").value).toBe("Pets");
      expect(at(description, "paths", "/pets", "post").value).toEqual({
        responses: { 204: ok },
        ...meant,
      });
    }
  });

test("what is no media type, parameter, server or type is refused where such a thing belongs", async () => {
  for (const wrong of [
    { parameters: { limit: { in: "query" } } },
    { servers: { url: 3 } },
    { responses: { 200: { description: "", content: "nothing" } } },
    { responses: { 200: { description: "", content: ["json", {}] } } },
    { responses: { 200: { description: "", headers: { Rate: "a number" } } } },
    { security: [{ key: [] }, "other"] },
    { security: { type: "http", scheme: "bearer" } },
  ]) {
    const info = { title: "Pets", version: "1" };
    const whole = { openapi: "3.1.0", info, paths: { "/pets": { get: wrong } } };
    const { found } = await read(JSON.stringify(whole));
    expect(found.some((one) => one.startsWith("error wrong-type"))).toBe(true);
  }
});

test("a parameter without a place is in the path that has its name, or, if it is optional, in the query of a request without a body", async () => {
  const methods = ["get", "head", "delete", "post", "put", "patch"];
  const plain = ["id", "sort", "filter[a]", "page.size"];
  const names = [...plain, "X-Sort", "Accept", "authorization"];
  const all = methods.flatMap((method) => names.map((name) => ({ method, name })));
  for (const { method, name } of all)
    for (const required of [false, true]) {
      const schema = { type: "integer" };
      const item = { [method]: { parameters: [{ name, required, schema }], responses: {} } };
      const info = { title: "Pets", version: "1" };
      const { description, found } = await read(
        JSON.stringify({ openapi: "3.1.0", info, paths: { "/pets/{id}": item } }),
      );
      const inQuery = !required && methods.indexOf(method) < 3 && plain.includes(name);
      const place = name === "id" ? "path" : inQuery ? "query" : undefined;
      const level = place ? "warning" : "error";
      expect(found.filter((one) => one.includes("missing-member"))).toEqual([
        expect.stringMatching(`^${level}`),
      ]);
      if (!place) continue;
      const own = at(description, "paths", "/pets/{id}", method, "parameters").value;
      expect(own).toContainEqual(expect.objectContaining({ name, in: place }));
    }
});

test("a parameter without a name is ignored where an operation can do without it", async () => {
  for (const [parameter, level] of [
    ...["query", "header", "cookie"].map((place) => [{ in: place }, "warning"] as const),
    ...["query", "header", "cookie"].map(
      (place) => [{ in: place, required: true }, "error"] as const,
    ),
    [{ in: "path" }, "error"],
    [{}, "error"],
  ] as const) {
    const get = { parameters: [{ ...parameter, schema: { type: "string" } }], responses: {} };
    const info = { title: "Pets", version: "1" };
    const { found } = await read(
      JSON.stringify({ openapi: "3.1.0", info, paths: { "/pets": { get } } }),
    );
    expect(found.some((one) => one.startsWith(`${level} missing-member`))).toBe(true);
    expect(found.some((one) => one.startsWith("error"))).toBe(level === "error");
  }
  for (const more of [[], [{ name: "age", in: "formData", type: "integer" }]]) {
    const body = { in: "body", required: true, schema: { type: "object" } };
    const post = { parameters: [body, ...more], responses: {} };
    const info = { title: "Pets", version: "1" };
    const { description, found } = await read(
      JSON.stringify({ swagger: "2.0", info, paths: { "/pets": { post } } }),
    );
    expect(found.filter((one) => one.startsWith("error"))).toEqual([]);
    const content = more.length > 0 ? "multipart/form-data" : "application/json";
    const schema = at(
      description,
      "paths",
      "/pets",
      "post",
      "requestBody",
      "content",
      content,
      "schema",
    );
    expect(schema.value).toMatchObject(
      more.length > 0
        ? { properties: { body: { type: "object" } }, required: ["body"] }
        : { type: "object" },
    );
  }
});

/** Lists as members of an operation, a schema, or the whole. */
const emptyItems: readonly (readonly [string, (list: readonly unknown[]) => object, unknown[]])[] =
  (() => {
    const ok = { 200: { description: "Done" } };
    const [limit, sort] = ["limit", "sort"].map((name) => ({
      ...{ name, in: "query" },
      schema: { type: "string" },
    }));
    const three = (operation: object, more: object = {}) => ({
      ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" } },
      paths: { "/pets": { post: { responses: ok, ...operation } } },
      ...more,
    });
    const body = (schema: object) =>
      three({ requestBody: { content: { "application/json": { schema } } } });
    const two = (more: object) => ({
      ...{ swagger: "2.0", info: { title: "Pets", version: "1" }, host: "pets.example" },
      paths: { "/pets": { post: { responses: ok } } },
      ...more,
    });
    const properties = { id: {}, name: {} };
    const servers = [{ url: "/a" }, { url: "/b" }];
    return [
      ["parameters", (parameters) => three({ parameters }), [limit, sort]],
      ["tags", (tags) => three({ tags }), ["a", "b"]],
      ["root tags", (tags) => three({}, { tags }), [{ name: "a" }, { name: "b" }]],
      ["servers", (list) => three({}, { servers: list }), servers],
      ["servers of one", (list) => three({ servers: list }), servers],
      ["required", (required) => body({ required, properties }), ["id", "name"]],
      ["allOf", (allOf) => body({ allOf }), [{ type: "string" }, { maxLength: 3 }]],
      ["schemes", (schemes) => two({ schemes }), ["http", "https"]],
      ["produces", (produces) => two({ produces }), ["text/csv", "text/plain"]],
    ];
  })();

test.each(emptyItems)("items of %s that hold nothing are left out", async (_, holding, items) => {
  for (const count of [0, 1, 2])
    for (let index = 0; index <= count; index += 1)
      for (const nulls of [1, 2]) {
        const list = items.slice(0, count);
        const written = list.toSpliced(index, 0, ...Array.from({ length: nulls }, () => null));
        const { description, found } = await read(JSON.stringify(holding(written)));
        expect(found).toHaveLength(nulls);
        expect(found.every((one) => one.startsWith("warning wrong-type"))).toBe(true);
        const meant = holding(count === 0 ? (undefined as never) : list);
        const { description: other } = await read(JSON.stringify(meant));
        expect(description?.root.value).toEqual(other?.root.value);
      }
});

test("what stands behind an item that holds nothing is found where it was written", async () => {
  const { found } = await read(
    withSchemas("    Pet: { required: [~, other], properties: { name: {} } }"),
  );
  expect(found).toContain("warning required-unknown 6:26");
});

test("an item that holds nothing is refused where it may mean something, or lets more in", async () => {
  const schemes = { key: { type: "http", scheme: "basic" } };
  const holding = (member: object, schema: object = {}) => ({
    ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} },
    components: { securitySchemes: schemes, schemas: { Pet: schema } },
    ...member,
  });
  for (const whole of [
    holding({ security: [null] }),
    holding({ security: [{ key: [] }, null] }),
    holding({ security: [{ key: [null] }] }),
    holding({ security: [{ tags: ["a", null] }] }),
    ...["anyOf", "oneOf", "prefixItems"].map((key) => holding({}, { [key]: [{}, null] })),
    holding({}, { required: [null], properties: { null: {} } }),
  ]) {
    const { found } = await read(JSON.stringify(whole));
    expect(found.some((one) => one.startsWith("error wrong-type"))).toBe(true);
  }
});

for (const version of ["2.0", "3.0.3", "3.1.0"])
  test(`${version}: the name of a schema, in the place of a type or a schema, refers to it`, async () => {
    const isOld = version === "2.0";
    const home = isOld ? "#/definitions/" : "#/components/schemas/";
    const schemaOf = async (written: unknown, holder: (schema: unknown) => unknown) => {
      const schemas = { Pet: { type: "object" }, "a.b": { type: "object" }, Of: holder(written) };
      const said = isOld ? { definitions: schemas } : { components: { schemas } };
      const info = { title: "A", version: "1" };
      const whole = { [isOld ? "swagger" : "openapi"]: version, info, paths: {}, ...said };
      const { description, found } = await read(JSON.stringify(whole));
      const value = description && at(description, "components", "schemas", "Of").value;
      return { value, codes: found.map((one) => one.split(" ", 2).join(" ")) };
    };
    const holders: readonly ((schema: unknown) => unknown)[] = [
      (schema) => ({ type: "array", items: schema }),
      (schema) => ({ type: "object", properties: { title: {}, owner: schema } }),
      (schema) => ({ type: "object", additionalProperties: schema }),
      (schema) => ({ allOf: [{ maxProperties: 9 }, schema] }),
    ];
    for (const name of ["Pet", "a.b"]) {
      const ref = { $ref: `${home}${name}` };
      const list = { type: "array", items: ref };
      const types: readonly (readonly [unknown, object])[] = [
        [name, ref],
        [` ${name} `, ref],
        [name.toUpperCase(), ref],
        [`array<${name}>`, list],
        ...(name === "Pet"
          ? ([
              [`${name}[]`, list],
              [`list of ${name}s`, list],
            ] as const)
          : []),
      ];
      for (const holder of holders)
        for (const [type, meant] of types) {
          const short = await schemaOf(type, holder);
          expect([type, ...short.codes]).toEqual([type, "warning wrong-type"]);
          expect(short.value).toEqual((await schemaOf(meant, holder)).value);
          for (const beside of [{}, { description: "Its own" }, { maxProperties: 3 }]) {
            const whole = await schemaOf({ type, ...beside }, holder);
            // A list has no properties that could be too many.
            const codes = whole.codes.filter((code) => code !== "warning no-effect");
            expect(codes).toEqual(["warning schema-type"]);
            const other = meant === ref ? { allOf: [ref] } : meant;
            expect(whole.value).toEqual((await schemaOf({ ...other, ...beside }, holder)).value);
          }
        }
    }
    for (const none of ["pets", "Owner", "array<Owner>", "Owner | null", "Pet | Owner", "A.b.c"])
      for (const holder of holders) {
        expect((await schemaOf(none, holder)).codes.join()).toContain("error wrong-type");
        expect((await schemaOf({ type: none }, holder)).codes).toContain("error schema-type");
      }
  });

for (const version of ["3.0.3", "3.1.0"])
  test(`${version}: a type that names schemas beside others is one of them`, async () => {
    const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const parts: readonly (readonly [string, object])[] = [
      ["Pet", ref("Pet")],
      ["owner", ref("Owner")],
      ["Pet[]", { type: "array", items: ref("Pet") }],
      ["string[]", { type: "array", items: { type: "string" } }],
      ["null", { enum: [null] }],
      ["int", { type: "integer" }],
    ];
    for (const [one, first] of parts)
      for (const [other, second] of parts) {
        if (one === other || (/^(?:null|int)$/.test(one) && /^(?:null|int)$/.test(other))) continue;
        const texts = [`"${one} | ${other}"`, `"${one} or ${other}"`, `["${one}", "${other}"]`];
        if (other === "null") texts.push(`["${one}", null]`);
        if (other === "null" && !one.includes("[")) texts.push(`"${one}?"`);
        for (const text of texts) {
          const schemas = `    Pet: {}\n    Owner: {}\n    Of: { properties: { x: { type: ${text}, maxLength: 9 } } }`;
          const { description, found } = await read(withSchemas(schemas, version));
          expect(found.map((problem) => problem.split(" ", 2).join(" "))).toEqual([
            "warning schema-type",
          ]);
          const { value } = at(description, "components", "schemas", "Of", "properties", "x");
          expect([text, value]).toEqual([
            text,
            { maxLength: 9, allOf: [{ anyOf: [first, second] }] },
          ]);
        }
      }
  });

test("capitals in the name of a schema make no difference unless there are two of them", async () => {
  for (const [names, isClear] of [
    [["Pet"], true],
    [["PET", "Pet"], false],
    [["pet", "Pet"], true],
  ] as const) {
    const schemas = names.map((name) => `    ${name}: {}\n`).join("");
    const { found } = await read(withSchemas(`${schemas}    Of: { items: { type: pet } }`));
    expect(found.some((one) => one.startsWith("error schema-type"))).toBe(!isClear);
  }
});

test("a text among properties that is a description of all stays one, whatever schemas there are", async () => {
  for (const key of ["title", "description"]) {
    const text = `    Pet: {}\n    Of: { properties: { ${key}: Pet, name: {} } }`;
    const { description } = await read(withSchemas(text));
    const { value } = at(description, "components", "schemas", "Of", "properties");
    expect(Object.keys(value as object)).toEqual(["name"]);
  }
});

test("media types in short, and the name of a schema in the place of one", async () => {
  const pet = { $ref: "#/components/schemas/Pet" };
  for (const [content, meant] of [
    ["json", { "application/json": {} }],
    [["JSON", "text/csv"], { "application/json": {}, "text/csv": {} }],
    ["application/json; charset=utf-8", { "application/json; charset=utf-8": {} }],
    ["application/json, application/xml", { "application/json": {}, "application/xml": {} }],
    [{ "application/json": "Pet" }, { "application/json": { schema: pet } }],
    [{ json: "Pet[]" }, { "application/json": { schema: { type: "array", items: pet } } }],
    [{ "text/plain": "string" }, { "text/plain": { schema: { type: "string" } } }],
    [{ "application/json": { schema: "Pet" } }, { "application/json": { schema: pet } }],
  ] as const) {
    const whole = {
      ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" } },
      paths: { "/pets": { get: { responses: { 200: { description: "", content } } } } },
      components: { schemas: { Pet: {} } },
    };
    const { description, found } = await read(JSON.stringify(whole));
    expect(found.filter((one) => !/^warning (?:wrong-type|media-type) /.test(one))).toEqual([]);
    const responses = at(description, "paths", "/pets", "get", "responses");
    expect(responses.value).toEqual({ 200: { description: "", content: meant } });
  }
});

const apart = [", ", ",", " , ", "; ", ";", " | ", "|", " or ", " and ", " "];
const mediaTypes = ["application/json", "text/csv; charset=utf-8", "image/*", "a/b;v=1;w=x/y"];

test("several media types in one key are each of them", async () => {
  const schema = { type: "object", properties: { name: { type: "string" } } };
  for (const between of apart)
    for (const [first, one] of mediaTypes.entries())
      for (const other of mediaTypes.slice(first + 1)) {
        const content = { [`${one}${between}${other}`]: { schema } };
        const [response, body] = [{ description: "", content }, { content }];
        const operation = { requestBody: body, responses: { 200: response } };
        const { description, found } = await read(
          JSON.stringify({
            ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" } },
            paths: { "/pets": { post: operation } },
          }),
        );
        expect(found.map((line) => line.split(" ", 2).join(" "))).toEqual(
          Array(2).fill("warning media-type"),
        );
        for (const holder of [["requestBody"], ["responses", "200"]]) {
          const meant = at(description, "paths", "/pets", "post", ...holder, "content");
          expect(meant.value).toEqual({ [one]: { schema }, [other]: { schema } });
          expect(
            at(description, "paths", "/pets", "post", ...holder, "content", other).source,
          ).toEqual(at(description, "paths", "/pets", "post", ...holder, "content", one).source);
        }
      }
});

test("several media types in one entry of Swagger 2.0 are each of them", async () => {
  const body = { name: "pet", in: "body", schema: { type: "object" } };
  for (const between of apart)
    for (const types of [mediaTypes, mediaTypes.slice(0, 2)]) {
      const list = [types.join(between)];
      const lists = { consumes: list, produces: list };
      const responses = { 200: { description: "", schema: { type: "object" } } };
      for (const [ofRoot, ofOperation] of [
        [lists, {}],
        [{}, lists],
      ]) {
        const { description, found } = await read(
          JSON.stringify({
            ...{ swagger: "2.0", info: { title: "Pets", version: "1" }, ...ofRoot },
            paths: { "/pets": { post: { parameters: [body], responses, ...ofOperation } } },
          }),
        );
        expect(found.map((line) => line.split(" ", 2).join(" "))).toEqual(
          Array(2).fill("warning media-type"),
        );
        for (const holder of [["requestBody"], ["responses", "200"]]) {
          const meant = at(description, "paths", "/pets", "post", ...holder, "content").value;
          expect(Object.keys(meant as object)).toEqual(types);
        }
      }
    }
});

test("a key without a slash is JSON, any of several, or left out beside a media type", async () => {
  const [a, b] = [{ type: "object", properties: { a: {} } }, { type: "array" }];
  const json = "application/json";
  for (const [content, meant] of [
    [{ v3: { schema: a } }, { [json]: { schema: a } }],
    [{ "": {} }, { [json]: {} }],
    [{ v3: { schema: a }, v2: { schema: b } }, { [json]: { schema: { anyOf: [a, b] } } }],
    [{ results: { examples: {} }, v2: { schema: b } }, { [json]: { schema: b } }],
    [{ json: { schema: a }, [json]: { schema: b } }, { [json]: { schema: { anyOf: [a, b] } } }],
    [{ "text/csv": {}, total: { examples: {} }, v2: { schema: b } }, { "text/csv": {} }],
  ] as const)
    for (const version of ["3.0.3", "3.1.0"]) {
      const whole = {
        ...{ openapi: version, info: { title: "Pets", version: "1" } },
        paths: { "/pets": { get: { responses: { 200: { description: "", content } } } } },
      };
      const { description, found } = await read(JSON.stringify(whole));
      const names = Object.keys(content).filter((key) => !key.includes("/"));
      expect(found.filter((one) => one.startsWith("warning media-type "))).toHaveLength(
        names.length,
      );
      const kept = at(description, "paths", "/pets", "get", "responses", "200", "content");
      expect(kept.value).toEqual(meant);
      const [[type = ""] = []] = Object.entries(meant);
      const [first = ""] = Object.keys(content).filter((key) => !key.startsWith("results"));
      expect(
        at(description, "paths", "/pets", "get", "responses", "200", "content", type).source,
      ).toEqual(
        expect.objectContaining({
          pointer: expect.stringMatching(`/content/${first.replace("/", "~1")}$`) as string,
        }),
      );
    }
});

test("type: null beside one schema of another type in allOf is null or that schema", async () => {
  const owner = { type: "object", properties: { name: { type: "string" } } };
  const schemas = (version: string, property: object) =>
    JSON.stringify({
      ...{ openapi: version, info: { title: "Pets", version: "1" }, paths: {} },
      components: { schemas: { Owner: owner, Pet: { properties: { owner: property } } } },
    });
  for (const version of ["3.0.3", "3.1.0", "3.2.0"])
    for (const type of ["null", ["null"]])
      for (const part of [{ $ref: "#/components/schemas/Owner" }, { type: "array", items: {} }]) {
        const { description, found } = await read(schemas(version, { type, allOf: [part] }));
        expect(found.filter((one) => one.includes("impossible-types"))).toHaveLength(1);
        const meant = at(description, "components", "schemas", "Pet", "properties", "owner").value;
        expect(meant).toEqual({ anyOf: [{ allOf: [part] }, { type: "null" }] });
      }
  // Null alone is valid for these.
  for (const part of [{}, { minLength: 1 }, { type: ["string", "null"] }]) {
    const { description, found } = await read(schemas("3.1.0", { type: "null", allOf: [part] }));
    expect(found).toEqual([]);
    const kept = at(description, "components", "schemas", "Pet", "properties", "owner").value;
    expect(kept).toEqual({ type: "null", allOf: [part] });
  }
});

test("a parameter of a media type may follow a comma or a blank", async () => {
  for (const [type, meant] of [
    ["application/json, version=1", "application/json;version=1"],
    ["text/plain charset=utf-8", "text/plain;charset=utf-8"],
    ["text/csv charset=utf-8, header=absent", "text/csv;charset=utf-8;header=absent"],
  ] as const) {
    const content = { [type]: { schema: { type: "string" } } };
    const { description, found } = await read(
      JSON.stringify({
        ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" } },
        paths: { "/pets": { get: { responses: { 200: { description: "", content } } } } },
      }),
    );
    expect(found.map((one) => one.split(" ", 2).join(" "))).toEqual(["warning media-type"]);
    const kept = at(description, "paths", "/pets", "get", "responses", "200", "content").value;
    expect(kept).toEqual({ [meant]: content[type] });
  }
});

test("a media type with parameters, and what is nearly one, stays as it is", async () => {
  for (const type of [
    ...['multipart/mixed; boundary="a, b/c"', "application/json; profile=https://a.example/b"],
    ...["application/json ; charset = utf-8", "application/json;a=1;b=2", "image/png, bill"],
    "application/json;a/b/c",
  ]) {
    const content = { [type]: { schema: { type: "string" } } };
    const { description } = await read(
      JSON.stringify({
        ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" } },
        paths: { "/pets": { get: { responses: { 200: { description: "", content } } } } },
      }),
    );
    const kept = at(description, "paths", "/pets", "get", "responses", "200", "content").value;
    expect(kept).toEqual(content);
  }
});

test("a host that is written as an address is read by its parts", async () => {
  const serversOf = async (said: object) => {
    const info = { title: "Pets", version: "1" };
    const whole = { swagger: "2.0", info, paths: {}, ...said };
    const { description, found } = await read(JSON.stringify(whole));
    const root = description?.root.value as { servers?: readonly { url: string }[] };
    return { urls: root.servers?.map(({ url }) => url), count: found.length };
  };
  for (const scheme of ["http", "https", "wss", undefined])
    for (const schemes of [undefined, ["http"], ["https", "ws"]])
      for (const port of ["", ":8080"])
        for (const path of ["", "/", "/api", "/api/"])
          for (const basePath of [undefined, "/", "/v1", "v1", "v1/"]) {
            const start = scheme === undefined ? "" : `${scheme}://`;
            const host = `pets.example${port}`;
            const { urls, count } = await serversOf({
              host: start + host + path,
              schemes,
              basePath,
            });
            const parts = [path, basePath ?? ""].map((part) => part.replaceAll("/", ""));
            const rest = parts.filter((part) => part !== "").map((part) => `/${part}`);
            const all = schemes ?? [scheme ?? "https"];
            expect(urls).toEqual(all.map((one) => `${one}://${host}${rest.join("")}`));
            expect(count).toBe(start === "" && path === "" ? 0 : 1);
          }
});

test.each(["3.0.3", "3.1.0"])(
  "%s: limits that leave no value, and those that leave one",
  async (version) => {
    const old = version < "3.1";
    for (const lower of [2, 3, 4])
      for (const isAbove of [false, true])
        for (const isBelow of [false, true]) {
          const schema = old
            ? { minimum: lower, exclusiveMinimum: isAbove, maximum: 3, exclusiveMaximum: isBelow }
            : {
                [isAbove ? "exclusiveMinimum" : "minimum"]: lower,
                [isBelow ? "exclusiveMaximum" : "maximum"]: 3,
              };
          const text = withSchemas(
            `    Pet: ${JSON.stringify({ type: "number", ...schema })}`,
            version,
          );
          const { found } = await read(text);
          const isEmpty = lower > 3 || (lower === 3 && (isAbove || isBelow));
          expect(found.map((one) => one.split(" ")[1])).toEqual(
            isEmpty ? ["impossible-bounds"] : [],
          );
        }
  },
);

/** Lists with what stands alone in the place of one, and the list that is meant; undefined where that is not clear. */
const alone: readonly (readonly [string, unknown, readonly unknown[] | undefined])[] = [
  ["/tags", "pet", [{ name: "pet" }]],
  ["/tags", { name: "pet" }, [{ name: "pet" }]],
  ["/servers", "https://a.example", [{ url: "https://a.example" }]],
  ["/servers", { url: "/v1" }, [{ url: "/v1" }]],
  ["/servers", 3, undefined],
  ["/paths/~1pets/get/tags", "pet", ["pet"]],
  ["/paths/~1pets/get/tags", 3, ["3"]],
  ["/paths/~1pets/get/servers", "/v1", [{ url: "/v1" }]],
  ["/paths/~1pets/get/parameters", {}, []],
  ["/paths/~1pets/get/parameters", "limit", undefined],
  ["/paths/~1pets/get/parameters", { limit: {} }, undefined],
  ["/components/schemas/Pet/required", "name", ["name"]],
  ["/components/schemas/Pet/required", 3, ["3"]],
  ["/components/schemas/Pet/required", {}, []],
  ["/components/schemas/Pet/properties/name/enum", "rex", ["rex"]],
  ["/components/schemas/Pet/properties/name/enum", "rex, fido", undefined],
  ["/components/schemas/Pet/properties/name/enum", "rex|fido", undefined],
  ["/components/schemas/Pet/properties/age/enum", 3, [3]],
  ["/components/schemas/Pet/properties/name/examples", "rex", ["rex"]],
  ...["allOf", "anyOf", "oneOf"].flatMap((keyword): (typeof alone)[number][] => [
    [`/components/schemas/Pet/${keyword}`, "Tag", [{ $ref: "#/components/schemas/Tag" }]],
    [`/components/schemas/Pet/${keyword}`, { minProperties: 1 }, [{ minProperties: 1 }]],
    [`/components/schemas/Pet/${keyword}`, { Tag: { type: "object" } }, undefined],
    [`/components/schemas/Pet/${keyword}`, 3, undefined],
  ]),
];

test.each(alone)("%s: %j in the place of a list", async (pointer, value, meant) => {
  const whole = {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: { "/pets": { get: { responses: { 204: { description: "" } } } } },
    components: {
      schemas: {
        Pet: {
          type: "object",
          properties: { name: { type: "string" }, age: { type: "integer" }, 3: {} },
        },
        Tag: { type: "object" },
      },
    },
  };
  const path = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replace("~1", "/"));
  const last = path.pop() ?? "";
  let holder = whole as unknown as Record<string, unknown>;
  for (const key of path) holder = holder[key] as Record<string, unknown>;
  holder[last] = value;
  const { description, found, diagnostics } = await read(JSON.stringify(whole));
  const { source } = diagnostics.all.find(({ code }) => code === "wrong-type") ?? {};
  expect(source?.pointer).toBe(pointer);
  if (meant === undefined)
    return expect(found).toContainEqual(expect.stringMatching(/^error wrong-type/));
  expect(found.filter((one) => !one.startsWith("warning"))).toEqual([]);
  const list = at(description, ...path, last);
  expect(list.value).toEqual(meant);
  if (meant.length > 0) expect(at(description, ...path, last, 0).source.pointer).toBe(pointer);
});

test("requirements in a mapping, and names in their place, need all of the schemes", async () => {
  for (const version of ["swagger: '2.0'", "openapi: 3.1.0"])
    for (const [written, own] of [
      ["{}", undefined],
      ["{ key: [] }", [{ key: [] }]],
      ["{ key: {} }", [{ key: [] }]],
      // Whether one is enough is not said.
      ["{ key: [], other: [] }", [{ key: [], other: [] }]],
      ["key", [{ key: [] }]],
      ["[key]", [{ key: [] }]],
      ["[key, other]", [{ key: [], other: [] }]],
      ["[{ key: [] }, other]", "refused"],
      ["[{}, other]", "refused"],
      ["[key, '']", "refused"],
      ["['key, other']", "refused"],
      ["{ type: http, scheme: bearer }", "refused"],
      ["true", "refused"],
    ] as const) {
      const isOld = version.startsWith("swagger");
      const schemes =
        "{ key: { type: apiKey, in: header, name: K }, other: { type: apiKey, in: header, name: O } }";
      const { description, found } = await read(`${version}
info: { title: Pets, version: 1.0.0 }
security: [{ other: [] }]
paths: { /pets: { get: { security: ${written}, responses: { '204': { description: Done } } } } }
${isOld ? `securityDefinitions: ${schemes}` : `components: { securitySchemes: ${schemes} }`}
`);
      expect(found.length).toBeGreaterThan(0);
      expect(found.some((one) => one.startsWith("error"))).toBe(own === "refused");
      if (own === "refused") continue;
      const { value } = at(description, "paths", "/pets", "get");
      expect((value as { security?: unknown }).security).toEqual(own);
    }
});

test("a negative minimum of a length is none, a negative maximum is refused", async () => {
  for (const [type, what] of [
    ["string", "Length"],
    ["array, items: {}", "Items"],
    ["object", "Properties"],
  ] as const)
    for (const number of ["-1", '"-1"', "-2147483648", "-0.5"]) {
      const schema = (word: string): string =>
        withSchemas(`    Pet: { type: ${type}, ${word}${what}: ${number} }`, "3.1.0");
      const { description, found } = await read(schema("min"));
      expect(found).toEqual([expect.stringMatching(/^warning wrong-type 6:/)]);
      expect(at(description, "components", "schemas", "Pet").value).not.toHaveProperty(
        `min${what}`,
      );
      const { found: refused } = await read(schema("max"));
      expect(refused).toEqual([expect.stringMatching(/^error wrong-type 6:/)]);
    }
});
