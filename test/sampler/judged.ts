import fc from "fast-check";
import type { Schema } from "../../src/model/types.js";

/** How often no value was found for a schema, and how often one was. */
export type Misses = Map<Schema, { missed: number; found: number }>;

type Judge = (schema: Schema, value: unknown) => boolean | undefined;

const TRIES = 30;

/** Whether it is of no use to try a schema again. */
export function isHopeless(schema: Schema, misses: Misses): boolean {
  const count = misses.get(schema);
  return count !== undefined && count.found === 0 && count.missed > 0;
}

/** Values that a judge accepts, found by trying a few times; the last one that was tried where none was found. */
export class Judged extends fc.Arbitrary<unknown> {
  readonly #values: fc.Arbitrary<unknown>;
  readonly #schemas: readonly Schema[];
  readonly #judge: Judge;
  readonly #misses: Misses;

  constructor(
    values: fc.Arbitrary<unknown>,
    schemas: readonly Schema[],
    judge: Judge,
    misses: Misses,
  ) {
    super();
    this.#values = values;
    this.#schemas = schemas;
    this.#judge = judge;
    this.#misses = misses;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<unknown> {
    const tries = this.#schemas.some((one) => isHopeless(one, this.#misses)) ? 1 : TRIES;
    let value = this.#values.generate(random, bias);
    for (let i = 1; i < tries && !this.#fits(value.value); i++)
      value = this.#values.generate(random, i > tries / 2 ? undefined : bias);
    this.#count(value.value);
    return value;
  }

  override canShrinkWithoutContext(value: unknown): value is unknown {
    return this.#values.canShrinkWithoutContext(value);
  }

  override shrink(value: unknown, context: unknown): fc.Stream<fc.Value<unknown>> {
    return this.#values.shrink(value, context).filter((one) => this.#fits(one.value));
  }

  #fits(value: unknown): boolean {
    return this.#schemas.every((schema) => this.#judge(schema, value) !== false);
  }

  #count(value: unknown): void {
    for (const schema of this.#schemas) {
      const verdict = this.#judge(schema, value);
      if (verdict === undefined) continue;
      const count = this.#misses.get(schema) ?? { missed: 0, found: 0 };
      if (verdict) count.found++;
      else count.missed++;
      this.#misses.set(schema, count);
    }
  }
}
