import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { Place, small as anySmall } from "../command.js";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const left = (): number =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("specsmith-mock-")).length;

/** Starts the built command; `said` waits for a line that it prints. */
function start(place: Place, ...args: string[]) {
  const child = spawn(process.execPath, [cli, "mock", ...args], { cwd: place.folder });
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

test(
  "a mock without code or config, which follows its description",
  { timeout: 60_000 },
  async () => {
    const before = left();
    const servers = "servers: [{ url: https://api.example/v1 }]\npaths:";
    const small = anySmall.replace("paths:", servers);
    const place = new Place({ "openapi.yaml": small });
    const { child, ended, said } = start(place, "openapi.yaml", "--port", "0", "--watch");
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
    place.write("openapi.yaml", small.replace("/ping:", "/pong:"));
    await said(/has changed/);
    expect((await get("/pong")).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(left()).toBeLessThanOrEqual(before);
  },
);

test("what cannot be mocked is an error", { timeout: 60_000 }, async () => {
  const place = new Place({
    "openapi.yaml": anySmall.replace(/paths:[^]*?(?=components:)/, "paths: {}\n"),
  });
  expect(existsSync(cli)).toBe(true);
  const none = start(place, "openapi.yaml");
  await none.said(/there is nothing to mock/);
  expect(await none.ended).toBe(1);
  const said = await place.run("mock", "openapi.yaml", "--port", "x");
  expect([said.status, said.stderr]).toEqual([1, expect.stringContaining("--port x")]);
});
