// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { KennelHandlers } from "../server.js";

// Kennel, Inc. Ask the team of the doghouse before you change this.
/** The handlers of Kennel. */
export const kennel = {
  /** `GET /dogs`: All dogs. */
  async list_dogs_v2(request, context): Promise<AnswerOf<KennelHandlers, "list_dogs_v2">> {
    return unimplemented(request, context);
  },
} satisfies Partial<KennelHandlers>;
