import { setTimeout } from "node:timers/promises";
import { serve } from "generated/runtime/server/adapters/serve.js";
import { Problem } from "generated/runtime/server/problem.js";
import { createPetStoreServer } from "generated/server.js";
import type { Pet } from "generated/types.js";
import type { Behave } from "./behave.ts";

type Operation = Parameters<Behave>[0];
type Behavior = Parameters<Behave>[1];

/** A Pet Store on the generated server, with ten animals, over HTTP. */
export async function startService(): Promise<{
  readonly url: string;
  readonly behave: Behave;
  stop(): Promise<void>;
}> {
  const pets: Pet[] = Array.from({ length: 10 }, (_, at) => ({
    id: at + 1,
    name: `Pet ${at + 1}`,
    categoryId: 1,
    status: at % 2 === 0 ? "available" : "sold",
  }));
  const behaviors = new Map<Operation, { left: number; readonly behavior: Behavior }>();
  const behaved = async (operation: Operation): Promise<void> => {
    const found = behaviors.get(operation);
    if (!found || found.left-- <= 0) return;
    const { delay = 0, status, headers = {} } = found.behavior;
    await setTimeout(delay);
    if (status !== undefined) throw new Problem(status, { headers });
  };
  const server = createPetStoreServer({
    bearerAuth: () => "anyone",
    cors: { origins: "*" },
    rateLimit: { limits: () => [{ requests: 1000, seconds: 1 }] },
    handlers: {
      listPets: async ({ query: { limit, offset, status } }) => {
        await behaved("listPets");
        const found = pets.filter((pet) => status === undefined || pet.status === status);
        return { status: 200, body: found.slice(offset, offset + limit) };
      },
      createPet: async ({ body }) => {
        await behaved("createPet");
        const pet = { ...body, id: pets.length + 1 };
        pets.push(pet);
        return { status: 201, body: pet };
      },
      getPet: async ({ path: { petId } }) => {
        await behaved("getPet");
        const pet = pets.find(({ id }) => id === petId);
        if (!pet) throw new Problem(404);
        return { status: 200, body: pet };
      },
    },
  });
  const { port, stop } = await serve(server, { port: 0, hostname: "127.0.0.1", signals: [] });
  const behave: Behave = (operation, behavior) => {
    behaviors.set(operation, { left: behavior.times ?? Infinity, behavior });
  };
  return { url: `http://127.0.0.1:${port}/v1`, behave, stop };
}
