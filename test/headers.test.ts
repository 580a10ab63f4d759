import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Config } from "../src/config/options.js";
import { Diagnostics } from "../src/diagnostics/diagnostics.js";
import { headersFor } from "../src/config/headers.js";
import { Files } from "../src/load/text/positions.js";
import { readModel } from "../src/pipeline.js";

const text = `{ "openapi": "3.1.0", "info": { "title": "Far", "version": "1" }, "paths": {} }`;

/** A server that notes what it is sent; `to`: where it redirects to. */
async function start(to?: string) {
  const seen: IncomingHttpHeaders[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(request.headers);
    if (to === undefined) response.end(text);
    else response.writeHead(302, { location: to }).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function read(config: Partial<Config> & { input: string }) {
  const diagnostics = new Diagnostics();
  const entry = { config: { output: "out", ...config }, folder: process.cwd() };
  const result = await readModel(entry, diagnostics, new Files());
  return { title: result?.model.title, diagnostics };
}

test("a header from the environment goes to the host of the input, and not along with a redirect", async () => {
  process.env["SPECSMITH_TEST_TOKEN"] = "s3cret";
  onTestFinished(() => void delete process.env["SPECSMITH_TEST_TOKEN"]);
  const headers = {
    authorization: { env: "SPECSMITH_TEST_TOKEN", prefix: "Bearer " },
    "x-team": "pets",
  };
  const end = await start();
  expect((await read({ input: `${end.url}/api.json`, headers })).title).toBe("Far");
  expect(end.seen[0]).toMatchObject({ authorization: "Bearer s3cret", "x-team": "pets" });

  const first = await start(`${end.url}/api.json`);
  const remote = [end.url];
  expect((await read({ input: `${first.url}/api.json`, headers, remote })).title).toBe("Far");
  expect(first.seen[0]?.authorization).toBe("Bearer s3cret");
  expect(end.seen[1]).not.toHaveProperty("authorization");
  expect(end.seen[1]).not.toHaveProperty("x-team");
});

test("a header for another host goes there only", () => {
  const headers = { "x-key": { env: "KEY", host: "schemas.example.com" } };
  const give = headersFor(
    { input: "https://api.example.com/a", output: "o", headers },
    { KEY: "k" },
  );
  expect(give(new URL("https://schemas.example.com/b.json"))).toEqual({ "x-key": "k" });
  for (const other of [
    "https://api.example.com/a",
    "http://schemas.example.com/",
    "https://schemas.example.com:8443/",
    "https://schemas.example.com.evil.example/",
  ])
    expect(give(new URL(other))).toEqual({});
});

test.each([
  [{ a: { env: "NONE" } }, "headers.a: the environment variable NONE is not set"],
  [{ "a b": "c" }, "headers.a b: this is not the name of a header"],
  [{ a: { env: "BAD" } }, "headers.a: the value holds a character that no header can have"],
  [{ a: { env: "KEY", host: "https://x" } }, "headers.a.host: https://x is no host"],
] as const)("a header that cannot be sent: %j", (headers, message) => {
  const config: Config = { input: "https://a.example/", output: "o", headers };
  const action = () => headersFor(config, { KEY: "k", BAD: "secret\r\nx: y" });
  expect(action).toThrow(message);
  expect(action).not.toThrow(/secret/);
});

test("without an address there is nobody to send a header to", () => {
  const action = () => headersFor({ input: "a.yaml", output: "o", headers: { a: "b" } });
  expect(action).toThrow("headers.a: there is no address that it is for");
});

test("a $ref to another host is fetched only where that is allowed", async () => {
  const { url } = await start();
  const input = "-";
  const description = `openapi: 3.1.0
info: { title: Near, version: "1" }
paths: {}
components: { schemas: { Far: { $ref: "${url}/api.json#/info" } } }
`;
  const codes = async (remote: Config["remote"]): Promise<readonly string[]> => {
    const diagnostics = new Diagnostics();
    const config = { input, output: "o", ...(remote === undefined ? {} : { remote }) };
    const entry = { config, folder: process.cwd() };
    const standardInput = () => Promise.resolve(description);
    await readModel(entry, diagnostics, new Files(), { standardInput });
    return diagnostics.all.map(({ code }) => code);
  };
  expect(await codes(undefined)).toContain("ref-remote");
  expect(await codes(["other.example"])).toContain("ref-remote");
  expect(await codes([new URL(url).host])).not.toContain("ref-remote");
});
