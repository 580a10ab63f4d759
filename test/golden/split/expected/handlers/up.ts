// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { notImplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `../../up`. */
export const up = {
  /** `GET /up` */
  async getUp(_request, _context): Promise<AnswerOf<ZooHandlers, "getUp">> {
    return notImplemented("getUp");
  },

  /** `GET /case` */
  async getCase(_request, _context): Promise<AnswerOf<ZooHandlers, "getCase">> {
    return notImplemented("getCase");
  },
} satisfies Partial<ZooHandlers>;
