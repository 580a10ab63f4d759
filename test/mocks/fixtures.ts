import type { Loaded } from "./load.js";

/** Makes values of all schemas under some seeds; what does not pass its validator, or cannot be made. */
export function fixtureFaults(
  { model, mocks, validators }: Loaded,
  seeds: number,
): { readonly made: number; readonly faults: ReadonlyMap<string, string> } {
  const faults = new Map<string, string>();
  let made = 0;
  for (const { name } of model.schemas)
    for (let seed = 1; seed <= seeds; seed++)
      try {
        const make = mocks[`make${name}`] as (members: undefined, options: object) => unknown;
        const value = make(undefined, { seed });
        made++;
        const is = validators[`is${name}`] as (value: unknown) => boolean;
        if (!is(value)) faults.set(name, `${name}, seed ${seed}: ${JSON.stringify(value)}`);
      } catch (error) {
        faults.set(name, `${name}, seed ${seed}: ${(error as Error).message.slice(0, 300)}`);
      }
  return { made, faults };
}
