import { code, doc, json, name } from "../../emit/code.js";
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
        code: code`${doc(`The description of ${apiTitle(model)}; pass it as the option \`description\` to serve \`GET /openapi.json\`.`)}export const ${constant}: object = ${json(model.document())};`,
      },
    ];
  },
};
