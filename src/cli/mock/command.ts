import { ConfigError } from "../../config/error.js";
import { watchFiles } from "../watch.js";
import { type Described, type Version, build, exportsAt, runtimeAt } from "./version.js";

/** Options of `specsmith mock`. */
export interface MockCommand {
  readonly described: Described;
  readonly port: number;
  readonly seed: number;
  readonly remember: boolean;
  readonly watch: boolean;
  readonly quiet: boolean;
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

/** Serves what a description is a mock of, and ends with the server; gives the exit status. */
export async function mockCommand(command: MockCommand): Promise<number> {
  let current: Server | undefined;
  let read: readonly string[] = [];
  const load = async (): Promise<void> => {
    const built = await build(command.described);
    read = built.read;
    if (!built.version) return;
    const server = await mockOf(built.version, command);
    if (!server && !current)
      throw new ConfigError(
        "there is nothing to mock",
        "The description has no operation at a path.",
      );
    current = server ?? current;
  };
  await load();
  if (!current) return 1;
  const { serve } = (await runtimeAt("runtime/server/adapters/serve.ts")) as { serve: Serve };
  const { isMountedAt } = (await runtimeAt("runtime/server/adapters/mount.ts")) as {
    isMountedAt: IsMountedAt;
  };
  // A request goes to the server that is there when it comes.
  const latest: Server = new Proxy({}, { get: (_, name) => current?.[String(name)] });
  const running = await serve(latest, { port: command.port, hostname: "127.0.0.1" }).catch(
    (error: Error) => {
      throw new ConfigError(error.message, "Choose another port with --port.");
    },
  );
  const { basePath } = current as { readonly basePath: string };
  // Paths are also accepted without the base path of the servers.
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
    return { paths: read() };
  }, signal);
}

/** A server that prints a line for each request; undefined: the description has no operation at a path. */
async function mockOf(
  version: Version,
  { seed, remember, quiet }: MockCommand,
): Promise<Server | undefined> {
  const { [`mock${version.name}`]: make } = await exportsAt("mocks.ts", version);
  if (!make) return undefined;
  const onReply = quiet ? undefined : printReply;
  const server = { cors: { origins: "*" }, onReply };
  return (make as Make)({ seed, remember, calls: false, server }).server;
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
