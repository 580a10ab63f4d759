import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { parse } from "yaml";
import { install } from "./generate-peers.js";
import { median } from "./median.js";
import { KEY } from "./server-store.js";

const help = `npm run bench -- server [--rounds N] [--only NAME,…]

Microseconds of the server's processor time for each request, which wrk sends, with authentication and
validation: the generated Pet Store, without and with its rate limit, beside the same written by hand
on node:http, and on Fastify, Hono with zod and Express with express-openapi-validator, which npm
installs the first time; none of these counts requests. They take turns; the middle of N rounds, 7 when
left out, with new processes for each, and how many times that of the hand-written one it is.
`;

const repo = fileURLToPath(new URL("../../", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const work = join(tmpdir(), "specsmith-bench-server");

/** What the peers are made of, with the version that they are measured in. */
const versions = {
  "@hono/node-server": "2.1.8",
  "@hono/zod-validator": "0.9.1",
  express: "5.3.0",
  "express-openapi-validator": "5.6.2",
  fastify: "5.12.8",
  hono: "4.13.19",
  zod: "4.6.7",
};

const contenders = {
  hand: "node:http by hand",
  ours: "specsmith",
  limited: "specsmith, rate limit on",
  fastify: "Fastify, schemas",
  hono: "Hono, zod",
  express: "Express, openapi-validator",
} as const;
type Name = keyof typeof contenders;

interface Request {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
}

const measured: readonly Request[] = [
  { name: "GET /pets", method: "GET", path: "/v1/pets?limit=10&status=available", status: 200 },
  {
    name: "POST /pets",
    method: "POST",
    path: "/v1/pets",
    body: '{"name":"Ada","categoryId":7,"status":"sold"}',
    status: 201,
  },
  { name: "GET /pets/{petId}", method: "GET", path: "/v1/pets/42", status: 200 },
];

/** What all of them have to refuse, so that all of them have the same work. */
const refused: readonly Request[] = [
  { name: "no key", method: "GET", path: "/v1/pets", headers: { authorization: "" }, status: 401 },
  {
    name: "a wrong key",
    method: "POST",
    path: "/v1/pets",
    headers: { authorization: "Bearer 0000000000000000" },
    body: "{}",
    status: 401,
  },
  { name: "a limit of 0", method: "GET", path: "/v1/pets?limit=0", status: 400 },
  { name: "a limit of 101", method: "GET", path: "/v1/pets?limit=101", status: 400 },
  { name: "an unknown status", method: "GET", path: "/v1/pets?status=lost", status: 400 },
  { name: "no JSON", method: "POST", path: "/v1/pets", body: '{"name"', status: 400 },
  { name: "no name", method: "POST", path: "/v1/pets", body: '{"categoryId":7}', status: 400 },
  {
    name: "half a category",
    method: "POST",
    path: "/v1/pets",
    body: '{"name":"Ada","categoryId":1.5}',
    status: 400,
  },
  { name: "no integer", method: "GET", path: "/v1/pets/x", status: 400 },
  { name: "nothing there", method: "GET", path: "/v1/pets/5000", status: 404 },
];

export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      rounds: { type: "string", default: "7" },
      only: { type: "string", default: "" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help || spawnSync("wrk", ["-v"]).error) {
    process.stdout.write(values.help ? help : "There is no wrk here: install it first.\n");
    return;
  }
  const names = (Object.keys(contenders) as Name[]).filter(
    (name) =>
      name === "hand" ||
      name === "ours" ||
      values.only === "" ||
      values.only.split(",").includes(name),
  );
  install(work, versions);
  for (const name of [...names, "process"]) await bundle(name);
  const bodies = new Map<string, string>();
  const costs = new Map<string, number[]>();
  for (let round = 0; round < Number(values.rounds); round++)
    await measureOnce(names, bodies, costs);
  print(names, costs);
}

/** A round, for which each contender has a process of its own: V8 makes quicker code in one than in the next. */
async function measureOnce(
  names: readonly Name[],
  bodies: Map<string, string>,
  costs: Map<string, number[]>,
): Promise<void> {
  const started: { name: Name; child: ChildProcess; port: number }[] = [];
  try {
    for (const name of names) started.push({ name, ...(await start(name)) });
    for (const { name, port } of started) await verify(name, port, bodies);
    // The first time is for the compiler.
    for (const counts of [false, true])
      for (const request of measured)
        for (const { name, child, port } of started) {
          const cost = await costOf(child, port, request);
          const cell = `${request.name} ${name}`;
          if (counts) costs.set(cell, [...(costs.get(cell) ?? []), cost]);
        }
  } finally {
    for (const { child } of started) child.disconnect();
  }
}

async function bundle(name: string): Promise<void> {
  const source = ["ts", "js"].map((ending) => join(here, `server-${name}.${ending}`));
  await build({
    entryPoints: [source.find((file) => existsSync(file)) ?? ""],
    outfile: join(work, `server-${name}.mjs`),
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
}

async function start(name: Name): Promise<{ child: ChildProcess; port: number }> {
  // The validator for Express wants the address that the paths stand below.
  const description = parse(readFileSync(join(repo, "spec/petstore.yaml"), "utf8")) as object;
  const file = join(work, "description.json");
  writeFileSync(file, JSON.stringify({ ...description, servers: [{ url: "/v1" }] }));
  const env = { ...process.env, NODE_ENV: "production", DESCRIPTION: file };
  const child = fork(
    join(work, "server-process.mjs"),
    [pathToFileURL(join(work, `server-${name}.mjs`)).href],
    {
      execArgv: [],
      env,
    },
  );
  const [port] = (await once(child, "message")) as [number];
  return { child, port };
}

const headersOf = ({ body, headers }: Request): Record<string, string> => ({
  authorization: `Bearer ${KEY}`,
  ...(body === undefined ? {} : { "content-type": "application/json" }),
  ...headers,
});

/** Each has to give the same status, and for what is measured the same body, as the first one. */
async function verify(name: Name, port: number, bodies: Map<string, string>): Promise<void> {
  for (const request of [...measured, ...refused]) {
    const { method, path, body = null, status } = request;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body,
      headers: headersOf(request),
    });
    const text = await response.text();
    if (name === "limited" && status < 400 && !response.headers.has("X-RateLimit-Remaining"))
      throw new Error(`${request.name}: the rate limit is off`);
    if (response.status !== status)
      throw new Error(
        `${contenders[name]}, ${request.name}: ${response.status} instead of ${status}: ${text}`,
      );
    if (!measured.includes(request)) continue;
    const value = JSON.stringify(sorted(JSON.parse(text)));
    if ((bodies.get(request.name) ?? value) !== value)
      throw new Error(`${contenders[name]}, ${request.name}: ${text}`);
    bodies.set(request.name, value);
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function costOf(child: ChildProcess, port: number, request: Request): Promise<number> {
  const script = join(work, "request.lua");
  const headers = Object.entries(headersOf(request)).map(
    ([name, value]) => `wrk.headers["${name}"] = "${value}"`,
  );
  const lines = [`wrk.method = "${request.method}"`, ...headers];
  if (request.body !== undefined) lines.push(`wrk.body = [[${request.body}]]`);
  writeFileSync(script, lines.join("\n"));
  const before = await processorTime(child);
  const wrk = spawn("wrk", [
    "-t1",
    "-c16",
    "-d1s",
    "-s",
    script,
    `http://127.0.0.1:${port}${request.path}`,
  ]);
  let output = "";
  wrk.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(wrk, "close");
  const after = await processorTime(child);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  if (!(requests > 0) || /Non-2xx|Socket errors/.test(output)) throw new Error(output);
  return (after - before) / requests;
}

async function processorTime(child: ChildProcess): Promise<number> {
  child.send("time");
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
  return user + system;
}

function print(names: readonly Name[], costs: ReadonlyMap<string, readonly number[]>): void {
  process.stdout.write(
    `Node ${process.version}, microseconds of processor time for each request\n`,
  );
  for (const { name: request } of measured) {
    process.stdout.write(`\n${request}\n`);
    const base = costs.get(`${request} hand`) ?? [];
    for (const name of names) {
      const all = costs.get(`${request} ${name}`) ?? [];
      const ratio = median(all.map((cost, round) => cost / (base[round] ?? Number.NaN)));
      process.stdout.write(
        `  ${contenders[name].padEnd(28)}${median(all).toFixed(1).padStart(7)}  ${ratio.toFixed(2)} times\n`,
      );
    }
  }
}
