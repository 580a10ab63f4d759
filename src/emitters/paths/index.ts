import { type Code, join } from "../../emit/code.js";
import type { Source } from "../../common/source.js";
import { asObject, type JsonObject } from "../../common/json.js";
import { lastToken, parsePointer, placeText } from "../../common/pointers.js";
import type { ApiModel } from "../../model/types.js";
import type { Emitter } from "../emitter.js";
import { openapiTypescriptTypes } from "./openapi-typescript.js";
import { printStatements } from "./print.js";
import { type Report, referable } from "./references.js";

/** `paths.ts`. */
export const paths: Emitter = {
  name: "paths",
  purpose: "The types of openapi-typescript, for openapi-fetch and other libraries that take them.",
  needs: [],
  emit(model, { diagnostics }) {
    if (model.document === undefined) return [];
    const statements = printPaths(model, {
      lost: (ref, problem) => diagnostics.report("paths-reference", model.source, { ref, problem }),
      cycle: (schema) => diagnostics.report("paths-cycle", sourceOf(model, schema), { schema }),
    });
    return [{ path: "paths.ts", code: join(statements, "\n\n") }];
  },
};

/** Output of openapi-typescript for the document; `options` are for tests alone: some others print text unquoted. */
export function printPaths(model: ApiModel, report: Report, options = {}): readonly Code[] {
  const bundled: Source[] = [];
  const document = withPathsAsWritten(model.document?.(bundled) ?? {}, model);
  const { ts, file } = openapiTypescriptTypes(
    referable(document, namesOf(model, bundled), report),
    options,
  );
  return printStatements(file, ts);
}

/** With the paths as the description writes them, and the apps that call by them: `/pets/{;id*}`, which is `/pets/{id}` elsewhere. */
function withPathsAsWritten(document: JsonObject, { operations }: ApiModel): JsonObject {
  const written = new Map(
    operations.flatMap(({ template, source }) => {
      const key = parsePointer(source.pointer)?.[1] ?? "";
      // Another one, where several paths refer to one item.
      return shapeOf(key) === shapeOf(template) ? [[template, key]] : [];
    }),
  );
  const paths = Object.entries(asObject(document["paths"]));
  const named = paths.map(([path, item]) => [written.get(path) ?? path, item]);
  return { ...document, paths: Object.fromEntries(named) as JsonObject };
}

function shapeOf(path: string): string {
  return path.replace(/^\/?/, "/").replace(/\{[^{}]*\}/g, "{}");
}

/** Names of schemas in `types.ts`, by their places in the document. */
function namesOf(
  { schemas, source: main }: ApiModel,
  bundled: readonly Source[],
): ReadonlyMap<string, string> {
  const numbers = new Map(bundled.map((source, at) => [placeText(source), at]));
  return new Map(
    schemas.flatMap(({ name, source }) => {
      const number = numbers.get(placeText(source));
      if (number !== undefined) return [[`/x-bundled/${number}`, name]];
      return source.file === main.file ? [[source.pointer, name]] : [];
    }),
  );
}

/** The place of the schema with this name in the document. */
function sourceOf({ schemas, source }: ApiModel, name: string): Source {
  return schemas.find((schema) => lastToken(schema.source.pointer) === name)?.source ?? source;
}
