import { timingSafeEqual } from "node:crypto";
import { type FastifyRequest, fastify } from "fastify";
import type { NewPet, PetStatus } from "../../generated/types.js";
import { KEY, store } from "./server-store.js";

const id = { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const status = { type: "string", enum: ["available", "pending", "sold"] };
const newPet = {
  type: "object",
  required: ["name", "categoryId"],
  properties: { name: { type: "string" }, categoryId: id, status },
};
const pet = {
  ...newPet,
  required: ["id", "name", "categoryId"],
  properties: { ...newPet.properties, id },
};
const failure = {
  type: "object",
  properties: {
    code: { type: "string" },
    message: { type: "string" },
    status: { type: "integer" },
  },
};
const key = Buffer.from(KEY);

/** As its guide says: a schema for each part of a request, and for each reply. */
export async function start(): Promise<number> {
  const app = fastify({ ajv: { customOptions: { removeAdditional: false, allErrors: false } } });
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    const given = Buffer.from((request.headers.authorization ?? "").replace(/^bearer /i, ""));
    if (given.length !== key.length || !timingSafeEqual(given, key))
      throw Object.assign(new Error("Valid credentials are needed."), { statusCode: 401 });
  };
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 401) void reply.header("www-authenticate", "Bearer");
    void reply.status(status).send({ code: "failed", message: error.message, status });
  });
  app.get<{ Querystring: { limit: number; status?: PetStatus } }>(
    "/v1/pets",
    {
      onRequest,
      schema: {
        querystring: {
          type: "object",
          properties: { limit: { type: "integer", minimum: 1, maximum: 100, default: 20 }, status },
        },
        response: { 200: { type: "array", items: pet }, 401: failure },
      },
    },
    async ({ query }) => store.list(query.limit, query.status),
  );
  app.post<{ Body: NewPet }>(
    "/v1/pets",
    { onRequest, schema: { body: newPet, response: { 201: pet, 400: failure, 401: failure } } },
    async ({ body }, reply) => reply.status(201).send(await store.add(body)),
  );
  app.get<{ Params: { petId: number } }>(
    "/v1/pets/:petId",
    {
      onRequest,
      schema: {
        params: { type: "object", properties: { petId: id } },
        response: { 200: pet, 401: failure, 404: failure },
      },
    },
    async ({ params }, reply) => {
      const found = await store.find(params.petId);
      if (found) return found;
      const message = `There is no pet ${params.petId}.`;
      return reply.status(404).send({ code: "not_found", message, status: 404 });
    },
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : 0;
}
