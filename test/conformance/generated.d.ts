// The server that the conformance test generates before it bundles the adapter.
declare module "generated/server.ts" {
  import type { Server } from "../../src/runtime/server.js";
  export function createServerConformancePetstoreServer(options: object): Server;
}
declare module "generated/runtime/node.ts" {
  export { attach } from "../../src/runtime/node.js";
}
declare module "generated/runtime/problem.ts" {
  export { Problem } from "../../src/runtime/problem.js";
}
