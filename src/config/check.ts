import { ConfigError } from "./error.js";
import { type Config, options } from "./options.js";
import { isObject } from "../common/json.js";
import { faultIn } from "./rules.js";

const rules = Object.fromEntries(Object.entries(options).map(([name, row]) => [name, row.rule]));

/** Refuses unknown keys and wrong values; says which, and where. */
export function checkConfig(value: unknown, place: string): Config {
  if (!isObject(value))
    throw new ConfigError(
      `${place}: there is no configuration`,
      "Write `export default defineConfig({ … })`.",
    );
  const fault = faultIn(value, rules, "");
  if (fault) throw new ConfigError(`${place}: ${fault[0]}`, fault[1]);
  for (const [name, row] of Object.entries(options))
    if ("required" in row && value[name] === undefined)
      throw new ConfigError(`${place}: ${name} is missing`, `Give ${row.rule.expected}.`);
  return value as unknown as Config;
}
