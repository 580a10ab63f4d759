import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { printDiagnostics } from "../../src/diagnostics/print.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import type { Shape } from "./measure.js";

type Json = unknown;

const ref = (index: number | string): object => ({ $ref: `#/components/schemas/S${index}` });
const object = (properties: object, more: object = {}): object => ({
  type: "object",
  properties,
  ...more,
});
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const record = (
  count: number,
  make: (index: number) => readonly [string, Json],
): Record<string, Json> => Object.fromEntries(times(count, make)) as Record<string, Json>;
const ok = (schema: Json): object => ({
  "200": { description: "ok", content: { "application/json": { schema } } },
});

function description(
  schemas: Readonly<Record<string, Json>>,
  more: { paths?: object; components?: object; root?: object; use?: object } = {},
): string {
  const use = more.use ?? ref(0);
  const paths =
    more.paths ??
    (Object.keys(schemas).length === 0
      ? {}
      : {
          "/a": {
            post: {
              operationId: "a",
              requestBody: { content: { "application/json": { schema: use } } },
              responses: ok(use),
            },
          },
        });
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Growing", version: "1" },
    ...more.root,
    paths,
    components: { schemas, ...more.components },
  });
}

/** Schemas in a row, each made of the next; the last is `leaf`. */
const chain =
  (link: (next: object, index: number) => Json, leaf: Json = { type: "string" }) =>
  (count: number): string =>
    description(
      record(count, (index) => [
        `S${index}`,
        index < count - 1 ? link(ref(index + 1), index) : leaf,
      ]),
    );

/** As `chain`, in rows of 25: what holds for the same value all the way down is refused where it is long. */
const rows = (
  count: number,
  link: (next: object, index: number) => Json,
  leaf: Json,
): Record<string, Json> =>
  record(count, (index) => [
    `S${index}`,
    index % 25 < 24 && index < count - 1 ? link(ref(index + 1), index) : leaf,
  ]);
const chains =
  (link: (next: object, index: number) => Json, leaf: Json = { type: "string" }) =>
  (count: number): string =>
    description(rows(count, link, leaf));

/** As `chains`, for a form, its parts and parameters. */
const formsOf =
  (link: (next: object, index: number) => Json) =>
  (count: number): string =>
    form(rows(count, link, object({ z: { type: "string" } })));

function form(schemas: Readonly<Record<string, Json>>): string {
  const content = record(2, (index) => [
    index === 0 ? "multipart/form-data" : "application/x-www-form-urlencoded",
    { schema: ref(0) },
  ]);
  const parameters = [
    { name: "q", in: "query", style: "deepObject", schema: ref(0) },
    { name: "h", in: "header", schema: ref(0) },
  ];
  const post = { operationId: "a", parameters, requestBody: { content }, responses: ok(ref(0)) };
  return description(schemas, { paths: { "/a": { post } } });
}

const resource = (index: number): object => ({ $ref: `https://growth.example/${index}` });

/** Schemas with an address of their own. */
const resources =
  (make: (index: number, count: number) => object) =>
  (count: number): string =>
    description(
      record(count, (index) => [
        `S${index}`,
        { $id: `https://growth.example/${index}`, type: "object", ...make(index, count) },
      ]),
    );

/** Rows of schemas of two branches each, which both come to the next one. */
const diamonds =
  (keyword: "anyOf" | "allOf") =>
  (count: number): string =>
    chains(
      (next, i) => {
        const side = (name: string): object =>
          object({ [`${name}${i}`]: { type: "string" } }, { [keyword]: [next] });
        return { anyOf: [side("a"), side("b")], unevaluatedProperties: false };
      },
      object({ a: { type: "string" } }),
    )(count);

/** One schema that holds many of something. */
const wide =
  (make: (count: number) => Json, others: Record<string, Json> = {}) =>
  (count: number): string =>
    description({ S0: make(count), ...others });

const op = (id: string, more: object = {}): object => ({
  operationId: id,
  responses: ok({ type: "string" }),
  ...more,
});

/** A parameter of schemas each of which comes to the next one in two ways. */
const graphParameter =
  (style: object | undefined) =>
  (count: number): string => {
    const schemas = record(count, (i) => {
      const next = ref(Math.min(i + 1, count - 1));
      return [`S${i}`, object({ a: next, b: next, size: { type: "integer" } })];
    });
    const how = style
      ? { schema: ref(0), ...style }
      : { content: { "application/json": { schema: ref(0) } } };
    const parameters = [{ name: "p", in: "query", ...how }];
    return description(schemas, { paths: { "/a": { get: op("get", { parameters }) } } });
  };

/** Whatever a description may have many of. */
export const shapes: Readonly<Record<string, Shape>> = {
  "plain $refs": { at: 250, make: chain((next) => next) },
  properties: { at: 100, make: chain((next) => object({ next })) },
  "anyOf of one twice": { at: 100, make: chains((next) => ({ anyOf: [next, next] })) },
  "anyOf of one twice, beside another media type": {
    at: 100,
    make: (count) => {
      const schemas = record(count, (index) => [
        `S${index}`,
        index % 25 < 24 && index < count - 1
          ? { anyOf: [ref(index + 1), ref(index + 1)] }
          : object({ a: { type: "string" } }),
      ]);
      const content = { "application/json": { schema: ref(0) }, "text/plain": {} };
      return description(schemas, {
        paths: { "/a": { post: op("a", { requestBody: { content } }) } },
      });
    },
  },
  "oneOf of one twice": { at: 100, make: chains((next) => ({ oneOf: [next, next] })) },
  "allOf of one twice": { at: 100, make: chains((next) => ({ allOf: [next, next] })) },
  "forms with allOf of one twice": {
    at: 50,
    make: formsOf((next) => ({ allOf: [next, next] })),
  },
  "forms with anyOf of one twice": {
    at: 50,
    make: formsOf((next) => ({ anyOf: [next, next] })),
  },
  "forms with a discriminator of one twice": {
    at: 50,
    make: formsOf((next) => ({
      ...object({ k: { type: "string" } }, { required: ["k"] }),
      discriminator: { propertyName: "k" },
      oneOf: [next, next],
    })),
  },
  "forms with branches that differ": {
    at: 25,
    make: formsOf((next) => ({
      oneOf: ["a", "b"].map((tag) => ({
        ...object({ k: { const: tag } }, { required: ["k"] }),
        allOf: [next],
      })),
      discriminator: { propertyName: "k" },
    })),
  },
  "forms with a branch for each member": {
    at: 100,
    make: (count) =>
      form({ S0: { oneOf: times(count, (i) => object({ [`p${i}`]: { type: "string" } })) } }),
  },
  "forms with two ways that cross": {
    at: 25,
    make: (count) => {
      const way = (own: string, other: string): Record<string, Json> => {
        const next = (to: string, i: number): object => ref(`${to}${i + 1}`);
        const leaf = object({ z: { type: "string" } });
        const link = (_: object, i: number): object => ({
          oneOf: [
            { ...object({ k: { const: `${own}${i}` } }), allOf: [next(own, i)] },
            next(other, i),
          ],
        });
        const schemas = rows(count, link, leaf);
        return record(count, (i) => [`S${own}${i}`, schemas[`S${i}`]]);
      };
      return form({ S0: ref("a0"), ...way("a", "b"), ...way("b", "a") });
    },
  },
  "allOf of one object twice": {
    at: 100,
    make: chains(
      (next, i) => ({ allOf: [next, next], properties: { [`p${i}`]: { type: "string" } } }),
      object({}),
    ),
  },
  "allOf, anyOf and unevaluatedProperties": {
    at: 50,
    make: chains(
      (next) => ({ allOf: [next], anyOf: [next], unevaluatedProperties: false }),
      object({ a: { type: "string" } }),
    ),
  },
  "diamonds of branches and unevaluatedProperties": { at: 24, make: diamonds("anyOf") },
  "diamonds of parts and unevaluatedProperties": { at: 24, make: diamonds("allOf") },
  "if, then, else and unevaluatedProperties": {
    at: 50,
    make: chains(
      (next, i) => ({
        if: next,
        then: { allOf: [next], properties: { [`p${i}`]: { type: "string" } } },
        else: next,
        unevaluatedProperties: false,
      }),
      object({ a: { type: "string" } }),
    ),
  },
  "if, then and else": { at: 50, make: chains((next) => ({ if: next, then: next, else: next })) },
  not: { at: 100, make: chains((next) => ({ not: next })) },
  "$ref and allOf": {
    at: 100,
    make: chains((next) => ({ ...next, allOf: [next] }), object({ a: { type: "string" } })),
  },
  "properties both": {
    at: 50,
    make: chain((next) => object({ a: next, b: next }, { required: ["a"] })),
  },
  "properties both, with a default": {
    at: 50,
    make: chain((next) => object({ a: next, b: next }), { type: "integer", default: 1 }),
  },
  "defaults in a row": {
    at: 100,
    make: chain((next) => object({ next, size: { type: "integer", default: 1 } }), object({})),
  },
  "members with defaults": {
    at: 100,
    make: wide((n) => object(record(n, (i) => [`p${i}`, { type: "integer", default: i }]))),
  },
  "wide anyOf": {
    at: 100,
    make: wide((n) => ({
      anyOf: times(n, (i) => object({ [`p${i}`]: { type: "string" } }, { required: [`p${i}`] })),
    })),
  },
  "wide oneOf": {
    at: 100,
    make: wide((n) => ({
      oneOf: times(n, (i) => object({ [`p${i}`]: { type: "string" } }, { required: [`p${i}`] })),
    })),
  },
  "wide allOf": {
    at: 50,
    make: wide((n) => ({
      allOf: times(n, (i) => object({ [`p${i}`]: { type: "string" } }, { required: [`p${i}`] })),
    })),
  },
  "wide oneOf tagged": {
    at: 100,
    make: wide((n) => ({
      oneOf: times(n, (i) => object({ kind: { const: `k${i}` } }, { required: ["kind"] })),
    })),
  },
  "oneOf discriminator": {
    at: 100,
    make: (n) =>
      description(
        {
          S: {
            oneOf: times(n, ref),
            discriminator: {
              propertyName: "kind",
              mapping: record(n, (i) => [`k${i}`, `#/components/schemas/S${i}`]),
            },
          },
          ...record(n, (i) => [
            `S${i}`,
            object(
              { kind: { type: "string" }, [`p${i}`]: { type: "integer" } },
              { required: ["kind"] },
            ),
          ]),
        },
        { use: ref("") },
      ),
  },
  "parent discriminator": {
    at: 50,
    make: (n) =>
      description(
        {
          S: object(
            { kind: { type: "string" } },
            { required: ["kind"], discriminator: { propertyName: "kind" } },
          ),
          ...record(n, (i) => [
            `S${i}`,
            { allOf: [ref(""), object({ [`p${i}`]: { type: "integer" } })] },
          ]),
        },
        { use: ref("") },
      ),
  },
  "union in a circle": {
    at: 25,
    make: (n) =>
      description(
        {
          S: { oneOf: times(n, ref) },
          ...record(n, (i) => [
            `S${i}`,
            object(
              { kind: { const: `k${i}` }, left: ref(""), right: ref("") },
              { required: ["kind"] },
            ),
          ]),
        },
        { use: ref("") },
      ),
  },
  "untagged union in a circle": {
    at: 25,
    make: (n) =>
      description(
        {
          S: { anyOf: times(n, ref) },
          ...record(n, (i) => [`S${i}`, object({ [`p${i}`]: ref(""), right: ref("") })]),
        },
        { use: ref("") },
      ),
  },
  "next or first": {
    at: 200,
    make: chain((next) => object({ next: { oneOf: [next, ref(0)] } }), object({})),
  },
  "what does not belong beside a schema": {
    at: 200,
    make: (n) => {
      const listed = (word: string): object => ({ enum: times(n, (i) => `${word}${i}`) });
      const parameter = {
        ...{ name: "q", in: "query", schema: listed("a") },
        ...listed("b"),
        ...record(n, (i) => [`more${i}`, i]),
      };
      const get = { operationId: "a", parameters: [parameter], responses: ok({}) };
      return description({}, { paths: { "/a": { get } } });
    },
  },
  "references that are guessed, one behind the other": {
    at: 100,
    make: (n) =>
      description(
        record(n, (i) => [`S${i}`, { $ref: `#/nowhere/${i}` }]),
        {
          use: { $ref: "#x-more/M0" },
          root: {
            "x-more": record(n, (i) => [`M${i}`, object({ next: { $ref: `#x-more/M${i + 1}` } })]),
          },
        },
      ),
  },
  "sets of schemas that double": {
    at: 80,
    make: (n) =>
      description(
        record(n, (i) => {
          const next = ref(Math.min(i + 1, n - 1));
          return [
            `S${i}`,
            object({ a: i === 0 ? { anyOf: [ref(0), next] } : next, b: i === 0 ? ref(0) : next }),
          ];
        }),
      ),
  },
  "$dynamicRef in a row": {
    at: 50,
    make: resources((i, n) => ({
      $dynamicAnchor: "node",
      properties: { self: { $dynamicRef: "#node" }, next: resource(Math.min(i + 1, n - 1)) },
    })),
  },
  "many $dynamicAnchors": {
    at: 100,
    make: resources((i, n) => ({
      $dynamicAnchor: `node${i}`,
      properties: {
        self: { $dynamicRef: `#node${i}` },
        left: resource((i * 7 + 1) % n),
        right: resource((i * 5 + 2) % n),
      },
    })),
  },
  "members that many schemas of one value require": {
    at: 100,
    make: (n) =>
      description({
        S0: {
          allOf: Array.from({ length: n }, (_, i) => ({
            required: [`a${i}`],
            properties: { [`b${i}`]: { type: "string" } },
            ...(i % 2 === 0 && { not: { required: [`c${i}`] } }),
          })),
        },
      }),
  },
  "$dynamicRef to one list": {
    at: 100,
    make: (n) =>
      description(
        {
          S0: { type: "array", $dynamicAnchor: "item", items: { $dynamicRef: "#item" } },
          ...record(n, (i) => [
            `S${i + 1}`,
            object({ list: ref(0), next: ref(i + 2 > n ? 1 : i + 2) }),
          ]),
        },
        { use: ref(1) },
      ),
  },
  "random graph": {
    at: 50,
    make: (n) => {
      let seed = 7;
      const random = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
      return description(
        record(n, (i) => [
          `S${i}`,
          object(
            record(6, (k) => [
              `p${k}`,
              k % 2 ? ref(random()) : { type: "array", items: ref(random()) },
            ]),
          ),
        ]),
      );
    },
  },
  enum: { at: 500, make: wide((n) => ({ enum: times(n, (i) => `value ${i}`) })) },
  "enum of objects": { at: 200, make: wide((n) => ({ enum: times(n, (i) => ({ a: i })) })) },
  "two enums": {
    at: 200,
    make: wide((n) => ({
      allOf: [{ enum: times(n, (i) => `v${i}`) }, { enum: times(n, (i) => `v${i + 1}`) }],
    })),
  },
  "enum and const": {
    at: 500,
    make: wide((n) => ({ const: "v1", enum: times(n, (i) => `v${i}`) })),
  },
  "enums to tell apart": {
    at: 20,
    make: wide((n) => ({ oneOf: times(n, (i) => ({ enum: times(10, (k) => `v${i}-${k}`) })) })),
  },
  members: {
    at: 200,
    make: wide((n) =>
      object(
        record(n, (i) => [`p${i}`, { type: "string" }]),
        { required: times(n, (i) => `p${i}`) },
      ),
    ),
  },
  "members, closed": {
    at: 200,
    make: wide((n) =>
      object(
        record(n, (i) => [`p${i}`, { type: "integer", minimum: 1 }]),
        { additionalProperties: false },
      ),
    ),
  },
  "members, others": {
    at: 200,
    make: wide((n) =>
      object(
        record(n, (i) => [`p${i}`, { type: "string" }]),
        { additionalProperties: { type: "integer" } },
      ),
    ),
  },
  "members, unevaluated": {
    at: 100,
    make: wide((n) => ({
      allOf: times(n, (i) => object({ [`p${i}`]: { type: "string" } })),
      unevaluatedProperties: false,
    })),
  },
  "branches, unevaluated": {
    at: 25,
    make: wide((n) => ({
      anyOf: times(n, (i) => object({ [`p${i}`]: { type: "string" } }, { required: [`p${i}`] })),
      unevaluatedProperties: false,
    })),
  },
  "members that are objects": {
    at: 100,
    make: wide((n) =>
      object(
        record(n, (i) => [
          `p${i}`,
          object({ a: { type: "string" }, [`b${i}`]: { type: "integer" } }),
        ]),
      ),
    ),
  },
  prefixItems: {
    at: 100,
    make: wide((n) => ({
      type: "array",
      prefixItems: times(n, (i) => ({ type: "integer", minimum: i })),
      items: false,
    })),
  },
  patternProperties: {
    at: 100,
    make: wide((n) => ({
      type: "object",
      patternProperties: record(n, (i) => [`^a${i}`, { type: "integer", minimum: i }]),
      additionalProperties: false,
    })),
  },
  dependentSchemas: {
    at: 100,
    make: wide((n) => ({
      type: "object",
      dependentSchemas: record(n, (i) => [`a${i}`, { required: [`b${i}`] }]),
    })),
  },
  dependentRequired: {
    at: 100,
    make: wide((n) => ({
      type: "object",
      dependentRequired: record(n, (i) => [`a${i}`, [`b${i}`]]),
    })),
  },
  "required unknown": {
    at: 200,
    make: wide((n) => ({ type: "object", required: times(n, (i) => `b${i}`) })),
  },
  patterns: {
    at: 50,
    make: (n) =>
      description(record(n, (i) => [`S${i}`, { type: "string", pattern: `^a${i}[a-z]{1,5}$` }])),
  },
  "a long pattern": {
    at: 50,
    make: wide((n) => ({
      type: "string",
      pattern: `^(${times(n, (i) => `word${i}`).join("|")})$`,
    })),
  },
  "a long pattern of classes": {
    at: 25,
    make: wide((n) => ({ type: "string", pattern: `^${"[a-z0-9]?-".repeat(n)}$` })),
  },
  schemas: {
    at: 200,
    make: (n) =>
      description(
        record(n, (i) => [
          `S${i}`,
          object({ id: { type: "integer" }, name: { type: "string", maxLength: i } }),
        ]),
      ),
  },
  "schemas alike": {
    at: 200,
    make: (n) =>
      description(
        record(n, (i) => [
          `S${i}`,
          object({
            id: { type: "integer", minimum: 1 },
            in: object({ a: { type: "string", format: "date" } }),
          }),
        ]),
      ),
  },
  "names that collide": {
    at: 100,
    make: (n) =>
      description(
        record(n, (i) => [
          `S${"-".repeat(1)}${i.toString(2).replaceAll("0", "_").replaceAll("1", "-")}`,
          { type: "string" },
        ]),
        { paths: {} },
      ),
  },
  "names alike": {
    at: 100,
    make: (n) =>
      description(
        record(n, (i) => [`Same_${".".repeat(i)}`, { type: "string" }]),
        { paths: {} },
      ),
  },
  "long description": {
    at: 2000,
    make: wide((n) => ({ type: "string", description: "Some words. ".repeat(n) })),
  },
  "description of lines": {
    at: 2000,
    make: wide((n) => ({ type: "string", description: "Line.\n".repeat(n) })),
  },
  "description of blanks": {
    at: 2000,
    make: wide((n) => ({
      type: "string",
      description: `a${" ".repeat(n)}b${"\n".repeat(n)}c${" \n".repeat(n)}d`,
    })),
  },
  "description of */": {
    at: 2000,
    make: wide((n) => ({ type: "string", description: "*/ @a `".repeat(n) })),
  },
  examples: {
    at: 200,
    make: wide((n) => ({ type: "object", examples: times(n, (i) => ({ a: i, b: "x" })) })),
  },
  default: {
    at: 200,
    make: wide((n) => ({ type: "array", items: { type: "integer" }, default: times(n, (i) => i) })),
  },
  operations: {
    at: 50,
    make: (n) =>
      description({}, { paths: record(n, (i) => [`/things-${i}`, { get: op(`get${i}`) }]) }),
  },
  "operations, parameters": {
    at: 25,
    make: (n) =>
      description(
        {},
        {
          paths: record(n, (i) => [
            `/things-${i}/{id}`,
            {
              get: op(`get${i}`, {
                parameters: [
                  { name: "id", in: "path", required: true, schema: { type: "integer" } },
                  { name: "q", in: "query", schema: { type: "array", items: { type: "string" } } },
                  { name: "x-h", in: "header", schema: { type: "string", maxLength: 4 } },
                ],
              }),
            },
          ]),
        },
      ),
  },
  "operations without ids": {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: record(n, (i) => [`/things-${i}`, { get: { responses: ok({ type: "string" }) } }]),
        },
      ),
  },
  "operations, one id": {
    at: 50,
    make: (n) => description({}, { paths: record(n, (i) => [`/things-${i}`, { get: op("get") }]) }),
  },
  "operations, ids alike": {
    at: 50,
    make: (n) =>
      description(
        {},
        { paths: record(n, (i) => [`/things-${i}`, { get: op(`get${"-".repeat(i)}`) }]) },
      ),
  },
  "paths of one template": {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: record(n, (i) => [
            `/things/{p${i}}`,
            {
              get: op(`get${i}`, {
                parameters: [
                  { name: `p${i}`, in: "path", required: true, schema: { type: "string" } },
                ],
              }),
            },
          ]),
        },
      ),
  },
  "paths with names in one place": {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: record(n, (i) => [
            `/things/{p${i}}/a${i}`,
            {
              get: op(`get${i}`, {
                parameters: [
                  { name: `p${i}`, in: "path", required: true, schema: { type: "string" } },
                ],
              }),
            },
          ]),
        },
      ),
  },
  "a long path": {
    at: 100,
    make: (n) => description({}, { paths: { [`/a${"/b".repeat(n)}`]: { get: op("get") } } }),
  },
  "path of parameters": {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: {
            [times(n, (i) => `/{p${i}}`).join("")]: {
              get: op("get", {
                parameters: times(n, (i) => ({
                  name: `p${i}`,
                  in: "path",
                  required: true,
                  schema: { type: "string" },
                })),
              }),
            },
          },
        },
      ),
  },
  parameters: {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: {
            "/a": {
              get: op("get", {
                parameters: times(n, (i) => ({
                  name: `p${i}`,
                  in: "query",
                  schema: { type: "string" },
                })),
              }),
            },
          },
        },
      ),
  },
  "parameter in brackets": { at: 50, make: graphParameter({ style: "deepObject" }) },
  "parameter of a graph": { at: 50, make: graphParameter({}) },
  "parameter in JSON": { at: 50, make: graphParameter(undefined) },
  "shared parameters": {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: record(n, (i) => [
            `/a${i}`,
            { parameters: [{ $ref: "#/components/parameters/limit" }], get: op(`get${i}`) },
          ]),
          components: {
            parameters: { limit: { name: "limit", in: "query", schema: { type: "integer" } } },
          },
        },
      ),
  },
  tags: {
    at: 100,
    make: (n) =>
      description(
        {},
        {
          root: { tags: times(n, (i) => ({ name: `t${i}` })) },
          paths: { "/a": { get: op("get", { tags: times(n, (i) => `t${i}`) }) } },
        },
      ),
  },
  "operations with tags": {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          root: { tags: times(n, (i) => ({ name: `t${i}` })) },
          paths: record(n, (i) => [`/a${i}`, { get: op(`get${i}`, { tags: [`t${i}`] }) }]),
        },
      ),
  },
  "security schemes": {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: { "/a": { get: op("get", { security: times(n, (i) => ({ [`k${i}`]: [] })) }) } },
          components: {
            securitySchemes: record(n, (i) => [
              `k${i}`,
              { type: "apiKey", in: "header", name: `X-K${i}` },
            ]),
          },
        },
      ),
  },
  "security together": {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: { "/a": { get: op("get", { security: [record(n, (i) => [`k${i}`, []])] }) } },
          components: {
            securitySchemes: record(n, (i) => [
              `k${i}`,
              { type: "apiKey", in: "header", name: `X-K${i}` },
            ]),
          },
        },
      ),
  },
  "operations with schemes": {
    at: 25,
    make: (n) =>
      description(
        {},
        {
          paths: record(n, (i) => [
            `/a${i}`,
            { get: op(`get${i}`, { security: [{ [`k${i}`]: [] }] }) },
          ]),
          components: {
            securitySchemes: record(n, (i) => [
              `k${i}`,
              { type: "apiKey", in: "header", name: `X-K${i}` },
            ]),
          },
        },
      ),
  },
  scopes: {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: { "/a": { get: op("get", { security: [{ o: times(n, (i) => `s${i}`) }] }) } },
          components: {
            securitySchemes: {
              o: {
                type: "oauth2",
                flows: {
                  clientCredentials: {
                    tokenUrl: "https://a.example/t",
                    scopes: record(n, (i) => [`s${i}`, "x"]),
                  },
                },
              },
            },
          },
        },
      ),
  },
  servers: {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          root: {
            servers: times(n, (i) => ({
              url: `https://a${i}.example/{v}`,
              variables: { v: { default: "1" } },
            })),
          },
          paths: { "/a": { get: op("get") } },
        },
      ),
  },
  replies: {
    at: 25,
    make: (n) =>
      description(
        {},
        {
          paths: {
            "/a": {
              get: {
                operationId: "get",
                responses: record(Math.min(n, 399), (i) => [
                  `${200 + i}`,
                  {
                    description: "x",
                    content: { "application/json": { schema: { type: "string", maxLength: i } } },
                  },
                ]),
              },
            },
          },
        },
      ),
  },
  "media types": {
    at: 25,
    make: (n) =>
      description(
        {},
        {
          paths: {
            "/a": {
              post: {
                operationId: "get",
                requestBody: {
                  content: record(n, (i) => [
                    `application/x${i}+json`,
                    { schema: { type: "string", maxLength: i } },
                  ]),
                },
                responses: {
                  "200": {
                    description: "ok",
                    content: record(n, (i) => [
                      `application/x${i}+json`,
                      { schema: { type: "string", maxLength: i } },
                    ]),
                  },
                },
              },
            },
          },
        },
      ),
  },
  headers: {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: {
            "/a": {
              get: {
                operationId: "get",
                responses: {
                  "200": {
                    description: "ok",
                    headers: record(n, (i) => [
                      `X-H${i}`,
                      { schema: { type: "integer", minimum: i } },
                    ]),
                  },
                },
              },
            },
          },
        },
      ),
  },
  links: {
    at: 100,
    make: (n) =>
      description(
        {},
        {
          paths: {
            "/a": {
              get: {
                operationId: "get",
                responses: {
                  "200": {
                    description: "ok",
                    links: record(n, (i) => [`l${i}`, { operationId: "get" }]),
                  },
                },
              },
            },
          },
        },
      ),
  },
  callbacks: {
    at: 25,
    make: (n) =>
      description(
        {},
        {
          paths: {
            "/a": {
              post: op("get", {
                callbacks: record(n, (i) => [
                  `c${i}`,
                  { "{$request.body#/url}": { post: op(`back${i}`) } },
                ]),
              }),
            },
          },
        },
      ),
  },
  webhooks: {
    at: 25,
    make: (n) =>
      description(
        {},
        { root: { webhooks: record(n, (i) => [`hook${i}`, { post: op(`h${i}`) }]) }, paths: {} },
      ),
  },
  form: {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: {
            "/a": {
              post: op("get", {
                requestBody: {
                  content: {
                    "multipart/form-data": {
                      schema: object(record(n, (i) => [`p${i}`, { type: "string" }])),
                    },
                    "application/x-www-form-urlencoded": {
                      schema: object(record(n, (i) => [`p${i}`, { type: "integer" }])),
                    },
                  },
                },
              }),
            },
          },
        },
      ),
  },
  "shared replies": {
    at: 25,
    make: (n) =>
      description(
        {},
        {
          paths: record(n, (i) => [
            `/a${i}`,
            {
              get: {
                operationId: `get${i}`,
                responses: {
                  "200": { $ref: `#/components/responses/R${i}` },
                  default: { $ref: "#/components/responses/R0" },
                },
              },
            },
          ]),
          components: {
            responses: record(n, (i) => [
              `R${i}`,
              {
                description: "x",
                content: { "application/json": { schema: { type: "string", maxLength: i } } },
              },
            ]),
          },
        },
      ),
  },
  "deprecated, replaced": {
    at: 50,
    make: (n) =>
      description(
        {},
        {
          paths: record(n, (i) => [
            `/a${i}`,
            {
              get: op(`get${i}`, {
                deprecated: true,
                description: `Use get${(i + 1) % n} instead.`,
                "x-replaced-by": `get${(i + 1) % n}`,
              }),
            },
          ]),
        },
      ),
  },
  warnings: {
    at: 100,
    make: (n) =>
      description(
        record(n, (i) => [
          `S${i}`,
          { type: "string", format: `f${i}`, minLength: 9, maxLength: 3 },
        ]),
        { paths: {} },
      ),
  },
  "unknown members": {
    at: 100,
    make: (n) => description({ S0: { type: "string", ...record(n, (i) => [`unknwn${i}`, 1]) } }),
  },
  "refs to nothing": {
    at: 200,
    make: (n) =>
      description({
        S0: object(record(n, (i) => [`p${i}`, ref(`Nothing${i}`)])),
        ...record(n, (i) => [`SNothin${i}`, {}]),
      }),
  },
  "refs into one schema": {
    at: 50,
    make: (n) =>
      description({
        S0: object(record(n, (i) => [`p${i}`, object({ a: { type: "string" } })])),
        S1: object(
          record(n, (i) => [`q${i}`, { $ref: `#/components/schemas/S0/properties/p${i}` }]),
        ),
      }),
  },
  $anchors: {
    at: 50,
    make: (n) =>
      description({
        S0: object(record(n, (i) => [`q${i}`, { $ref: `#a${i}` }])),
        ...record(n, (i) => [`T${i}`, { $anchor: `a${i}`, type: "string" }]),
      }),
  },
  $ids: {
    at: 25,
    make: (n) =>
      description({
        S0: object(record(n, (i) => [`q${i}`, { $ref: `https://a.example/s${i}` }])),
        ...record(n, (i) => [`T${i}`, { $id: `https://a.example/s${i}`, type: "string" }]),
      }),
  },
  $defs: {
    at: 50,
    make: (n) =>
      description({
        S0: object(
          record(n, (i) => [`q${i}`, { $ref: `#/components/schemas/S0/$defs/d${i}` }]),
          { $defs: record(n, (i) => [`d${i}`, object({ a: { type: "string" } })]) },
        ),
      }),
  },
  readOnly: {
    at: 50,
    make: chain((next) =>
      object({ id: { type: "string", readOnly: true }, next }, { required: ["id"] }),
    ),
  },
  "names of parts": {
    at: 50,
    make: (n) =>
      description(
        record(n, (i) => [
          `S${i}`,
          object({ a: object({ b: object({ c: { type: "string", pattern: "^x" } }) }) }),
        ]),
      ),
  },
  "quoted text with many blanks": {
    at: 2000,
    make: (n) => yaml(`"a${" ".repeat(n)}b\n    c${" ".repeat(n)}d"`),
  },
  "quoted text of many lines": { at: 500, make: (n) => yaml(`'a${"\n    b".repeat(n)}'`) },
  "anchors and aliases": {
    at: 200,
    make: (n) => yaml(`x\nx-list:\n${times(n, (i) => `  - &a${i} v\n  - *a${i}`).join("\n")}`),
  },
  extensions: {
    at: 200,
    make: (n) =>
      description(
        { S0: { type: "string", ...record(n, (i) => [`x-e${i}`, { a: i }]) } },
        { root: record(n, (i) => [`x-e${i}`, { a: i }]) },
      ),
  },
  "discriminators in a row": {
    at: 50,
    make: chains(
      (next, i) => ({
        ...object({ kind: { type: "string" } }),
        required: ["kind"],
        discriminator: { propertyName: "kind", mapping: { [`k${i}`]: "S0" } },
        oneOf: [next, object({ kind: { const: `l${i}` } }, { required: ["kind"] })],
      }),
      object({ kind: { const: "leaf" } }, { required: ["kind"] }),
    ),
  },
};

/** In YAML, with a text for a description. */
function yaml(written: string): string {
  return `openapi: 3.1.0\ninfo:\n  title: Growing\n  version: "1"\n  description: ${written}\npaths: {}\n`;
}

/** Does with a description what `generate` does, but for writing, and prints what there is to say. */
export async function work(text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "growth-"));
  try {
    const name = /^\s*\{/.test(text) ? "input.json" : "input.yaml";
    writeFileSync(join(folder, name), text);
    const diagnostics = new Diagnostics();
    const files = new Files();
    const config = { input: name, output: "out", defaults: "bodies" } as const;
    await produce({ config, folder }, diagnostics, files);
    printDiagnostics(diagnostics.all, {
      format: "pretty",
      colour: false,
      locate: (source, marks) => files.locate(source, marks),
      linesOf: (file) => files.linesOf(file),
      counts: diagnostics.counts,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
