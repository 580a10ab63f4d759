// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `Keepers & Co`. */
export const keepersCo = {
  /** `GET /keepers/{name}` */
  async getKeeper(request, context): Promise<AnswerOf<ZooHandlers, "getKeeper">> {
    return unimplemented(request, context);
  },
} satisfies Partial<ZooHandlers>;
