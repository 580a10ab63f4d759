import { expect, test } from "vitest";
import { compile } from "../corpus/compile.js";
import { Place } from "../command.js";
import { importFile } from "./generated.js";

/** A value for each media type, as the code of a call has it. */
const values: Readonly<Record<string, string>> = {
  "application/json": "item",
  "text/json": "item",
  "application/vnd.item+json": "item",
  "application/*+json": "item",
  "application/x-www-form-urlencoded": "item",
  "multipart/form-data": "item",
  "application/xml": '"<item/>"',
  "text/plain": '"text"',
  "application/octet-stream": "new Uint8Array(1)",
  "application/*": "new Uint8Array(1)",
};

const item = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const typed = {
  inline: item,
  reference: { $ref: "#/components/schemas/Item" },
  combined: { allOf: [{ description: "An item." }, item] },
  choice: { oneOf: [item, { type: "array", items: item }] },
};
const untyped = {
  anything: {},
  "half a choice": { anyOf: [item, {}] },
  "any object": { type: "object" },
};

interface Case {
  readonly id: string;
  readonly types: readonly string[];
  readonly required: boolean;
  readonly schema: object;
  /** The type that is sent where none is said; undefined: one has to be. */
  readonly implied: string | undefined;
}

const isJson = (type: string): boolean => /[/+]json$/.test(type);

/** Each two types, and each two with a third one. */
const sets = Object.keys(values).flatMap((first, i, all) =>
  all.slice(i + 1).flatMap((second, j) => {
    const two = j % 2 === 0 ? [first, second] : [second, first];
    const third = all[(i + 3 * j + 5) % all.length] ?? first;
    return two.includes(third) ? [two] : [two, [...two, third]];
  }),
);

/** Of the schemas, one with a type and one without for each of the sets. */
const cases = sets.flatMap((types, i) =>
  [typed, untyped].map((schemas, j): Case => {
    const all: readonly object[] = Object.values(schemas);
    const json = types.filter((type) => isJson(type) && !type.includes("*"));
    const isSafe = types.every(isJson) || schemas === typed;
    const best = json.includes("application/json") ? "application/json" : json[0];
    const implied = isSafe ? best : undefined;
    const schema = all[i % all.length] ?? {};
    return { id: `send${i}x${j}`, types, required: (i >> 1) % 2 === j, schema, implied };
  }),
);

function contentOf({ types, schema }: Case): object {
  const entries = types.map((type) => {
    if (/form/.test(type)) return [type, { schema: item }];
    if (isJson(type)) return [type, { schema }];
    return [type, /xml|plain/.test(type) ? { schema: { type: "string" } } : {}];
  });
  return Object.fromEntries(entries) as object;
}

test("of several media types, JSON is sent where none is said, if nothing else can be taken for it", async () => {
  const paths = cases.map((one) => {
    const requestBody = { required: one.required, content: contentOf(one) };
    const responses = { 204: { description: "Done." } };
    return [`/${one.id}`, { post: { operationId: one.id, requestBody, responses } }];
  });
  const description = {
    openapi: "3.1.0",
    info: { title: "Items", version: "1" },
    paths: Object.fromEntries(paths) as object,
    components: { schemas: { Item: item } },
  };
  const here = new Place({ "api.json": JSON.stringify(description) });
  const made = await here.run("generate", "api.json", "-o", "api", "--only", "client,server");
  expect(made.status).toBe(0);

  const lines = cases.flatMap(({ id, types, required, implied }) => [
    ...(implied === undefined
      ? [
          "// @ts-expect-error the type has to be said",
          `export const ${id}Call = () => client.${id}({ body: item });`,
        ]
      : [`await call("${id}", "${implied}", client.${id}({ body: item }));`]),
    ...types.map((type) => {
      const said = type === "application/*" ? "application/x-item" : type.replace("*", "item");
      const maybe = `client.${id}({ contentType: "${said}", body: ifAny(${values[type]}) })`;
      return [
        `await call("${id}", "${said}", client.${id}({ contentType: "${said}", body: ${values[type]} }));`,
        // Who may send none may also say so with the type of what there could have been.
        required ? "" : `await call("${id}", "", ${maybe});`,
      ].join("\n");
    }),
  ]);
  const code = [
    `import { createItemsClient } from "../api/client.js";`,
    `import type * as types from "../api/types.js";`,
    `export const sent: string[][] = [];`,
    `let type = "";`,
    `const fetch = (_: string, { headers }: { headers: unknown }) => {`,
    `  type = (headers as Record<string, string>)["content-type"] ?? "";`,
    `  return Promise.resolve(new Response(null, { status: 204 }));`,
    `};`,
    `async function call(id: string, expected: string, call: Promise<unknown>) {`,
    `  await call;`,
    `  sent.push([id, expected, type.replace(/;.*/, "")]);`,
    `}`,
    `const client = createItemsClient({ baseUrl: "http://127.0.0.1:9", fetch: fetch as never });`,
    `const item = { id: 1 };`,
    `const ifAny = <T>(_: T): T | undefined => undefined;`,
    ...lines,
    // A handler is always given the type.
    ...cases.flatMap(({ id, required, implied }) => {
      if (required && implied === undefined) return [];
      const received = `types.${id.replace("s", "S")}Received`;
      const given = required ? received : `Extract<${received}, { body: unknown }>`;
      return `export const ${id}Type = (received: ${given}): string => received.contentType;`;
    }),
  ];
  here.write("handlers/calls.ts", code.join("\n"));
  const { errors } = await compile(here.folder);
  expect(errors).toEqual([]);

  const { sent } = await importFile<{
    sent: readonly (readonly [id: string, expected: string, sent: string])[];
  }>(here.path("handlers/calls.ts"));
  expect(sent.length).toBeGreaterThan(cases.length);
  expect(sent.filter(([, expected, type]) => expected !== type)).toEqual([]);
});
