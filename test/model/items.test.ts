import { describe, expect, test } from "vitest";
import type { Media } from "../../src/model/types.js";
import { modelOf } from "./model.js";

/** The only media of the only reply, of a description with schemas for data and events. */
async function mediaOf(type: string, members: string): Promise<Media> {
  const { operations } = await modelOf(
    `paths:
  /a:
    get:
      responses:
        "200": { description: Fine, content: { ${type}: { ${members} } } }
components:
  schemas:
    Item: { type: object, properties: { id: { type: integer }, data: { type: object } } }
    Words: { type: string }
    Items: { type: array, items: { $ref: "#/components/schemas/Item" } }
    Event: { type: object, required: [data], properties: { event: { type: string }, data: { type: string, contentMediaType: application/json, contentSchema: { $ref: "#/components/schemas/Item" } } } }
    Events:
      type: object
      properties: { event: { type: string }, data: { type: string } }
      oneOf:
        - properties: { event: { const: a }, data: { contentMediaType: application/json, contentSchema: { $ref: "#/components/schemas/Item" } } }
        - properties: { data: { contentMediaType: text/plain, const: "[done]" } }
    Plain: { type: object, properties: { data: { type: string }, id: { type: string } } }
    Typed: { $ref: "#/components/schemas/Plain", allOf: [{ oneOf: [{ required: [event] }, { required: [id] }] }] }
`,
    "3.2.0",
  );
  const media = operations[0]?.replies[0]?.content[0];
  if (!media) throw new Error("there is no media");
  return media;
}

const ref = (name: string): string => `$ref: "#/components/schemas/${name}"`;

describe("what an item of a stream is", () => {
  test.each([
    ["itemSchema", `itemSchema: { ${ref("Item")} }`, "Item"],
    ["the items of an array", `schema: { ${ref("Items")} }`, "Item"],
    ["a schema that no array fits", `schema: { ${ref("Item")} }`, "Item"],
    ["no more than a text, which says nothing of items", "schema: { type: string }", undefined],
    ["nothing", "", undefined],
  ])("%s", async (_, members, expected) => {
    const types = [
      "application/jsonl",
      "application/x-ndjson",
      "application/x-jsonlines",
      "application/json-seq",
      "application/geo+json-seq",
    ];
    for (const type of types) {
      const { itemSchema, events } = await mediaOf(type, members);
      expect([itemSchema?.name, events]).toEqual([expected, undefined]);
    }
  });
});

describe("events", () => {
  test.each([
    ["nothing is known of", "", undefined, { whole: true, data: "text" }],
    ["with plain text", `itemSchema: { ${ref("Plain")} }`, "Plain", { whole: true, data: "text" }],
    [
      "of whose fields one is JSON",
      `itemSchema: { ${ref("Event")} }`,
      undefined,
      { whole: true, data: "json" },
    ],
    [
      "with JSON or a word",
      `schema: { ${ref("Events")} }`,
      undefined,
      { whole: true, data: "either" },
    ],
    [
      "that need a type",
      `itemSchema: { ${ref("Typed")} }`,
      "Typed",
      { whole: true, data: "text", needsType: true },
    ],
    ["that are JSON alone", `schema: { ${ref("Item")} }`, "Item", { whole: false, data: "json" }],
    [
      "that are text alone",
      `itemSchema: { ${ref("Words")} }`,
      "Words",
      { whole: false, data: "text" },
    ],
  ])("%s", async (_, members, name, form) => {
    const { itemSchema, events } = await mediaOf("text/event-stream", members);
    expect([itemSchema?.name, events]).toEqual([name, form]);
  });

  test("their data has the schema of what is in it, and a text that says no more is left out", async () => {
    const { itemSchema } = await mediaOf("text/event-stream", `itemSchema: { ${ref("Events")} }`);
    const [first, second] = itemSchema?.keywords.oneOf ?? [];
    expect(itemSchema?.keywords.properties?.get("data")?.keywords).toEqual({});
    expect(first?.keywords.properties?.get("data")?.name).toBe("Item");
    expect(second?.keywords.properties?.get("data")?.keywords.const).toEqual({ value: "[done]" });
  });
});
