// The server that the conformance test generates before it bundles the adapter.
declare module "generated/server.ts" {
  import type { Server } from "../../src/runtime/server/server.js";
  export function createServerConformancePetstoreServer(options: object): Server;
}
declare module "generated/runtime/server/adapters/node.ts" {
  export { attach } from "../../src/runtime/server/adapters/node.js";
}
declare module "generated/runtime/server/problem.ts" {
  export { Problem } from "../../src/runtime/server/problem.js";
}
declare module "generated/runtime/server/adapters/express.ts" {
  export { expressHandler } from "../../src/runtime/server/adapters/express.js";
}
declare module "generated/runtime/server/adapters/fastify.ts" {
  export { fastifyErrors, fastifyPlugin } from "../../src/runtime/server/adapters/fastify.js";
}
declare module "generated/runtime/server/adapters/koa.ts" {
  export { koaMiddleware } from "../../src/runtime/server/adapters/koa.js";
}
