import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { connect } from "./service.js";

const isObject = { type: "object", required: ["a"], properties: { a: { type: "string" } } };

/** Schemas of `text/plain` bodies; a value that a server takes, and one that it refuses. */
const bodies: readonly (readonly [object, unknown, unknown?])[] = [
  [{ type: "string", enum: ["a"] }, "a", "b"],
  [{ allOf: [{ type: "string" }, { maxLength: 1 }] }, "a", "ab"],
  [{ oneOf: [{ type: "integer" }, { type: "string", pattern: "^a" }] }, "a", "b"],
  [{ type: "integer" }, 1, 1.5],
  [{ enum: [1, 2] }, 1, 3],
  [{ allOf: [{ type: "boolean" }] }, false, "no"],
  // What lets no text through cannot be meant for one.
  [isObject, "a"],
  [{ allOf: [isObject] }, "a"],
  [{ anyOf: [isObject, { type: "array" }] }, "a"],
  [{ $ref: "#/components/schemas/Whole" }, "a"],
];

const folder = mkdtempSync(join(tmpdir(), "text-bodies-"));
const paths = bodies.map(([schema], index) => {
  const requestBody = { required: true, content: { "text/plain": { schema } } };
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

test.each(bodies.map((body, index) => [JSON.stringify(body[0]), index, ...body.slice(1)] as const))(
  "a text whose schema is %s",
  async (_, index, fitting, wrong) => {
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
  },
);
