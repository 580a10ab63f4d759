// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `../../up`. */
export const up = {
  /** `GET /up` */
  async getUp(request, context): Promise<AnswerOf<ZooHandlers, "getUp">> {
    return unimplemented(request, context);
  },

  /** `GET /case` */
  async getCase(request, context): Promise<AnswerOf<ZooHandlers, "getCase">> {
    return unimplemented(request, context);
  },
} satisfies Partial<ZooHandlers>;
