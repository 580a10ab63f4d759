import { type Code, code } from "../emit/code.js";
import { exactCodec } from "../model/passes/exact.js";
import type { ApiModel, NamedSchema } from "../model/types.js";
import { namesCode, written } from "./names.js";
import { exactJson, exactSchemas } from "./wire/int64.js";

/** How a value of a schema, with the names, dates and int64s of its type, is made from what `JSON.parse` returns, and back. */
export interface JsonConversion {
  readonly schema: NamedSchema;
  from(json: Code): Code;
  to(value: Code): Code;
}

/** Of each schema but those with dates or int64s that no operation has: generated code knows nothing of where these are. */
export function jsonConversions(model: ApiModel): readonly JsonConversion[] {
  const known = exactSchemas(model);
  const schemas = model.schemas.filter((one) => known.has(one) || !exactCodec(one));
  return schemas.map((schema) => {
    const [exact, names] = [exactJson(schema), namesCode(schema)];
    return {
      schema,
      from(json) {
        const read = exact ? code`${exact}.read(JSON.stringify(${json} ?? null))` : json;
        return names ? code`${names}.read(${read})` : read;
      },
      to(value) {
        const plain = written(schema, value);
        return exact ? code`JSON.parse(${exact}.write(${plain}) ?? "null")` : plain;
      },
    };
  });
}
