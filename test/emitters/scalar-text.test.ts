import { expect, test } from "vitest";
import { Place } from "../command.js";
import { compile } from "../corpus/compile.js";
import { importFile } from "./generated.js";

const schemas = {
  Integer: { type: "integer", minimum: 1 },
  Number: { type: "number" },
  Boolean: { type: "boolean" },
  Long: { type: "integer", format: "int64" },
  Listed: { enum: [1, 2] },
};

const values: Readonly<Record<keyof typeof schemas, string>> = {
  Integer: "7",
  Number: "-1.5",
  Boolean: "false",
  Long: "LONG",
  Listed: "2",
};

const paths = Object.keys(schemas).map((name) => {
  const content = { "text/plain": { schema: { $ref: `#/components/schemas/${name}` } } };
  const responses = { 200: { description: "The same.", content } };
  const requestBody = { required: true, content };
  return [`/${name}`, { put: { operationId: `put${name}`, requestBody, responses } }];
});
const description = {
  openapi: "3.1.0",
  info: { title: "Texts", version: "1" },
  paths: Object.fromEntries(paths) as object,
  components: { schemas },
};

/** What `Long` is in memory, and a value of it. */
test.each([
  ["number", "12"],
  ["bigint", "9007199254740993n"],
  ["string", '"9007199254740993"'],
] as const)(
  "a text is of the type that its schema says, in client and server: int64 as %s",
  async (int64, long) => {
    const config = { input: "api.json", output: "api", int64, only: ["client", "server"] };
    const here = new Place({
      "api.json": JSON.stringify(description),
      "specsmith.config.json": JSON.stringify(config),
    });
    const made = await here.run("generate");
    expect([made.status, made.stdout + made.stderr]).not.toContain("media-as-text");
    expect(made.status).toBe(0);
    const names = Object.keys(schemas) as (keyof typeof schemas)[];
    const handlers = names.map(
      (name) =>
        `put${name}: ({ body }) => (seen.push(body), { status: 200, body: wrong ?? body }) as never,`,
    );
    const calls = names.flatMap((name) => {
      const value = values[name].replace("LONG", long);
      const types = { Boolean: "boolean", Long: int64, Listed: "1 | 2" };
      const type = (types as Readonly<Record<string, string>>)[name] ?? "number";
      return [
        `{ const sent: ${type} = ${value}; const got: ${type} = await client.put${name}({ body: sent });`,
        `  found.push([got === sent && seen.pop() === sent, texts.splice(0)]); }`,
      ];
    });
    const code = [
      `import { createTextsClient } from "../api/client.js";`,
      `import { createTextsServer } from "../api/server.js";`,
      `export const found: unknown[] = [];`,
      `const seen: unknown[] = [], texts: string[] = [];`,
      `let wrong: unknown;`,
      `const server = createTextsServer({ onError: () => undefined, handlers: { ${handlers.join("\n")} } });`,
      `const fetch = async (url: string, init: unknown) => {`,
      `  const request = new Request(url, init as RequestInit);`,
      `  texts.push(request.headers.get("content-type") ?? "", await request.clone().text());`,
      `  const response = await server.fetch(request);`,
      `  texts.push(response.headers.get("content-type") ?? "", await response.clone().text());`,
      `  return response;`,
      `};`,
      `const client = createTextsClient({ baseUrl: "http://texts.example", fetch: fetch as never });`,
      ...calls,
      `export const refused: unknown[] = [];`,
      `const put = (body: string) => server.fetch(new Request("http://texts.example/Integer", {`,
      `  method: "PUT", headers: { "content-type": "text/plain" }, body }));`,
      `for (const body of ["0", "1.5", "x", "", '"7"', "true"]) refused.push((await put(body)).status);`,
      `wrong = 0;`,
      `refused.push((await put("7")).status);`,
    ];
    here.write("handlers/calls.ts", code.join("\n"));
    const { errors } = await compile(here.folder);
    expect(errors).toEqual([]);
    const { found, refused } = await importFile<Readonly<Record<"found" | "refused", unknown[]>>>(
      here.path("handlers/calls.ts"),
    );
    const texts = names.map((name) => values[name].replace("LONG", long.replace(/[n"]/g, "")));
    const type = "text/plain; charset=utf-8";
    expect(found).toEqual(
      texts.map((text) => [true, [expect.stringMatching(/^text\/plain/), text, type, text]]),
    );
    expect(refused).toEqual([400, 400, 400, 400, 400, 400, 500]);
  },
);
