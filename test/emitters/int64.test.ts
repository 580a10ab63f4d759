import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { createServer, type RequestListener, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkConfig } from "../../src/config/check.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import type { Issue } from "../../src/runtime/validate/issue.js";

type Form = "number" | "bigint" | "string";

interface Account {
  readonly id: unknown;
  readonly count: number;
  readonly [member: string]: unknown;
}

interface Request {
  readonly path: { readonly accountId: unknown };
  readonly query?: {
    readonly after?: unknown;
    readonly limit?: unknown;
    readonly filter?: unknown;
  };
  readonly headers?: { readonly "X-Filter"?: unknown };
  readonly body: Account;
}

interface Replied<Reply> extends Promise<unknown> {
  reply(): Promise<Reply>;
}

interface Generated {
  readonly createLedgerClient: (options: { readonly baseUrl: string }) => {
    putAccount(request: Request): Replied<{
      readonly status: number;
      readonly headers: { readonly "X-Revision": unknown };
      readonly body: Account;
    }>;
    addFile(request: { readonly body: unknown }): Promise<unknown>;
    addForm(request: { readonly body: unknown }): Promise<unknown>;
  };
  readonly createLedgerServer: (options: {
    readonly handlers: Readonly<Record<string, (request: Request) => unknown>>;
  }) => unknown;
  readonly nodeListener: (server: unknown) => RequestListener;
  readonly checkAccount: (value: unknown, issues: Issue[]) => boolean;
}

const folder = fileURLToPath(new URL("../golden/int64", import.meta.url));
const sandbox = mkdtempSync(join(tmpdir(), "int64-"));
afterAll(() => rmSync(sandbox, { recursive: true, force: true }));

async function generate(int64: Form): Promise<Generated> {
  const config = { input: "input.yaml", output: "expected", int64 };
  const product = await produce({ config, folder }, new Diagnostics(), new Files());
  for (const { path, text } of product?.generated ?? []) {
    mkdirSync(dirname(join(sandbox, int64, path)), { recursive: true });
    writeFileSync(join(sandbox, int64, path), text);
  }
  const files = ["client", "server", "validators", "runtime/server/adapters/node"];
  const outfile = join(sandbox, int64, "all.mjs");
  await build({
    stdin: {
      contents: files.map((file) => `export * from "./${file}.js";`).join("\n"),
      loader: "ts",
      resolveDir: join(sandbox, int64),
    },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
  });
  return (await import(pathToFileURL(outfile).href)) as Generated;
}

interface Service {
  readonly api: Generated;
  readonly baseUrl: string;
  readonly client: ReturnType<Generated["createLedgerClient"]>;
  /** What the handler was last called with. */
  last: Request | undefined;
  /** Puts the text of a body as it is; the text of the reply. */
  put(body: string, path?: string): Promise<{ status: number; text: string }>;
}

const services = new Map<Form, Service>();
const closing: (() => void)[] = [];

async function start(form: Form): Promise<Service> {
  const api = await generate(form);
  const keep = (request: Request) => {
    service.last = request;
    return { status: 204 };
  };
  const handlers = {
    putAccount(request: Request) {
      service.last = request;
      const revision = request.path.accountId;
      return { status: 200, headers: { "X-Revision": revision }, body: request.body };
    },
    addFile: keep,
    addForm: keep,
  };
  const server = createServer(api.nodeListener(api.createLedgerServer({ handlers })));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const put: Service["put"] = (body, path = "/accounts/1") =>
    new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json" };
      const sent = httpRequest(`${baseUrl}${path}`, { method: "PUT", headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const client = api.createLedgerClient({ baseUrl });
  const service: Service = { api, baseUrl, client, put, last: undefined };
  return service;
}

beforeAll(async () => {
  for (const form of ["number", "bigint", "string"] as const) services.set(form, await start(form));
});
afterAll(() => {
  for (const close of closing) close();
});

function serviceFor(form: Form): Service {
  const service = services.get(form);
  if (!service) throw new Error("it is started before the tests");
  return service;
}

const exact = ["9007199254740993", "-9223372036854775808", "9223372036854775807", "0", "-1"];
const beyond = ["9223372036854775808", "-9223372036854775809", "1e400", "1e30"];

describe.each(["bigint", "string"] as const)("%s", (form) => {
  const made = (digits: string): unknown => (form === "bigint" ? BigInt(digits) : digits);

  test.each(exact)("%s goes to the server and back as it is", async (digits) => {
    const service = serviceFor(form);
    const body = {
      id: made(digits),
      count: 3,
      history: [made(digits), made("5")],
      totals: { a: made("18446744073709551615"), __proto: made("7") },
      pair: [made(digits), 4],
      parent: { id: made(digits), count: 0 },
      event: { type: "big", size: made(digits) },
    };
    const call = service.client.putAccount({
      path: { accountId: made(digits) },
      query: { after: made("9007199254740993"), filter: { above: made(digits) } },
      headers: { "X-Filter": { above: made(digits) } },
      body,
    });
    const reply = await call.reply();
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(body);
    expect(reply.headers["X-Revision"]).toBe(made(digits));
    expect(service.last?.path.accountId).toBe(made(digits));
    expect(service.last?.query).toEqual({
      after: made("9007199254740993"),
      limit: made("20"),
      filter: { above: made(digits) },
    });
    expect(service.last?.headers).toEqual({ "X-Filter": { above: made(digits) } });
    expect(service.last?.body).toEqual(body);
  });

  test("forms, and JSON in their fields", async () => {
    const { client } = serviceFor(form);
    const filter = { above: made("-9223372036854775808") };
    const fields = { size: made("9007199254740993"), filter };
    const body = { ...fields, filters: [filter, { above: made("1") }] };
    await client.addFile({ body });
    expect(serviceFor(form).last?.body).toEqual(body);
    await client.addForm({ body: fields });
    expect(serviceFor(form).last?.body).toEqual(fields);
  });

  test.each(exact)("%s is a number on the wire", async (digits) => {
    const text = `{"id":${digits},"count":3,"history":[${digits}]}`;
    expect(await serviceFor(form).put(text)).toEqual({ status: 200, text });
  });

  test.each(beyond)("%s is refused", async (digits) => {
    const { status, text } = await serviceFor(form).put(`{"id":${digits},"count":3}`);
    expect(status).toBe(400);
    expect(text).toContain("/body/id");
  });

  test("other numbers are what they were", async () => {
    const service = serviceFor(form);
    const text = '{"id":9007199254740993,"count":12,"other":9007199254740993,"deep":[[1e2,1.5]]}';
    expect((await service.put(text)).status).toBe(200);
    const { id, ...others } = service.last?.body ?? { id: undefined };
    expect(id).toBe(made("9007199254740993"));
    expect(others).toEqual({ count: 12, other: 9007199254740992, deep: [[100, 1.5]] });
  });

  test("an integer may be written in any way", async () => {
    const service = serviceFor(form);
    for (const [written, digits] of [
      ["9007199254740993.0", "9007199254740993"],
      ["9.007199254740993e15", "9007199254740993"],
      ["90071992547409930e-1", "9007199254740993"],
      ["1e18", "1000000000000000000"],
      ["-0", "0"],
    ] as const) {
      expect((await service.put(`{"id":${written},"count":3}`)).status).toBe(200);
      expect(service.last?.body.id).toBe(made(digits));
    }
  });

  test("the branch that is meant says where int64s are", async () => {
    const service = serviceFor(form);
    const text = '{"id":1,"count":3,"event":{"type":"small","size":3}}';
    expect((await service.put(text)).status).toBe(200);
    expect(service.last?.body["event"]).toEqual({ type: "small", size: 3 });
  });

  test("limits, steps and values hold", async () => {
    const service = serviceFor(form);
    const good = {
      level: "9",
      balance: "9223372036854775807",
      step: "9223372036854775805",
      kind: "2",
    };
    const bad = { level: "10", balance: "-1", step: "9223372036854775804", kind: "3" };
    const put = (name: string, digits: string) =>
      service.put(`{"id":1,"count":3,"${name}":${digits}}`);
    for (const [name, digits] of Object.entries(good))
      expect((await put(name, digits)).status, name).toBe(200);
    for (const [name, digits] of Object.entries(bad)) {
      const { status, text } = await put(name, digits);
      expect(status, name).toBe(400);
      expect(text).toContain(`/body/${name}`);
    }
    expect((await put("balance", "null")).status).toBe(200);
  });

  test("parameters hold 64 bits and no more", async () => {
    const body = '{"id":1,"count":3}';
    const service = serviceFor(form);
    expect((await service.put(body, "/accounts/9223372036854775807")).status).toBe(200);
    expect((await service.put(body, "/accounts/9223372036854775808")).status).toBe(400);
    expect((await service.put(body, "/accounts/x")).status).toBe(400);
    expect((await service.put(body, "/accounts/1?after=0")).status).toBe(400);
  });

  test("a number is not taken for one, and no text that is no integer", () => {
    const { api } = serviceFor(form);
    expect(api.checkAccount({ id: made("1"), count: 1 }, [])).toBe(true);
    for (const id of [1, "01", "+1", "-0", "", "1.0", "9223372036854775808", 2n ** 63n]) {
      const issues: Issue[] = [];
      expect(api.checkAccount({ id, count: 1 }, issues), String(id)).toBe(false);
      expect(issues).not.toEqual([]);
      JSON.stringify(issues);
    }
  });

  test("what is wrong is told in the words of JSON, with the range of 64 bits", async () => {
    const { put } = serviceFor(form);
    const beyond = await put(
      '{"id":9223372036854775808,"count":3,"totals":{"a":18446744073709551616}}',
    );
    expect(beyond.text).toContain("from -9223372036854775808 to 9223372036854775807");
    expect(beyond.text).toContain("from 0 to 18446744073709551615");
    expect((await put('{"id":1.5,"count":3}')).text).toContain("must be an integer");
  });

  test("names of a prototype are names, and depth is no danger", async () => {
    const service = serviceFor(form);
    const long = "9007199254740993";
    const text = `{"id":${long},"count":1,"totals":{"__proto__":${long},"a\\"b":${long}}}`;
    const more = `${text.slice(0, -1)},"toJSON":"x"}`;
    expect(await service.put(more)).toEqual({ status: 200, text });
    const deep = `${'{"id":1,"count":1,"parent":'.repeat(5000)}1${"}".repeat(5000)}`;
    expect((await service.put(deep)).status).toBe(400);
  });
});

describe("number", () => {
  test.each([...exact.slice(0, 3), ...beyond])("%s is refused, not rounded", async (digits) => {
    const { status, text } = await serviceFor("number").put(`{"id":${digits},"count":3}`);
    expect(status).toBe(400);
    expect(text).toContain("/body/id");
  });

  test("what a number holds goes through", async () => {
    const text = '{"id":9007199254740991,"count":3,"history":[-9007199254740991]}';
    expect(await serviceFor("number").put(text)).toEqual({ status: 200, text });
    expect(serviceFor("number").last?.body.id).toBe(9007199254740991);
  });

  test("nothing of the exact codec is generated", async () => {
    const config = { input: "input.yaml", output: "expected" };
    const product = await produce({ config, folder }, new Diagnostics(), new Files());
    const paths = product?.generated.map(({ path }) => path) ?? [];
    expect(paths).not.toContain("int64.ts");
    expect(paths).not.toContain("runtime/wire/json/exact.ts");
    expect(paths).not.toContain("runtime/validate/formats/int64.ts");
  });
});

test("the option is one of three words", () => {
  const config = { input: "a", output: "b" };
  expect(() => checkConfig({ ...config, int64: "bigint" }, "here")).not.toThrow();
  expect(() => checkConfig({ ...config, int64: "long" }, "here")).toThrow(
    'int64 has to be "number", "bigint" or "string"',
  );
});

test.each([
  ["bigint", 5n, 2n, 5],
  ["string", "5", "2", 5],
] as const)(
  "as %s, what refers to an int64 may say `integer` too",
  async (int64, good, low, no) => {
    const big = "#/components/schemas/Big";
    const schemas = {
      Big: { type: "integer", format: "int64" },
      Beside: { type: "integer", minimum: 3, $ref: big },
      Part: { type: "number", minimum: 3, allOf: [{ $ref: big }] },
      Branch: { type: ["integer", "null"], minimum: 3, anyOf: [{ $ref: big }, { type: "null" }] },
    };
    const document = {
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      components: { schemas },
    };
    const place = join(sandbox, `beside-${int64}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "input.json"), JSON.stringify(document));
    const config = { input: "input.json", output: "out", int64, only: ["validators"] as const };
    const product = await produce({ config, folder: place }, new Diagnostics(), new Files());
    for (const { path, text } of product?.generated ?? []) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), text);
    }
    const outfile = join(place, "validators.mjs");
    const entry = join(place, "validators.ts");
    await build({ entryPoints: [entry], bundle: true, format: "esm", outfile });
    const { href } = pathToFileURL(outfile);
    const module = (await import(href)) as Record<string, (value: unknown) => unknown>;
    for (const name of ["Beside", "Part", "Branch"]) {
      expect(module[`is${name}`]?.(good)).toBe(true);
      expect(module[`parse${name}`]?.(good)).toBe(good);
      expect(module[`is${name}`]?.(low)).toBe(false);
      expect(module[`is${name}`]?.(no)).toBe(false);
    }
  },
);
