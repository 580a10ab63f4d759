import { Ajv2020, type CodeKeywordDefinition, type ValidateFunction } from "ajv/dist/2020.js";
import type { Config } from "../../src/config/options.js";
import addFormats from "ajv-formats";
import type { ApiModel, NamedSchema, Schema } from "../../src/model/types.js";
import { jsonSchemaOf, placeOf } from "./json-schema.js";

/** Formats that ajv-formats has, and neither JSON Schema nor OpenAPI's registry. */
const otherFormats = {
  url: "JSON Schema 2020-12, section 7.3, has `uri`; OpenAPI's format registry has no `url`",
} as const;

const DOCUMENT = "document:";

/** What ajv says of values: for schemas with a name by the description's own text, for others by the model. */
export class Oracle {
  readonly #ajv: Ajv2020;
  readonly #document: unknown;
  readonly #file: string;
  /** To ajv, a `$dynamicAnchor` among `$defs` is that of the schema around them, so that it judges by the model instead. */
  readonly #isDynamic: boolean;
  readonly #known = new Map<Schema, ValidateFunction | undefined>();
  /** Schemas that ajv does not take, with what it says. */
  readonly refused = new Map<string, string>();

  constructor(model: ApiModel, { formats = "assert", oneOf = "one" }: Partial<Config>) {
    this.#ajv = new Ajv2020({
      strict: false,
      ownProperties: true,
      // Else 0.47 would be no multiple of 0.01.
      multipleOfPrecision: 5,
      validateSchema: false,
      validateFormats: formats === "assert",
      logger: false,
      code: { regExp: Object.assign(expression, { code: "new RegExp" }) },
    });
    const anyOf = this.#ajv.getKeyword("anyOf");
    if (oneOf === "any" && typeof anyOf === "object")
      this.#ajv
        .removeKeyword("oneOf")
        .addKeyword({ ...anyOf, keyword: "oneOf" } as CodeKeywordDefinition);
    addFormats.default(this.#ajv);
    for (const name of Object.keys(otherFormats)) this.#ajv.addFormat(name, true);
    this.#file = model.source.file;
    this.#document = readable(model.document?.());
    this.#isDynamic = JSON.stringify(this.#document).includes('"$dynamicRef"');
    this.#add(DOCUMENT, this.#document);
    for (const schema of model.schemas) this.#add(placeOf(schema.name), jsonSchemaOf(schema));
  }

  /** Undefined where ajv cannot say. */
  judge(schema: Schema, value: unknown): boolean | undefined {
    return this.#verdict(schema, () => this.#ofModel(schema), value);
  }

  /** As the description itself says it, before anything was made of it. */
  judgeNamed(schema: NamedSchema, value: unknown): boolean | undefined {
    const place = documentPlace(schema);
    const own =
      schema.source.file === this.#file &&
      isThere(this.#document, place) &&
      !this.#isDirectional() &&
      !this.#isDynamic;
    if (!own) return this.judge(schema, value);
    return this.#verdict(
      schema,
      () => this.#compiled({ $ref: `${DOCUMENT}#${encoded(place)}` }),
      value,
    );
  }

  #verdict(
    schema: Schema,
    make: () => ValidateFunction | undefined,
    value: unknown,
  ): boolean | undefined {
    if (!this.#known.has(schema)) this.#known.set(schema, this.#safely(schema, make));
    try {
      return this.#known.get(schema)?.(value);
    } catch (error) {
      // Schemas that are nothing but each other.
      if (!(error instanceof RangeError)) throw error;
      this.#known.set(schema, undefined);
      return undefined;
    }
  }

  #safely(schema: Schema, make: () => ValidateFunction | undefined): ValidateFunction | undefined {
    try {
      return make();
    } catch (error) {
      const { file, pointer } = schema.source;
      this.refused.set(schema.name ?? `${file}#${pointer}`, (error as Error).message);
      return undefined;
    }
  }

  #ofModel(schema: Schema): ValidateFunction | undefined {
    if (schema.name !== undefined) return this.#compiled({ $ref: placeOf(schema.name) });
    const written = jsonSchemaOf(schema);
    return written && this.#compiled(written);
  }

  #compiled(schema: object): ValidateFunction {
    return this.#ajv.compile(schema);
  }

  #add(place: string, schema: unknown): void {
    if (typeof schema !== "object" || schema === null) return;
    try {
      this.#ajv.addSchema(schema, place);
    } catch (error) {
      this.refused.set(place, (error as Error).message);
    }
  }

  /** OpenAPI 3.0: what is required differs between requests and replies, which no JSON Schema says. */
  #isDirectional(): boolean {
    return (this.#directional ??= /"(read|write)Only":true/.test(JSON.stringify(this.#document)));
  }
  #directional: boolean | undefined;
}

/**
 * Without what ajv reads otherwise: OpenAPI's `nullable` where there is no `type`, and lists of branches that are empty,
 * which JSON Schema 2020-12, section 10.2.1, does not allow, so that they say nothing.
 */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value;
  const isLeftOut = ([key, one]: [string, unknown]): boolean =>
    (key === "nullable" && typeof one === "boolean" && !("type" in value)) ||
    (/^(allOf|anyOf|oneOf)$/.test(key) && Array.isArray(one) && one.length === 0);
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry) => !isLeftOut(entry))
      .map(([key, one]) => [key, readable(one)]),
  );
}

/** As browsers read `pattern` of a form: what is none with the flag is read without. */
function expression(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

/** Where a schema stands in the description as one document of OpenAPI 3.1. */
function documentPlace({ source: { pointer } }: Schema): string {
  return pointer.replace(/^\/definitions\//, "/components/schemas/");
}

function isThere(document: unknown, pointer: string): boolean {
  let value = document;
  for (const token of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return false;
    value = (value as Record<string, unknown>)[token.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return typeof value === "object" && value !== null;
}

function encoded(pointer: string): string {
  return pointer.split("/").map(encodeURIComponent).join("/");
}
