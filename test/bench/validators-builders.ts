import { FormatRegistry, type TSchema, Type } from "@sinclair/typebox";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { type Type as ArkType, scope } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import type { Builder } from "./validators-build.js";

for (const [name, format] of Object.entries(fullFormats)) {
  if (format instanceof RegExp) FormatRegistry.Set(name, (text) => format.test(text));
  else if (typeof format === "function") FormatRegistry.Set(name, format as never);
  else if (typeof format === "object" && "validate" in format)
    FormatRegistry.Set(name, format.validate as never);
}

export const typeboxBuilder: Builder<TSchema> = {
  any: () => Type.Unknown(),
  null: () => Type.Null(),
  boolean: () => Type.Boolean(),
  integer: () => Type.Integer(),
  number: () => Type.Number(),
  string: (format) => (format === undefined ? Type.String() : Type.String({ format })),
  literal: (value) => Type.Literal(value),
  array: (item) => Type.Array(item),
  record: (value) => Type.Record(Type.String(), value),
  object: (members, isClosed) =>
    Type.Object(
      Object.fromEntries(
        members.map(({ name, type, isRequired }) => [
          name,
          isRequired ? type : Type.Optional(type),
        ]),
      ),
      isClosed ? { additionalProperties: false } : {},
    ),
  union: (branches) => Type.Union([...branches]),
  recursive: (_, build) => Type.Recursive((self) => build(self)),
};

export const zodBuilder: Builder<z.ZodType> = {
  any: () => z.unknown(),
  null: () => z.null(),
  boolean: () => z.boolean(),
  integer: () => z.int(),
  number: () => z.number(),
  string(format) {
    if (format === "uri") return z.url();
    if (format === "date-time") return z.iso.datetime({ offset: true });
    if (format === "email") return z.email();
    return z.string();
  },
  literal: (value) => z.literal(value),
  array: (item) => z.array(item),
  record: (value) => z.record(z.string(), value),
  object(members, isClosed) {
    const shape = Object.fromEntries(
      members.map(({ name, type, isRequired }) => [name, isRequired ? type : type.optional()]),
    );
    return isClosed ? z.strictObject(shape) : z.looseObject(shape);
  },
  union: (branches, tag) =>
    tag === undefined
      ? z.union(branches as [z.ZodType])
      : z.discriminatedUnion(tag, branches as unknown as [z.ZodObject]),
  recursive(_, build) {
    const made: z.ZodType = build(z.lazy(() => made));
    return made;
  },
};

type Valibot = v.GenericSchema;

export const valibotBuilder: Builder<Valibot> = {
  any: () => v.unknown(),
  null: () => v.null(),
  boolean: () => v.boolean(),
  integer: () => v.pipe(v.number(), v.integer()),
  number: () => v.pipe(v.number(), v.finite()),
  string(format) {
    if (format === "uri") return v.pipe(v.string(), v.url());
    if (format === "date-time") return v.pipe(v.string(), v.isoTimestamp());
    if (format === "email") return v.pipe(v.string(), v.email());
    return v.string();
  },
  literal: (value) => v.literal(value),
  array: (item) => v.array(item),
  record: (value) => v.record(v.string(), value),
  object(members, isClosed) {
    const entries = Object.fromEntries(
      members.map(({ name, type, isRequired }) => [name, isRequired ? type : v.optional(type)]),
    );
    return isClosed ? v.strictObject(entries) : v.looseObject(entries);
  },
  union: (branches, tag) =>
    tag === undefined ? v.union([...branches]) : v.variant(tag, branches as never),
  recursive(_, build) {
    const made: Valibot = build(v.lazy(() => made));
    return made;
  },
};

const recursive: Record<string, unknown> = {};

/** ArkType's definitions, in which a recursive schema is a name. */
export const arktypeBuilder: Builder<unknown> = {
  any: () => "unknown",
  null: () => "null",
  boolean: () => "boolean",
  integer: () => "number.integer",
  number: () => "number",
  string(format) {
    if (format === "uri") return "string.url";
    if (format === "date-time") return "string.date.iso";
    if (format === "email") return "string.email";
    return "string";
  },
  literal: (value) => ["===", value],
  array: (item) => [item, "[]"],
  record: (value) => ({ "[string]": value }),
  object: (members, isClosed) => ({
    ...(isClosed ? { "+": "reject" } : {}),
    ...Object.fromEntries(
      members.map(({ name, type, isRequired }) => [isRequired ? name : `${name}?`, type]),
    ),
  }),
  union: (branches) => branches.reduce((all, branch) => [all, "|", branch]),
  recursive(name, build) {
    recursive[name] = build(name);
    return name;
  },
};

export function arktypeOf(definition: unknown): ArkType {
  const types = scope({ ...recursive, root: definition } as never).export() as unknown as {
    readonly root: ArkType;
  };
  return types.root;
}
