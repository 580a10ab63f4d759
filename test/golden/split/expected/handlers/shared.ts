// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `shared`. */
export const shared = {
  /** `GET /shared` */
  async getShared(request, context): Promise<AnswerOf<ZooHandlers, "getShared">> {
    return unimplemented(request, context);
  },
} satisfies Partial<ZooHandlers>;
