import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isWithin } from "../../src/load/text/addresses.js";
import { type Read, read, withSchemas } from "./read-description.js";

const within: readonly [allowed: string, ...addresses: string[]][] = [
  [
    "localhost:8080",
    "http://localhost:8080/",
    "http://LOCALHOST:8080/a/b?c",
    "https://localhost:8080/a",
  ],
  [
    "api.example",
    "http://api.example/a",
    "https://api.example/a",
    "https://API.example:443/a",
    "http://api.example:80",
  ],
  ["API.EXAMPLE:443", "https://api.example/a", "http://api.example:443/a"],
  ["127.0.0.1:8080", "http://127.0.0.1:8080/a", "http://0x7f.1:8080/a", "http://2130706433:8080/a"],
  ["[::1]:8080", "http://[::1]:8080/a", "http://[0:0:0:0:0:0:0:1]:8080/a"],
  ["localhost:8080/schemas", "http://localhost:8080/schemas/a", "https://localhost:8080/schemas"],
  [
    "http://h",
    "http://h/",
    "http://h/a",
    "HTTP://H:80/a",
    "http://h/a/../b",
    "http://h//a",
    "http://h/a%2fb",
  ],
  ["HTTP://H:80/", "http://h/a"],
  [
    "http://h/schemas",
    "http://h/schemas",
    "http://h/schemas/",
    "http://h/schemas/a.yaml?x=..",
    "http://h/x/../schemas/a",
    "http://h/schemas/a%2fb",
    "http://h/schemas/a/..%2fb",
  ],
  [
    "http://h/schemas/",
    "http://h/schemas/a",
    "http://h/schemas/a..b",
    "http://h/schemas/..a",
    "http://h/schemas/%41",
  ],
  ["http://h/x/../schemas", "http://h/schemas/a"],
  ["http://h/groups/a%2Fb", "http://h/groups/a%2Fb/c", "http://h/groups/a%2Fb"],
  ["http://h/a.yaml", "http://h/a.yaml", "http://h/a.yaml?v=1"],
  ["http://h/get?v=1", "http://h/get?v=1"],
];
const outside: readonly [allowed: string, ...addresses: string[]][] = [
  [
    "localhost:8080",
    "http://localhost/",
    "http://localhost:80801/".replace("80801", "8081"),
    "http://localhost.:8080/",
    "http://localhost:8080@evil.example/",
    "http://evil.example/localhost:8080",
    "http://localhost.evil.example:8080/",
  ],
  [
    "api.example",
    "http://api.example:8080/a",
    "https://api.example:80/a",
    "http://xapi.example/",
    "http://api.example.evil.example/",
    "http://api.example.:80/",
    "http://api.example@evil.example/",
    "http://evil.example\\@api.example.evil.example/",
    "http://evil.example#@api.example/",
  ],
  [
    "http://h",
    "https://h/",
    "http://h:8080/",
    "http://h./",
    "http://h@evil.example/",
    "http://evil.example/http://h",
  ],
  [
    "http://h/schemas",
    "http://h/",
    "http://h/schemas-evil",
    "http://h/schemas.yaml",
    "http://h/Schemas/a",
    "http://h/schema",
    "http://h/schemas%2fa",
    "http://h/schemas/../private",
    "http://h/schemas/%2e%2e/private",
    "http://h/schemas\\..\\private",
    "http://h/schemas/..%2fprivate",
    "http://h/schemas/..%2Fprivate",
    "http://h/schemas/%2e%2e%2fprivate",
    "http://h/schemas/..%5cprivate",
    "http://h/schemas/..%252fprivate",
    "http://h/schemas/%252e%252e/private",
    "http://h/schemas/..%25252fprivate",
    "http://h/schemas/..;/private",
    "http://h/schemas/..;a=b/private",
    "http://h/schemas/..%3b/private",
    "http://h/schemas/.%2e/private",
    "http://h/schemas/a/..%2f..%2fprivate",
    "http://h/schemas/a%2f..%2f..%2f..%2fprivate",
    "http://h/schemas/%",
    "http://h/schemas/%c0%ae%c0%ae/private",
    "http://h/schemas/%E0%A4%A",
    `http://h/schemas/%${"25".repeat(50_000)}2e`,
  ],
  [
    "http://h/groups/a%2Fb",
    "http://h/groups/a",
    "http://h/groups/a%2F..%2Fc/d",
    "http://h/groups/a%2Fbc",
  ],
  ["http://h/get?v=1", "http://h/get", "http://h/get?v=2", "http://h/get?v=1&file=../a"],
  ["http://me@h/", "http://h/", "http://me@h/"],
  ["me@h", "http://h/"],
  ...[
    "",
    "/",
    "//h",
    "\\h",
    "/schemas",
    "http:",
    "http://",
    "https://",
    "*",
    "*.h",
    "file:///",
    "ftp://h",
    "h:port",
    "h:99999",
    "null",
    "::1",
    "http://[",
    " ",
  ].map((allowed): [string, ...string[]] => [
    allowed,
    "http://h/schemas",
    "https://h/",
    "http://schemas/",
    "http://[::1]/",
  ]),
];

const each = (rows: readonly [string, ...string[]][]): [string, string][] =>
  rows.flatMap(([allowed, ...addresses]) =>
    addresses.map((one): [string, string] => [allowed, one]),
  );

test.each(each(within).filter(([, address]) => address.length < 200))(
  "%s allows %s",
  (allowed, address) => {
    expect(isWithin(new URL(address), allowed)).toBe(true);
  },
);

test("what is elsewhere is not allowed", () => {
  for (const [allowed, address] of each(outside))
    expect([allowed, address, isWithin(new URL(address), allowed)]).toEqual([
      allowed,
      address,
      false,
    ]);
});

interface Place {
  readonly server: Server;
  readonly url: string;
  /** What it was asked for. */
  readonly seen: string[];
  /** How often it was connected to. */
  connections: number;
}

/** Answers `/to?<address in hexadecimal>` with a redirect there, and all else with a description or a secret. */
async function start(text: () => string): Promise<Place> {
  const server = createServer((request, response) => {
    place.seen.push(request.url ?? "");
    const to = /^\/to\?(.*)/s.exec(request.url ?? "")?.[1];
    if (to !== undefined)
      response.writeHead(302, { location: Buffer.from(to, "hex").toString() }).end();
    else response.end(text());
  });
  server.on("connection", () => (place.connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const place: Place = { server, url: `http://127.0.0.1:${port}`, seen: [], connections: 0 };
  return place;
}

let home: Place;
let other: Place;
let ref = "";
beforeAll(async () => {
  home = await start(() => withSchemas(`    Pet: { $ref: '${ref}' }\n`));
  other = await start(() => "s3cret: { type: [\n");
});
afterAll(() => {
  for (const { server } of [home, other]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  ref = "#/components/schemas/Pet2";
  for (const place of [home, other]) place.seen.length = 0;
});

const to = (place: Place, address: string): string =>
  `${place.url}/to?${Buffer.from(address).toString("hex")}`;
const codes = (found: readonly string[]): readonly string[] =>
  found.map((one) => one.split(" ")[1] ?? "");
const messages = ({ diagnostics, found }: Read): string =>
  [...found, ...diagnostics.all.map(({ message }) => message)].join("\n");
const port = ({ url }: Place): string => new URL(url).port;

describe("a redirect of the input to another origin", () => {
  const targets = (): Record<string, string> => ({
    "another port": `${other.url}/s3cret`,
    "another scheme": `${home.url.replace("http:", "https:")}/s3cret`,
    "another name of the machine": `http://localhost:${port(other)}/s3cret`,
    "another name with a dot": `http://localhost.:${port(other)}/s3cret`,
    IPv6: `http://[::1]:${port(other)}/s3cret`,
    "IPv4 in IPv6": `http://[::ffff:127.0.0.1]:${port(other)}/s3cret`,
    "no scheme": `//127.0.0.1:${port(other)}/s3cret`,
    "a backslash": `/\\127.0.0.1:${port(other)}/s3cret`,
    "a name before the host": `http://127.0.0.1:${port(home)}@127.0.0.1:${port(other)}/s3cret`,
    "a chain": to(home, `${other.url}/s3cret`),
    "a chain of three": to(home, to(home, `${other.url}/s3cret`)),
    "a file": "file:///etc/s3cret",
    data: "data:text/plain,s3cret",
  });
  test.each([
    "another port",
    "another scheme",
    "another name of the machine",
    "another name with a dot",
    "IPv6",
    "IPv4 in IPv6",
    "no scheme",
    "a backslash",
    "a name before the host",
    "a chain",
    "a chain of three",
    "a file",
    "data",
  ])("%s: is not followed", async (name) => {
    const before = other.connections;
    const result = await read({ url: to(home, targets()[name] ?? "") });
    expect(codes(result.found)).toEqual(["remote-failed"]);
    expect(other.connections).toBe(before);
    expect(messages(result)).toMatch(/it redirects to /);
    expect(messages(result)).not.toContain("s3cret");
  });

  test("is followed where `remote` allows it, and then only there", async () => {
    for (const remote of [true, [other.url], [`127.0.0.1:${port(other)}`], [`${other.url}/open`]]) {
      other.seen.length = 0;
      await read({ url: to(home, `${other.url}/open/s3cret`) }, { remote });
      expect(other.seen).toEqual(["/open/s3cret"]);
    }
    for (const remote of [
      false,
      [],
      ["localhost"],
      [`${other.url}/op`],
      [`127.0.0.1:${port(home)}`],
    ]) {
      const before = other.connections;
      const { found } = await read({ url: to(home, `${other.url}/open/s3cret`) }, { remote });
      expect(codes(found)).toEqual(["remote-failed"]);
      expect(other.connections).toBe(before);
    }
  });
});

test("a redirect within the origin of the input is followed", async () => {
  ref = "#/info";
  for (const address of ["/a", `${home.url}/a`, to(home, "/a")]) {
    home.seen.length = 0;
    await read({ url: to(home, address) });
    expect(home.seen.at(-1)).toBe("/a");
  }
});

test("an overlay's redirect to another origin is not followed", async () => {
  ref = "#/info";
  for (const [remote, count] of [
    [undefined, 0],
    [[other.url], 1],
  ] as const) {
    const before = other.seen.length;
    const overlays = [to(home, `${other.url}/overlay`)];
    const { found } = await read({ url: `${home.url}/a` }, { overlays, ...(remote && { remote }) });
    expect(codes(found)).toContain(count === 0 ? "remote-failed" : "yaml-syntax");
    expect(other.seen.length - before).toBe(count);
  }
});

test("a reference leads no further because the input was redirected", async () => {
  // The description is taken from a folder that is allowed; what is beside the folder is not.
  ref = "../private.yaml";
  await read({ url: to(other, `${home.url}/specs/a`) }, { remote: [`${home.url}/specs`] });
  expect(home.seen).toEqual(["/specs/a"]);
});

test("an address with a password is not sent, and the password not shown", async () => {
  const before = home.connections;
  const url = home.url.replace("//", "//me:s3cret@");
  const result = await read({ url: `${url}/a` });
  expect(codes(result.found)).toEqual(["remote-failed"]);
  expect(messages(result)).not.toContain("s3cret");
  expect(home.connections).toBe(before);
});
