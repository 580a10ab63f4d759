import { timingSafeEqual } from "node:crypto";
import express from "express";
import { middleware } from "express-openapi-validator";
import { KEY, store } from "./server-store.ts";

const key = Buffer.from(KEY);

/** As its guide says, with the description of the Pet Store; replies are checked too. */
export const start = () =>
  new Promise((resolve) => {
    const app = express();
    app.use(express.json({ limit: "1mb" }));
    app.use(
      middleware({
        apiSpec: process.env.DESCRIPTION,
        validateRequests: true,
        validateResponses: true,
        validateSecurity: {
          handlers: {
            bearerAuth: async (request) => {
              const given = Buffer.from(
                (request.headers.authorization ?? "").replace(/^bearer /i, ""),
              );
              return given.length === key.length && timingSafeEqual(given, key);
            },
          },
        },
      }),
    );
    app.get("/v1/pets", async (request, response) => {
      const { limit, status } = request.query;
      response.json(await store.list(Number(limit), status));
    });
    app.post("/v1/pets", async (request, response) => {
      response.status(201).json(await store.add(request.body));
    });
    app.get("/v1/pets/:petId", async (request, response) => {
      const petId = Number(request.params.petId);
      const pet = await store.find(petId);
      if (pet) response.json(pet);
      else
        response
          .status(404)
          .json({ code: "not_found", message: `There is no pet ${petId}.`, status: 404 });
    });
    app.use((error, _request, response, _next) => {
      const status = error.status ?? 500;
      response.status(status).json({ code: "failed", message: error.message, status });
    });
    const server = app.listen(0, "127.0.0.1", () => resolve(server.address().port));
  });
