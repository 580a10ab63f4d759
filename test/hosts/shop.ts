import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { inPart } from "generated/runtime/server/server.ts";
import { type ShopHandlers, type ShopServerOptions, createShopServer } from "generated/server.ts";

/** What the application knows of a request that handlers get as `context.host`. */
export interface Known {
  readonly user?: string | undefined;
  readonly session?: { user?: string } | undefined;
}

/** What middleware of the application runs each request in. */
export const store = new AsyncLocalStorage<string>();

/** What became of the events of each stream. */
export const ended: string[] = [];

export const LONG = "long ".repeat(1000);
export const BYTES = new Uint8Array(300_000).map((_, at) => at % 251);

const handlers: Partial<ShopHandlers<string, Known>> = {
  getOrder: ({ path }, { host, accept }) =>
    accept === "text/plain"
      ? { status: 200, contentType: "text/plain", body: `${path.orderId}` }
      : {
          status: 200,
          contentType: "application/json",
          body: { title: `of ${host?.user ?? "nobody"} in ${store.getStore() ?? "nothing"}` },
          extraHeaders: { "Set-Cookie": ["a=1; Path=/", "b=2; Path=/"], "X-Own": "own" },
        },
  deleteOrder: () => ({ status: 204 }),
  listOrders: ({ query }) => ({ status: 200, body: query }),
  addOrder: ({ body }) => ({ status: 201, body }),
  putOrder: ({ body }) => ({ status: 200, body }),
  login({ body }, { host }) {
    if (host?.session) host.session.user = body.user;
    return { status: 200, body };
  },
  async addPhoto({ body }) {
    const seen: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body))
      seen[name] = value instanceof Blob ? await textOf(value) : value;
    if (body.more) seen["more"] = await Promise.all(body.more.map(textOf));
    return { status: 200, body: seen };
  },
  async addAlbum({ body }) {
    const seen: [string, number][] = [];
    for await (const { name, body: bytes } of body)
      seen.push([name, (await new Response(bytes).arrayBuffer()).byteLength]);
    return { status: 200, body: seen };
  },
  getBytes: () => ({
    status: 200,
    body: (async function* () {
      for (let at = 0; at < BYTES.length; at += 65_536) yield BYTES.subarray(at, at + 65_536);
    })(),
  }),
  putBytes: ({ body }) => ({ status: 200, body: body.length }),
  getLong: () => ({ status: 200, body: LONG }),
  watch: ({ query }, { signal }) => ({
    status: 200,
    body: (async function* () {
      try {
        yield { data: "first" };
        await wait(500, undefined, { signal });
        if (query.fails) throw new Error("the source broke");
        yield { data: "second" };
        ended.push("whole");
      } catch {
        ended.push("cut");
        if (query.fails) throw new Error("the source broke");
      }
    })(),
  }),
  readLines: () => ({
    status: 200,
    body: (async function* () {
      yield 1;
      await wait(500);
      yield 2;
    })(),
  }),
  getSession: (_, { host }) => ({ status: 200, body: host?.session?.user ?? "nobody" }),
  secret: (_, { caller }) => ({ status: 200, body: caller }),
};

async function textOf(blob: Blob): Promise<string> {
  const name = blob instanceof File ? blob.name : "";
  return `${name} ${blob.type} ${await blob.text()}`;
}

/** A shop of which `legacy` has no handler. */
export function createShop(options: Partial<ShopServerOptions<string, Known>> = {}) {
  return createShopServer<string, Known>({
    key: (key) => (key === "good" ? "ada" : undefined),
    handlers: inPart<ShopHandlers<string, Known>>(handlers),
    onError: () => undefined,
    ...options,
  });
}

export type Shop = ReturnType<typeof createShop>;
