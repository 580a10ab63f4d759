import { type Code, code, empty, name } from "../../emit/code.js";
import type { OutputFile } from "../../emit/file.js";
import { operationNames } from "../../model/operations.js";
import type { ApiModel } from "../../model/types.js";

const errors = "ApiError ConnectionError RateLimitError TimeoutError UnexpectedResponse";

/** `index.ts`: what apps import. Not validators and the server, which an editor would load for every app. */
export function indexFile(model: ApiModel): OutputFile {
  const taken = new Set<string>([
    ...model.schemas.map((schema) => schema.name),
    ...model.replies.map((reply) => reply.name),
    ...model.operations.flatMap(({ names }) => operationNames(names)),
  ]);
  /** A name of the description's stays, and that of the runtime gets the API's in front. */
  const exported = (of: string, isType = false): Code => {
    const own = taken.has(of) ? code` as ${name(`${model.name}${of}`)}` : empty;
    return code`${isType ? code`type ` : empty}${name(of)}${own}`;
  };
  return {
    path: "index.ts",
    owner: "generator",
    code: empty,
    exports: [
      { from: "./client.js" },
      {
        from: "./runtime/client/errors.js",
        names: [
          ...errors.split(" ").map((one) => exported(one)),
          exported("CallError", true),
          exported("ErrorOf", true),
        ],
      },
      {
        from: "./runtime/client/client.js",
        names: [exported("Call", true), exported("CallOptions", true)],
      },
      { from: "./types.js" },
    ],
  };
}
