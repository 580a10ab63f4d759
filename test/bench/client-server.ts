import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pets } from "./client-pets.js";

// Started by the bench in a process of its own, so that its time is not counted.
const headers = {
  "content-type": "application/json",
  "x-ratelimit-limit": "60",
  "x-ratelimit-remaining": "59",
  "x-ratelimit-reset": "1767323045",
};
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(request.method === "POST" ? 201 : 200, headers);
  response.end(request.url?.includes("?") ? pets : JSON.stringify(JSON.parse(pets)[0]));
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on("disconnect", () => process.exit());
