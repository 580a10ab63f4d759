import { propertiesOf } from "../model/media.js";
import { sameValueParts } from "../model/children.js";
import { shapeOf } from "../model/parameters.js";
import type { Keywords, Media, Part, Schema, StyleEncoding } from "../model/types.js";

/** How the value of one property of a form becomes fields or parts, and the other way round. */
export type PartForm =
  | {
      /** Each value is a `Blob`, is JSON, or is text. */
      readonly kind: "file" | "json" | "text";
      /** There is one for each item of the list. */
      readonly repeated: boolean;
      /** Of one value: the items of the list where it is repeated. */
      readonly schema: Schema;
    }
  | { readonly kind: "style"; readonly encoding: StyleEncoding };

const plain: StyleEncoding = {
  kind: "style",
  style: "form",
  explode: true,
  allowReserved: false,
  shape: "scalar",
};

/**
 * OpenAPI 3.1, section 4.8.15.1.1, for both directions: objects go as JSON, files as they are, a list as one
 * field for each item. In `application/x-www-form-urlencoded`, lists of anything but scalars go as one JSON.
 */
export function partForm(part: Part, { codec }: Media): PartForm {
  const { schema, encoding, contentType } = part;
  if (encoding) return { kind: "style", encoding };
  const isJson = contentType !== undefined && /[/+]json$/i.test(contentType);
  if (codec === "form") {
    const items = shapeOf(schema) === "array" ? itemsOf(schema) : schema;
    return isJson || isNested(items)
      ? { kind: "json", repeated: false, schema }
      : { kind: "style", encoding: { ...plain, shape: shapeOf(schema) } };
  }
  const repeated = shapeOf(schema) === "array";
  const one = repeated ? itemsOf(schema) : schema;
  if (isJson || isNested(one)) return { kind: "json", repeated, schema: one };
  return { kind: isFile(one) ? "file" : "text", repeated, schema: one };
}

/** The type that is said of a part; undefined: a file brings its own, and text needs none. */
export function partType({ contentType }: Part, form: PartForm): string | undefined {
  const [first] = (contentType ?? "").split(",").map((one) => one.trim());
  const isChoice = first === "" || first?.includes("*") === true || contentType?.includes(",");
  if (form.kind !== "json") return isChoice ? undefined : first;
  return isChoice && !/[/+]json$/i.test(first ?? "") ? "application/json" : first;
}

/** Whether something may come in a form that the description does not name. */
export function isOpenForm({ schema }: Media): boolean {
  return schema === undefined || propertiesOf(schema).size === 0;
}

/** What the members of a form may be that it has beside those it names; undefined where it says nothing of others. */
export function otherFields({ schema }: Media): Schema | undefined {
  if (!schema) return undefined;
  const said = allOf(schema).flatMap(({ keywords }) => [
    keywords.additionalProperties,
    keywords.unevaluatedProperties,
    ...(keywords.patternProperties?.values() ?? []),
  ]);
  return said.find((one) => one && !one.keywords.nothing);
}

const anything: Keywords = {};

function itemsOf(schema: Schema): Schema {
  const found = allOf(schema).find(({ keywords }) => keywords.items)?.keywords.items;
  return found ?? { source: schema.source, name: undefined, keywords: anything };
}

function isNested(schema: Schema): boolean {
  return shapeOf(schema) !== "scalar";
}

function isFile(schema: Schema): boolean {
  return (
    allOf(schema).some(({ keywords }) => {
      const { format, contentMediaType, contentEncoding } = keywords;
      return format === "binary" || (contentMediaType !== undefined && !contentEncoding);
    }) || isAnything(schema)
  );
}

/** Without a type, a part is bytes (OpenAPI 3.1, section 4.8.15.1.1). */
function isAnything({ keywords }: Schema): boolean {
  const {
    prose: _,
    deprecated: __,
    extensions: ___,
    examples: ____,
    readOnly: _____,
    writeOnly: ______,
    ...rest
  } = keywords;
  return Object.keys(rest).length === 0;
}

function allOf(schema: Schema, found = new Set<Schema>()): readonly Schema[] {
  if (!found.has(schema)) {
    found.add(schema);
    for (const part of sameValueParts(schema)) allOf(part, found);
  }
  return [...found];
}
