import { createInterface } from "node:readline";
import { pets } from "./client-pets.js";

/**
 * One client alone in a process, as in an app: a line `answered 100` or `loopback 100` asks for the
 * microseconds of the processor that a call takes, over so many of them.
 */
const [file = "", base = ""] = process.argv.slice(2);
(globalThis as { BASE?: string }).BASE = base;
const { fetch } = globalThis;
let current: typeof fetch = fetch;
// There before the client is, since some keep the one that they find at first.
globalThis.fetch = (...given) => current(...given);
const { list } = (await import(file)) as { readonly list: () => Promise<unknown> };

const got = JSON.stringify(await list());
// Nothing is measured that does not do the same.
if (got !== pets) throw new Error(`${file} gives ${got}`);

for await (const line of createInterface(process.stdin)) {
  const [way = "", calls = ""] = line.split(" ");
  current = way === "answered" ? answered : fetch;
  process.stdout.write(`${await timeOf(Number(calls))}\n`);
}

async function timeOf(calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) await list();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** What `fetch` gives, without a network; some clients call it with a `Request`. */
function answered(): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    "x-ratelimit-limit": "60",
    "x-ratelimit-remaining": "59",
    "x-ratelimit-reset": "1767323045",
  };
  return Promise.resolve(new Response(pets, { headers }));
}
