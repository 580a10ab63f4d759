// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.

import type { AnswerOf } from "../runtime/server/answer.js";
import { unimplemented } from "../runtime/server/problem.js";
import type { PetStoreHandlers } from "../server.js";

/** The handlers of the tag `animals`. */
export const animals = {
  /** `GET /pets`: Returns a paginated list of animals. */
  async listPets(request, context): Promise<AnswerOf<PetStoreHandlers, "listPets">> {
    return unimplemented(request, context);
  },

  /** `POST /pets`: Adds a new animal. */
  async createPet(request, context): Promise<AnswerOf<PetStoreHandlers, "createPet">> {
    return unimplemented(request, context);
  },

  /** `GET /pets/{petId}`: Returns one animal by identifier. */
  async getPet(request, context): Promise<AnswerOf<PetStoreHandlers, "getPet">> {
    return unimplemented(request, context);
  },
} satisfies Partial<PetStoreHandlers>;
