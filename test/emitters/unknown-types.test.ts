import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { emitOptions } from "../emit-options.js";
import { fileText } from "../../src/emit/file.js";
import { selectEmitters } from "../../src/emitters/index.js";
import { modelOf } from "../model/model.js";

const description = `
paths:
  /things:
    get:
      operationId: getThing
      responses:
        "200": { description: Any, content: { application/json: {}, text/plain: { schema: { type: string } } } }
        "201": { description: Any, content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
        "204": { description: None }
components:
  schemas:
    Thing: { type: object, properties: { any: {}, choice: { anyOf: [{ type: string }, {}] } }, additionalProperties: {} }
    Texts: { type: object, properties: { any: {}, text: { type: string } }, additionalProperties: { type: integer } }
    Patterns: { type: object, patternProperties: { ^a: {}, ^b: { type: string } } }
`;

test.each([true, false])(
  "unknown stands beside no other type (exactOptional: %s)",
  async (exact) => {
    const model = await modelOf(description);
    const options = { ...emitOptions, exactOptional: exact };
    const context = { diagnostics: new Diagnostics(), options };
    const [types] = selectEmitters(["types"]);
    const [file] = (await types?.emit(model, context)) ?? [];
    const text = file ? fileText(file) : "";
    expect(text).toContain("any?: unknown;");
    expect(text).toContain("export type GetThingResult = unknown;");
    expect(text.match(/.*(?:\bunknown \||\| unknown\b).*/g)).toBeNull();
  },
);
