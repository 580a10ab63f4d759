import { expect } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { load } from "../../src/load/load.js";
import { buildModel, type ModelOptions } from "../../src/model/build.js";
import type { ApiModel, Operation, Schema } from "../../src/model/types.js";

/** The model of a description without its first lines, which must have no errors. */
export async function modelOf(
  text: string,
  openapi = "3.1.0",
  title = "Test Api",
  options: ModelOptions = {},
): Promise<ApiModel> {
  const whole = `openapi: ${openapi}\ninfo: { title: ${title}, version: "1" }\n${text}`;
  const diagnostics = new Diagnostics();
  const description = await load({ text: whole, name: "test.yaml" }, diagnostics, {
    cwd: process.cwd(),
  });
  expect(diagnostics.all.filter(({ severity }) => severity === "error")).toEqual([]);
  if (!description) throw new Error("nothing was loaded");
  return buildModel(description, diagnostics, options);
}

/** The model of a few schemas, by their keys. */
export async function schemasOf(text: string): Promise<Record<string, Schema>> {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => `    ${line}`);
  const { schemas } = await modelOf(`paths: {}\ncomponents:\n  schemas:\n${lines.join("\n")}`);
  return Object.fromEntries(schemas.map((schema) => [schema.name, schema]));
}

/** The only operation of a model that has one path with one method. */
export async function operationOf(text: string, more = ""): Promise<Operation> {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => `      ${line}`);
  const { operations } = await modelOf(
    `paths:\n  /a/{id}:\n    get:\n${lines.join("\n")}\n${more}`,
  );
  const [first] = operations;
  if (!first) throw new Error("there is no operation");
  return first;
}
