import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  type RunningServer,
  type ServeOptions,
  serve,
} from "../../src/runtime/server/adapters/serve.js";
import { type Answer, petsServer } from "./pets-server.js";

const running: RunningServer[] = [];

afterEach(async () => {
  for (const { http, stop } of running.splice(0)) {
    http.closeAllConnections();
    await stop();
  }
});

async function start(options: ServeOptions = {}, answer?: Answer): Promise<RunningServer> {
  const server = await serve(petsServer({}, answer), {
    port: 0,
    hostname: "127.0.0.1",
    signals: [],
    ...options,
  });
  running.push(server);
  return server;
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Writes a text to a connection and gives what came until it was closed, with the time that took. */
function exchange(port: number, text: string): Promise<{ text: string; milliseconds: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve({ text: received, milliseconds: performance.now() - began }));
    socket.write(text);
  });
}

const GET = "GET /any HTTP/1.1\r\nHost: x\r\n\r\n";

const slowly =
  (milliseconds: number): Answer =>
  async () => {
    await sleep(milliseconds);
    return { status: 200, body: [] };
  };

test("a stop lets requests end, tells their clients, closes idle connections and takes no more", async () => {
  const { port, stop } = await start({ keepAliveTimeout: 60_000 }, slowly(200));
  const idle = exchange(port, "");
  const first = exchange(port, GET);
  await sleep(80);
  const began = performance.now();
  const stopped = stop();
  expect(stop()).toBe(stopped);
  await expect(fetch(`http://127.0.0.1:${port}/any`)).rejects.toThrow();
  const { text } = await first;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text).toMatch(/\r\nconnection: close\r\n/i);
  expect(text).toMatch(/\r\n\r\n\[\]$/);
  await stopped;
  expect(performance.now() - began).toBeLessThan(1500);
  expect((await idle).text).toBe("");
});

test("a reply that had begun before the stop is whole, and its connection is closed after it", async () => {
  async function* parts() {
    yield "one ";
    await sleep(150);
    yield "two";
  }
  const { port, stop } = await start({ keepAliveTimeout: 60_000 }, () => ({
    status: 200,
    contentType: "text/plain",
    body: parts(),
  }));
  const reply = exchange(port, GET);
  await sleep(70);
  const began = performance.now();
  await stop();
  expect(performance.now() - began).toBeLessThan(1500);
  expect((await reply).text).toContain("two");
});

test("what does not end in time is cut off, and its handler sees that", async () => {
  let aborted = false;
  const { port, stop } = await start({ stopTimeout: 100 }, async ({ signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    aborted = true;
    return { status: 200, body: [] };
  });
  const reply = exchange(port, GET);
  await sleep(50);
  await stop();
  expect((await reply).text).toBe("");
  await expect.poll(() => aborted).toBe(true);
});

test("slow heads and slow bodies get a 408", async () => {
  const { port } = await start({ headersTimeout: 150, requestTimeout: 300 });
  const head = await exchange(port, "GET /any HTTP/1.1\r\nHost:");
  expect(head.text).toMatch(/^HTTP\/1\.1 408 /);
  expect(head.milliseconds).toBeLessThan(2000);
  const body = await exchange(
    port,
    "PUT /bytes HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nab",
  );
  expect(body.text).toMatch(/^HTTP\/1\.1 408 /);
  expect(body.milliseconds).toBeLessThan(2000);
});

test("a port that is taken is said to be", async () => {
  const { port } = await start();
  await expect(start({ port })).rejects.toThrow(
    `Something else listens at 127.0.0.1, port ${port}: stop it, or choose another port.`,
  );
  await expect(start({ hostname: "192.0.2.1" })).rejects.toThrow("no address 192.0.2.1");
});

test("a signal stops the server, and then what it needed", async () => {
  const order: string[] = [];
  const { port } = await start(
    { signals: ["SIGUSR2"], onStop: () => void order.push("database closed") },
    async () => {
      await sleep(150);
      order.push("handled");
      return { status: 200, body: [] };
    },
  );
  const before = process.listenerCount("SIGUSR2");
  const reply = exchange(port, GET);
  await sleep(60);
  process.kill(process.pid, "SIGUSR2");
  expect((await reply).text).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(() => order).toEqual(["handled", "database closed"]);
  expect(process.listenerCount("SIGUSR2")).toBeLessThan(before);
});
