import { expect, test } from "vitest";
import type * as enough from "../../src/runtime/validate/enough.js";
import type { Issue, Judge } from "../../src/runtime/validate/issue.js";
import { emitValidators, load, type Module, modelOf } from "../emitters/generated.js";
import { SchemaGraph } from "../emitters/schema-graph.js";

const short = { type: "string", maxLength: 3, pattern: "^x*$" };
const object = (members: Readonly<Record<string, unknown>>): unknown => ({
  type: "object",
  properties: members,
});

const schemas = {
  Request: object({
    headers: object({ "X-Trace": short, "X-Count": { type: "integer" } }),
    cookies: object({ session: { enum: ["a", "b"] } }),
    query: object({ api_key: short, accessToken: short, limit: { type: "integer" } }),
    body: object({
      password: { type: "string", pattern: "^x*$" },
      clientSecret: { type: "boolean" },
      word: { type: "string", format: "password", pattern: "^x*$" },
      code: { type: "string", format: "password" },
      nested: object({ credentials: object({ name: { type: "integer" } }) }),
      name: short,
      keyboard: { type: "integer" },
    }),
  }),
};
async function moduleOf(schemas: Readonly<Record<string, unknown>>): Promise<Module> {
  const named = new SchemaGraph().components({ components: { schemas } });
  const runtime = `export { issuesOf } from "./runtime/validate/enough.js";`;
  return load((await emitValidators(modelOf(named))).text, runtime);
}

function issuesOf(module: Module, name: string, value: unknown, at = ""): readonly Issue[] {
  return (module as unknown as typeof enough).issuesOf(module[`check${name}`] as Judge, value, at);
}

const module = await moduleOf(schemas);

test("a message says what came, but nothing of headers, cookies, and what is a secret by its name or format", () => {
  const value = {
    headers: { "X-Trace": "abcd hidden", "X-Count": "hidden" },
    cookies: { session: "hidden" },
    query: { api_key: "hidden", accessToken: "hidden", limit: "shown" },
    body: {
      password: "hidden",
      clientSecret: "hidden",
      word: "hidden",
      code: 777_777,
      nested: { credentials: { name: "hidden" } },
      name: "shown too",
      keyboard: "shown",
    },
  };
  const issues = issuesOf(module, "Request", value);
  const shown = issues.filter(({ message }) => message.includes("shown")).map(({ path }) => path);
  expect(shown).toEqual(["/query/limit", "/body/name", "/body/keyboard"]);
  expect(JSON.stringify(issues)).not.toMatch(/hidden|777/);
  expect(issues).toHaveLength(17);
});

test("a header that is checked by itself is not quoted either", () => {
  const [issue] = issuesOf(module, "Request", "hidden", "/headers/X-Trace");
  expect(issue).toMatchObject({ path: "/headers/X-Trace", message: "must be an object" });
});

test("what came is quoted in a few words", async () => {
  const types = { Text: { type: "string" }, Number: { type: "integer", minimum: 1 } };
  const named = await moduleOf(types);
  const told = (name: string, value: unknown): unknown => issuesOf(named, name, value)[0]?.message;
  expect([null, true, 1.5, [], {}, new Date(0), 5n].map((value) => told("Text", value))).toEqual(
    ["null", "true", "1.5", "an array", "an object", "a date", "5"].map(
      (came) => `must be a string, is ${came}`,
    ),
  );
  expect(told("Number", 'a"b')).toBe('must be an integer, is "a\\"b"');
  expect(told("Number", "x".repeat(1000))).toBe(`must be an integer, is "${"x".repeat(40)}…"`);
  expect(told("Number", 0)).toBe("must be at least 1, is 0");
});
