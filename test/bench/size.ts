import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { beside } from "../beside.js";
import { fetchPackage, packages } from "../corpus/packages.js";
import { bundle, read, writeAjv, writeOurs } from "./size-build.js";

const help = `npm run bench -- size [DESCRIPTION] [--rounds N] [--one NAME,…]

Minified size and load time of the validators of all schemas, against ajv's standalone code.
  DESCRIPTION    a file; GitHub's when left out, or Stripe's where npm cannot be asked
  --rounds N     how often each is loaded, in a process of its own, in turns; 15 when left out
  --one NAME,…   types of which an app imports nothing but isNAME
`;

const stripe = fileURLToPath(beside("corpus/specs/guru-stripe.com/stripe.com.json"));

/** Prints a table; sizes are bytes of one minified bundle with all that it needs. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...typed],
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "15" },
      one: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return print(help);
  const { name, path } = described(positionals[0]);
  const folder = join(tmpdir(), "specsmith-bench", "size");
  mkdirSync(folder, { recursive: true });
  const known = await read(path, folder);
  const all = [...known.names.keys()];
  print(`${name}: ${all.length} schemas\n\n`);

  const ours = await writeOurs(known, folder);
  const ajv = writeAjv(known, all, join(folder, "ajv.js"));
  const small = writeAjv(known, all, join(folder, "ajv-small.js"), false);
  const whole = (file: string): string => `export * from ${JSON.stringify(file)};`;
  const named = (file: string, exports: readonly string[]): string =>
    `export { ${exports.join(", ")} } from ${JSON.stringify(file)};`;
  const contents = new Map([
    ["ajv, all errors", whole(ajv)],
    ["ajv, all errors, inlineRefs: false", whole(small)],
    ["specsmith, all exports", whole(ours.schemas)],
    [
      "specsmith, is and check",
      named(
        ours.schemas,
        all.flatMap((one) => [`is${one}`, `check${one}`]),
      ),
    ],
    [
      "specsmith, is",
      named(
        ours.schemas,
        all.map((one) => `is${one}`),
      ),
    ],
    [
      "specsmith, check",
      named(
        ours.schemas,
        all.map((one) => `check${one}`),
      ),
    ],
    ["specsmith, with requests and replies", whole(ours.all)],
  ]);
  const bundles = new Map<string, Bundle>();
  for (const [who, text] of contents) {
    const file = join(folder, `${who.replace(/\W+/g, "-")}.mjs`);
    bundles.set(who, { file, bytes: await bundle(text, folder, file) });
  }
  table(bundles, loadTimes(bundles, Number(values.rounds)));

  print("\nAn app that imports one isX\n");
  const chosen = values.one?.split(",") ?? someOf(all);
  for (const one of chosen) {
    const out = join(folder, "one.mjs");
    const own = await bundle(named(ours.schemas, [`is${one}`]), folder, out);
    const alone = writeAjv(known, [one], join(folder, "ajv-one.js"));
    const theirs = await bundle(whole(alone), folder, out);
    print(
      `  ${`is${one}`.padEnd(38)}${bytes(own)}  ajv for it alone ${bytes(theirs)}  ${ratio(own, theirs)}\n`,
    );
  }
}

interface Bundle {
  readonly file: string;
  readonly bytes: number;
}

function described(typed: string | undefined): { readonly name: string; readonly path: string } {
  if (typed !== undefined) return { name: typed, path: resolve(typed) };
  try {
    const entry = packages.find(({ name }) => name === "@octokit/openapi");
    if (!entry) throw new Error("the corpus does not know GitHub's description");
    const folder = fetchPackage(entry, join(tmpdir(), "specsmith-corpus"));
    return { name: "GitHub", path: join(folder, entry.paths[0] ?? "") };
  } catch (error) {
    if (!existsSync(stripe)) throw error;
    return { name: "Stripe, as GitHub's could not be had", path: stripe };
  }
}

/** Large and small ones, as far as they are there. */
function someOf(all: readonly string[]): readonly string[] {
  const wanted = ["FullRepository", "PullRequest", "Issue", "SimpleUser", "Charge", "Customer"];
  const found = wanted.filter((name) => all.includes(name));
  return found.length > 0 ? found : all.slice(0, 3);
}

const probe = `
const start = performance.now();
await import(process.argv[1]);
process.stdout.write(String(performance.now() - start));`;

/** Milliseconds that importing takes in a fresh process: the middle of all rounds. */
function loadTimes(
  bundles: ReadonlyMap<string, Bundle>,
  rounds: number,
): ReadonlyMap<string, number> {
  const times = new Map<string, number[]>([...bundles.keys()].map((who) => [who, []]));
  for (let round = 0; round < rounds; round++)
    for (const [who, { file }] of bundles) {
      const args = ["--input-type=module", "-e", probe, pathToFileURL(file).href];
      times.get(who)?.push(Number(execFileSync(process.execPath, args, { encoding: "utf8" })));
    }
  return new Map(
    [...times].map(([who, list]) => [
      who,
      list.sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN,
    ]),
  );
}

function table(bundles: ReadonlyMap<string, Bundle>, times: ReadonlyMap<string, number>): void {
  const [first = ""] = bundles.keys();
  const base = {
    bytes: bundles.get(first)?.bytes ?? Number.NaN,
    time: times.get(first) ?? Number.NaN,
  };
  for (const [who, { bytes: size }] of bundles) {
    const time = times.get(who) ?? Number.NaN;
    print(
      `  ${who.padEnd(38)}${bytes(size)} ${ratio(size, base.bytes)}   loads in ${time.toFixed(1).padStart(6)} ms ${ratio(time, base.time)}\n`,
    );
  }
}

function bytes(count: number): string {
  return `${count.toLocaleString("en").padStart(11)} bytes`;
}

function ratio(one: number, other: number): string {
  return `${(one / other).toFixed(3)} of ajv`;
}

function print(text: string): void {
  process.stdout.write(text);
}
