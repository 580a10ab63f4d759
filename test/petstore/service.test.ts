import { describe, expect, test } from "vitest";
import {
  createPetStoreClient,
  getPet,
  createPetStoreSender,
  petStoreServers,
} from "../../generated/client.js";
import { ApiError, UnexpectedResponse } from "../../generated/runtime/client/errors.js";
import { memoryLimiter } from "../../generated/runtime/server/limiter.js";
import { key, listen, start } from "./http.js";
import { petsInMemory } from "./pets.js";

const rate = {
  "X-RateLimit-Limit": expect.any(Number),
  "X-RateLimit-Remaining": expect.any(Number),
  "X-RateLimit-Reset": expect.any(Number),
};

describe("an animal", () => {
  test("is added, listed and fetched, and is the same each time", async () => {
    const { petStore } = await start();
    const body = {
      name: "Ada \u{1f436} \"'\\",
      categoryId: Number.MAX_SAFE_INTEGER,
      status: "sold",
    } as const;
    const added = await petStore.createPet({ body }).ok();
    expect(added).toEqual({
      status: 201,
      headers: rate,
      body: {
        id: 1,
        name: "Ada \u{1f436} \"'\\",
        categoryId: Number.MAX_SAFE_INTEGER,
        status: "sold",
      },
    });
    const listed = await petStore.listPets().reply();
    expect(listed).toEqual({ status: 200, headers: rate, body: [added.body] });
    expect(await petStore.getPet({ path: { petId: 1 } })).toEqual(added.body);
  });

  test("that is added without a status has none, or the one that the service was made with", async () => {
    const { petStore } = await start();
    expect(await petStore.createPet({ body: { name: "Ada", categoryId: 1 } })).toEqual({
      id: 1,
      name: "Ada",
      categoryId: 1,
    });
    const other = await start({ pets: petsInMemory({ defaultStatus: "pending" }) });
    expect((await other.petStore.createPet({ body: { name: "Ada", categoryId: 1 } })).status).toBe(
      "pending",
    );
  });

  test("list: 20 at the most when nothing is said, filtered by status, limited", async () => {
    const { petStore } = await start();
    for (let i = 1; i <= 25; i++)
      await petStore
        .createPet({
          body: { name: `Pet ${i}`, categoryId: 1, status: i % 2 ? "sold" : "available" },
        })
        .ok();
    expect((await petStore.listPets()).length).toBe(20);
    const sold = await petStore.listPets({ query: { status: "sold", limit: 3 } });
    expect(sold.map(({ id }) => id)).toEqual([1, 3, 5]);
  });
});

describe("each declared reply", () => {
  test("401, on all operations, with a challenge and an Error", async () => {
    const { baseUrl, petStore } = await start({}, { bearerAuth: "wrong" });
    const body = { code: "unauthorized", message: expect.any(String), status: 401 };
    const expected = { status: 401, headers: rate, body };
    expect(await petStore.listPets().reply()).toEqual(expected);
    expect(await petStore.createPet({ body: { name: "Ada", categoryId: 1 } }).reply()).toEqual(
      expected,
    );
    expect(await petStore.getPet({ path: { petId: 1 } }).reply()).toEqual(expected);
    const response = await fetch(`${baseUrl}/pets`);
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  test("400 on createPet, with every fault in its message", async () => {
    const { petStore } = await start();
    const reply = await petStore.createPet({ body: { name: 1, status: "lost" } as never }).reply();
    expect(reply).toEqual({
      status: 400,
      headers: rate,
      body: { code: "bad_request", message: expect.any(String), status: 400 },
    });
    if (reply.status !== 400) throw new Error("not reached");
    for (const fault of [
      "/body/name must be a string",
      '/body must have "categoryId"',
      '/body/status must be "available", "pending" or "sold"',
    ])
      expect(reply.body.message).toContain(fault);
  });

  test("404 on getPet", async () => {
    const { petStore } = await start();
    const reply = await petStore.getPet({ path: { petId: 7 } }).reply();
    expect(reply).toEqual({
      status: 404,
      headers: rate,
      body: { code: "not_found", message: "There is no pet 7.", status: 404 },
    });
    await expect(petStore.getPet({ path: { petId: 7 } })).rejects.toThrow(ApiError);
  });

  test("429 on all operations: without a body, with Retry-After", async () => {
    const { fresh } = await start({ keys: [{ ...key, limits: [{ requests: 1, seconds: 3600 }] }] });
    expect((await fresh().listPets().reply()).status).toBe(200);
    const expected = {
      status: 429,
      headers: {
        ...rate,
        "X-RateLimit-Limit": 1,
        "X-RateLimit-Remaining": 0,
        "Retry-After": expect.stringMatching(/^\d+$/),
      },
    };
    // A client that got a 429 keeps its own calls back, so each of these is another one.
    expect(await fresh().listPets().reply()).toEqual(expected);
    expect(
      await fresh()
        .createPet({ body: { name: "Ada", categoryId: 1 } })
        .reply(),
    ).toEqual(expected);
    expect(
      await fresh()
        .getPet({ path: { petId: 1 } })
        .reply(),
    ).toEqual(expected);
  });
});

describe("what the server answers for itself", () => {
  async function ask(
    path: string,
    init: RequestInit = {},
    options: Parameters<typeof start>[0] = {},
  ) {
    const { baseUrl } = await start(options);
    const headers = { authorization: `Bearer ${key.secret}`, ...init.headers };
    const response = await fetch(baseUrl + path, { ...init, headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
    };
  }
  const json = { "content-type": "application/json" };

  test.each([
    ["a path that is not there", "/nope", {}, 404],
    ["a method that is not there", "/pets", { method: "DELETE" }, 405],
    [
      "a body of another type",
      "/pets",
      { method: "POST", body: "<pet/>", headers: { "content-type": "text/xml" } },
      415,
    ],
    [
      "a body that is too long",
      "/pets",
      { method: "POST", body: JSON.stringify({ name: "x".repeat(2_000_000) }), headers: json },
      413,
    ],
    ["a body that is no JSON", "/pets", { method: "POST", body: "{", headers: json }, 400],
    ["no body", "/pets", { method: "POST" }, 400],
    ["a limit that is no integer", "/pets?limit=0x10", {}, 400],
    ["a limit out of bounds", "/pets?limit=101", {}, 400],
    ["an id that is no integer", "/pets/one", {}, 400],
    ["an id beyond 2^53", "/pets/9007199254740993", {}, 400],
    ["a path with bad percent-encoding", "/pets/%ff", {}, 400],
  ] satisfies [string, string, RequestInit, number][])("%s: %s", async (_, path, init, status) => {
    const reply = await ask(path, init);
    expect([reply.status, reply.body]).toEqual([
      status,
      { code: expect.any(String), message: expect.any(String), status },
    ]);
    for (const header of Object.keys(rate))
      expect(reply.headers.get(header), header).toMatch(/^\d+$/);
    if (status === 405)
      expect(reply.headers.get("allow")?.split(", ")).toEqual(
        expect.arrayContaining(["GET", "POST"]),
      );
  });

  test("HEAD is GET without the body", async () => {
    const reply = await ask("/pets", { method: "HEAD" });
    expect([reply.status, reply.text, reply.headers.get("content-length")]).toEqual([200, "", "2"]);
  });

  test("an error in a handler is 500 without its text, and is reported", async () => {
    const errors: unknown[] = [];
    const pets = { ...petsInMemory(), list: () => Promise.reject(new Error("the secret")) };
    const reply = await ask("/pets", {}, { pets, onError: (error) => errors.push(error) });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain("secret");
    expect(reply.body).toEqual({
      code: expect.any(String),
      message: expect.any(String),
      status: 500,
    });
    expect(errors).toEqual([new Error("the secret")]);
    for (const header of Object.keys(rate)) expect(reply.headers.get(header)).toMatch(/^\d+$/);
  });

  test("a handler's reply that breaks the description is 500, and is reported", async () => {
    const errors: unknown[] = [];
    const pets = { ...petsInMemory(), list: () => Promise.resolve([{ id: "x" } as never]) };
    expect((await ask("/pets", {}, { pets, onError: (error) => errors.push(error) })).status).toBe(
      500,
    );
    expect(String(errors[0])).toContain("/0");
  });

  test("its words are an option", async () => {
    const describe = () => ({
      contentType: "application/json",
      body: { code: "E1", message: "no", status: 404 },
    });
    expect((await ask("/nope", {}, { describe })).body).toEqual({
      code: "E1",
      message: "no",
      status: 404,
    });
  });

  test("that an operation goes away is told only when asked for", async () => {
    expect((await ask("/pets/1")).headers.has("sunset")).toBe(false);
    const { headers } = await ask("/pets/1", {}, { deprecationHeaders: true });
    expect(headers.get("sunset")).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
  });
});

describe("the limits of a plan", () => {
  const minute = 60_000;

  test("are those of the description, for each caller apart, in all windows at once", async () => {
    let now = Date.UTC(2026, 0, 1);
    const limiter = memoryLimiter({ clock: () => now });
    const other = { ...key, id: "other", secret: "0ther" };
    const { fresh } = await start({ limiter, keys: [key, other] });
    const petStore = fresh();
    for (let i = 1; i <= 60; i++)
      expect((await petStore.listPets().reply()).headers).toEqual({
        "X-RateLimit-Limit": 60,
        "X-RateLimit-Remaining": 60 - i,
        "X-RateLimit-Reset": now / 1000 + 60,
      });
    const refused = await petStore.listPets().reply();
    expect([refused.status, refused.headers]).toEqual([
      429,
      {
        "X-RateLimit-Limit": 60,
        "X-RateLimit-Remaining": 0,
        "X-RateLimit-Reset": now / 1000 + 60,
        "Retry-After": "60",
      },
    ]);
    expect((await fresh(other.secret).listPets().reply()).status).toBe(200);
    now += minute;
    expect((await fresh().listPets().reply()).status).toBe(200);
    for (let i = 0; i < 15; i++, now += minute)
      for (let j = 0; j < 60; j++) await limiter.take("key tester", key.limits ?? [], now);
    for (let j = 0; j < 60; j++) await limiter.take("key tester", key.limits ?? [], now);
    now += minute;
    const day = await fresh().listPets().reply();
    expect([
      day.status,
      day.headers["X-RateLimit-Limit"],
      day.headers["X-RateLimit-Reset"],
    ]).toEqual([429, 1000, Date.UTC(2026, 0, 2) / 1000]);
  });

  test("can tell the time to wait as a date", async () => {
    const { petStore } = await start({
      retryAfter: "http-date",
      keys: [{ ...key, limits: [{ requests: 0, seconds: 60 }] }],
    });
    const reply = await petStore.listPets().reply();
    expect(reply.status === 429 && reply.headers["Retry-After"]).toMatch(
      /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
    );
  });

  test("do not hold for a caller without any", async () => {
    const { petStore } = await start({ keys: [{ ...key, limits: undefined }] });
    for (let i = 0; i < 5; i++)
      expect(await petStore.listPets().catch((error: unknown) => error)).toBeInstanceOf(
        UnexpectedResponse,
      );
  });
});

describe("the client", () => {
  test("waits a 429 out, tells what is deprecated, and gets its key when it calls", async () => {
    let calls = 0;
    const seen: (string | undefined)[] = [];
    const baseUrl = await listen((request, response) => {
      seen.push(request.headers.authorization);
      const figures = {
        "X-RateLimit-Limit": 1,
        "X-RateLimit-Remaining": 1,
        "X-RateLimit-Reset": 1,
        "Content-Type": "application/json",
      };
      if (++calls === 1) response.writeHead(429, { ...figures, "Retry-After": "0" }).end();
      else
        response.writeHead(200, figures).end(JSON.stringify({ id: 1, name: "Ada", categoryId: 1 }));
    });
    const deprecated: unknown[] = [];
    const sender = createPetStoreSender({
      baseUrl,
      bearerAuth: () => `key-${calls}`,
      onDeprecated: (...notice) => deprecated.push(notice),
    });
    expect((await getPet(sender, { path: { petId: 1 } })).name).toBe("Ada");
    expect(seen).toEqual(["Bearer key-0", "Bearer key-1"]);
    expect(deprecated).toEqual([["getPet", "2030-12-05"]]);
  });

  test("refuses a reply that the description does not allow", async () => {
    const baseUrl = await listen((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end('[{"id":1}]');
    });
    const petStore = createPetStoreClient({ baseUrl, bearerAuth: "k" });
    const error: unknown = await petStore.listPets().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UnexpectedResponse);
  });

  test("takes its address from the server variables of the description", () => {
    expect(petStoreServers.production({ base_url: "https://a.example/v1" })).toBe(
      "https://a.example/v1",
    );
    expect(petStoreServers.staging({ staging_base_url: "https://b.example/v1" })).toBe(
      "https://b.example/v1",
    );
  });

  test("stops at once when it is told to, and when its time is up", async () => {
    const baseUrl = await listen(() => {});
    const petStore = createPetStoreClient({ baseUrl, bearerAuth: "k" });
    await expect(
      petStore.listPets({}, { signal: AbortSignal.abort(new Error("enough")) }),
    ).rejects.toThrow("enough");
    await expect(petStore.listPets({}, { timeout: 20, retries: 0 })).rejects.toThrow(/time|20/i);
  });
});
