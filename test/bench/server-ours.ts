import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sameSecret } from "../../generated/runtime/server/authenticate.js";
import type { RateLimiting } from "../../generated/runtime/server/rate-limit.js";
import { nodeListener } from "../../generated/runtime/server/adapters/node.js";
import { createPetStoreServer } from "../../generated/server.js";
import { type Caller, KEY, store } from "./server-store.js";

/** The generated server, as it is in production; the peers do not count requests, so it does not either. */
export const start = (): Promise<number> => startWith({ limits: () => undefined });

export const startWith = (rateLimit: RateLimiting<Caller>): Promise<number> =>
  new Promise((resolve) => {
    const server = createPetStoreServer<Caller>({
      bearerAuth: async (token) => (sameSecret(token, KEY) ? { id: "bench" } : undefined),
      rateLimit,
      handlers: {
        async listPets({ query }) {
          return { status: 200, body: await store.list(query.limit, query.status) };
        },
        async createPet({ body }) {
          return { status: 201, body: await store.add(body) };
        },
        async getPet({ path }) {
          const pet = await store.find(path.petId);
          if (pet) return { status: 200, body: pet };
          const message = `There is no pet ${path.petId}.`;
          return { status: 404, body: { code: "not_found", message, status: 404 } };
        },
      },
    });
    const http = createServer(nodeListener(server));
    http.listen(0, "127.0.0.1", () => resolve((http.address() as AddressInfo).port));
  });
