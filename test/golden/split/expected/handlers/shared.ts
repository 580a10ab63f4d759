// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { notImplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `shared`. */
export const shared = {
  /** `GET /shared` */
  async getShared(_request, _context): Promise<AnswerOf<ZooHandlers, "getShared">> {
    return notImplemented("getShared");
  },
} satisfies Partial<ZooHandlers>;
