import { createApi } from "@reduxjs/toolkit/query";
import { createKennelClient } from "./out/index.js";

export const api = createApi({ baseQuery: undefined, endpoints: () => ({}) });
export const client = createKennelClient({ baseUrl: "http://kennel.example" });
