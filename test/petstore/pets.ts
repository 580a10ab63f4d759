import type { NewPet, Pet, PetStatus } from "../../generated/types.js";

/** Where the animals are kept. */
export interface Pets {
  /** The oldest ones first; not more than `limit`. */
  list(limit: number, status: PetStatus | undefined): Promise<readonly Pet[]>;
  add(pet: NewPet): Promise<Pet>;
  find(id: number): Promise<Pet | undefined>;
}

export interface PetsOptions {
  /** The status of an animal that is added without one; it has none when left out. */
  readonly defaultStatus?: PetStatus;
}

/** Keeps animals in memory, under ids from 1. */
export function petsInMemory({ defaultStatus }: PetsOptions = {}): Pets {
  const pets = new Map<number, Pet>();
  return {
    async list(limit, status) {
      const found: Pet[] = [];
      for (const pet of pets.values()) {
        if (found.length >= limit) break;
        if (status === undefined || pet.status === status) found.push(pet);
      }
      return found;
    },
    async add(newPet) {
      const status = newPet.status ?? defaultStatus;
      const pet: Pet = {
        id: pets.size + 1,
        name: newPet.name,
        categoryId: newPet.categoryId,
        ...(status === undefined ? {} : { status }),
      };
      pets.set(pet.id, pet);
      return pet;
    },
    async find(id) {
      return pets.get(id);
    },
  };
}
