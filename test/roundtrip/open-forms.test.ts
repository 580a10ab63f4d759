import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { connect } from "./service.js";

/** Forms that may have members of any name and content. */
const forms = [
  { type: "object" },
  { type: "object", additionalProperties: true },
  { type: "object", additionalProperties: {} },
  { type: "object", additionalProperties: { description: "Anything." } },
  { type: "object", additionalProperties: true, properties: { named: { type: "integer" } } },
];

const folder = mkdtempSync(join(tmpdir(), "open-forms-"));
const paths = forms.map((schema, index) => {
  const requestBody = { required: true, content: { "multipart/form-data": { schema } } };
  const responses = { 204: { description: "done" } };
  return [`/${index}`, { post: { operationId: `send${index}`, requestBody, responses } }];
});
const info = { title: "Forms", version: "1" };
const description = { openapi: "3.1.0", info, paths: Object.fromEntries(paths) };
writeFileSync(join(folder, "input.json"), JSON.stringify(description));
const trip = (await connect("input.json", folder))!;
rmSync(folder, { recursive: true });
afterAll(() => trip.close());

test.each(forms.map((schema, index) => [JSON.stringify(schema), index] as const))(
  "texts and files arrive as what they are in a form whose schema is %s",
  async (_, index) => {
    let arrived: unknown;
    trip.answerWith((request) => {
      arrived = request["body"];
      return Promise.resolve({ status: 204 });
    });
    const file = new File(["abc"], "a.png", { type: "image/png" });
    const send = trip.client()[`send${index}`]!;
    await send({ body: { text: "one", file } }).reply();
    expect(arrived).toMatchObject({
      text: "one",
      file: { name: "a.png", size: 3, type: "image/png" },
    });
  },
);
