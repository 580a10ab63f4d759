// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { StubsHandlers } from "../server.js";

/** The handlers of the tag `Store Orders`. */
export const storeOrders = {
  /** `GET /orders`: All orders. */
  async listOrders(request, context): Promise<AnswerOf<StubsHandlers, "listOrders">> {
    return unimplemented(request, context);
  },

  /** `PUT /orders` */
  async putOrders(request, context): Promise<AnswerOf<StubsHandlers, "putOrders">> {
    return unimplemented(request, context);
  },
} satisfies Partial<StubsHandlers>;
