import { emitOptions } from "../emit-options.js";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { emitters } from "../../src/emitters/index.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import {
  listsOfSchemas,
  mapsOfSchemas,
  schemasIn,
  singleSchemas,
} from "../../src/model/walks/children.js";
import { escapeToken } from "../../src/common/pointers.js";
import type { ApiModel, Schema } from "../../src/model/types.js";

type Json = Readonly<Record<string, unknown>>;

/** A way into a schema, and what stands around a schema there. */
interface Step {
  readonly keyword: string;
  readonly way: string;
  readonly around: (inner: Json) => Json;
}

const steps: readonly Step[] = [
  ...singleSchemas.map((keyword): Step => {
    return { keyword, way: keyword, around: (inner) => ({ [keyword]: inner }) };
  }),
  ...listsOfSchemas.map((keyword): Step => {
    return { keyword, way: `${keyword}/0`, around: (inner) => ({ [keyword]: [inner] }) };
  }),
  ...mapsOfSchemas.map((keyword): Step => {
    return { keyword, way: `${keyword}/inner`, around: (inner) => ({ [keyword]: { inner } }) };
  }),
];

/** A place for a schema in a description, and the description with a schema there. */
interface Place {
  readonly version: string;
  readonly name: string;
  readonly way: string;
  readonly document: (schema: Json) => Json;
}

const info = { title: "Inner references", version: "1" };
const paths = (operation: Json): Json => ({ "/a": { post: operation } });
const ok = { "204": { description: "" } };

const modern = (version: string): readonly Place[] => {
  const place = (name: string, way: string, rest: (schema: Json) => Json): Place => {
    const document = (schema: Json): Json => ({ openapi: version, info, ...rest(schema) });
    return { version, name, way, document };
  };
  const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });
  const inJson = `content/${escapeToken("application/json")}/schema`;
  return [
    place("component", "components/schemas/Doc", (Doc) => ({
      paths: {},
      components: { schemas: { Doc } },
    })),
    place("response", `paths/~1a/post/responses/200/${inJson}`, (schema) => ({
      paths: paths({ responses: { "200": { description: "", ...json(schema) } } }),
    })),
    place("body", `paths/~1a/post/requestBody/${inJson}`, (schema) => ({
      paths: paths({ requestBody: json(schema), responses: ok }),
    })),
    place("parameter", `paths/~1a/post/parameters/0/${inJson}`, (schema) => ({
      paths: paths({ parameters: [{ name: "p", in: "query", ...json(schema) }], responses: ok }),
    })),
  ];
};

const old: readonly Place[] = [
  {
    version: "2.0",
    name: "definition",
    way: "definitions/Doc",
    document: (Doc) => ({ swagger: "2.0", info, paths: {}, definitions: { Doc } }),
  },
  {
    version: "2.0",
    name: "response",
    way: "paths/~1a/post/responses/200/schema",
    document: (schema) => ({
      ...{ swagger: "2.0", info, produces: ["application/json"] },
      paths: paths({ responses: { "200": { description: "", schema } } }),
    }),
  },
  {
    version: "2.0",
    name: "body",
    way: "paths/~1a/post/parameters/0/schema",
    document: (schema) => ({
      ...{ swagger: "2.0", info, consumes: ["application/json"] },
      paths: paths({ parameters: [{ name: "p", in: "body", schema }], responses: ok }),
    }),
  },
];

const isOf = (version: string, keyword: string): boolean => {
  const ofAll = ["allOf", "properties", "items", "additionalProperties"];
  const of30 = [...ofAll, "anyOf", "oneOf", "not"];
  return version === "2.0" ? ofAll.includes(keyword) : version > "3.1" || of30.includes(keyword);
};

const cases = [...old, ...["3.0.3", "3.1.0", "3.2.0"].flatMap(modern)].flatMap((place) =>
  steps
    .filter(({ keyword }) => isOf(place.version, keyword))
    .map((step) => ({ ...step, place, title: `${place.version}, ${place.name}: ${step.keyword}` })),
);

/** The way along schemas without a name that leads back to where it began; undefined: there is none. */
function endless(root: Schema, within: readonly Schema[] = []): readonly string[] | undefined {
  if (within.includes(root)) return within.map(({ source }) => source.pointer);
  for (const child of schemasIn(root)) {
    const found = child.name === undefined ? endless(child, [...within, root]) : undefined;
    if (found) return found;
  }
  return undefined;
}

function rootsOf({ schemas, operations }: ApiModel): readonly Schema[] {
  const media = operations.flatMap(({ body, parameters, replies }) => [
    ...parameters.map(({ schema }) => schema),
    ...(body?.content ?? []).flatMap(({ schema }) => schema ?? []),
    ...replies.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? [])),
  ]);
  return [...schemas, ...media];
}

test.each(cases)("$title", async ({ around, place, way }) => {
  // Of the object that the place holds, a part; and in that part, a member that is the part again.
  const pointer = `/${place.way}/${way}`;
  const $ref = `#${pointer}`;
  const inner = { type: "object", properties: { again: { $ref }, n: { type: "integer" } } };
  const diagnostics = new Diagnostics();
  const text = JSON.stringify(place.document(around(inner)));
  const loaded = await load({ text, name: "input.json" }, diagnostics, { cwd: process.cwd() });
  expect(diagnostics.all.filter(({ severity }) => severity === "error")).toEqual([]);
  if (!loaded) throw new Error("it was read");
  const model = buildModel(loaded, diagnostics);
  const part = model.schemas.find(({ keywords }) => keywords.properties?.has("again"));
  expect(part?.keywords.properties?.get("again")).toBe(part);
  expect(rootsOf(model).flatMap((root) => endless(root) ?? [])).toEqual([]);
  const options = emitOptions;
  for (const emitter of emitters)
    for (const file of await emitter.emit(model, { diagnostics, options }))
      expect(fileText(file)).not.toBe("");
});
