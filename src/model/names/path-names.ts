import type { Parameter } from "../types.js";
import type { TypeWords } from "./type-words.js";

/**
 * What path parameters are called in code, by their names in the description. The wire has but their values, unless the
 * style is `matrix`; those that would be called alike keep their names.
 */
export function pathNames(
  parameters: readonly Parameter[],
  { pathParameter }: TypeWords,
): ReadonlyMap<string, string> {
  const inPath = parameters.filter((one) => one.in === "path");
  const all = inPath.map(({ encoding, name }) => {
    const isSent = encoding.kind === "style" && encoding.style === "matrix";
    return [name, isSent ? name : pathParameter(name) || name] as const;
  });
  const isUnique = new Set(all.map(([, called]) => called)).size === all.length;
  return new Map(isUnique ? all : []);
}

/** The parameters as code calls them. */
export function withPathNames(
  parameters: readonly Parameter[],
  names: ReadonlyMap<string, string>,
): readonly Parameter[] {
  return parameters.map((one) =>
    one.in === "path" ? { ...one, name: names.get(one.name) ?? one.name } : one,
  );
}

/** `/pets/{petId}` for `/pets/{pet_id}`. */
export function templateWith(template: string, names: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => `{${names.get(name) ?? name}}`);
}

/** `{$request.path.petId}` for `{$request.path.pet_id}`. */
export function expressionWith(expression: string, names: ReadonlyMap<string, string>): string {
  return expression.replace(/(?<=\$request\.path\.)[^{}#]+/g, (name) => names.get(name) ?? name);
}
