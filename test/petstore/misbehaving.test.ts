import type { RequestListener, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import {
  ApiError,
  type PetStoreClientOptions,
  type UnexpectedResponse,
  createPetStoreClient,
  isErrorOf,
} from "../../generated/index.js";
import type { Clock } from "../../generated/runtime/client/options.js";
import { key, listen } from "./http.js";

const now = Date.parse("2026-01-02T03:04:05Z");
const figures = {
  "x-ratelimit-limit": "60",
  "x-ratelimit-remaining": "59",
  "x-ratelimit-reset": "0",
};
const json = { "content-type": "application/json", ...figures };
const pets = [{ id: 1, name: "Rex", categoryId: 1, status: "sold" }];
const fault = { code: "x", message: "no", status: 500 };

/** Time that passes at once; what it is asked to wait is written down. */
function fastClock(): Clock & { readonly waits: number[] } {
  let time = now;
  const waits: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    time += milliseconds;
    return Promise.resolve();
  };
  return { waits, now: () => time, random: () => 1, sleep };
}

type Script = readonly RequestListener[];

const answer =
  (status: number, body: unknown, headers: Record<string, string> = json): RequestListener =>
  (_, response) =>
    void response
      .writeHead(status, headers)
      .end(typeof body === "string" ? body : JSON.stringify(body));
const good = answer(200, pets);
const tooMany = (headers: Record<string, string>): RequestListener =>
  answer(429, "", { "retry-after": "0", ...figures, ...headers });
const cut: RequestListener = (request) => request.socket.destroy();
const half: RequestListener = (request, response) => {
  response.writeHead(200, { ...json, "content-length": "100" });
  response.write('[{"id":1,"na', () => request.socket.destroy());
};

async function against(script: Script, options: Partial<PetStoreClientOptions> = {}) {
  const seen: { readonly url: string; readonly authorization: string | undefined }[] = [];
  const baseUrl = await listen((request, response) => {
    const step = script[Math.min(seen.length, script.length - 1)];
    seen.push({ url: request.url ?? "", authorization: request.headers.authorization });
    step?.(request, response);
  });
  const clock = fastClock();
  const client = createPetStoreClient({ baseUrl, bearerAuth: key.secret, clock, ...options });
  return { client, clock, seen, baseUrl };
}
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => error);

describe("what passes is waited out", () => {
  test.each<[string, Script, readonly number[]]>([
    ["429 with Retry-After in seconds", [tooMany({ "retry-after": "7" }), good], [7000]],
    [
      "429 with Retry-After as a date",
      [
        tooMany({
          "retry-after": new Date(now + 9000).toUTCString(),
          date: new Date(now).toUTCString(),
        }),
        good,
      ],
      [9000],
    ],
    [
      "429 with retry-after-ms",
      [tooMany({ "retry-after-ms": "250", "retry-after": "7" }), good],
      [250],
    ],
    ["429 with a malformed Retry-After", [tooMany({ "retry-after": "soon" }), good], [500]],
    [
      "429 with a past date",
      [tooMany({ "retry-after": "Fri, 02 Jan 2015 03:04:05 GMT" }), good],
      [500],
    ],
    ["429 without Retry-After", [answer(429, "", figures), good], [500]],
    [
      "429 with X-RateLimit-Reset",
      [tooMany({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "12" }), good],
      [12_000],
    ],
    ["503 with Retry-After", [answer(503, "", { "retry-after": "3" }), good], [3000]],
    ["500, twice", [answer(500, fault), answer(500, fault), good], [500, 1000]],
    ["a cut connection", [cut, good], [500]],
    ["half a body", [half, good], [500]],
  ])("%s", async (_, script, waits) => {
    const { client, clock, seen } = await against(script);
    expect(await client.listPets()).toEqual(pets);
    expect(clock.waits).toEqual(waits);
    expect(seen).toHaveLength(script.length);
  });
});

describe("what stays wrong is an error that says what happened", () => {
  test.each<[string, RequestListener, object]>([
    [
      "429 that asks for longer than the cap",
      tooMany({ "retry-after": "3600" }),
      { name: "ApiError", status: 429, retryAfter: 3600, operation: "listPets" },
    ],
    [
      "500, which is not declared",
      answer(500, fault),
      { name: "UnexpectedResponse", status: 500, body: fault },
    ],
    [
      "401",
      answer(401, { ...fault, status: 401 }),
      { name: "ApiError", status: 401, reply: { body: { code: "x" } } },
    ],
    ["a cut connection", cut, { name: "ConnectionError", operation: "listPets" }],
    ["half a body", half, { name: "ConnectionError", operation: "listPets" }],
    [
      "a wrong content type",
      answer(200, "<p>busy</p>", { "content-type": "text/html", ...figures }),
      { name: "UnexpectedResponse", status: 200, body: "<p>busy</p>", issues: [] },
    ],
    [
      "a body that breaks its schema",
      answer(200, [{ id: "1" }]),
      {
        name: "UnexpectedResponse",
        body: [{ id: "1" }],
        issues: expect.arrayContaining([
          expect.objectContaining({ path: "/body/0/id" }),
          expect.objectContaining({ path: "/body/0", keyword: "required" }),
        ]),
      },
    ],
    [
      "an enum value that is new",
      answer(200, [{ ...pets[0], status: "lost" }]),
      { name: "UnexpectedResponse", issues: [{ path: "/body/0/status", keyword: "enum" }] },
    ],
    [
      "a header that is no number",
      answer(200, pets, { ...json, "x-ratelimit-limit": "many" }),
      { name: "UnexpectedResponse", issues: [{ path: "/headers/X-RateLimit-Limit" }] },
    ],
    [
      "a header that is missing",
      answer(200, pets, { "content-type": "application/json" }),
      { name: "UnexpectedResponse", status: 200 },
    ],
  ])("%s", async (_, listener, error) => {
    const { client } = await against([listener]);
    const thrown = await caught(client.listPets());
    expect(thrown).toMatchObject(error);
    expect(String((thrown as Error).stack) + JSON.stringify(thrown)).not.toContain(key.secret);
  });
});

test("trap: a mutation that gets a 409 or another error runs onError, never onSuccess", async () => {
  const body = { name: "Ada", categoryId: 1 };
  for (const [status, name] of [
    [400, "ApiError"],
    [401, "ApiError"],
    [409, "UnexpectedResponse"],
    [500, "UnexpectedResponse"],
  ] as const) {
    const { client } = await against([answer(status, { ...fault, status })], { retries: 0 });
    const seen: unknown[] = [];
    const mutation: Mutation<typeof body> = {
      mutationFn: (pet) => client.createPet({ body: pet }),
      onSuccess: (data) => seen.push(data),
      onError: (error) => seen.push(error),
    };
    await mutate(mutation, body);
    expect(seen).toMatchObject([
      { name, status, message: expect.stringMatching(/^POST \/pets: /) },
    ]);
    expect(seen[0]).toBeInstanceOf(ApiError);
    expect(isErrorOf(seen[0], "createPet")).toBe(name === "ApiError");
    expect(isErrorOf(seen[0], "getPet")).toBe(false);
  }
});

/** A mutation as such libraries have it. */
interface Mutation<Variables> {
  mutationFn(variables: Variables): Promise<unknown>;
  onSuccess(data: unknown): void;
  onError(error: Error): void;
}

async function mutate<Variables>(mutation: Mutation<Variables>, variables: Variables) {
  await mutation.mutationFn(variables).then(mutation.onSuccess, mutation.onError);
}

test("services drift: a reply that breaks its description can be reported and handed on, or not looked at", async () => {
  const drifted = [{ ...pets[0], status: "lost" }];
  const reports: UnexpectedResponse[] = [];
  const reporting = await against([answer(200, drifted)], {
    unexpected: (error) => reports.push(error),
  });
  expect(await reporting.client.listPets()).toEqual(drifted);
  expect(reports).toMatchObject([{ body: drifted, issues: [{ path: "/body/0/status" }] }]);
  const passing = await against([answer(200, drifted)], { unexpected: "pass" });
  expect(await passing.client.listPets()).toEqual(drifted);
});

test("a redirect to another origin does not take the credential there", async () => {
  const other = await against([good]);
  const { client, seen } = await against([
    (_, response: ServerResponse) =>
      void response.writeHead(307, { location: `${other.baseUrl}/pets` }).end(),
  ]);
  expect(await client.listPets()).toEqual(pets);
  expect(seen[0]?.authorization).toBe(`Bearer ${key.secret}`);
  expect(other.seen).toEqual([{ url: "/v1/pets", authorization: undefined }]);
});

test("a body that does not end is ended by the time limit", async () => {
  const { client } = await against(
    [
      (request, response) => {
        response.writeHead(200, json);
        const timer = setInterval(() => response.write(" "), 5);
        request.socket.on("close", () => clearInterval(timer));
      },
    ],
    { timeout: 60, clock: undefined },
  );
  const error = await caught(client.listPets());
  expect(error).toMatchObject({ name: "TimeoutError", operation: "listPets" });
});

test("no hook sees the credential", async () => {
  const seen: string[] = [];
  const note = (event: unknown): void => void seen.push(JSON.stringify(event));
  const { client } = await against([answer(500, fault), good], {
    onRequest: (event) => {
      note(event);
      // Also when it is looked at later.
      setTimeout(() => note(event), 1);
    },
    onResponse: note,
    onRetry: note,
  });
  await client.listPets();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(seen.length).toBe(7);
  expect(seen.join()).not.toContain(key.secret);
});
