import { createRequire } from "node:module";
import type * as JsYaml from "js-yaml";
import type * as Yaml from "yaml";

const require = createRequire(import.meta.url);
let library: typeof Yaml | undefined;
let events: typeof JsYaml | undefined;

/** `yaml`, loaded when it is first needed: it finds the faults of a text, and reads what few texts have. */
export function yaml(): typeof Yaml {
  return (library ??= require("yaml") as typeof Yaml);
}

/** `js-yaml`, loaded when it is first needed: it reads plain texts in a quarter of the time. */
export function jsYaml(): typeof JsYaml {
  return (events ??= require("js-yaml") as typeof JsYaml);
}
