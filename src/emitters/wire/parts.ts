import { sameValueParts } from "../../model/walks/children.js";
import { reachable } from "../../common/collections.js";
import { annotations } from "../../model/keywords.js";
import { shapeOf } from "../../model/parameters.js";
import { meantTypes } from "../../model/walks/values.js";
import { itemsOf, membersOf } from "../../model/walks/members.js";
import type { JsonType, Media, Part, Schema, StyleEncoding } from "../../model/types.js";

/** Serialization of one property of a form as fields or parts. */
export type PartForm =
  | {
      /** Each value is a `Blob`, is JSON, or is text, where lists and objects are JSON. */
      readonly kind: "file" | "json" | "text";
      /** There is one for each item of the list; `either`: the value may also be none. */
      readonly repeated: boolean | "either";
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
 * field for each item. In `application/x-www-form-urlencoded`, lists of anything but scalars go as one JSON. Where a value
 * may be of several kinds, each goes as what it is.
 */
export function partForm(part: Part, { codec }: Media): PartForm {
  const { schema, encoding, contentType } = part;
  if (encoding) return { kind: "style", encoding };
  const isJson = contentType !== undefined && /[/+]json$/i.test(contentType);
  const shape = shapeOf(schema);
  const isMixed = shape === "mixed" && !isJson && part.headers.length === 0;
  const hasList = isMixed && meantTypes(schema)?.includes("array") === true;
  if (codec === "form") {
    const isFlat = isMixed || shape === "array" ? !hasNested(schema) : shape === "scalar";
    if (isFlat && !isJson) return { kind: "style", encoding: { ...plain, shape } };
    return { kind: isMixed ? "text" : "json", repeated: false, schema };
  }
  if (isMixed) {
    const hasFile = isFile(schema) || (hasList && isFile(itemOf(schema)));
    return { kind: hasFile ? "file" : "text", repeated: hasList && "either", schema };
  }
  const repeated = shape === "array";
  const one = repeated ? itemOf(schema) : schema;
  if (isJson || isNested(one)) return { kind: "json", repeated, schema: one };
  return { kind: isFile(one) || isAnything(one) ? "file" : "text", repeated, schema: one };
}

/** The type that is said of a part; undefined: a file brings its own, and text needs none. */
export function partType({ contentType }: Part, form: PartForm): string | undefined {
  const [first] = (contentType ?? "").split(",").map((one) => one.trim());
  const isChoice = first === "" || first?.includes("*") === true || contentType?.includes(",");
  if (form.kind !== "json") return isChoice ? undefined : first;
  return isChoice && !/[/+]json$/i.test(first ?? "") ? "application/json" : first;
}

export function isOpenForm({ parts }: Media): boolean {
  return parts.length === 0;
}

/** Additional members of a form. */
export interface OtherParts {
  /** By the pattern of their names. */
  readonly patterns: readonly (readonly [pattern: string, part: Part])[];
  readonly rest: Part | undefined;
  /** `rest`, unless those may be any texts and files: `additionalProperties: true` says no more than its absence. */
  readonly described: Part | undefined;
}

export function otherParts({ schema, codec }: Media): OtherParts {
  if (!schema) return { patterns: [], rest: undefined, described: undefined };
  const { patterns, rest } = membersOf(schema);
  const part = rest && otherPart(rest);
  return {
    patterns: [...patterns].map(([pattern, one]) => [pattern, otherPart(one)] as const),
    rest: part,
    described: part && codec === "multipart" && isAnything(part.schema) ? undefined : part,
  };
}

function otherPart(schema: Schema): Part {
  return {
    name: "",
    required: false,
    schema,
    encoding: undefined,
    contentType: undefined,
    headers: [],
  };
}

/** The schema that stands for all items of a list, each of which is a part. */
function itemOf(schema: Schema): Schema {
  const all = eachItem(schema);
  const [only, ...others] = all;
  if (only && others.length === 0) return only;
  return { source: schema.source, name: undefined, keywords: { anyOf: all } };
}

function eachItem(schema: Schema): readonly Schema[] {
  const { first, rest } = itemsOf(schema);
  const found = [...first, rest].flatMap((one) => one ?? []);
  return found.length > 0 ? found : [{ source: schema.source, name: undefined, keywords: {} }];
}

/** Its values may be objects, or lists of more than scalars, among others. */
export function hasNested(schema: Schema): boolean {
  return meantTypes(schema)?.includes("object") === true || eachItem(schema).some(isNested);
}

function isNested(schema: Schema): boolean {
  return shapeOf(schema) !== "scalar";
}

/** The schema that a part may hold in the place of a file: a text beside `format: binary`. */
export function besidesFile({ keywords: { anyOf = [], oneOf = [] } }: Schema): readonly Schema[] {
  const isOne = (type: JsonType): boolean => type !== "null" && type !== "array";
  return [...anyOf, ...oneOf].filter((one) => !isFile(one) && meantTypes(one)?.some(isOne));
}

function isFile(schema: Schema): boolean {
  return [...reachable([schema], sameValueParts)].some(({ keywords }) => {
    const { format, contentMediaType, contentEncoding } = keywords;
    if (format === "binary") return true;
    // JSON is written in a field, as FastAPI reads it for `Json`: there a part with a file name is none.
    const isBytes = contentMediaType !== undefined && !/[/+]json\b/i.test(contentMediaType);
    return isBytes && !contentEncoding;
  });
}

/** The description says in which encoding its text is, or has the encoding beside it: then it is not to be decoded. */
export function isEncoded({ schema, headers }: Part): boolean {
  if (headers.some(({ name }) => name.toLowerCase() === "content-transfer-encoding")) return true;
  const all = reachable([schema, ...eachItem(schema)], sameValueParts);
  return [...all].some(({ keywords }) => keywords.contentEncoding !== undefined);
}

/** Without a type, a part is bytes (OpenAPI 3.1, section 4.8.15.1.1). */
function isAnything({ keywords }: Schema): boolean {
  return Object.keys(keywords).every((word) => word !== "default" && annotations.has(word));
}
