import { randomBytes } from "node:crypto";
import { serve } from "../../generated/runtime/server/adapters/serve.js";
import { keyOnPlan } from "./keys.js";
import { createService } from "./service.js";

const secret = randomBytes(16).toString("hex");
const service = createService({
  keys: [keyOnPlan("visitor", secret, "Free")],
  onError: (error) => console.error(error),
});
const { port } = await serve(service, {
  port: Number(process.env["PORT"] ?? 8080),
  hostname: "127.0.0.1",
  onStop: () => console.log("Stopped."),
});
const url = `http://127.0.0.1:${port}/v1`;
console.log(`The Pet Store is at ${url}

Your API key, on the plan Free: ${secret}

Add an animal and list all:

  curl -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' -d '{"name":"Ada","categoryId":1}' ${url}/pets
  curl -H 'Authorization: Bearer ${secret}' ${url}/pets
`);
