// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { notImplemented } from "../runtime/server/problem.js";
import type { PetStoreHandlers } from "../server.js";

/** The handlers of the tag `animals`. */
export const animals = {
  /** `GET /pets`: Returns a paginated list of animals. */
  async listPets(_request, _context): Promise<AnswerOf<PetStoreHandlers, "listPets">> {
    return notImplemented("listPets");
  },

  /** `POST /pets`: Adds a new animal. */
  async createPet(_request, _context): Promise<AnswerOf<PetStoreHandlers, "createPet">> {
    return notImplemented("createPet");
  },

  /** `GET /pets/{petId}`: Returns one animal by identifier. */
  async getPet(_request, _context): Promise<AnswerOf<PetStoreHandlers, "getPet">> {
    return notImplemented("getPet");
  },
} satisfies Partial<PetStoreHandlers>;
