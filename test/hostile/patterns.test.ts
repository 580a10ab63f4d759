import { expect, test } from "vitest";
import { compareApis } from "../../src/diff/compare.js";
import { sideOf } from "../diff/describe.js";
import { generate } from "./generate.js";

const name = `${"a".repeat(60)}-`;

/** A pattern beside each text of a description that is compared with one. */
function describeWith(pattern: string, type: string): string {
  const text = { type: "string", pattern, default: name, example: name };
  const object = {
    type: "object",
    properties: { [name]: text },
    patternProperties: { [pattern]: { type } },
    additionalProperties: false,
  };
  const content = (media: string): object => ({ [media]: { schema: object } });
  const places = ["query", "header", "cookie"];
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Patterns", version: "1" },
    paths: {
      "/a": {
        post: {
          operationId: "a",
          parameters: [
            ...places.map((place) => ({ name: "a", in: place, schema: text, example: name })),
            { name: "form", in: "query", schema: object },
            { name: "deep", in: "query", style: "deepObject", schema: object },
          ],
          requestBody: {
            content: {
              ...content("application/json"),
              ...content("application/x-www-form-urlencoded"),
              ...content("multipart/form-data"),
            },
          },
          responses: { 200: { description: "", content: content("application/json") } },
        },
      },
    },
  });
}

// Each of them would run for longer than a machine lasts.
test.each(["^(a+)+$", "(a|aa)+$", "^a*a*a*a*a*a*a*a*a*a*a*a*b$", "([\\w-]+\\-*)+!"])(
  "nothing is compared with %s that it could take for ever for",
  async (pattern) => {
    const text = describeWith(pattern, "integer");
    const { errors, files } = await generate(text);
    expect(errors).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
    const old = await sideOf(text, "old.json");
    const now = await sideOf(describeWith(pattern, "number"), "now.json");
    expect(compareApis(old, now).map(({ rule }) => rule)).toContain("type-widened");
  },
);
