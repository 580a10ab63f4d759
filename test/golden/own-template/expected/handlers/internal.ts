// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { KennelHandlers } from "../server.js";

// Kennel, Inc. Ask the team of the doghouse before you change this.
/** The handlers of the tag `internal`. */
export const internal = {
  /** `DELETE /dogs` */
  async dropAll(request, context): Promise<AnswerOf<KennelHandlers, "dropAll">> {
    return unimplemented(request, context);
  },
} satisfies Partial<KennelHandlers>;
