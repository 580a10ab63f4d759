import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { install } from "./generate-peers.js";

const petstore = fileURLToPath(new URL("../../spec/petstore.yaml", import.meta.url));
const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** What the peers are made of, with the version that they are measured in. */
const versions = {
  "@hey-api/openapi-ts": "0.99.0",
  "@oazapfts/runtime": "1.2.0",
  oazapfts: "7.5.0",
  "openapi-fetch": "0.17.0",
  typescript: "5.9.3",
};

/** One way to call three operations of the Pet Store; each exports `call`, which lists pets. */
export interface App {
  readonly name: string;
  /** Makes a client of the address in `BASE`; exports `list`, `add` and `get`. */
  readonly code: string;
  /** The folder that the code imports from. */
  readonly folder: string;
}

export interface BuiltApp {
  readonly name: string;
  readonly file: string;
  readonly minified: number;
  readonly gzipped: number;
}

/** Generates the clients of all contenders into `folder`; the peers are installed the first time. */
export function apps(folder: string): readonly App[] {
  const peers = join(folder, "peers");
  install(peers, versions);
  run(join(peers, "node_modules/oazapfts/dist/cli.js"), [petstore, join(peers, "oazapfts.ts")]);
  run(join(peers, "node_modules/@hey-api/openapi-ts/bin/run.js"), [
    ...["-i", petstore, "-o", join(peers, "hey")],
    ...["-p", "@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
  ]);
  return [
    { name: "fetch and json()", folder: peers, code: plain },
    ours(folder, "specsmith with all parts", {}),
    ours(folder, "specsmith without checks", { checks: false }),
    ours(folder, "specsmith with retries only", { checks: false, hooks: false }),
    ours(folder, "specsmith without any part", { checks: false, hooks: false, retries: false }),
    { name: "openapi-fetch", folder: peers, code: openapiFetch },
    { name: "hey-api", folder: peers, code: heyApi },
    { name: "oazapfts", folder: peers, code: oazapfts },
  ];
}

/** A client of one operation of another description. */
export function oneOperation(folder: string, input: string, client: object, code: string): App {
  const home = generate(join(folder, `one-${Object.keys(client).join("-")}`), input, client);
  return { name: "one operation", folder: home, code };
}

function ours(folder: string, name: string, client: object): App {
  const home = generate(join(folder, name.replaceAll(" ", "-")), petstore, client);
  return { name, folder: home, code: specsmith };
}

function generate(home: string, input: string, client: object): string {
  mkdirSync(home, { recursive: true });
  const config = join(home, "specsmith.config.json");
  writeFileSync(config, JSON.stringify({ input, output: "api", only: ["client"], client }));
  run(cli, ["generate", "--force", "--config", config]);
  return home;
}

/** An app with one operation of a client, and its bytes, gzipped. */
export interface OperationSize {
  readonly operation: string;
  readonly size: number;
}

/** Of every `step`th operation, in the order of the description, the smallest first. */
export async function operationSizes(
  home: string,
  step: number,
): Promise<readonly OperationSize[]> {
  const code = readFileSync(join(home, "api/client.ts"), "utf8");
  const names = Array.from(
    code.matchAll(/^export function (\w+)\(\s*client: Sender/gm),
    ([, name]) => name,
  );
  const sender = /^export function (create\w+Sender)/m.exec(code)?.[1];
  const folder = join(home, "operations");
  mkdirSync(folder, { recursive: true });
  const entryPoints = names
    .filter((_, index) => index % step === 0)
    .map((name) => {
      const file = join(folder, `${name}.ts`);
      writeFileSync(file, `export { ${name}, ${sender} } from "../api/client.js";\n`);
      return file;
    });
  // Together, so that what they have in common is parsed once.
  const { outputFiles } = await build({ ...settings, entryPoints, outdir: folder, write: false });
  return outputFiles
    .map(({ contents, path }) => ({
      operation: basename(path, ".js"),
      size: gzipSync(contents, { level: 9 }).length,
    }))
    .toSorted((a, b) => a.size - b.size);
}

const settings = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  logLevel: "error",
} as const;

/** Bundles an app, and says how large it is. */
export async function bundle({ name, folder, code }: App): Promise<BuiltApp> {
  const file = join(folder, `${name.replace(/\W+/g, "-")}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: folder, loader: "ts" },
    outfile: file,
    ...settings,
  });
  const text = readFileSync(file);
  return { name, file, minified: text.length, gzipped: gzipSync(text, { level: 9 }).length };
}

function run(script: string, args: readonly string[]): void {
  execFileSync(process.execPath, [script, ...args], { stdio: "ignore" });
}

const plain = `
const headers = { accept: "application/json", authorization: "Bearer k" };
export const list = async () => (await fetch(BASE + "/pets?limit=5&status=sold", { headers })).json();
export const add = async () => (await fetch(BASE + "/pets", {
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify({ name: "Rex", categoryId: 1 }),
})).json();
export const get = async () => (await fetch(BASE + "/pets/" + encodeURIComponent(7), { headers })).json();
`;

const specsmith = `
import { createPet, createPetStoreSender, getPet, listPets } from "./api/client.js";
const sender = createPetStoreSender({ baseUrl: BASE, bearerAuth: "k" });
export const list = () => listPets(sender, { query: { limit: 5, status: "sold" } });
export const add = () => createPet(sender, { body: { name: "Rex", categoryId: 1 } });
export const get = () => getPet(sender, { path: { petId: 7 } });
`;

const openapiFetch = `
import createClient from "openapi-fetch";
const client = createClient({ baseUrl: BASE, headers: { accept: "application/json", authorization: "Bearer k" } });
export const list = async () => (await client.GET("/pets", { params: { query: { limit: 5, status: "sold" } } })).data;
export const add = async () => (await client.POST("/pets", { body: { name: "Rex", categoryId: 1 } })).data;
export const get = async () => (await client.GET("/pets/{petId}", { params: { path: { petId: 7 } } })).data;
`;

const heyApi = `
import { createPet, getPet, listPets } from "./hey/sdk.gen.js";
import { client } from "./hey/client.gen.js";
client.setConfig({ baseUrl: BASE, auth: () => "k", headers: { accept: "application/json" }, throwOnError: true });
export const list = async () => (await listPets({ query: { limit: 5, status: "sold" } })).data;
export const add = async () => (await createPet({ body: { name: "Rex", categoryId: 1 } })).data;
export const get = async () => (await getPet({ path: { petId: 7 } })).data;
`;

const oazapfts = `
import { ok } from "@oazapfts/runtime";
import { createPet, defaults, getPet, listPets } from "./oazapfts.js";
defaults.baseUrl = BASE;
defaults.headers = { accept: "application/json", authorization: "Bearer k" };
export const list = () => ok(listPets({ limit: 5, status: "sold" }));
export const add = () => ok(createPet({ name: "Rex", categoryId: 1 }));
export const get = () => ok(getPet(7));
`;
