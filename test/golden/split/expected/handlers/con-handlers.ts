// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `con`. */
export const conHandlers = {
  /** `GET /con` */
  async getCon(request, context): Promise<AnswerOf<ZooHandlers, "getCon">> {
    return unimplemented(request, context);
  },
} satisfies Partial<ZooHandlers>;
