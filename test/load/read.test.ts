import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { at, read, withSchemas } from "./read-description.js";

let home = "";
let server: Server;
let origin = "";
const requests: string[] = [];

const pointing = (ref: string): string => withSchemas(`    Pet:\n      $ref: '${ref}'\n`);

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "specsmith-load-")));
  await mkdir(join(home, "api", "schemas"), { recursive: true });
  await writeFile(join(home, "secret.yaml"), "type: string\n");
  await writeFile(join(home, "api", "pet.yaml"), "type: object\n");
  await writeFile(join(home, "api", "with space.yaml"), "type: object\n");
  await symlink(join(home, "secret.yaml"), join(home, "api", "link.yaml"));
  await symlink(home, join(home, "api", "up"));
  server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (request.url === "/moved.yaml") response.writeHead(302, { location: "/pet.yaml" }).end();
    else if (request.url === "/away.yaml") {
      response.writeHead(302, { location: "http://other.invalid/pet.yaml" }).end();
    } else if (request.url === "/slow.yaml") response.write("type:");
    else if (request.url === "/big.yaml") response.end(`# ${"x".repeat(100_000)}\n`);
    else if (request.url === "/pet.yaml") response.end("type: object\n");
    else if (request.url === "/file.yaml")
      response.end("properties: { a: { $ref: 'file:///etc/hostname' } }\n");
    else if (request.url === "/openapi.yaml") response.end(pointing("./pet.yaml"));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true, force: true });
});

async function refer(ref: string, options = {}): Promise<readonly string[]> {
  await writeFile(join(home, "api", "openapi.yaml"), pointing(ref));
  const { found } = await read({ path: "openapi.yaml" }, { cwd: join(home, "api"), ...options });
  return found.map((text) => text.replace(/ openapi\.yaml:7:13$/, ""));
}

test.each([
  ["./pet.yaml"],
  ["pet.yaml"],
  ["schemas/../pet.yaml"],
  ["with%20space.yaml"],
  ["with space.yaml"],
  ["%70et.yaml"],
])("%s is below the root", async (ref) => {
  expect(await refer(ref)).toEqual([]);
});

test.each([
  ["../secret.yaml"],
  ["%2e%2e/secret.yaml"],
  ["..%2Fsecret.yaml", "error ref-malformed"],
  ["schemas/../../secret.yaml"],
  ["link.yaml"],
  ["up/secret.yaml"],
  ["up/not-there.yaml"],
  ["..\\secret.yaml"],
  ["file:///etc/hostname"],
  ["/etc/hostname"],
])("%s leads out of the root", async (ref, expected = "error ref-outside-root") => {
  expect(await refer(ref)).toEqual([expected]);
});

test("a wider root lets the same reference through", async () => {
  expect(await refer("../secret.yaml", { root: ".." })).toEqual([]);
});

test.each([
  ["missing.yaml", "error file-not-found"],
  ["schemas", "error file-unreadable"],
  ["pet.yaml/x", "error file-not-found"],
  ["a%00b.yaml", "error file-unreadable"],
])("%s cannot be read", async (ref, expected) => {
  expect(await refer(ref)).toEqual([expected]);
});

test("the entry: not there, a folder, too large", async () => {
  const options = { cwd: home };
  const codes = async (path: string, more = {}): Promise<string[]> => {
    const { diagnostics } = await read({ path }, { ...options, ...more });
    return diagnostics.all.map(({ code, message }) => `${code}: ${message}`);
  };
  expect(await codes("nothing.yaml")).toEqual(["file-not-found: there is no file nothing.yaml"]);
  expect(await codes("api")).toEqual(["file-unreadable: api cannot be read: it is a folder"]);
  expect(await codes("secret.yaml", { maxBytes: 5 })).toEqual([
    "file-too-large: secret.yaml is larger than 1 kB",
  ]);
});

test("UTF-8 with a byte order mark, UTF-16, Latin-1", async () => {
  const bytes = async (content: Buffer): Promise<readonly string[]> => {
    await writeFile(join(home, "encoded.yaml"), content);
    return (await read({ path: "encoded.yaml" }, { cwd: home })).found;
  };
  const text = withSchemas("    Pet: { type: object }\n");
  expect(await bytes(Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`))).toEqual([]);
  const wide = Buffer.from(`\uFEFF${text}`, "utf16le");
  expect(await bytes(wide)).toEqual(["warning bad-encoding encoded.yaml:1:1"]);
  expect(await bytes(Buffer.from(wide).swap16())).toEqual([
    "warning bad-encoding encoded.yaml:1:1",
  ]);
  const { description } = await read({ path: "encoded.yaml" }, { cwd: home });
  expect(at(description, "components", "schemas", "Pet", "type").value).toBe("object");
});

/** Windows-1252 where it is not Latin-1, from 80 on, of the mapping that unicode.org publishes. */
const windows = new Map([
  [0x80, 0x20ac],
  ...[0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152].map(
    (code, at) => [0x82 + at, code] as const,
  ),
  [0x8e, 0x017d],
  ...[0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a].map(
    (code, at) => [0x91 + at, code] as const,
  ),
  ...[0x0153].map((code) => [0x9c, code] as const),
  [0x9e, 0x017e],
  [0x9f, 0x0178],
] as const);

test("bytes that are not UTF-8 are those of Windows-1252, if it has them", async () => {
  for (let byte = 0x80; byte <= 0xff; byte += 1)
    for (const beside of ["", "Ünï😀 "])
      for (const start of ["", "\uFEFF"]) {
        const before = `${start}openapi: 3.1.0\ninfo: { title: ${beside}caf`;
        const text = Buffer.concat([
          Buffer.from(before),
          Buffer.from([byte, 0x20, byte]),
          Buffer.from(` ${beside}, version: "1" }\npaths: {}\n`),
        ]);
        const { description, found } = await read({ text, name: "input" });
        const code = windows.get(byte) ?? (byte < 0xa0 ? undefined : byte);
        const place = `2:${`info: { title: ${beside}caf`.length + 1}`;
        const level = code === undefined ? "error" : "warning";
        expect(found).toEqual([`${level} bad-encoding ${place}`]);
        if (code === undefined) continue;
        const character = String.fromCodePoint(code);
        const title = `${beside}caf${character} ${character} ${beside}`.replace(/ $/, "");
        expect(at(description, "info", "title").value).toBe(title);
      }
});

test("bytes of no text are refused as what they are", async () => {
  for (const bytes of [
    [0x1f, 0x8b, 8, 0],
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    [0xe9, 0],
  ]) {
    const { found } = await read({ text: Buffer.from(bytes), name: "input" });
    expect(found.map((one) => one.split(" ", 2).join(" "))).toContain("error bad-encoding");
  }
});

test("nothing is fetched unless that is allowed", async () => {
  requests.length = 0;
  expect(await refer(`${origin}/pet.yaml`)).toEqual(["error ref-remote"]);
  expect(await refer(`${origin}/pet.yaml`, { remote: ["http://elsewhere.example"] })).toEqual([
    "error ref-remote",
  ]);
  expect(requests).toEqual([]);
});

test("what is allowed is fetched, with limits", async () => {
  expect(await refer(`${origin}/pet.yaml`, { remote: true })).toEqual([]);
  expect(await refer(`${origin}/pet.yaml`, { remote: [origin] })).toEqual([]);
  expect(await refer(`${origin}/moved.yaml`, { remote: [origin] })).toEqual([]);
  expect(await refer(`${origin}/away.yaml`, { remote: [origin] })).toEqual(["error remote-failed"]);
  expect(await refer(`${origin}/none.yaml`, { remote: true })).toEqual(["error remote-failed"]);
  expect(await refer(`${origin}/slow.yaml`, { remote: true, timeout: 200 })).toEqual([
    "error remote-failed",
  ]);
  expect(await refer(`${origin}/big.yaml`, { remote: true, maxBytes: 50_000 })).toEqual([
    "error remote-failed",
  ]);
});

test("what was fetched cannot refer to files of this machine", async () => {
  const found = await refer(`${origin}/file.yaml`, { remote: true });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain("error ref-outside-root");
});

test("a description at an address may refer to others of the same origin", async () => {
  const { description, found } = await read({ url: `${origin}/openapi.yaml` });
  expect(found).toEqual([]);
  const pet = at(description, "components", "schemas", "Pet");
  expect(description?.resolve("./pet.yaml", pet.source)?.value).toEqual({ type: "object" });
});
