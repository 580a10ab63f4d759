import { checkConfig } from "./config/check.js";
import type { Config } from "./config/options.js";
import type { Diagnostic } from "./diagnostics/diagnostics.js";
import { generate as run, type GenerateOptions } from "./pipeline.js";

export { type ConfigEntry, defineConfig, defineEmitter, defineTransform } from "./config/config.js";
export { ConfigError } from "./config/error.js";
export type {
  AdapterName,
  Config,
  EmitterName,
  Filter,
  FormatOption,
  HeaderValue,
  Transform,
} from "./config/options.js";
export type { Diagnostic } from "./diagnostics/diagnostics.js";
export type { Source } from "./common/source.js";
export {
  type Code,
  type Printable,
  code,
  doc,
  join,
  json,
  key,
  name,
  property,
  regex,
  str,
  text,
  use,
  useFrom,
} from "./emit/code.js";
export type { EmitOptions, OwnContext, OwnEmitter, OwnFile } from "./emitters/emitter.js";
export { type JsonConversion, jsonConversions } from "./emitters/json-values.js";
export {
  type RequestPart,
  type RequestPlace,
  requestOf,
  requestParts,
} from "./emitters/request-parts.js";
export { freeName, identifier } from "./model/names/naming.js";
export { type Renaming, rename } from "./model/names/rename.js";
export { propertyName, requestName } from "./model/passes/camel-case.js";
export { withOperations } from "./model/passes/select.js";
export type * from "./model/types.js";
export type { GenerateOptions } from "./pipeline.js";
export { WriteError } from "./write/error.js";

/** Result of `generate`. */
export interface Generated {
  /** False: the description has errors, and nothing was written. */
  readonly ok: boolean;
  readonly diagnostics: readonly (Diagnostic & {
    readonly line: number;
    readonly column: number;
  })[];
  /** Paths below the output folder; absolute for files of the user's. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  /** With `check`: what is not as it would be written. */
  readonly differences: readonly { readonly path: string; readonly kind: string }[];
}

/**
 * Does what `specsmith generate` does, for one description; relative paths start from `folder`, or
 * from the working directory. Throws `ConfigError` and `WriteError` for what the caller can mend.
 */
export async function generate(
  config: Config,
  options: GenerateOptions & { readonly folder?: string } = {},
): Promise<Generated> {
  const { folder = process.cwd(), ...rest } = options;
  const outcome = await run({ config: checkConfig(config, "generate"), folder }, rest);
  const { ok, result, differences } = outcome;
  return {
    ok,
    diagnostics: outcome.diagnostics.all.map((one) => {
      const { line = 1, column = 1 } = outcome.files.locate(one.source, one.marks) ?? {};
      return { ...one, line, column };
    }),
    written: result?.written ?? [],
    removed: result?.removed ?? [],
    unchanged: result?.unchanged ?? [],
    differences,
  };
}
