// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { notImplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `動物`. */
export const zoo = {
  /** `GET /far` */
  async getFar(_request, _context): Promise<AnswerOf<ZooHandlers, "getFar">> {
    return notImplemented("getFar");
  },

  /** `GET /plain` */
  async getPlain(_request, _context): Promise<AnswerOf<ZooHandlers, "getPlain">> {
    return notImplemented("getPlain");
  },
} satisfies Partial<ZooHandlers>;
