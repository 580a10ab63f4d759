import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ConfigError } from "../config/error.js";
import type { ConfigEntry } from "../config/config.js";
import { Diagnostics } from "../diagnostics/catalog.js";
import { Files } from "../load/text/positions.js";
import { packageFolder } from "../package/folder.js";
import { type Product, produce } from "../pipeline.js";
import { printProblems } from "./report.js";
import { watchFiles } from "./watch.js";

/** Options of `specsmith mock`. */
export interface MockCommand {
  readonly entry: ConfigEntry;
  readonly port: number;
  readonly seed: number;
  readonly remember: boolean;
  readonly watch: boolean;
  readonly quiet: boolean;
  readonly standardInput: () => Promise<string>;
}

/** The parts of a server that a listener of Node calls. */
type Server = Readonly<Record<string, unknown>>;
type Make = (options: object) => { readonly server: Server };
type Serve = (
  server: Server,
  options: object,
) => Promise<{
  readonly port: number;
  readonly http: {
    once(event: "close", end: () => void): void;
    prependListener(event: "request", see: (message: { url?: string }) => void): void;
  };
}>;

type IsMountedAt = (server: Server, target: string) => boolean;

/** Generates into a temporary folder, serves what it is a mock of, and ends with the server; gives the exit status. */
export async function mockCommand(command: MockCommand): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "specsmith-mock-"));
  try {
    return await serveFrom(folder, command);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function serveFrom(folder: string, command: MockCommand): Promise<number> {
  let current: Server | undefined;
  let read: readonly string[] = [];
  let version = 0;
  const load = async (): Promise<void> => {
    const generated = await generate(command);
    read = generated.read;
    if (generated.product)
      current = await mockOf(generated.product, join(folder, `${version++}`), command);
  };
  await load();
  if (!current) return 1;
  const adapter = async (name: string): Promise<unknown> =>
    importFrom(folder, `0/runtime/server/adapters/${name}.js`);
  const { serve } = (await adapter("serve")) as { serve: Serve };
  const { isMountedAt } = (await adapter("mount")) as { isMountedAt: IsMountedAt };
  // A request goes to the server that is there when it comes.
  const latest: Server = new Proxy({}, { get: (_, name) => current?.[String(name)] });
  const running = await serve(latest, { port: command.port, hostname: "127.0.0.1" }).catch(
    (error: Error) => {
      throw new ConfigError(error.message, "Choose another port with --port.");
    },
  );
  const { basePath } = current as { readonly basePath: string };
  // What the servers of the description have before its paths may be left out.
  running.http.prependListener("request", (message) => {
    const { url = "/" } = message;
    if (!isMountedAt(latest, url)) message.url = String(latest["basePath"]) + url;
  });
  const base = `http://127.0.0.1:${running.port}${basePath}`;
  if (!command.quiet) process.stdout.write(`A mock is at ${base}; Ctrl-C ends it.\n`);
  const stop = new AbortController();
  const closed = new Promise<void>((resolve) => {
    running.http.once("close", () => {
      stop.abort();
      resolve();
    });
  });
  if (command.watch) await watched(load, () => read, command, stop.signal);
  await closed;
  return 0;
}

/** Loads again after each change of what was read. What cannot be generated leaves the mock as it was. */
async function watched(
  load: () => Promise<void>,
  read: () => readonly string[],
  { quiet }: MockCommand,
  signal: AbortSignal,
): Promise<void> {
  let isFirst = true;
  await watchFiles(async () => {
    if (!isFirst) await load();
    if (!isFirst && !quiet) process.stdout.write("The description has changed.\n");
    isFirst = false;
    return read();
  }, signal);
}

async function generate({
  entry,
  standardInput,
}: MockCommand): Promise<{ product: Product | undefined; read: readonly string[] }> {
  const diagnostics = new Diagnostics();
  const files = new Files();
  const product = await produce(entry, diagnostics, files, { standardInput });
  printProblems(diagnostics, files, "pretty");
  const read = files.all.map(({ file }) => file).filter((file) => !/^https?:\/\//i.test(file));
  return { product, read };
}

/** Writes what was generated as JavaScript, and makes a server of it that tells of each request in a line. */
async function mockOf(
  { generated, model }: Product,
  folder: string,
  { seed, remember, quiet }: MockCommand,
): Promise<Server> {
  const texts = generated.filter(({ path }) => !path.startsWith("runtime/"));
  for (const { path, text } of texts) {
    const file = join(folder, path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await withoutTypes(text));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const runtime = fileURLToPath(new URL("dist/mock-runtime/", packageFolder));
  symlinkSync(runtime, join(folder, "runtime"), "junction");
  const module = await importFrom(folder, "mocks.js");
  const make = module[`mock${model.name}`] as Make | undefined;
  if (!make)
    throw new ConfigError(
      "there is nothing to mock",
      "The description has no operation at a path.",
    );
  const onReply = quiet ? undefined : printReply;
  return make({ seed, remember, server: { cors: { origins: "*" }, onReply } }).server;
}

function printReply(event: {
  readonly request: { readonly method: string; readonly target: string };
  readonly status: number;
  readonly milliseconds: number;
  readonly operation: string | undefined;
}): void {
  const { request, status, milliseconds, operation = "no operation" } = event;
  const time = `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
  process.stdout.write(`${request.method} ${request.target} ${status} ${time} ${operation}\n`);
}

async function importFrom(
  folder: string,
  file: string,
): Promise<Readonly<Record<string, unknown>>> {
  return (await import(pathToFileURL(join(folder, file)).href)) as Readonly<
    Record<string, unknown>
  >;
}

const require = createRequire(import.meta.url);

/** By Node itself where it can, which is quicker than to load a compiler. */
async function withoutTypes(text: string): Promise<string> {
  const { stripTypeScriptTypes: strip } = require("node:module") as {
    readonly stripTypeScriptTypes?: (text: string) => string;
  };
  if (strip) return quietly(() => strip(text));
  const { default: typescript } = await import("typescript");
  const { ES2022: target } = typescript.ScriptTarget;
  const { ESNext: module } = typescript.ModuleKind;
  return typescript.transpileModule(text, { compilerOptions: { target, module } }).outputText;
}

/** Without the warning that something of Node may still change. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
