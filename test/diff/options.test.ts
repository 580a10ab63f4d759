import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type Config, options } from "../../src/config/options.js";
import { shapeModel } from "../../src/config/shaping.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { type Side, compareApis } from "../../src/diff/compare.js";
import { Files } from "../../src/load/text/positions.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import type { Case } from "./describe.js";
import { someOf } from "../long.js";

/** Each value of each option that is one of a few words, or true or false: `{ int64: "bigint" }`. */
const choices = Object.entries(options)
  // What is valid depends on it.
  .filter(([name]) => name !== "oneOf")
  .flatMap(([name, { rule }]) => {
    const words = [...rule.expected.matchAll(/"([^"]+)"/g)].map(([, word]) => word);
    const values = rule.expected === "true or false" ? [true, false] : words;
    return values
      .filter((value) => rule.fault(value, name) === undefined)
      .map((value) => ({ [name]: value }) as Partial<Config>);
  });

const home = fileURLToPath(new URL("cases/", import.meta.url));
const cases = readdirSync(home).flatMap(
  (file) => parse(readFileSync(home + file, "utf8")) as readonly Case[],
);

const wide = { type: "integer", format: "int64" };
const time = { type: "string", format: "date-time" };

/** Schemas, old and new, that are another type in memory for some options. */
const typed: readonly (readonly [unknown, unknown])[] = [
  [wide, { ...wide, enum: [1, 2] }],
  [
    { ...wide, enum: [1, 2] },
    { ...wide, enum: [2, 3] },
  ],
  [
    { ...wide, const: 1 },
    { ...wide, const: 2 },
  ],
  [
    { ...wide, default: 1 },
    { ...wide, default: 2 },
  ],
  [
    { ...wide, examples: [1] },
    { ...wide, examples: [2] },
  ],
  [
    { ...wide, minimum: 1 },
    { ...wide, minimum: 2 },
  ],
  [wide, time],
  [wide, { type: "string" }],
  [{ oneOf: [wide, { type: "string" }] }, { oneOf: [wide, { type: "boolean" }] }],
  [{ not: { ...wide, enum: [1] } }, { not: { ...wide, enum: [2] } }],
  [
    { ...time, default: "2026-03-14T09:30:00Z" },
    { ...time, default: "2026-03-15T09:30:00Z" },
  ],
  [time, { ...time, enum: ["2026-03-14T09:30:00Z"] }],
];

const ofCases = cases.flatMap(({ body, reply, both }) =>
  [body, reply, both].flatMap((one) => (one ? [one] : [])),
);
const forms = [...typed, ...ofCases.filter((one) => !JSON.stringify(one).includes("$ref"))];

/** An API that sends and receives each of the schemas, whole, as a member and as a parameter. */
function description(form: 0 | 1): string {
  const paths = forms.map((one, i) => {
    const schema = one[form];
    const whole = { type: "object", properties: { some_member: schema } };
    const content = { "application/json": { schema: { type: "array", items: whole } } };
    const operation = {
      operationId: `send_${i}`,
      parameters: [{ name: "a_query", in: "query", schema }],
      requestBody: { content },
      responses: { 200: { description: "Done.", content } },
    };
    return [`/${i}`, { post: operation }];
  });
  const info = { title: "Choices", version: "1" };
  return JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object });
}

/** Read once: no choice is about what is read. Each model is built from it anew. */
const loaded = ([0, 1] as const).map(async (form) => {
  const diagnostics = new Diagnostics();
  const input = { text: description(form), name: "choices.json" };
  const one = await load(input, diagnostics, { cwd: process.cwd() });
  if (!one) throw new Error(JSON.stringify(diagnostics.all));
  return one;
});

async function sideOf(form: 0 | 1, chosen: Partial<Config>): Promise<Side> {
  const diagnostics = new Diagnostics();
  const config = { input: "-", output: "out", ...chosen };
  const built = buildModel(await loaded[form]!, diagnostics, config);
  const entry = { config, folder: process.cwd() };
  return { model: await shapeModel(built, entry, diagnostics, new Files()), openapi: "" };
}

const said = (old: Side, now: Side) => compareApis(old, now).map(({ rule }) => rule);
const plain = Promise.all([sideOf(0, {}), sideOf(1, {})]).then(([old, now]) => said(old, now));

test.each(someOf(choices, 3))("the same changes are found in models with %j", async (chosen) => {
  const [old, now] = [await sideOf(0, chosen), await sideOf(1, chosen)];
  expect(said(old, await sideOf(0, chosen))).toEqual([]);
  expect(said(old, now).sort()).toEqual([...(await plain)].sort());
});

test("where branches of a oneOf may overlap, nothing is said of that they do", async () => {
  const [old, now] = [await sideOf(0, { oneOf: "any" }), await sideOf(1, { oneOf: "any" })];
  const rules = said(old, now);
  expect(rules).toContain("branch-added");
  expect(rules.join()).not.toMatch(/overlap|exclusive/);
  expect((await plain).join()).toMatch(/exclusive.*overlap|overlap.*exclusive/s);
});
