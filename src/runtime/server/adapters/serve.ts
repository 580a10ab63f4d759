import { type Server as HttpServer, type ServerResponse, createServer } from "node:http";
import type { Socket } from "node:net";
import type { Awaitable } from "../../wire/http.js";
import { attach } from "./node.js";
import type { Server } from "../server.js";

/** Times are in milliseconds. */
export interface ServeOptions {
  /** 8080 by default; 0 for a free port. */
  readonly port?: number | undefined;
  /** The address to listen on; all addresses of the machine by default. */
  readonly hostname?: string | undefined;
  /** Time limit for receiving the head of a request, 10 seconds by default; then the client gets a 408. */
  readonly headersTimeout?: number | undefined;
  /** Time limit for receiving the whole request, a minute by default; then the client gets a 408. */
  readonly requestTimeout?: number | undefined;
  /** Idle time of a connection between two requests; 5 seconds by default. */
  readonly keepAliveTimeout?: number | undefined;
  /** Time limit for requests in flight when the server stops, 10 seconds by default; then they are aborted. */
  readonly stopTimeout?: number | undefined;
  /** Signals that stop the server; `SIGTERM` and `SIGINT` by default. A second one ends the process at once. */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
  /** Called after the last request when a signal stops the server: the place to close a database. */
  readonly onStop?: (() => Awaitable<void>) | undefined;
}

export interface RunningServer {
  readonly port: number;
  readonly http: HttpServer;
  /** Accepts no more connections, and resolves when the last request has ended or was aborted. */
  stop(): Promise<void>;
}

/** Listens until it is stopped. Rejects with a helpful message if it cannot listen. */
export async function serve(server: Server, options: ServeOptions = {}): Promise<RunningServer> {
  const { port = 8080, hostname, headersTimeout = 10_000, requestTimeout = 60_000 } = options;
  const http = createServer({
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    keepAliveTimeout: options.keepAliveTimeout ?? 5000,
    connectionsCheckingInterval: Math.max(10, Math.min(headersTimeout, requestTimeout, 2000) / 2),
  });
  attach(server, http);
  const stop = stopper(http, options.stopTimeout ?? 10_000);
  await listen(http, port, hostname);

  const { signals = ["SIGTERM", "SIGINT"], onStop } = options;
  const onSignal = (): void => {
    void stop().then(onStop);
  };
  for (const signal of signals) process.once(signal, onSignal);
  http.once("close", () => {
    for (const signal of signals) process.removeListener(signal, onSignal);
  });

  const address = http.address();
  return { port: typeof address === "object" && address ? address.port : port, http, stop };
}

function listen(http: HttpServer, port: number, hostname: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", (error) => reject(explained(error, port, hostname)));
    http.listen({ port, ...(hostname === undefined ? {} : { host: hostname }) }, resolve);
  });
}

function explained(error: Error, port: number, hostname: string | undefined): Error {
  const { code } = error as NodeJS.ErrnoException;
  const place = hostname === undefined ? `port ${port}` : `${hostname}, port ${port}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Something else listens at ${place}: stop it, or choose another port.`,
    EACCES: `This user may not listen at ${place}: choose a port above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${hostname ?? ""}: choose one that it has.`,
    ENOTFOUND: `There is no host ${hostname ?? ""}: choose an address of this machine.`,
  };
  const message = reasons[code ?? ""];
  return message === undefined ? error : Object.assign(new Error(message), { cause: error });
}

/** Creates the function that stops `http`, and keeps track of the requests that it has to wait for. */
function stopper(http: HttpServer, timeout: number): () => Promise<void> {
  const open = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let stopped: Promise<void> | undefined;
  const track = (_: unknown, response: ServerResponse): void => {
    open.add(response);
    response.once("close", () => {
      open.delete(response);
      // Closes its connection, which is idle now.
      if (stopped !== undefined) setImmediate(() => http.closeIdleConnections());
    });
    if (stopped !== undefined) announceEnd(response);
  };
  http.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  http.prependListener("request", track);
  http.prependListener("checkContinue", track);

  return () =>
    (stopped ??= new Promise((resolve) => {
      const timer = setTimeout(() => http.closeAllConnections(), timeout);
      http.close(() => {
        clearTimeout(timer);
        resolve();
      });
      http.closeIdleConnections();
      // Node considers a connection idle only after its first request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      for (const response of open) announceEnd(response);
    }));
}

/** Asks the client not to reuse this connection. */
function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}
