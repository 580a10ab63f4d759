import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { Place } from "../command.js";

const petstore = fileURLToPath(new URL("../../spec/petstore.yaml", import.meta.url));

/** Three operations, each with an encoded parameter or a body, and errors with their types. */
const app = `
import { createPet, createPetStoreSender, getPet, listPets } from "./api/client.js";
const sender = createPetStoreSender({ baseUrl: "/v1", bearerAuth: "k" });
export const list = () => listPets(sender, { query: { limit: 5, status: "sold" } });
export const add = () => createPet(sender, { body: { name: "Rex", categoryId: 1 } });
export const get = () => getPet(sender, { path: { petId: 7 } });
`;

test.each([
  [2090, { checks: false, hooks: false, retries: false }],
  [3540, { checks: false, hooks: false, retries: true }],
])("three operations are below %i bytes, gzipped, with %j", async (limit, client: object) => {
  const config = { input: petstore, output: "api", only: ["client"], client };
  const here = new Place({ "specsmith.config.json": JSON.stringify(config) });
  expect(await here.run("generate")).toMatchObject({ status: 0, stderr: "" });
  const { outputFiles } = await build({
    stdin: { contents: app, resolveDir: here.folder, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(limit);
});
