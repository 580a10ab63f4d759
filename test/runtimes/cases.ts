import { createLoopbackClient, type LoopbackClientOptions } from "generated/client.ts";
import {
  ApiError,
  ConnectionError,
  TimeoutError,
  UnexpectedResponse,
} from "generated/runtime/client/errors.ts";
import type { Echo } from "generated/types.ts";
import * as mocks from "fixtures/mocks.ts";
import { type Case, check, equal, rejection } from "./harness.js";

/** Where the cases run, and against what. */
export interface Place {
  readonly url: string;
  /** Another origin. */
  readonly other: string;
}

type Make = (members: undefined, options: { readonly seed: number }) => unknown;

let runs = 0;
const fresh = (): string => `${Date.now()}-${++runs}`;
const bodyOf = ({ body }: Echo): string =>
  new TextDecoder().decode(Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0)));
const streams = "Chromium sends the body of a request as a stream over HTTP/2 and later only";
const cookies = "scripts of a page may not set the header Cookie (Fetch, forbidden request-header)";

/** What the generated client must do, in every runtime alike. */
export function cases({ url, other }: Place): readonly Case[] {
  const client = (options: Partial<LoopbackClientOptions> = {}) =>
    createLoopbackClient({
      baseUrl: url,
      token: "t-1",
      password: { username: "å", password: "p:w" },
      key: "k-1",
      queryKey: "q 1",
      cookie: "c-1",
      retries: 0,
      ...options,
    });

  return [
    {
      name: "fixtures have the same bytes everywhere",
      run: async () => {
        const all = Object.entries(mocks).flatMap(([name, make]) =>
          name.startsWith("make")
            ? Array.from({ length: 20 }, (_, seed) => (make as Make)(undefined, { seed }))
            : [],
        );
        const bytes = new TextEncoder().encode(JSON.stringify(all));
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
        const hexadecimal = [...digest.slice(0, 8)].map((one) => one.toString(16).padStart(2, "0"));
        equal(`${bytes.length} ${hexadecimal.join("")}`, "35136 b6b1ea036e57669b");
      },
    },
    {
      name: "path, query and header parameters",
      run: async () => {
        const echo = await client().echoParameters({
          path: { id: "a/b ü?" },
          query: { tag: ["x y", "&"], filter: { name: "é", age: 3 }, sizes: [1, 2] },
          headers: { "X-Trace": ["one", "two"] },
        });
        equal(
          echo.target,
          "/echo/a%2Fb%20%C3%BC%3F?tag=x%20y&tag=%26&filter%5Bname%5D=%C3%A9&filter%5Bage%5D=3&sizes=1%7C2",
        );
        equal(echo.headers["x-trace"], "one,two");
        equal(echo.headers["accept"], "application/json");
      },
    },
    {
      name: "cookie parameters",
      lacking: { chromium: cookies },
      run: async () => {
        const echo = await client().echoCookie({ cookies: { session: "s1" } });
        equal(echo.headers["cookie"], "session=s1");
      },
    },
    {
      name: "a body in JSON, with an integer beyond 2^53",
      run: async () => {
        const echo = await client().echoJson({ body: { name: "ü", size: 9007199254740993n } });
        equal(bodyOf(echo), '{"name":"ü","size":9007199254740993}');
        equal(echo.headers["content-type"], "application/json");
      },
    },
    {
      name: "a body of bytes",
      run: async () => {
        const echo = await client().echoBytes({ body: Uint8Array.of(0, 255, 10) });
        equal(echo.body, "AP8K");
        equal(echo.headers["content-type"], "application/octet-stream");
      },
    },
    {
      name: "a body of text",
      run: async () => {
        const echo = await client().echoText({ body: "zwölf" });
        equal(bodyOf(echo), "zwölf");
        check(/^text\/plain/.test(echo.headers["content-type"] ?? ""), "it is text/plain");
      },
    },
    {
      name: "a form",
      run: async () => {
        const echo = await client().echoForm({ body: { name: "a b&c", tag: ["1", "ü"] } });
        equal(Object.fromEntries(new URLSearchParams(bodyOf(echo))), { name: "a b&c", tag: "ü" });
        equal(new URLSearchParams(bodyOf(echo)).getAll("tag"), ["1", "ü"]);
        equal(echo.headers["content-type"], "application/x-www-form-urlencoded");
      },
    },
    {
      name: "files in a multipart body",
      run: async () => {
        const photo = new Blob(["PNG"], { type: "image/png" });
        const others = [
          new File(["one"], "1.txt", { type: "text/plain" }),
          new Blob(["two"]),
        ] as const;
        const echo = await client().upload({
          body: { photo, others: [...others], meta: { note: "ü" } },
        });
        // Read as text: Bun's own `formData()` loses the types of the parts.
        const boundary = /boundary=(.*)/.exec(echo.headers["content-type"] ?? "")?.[1] ?? "?";
        const parts = bodyOf(echo).split(`--${boundary}`);
        const disposition = "\r\nContent-Disposition: form-data; name=";
        equal(parts.slice(1), [
          `${disposition}"photo"; filename="blob"\r\nContent-Type: image/png\r\n\r\nPNG\r\n`,
          `${disposition}"others"; filename="1.txt"\r\nContent-Type: ${others[0].type}\r\n\r\none\r\n`,
          `${disposition}"others"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\ntwo\r\n`,
          `${disposition}"meta"\r\nContent-Type: application/json\r\n\r\n{"note":"ü"}\r\n`,
          "--\r\n",
        ]);
      },
    },
    {
      name: "a reply with typed headers and an exact integer",
      run: async () => {
        const reply = await client().getItem().reply();
        check(reply.status === 200, "it is found");
        equal(reply.headers, { "X-Count": 7, "X-List": ["a", "b"] });
        equal(reply.body, { name: "Å", size: 9007199254740993n });
      },
    },
    {
      name: "bytes, text and nothing as replies",
      run: async () => {
        equal(await client().getBytes(), Uint8Array.of(0, 255, 10, 128));
        equal(await client().getText(), "ünï");
        equal(await client().removeNothing(), undefined);
        equal((await client().removeNothing().reply()).status, 204);
        equal((await client().headNothing().reply()).status, 200);
      },
    },
    {
      name: "server-sent events, as they come",
      run: async () => {
        const events: unknown[] = [];
        for await (const event of await client().watch()) events.push(event);
        equal(events, [
          { event: "added", id: "1", data: { name: "ü", size: 9007199254740993n } },
          { data: { name: "b" } },
        ]);
      },
    },
    {
      name: "lines of JSON without an end, until there are enough",
      run: async () => {
        const names: string[] = [];
        for await (const { name } of await client().getLines()) {
          names.push(name);
          if (names.length === 3) break;
        }
        equal(names, ["1", "2", "3"]);
      },
    },
    {
      name: "lines of JSON as they are made",
      lacking: { chromium: streams },
      run: async () => {
        async function* items() {
          yield { name: "ü", size: 9007199254740993n };
          await new Promise((resolve) => setTimeout(resolve, 20));
          yield { name: "b" };
        }
        const echo = await client().sendLines({ body: items() });
        equal(bodyOf(echo), '{"name":"ü","size":9007199254740993}\n{"name":"b"}\n');
        equal(echo.headers["content-type"], "application/jsonl");
      },
    },
    {
      name: "a body that breaks its schema",
      run: async () => {
        const error = await rejection(
          client().getWrong({ path: { how: "body" } }),
          UnexpectedResponse,
        );
        equal(
          error.issues.map(({ path, keyword }) => `${path} ${keyword}`),
          ["/body required", "/body/size type"],
        );
        equal(error.body, { size: "large" });
        equal(error.status, 200);
      },
    },
    {
      name: "a body that is not JSON, of another type, with an undeclared status",
      run: async () => {
        for (const how of ["json", "type", "status"]) {
          const error = await rejection(client().getWrong({ path: { how } }), UnexpectedResponse);
          equal(error.status, how === "status" ? 418 : 200, how);
        }
      },
    },
    {
      name: "half a body, and a connection that is cut",
      run: async () => {
        for (const how of ["half", "cut"]) {
          const error = await rejection(client().getWrong({ path: { how } }), ConnectionError);
          equal(error.operation, "getWrong");
          check(error.cause !== undefined, "it says why");
        }
      },
    },
    {
      name: "an endless body ends with the time limit",
      run: async () => {
        const call = client().getWrong({ path: { how: "endless" } }, { timeout: 200 });
        await rejection(call, TimeoutError);
      },
    },
    {
      name: "a failure is an ApiError for who asks for the body",
      run: async () => {
        const sender = client({ baseUrl: `${url}/limited` });
        const error = await rejection(sender.getItem().ok(), UnexpectedResponse);
        equal(error.status, 429);
        const typed = await rejection(client().getFlaky({ path: { run: fresh() } }), ApiError);
        equal([typed.status, typed.retryAfter], [503, 0.001]);
      },
    },
    {
      name: "GET and PUT are tried again after a 503, POST is not",
      run: async () => {
        const { getFlaky, putFlaky, postFlaky } = client({ retries: 2 });
        const body = { name: "same", size: 1n };
        const got = await getFlaky({ path: { run: fresh() } });
        equal(got.headers["x-attempt"], "2");
        const put = await putFlaky({ path: { run: fresh() }, body });
        equal([put.headers["x-attempt"], bodyOf(put)], ["2", '{"name":"same","size":1}']);
        equal((await postFlaky({ path: { run: fresh() }, body }).reply()).status, 503);
        const path = { run: fresh() };
        const posted = await postFlaky({ path, body }, { idempotencyKey: "i-1" });
        equal([posted.headers["x-attempt"], posted.headers["idempotency-key"]], ["2", "i-1"]);
      },
    },
    {
      name: "Retry-After is obeyed, by other calls too",
      run: async () => {
        const { getLimited, getText } = client({ retries: 1 });
        const start = Date.now();
        const limited = getLimited({ path: { run: fresh() } });
        await new Promise((resolve) => setTimeout(resolve, 200));
        const text = getText().then(() => Date.now() - start);
        const echo = await limited;
        const waited = Number(echo.headers["x-time"]) - start;
        check(waited >= 995, `it came back after ${waited} ms`);
        check((await text) >= 995, `another call did not wait: ${await text} ms`);
      },
    },
    {
      name: "an abort ends a call at once, also in a wait",
      run: async () => {
        const controller = new AbortController();
        const slow = client().getSlow({}, { signal: controller.signal });
        setTimeout(() => controller.abort(new Error("enough")), 50);
        equal((await rejection(slow, Error)).message, "enough");

        const second = new AbortController();
        const limited = client({ retries: 1 }).getLimited(
          { path: { run: fresh() } },
          { signal: second.signal },
        );
        setTimeout(() => second.abort(new Error("stop waiting")), 100);
        const start = Date.now();
        equal((await rejection(limited, Error)).message, "stop waiting");
        check(Date.now() - start < 900, "it did not wait for the window");
      },
    },
    {
      name: "bearer, basic and API keys",
      run: async () => {
        const bearer = await client().getWithToken();
        equal(bearer.headers["authorization"], "Bearer t-1");
        const basic = await client().getWithPassword();
        equal(basic.headers["authorization"], "Basic w6U6cDp3");
        const keys = await client().getWithKeys();
        equal([keys.headers["x-key"], keys.target], ["k-1", "/secret/key?key=q%201"]);
      },
    },
    {
      name: "a redirect to another origin does not take the token along",
      run: async () => {
        const echo = await client().getMoved();
        equal(echo.target, "/elsewhere");
        equal(echo.headers["host"], other.replace("http://", ""));
        equal(echo.headers["authorization"], undefined);
      },
    },
    {
      name: "a redirect that is the reply, and a key in a cookie",
      lacking: { chromium: "a page sees no redirect, and sets no cookie" },
      run: async () => {
        const moved = await client().showMoved().reply();
        equal([moved.status, moved.headers.Location], [302, `${other}/elsewhere`]);
        const echo = await client().getWithCookie();
        equal(echo.headers["cookie"], "sid=c-1");
      },
    },
    {
      name: "what a page cannot do is refused at once",
      run: async () => {
        async function* items() {
          yield { name: "a", size: 1n };
        }
        const { sendLines, echoCookie, getWithCookie, showMoved } = client({ retries: 2 });
        const messages = [
          () => echoCookie({ cookies: { session: "s1" } }),
          () => getWithCookie(),
          () => showMoved(),
          () => sendLines({ body: items() }),
          () => echoCookie({ cookies: {} }),
          () => client({ cookie: true }).getWithCookie(),
        ].map((call) => call().then(() => "", String));
        const cookies =
          'has cookies, which no page may set: browsers send their own (credentials: "include")';
        equal(
          await Promise.all(messages),
          typeof document === "undefined"
            ? ["", "", "", "", "", ""]
            : [
                `TypeError: echoCookie ${cookies}`,
                `TypeError: getWithCookie ${cookies}`,
                "TypeError: showMoved is answered with a redirect, which browsers do not show to pages",
                "TypeError: sendLines has a stream as its body, which browsers send over HTTP/2 only, and so with https",
                "",
                "",
              ],
        );
      },
    },
    {
      name: "hooks, in their order",
      run: async () => {
        const seen: string[] = [];
        const { getFlaky } = client({
          retries: 1,
          onRequest: ({ attempt, headers }) => {
            headers["x-hook"] = `h${attempt}`;
            seen.push(`request ${attempt}`);
          },
          onResponse: ({ status }) => void seen.push(`response ${status}`),
          onRetry: ({ attempt, status }) => void seen.push(`retry ${attempt} ${status}`),
        });
        const echo = await getFlaky({ path: { run: fresh() } });
        equal(echo.headers["x-hook"], "h1");
        equal(seen, ["request 0", "response 503", "retry 1 503", "request 1", "response 200"]);
      },
    },
    {
      name: "many calls at once",
      run: async () => {
        const texts = await Promise.all(Array.from({ length: 50 }, () => client().getText()));
        equal(new Set(texts).size, 1);
      },
    },
    {
      name: "an own fetch",
      run: async () => {
        const answer = new Response('{"name":"own"}', {
          headers: { "content-type": "application/json", "x-count": "1" },
        });
        const own = client({ fetch: () => Promise.resolve(answer) });
        equal(await own.getItem(), { name: "own" });
      },
    },
  ];
}
