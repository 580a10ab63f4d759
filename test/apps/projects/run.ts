import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../../../src/pipeline.js";

// Small apps as people set them up: code is generated into each without a word of configuration, it is built, and run.

const here = fileURLToPath(new URL(".", import.meta.url));
const all = ["vite", "webpack", "jest", "next", "koa"] as const;
type Project = (typeof all)[number];
const usual: readonly Project[] = ["vite", "webpack", "jest"];
const expected = ["listed: Emma", "refused: Emma is there already"];

/** Runs some of the projects, those of each run when none are named; false where one of them fails. */
async function runProjects(typed: readonly string[]): Promise<boolean> {
  const named = all.filter((project) => typed.includes(project) || typed.includes("all"));
  const service = shop().listen(0, "127.0.0.1");
  await once(service, "listening");
  const { port } = service.address() as AddressInfo;
  const folders = new Map<Project, string>();
  for (const project of named.length > 0 ? named : usual) folders.set(project, await copy(project));
  // At once, since most of the time goes to waiting for packages and for one compiler.
  const faults = await Promise.all(
    [...folders].map(async ([project, folder]) => {
      const fault = await run(project, folder, `http://127.0.0.1:${port}/v1`).catch(String);
      console.log(`${project}: ${fault === "" ? "builds and runs" : `fails\n${fault}`}`);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      return fault;
    }),
  );
  service.close();
  return faults.every((fault) => fault === "");
}

/** A project as its team has it, with generated code. */
async function copy(project: Project): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `specsmith-${project}-`));
  const isBuilt = /node_modules|[\\/](?:dist|\.next)$|[\\/]src[\\/]api$/;
  cpSync(join(here, project), folder, { recursive: true, filter: (path) => !isBuilt.test(path) });
  await generateInto(folder, project);
  return folder;
}

/** What is wrong with a project; empty where nothing is. */
async function run(project: Project, folder: string, address: string): Promise<string> {
  // Next's lock file would have to name what it has for each platform, which not every registry knows.
  const install = existsSync(join(folder, "package-lock.json")) ? "ci" : "install";
  const quiet = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  await npm(folder, [install, ...quiet]);
  await npm(folder, ["run", "build"], address);
  const isServer = project === "next";
  const output = isServer ? await served(folder, address) : await started(folder, address);
  const wanted = isServer ? [...expected, "served: Emma"] : expected;
  const missing = wanted.filter((line) => !output.includes(line));
  return missing.length === 0 ? "" : `${missing.join(", ")} is not in\n${output}`;
}

async function generateInto(folder: string, project: Project): Promise<void> {
  const more = project === "next" ? (["server"] as const) : [];
  const { ok, diagnostics } = await generate({
    config: {
      input: join(here, "shop.yaml"),
      output: join(folder, "src/api"),
      only: project === "koa" ? ["client", "server"] : ["client", "validators", ...more],
      ...(project === "koa" && { adapters: ["koa"] }),
    },
    folder,
  });
  if (!ok) throw new Error(diagnostics.all.map(({ message }) => message).join("\n"));
}

function npm(folder: string, words: readonly string[], address = ""): Promise<string> {
  return finished(start(folder, words, address));
}

function started(folder: string, address: string): Promise<string> {
  return npm(folder, ["start", "--silent", "--", ...argument(folder, address)], address);
}

/** Jest takes an argument for the name of a test. */
function argument(folder: string, address: string): readonly string[] {
  return existsSync(join(folder, "jest.config.js")) ? [] : [address];
}

function start(folder: string, words: readonly string[], address: string): ChildProcess {
  return spawn("npm", words, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, SHOP: address, CI: "1", NEXT_TELEMETRY_DISABLED: "1" },
    shell: process.platform === "win32",
    detached: process.platform !== "win32",
  });
}

async function finished(child: ChildProcess): Promise<string> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(output);
  return output;
}

/** What the page of an app says that is a server itself, and its own API. */
async function served(folder: string, address: string): Promise<string> {
  const port = await freePort();
  const child = start(folder, ["start", "--", "--port", String(port)], address);
  const end = finished(child).catch(String);
  try {
    for (let tries = 0; tries < 100; tries++) {
      const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      if (page) {
        const books = await fetch(`http://127.0.0.1:${port}/v1/books`);
        return `${await page.text()}\n${await books.text()}`;
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return "nothing: it does not listen";
  } finally {
    stop(child);
    await end;
  }
}

/** With what it has started itself. */
function stop({ pid = 0 }: ChildProcess): void {
  if (process.platform === "win32") execFileSync("taskkill", ["/pid", String(pid), "/T", "/F"]);
  else process.kill(-pid);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The service that the apps call. */
function shop(): Server {
  return createServer((request, response) => {
    const isList = request.method === "GET";
    response.writeHead(isList ? 200 : 409, { "content-type": "application/json" });
    response.end(
      JSON.stringify(isList ? [{ title: "Emma" }] : { detail: "Emma is there already" }),
    );
  });
}

if (
  process.argv[1] === fileURLToPath(import.meta.url) &&
  !(await runProjects(process.argv.slice(2)))
)
  process.exitCode = 1;
