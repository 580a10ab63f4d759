import fc from "fast-check";
import type { Config } from "../../src/config/options.js";

const either = fc.boolean();
/** Options under which requests and replies arrive as they were sent; `defaults` and `presentDefaults` ask for more. */
const settings = fc.record({
  case: fc.constantFrom("preserve", "camel"),
  int64: fc.constantFrom("number", "bigint", "string"),
  dates: fc.constantFrom("string", "Date"),
  formats: fc.constantFrom("assert", "annotate"),
  undeclared: fc.constantFrom("drop", "send"),
  oneOf: fc.constantFrom("one", "any"),
  bareReplies: fc.constantFrom("empty", "json"),
  enums: fc.constantFrom("union", "const", "enum"),
  typeNames: fc.constantFrom(
    "specsmith",
    "hey-api",
    "orval",
    "openapi-generator",
    "swagger-typescript-api",
  ),
  split: fc.constantFrom("none", "tags"),
  importExtension: fc.constantFrom(".js", ".ts", "none"),
  client: fc.record({
    groups: either,
    shortNames: either,
    checks: either,
    retries: either,
    hooks: either,
  }),
});

const runtimes = fc.constantFrom<Partial<Config>>(
  {},
  { runtime: "shared/runtime" },
  { runtime: "@specsmith/runtime" },
);
const combination: fc.Arbitrary<Partial<Config>> = fc
  .tuple(settings, runtimes)
  .map(([setting, runtime]) => ({ ...setting, ...runtime }));

/** One combination of options, by chance: the same one for a seed and a name. */
export function someOptions(seed: number, name: string): Partial<Config> {
  const own = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed);
  return fc.sample(combination, { seed: own, numRuns: 1 })[0] ?? {};
}
