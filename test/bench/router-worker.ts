import { readFileSync } from "node:fs";
import { type Contender, type Request, type Route, ours, theirs } from "./router-contenders.js";
import { hits, nearMisses } from "./router-requests.js";

/** Nanoseconds of each round for one request. */
interface Row {
  readonly name: string;
  readonly requests: number;
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

const [file = "", rounds = "300"] = process.argv.slice(2);
const routes = JSON.parse(readFileSync(file, "utf8")) as Route[];
const contenders = { ours: ours(routes), theirs: theirs(routes) };

const plain = hits(routes, "plain");
const near = nearMisses(routes).filter((request) => !contenders.ours.hasOtherMethods(request));
for (const request of [...plain, ...hits(routes, "odd"), ...near]) sameAnswer(request);
for (const request of plain)
  if (contenders.ours.answer(request) === undefined)
    throw new Error(`nothing was found for ${request.method} ${request.path}`);
const misses = near.filter((request) => contenders.ours.answer(request) === undefined);

const rows = [measure("hits", plain), measure("misses", misses)];
process.stdout.write(JSON.stringify({ compared: 2 * plain.length + near.length, rows }));

function sameAnswer(request: Request): void {
  const [mine, other] = [contenders.ours, contenders.theirs].map((one) =>
    JSON.stringify(one.answer(request)),
  );
  if (mine !== other)
    throw new Error(`${request.method} ${request.path}: ${mine}, but find-my-way: ${other}`);
}

function measure(name: string, few: readonly Request[]): Row {
  const requests = Array.from({ length: Math.ceil(1000 / few.length) }, () => few).flat();
  const row = { name, requests: few.length, ours: [] as number[], theirs: [] as number[] };
  const warmUp = Number(rounds) / 3;
  for (let round = -warmUp; round < Number(rounds); round++)
    for (const who of round % 2 === 0
      ? (["ours", "theirs"] as const)
      : (["theirs", "ours"] as const)) {
      const time = timeOf(contenders[who], requests);
      if (round >= 0) row[who].push(time);
    }
  return row;
}

function timeOf(contender: Contender, requests: readonly Request[]): number {
  const before = process.hrtime.bigint();
  contender.run(requests);
  return Number(process.hrtime.bigint() - before) / requests.length;
}
