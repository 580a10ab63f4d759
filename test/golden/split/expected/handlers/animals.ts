// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { notImplemented } from "../runtime/server/problem.js";
import type { ZooHandlers } from "../server.js";

/** The handlers of the tag `Animals`. */
export const animals = {
  /** `GET /animals` */
  async listAnimals(_request, _context): Promise<AnswerOf<ZooHandlers, "listAnimals">> {
    return notImplemented("listAnimals");
  },

  /** `POST /animals` */
  async addAnimal(_request, _context): Promise<AnswerOf<ZooHandlers, "addAnimal">> {
    return notImplemented("addAnimal");
  },
} satisfies Partial<ZooHandlers>;
