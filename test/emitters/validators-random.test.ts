import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { emitExpected, emitValidators, load, modelOf } from "./generated.js";
import { randomSchemas, randomValues } from "./random-schemas.js";
import { SchemaGraph } from "./schema-graph.js";

test(
  "random schemas: all forms agree with each other and with ajv",
  { timeout: 60_000 },
  async () => {
    const seed = Number(process.env["SEED"] ?? 20_260_314);
    const schemas = randomSchemas(Number(process.env["COUNT"] ?? 1000), seed);
    const values = randomValues(120, seed);
    const named = schemas.map((schema, i) =>
      new SchemaGraph().named(schema, `https://random.example/${i}`, `Random${i}`),
    );
    const model = modelOf(named);
    const module = await load((await emitValidators(model)).text, emitExpected(model));
    const ajv = new Ajv2020({
      strict: false,
      ownProperties: true,
      validateSchema: false,
      logger: false,
    });
    const wrong: unknown[] = [];
    let passed = 0;
    let matched = 0;
    schemas.forEach((schema, i) => {
      // ajv 8 takes [] for contains beside several other keywords.
      const isLost = /unevaluated|"contains"/.test(JSON.stringify(schema));
      const byAjv = isLost ? undefined : ajv.compile(schema as object);
      for (const value of values) {
        const issues: Issue[] = [];
        const is = module[`isRandom${i}`]?.(value);
        const check = module[`checkRandom${i}`]?.(value, issues);
        if (is === true) passed++;
        const told: Issue[] = [];
        const match = module[`matchRandom${i}`]?.(value, told);
        if (match === true) matched++;
        if (match !== undefined && (match !== is || (told.length === 0) !== is))
          wrong.push({ i, schema, value, is, match, told });
        if (
          is !== check ||
          (issues.length === 0) !== is ||
          (byAjv && is !== unlessThrown(byAjv, value, is))
        )
          wrong.push({ i, schema, value, is, check, issues });
      }
    });
    expect(wrong.map((item) => JSON.stringify(item)).slice(0, 3)).toEqual([]);
    expect(passed).toBeGreaterThan(1000);
    expect(matched).toBeGreaterThan(1000);
  },
);

/** ajv 8 throws at some values of schemas that look at members in several places. */
function unlessThrown(
  judge: (value: unknown) => unknown,
  value: unknown,
  otherwise: unknown,
): unknown {
  try {
    return judge(value);
  } catch {
    return otherwise;
  }
}
