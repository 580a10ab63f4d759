import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import type { ReplyEvent, RequestEvent } from "../../src/runtime/server/observe.js";
import { KEY, ask, petsServer } from "./pets-server.js";

test("onReply gets operation, path, status and time of every request", async () => {
  const events: ReplyEvent[] = [];
  const server = petsServer({ basePath: "/v1", onReply: (event) => void events.push(event) });
  await ask(server, "GET /v1/pets?limit=3", KEY);
  await ask(server, "GET /v1/pets/404");
  await ask(server, "HEAD /v1/pets/7");
  await ask(server, "PATCH /v1/pets");
  await ask(server, "GET /nothing");
  expect(events.map(({ operation, path, status }) => [operation, path, status])).toEqual([
    ["listPets", "/pets", 200],
    ["getPet", "/pets/{petId}", 404],
    ["getPet", "/pets/{petId}", 200],
    [undefined, undefined, 405],
    [undefined, undefined, 404],
  ]);
  for (const { milliseconds, requestId } of events) {
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
  }
  expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(5);
});

test("trace puts the work inside of something, and is told how it ended", async () => {
  const store = new AsyncLocalStorage<string>();
  const spans: string[] = [];
  let inside: string | undefined;
  const server = petsServer(
    {
      trace: ({ operation = "none" }, run) =>
        store.run(operation, async () => {
          spans.push(`${operation} begins`);
          const { status } = await run();
          spans.push(`${operation} ends with ${status}`);
        }),
    },
    () => {
      inside = store.getStore();
      return { status: 200, body: [] };
    },
  );
  expect((await ask(server, "GET /any")).status).toBe(200);
  expect(inside).toBe("any");
  await expect.poll(() => spans).toEqual(["any begins", "any ends with 200"]);
});

test("of what the application answers, the hooks get the status that the error names", async () => {
  const seen: unknown[] = [];
  let thrown: unknown;
  const server = petsServer(
    {
      onReply: ({ status }) => void seen.push(status),
      trace: async (_, run) => void seen.push((await run()).status),
    },
    () => {
      throw thrown;
    },
  );
  const fetched = (path: string): Promise<unknown> =>
    server
      .fetch(new Request(`http://a.example${path}`), { errors: "next" })
      .catch((error) => error);
  const cases = [
    [Object.assign(new Error("gone"), { status: 410 }), 410],
    [Object.assign(new Error("odd"), { status: 200 }), 500],
    [new Error("unknown"), 500],
  ] as const;
  for (const [error, status] of cases) {
    thrown = error;
    expect(await fetched("/any")).toBe(error);
    expect(seen.splice(0)).toEqual([status, status]);
  }
  for (const text of [undefined, "route", null]) {
    thrown = text;
    expect(String(await fetched("/any"))).toBe(`Error: ${String(text)}`);
  }
  expect(await fetched("/nothing")).toMatchObject({ status: 404, name: "Problem" });
  expect(server.errors).toEqual([]);
});

test("no hook can break a reply", async () => {
  const broken = (): never => {
    throw new Error("broken");
  };
  const rejecting = async (): Promise<void> => {
    await Promise.resolve();
    throw new Error("broken later");
  };
  const traces = [
    broken,
    rejecting,
    () => undefined,
    () => new Promise(() => undefined),
    (_: RequestEvent, run: () => unknown) => {
      void run();
      void run();
      throw new Error("broken after");
    },
  ];
  for (const trace of traces) {
    let handled = 0;
    const server = petsServer({ trace, onReply: broken }, () => {
      handled++;
      return { status: 200, body: [] };
    });
    expect((await ask(server, "GET /any")).status).toBe(200);
    expect(handled).toBe(1);
    expect(server.errors.map(String)).toContain("Error: broken");
  }
  const onReply = rejecting as () => void;
  expect((await ask(petsServer({ onReply, onError: broken }), "GET /pets/1")).status).toBe(200);
});

test("a request id is taken, made, and sent back where that is asked for", async () => {
  const server = petsServer({ requestId: true }, ({ requestId }) => ({
    status: 200,
    contentType: "text/plain",
    body: requestId,
  }));
  const given = await ask(server, "GET /any", { "x-request-id": "abc-1" });
  expect([given.body, given.headers["x-request-id"]]).toEqual(["abc-1", "abc-1"]);
  const failed = await ask(server, "GET /nothing", { "x-request-id": "abc-2" });
  expect(failed.headers["x-request-id"]).toBe("abc-2");
  for (const bad of ["", "a b", "x".repeat(129), "a\u00e9"]) {
    const { headers, body } = await ask(server, "GET /any", { "x-request-id": bad });
    expect(body).toMatch(/^[\da-f-]{36}$/);
    expect(headers["x-request-id"]).toBe(body);
  }

  const own = petsServer({ requestId: { header: "Trace", accept: false, create: () => "made" } });
  const { headers } = await ask(own, "GET /pets/1", { trace: "given" });
  expect(headers["trace"]).toBe("made");
  expect((await ask(petsServer(), "GET /pets/1")).headers["x-request-id"]).toBeUndefined();
});
