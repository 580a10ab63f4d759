// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { notImplemented } from "../runtime/server/problem.js";
import type { KennelHandlers } from "../server.js";

// Kennel, Inc. Ask the team of the doghouse before you change this.
/** The handlers of Kennel. */
export const kennel = {
  /** `GET /dogs`: All dogs. */
  async list_dogs_v2(_request, _context): Promise<AnswerOf<KennelHandlers, "list_dogs_v2">> {
    return notImplemented("list_dogs_v2");
  },
} satisfies Partial<KennelHandlers>;
