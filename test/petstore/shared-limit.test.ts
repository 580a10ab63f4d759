import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { afterAll, describe, expect, test } from "vitest";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
const folder = mkdtempSync(join(tmpdir(), "specsmith-redis-"));
const socket = join(folder, "redis.sock");
const started: ChildProcess[] = [];

afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function startRedis(): Promise<ChildProcess> {
  const options = ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder];
  const child = spawn("redis-server", options, { stdio: "ignore" });
  started.push(child);
  const client = new Redis(socket, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on("error", () => undefined);
  await client.ping();
  client.disconnect();
  return child;
}

/** The base address of a Pet Store in a process of its own. */
async function startStore(): Promise<string> {
  const jiti = join(
    dirname(createRequire(import.meta.url).resolve("jiti/package.json")),
    "lib/jiti-cli.mjs",
  );
  const file = fileURLToPath(new URL("shared-limit-process.ts", import.meta.url));
  const child = fork(jiti, [file, socket], { execArgv: [] });
  started.push(child);
  const [port] = (await once(child, "message")) as [number];
  return `http://127.0.0.1:${port}/v1/pets`;
}

interface Told {
  readonly status: number;
  readonly remaining: number;
  readonly wait: string | null;
}

async function ask(url: string): Promise<Told> {
  const response = await fetch(url, { headers: { authorization: "Bearer s3cret" } });
  await response.arrayBuffer();
  const { status, headers } = response;
  return {
    status,
    remaining: Number(headers.get("x-ratelimit-remaining")),
    wait: headers.get("retry-after"),
  };
}

const byNumber = (a: number, b: number): number => a - b;

describe.skipIf(!hasRedis)(
  hasRedis
    ? "two processes that count in one Redis"
    : "two processes that count in one Redis (skipped: there is no redis-server here)",
  () => {
    test("share a limit; each counts by itself while Redis is down, and together again after that", async () => {
      const redis = await startRedis();
      const stores = await Promise.all([startStore(), startStore()]);
      const askAll = (times: number): Promise<Told[]> =>
        Promise.all(Array.from({ length: times }, (_, index) => ask(stores[index % 2] ?? "")));

      const together = await askAll(40);
      const good = together.filter(({ status }) => status === 200);
      expect(good.map(({ remaining }) => remaining).sort(byNumber)).toEqual([...Array(20).keys()]);
      const refused = together.filter(({ status }) => status === 429);
      expect(refused.length).toBe(20);
      for (const { wait, remaining } of refused) {
        expect(Number(wait)).toBeGreaterThan(3000);
        expect(remaining).toBe(0);
      }

      redis.kill("SIGKILL");
      await once(redis, "exit");
      const alone = await askAll(44);
      const passed = alone.filter(({ status }) => status === 200);
      expect(passed.map(({ remaining }) => remaining).sort(byNumber)).toEqual(
        [...Array(20).keys()].flatMap((remaining) => [remaining, remaining]),
      );
      expect(alone.filter(({ status }) => status === 429).length).toBe(4);

      await startRedis();
      await sleep(500);
      const again = await askAll(10);
      expect(again.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(again.map(({ remaining }) => remaining).sort(byNumber)).toEqual([
        10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
      ]);
    }, 60_000);
  },
);

test.skipIf(hasRedis || process.env["CI"] === undefined)(
  "in CI there is a redis-server (skipped where there is one, and outside of CI)",
  () => expect(hasRedis).toBe(true),
);
