import { createRequire } from "node:module";
import type * as Yaml from "yaml";

const require = createRequire(import.meta.url);
let library: typeof Yaml | undefined;

/** `yaml`, loaded when it is first needed: most descriptions in JSON do without it. */
export function yaml(): typeof Yaml {
  return (library ??= require("yaml") as typeof Yaml);
}
