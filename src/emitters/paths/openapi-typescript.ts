import { createRequire } from "node:module";
import type { GlobalContext, OpenAPI3 } from "openapi-typescript";
import type * as OpenapiTypescript from "openapi-typescript";
import type TypeScript from "typescript";
import type { JsonObject } from "../../diagnostics/json.js";

/** The answer as TypeScript reads it, and what reads it. */
interface Answer {
  readonly ts: typeof TypeScript;
  readonly file: TypeScript.SourceFile;
}

/**
 * The types that openapi-typescript makes of a document, by its default options, as a tree that was printed and parsed
 * again. Its own entry would lint the document first, and would read the files and
 * addresses that references name.
 */
export function openapiTypescriptTypes(document: JsonObject, options = {}): Answer {
  // As ECMAScript modules, both take a second longer to load.
  const require = createRequire(import.meta.url);
  const ts = require("typescript") as typeof TypeScript;
  const library = require("openapi-typescript") as typeof OpenapiTypescript;
  const schema = document as unknown as OpenAPI3;
  const context: GlobalContext = {
    ...defaults,
    discriminators: library.scanDiscriminators(schema, { silent: true }),
    injectFooter: [],
    resolve: (ref) => library.resolveRef(schema, ref, { silent: true }),
    ...options,
  };
  const text = library.astToString(library.transformSchema(schema, context));
  return { ts, file: ts.createSourceFile("paths.ts", text, ts.ScriptTarget.ESNext) };
}

const defaults: Omit<GlobalContext, "discriminators" | "injectFooter" | "resolve"> = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  defaultNonNullable: true,
  emptyObjectsUnknown: false,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  redoc: {} as GlobalContext["redoc"],
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent: true,
  transform: undefined,
  transformProperty: undefined,
};
