// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { StubsHandlers } from "../server.js";

/** The handlers of Stubs. */
export const stubs = {
  /** `GET /health` */
  async health(request, context): Promise<AnswerOf<StubsHandlers, "health">> {
    return unimplemented(request, context);
  },
} satisfies Partial<StubsHandlers>;
