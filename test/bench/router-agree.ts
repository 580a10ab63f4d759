import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type Request, type Route, ours, theirs } from "./router-contenders.js";
import { type RequestRow, hits, nearMisses } from "./router-requests.js";

/** Compares the answers of both routers, prints how many, and writes the requests that are measured. */
const [routesFile = "", rowsFile = ""] = process.argv.slice(2);
const routes = JSON.parse(readFileSync(routesFile, "utf8")) as Route[];
const [mine, other] = [ours(routes), theirs(routes)];

const plain = hits(routes, "plain");
const near = nearMisses(routes).filter((request) => !mine.hasOtherMethods(request));
const compared = [...plain, ...hits(routes, "odd"), ...near];
for (const request of compared) sameAnswer(request);
for (const request of plain)
  if (mine.find(request) === undefined)
    throw new Error(`nothing was found for ${request.method} ${request.path}`);

const rows: RequestRow[] = [
  { name: "hits", requests: mixed(plain) },
  { name: "misses", requests: mixed(near.filter((request) => mine.find(request) === undefined)) },
];
writeFileSync(rowsFile, JSON.stringify(rows));
process.stdout.write(String(compared.length));

/**
 * In an order without meaning, which is always the same. In that of a description, each path is nearly the one before it,
 * and finds what it needs in the caches: no server is called like that.
 */
function mixed(requests: readonly Request[]): Request[] {
  const keyed = requests.map((request) => {
    const key = createHash("sha256").update(`${request.method} ${request.path}`).digest("hex");
    return { key, request };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ request }) => request);
}

function sameAnswer(request: Request): void {
  const [ours, theirs] = [mine, other].map((one) => JSON.stringify(one.find(request)));
  if (ours !== theirs)
    throw new Error(`${request.method} ${request.path}: ${ours}, but find-my-way: ${theirs}`);
}
