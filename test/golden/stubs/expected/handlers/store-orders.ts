// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { notImplemented } from "../runtime/server/problem.js";
import type { StubsHandlers } from "../server.js";

/** The handlers of the tag `Store Orders`. */
export const storeOrders = {
  /** `GET /orders`: All orders. */
  async listOrders(_request, _context): Promise<AnswerOf<StubsHandlers, "listOrders">> {
    return notImplemented("listOrders");
  },

  /** `PUT /orders` */
  async putOrders(_request, _context): Promise<AnswerOf<StubsHandlers, "putOrders">> {
    return notImplemented("putOrders");
  },
} satisfies Partial<StubsHandlers>;
