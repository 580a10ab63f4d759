import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import {
  type Contender,
  type Request,
  type Route,
  nothing,
  ours,
  theirs,
} from "./router-contenders.js";
import { type RequestRow, asReceived } from "./router-requests.js";

const contenders = { ours, theirs, nothing } satisfies Record<
  string,
  (routes: readonly Route[]) => Pick<Contender, "run">
>;

/** One contender alone in a process, as in a server: a line with the number of a row asks for its time. */
const [routesFile = "", rowsFile = "", who = ""] = process.argv.slice(2);
const routes = JSON.parse(readFileSync(routesFile, "utf8")) as Route[];
const rows = (JSON.parse(readFileSync(rowsFile, "utf8")) as RequestRow[]).map(({ requests }) => {
  const received = requests.map(({ method, path }) => ({ method, path: asReceived(path) }));
  return Array.from({ length: Math.ceil(1000 / received.length) }, () => received).flat();
});
const contender = contenders[who as keyof typeof contenders](routes);

for await (const line of createInterface(process.stdin)) {
  const requests = rows[Number(line)] ?? [];
  // The first one fetches into the caches what the other processes have driven out of them.
  contender.run(requests);
  process.stdout.write(`${timeOf(requests)}\n`);
}

/** Nanoseconds for one request. */
function timeOf(requests: readonly Request[]): number {
  const before = process.hrtime.bigint();
  contender.run(requests);
  return Number(process.hrtime.bigint() - before) / requests.length;
}
