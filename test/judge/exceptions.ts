import { remembered } from "../../src/common/collections.js";
import { parsePointer } from "../../src/common/pointers.js";
import { valueAt } from "../../src/model/document/references.js";
import { schemasIn } from "../../src/model/walks/children.js";
import { isPossible } from "../../src/model/walks/values.js";
import type { ApiModel, NamedSchema, Schema } from "../../src/model/types.js";

/** Why openapi-typescript has another type for a schema than we have; each is needed by some description. */
export const exceptions = {
  "each case of a discriminator is to have its tag as a required literal; ours has it where the choice is made":
    ({ schema, cases }: Subject) => basesOf(schema).some((one) => cases.has(one)),
  "only ours has a member in an index signature beside it": ({ parts }: Subject) =>
    parts.some(({ keywords: { properties, additionalProperties, patternProperties } }) =>
      Boolean((properties && additionalProperties) ?? patternProperties),
    ),
  "items of a tuple may be missing, and more may follow": ({ parts }: Subject) =>
    parts.some(({ keywords }) => keywords.prefixItems !== undefined),
  "only ours has a type for each direction": ({ schema, model }: Subject) =>
    model.schemas.some(
      (other) => other !== schema && other.source.pointer === schema.source.pointer,
    ) ||
    refersToInput(schema, model) ||
    basesOf(schema)
      .flatMap((base) => [...(base.keywords.properties?.values() ?? [])])
      .some(({ keywords }) => keywords.readOnly ?? keywords.writeOnly),
  "a member may be required and not described": ({ schema }: Subject) =>
    basesOf(schema).some(({ keywords: { required = new Set<string>(), properties } }) =>
      [...required].some((name) => properties?.has(name) !== true),
    ),
  "an enum or const holds beside nullable and type": ({ parts }: Subject) =>
    parts.some(({ keywords }) => (keywords.enum ?? keywords.const) !== undefined),
  "a base whose members are required is written out": ({ parts }: Subject) =>
    parts.some(({ keywords }) => keywords.allOf && keywords.required),
  "an interface may not contain itself": ({ schema, cycles }: Subject) => cycles.has(schema.name),
  "an object without members is one that is closed": ({ parts }: Subject) =>
    parts.some(({ keywords: { additionalProperties } }) => additionalProperties?.keywords.nothing),
  "an open object beside a base lets other members through in ours": ({ parts }: Subject) =>
    parts.some(({ keywords: { allOf = [] } }) =>
      allOf.some(
        ({ name, keywords }) => name === undefined && keywords.types && !keywords.properties,
      ),
    ),
  "only ours takes items without a type for a list": ({ parts }: Subject) =>
    parts.some(({ keywords: { types, items } }) => Boolean(!types && items)),
  "what stands beside anyOf or oneOf holds, too": ({ parts }: Subject) =>
    parts.some(({ keywords }) =>
      Boolean(
        (keywords.anyOf ?? keywords.oneOf) && (keywords.types ?? keywords.additionalProperties),
      ),
    ),
  "only ours says that no value is valid": ({ parts }: Subject) =>
    parts.some((part) => !isPossible(part)),
  "only ours follows a $dynamicRef": ({ parts, model }: Subject) => {
    const document = documentOf(model);
    return parts.some(({ source: { pointer } }) =>
      JSON.stringify(valueAt(document, parsePointer(pointer) ?? []) ?? {}).includes("$dynamicRef"),
    );
  },
} satisfies Readonly<Record<string, (subject: Subject) => unknown>>;

const documentOf = remembered((model: ApiModel) => model.document?.([]) ?? {});

interface Subject {
  readonly schema: NamedSchema;
  /** It, and what is written in its place. */
  readonly parts: readonly Schema[];
  readonly model: ApiModel;
  /** The schemas that are cases of some discriminator, and those that have one. */
  readonly cases: ReadonlySet<Schema>;
  /** The names of schemas that were cut. */
  readonly cycles: ReadonlySet<string>;
}

/** The reasons that hold for a schema. */
export function reasonsFor(
  model: ApiModel,
  name: string,
  cycles: ReadonlySet<string>,
): readonly string[] {
  const schema = model.schemas.find((one) => one.name === name);
  if (!schema) return [];
  const subject = { schema, parts: partsOf(schema), model, cases: casesIn(model), cycles };
  return Object.entries(exceptions).flatMap(([reason, holds]) => (holds(subject) ? reason : []));
}

function partsOf(schema: Schema): readonly Schema[] {
  const parts = new Set([schema]);
  for (const part of parts)
    for (const child of schemasIn(part)) if (child.name === undefined) parts.add(child);
  return [...parts];
}

function casesIn({ schemas }: ApiModel): ReadonlySet<Schema> {
  return new Set(
    schemas
      .flatMap((schema) => partsOf(schema))
      .flatMap((part) => {
        const { discriminator, anyOf = [], oneOf = [] } = part.keywords;
        if (!discriminator) return [];
        // That of `defaultMapping` is only among the branches.
        const branches = [...anyOf, ...oneOf].map((one) => one.keywords.ref ?? one);
        return [part, ...discriminator.cases.values(), ...branches];
      }),
  );
}

/** A schema, what is written in its place, and what that extends or chooses from. */
function basesOf(schema: Schema): readonly Schema[] {
  const bases = new Set(partsOf(schema));
  for (const { keywords } of bases)
    for (const one of [keywords.ref, ...(keywords.allOf ?? [])]) if (one) bases.add(one);
  return [...bases];
}

function refersToInput(schema: Schema, model: ApiModel): boolean {
  const twins = new Map<string, number>();
  for (const { source } of model.schemas)
    twins.set(source.pointer, (twins.get(source.pointer) ?? 0) + 1);
  return partsOf(schema)
    .flatMap((part) => schemasIn(part))
    .some((part) => (twins.get(part.source.pointer) ?? 0) > 1);
}
