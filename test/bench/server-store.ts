import type { NewPet, Pet, PetStatus } from "../../generated/types.js";

/** What every contender keeps: always as many animals, so that no round finds more than the one before. */
export const store = (() => {
  const statuses: readonly PetStatus[] = ["available", "pending", "sold"];
  const pets: Pet[] = Array.from({ length: 1000 }, (_, index) => ({
    id: index + 1,
    name: `Pet ${index + 1}`,
    categoryId: index % 50,
    status: statuses[index % 3] ?? "sold",
  }));
  let next = 0;
  return {
    async list(limit: number, status: PetStatus | undefined): Promise<Pet[]> {
      const found: Pet[] = [];
      for (const pet of pets) {
        if (found.length >= limit) break;
        if (status === undefined || pet.status === status) found.push(pet);
      }
      return found;
    },
    async add(pet: NewPet): Promise<Pet> {
      next = (next + 1) % 500;
      const added = { ...pet, id: 501 + next };
      pets[500 + next] = added;
      return added;
    },
    async find(id: number): Promise<Pet | undefined> {
      return pets[id - 1];
    },
  };
})();

export const KEY = "5f0c9d1e2b7a4c3d";

export interface Caller {
  readonly id: string;
}
