import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Accepted, type Kind, kinds } from "./requests.js";
import { send } from "./send.js";
import type { Measure } from "./server.js";

const help = `npm run load [-- MINUTES [WORKERS]]

Load on the generated Pet Store, with bad requests mixed in, from WORKERS (24) clients that wait for their
replies, for MINUTES (10). Fails unless every reply is one that is planned, nothing was given to
onError, the memory is level and every animal that was taken is there, as it was sent.
`;

/** How much more memory, after collecting, the last third of the time may need than the first. */
const MOST_GROWTH = 3 * 1024 * 1024;

/** Of the weights. */
const total = kinds.reduce((sum, { weight }) => sum + weight, 0);

const [minutes = "10", workers = "24"] = process.argv.slice(2);
if (minutes === "--help") process.stdout.write(help);
else process.exitCode = (await load(Number(minutes) * 60_000, Number(workers))) ? 0 : 1;

async function load(milliseconds: number, clients: number): Promise<boolean> {
  const jiti = join(
    dirname(createRequire(import.meta.url).resolve("jiti/package.json")),
    "lib/jiti-cli.mjs",
  );
  const file = fileURLToPath(new URL("server.ts", import.meta.url));
  const server = fork(jiti, [file], { execArgv: ["--expose-gc"] });
  try {
    const [port] = (await once(server, "message")) as [number];
    return await put(server, port, milliseconds, clients);
  } finally {
    server.disconnect();
  }
}

async function put(
  server: ChildProcess,
  port: number,
  milliseconds: number,
  clients: number,
): Promise<boolean> {
  const accepted: Accepted = new Map();
  const counts = new Map<Kind, number>();
  const problems = new Map<string, number>();
  const end = Date.now() + milliseconds;
  let turn = 0;
  const client = async (): Promise<void> => {
    while (Date.now() < end) {
      const kind = pick();
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const problem = await kind
        .run(port, accepted, turn++)
        .catch((error: unknown) => String(error));
      if (problem === undefined) continue;
      const line = `${kind.name}: ${problem}`;
      problems.set(line, (problems.get(line) ?? 0) + 1);
    }
  };
  const measures: Measure[] = [];
  const watch = async (): Promise<void> => {
    while (Date.now() < end) {
      await sleep(Math.min(milliseconds / 30, 10_000));
      measures.push(await measure(server));
      const { heap, outside, connections } = measures.at(-1) as Measure;
      const seconds = ((milliseconds - (end - Date.now())) / 1000).toFixed(0);
      process.stdout.write(
        `${seconds} s: ${turn} requests, ${megabytes(heap)} of heap, ${megabytes(outside)} outside, ${connections} connections\n`,
      );
    }
  };
  await Promise.all([watch(), ...Array.from({ length: clients }, client)]);

  for (const [kind, count] of counts)
    process.stdout.write(`${String(count).padStart(8)}  ${kind.name}\n`);
  for (const [line, count] of problems)
    process.stdout.write(`not planned, ${count} times: ${line}\n`);
  const last = await measure(server);
  for (const error of new Set(last.errors)) process.stdout.write(`given to onError: ${error}\n`);
  const isThere = await allThere(port, accepted, last.pets);
  const isLevel =
    level(
      "heap",
      measures.map(({ heap }) => heap),
    ) &&
    level(
      "memory outside of it",
      measures.map(({ outside }) => outside),
    );
  process.stdout.write(
    `${turn} requests, ${(last.cpu / turn).toFixed(0)} µs of processor time each; ${megabytes(last.resident)} resident\n`,
  );
  return problems.size === 0 && last.errors.length === 0 && isThere && isLevel;
}

function pick(): Kind {
  let left = Math.random() * total;
  return kinds.find(({ weight }) => (left -= weight) < 0) ?? (kinds[0] as Kind);
}

async function measure(server: ChildProcess): Promise<Measure> {
  server.send("measure");
  const [answer] = (await once(server, "message")) as [Measure];
  return answer;
}

/** Compares the middle of the first third with that of the last, without what the start needs. */
function level(what: string, all: readonly number[]): boolean {
  const settled = all.slice(Math.ceil(all.length / 10));
  const third = Math.max(1, Math.floor(settled.length / 3));
  const [first, last] = [middle(settled.slice(0, third)), middle(settled.slice(-third))];
  process.stdout.write(
    `${what}: ${megabytes(first)} in the first third of the time, ${megabytes(last)} in the last\n`,
  );
  return last - first <= MOST_GROWTH;
}

function middle(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

async function allThere(port: number, accepted: Accepted, count: number): Promise<boolean> {
  let missing = 0;
  const left = accepted.entries();
  const look = async (): Promise<void> => {
    for (const [id, pet] of left) {
      const { status, body } = await send(port, "GET", `/v1/pets/${id}`, {
        authorization: "Bearer load-key",
      });
      const found = status === 200 ? (JSON.parse(body) as Record<string, unknown>) : {};
      const isSame = Object.entries({ ...pet, id }).every(([name, value]) => found[name] === value);
      if (!isSame) missing++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, look));
  process.stdout.write(
    `${accepted.size} animals were taken, ${count} are there, ${missing} of those taken are not as they were sent\n`,
  );
  return missing === 0 && count === accepted.size;
}
