import { createRequire } from "node:module";
import type {
  GlobalContext,
  SchemaObject,
  transformSchemaObject as TransformSchemaObject,
} from "openapi-typescript";
import type TypeScript from "typescript";
import { requireCompiled } from "../../package/compiled.js";
import type { Level } from "./levels.js";

/**
 * Asks openapi-typescript which TypeScript type a level of a schema is: its answer as TypeScript prints it, in a line.
 * Members are `m0`, `m1` in it, one for each kind, and what is below is `hole0`, `hole1`, the members' first.
 */
export function ask({ type, kinds, others, items, allOf, oneOf }: Level): string {
  const { ts, transform } = (asked ??= load());
  let holes = 0;
  const hole = (): SchemaObject => ({ type: "string", format: `hole ${holes++}` });
  const list = (length: number): readonly SchemaObject[] => Array.from({ length }, hole);
  const properties = Object.fromEntries(
    kinds.map((kind, i) => [`m${i}`, { ...hole(), readOnly: kind >= 2 }]),
  );
  const required = kinds.flatMap((kind, i) => (kind % 2 === 1 ? [`m${i}`] : []));
  const schema = {
    ...(type ? { type } : {}),
    ...(kinds.length > 0 ? { properties, required } : {}),
    ...(others ? { additionalProperties: hole() } : {}),
    ...(items ? { items: hole() } : {}),
    ...(allOf > 0 ? { allOf: list(allOf) } : {}),
    ...(oneOf > 0 ? { oneOf: list(oneOf) } : {}),
  };
  const fill = ({ format }: SchemaObject): TypeScript.TypeNode | undefined => {
    const [, index] = /^hole (\d+)$/.exec(format ?? "") ?? [];
    return index === undefined ? undefined : ts.factory.createTypeReferenceNode(`hole${index}`);
  };
  const node = transform(schema as SchemaObject, {
    path: "",
    ctx: { ...context, transform: fill },
  });
  const printer = ts.createPrinter({ removeComments: true });
  const nowhere = ts.createSourceFile("level.ts", "", ts.ScriptTarget.ESNext);
  return printer.printNode(ts.EmitHint.Unspecified, node, nowhere).replaceAll(/\s+/g, " ");
}

interface Asked {
  readonly ts: typeof TypeScript;
  readonly transform: typeof TransformSchemaObject;
}

let asked: Asked | undefined;

// An `import` of TypeScript has Node look through all of it for names first, and openapi-typescript's main
// entry loads a bundler and a linter: 0.8 s together, where this takes 0.2 s.
function load(): Asked {
  const require = createRequire(import.meta.url);
  const ts = requireCompiled(require, "typescript") as typeof TypeScript;
  const { default: transform } = require("openapi-typescript/dist/transform/schema-object.cjs") as {
    readonly default: typeof TransformSchemaObject;
  };
  return { ts, transform };
}

const context: GlobalContext = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  defaultNonNullable: false,
  discriminators: { objects: {}, refsHandled: [] },
  emptyObjectsUnknown: true,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  injectFooter: [],
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  redoc: {} as GlobalContext["redoc"],
  resolve: () => undefined,
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent: true,
  transform: undefined,
  transformProperty: undefined,
};
