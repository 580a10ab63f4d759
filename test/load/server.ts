import { serve } from "../../generated/runtime/server/adapters/serve.js";
import { type Key, keyOnPlan } from "../petstore/keys.js";
import { createService } from "../petstore/service.js";
import { compactPets } from "./pets.js";

/** What the process under load says when it is asked, after everything that can be was collected. */
export interface Measure {
  readonly heap: number;
  /** Outside of the heap, without what the animals take up. */
  readonly outside: number;
  readonly resident: number;
  readonly pets: number;
  readonly connections: number;
  /** What was given to `onError`, and what nobody caught. */
  readonly errors: readonly string[];
  /** Microseconds of processor time so far. */
  readonly cpu: number;
}

const plenty = [
  { requests: 1_000_000_000, seconds: 60 },
  { requests: 1_000_000_000, seconds: 86_400 },
];
const keys: Key[] = [
  { id: "loader", secret: "load-key", limits: plenty },
  keyOnPlan("limited", "free-key", "Free"),
];

const errors: string[] = [];
const note = (error: unknown): void =>
  void errors.push(error instanceof Error ? (error.stack ?? "") : String(error));
process.on("uncaughtException", note);
process.on("unhandledRejection", note);

const pets = compactPets();
const service = createService({ keys, pets, strangers: plenty, onError: note });
const { port, http } = await serve(service, {
  port: 0,
  hostname: "127.0.0.1",
  headersTimeout: 2000,
  requestTimeout: 4000,
  keepAliveTimeout: 60_000,
});

process.on("message", () => {
  for (let turn = 0; turn < 3; turn++) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  http.getConnections((_, connections) => {
    const measure: Measure = {
      heap: heapUsed,
      outside: external - pets.bytes,
      resident: rss,
      pets: pets.count,
      connections,
      errors,
      cpu: user + system,
    };
    process.send?.(measure);
  });
});
process.on("disconnect", () => process.exit());
process.send?.(port);
