import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { exportsAt } from "../../src/cli/mock/version.js";
import { Place, small as anySmall } from "../command.js";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** Has Node write into `loaded` what each process has run, which takes half as much time again. */
const recorded = { NODE_V8_COVERAGE: "loaded" };

/** Starts the built command; `said` waits for a line that it prints. */
function start(place: Place, args: readonly string[], more: object = {}) {
  const child = spawn(process.execPath, [cli, "mock", ...args], {
    cwd: place.folder,
    env: { ...process.env, ...more },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = async (line: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = line.exec(output);
      if (found) return found;
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 20)), ended]);
      if (child.exitCode !== null && !line.test(output)) throw new Error(`it ended: ${output}`);
    }
  };
  return { child, ended, said };
}

/** The addresses of the scripts that a process has run, or any of them. */
function scriptsOf(place: Place, pid?: number): readonly string[] {
  const folder = join(place.folder, "loaded");
  const files = readdirSync(folder).filter((name) =>
    name.startsWith(`coverage-${pid === undefined ? "" : `${pid}-`}`),
  );
  return files.flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as {
      readonly result: readonly { readonly url: string }[];
    };
    return result.map(({ url }) => url);
  });
}

test(
  "a mock without code or config, which follows its description",
  { timeout: 60_000 },
  async () => {
    const servers = "servers: [{ url: https://api.example/v1 }]\npaths:";
    const small = anySmall.replace("paths:", servers);
    const place = new Place({ "openapi.yaml": small });
    const { child, ended, said } = start(
      place,
      ["openapi.yaml", "--port", "0", "--watch"],
      recorded,
    );
    const [, base = ""] = await said(/(http:\S+);/);
    const get = async (path: string, headers = {}) => {
      const response = await fetch(base + path, {
        headers: { origin: "http://page.example", ...headers },
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const first = await get("/ping");
    expect(first.status).toBe(200);
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
    expect(JSON.parse(first.text)).toEqual({ at: expect.any(String) });
    expect((await get("/ping")).text).toBe(first.text);
    // Prism serves what a description has without the path of its servers.
    const without = await fetch(new URL("/ping?a=1", base));
    expect([base.endsWith("/v1"), await without.text()]).toEqual([true, first.text]);
    expect((await get("/ping", { prefer: "code=500" })).status).toBe(500);
    expect((await get("/pong")).status).toBe(404);
    await said(/GET \/v1\/ping 200 [\d.]+ ms ping\n/);
    place.write("openapi.yaml", small.replace(/paths:[^]*?(?=components:)/, "paths: {}\n"));
    await said(/has changed/);
    expect((await get("/ping")).status).toBe(200);
    place.write("openapi.yaml", small.replace("/ping:", "/pong:"));
    await said(/has changed[^]*has changed/);
    expect((await get("/pong")).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(readdirSync(place.folder).sort()).toEqual(["loaded", "openapi.yaml"]);
    // What serves has loaded no package, and what it was generated and compiled with has ended.
    const packages = /\/node_modules\/(?<name>[^/]+)/;
    expect(scriptsOf(place, child.pid).filter((one) => packages.test(one))).toEqual([]);
    const all = new Set(scriptsOf(place).map((one) => packages.exec(one)?.groups?.["name"]));
    expect([...all]).toEqual(expect.arrayContaining(["handlebars", "typescript"]));
  },
);

test("a mock of what the config generates from, as it says", { timeout: 60_000 }, async () => {
  const overlay = {
    overlay: "1.0.0",
    info: { title: "Ours", version: "1" },
    actions: [
      {
        target: "$.paths",
        update: { "/more": { get: { responses: { 204: { description: "" } } } } },
      },
    ],
  };
  const config = {
    input: "openapi.yaml",
    output: "api",
    case: "camel",
    overlays: ["overlay.json"],
  };
  const place = new Place({
    "openapi.yaml": anySmall,
    "overlay.json": JSON.stringify(overlay),
    "specsmith.config.json": JSON.stringify(config),
    "transform.mjs":
      "export default { input: 'openapi.yaml', output: 'api', transform: (model) => model };",
  });
  const { said } = start(place, ["--port", "0"]);
  const [, base = ""] = await said(/(http:\S+);/);
  const statuses = ["/ping", "/more", "/none"].map(
    async (path) => (await fetch(base + path)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 204, 404]);
  const other = await place.run("mock", "--config", "transform.mjs");
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining("transform")]);
});

test("what cannot be mocked is an error", { timeout: 60_000 }, async () => {
  const place = new Place({
    "openapi.yaml": anySmall.replace(/paths:[^]*?(?=components:)/, "paths: {}\n"),
  });
  expect(existsSync(cli)).toBe(true);
  const none = start(place, ["openapi.yaml"]);
  await none.said(/there is nothing to mock/);
  expect(await none.ended).toBe(1);
  const said = await place.run("mock", "openapi.yaml", "--port", "x");
  expect([said.status, said.stderr]).toEqual([1, expect.stringContaining("--port x")]);
});

test("of many versions of a mock, the last one is left", { timeout: 60_000 }, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const scripts = new Map([
    ["own/names.ts", 'exports.name = "Rex";'],
    [
      "mocks.ts",
      'const own = require("./own/names.js"), { Random } = require("./runtime/mocks/random.js"); exports.make = () => [own.name, typeof Random];',
    ],
  ]);
  const runtime = ["runtime/mocks/random.ts"];
  const versions: WeakRef<object>[] = [];
  let last: Readonly<Record<string, unknown>> = {};
  for (let count = 0; count < 30; count++) {
    last = await exportsAt("mocks.ts", { name: "", scripts, runtime });
    versions.push(new WeakRef(last));
  }
  expect((last["make"] as () => unknown)()).toEqual(["Rex", "function"]);
  await new Promise((resolve) => setTimeout(resolve));
  collect();
  expect(versions.filter((one) => one.deref() !== undefined)).toHaveLength(1);
});
