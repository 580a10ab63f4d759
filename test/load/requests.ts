import { isPet, isPetStoreError, isPets } from "../../generated/validators.js";
import type { NewPet } from "../../generated/types.js";
import { type Reply, type Step, send, write } from "./send.js";

/** The animals that the server said it has taken, by id. */
export type Accepted = Map<number, NewPet>;

/** Something that clients do, how often, and what it may lead to. */
export interface Kind {
  readonly name: string;
  readonly weight: number;
  /** `undefined` when all is as planned, else what is not. */
  run(port: number, accepted: Accepted, turn: number): Promise<string | undefined>;
}

const key = { authorization: "Bearer load-key" };
const json = { ...key, "content-type": "application/json" };
const head = "HTTP/1.1\r\nHost: pets.example\r\nAuthorization: Bearer load-key\r\n";
const post = `POST /v1/pets ${head}Content-Type: application/json\r\n`;

const statuses = ["available", "pending", "sold"] as const;
const petOf = (turn: number): NewPet => ({
  name: `Pet ${turn} \u{1f436}`,
  categoryId: turn % 50,
  ...(turn % 4 === 0 ? {} : { status: statuses[turn % 3] ?? "sold" }),
});

/** An error of the API in its own form, with the figures of the rate limit. */
function judge(
  reply: Reply,
  status: number,
  isBody: (body: unknown) => boolean = isPetStoreError,
): string | undefined {
  const { headers, body } = reply;
  if (reply.status !== status) return `${reply.status} instead of ${status}: ${body.slice(0, 200)}`;
  if (headers["x-ratelimit-remaining"] === undefined)
    return "the figures of the rate limit are missing";
  if (body !== "" && !isBody(JSON.parse(body)))
    return `a body that breaks its schema: ${body.slice(0, 200)}`;
  return undefined;
}

async function add(
  port: number,
  accepted: Accepted,
  turn: number,
  steps?: (body: string) => readonly Step[],
): Promise<string | undefined> {
  const pet = petOf(turn);
  const body = JSON.stringify(pet);
  const reply = await (steps
    ? write(port, steps(body))
    : send(port, "POST", "/v1/pets", json, body));
  const text = steps ? Buffer.from(reply.body, "latin1").toString() : reply.body;
  const problem = judge({ ...reply, body: text }, 201, isPet);
  if (problem !== undefined) return problem;
  const { id } = JSON.parse(text) as { id: number };
  if (accepted.has(id)) return `the id ${id} was given twice`;
  accepted.set(id, pet);
  return undefined;
}

/** A request whose reply has this status. */
const refused = (
  name: string,
  weight: number,
  status: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = key,
  body?: string | Uint8Array,
): Kind => ({
  name,
  weight,
  run: async (port) => judge(await send(port, method, path, headers, body), status),
});

/** What is written to a connection of its own; without a status, no reply is planned. */
const written = (
  name: string,
  weight: number,
  status: number,
  steps: () => readonly Step[],
): Kind => ({
  name,
  weight,
  async run(port) {
    const reply = await write(port, steps());
    if (status === 0 || status === 400 || status === 408)
      return reply.status === status ? undefined : `${reply.status} instead of ${status}`;
    return judge(reply, status);
  },
});

const tooLarge = Buffer.alloc(1_200_000, 0x20);
const deep = `{"name":${"[".repeat(5000)}${"]".repeat(5000)},"categoryId":1}`;
const badUtf8 = Buffer.concat([
  Buffer.from('{"name":"'),
  Buffer.from([0xff, 0xfe]),
  Buffer.from('","categoryId":1}'),
]);

export const kinds: readonly Kind[] = [
  { name: "add", weight: 250, run: (port, accepted, turn) => add(port, accepted, turn) },
  {
    name: "list",
    weight: 200,
    run: async (port, _, turn) =>
      judge(
        await send(port, "GET", `/v1/pets?limit=${(turn % 100) + 1}&status=sold`, key),
        200,
        isPets,
      ),
  },
  {
    name: "get",
    weight: 250,
    async run(port, accepted, turn) {
      const id = 1 + (turn % Math.max(1, accepted.size));
      const status = accepted.has(id) ? 200 : 404;
      const reply = await send(port, "GET", `/v1/pets/${id}`, key);
      // One that was on its way when we looked may be there by now.
      return judge(
        reply,
        status === 404 ? reply.status : 200,
        reply.status === 404 ? isPetStoreError : isPet,
      );
    },
  },
  {
    name: "add, slowly, in chunks",
    weight: 4,
    run: (port, accepted, turn) =>
      add(port, accepted, turn, (body) => {
        const chunk = (text: string): string =>
          `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
        return [
          `${post}Transfer-Encoding: chunked\r\n\r\n`,
          { wait: 300 },
          chunk(body.slice(0, 9)),
          { wait: 700 },
          chunk(body.slice(9)),
          { wait: 50 },
          "0\r\n\r\n",
        ];
      }),
  },
  {
    name: "add, with Expect: 100-continue",
    weight: 4,
    async run(port, accepted, turn) {
      return add(port, accepted, turn, (body) => [
        `${post}Expect: 100-continue\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
        { wait: 20 },
        body,
      ]);
    },
  },
  refused("an animal that is not there", 20, 404, "GET", "/v1/pets/999999999"),
  refused("malformed JSON", 30, 400, "POST", "/v1/pets", json, '{"name":"Ada",'),
  refused("an invalid animal", 30, 400, "POST", "/v1/pets", json, '{"name":7,"status":"lost"}'),
  refused("no body", 10, 400, "POST", "/v1/pets", json),
  refused("JSON that is nested too deep", 5, 400, "POST", "/v1/pets", json, deep),
  refused("invalid UTF-8", 10, 400, "POST", "/v1/pets", json, badUtf8),
  refused(
    "text as a body",
    10,
    415,
    "POST",
    "/v1/pets",
    { ...key, "content-type": "text/plain" },
    "Ada",
  ),
  refused("nothing that can be sent", 10, 406, "GET", "/v1/pets", { ...key, accept: "image/png" }),
  refused("no credentials", 20, 401, "GET", "/v1/pets", {}),
  refused("a wrong key", 20, 401, "GET", "/v1/pets", { authorization: "Bearer wrong" }),
  refused("an unknown path", 20, 404, "GET", "/v1/nothing/here"),
  refused("an unknown method", 10, 405, "PATCH", "/v1/pets"),
  refused("bad encoding in the query", 10, 400, "GET", "/v1/pets?status=%zz"),
  refused("bad encoding in the path", 10, 400, "GET", "/v1/pets/%ff"),
  refused("a parameter twice", 10, 400, "GET", "/v1/pets?limit=1&limit=2"),
  refused("no integer", 10, 400, "GET", "/v1/pets/0x10"),
  refused("too large, as it says", 3, 413, "POST", "/v1/pets", json, tooLarge),
  {
    name: "OPTIONS",
    weight: 10,
    run: async (port) => judge(await send(port, "OPTIONS", "/v1/pets", {}), 204),
  },
  {
    name: "HEAD",
    weight: 10,
    run: async (port) => judge(await send(port, "HEAD", "/v1/pets", key), 200),
  },
  {
    name: "a key over its limit",
    weight: 20,
    async run(port) {
      const reply = await send(port, "GET", "/v1/pets", { authorization: "Bearer free-key" });
      if (reply.status === 200) return judge(reply, 200, isPets);
      if (reply.headers["retry-after"] === undefined) return "there is no Retry-After";
      return judge(reply, 429);
    },
  },
  written("too large, in chunks", 2, 413, () => [
    `${post}Transfer-Encoding: chunked\r\n\r\n`,
    ...Array.from({ length: 20 }, () => `10000\r\n${" ".repeat(65_536)}\r\n`),
    "0\r\n\r\n",
  ]),
  written("cut in the head", 10, 0, () => [post.slice(0, 60), "cut"]),
  written("cut in the body", 10, 0, () => [
    `${post}Content-Length: 40\r\n\r\n{"name":"Ada"`,
    { wait: 5 },
    "cut",
  ]),
  written("cut before the reply", 10, 0, () => [`GET /v1/pets ${head}\r\n`, "cut"]),
  written("a body that never ends", 1, 408, () => [`${post}Content-Length: 40\r\n\r\n{"name":`]),
  written("a head that never ends", 1, 408, () => [post]),
  written("no HTTP at all", 5, 400, () => ["\u0016\u0003\u0001 hello\r\n\r\n"]),
];
