import { type Code, code, doc, join, json, key, name } from "../../emit/code.js";
import { isObject, type JsonObject } from "../../common/json.js";
import { constantName } from "../../model/names/naming.js";
import type { Emitter } from "../emitter.js";
import { apiTitle } from "../operation-docs.js";

/** `description.ts`. */
export const description: Emitter = {
  name: "description",
  purpose: "The description itself as data, for a server that gives it out as /openapi.json.",
  needs: [],
  emit(model, { options }) {
    if (!options.description || model.document === undefined) return [];
    const constant = name(`${constantName(model)}Description`);
    return [
      {
        path: "description.ts",
        code: code`${doc(`The description of ${apiTitle(model)}; pass it as the option \`description\` to serve \`GET /openapi.json\`.`)}export const ${constant}: object = ${documentCode(model.document())};`,
      },
    ];
  },
};

/** TypeScript has a limit for the types of the items of one list, unless each is said to be any object. */
function documentCode(document: JsonObject): Code {
  const { "x-bundled": bundled, ...others } = document;
  if (!Array.isArray(bundled)) return json(document);
  const items = bundled.map((one) => (isObject(one) ? code`${json(one)} as object` : json(one)));
  const members = Object.entries(others).map(([name, value]) => code`${key(name)}: ${json(value)}`);
  return code`{ ${join([...members, code`"x-bundled": [${join(items, ", ")}]`], ", ")} }`;
}
