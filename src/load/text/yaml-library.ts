import { createRequire } from "node:module";
import type * as Yaml from "yaml";

const require = createRequire(import.meta.url);
let library: typeof Yaml | undefined;

/** `yaml`, loaded when it is first asked for: where all is JSON, nobody waits for it. */
export function yaml(): typeof Yaml {
  return (library ??= require("yaml") as typeof Yaml);
}
