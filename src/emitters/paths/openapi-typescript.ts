import { createRequire } from "node:module";
import type { GlobalContext, OpenAPI3 } from "openapi-typescript";
import type * as OpenapiTypescript from "openapi-typescript";
import type TypeScript from "typescript";
import { isObject, type JsonObject, setMember } from "../../common/json.js";
import { Comment } from "./references.js";

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
export function openapiTypescriptTypes(document: JsonObject, options: object): Answer {
  // As ECMAScript modules, both take a second longer to load.
  const require = createRequire(import.meta.url);
  const ts = require("typescript") as typeof TypeScript;
  const library = require("openapi-typescript") as typeof OpenapiTypescript;
  const percent = standIn(document);
  const schema = (percent === undefined ? document : withNames(document, percent)) as OpenAPI3;
  const context: GlobalContext = {
    ...defaults,
    discriminators: library.scanDiscriminators(schema, { silent: true }),
    injectFooter: [],
    resolve: (ref) => library.resolveRef(schema, ref, { silent: true }),
    ...options,
  };
  const printed = library.astToString(library.transformSchema(schema, context));
  const text = percent === undefined ? printed : withPercent(printed, percent);
  return { ts, file: ts.createSourceFile("paths.ts", text, ts.ScriptTarget.ESNext) };
}

/** The compiler prints the character as it is, or as an escape. */
function withPercent(text: string, percent: string): string {
  const escaped = `\\u${percent.charCodeAt(0).toString(16).toUpperCase()}`;
  return text.replaceAll(escaped, "%").replaceAll(percent, "%");
}

/** A character that is nowhere in a document with a %. */
function standIn(document: JsonObject): string | undefined {
  const text = JSON.stringify(document);
  if (!text.includes("%")) return undefined;
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

/** The library decodes names, where a % may be no more than that: it stands for itself, as in the references to them. */
function withNames(value: unknown, percent: string, holder = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => withNames(item, percent));
  if (typeof value === "string") return value.replaceAll("%", percent);
  if (!isObject(value) || value instanceof Comment) return value;
  const named = {};
  for (const [key, member] of Object.entries(value)) {
    const isReference = (key === "$ref" || holder === "mapping") && typeof member === "string";
    const written = isReference
      ? member.replaceAll(/%(?:25|(?![\da-f]{2}))/gi, percent)
      : withNames(member, percent, key);
    setMember(named, key.replaceAll("%", percent), written);
  }
  return named;
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
