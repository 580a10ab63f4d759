import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createPetStoreClient } from "../../generated/client.js";
import { nodeListener } from "../../generated/runtime/server/adapters/node.js";
import { type Key, keyOnPlan } from "./keys.js";
import { type ServiceOptions, createService } from "./service.js";

export const key: Key = keyOnPlan("tester", "s3cret", "Free");

/** Serves until the test ends; gives the base address. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** The service on a port of its own, a client for it, and a maker of more clients. */
export async function start(
  options: Partial<ServiceOptions> = {},
  client: { bearerAuth?: string; retries?: number } = {},
) {
  const baseUrl = await listen(nodeListener(createService({ keys: [key], ...options })));
  const fresh = (bearerAuth = client.bearerAuth ?? key.secret) =>
    createPetStoreClient({ baseUrl, retries: 0, ...client, bearerAuth });
  return { baseUrl, petStore: fresh(), fresh };
}
