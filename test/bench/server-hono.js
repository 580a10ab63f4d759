import { timingSafeEqual } from "node:crypto";
import { serve } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { z } from "zod";
import { KEY, store } from "./server-store.ts";

const status = z.enum(["available", "pending", "sold"]);
const newPet = z.object({ name: z.string(), categoryId: z.int(), status: status.optional() });
const query = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  status: status.optional(),
});
const key = Buffer.from(KEY);

/** As its guide says, on its adapter for Node. */
export const start = () =>
  new Promise((resolve) => {
    const app = new Hono();
    app.use(
      "/v1/*",
      bearerAuth({
        verifyToken: async (token) => {
          const given = Buffer.from(token);
          return given.length === key.length && timingSafeEqual(given, key);
        },
      }),
    );
    app.get("/v1/pets", zValidator("query", query), async (context) => {
      const { limit, status } = context.req.valid("query");
      return context.json(await store.list(limit, status));
    });
    app.post("/v1/pets", zValidator("json", newPet), async (context) =>
      context.json(await store.add(context.req.valid("json")), 201),
    );
    const path = z.object({ petId: z.coerce.number().int() });
    app.get("/v1/pets/:petId", zValidator("param", path), async (context) => {
      const { petId } = context.req.valid("param");
      const pet = await store.find(petId);
      if (pet) return context.json(pet);
      return context.json(
        { code: "not_found", message: `There is no pet ${petId}.`, status: 404 },
        404,
      );
    });
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port));
  });
