import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { connect } from "./service.js";

const isObject = { type: "object", required: ["a"], properties: { a: { type: "string" } } };

/** Schemas of bodies; a value that a server takes as `text/plain`, and one that it refuses. */
const bodies: readonly (readonly [object, unknown, unknown?])[] = [
  [{ type: "string", enum: ["a"] }, "a", "b"],
  [{ allOf: [{ type: "string" }, { maxLength: 1 }] }, "a", "ab"],
  [{ oneOf: [{ type: "integer" }, { type: "string", pattern: "^a" }] }, "a", "b"],
  [{ type: "integer" }, 1, 1.5],
  [{ enum: [1, 2] }, 1, 3],
  [{ allOf: [{ type: "boolean" }] }, false, "no"],
  [{ type: ["string", "null"], minLength: 1 }, "a=b&c", ""],
  // What lets no text through cannot be meant for one.
  [{ type: "array", items: { type: "string" } }, "a=b"],
  [isObject, "a"],
  [{ allOf: [isObject] }, "a"],
  [{ anyOf: [isObject, { type: "array" }] }, "a"],
  [{ $ref: "#/components/schemas/Whole" }, "a"],
];

/** A form without an object has no fields, and is text as well. */
const sent = bodies.flatMap((body) => {
  const isForm = /"object"|\$ref/.test(JSON.stringify(body[0]));
  const types = isForm ? ["text/plain"] : ["text/plain", "application/x-www-form-urlencoded"];
  return types.map((type) => [type, ...body] as const);
});

const folder = mkdtempSync(join(tmpdir(), "text-bodies-"));
const paths = sent.map(([type, schema], index) => {
  const requestBody = { required: true, content: { [type]: { schema } } };
  const responses = { 204: { description: "done" } };
  return [`/${index}`, { post: { operationId: `send${index}`, requestBody, responses } }];
});
const description = {
  openapi: "3.1.0",
  info: { title: "Texts", version: "1" },
  paths: Object.fromEntries(paths),
  components: { schemas: { Whole: { allOf: [isObject] } } },
};
writeFileSync(join(folder, "input.json"), JSON.stringify(description));
const trip = (await connect("input.json", folder))!;
rmSync(folder, { recursive: true });
afterAll(() => trip.close());

test.each(
  sent.map(
    ([type, schema, ...values], index) => [type, JSON.stringify(schema), index, ...values] as const,
  ),
)("a text of %s whose schema is %s", async (_, _schema, index, fitting, wrong) => {
  let arrived: unknown;
  trip.answerWith((request) => {
    arrived = request["body"];
    return Promise.resolve({ status: 204 });
  });
  const send = trip.client()[`send${index}`]!;
  expect(await send({ body: fitting }).reply()).toMatchObject({ status: 204 });
  expect(arrived).toBe(fitting);
  if (wrong !== undefined)
    await expect(send({ body: wrong }).reply()).rejects.toMatchObject({ status: 400 });
});
