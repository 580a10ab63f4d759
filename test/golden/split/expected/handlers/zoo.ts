// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `動物`. */
export const zoo = {
  /** `GET /far` */
  async getFar(request, context): Promise<AnswerOf<ZooHandlers, "getFar">> {
    return unimplemented(request, context);
  },

  /** `GET /plain` */
  async getPlain(request, context): Promise<AnswerOf<ZooHandlers, "getPlain">> {
    return unimplemented(request, context);
  },
} satisfies Partial<ZooHandlers>;
