import { type PetStoreServerOptions, createPetStoreServer } from "../../generated/server.js";
import type { Limiter } from "../../generated/runtime/server/limiter.js";
import { type Server } from "../../generated/runtime/server/server.js";
import { petStorePlans } from "../../generated/server.js";
import { animals } from "./handlers/animals.js";
import { type Caller, type Key, callerOf } from "./keys.js";
import { type Pets, petsInMemory } from "./pets.js";

export interface ServiceOptions extends Pick<
  PetStoreServerOptions<Caller>,
  "describe" | "onError" | "deprecationHeaders"
> {
  readonly keys: readonly Key[];
  readonly pets?: Pets;
  readonly limiter?: Limiter;
  /** For requests without a valid key, counted by address; those of the plan Free when left out. */
  readonly strangers?: NonNullable<Caller["limits"]>;
  /** How the time to wait after a 429 is told; seconds when left out. */
  readonly retryAfter?: "seconds" | "http-date";
}

/** The Pet Store, with its animals in memory. */
export function createService(options: ServiceOptions): Server {
  const {
    keys,
    limiter,
    retryAfter,
    pets = petsInMemory(),
    strangers = petStorePlans.Free,
    ...rest
  } = options;
  return createPetStoreServer<Caller>({
    ...rest,
    handlers: animals(pets),
    bearerAuth: (secret) => callerOf(keys, secret),
    rateLimit: {
      limiter,
      retryAfter,
      limits: (caller) => (caller ? caller.limits : strangers),
      key: (caller, request) => (caller ? `key ${caller.id}` : `address ${request.remoteAddress}`),
    },
  });
}
