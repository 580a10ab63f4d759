import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { isObject, memberOf } from "../common/json.js";
import type { Files } from "./text/positions.js";

/** The versions of the standard that can be read. */
export type Version = "2.0" | "3.0" | "3.1" | "3.2";

export interface Declared {
  readonly version: Version;
  /** As it was written: `3.0.3`. */
  readonly written: string;
}

/** Finds out which version a description is written in; what is wrong with that is reported. */
export function detectVersion(
  value: unknown,
  file: string,
  diagnostics: Diagnostics,
  files: Files,
): Declared | undefined {
  const whole = { file, pointer: "", offset: 0, length: 1 };
  if (!isObject(value)) {
    return void diagnostics.report("not-openapi", whole, { found: describe(value) });
  }
  const key = keyOf(value);
  if (key === undefined) {
    const below = Object.keys(value).find((name) => keyOf(value[name]) !== undefined);
    const found = "it has neither openapi nor swagger at its top";
    const details = { found: below === undefined ? found : `${found}, but in ${below}` };
    return void diagnostics.report("not-openapi", whole, details);
  }
  const source = { file, pointer: `/${key}` };
  const written = memberOf(value, key);
  if (typeof written !== "string" && typeof written !== "number") {
    const version = written === null ? "null" : typeof written;
    return void diagnostics.report("version-unsupported", source, { key, version });
  }
  const text = typeof written === "number" ? files.numberAt(source, written) : written;
  const plain = plainVersion(text);
  const version = versionOf(key, plain);
  if (version === undefined) {
    return void diagnostics.report("version-unsupported", source, { key, version: text });
  }
  if (typeof written === "number")
    diagnostics.report("version-not-string", source, { version: plain });
  else if (plain !== text)
    diagnostics.report("version-unsupported", source, { key, version: text, taken: plain });
  return { version, written: plain };
}

/** Up to Swagger 1.2 it was `swaggerVersion`. */
const keys = ["openapi", "swagger", "swaggerVersion"] as const;

function keyOf(value: unknown): (typeof keys)[number] | undefined {
  return isObject(value) ? keys.find((key) => Object.hasOwn(value, key)) : undefined;
}

/** `3.0.1` for `v3.0.1`, `3.0` for `3` and `3.0.x`, `2.0` for `2.0.0`. */
function plainVersion(written: string): string {
  const [, number] = /^\s*v?(\d+(?:\.\d+)*)(?:\.[x*])?\s*$/i.exec(written) ?? [];
  if (number === undefined) return written;
  const two = number.includes(".") ? number : `${number}.0`;
  return /^2\.0(?:\.\d+)?$/.test(two) ? "2.0" : two;
}

function versionOf(key: (typeof keys)[number], text: string): Version | undefined {
  if (key !== "openapi") return text === "2.0" ? "2.0" : undefined;
  const version = /^(3\.[012])(?:\.\d+(?:-.*)?)?$/.exec(text)?.[1];
  return version as Version | undefined;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return "the file is empty";
  if (Array.isArray(value)) return "it is a list";
  if (typeof value === "string" && /^\s*<(?:!doctype|html|\?xml)/i.test(value)) {
    return "it is an HTML or XML page (a login page that was saved by mistake?)";
  }
  return `it is a ${typeof value === "string" ? "piece of text" : typeof value}`;
}

/** The version that a file other than the entry says it has, if it is a description itself. */
export function ownVersion(value: unknown): Version | undefined {
  for (const key of ["openapi", "swagger"] as const) {
    const written = memberOf(value, key);
    if (typeof written === "string" || typeof written === "number")
      return versionOf(key, plainVersion(String(written)));
  }
  return undefined;
}
