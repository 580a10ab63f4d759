import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Check, Issue } from "../../src/runtime/validate/issue.js";
import type { Field, Parameter } from "../../src/runtime/wire/parameters/parameters.js";
import type { Shape } from "../../src/runtime/validate/shape.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly schema?: JsonSchema;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

/** The data of a parameter as the generator would write it, for schemas without references. */
export function toParameter(parameter: OpenApiParameter): Parameter {
  return { in: parameter.in, ...toField(parameter), default: parameter.schema?.["default"] };
}

export function toField(parameter: Omit<OpenApiParameter, "in">): Field {
  const [content] = Object.keys(parameter.content ?? {});
  return {
    name: parameter.name,
    type: toShape(schemaOf(parameter)),
    style: parameter.style as Field["style"],
    explode: parameter.explode,
    allowReserved: parameter.allowReserved,
    content,
  };
}

export function schemaOf(parameter: Omit<OpenApiParameter, "in">): JsonSchema {
  const [media] = Object.values(parameter.content ?? {});
  return parameter.schema ?? media?.schema ?? {};
}

export function toShape(schema: JsonSchema): Shape {
  const types = [schema["type"] ?? "any"].flat() as string[];
  const shapes = types.map((type) => {
    if (type === "array") return { items: toShape((schema["items"] ?? {}) as JsonSchema) };
    if (type !== "object") return type as "string" | "integer" | "number" | "boolean" | "null";
    const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
    const rest = schema["additionalProperties"] as JsonSchema | undefined;
    return {
      properties: Object.fromEntries(properties.map(([name, value]) => [name, toShape(value)])),
      ...(rest === undefined ? {} : { rest: toShape(rest) }),
    };
  });
  const [only] = shapes;
  return only !== undefined && shapes.length === 1 ? only : shapes;
}

/** Checks by ajv, until the generated ones take their place. `definitions` are `components.schemas`. */
export function checksFor(
  definitions: Readonly<Record<string, unknown>> = {},
): (schema: JsonSchema) => Check<unknown> {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  return (schema) => {
    const text = JSON.stringify({ ...schema, $defs: definitions });
    const validate = ajv.compile(
      JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")) as JsonSchema,
    );
    return (value, issues): value is unknown => {
      if (validate(value)) return true;
      for (const error of validate.errors ?? []) issues.push(toIssue(error));
      return false;
    };
  };
}

function toIssue(error: {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: object;
  message?: string;
}): Issue {
  const params = error.params as Record<string, unknown>;
  const name = params["missingProperty"] ?? params["additionalProperty"];
  return {
    path: error.instancePath,
    schema: error.schemaPath,
    keyword: error.keyword,
    params,
    message: `${error.message ?? error.keyword}${name === undefined ? "" : ` (${String(name)})`}`,
  };
}

/** The schema of `{ path?, query?, headers?, cookies?, body? }` for one operation. */
export function requestSchema(
  parameters: readonly OpenApiParameter[],
  body?: { readonly required: boolean; readonly schema: JsonSchema },
): JsonSchema {
  const properties: Record<string, unknown> = {};
  const groups = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;
  for (const [place, group] of Object.entries(groups)) {
    const members = parameters.filter((parameter) => parameter.in === place);
    if (members.length === 0) continue;
    properties[group] = {
      type: "object",
      properties: Object.fromEntries(members.map((member) => [member.name, schemaOf(member)])),
      required: members.filter((member) => member.required === true).map(({ name }) => name),
    };
  }
  if (body !== undefined) properties["body"] = body.schema;
  return { type: "object", properties, required: body?.required === true ? ["body"] : [] };
}
