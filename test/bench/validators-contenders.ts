import type { RowFile } from "./validators-code.js";
import type { JsonObject } from "./validators-rows.js";

/** The two questions: whether a value is valid, and what is wrong with it; both answers as a boolean. */
export interface Forms {
  readonly is: (value: unknown) => boolean;
  readonly check: (value: unknown) => boolean;
}

type Judge = (value: unknown, issues?: unknown[]) => boolean;

async function importFrom(file: string): Promise<Readonly<Record<string, Judge>>> {
  return (await import(file)) as Readonly<Record<string, Judge>>;
}

function isInteger(type: unknown): boolean {
  return [type].flat().includes("integer");
}

/** Each makes its two functions for a row, or throws where it cannot. */
export const contenders: Readonly<Record<string, (row: RowFile) => Promise<Forms>>> = {
  async specsmith({ ours }) {
    const { [ours.is]: is, [ours.check]: check } = await importFrom(ours.file);
    if (!is || !check) throw new Error("a function is missing");
    return { is: (value) => is(value), check: (value) => check(value, []) };
  },

  async ajv({ ajv }) {
    const [{ validate: first }, { validate: all }] = await Promise.all([
      importFrom(ajv.first),
      importFrom(ajv.all),
    ]);
    if (!first || !all) throw new Error("a function is missing");
    return { is: (value) => first(value), check: (value) => all(value) };
  },

  async typia({ typia }) {
    if ("problem" in typia) throw new Error(typia.problem);
    const { check, is } = await importFrom(typia.file);
    if (!is || !check) throw new Error("a function is missing");
    return { is: (value) => is(value), check: (value) => check(value) };
  },

  async typebox({ schema }) {
    const [{ typeboxBuilder }, { build }, { TypeCompiler }] = await Promise.all([
      import("./validators-builders.js"),
      import("./validators-build.js"),
      import("@sinclair/typebox/compiler"),
    ]);
    const compiled = TypeCompiler.Compile(build(schema, typeboxBuilder));
    return {
      is: (value) => compiled.Check(value),
      check: (value) => compiled.Check(value) || [...compiled.Errors(value)].length === 0,
    };
  },

  async zod({ schema }) {
    const [{ zodBuilder }, { build }] = await Promise.all([
      import("./validators-builders.js"),
      import("./validators-build.js"),
    ]);
    const type = build(schema, zodBuilder);
    const check = (value: unknown): boolean => type.safeParse(value).success;
    return { is: check, check };
  },

  async valibot({ schema }) {
    const [{ valibotBuilder }, { build }, { is, safeParse }] = await Promise.all([
      import("./validators-builders.js"),
      import("./validators-build.js"),
      import("valibot"),
    ]);
    const type = build(schema, valibotBuilder);
    return { is: (value) => is(type, value), check: (value) => safeParse(type, value).success };
  },

  async arktype({ schema }) {
    const [{ arktypeBuilder, arktypeOf }, { build }, { ArkErrors }] = await Promise.all([
      import("./validators-builders.js"),
      import("./validators-build.js"),
      import("arktype"),
    ]);
    const type = arktypeOf(build(schema, arktypeBuilder));
    return {
      is: (value) => type.allows(value),
      check: (value) => !(type(value) instanceof ArkErrors),
    };
  },

  async schemasafe(row) {
    const { default: library } = await import("@exodus/schemasafe");
    const { validator } = library;
    const options = {
      mode: "lax",
      formatAssertion: true,
      extraFormats: true,
      isJSON: true,
    } as const;
    // It knows formats of texts alone.
    const schema = JSON.parse(JSON.stringify(row.schema), (_, one: unknown) => {
      const { format: _format, ...rest } = { ...(one as JsonObject) };
      return typeof one === "object" && one !== null && "type" in one && isInteger(one.type)
        ? rest
        : one;
    }) as JsonObject;
    const is = validator(schema as never, options as never) as Judge;
    const all = { ...options, includeErrors: true, allErrors: true };
    const check = validator(schema as never, all as never) as Judge;
    return { is: (value) => is(value), check: (value) => check(value) };
  },
};
