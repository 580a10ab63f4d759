import { setTimeout as wait } from "node:timers/promises";
import createError from "http-errors";
import { inPart } from "generated/runtime/server/server.ts";
import type { ShopHandlers } from "generated/server.ts";
import { check, equal, ok } from "./harness.ts";
import { type Errors, hosts } from "./hosts.ts";
import { type Sent, form, json, send, urlencoded } from "./http.ts";
import { BYTES, type Known, createShop, ended } from "./shop.ts";

/** As browsers send a form in which no file was chosen. */
const unchosen: Sent = {
  method: "POST",
  headers: { "content-type": "multipart/form-data; boundary=x" },
  body: [
    '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nt\r\n--x\r\n',
    'Content-Disposition: form-data; name="photo"; filename=""\r\n',
    "Content-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n",
  ].join(""),
};

/** What a handler may throw, and what the server makes of it, in each host alike. */
const throwing = [
  {
    name: "an error of http-errors",
    thrown: createError(404, "no such order", { headers: { "X-Why": "gone" } }),
    status: 404,
    message: "no such order",
  },
  ...[
    {
      name: "one of them that is not to be exposed",
      thrown: createError(404, "x", { expose: false }),
    },
    { name: "one of them for a fault of the server", thrown: createError(503, "x") },
    {
      name: "one of them for a fault of the server that is exposed",
      thrown: createError(503, "x", { expose: true }),
    },
    {
      name: "an error of a client of something else",
      thrown: Object.assign(new Error("x"), { status: 404 }),
    },
  ].map((one) => ({ ...one, status: 500, message: "Something went wrong on the server." })),
];

/** A shop of which some handlers throw. */
function shopThat(thrown: unknown) {
  return createShop({
    handlers: inPart<ShopHandlers<string, Known>>({
      getOrder() {
        throw thrown;
      },
      async getLong() {
        throw "only a text";
      },
      deleteOrder: () => ({ status: 204 }),
      secret: () => ({ status: 200, body: "" }),
    }),
  });
}

/** What has to be so in each host. */
for (const [host, start] of Object.entries(hosts)) {
  const isHttp2 = /http2|HTTP\/2/.test(host);
  const each = (
    name: string,
    run: (ask: (target: string, sent?: Sent) => ReturnType<typeof send>) => Promise<void>,
    shop = createShop(),
    errors?: Errors,
  ): void =>
    check(`${host}: ${name}`, async (after) => {
      const url = await start(shop, after, errors);
      await run((target, sent) => send(isHttp2 ? `h2:${url}` : url, target, sent));
    });

  each(
    "headers of middleware stay, cookies of both sides are there, and Vary has both names",
    async (ask) => {
      const { status, headers, text } = await ask("/orders/1");
      equal([status, JSON.parse(text)], [200, { title: "of ada in a store" }]);
      equal(headers["set-cookie"], ["before=1", "a=1; Path=/", "b=2; Path=/"]);
      equal(headers["vary"]?.split(/, */).sort(), ["Accept", "Origin"]);
      equal([headers["x-before"], headers["x-own"]], ["yes", "own"]);
      equal(headers["content-type"], "application/json");
    },
  );

  each("what runs behind the API sees its status, and what it adds is sent", async (ask) => {
    const { headers } = await ask("/orders/1", { method: "DELETE" });
    if (["Koa 3", "Hono"].includes(host) || host.includes("Fastify"))
      equal(headers["x-after"], "204");
  });

  each("a 204 has neither type nor body, a HEAD no body", async (ask) => {
    const gone = await ask("/orders/1", { method: "DELETE" });
    equal([gone.status, gone.headers["content-type"], gone.text], [204, undefined, ""]);
    const head = await ask("/long", { method: "HEAD" });
    equal([head.status, head.text], [200, ""]);
    equal(head.headers["content-type"], "application/json");
  });

  each(
    "what is none of its operations is the application's, and what has no handler",
    async (ask) => {
      equal((await ask("/healthz")).text, "healthy");
      equal((await ask("/legacy")).text, "old");
      equal((await ask("/nothing")).status, 404);
      if (!host.startsWith("Nest")) equal((await ask("/orders", { method: "DELETE" })).text, "own");
    },
  );

  each(
    "a wrong request is a 400 with its faults, also where no body is declared for it",
    async (ask) => {
      const { status, text } = await ask("/orders/x");
      equal(
        [status, (JSON.parse(text) as { issues: [{ pointer: string }] }).issues[0].pointer],
        [400, "/path/orderId"],
      );
      equal((await ask("/orders", json({ count: "x" }))).status, 400);
      equal(
        (await ask("/orders", { ...json({}), headers: { "content-type": "text/csv" } })).status,
        415,
      );
    },
  );

  each("a body comes through, also without its length", async (ask) => {
    equal(JSON.parse((await ask("/orders", json({ title: "ü", count: 2 }))).text), {
      title: "ü",
      count: 2,
    });
    equal((await ask("/orders", { ...json({ title: "a" }), isOpen: true })).status, 201);
    const type = { "content-type": "application/octet-stream" };
    const put = await ask("/bytes", {
      method: "PUT",
      headers: type,
      body: new Uint8Array(70_000),
      isOpen: true,
    });
    equal([put.status, put.text], [200, "70000"]);
  });

  each("a PUT without a type has the only one that is declared", async (ask) => {
    const put = await ask("/orders", { method: "PUT", body: '{"title":"a"}' });
    equal([put.status, put.text], [200, '{"title":"a"}']);
    equal((await ask("/orders", { method: "POST", body: '{"title":"a"}' })).status, 415);
  });

  each(
    "forms with files, of which an empty control is none and a wrong type a 415",
    async (ask) => {
      const photo = new File(["png"], "a.png", { type: "image/png" });
      const sent = await ask(
        "/photos",
        await form([
          ["title", "ü"],
          ["tags", "x"],
          ["tags", "y"],
          ["photo", photo],
        ]),
      );
      equal(JSON.parse(sent.text), { title: "ü", tags: ["x", "y"], photo: "a.png image/png png" });
      const empty = await ask("/photos", unchosen);
      equal([empty.status, JSON.parse(empty.text)], [200, { title: "t" }]);
      const wrong = await ask(
        "/photos",
        await form([["photo", new File(["x"], "a.gif", { type: "image/gif" })]]),
      );
      equal(
        [
          wrong.status,
          (JSON.parse(wrong.text) as { issues: [{ pointer: string }] }).issues[0].pointer,
        ],
        [415, "/body/photo"],
      );
      equal(
        (await ask("/login", urlencoded("user=a%20b&roles=x&roles=y"))).text,
        '{"user":"a b","roles":["x","y"]}',
      );
    },
  );

  each("a list of numbers has its commas in both ways, one of texts as it is", async (ask) => {
    equal(JSON.parse((await ask("/orders?ids=1,2&names=a%2Cb,c")).text), {
      ids: [1, 2],
      names: ["a,b", "c"],
    });
    equal(JSON.parse((await ask("/orders?ids=1%2C2")).text), { ids: [1, 2] });
  });

  each("events come one by one", async (ask) => {
    const { headers, pieces, text } = await ask("/events", {
      headers: { "accept-encoding": "gzip" },
    });
    equal(text, "data: first\n\ndata: second\n\n");
    ok((pieces[1]?.[0] ?? 0) > 100, `the second event came after ${pieces[1]?.[0]} ms`);
    equal(headers["cache-control"], "no-cache, no-transform");
    equal(headers["x-accel-buffering"], "no");
  });

  each("a client that leaves ends the stream", async (ask) => {
    ended.length = 0;
    await ask("/events", { leaves: true });
    for (let turn = 0; turn < 40 && ended.length === 0; turn++) await wait(25);
    equal(ended, ["cut"]);
  });

  each("a stream that breaks does not look whole", async (ask) => {
    const outcome = await ask("/events?fails=true").then(
      ({ text }) => `whole: ${text}`,
      () => "broken",
    );
    equal(outcome, "broken");
  });

  each("bytes are streamed as they are", async (ask) => {
    const { body, headers } = await ask("/bytes");
    equal([body.equals(BYTES), headers["content-type"]], [true, "application/octet-stream"]);
  });

  each(
    "a body that is too long is a 413 that the client sees",
    async (ask) => {
      const type = { "content-type": "application/octet-stream" };
      const { status } = await ask("/bytes", {
        method: "PUT",
        headers: type,
        body: new Uint8Array(1_500_000),
      });
      equal(status, 413);
    },
    createShop({ bodyLimit: 1000 }),
  );

  each("credentials are judged", async (ask) => {
    equal((await ask("/secret")).status, 401);
    equal((await ask("/secret", { headers: { "x-key": "good" } })).text, '"ada"');
  });

  each(
    "parts are handed on while they come in, beyond what others may send",
    async (ask) => {
      const photo = new File([new Uint8Array(3_000_000)], "a.png", { type: "image/png" });
      const sent = await form([
        ["title", "ü"],
        ["photo", photo],
      ]);
      equal(JSON.parse((await ask("/albums", sent)).text), [
        ["title", 2],
        ["photo", 3_000_000],
      ]);
      equal((await ask("/photos", sent)).status, 413);
    },
    createShop({ bodyLimit: { addAlbum: 4_000_000 } }),
  );

  for (const { name, thrown, status, message } of throwing)
    each(
      `${name} is a ${status} of the server`,
      async (ask) => {
        const reply = await ask("/orders/1");
        equal([reply.status, JSON.parse(reply.text).detail], [status, message]);
        equal(reply.headers["x-why"], status === 404 ? "gone" : undefined);
      },
      shopThat(thrown),
    );
  each(
    "what fails is the application's to answer where that is chosen: what a handler throws, and what the server refuses",
    async (ask) => {
      const thrown = await ask("/orders/1");
      equal([thrown.status, thrown.text], [418, "own: a teapot"]);
      const refused = await ask("/orders/x");
      const faults = "own: The request is not valid: /path/orderId must be an integer";
      equal([refused.status, refused.text.startsWith(faults)], [400, true]);
      const unknown = await ask("/secret");
      equal([unknown.status, unknown.text], [401, "own: Valid credentials are needed."]);
      equal((await ask("/orders/1", { method: "DELETE" })).status, 204);
      const text = await ask("/long");
      equal([text.status, text.text], [500, "own: only a text"]);
      equal((await ask("/healthz")).text, "healthy");
    },
    shopThat(Object.assign(new Error("a teapot"), { status: 418 })),
    "next",
  );

  // Both have no answer of their own to an error: the one is a callback, the other says 500 to all.
  if (!host.startsWith("node:") && host !== "Hono")
    each(
      "what the server refuses has its status and its faults where the framework answers it by itself",
      async (ask) => {
        const refused = await ask("/orders/x");
        equal(refused.status, 400);
        // Express shows a stack, Koa and Nest the message, Fastify both in JSON.
        ok(refused.text.includes("/path/orderId must be an integer"), refused.text);
        equal((await ask("/secret")).status, 401);
        equal((await ask("/orders/1", { headers: { accept: "image/png" } })).status, 406);
        const thrown = await ask("/orders/1");
        ok(thrown.status >= 500 && !/x of a/.test(thrown.text), `${thrown.status} ${thrown.text}`);
      },
      shopThat(Object.assign(new Error("x"), { expose: false })),
      "framework",
    );

  each("OPTIONS is the application's, unless the server answers preflights", async (ask) => {
    // The controller that has the shop is all that Nest has at this path.
    if (!host.startsWith("Nest")) equal((await ask("/orders", { method: "OPTIONS" })).text, "own");
    ok((await ask("/legacy", { method: "OPTIONS" })).headers["allow"] !== "GET, HEAD, OPTIONS");
  });
  each(
    "preflights of its own CORS are answered",
    async (ask) => {
      const headers = { origin: "https://a.example", "access-control-request-method": "DELETE" };
      const { status, headers: got } = await ask("/orders/7", { method: "OPTIONS", headers });
      equal([status, got["access-control-allow-origin"]], [204, "https://a.example"]);
      const left = await ask("/legacy", { method: "OPTIONS", headers });
      equal(left.headers["access-control-allow-origin"], undefined);
    },
    createShop({ cors: { origins: ["https://a.example"] } }),
  );

  const lines: string[] = [];
  each(
    "an event of onReply can be made into JSON",
    async (ask) => {
      await ask("/orders/1?x=secret");
      for (let turn = 0; turn < 40 && lines.length === 0; turn++) await wait(5);
      const [line = "{}"] = lines;
      const event = JSON.parse(line) as { route: string; status: number; request: object };
      equal([event.route, event.status], ["/orders/{orderId}", 200]);
      equal(
        { ...event.request, remoteAddress: "" },
        { method: "GET", path: "/orders/1", remoteAddress: "" },
      );
    },
    createShop({ onReply: (event) => lines.push(JSON.stringify(event)) }),
  );
}
