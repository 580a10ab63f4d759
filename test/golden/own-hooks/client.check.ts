import { createKennelClient } from "./out/index.js";
import { createKennelQueries } from "./out/queries.js";

export const client = createKennelClient({ baseUrl: "http://kennel.example" });
export const queries = createKennelQueries(client);
