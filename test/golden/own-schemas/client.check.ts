import { createKennelClient } from "./out/index.js";

export const client = createKennelClient({ baseUrl: "http://kennel.example" });
