import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { createPetStoreClient } from "generated/client.js";
import { PetStoreContext } from "generated/hooks.js";
import { createPetStoreQueries } from "generated/queries.js";
import { Page } from "./page.tsx";

/** The service that the address names; a mock in the browser where it names none. */
const service = new URLSearchParams(location.search).get("service");
if (service === null) await (await import("./mock.ts")).startMock();

const api = createPetStoreClient({
  baseUrl: service ?? `${location.origin}/v1`,
  bearerAuth: "any",
});
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <PetStoreContext value={createPetStoreQueries(api)}>
        <Page />
      </PetStoreContext>
    </QueryClientProvider>,
  );
