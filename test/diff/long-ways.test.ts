import { expect, test } from "vitest";
import { compareApis } from "../../src/diff/compare.js";
import { someOf } from "../long.js";
import { sideOf } from "./describe.js";

/** As many comparisons in each other are more than the stack has room for. */
const count = 10_000;

const links = [
  ["members", (next: object) => ({ type: "object", properties: { next } })],
  ["items", (next: object) => ({ type: "array", items: next })],
  ["branches", (next: object) => ({ oneOf: [{ type: "string" }, { type: "array", items: next }] })],
] as const;

test.each(someOf(links, 3))(
  "a change at the end of 10,000 schemas in a row is told: %s",
  async (_, link) => {
    const text = (type: string): string => {
      const schemas = Array.from({ length: count }, (_, index) => {
        const next = { $ref: `#/components/schemas/S${index + 1}` };
        return [`S${index}`, index < count - 1 ? link(next) : { type }] as const;
      });
      const content = { "application/json": { schema: { $ref: "#/components/schemas/S0" } } };
      const responses = { "200": { description: "Sent.", content } };
      return JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Long", version: "1" },
        paths: { "/send": { post: { operationId: "send", requestBody: { content }, responses } } },
        components: { schemas: Object.fromEntries(schemas) },
      });
    };
    const changes = compareApis(
      await sideOf(text("boolean"), "old.json"),
      await sideOf(text("integer"), "new.json"),
    );
    expect(changes.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual([
      "type-changed S9999",
    ]);
  },
  240_000,
);
