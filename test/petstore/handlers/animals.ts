import type { PetStoreHandlers } from "../../../generated/server.js";
import type { Caller } from "../keys.js";
import type { Pets } from "../pets.js";

/** The handlers of the tag `animals`. */
export function animals(pets: Pets) {
  return {
    /** `GET /pets`: Returns a paginated list of animals. */
    async listPets({ query }) {
      return { status: 200, body: [...(await pets.list(query.limit, query.status))] };
    },

    /** `POST /pets`: Adds a new animal. */
    async createPet({ body }) {
      return { status: 201, body: await pets.add(body) };
    },

    /** `GET /pets/{petId}`: Returns one animal by identifier. */
    async getPet({ path }) {
      const pet = await pets.find(path.petId);
      if (pet) return { status: 200, body: pet };
      return {
        status: 404,
        body: { code: "not_found", message: `There is no pet ${path.petId}.`, status: 404 },
      };
    },
  } satisfies Partial<PetStoreHandlers<Caller>>;
}
