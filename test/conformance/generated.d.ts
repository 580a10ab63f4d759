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
declare module "generated/runtime/express.ts" {
  export { expressHandler } from "../../src/runtime/express.js";
}
declare module "generated/runtime/fastify.ts" {
  export { fastifyErrors, fastifyPlugin } from "../../src/runtime/fastify.js";
}
declare module "generated/runtime/koa.ts" {
  export { koaMiddleware } from "../../src/runtime/koa.js";
}
