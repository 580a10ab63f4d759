// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `Animals`. */
export const animals = {
  /** `GET /animals` */
  async listAnimals(request, context): Promise<AnswerOf<ZooHandlers, "listAnimals">> {
    return unimplemented(request, context);
  },

  /** `POST /animals` */
  async addAnimal(request, context): Promise<AnswerOf<ZooHandlers, "addAnimal">> {
    return unimplemented(request, context);
  },
} satisfies Partial<ZooHandlers>;
