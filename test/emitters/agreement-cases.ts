import fc from "fast-check";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import type { NamedSchema } from "../../src/model/types.js";
import { produce } from "../../src/pipeline.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { changesOf } from "../sampler/changes.js";
import { sampleOf } from "../sampler/sample.js";
import { type TypeDifference, typeDifferences } from "./agreement-differences.js";
import { fits } from "./agreement-fits.js";
import { type Module, emitExpected, load } from "./generated.js";

/** A value for a schema, with what the validator says and what TypeScript should say. */
export interface Case {
  readonly schema: NamedSchema;
  /** What was done to a value to come to this one; empty for one made from the schema. */
  readonly what: string;
  readonly literal: string;
  readonly accepted: boolean;
  /** By what the schema says of types, members, items and literals alone. */
  readonly fits: boolean;
  readonly compiles: boolean;
  /** Whether `compiles` would be otherwise without a difference. */
  needs(difference: TypeDifference): boolean;
  /** Those that the validator refuses it for. */
  readonly keywords: readonly string[];
}

export interface Examined {
  /** The generated files, with the runtime. */
  readonly files: ReadonlyMap<string, string>;
  readonly cases: readonly Case[];
  /** Schemas for which no value was found that the validator accepts. */
  readonly without: readonly string[];
}

interface Options {
  readonly input: string;
  readonly folder: string;
  readonly seed: number;
  /** How many values are made for each schema. */
  readonly values: number;
  /** How many of their neighbours are looked at. */
  readonly neighbours: number;
}

/** The code of a description, and values for each schema; nothing when it is refused. */
export async function examine(options: Options): Promise<Examined | undefined> {
  const config = {
    input: options.input,
    output: "out",
    only: ["types", "validators"] as const,
    root: options.folder,
  };
  const product = await produce({ config, folder: options.folder }, new Diagnostics(), new Files());
  if (!product) return undefined;
  const files = new Map(product.generated.map(({ path, text }) => [path, text]));
  const module = await load(files.get("validators.ts") ?? "", emitExpected(product.model));
  const without: string[] = [];
  const cases = product.model.schemas.flatMap((schema) => {
    const list = casesOf(schema, module, options);
    if (!list.some(({ accepted }) => accepted)) without.push(schema.name);
    return list;
  });
  return { files, cases, without };
}

function casesOf(schema: NamedSchema, module: Module, options: Options): readonly Case[] {
  const { seed, values, neighbours } = options;
  const made = fc.sample(sampleOf(schema), { numRuns: values, seed }).map(asJson);
  const known = new Map(made.map((value) => [JSON.stringify(value), { what: "", value }]));
  const accepted = [...known.values()].filter(({ value }) => module[`is${schema.name}`]?.(value));
  const changed = accepted.map(({ value }) => changesOf(value));
  const some = changed.length > 0 ? fc.oneof(...changed) : fc.constant({ what: "", value: null });
  for (const one of fc.sample(some, { numRuns: neighbours, seed })) {
    const literal = JSON.stringify(one.value);
    if (!known.has(literal)) known.set(literal, one);
  }
  return [...known]
    .filter(([literal]) => !literal.includes("__proto__") && literal.length < 20_000)
    .map(([literal, { what, value }]) => judge(schema, module, { what, value, literal }));
}

function asJson(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);
}

const all = Object.keys(typeDifferences) as readonly TypeDifference[];
const none: ReadonlySet<TypeDifference> = new Set();

function judge(
  schema: NamedSchema,
  module: Module,
  { value, ...named }: { what: string; value: unknown; literal: string },
): Case {
  const compiles = fits(schema, value, new Set(all));
  const issues: Issue[] = [];
  const accepted = module[`check${schema.name}`]?.(value, issues) === true;
  if (module[`is${schema.name}`]?.(value) !== accepted)
    throw new Error(`is${schema.name} and check${schema.name} differ for ${named.literal}`);
  if (module[`match${schema.name}`]?.(value, []) === !accepted)
    throw new Error(`match${schema.name} and check${schema.name} differ for ${named.literal}`);
  return {
    schema,
    ...named,
    accepted,
    fits: fits(schema, value, none),
    compiles,
    needs: (difference) =>
      fits(schema, value, new Set(all.filter((one) => one !== difference))) !== compiles,
    keywords: [...new Set(issues.map(({ keyword }) => keyword))],
  };
}
