import { keep, operationsOf, parametersOf } from "../context.js";
import { type Located, bodyName } from "../document.js";
import { type JsonObject, asObject, isObject, setMember } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import { oldPlaces } from "../grammar/corrections.js";
import { mediaTypeLists } from "../grammar/misplaced.js";
import { isList, schemaFrom, writtenAs } from "./parameters.js";
import { type MutableObject, type UpgradeContext, mutable } from "./context.js";

interface Split {
  readonly body: Located | undefined;
  readonly form: readonly Located[];
}

/**
 * Turns the body and form parameters of a path item and its operations into request bodies. Where versions are mixed,
 * an operation may have a request body already, which is then the only one.
 */
export function raiseParameters(
  item: Located,
  consumes: readonly string[] | undefined,
  context: UpgradeContext,
): void {
  const shared = split(item, context);
  for (const [, operation] of operationsOf(item, context)) {
    const own = split(operation, context);
    const names = new Set(own.form.map((parameter) => asObject(parameter.value)["name"]));
    const inherited = shared.form.filter(
      (parameter) => !names.has(asObject(parameter.value)["name"]),
    );
    const form = [...own.form, ...(own.body && own.form.length === 0 ? [] : inherited)];
    const body = own.body ?? (form.length > 0 ? undefined : shared.body);
    if (isObject(asObject(operation.value)["requestBody"])) continue;
    const types = mediaTypeLists(asObject(operation.value)).consumes ?? consumes;
    if (form.length > 0) {
      const parts = body ? [...form, body] : form;
      mutable(operation)["requestBody"] = formFrom(operation, parts, types, context);
    } else if (body) mutable(operation)["requestBody"] = bodyFrom(body, types, context);
  }
}

/** Takes body and form parameters out of a list. */
function split(holder: Located, context: UpgradeContext): Split {
  const all = parametersOf(holder, context);
  const placeOf = (parameter: Located): unknown => asObject(parameter.value)["in"];
  const rest = all.filter(({ parameter }) => !oldPlaces.includes(placeOf(parameter) as string));
  if (rest.length < all.length) {
    const kept = rest.map(({ written }) => written);
    mutable(holder)["parameters"] = keep(kept, context);
  }
  const parameters = all.map(({ parameter }) => parameter);
  return {
    body: parameters.find((parameter) => placeOf(parameter) === "body"),
    form: parameters.filter((parameter) => placeOf(parameter) === "formData"),
  };
}

/** Of a parameter that has one already; from 3.0 on, also that of its `content`. */
function schemaOf({ value }: Located): JsonObject | undefined {
  const { schema, content } = asObject(value);
  if (isObject(schema)) return schema;
  const [media] = Object.values(asObject(content));
  const inner = asObject(media)["schema"];
  return isObject(inner) ? inner : undefined;
}

/** True for the schema of a file, or of a list of them. */
function isFile(schema: JsonObject | undefined): boolean {
  const { items, type, format } = schema ?? {};
  return (type === "string" && format === "binary") || (isObject(items) && isFile(items));
}

function bodyFrom(
  parameter: Located,
  types: readonly string[] | undefined,
  context: UpgradeContext,
): MutableObject {
  const { name, description, required, schema, content: own } = asObject(parameter.value);
  const written = context.origins.member(parameter, "schema");
  if (written && isObject(schema)) context.origins.setObject(schema, written.source);
  const media = isObject(schema) ? { schema } : {};
  const content =
    own ?? Object.fromEntries((types ?? ["application/json"]).map((type) => [type, { ...media }]));
  const body = {
    ...(description === undefined ? {} : { description }),
    content,
    required: required === true,
    ...(name === undefined ? {} : { [bodyName]: name }),
  };
  context.origins.setObject(body, parameter.source);
  return body;
}

const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

function formFrom(
  operation: Located,
  parameters: readonly Located[],
  types: readonly string[] | undefined,
  context: UpgradeContext,
): MutableObject {
  const { origins } = context;
  const properties: MutableObject = {};
  const encoding: MutableObject = {};
  const required: string[] = [];
  let parts = false;
  for (const parameter of parameters) {
    const { in: place, type, collectionFormat, description } = asObject(parameter.value);
    const { name = place === "body" ? "body" : undefined } = asObject(parameter.value);
    const needed = asObject(parameter.value)["required"];
    if (typeof name !== "string") continue;
    const known = schemaOf(parameter);
    if (type === "file" || place === "body" || isFile(known)) parts = true;
    if (isList(type)) setMember(encoding, name, writtenAs(collectionFormat, "formData"));
    if (needed === true) required.push(name);
    const schema = known ?? schemaFrom(parameter, context);
    // The same parameter may belong to several operations, and is taken apart only once.
    mutable(parameter)["schema"] = schema;
    if (description !== undefined) (schema as MutableObject)["description"] = description;
    setMember(properties, name, schema);
  }
  const source = below(operation.source, "parameters");
  const schema: MutableObject = { type: "object", properties };
  if (required.length > 0) schema["required"] = required;
  origins.setObject(schema, source);
  const wanted = (types ?? []).filter((type) => formTypes.includes(type));
  const fallback = parts ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const fitting = parts ? wanted.filter((type) => type === "multipart/form-data") : wanted;
  const content: MutableObject = {};
  for (const type of fitting.length > 0 ? fitting : [fallback]) {
    content[type] = Object.keys(encoding).length > 0 ? { schema, encoding } : { schema };
  }
  const body = { content, required: required.length > 0 };
  origins.setObject(body, source);
  return body;
}
