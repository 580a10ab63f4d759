import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { Place } from "../command.js";
import { importFile } from "./generated.js";

/**
 * What an emitter of `docs/emitters` makes of a description, with the client of the user's module, whose requests are kept
 * and which has `credentials`.
 */
export async function generated<Exports>(
  emitter: string,
  input: string,
  change = (text: string) => text,
  credentials = "",
): Promise<Exports & Sent> {
  const own = new URL(`../../docs/emitters/${emitter}.ts`, import.meta.url);
  const emitters = [`${emitter}.ts`];
  const place = new Place({
    "input.yaml": input,
    [`${emitter}.ts`]: change(readFileSync(own, "utf8")),
    "specsmith.config.json": JSON.stringify({
      input: "input.yaml",
      output: "out",
      emitters,
      diagnostics: { "parameter-reserved": "off" },
    }),
    "client.ts": `import { createKennelClient } from "./out/client.js";
export const sent: string[] = [];
const fetch = async (url: string, { method }: RequestInit) => {
  sent.push(method + " " + url.replace("http://kennel.example", ""));
  if (url.includes("/Nobody/")) return Response.json({ title: "No dog" }, { status: 404 });
  if (url.includes("/Offline/")) throw new TypeError("no network");
  return new Response("[]", { headers: { "content-type": "application/json" } });
};
export const client = createKennelClient({ baseUrl: "http://kennel.example", fetch, retries: 0, ${credentials} });
const build = { query: (one) => one, mutation: (one) => one };
export const api = { injectEndpoints: ({ endpoints }) => endpoints(build) };\n`,
    "context.ts": `export const useContext = () => ({ fetcherOptions: { headers: { "x-a": "a" } }, queryOptions: { retry: 1 } });
export const queryKeyFn = ({ path, variables }: any) => [path, variables];\n`,
    "all.ts": `export * from "./client.js";\nexport * from "./out/${emitter === "services" ? "all" : emitter}.js";\n`,
    "node_modules/axios/index.js": "export default { create: () => ({}) };\n",
    "node_modules/@tanstack/react-query/index.js":
      "export const [useQuery, useMutation, useSuspenseQuery, useInfiniteQuery] = [0, 0, 0, 0].map(() => (options) => options);\nexport const skipToken = Symbol();\n",
  });
  const { status, stderr } = await place.run("generate");
  expect([status, stderr]).toEqual([0, ""]);
  return importFile<Exports & Sent>(place.path("all.ts"));
}

interface Sent {
  readonly sent: readonly string[];
}

export type Fn<Result> = (...given: unknown[]) => Result;

/** Operations with ids that other generators make names of, each with a path of its own. */
export function withIds(all: readonly (readonly [line: string, id?: string])[]): string {
  const paths = all.map(([line, id]) => {
    const [method = "", path = ""] = line.split(" ");
    const parameters = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => {
      return { in: "path", name, required: true, schema: { type: "string" } };
    });
    const responses = { 204: { description: "Fine" } };
    const one = { ...(id !== undefined && { operationId: id }), parameters, responses };
    return `  ${path}: { ${method}: ${JSON.stringify(one)} }\n`;
  });
  return `openapi: 3.1.0\ninfo: { title: Kennel, version: "1" }\npaths:\n${paths.join("")}`;
}
