import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Sample, oddSamples, packagedSamples, sharedSamples } from "../corpus/descriptions.js";
import { differences } from "./exceptions.js";
import { callable } from "./callbacks.js";
import { Rounds } from "./rounds.js";
import { someOptions } from "./options.js";
import { connect } from "./service.js";
import { reasons } from "./reasons.js";

const help = `npm run roundtrip -- [--only NAME,…] [--seed N] [--runs N] [--values N] [--limit N]
                  [--no-packages] [--renamed] [--options] [--faults N]

For each real description: the generated client calls the generated server, with random values.
  --only NAME,…  those whose name has one of these in it
  --seed N       of the random values; another one each time when left out
  --runs N       how often an operation is called with what fits, and with what does not; 4 when left out
  --values N     how many values of a schema are judged; 6 when left out
  --limit N      how many operations of a description are called, spread over all; 400 when left out
  --renamed      every member and parameter has another name in code, as with \`case: "camel"\`
  --options      each description has a combination of options by chance, which its faults show
  --no-packages  only those that are here: nothing is fetched from npm
  --faults N     how many faults are shown of each description; 10 when left out`;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    only: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    runs: { type: "string", default: "4" },
    values: { type: "string", default: "6" },
    limit: { type: "string", default: "400" },
    renamed: { type: "boolean", default: false },
    options: { type: "boolean", default: false },
    packages: { type: "boolean", default: true },
    faults: { type: "string", default: "10" },
    help: { type: "boolean", default: false },
  },
});

const options = {
  seed: Number(values.seed),
  runs: Number(values.runs),
  values: Number(values.values),
};

const met = new Set<string>();
const total = { operations: 0, calls: 0, refused: 0, judged: 0, faults: 0, without: 0 };

async function examine({ name, folder, path }: Sample): Promise<void> {
  const start = performance.now();
  const called = values.renamed ? (member: string) => `${member}InCode` : undefined;
  const chosen = values.options ? someOptions(options.seed, name) : {};
  const config = { ...chosen, root: folder };
  const trip = await connect(join(folder, path), folder, config, called).catch((error: Error) => {
    console.log(`${name}: ${error.message.slice(0, 300)}`);
    total.faults++;
    return undefined;
  });
  if (!trip) return;
  const rounds = new Rounds(trip, options);
  try {
    const operations = callable(trip.model);
    const step = Math.max(1, operations.length / Number(values.limit));
    for (let i = 0; i < operations.length; i += step) {
      const operation = operations[Math.floor(i)];
      if (operation) await rounds.operation(operation);
    }
    for (const schema of trip.model.schemas) await rounds.schema(schema);
  } finally {
    await trip.close();
  }
  const { faults, without, counts, verdicts, oracle } = rounds;
  const seconds = (performance.now() - start) / 1000;
  const figures = [counts.operations, counts.calls, counts.refused, verdicts.count];
  console.log(
    [
      name.padEnd(48),
      ...figures.map((figure) => String(figure).padStart(7)),
      String(faults.length).padStart(6),
      String(without.length).padStart(7),
      `${seconds.toFixed(1)} s`.padStart(8),
    ].join(" "),
  );
  if (values.options && faults.length > 0) console.log(`    with ${JSON.stringify(chosen)}`);
  for (const { of, problem, example } of faults.slice(0, Number(values.faults)))
    console.log(`    ${of}: ${problem}\n      ${example}`);
  if (without.length > 0) console.log(`    without values: ${without.slice(0, 12).join(", ")}`);
  for (const [of, why] of [...(oracle?.refused ?? [])].slice(0, 3))
    console.log(`    not judged by ajv: ${of}: ${why.slice(0, 200)}`);
  for (const one of [...rounds.met, ...rounds.exceptions.met.keys()]) met.add(one);
  total.operations += counts.operations;
  total.calls += counts.calls;
  total.refused += counts.refused;
  total.judged += verdicts.count;
  total.faults += faults.length;
  total.without += without.length;
}

async function main(): Promise<void> {
  const only = values.only?.split(",");
  const cache = join(tmpdir(), "specsmith-corpus");
  const packaged = values.packages ? packagedSamples(cache, false) : [];
  const atHand = sharedSamples();
  if (atHand.length === 0)
    console.log("Without the descriptions of ../shared/corpus: it is not here.");
  const samples = [...oddSamples(), ...atHand, ...packaged].filter(
    ({ name, expected }) =>
      expected === "code" && (only?.some((part) => name.includes(part)) ?? true),
  );
  console.log(`seed ${options.seed}`);
  console.log(`${"".padEnd(48)} operat.   calls refused  judged faults without     time`);
  for (const sample of samples) await examine(sample);
  console.log(
    `\n${total.operations} operations called ${total.calls} times, ${total.refused} wrong messages refused, ` +
      `${total.judged} values judged; ${total.faults} faults, ${total.without} without values; seed ${options.seed}`,
  );
  const unmet = only
    ? []
    : Object.keys({ ...reasons, ...differences }).filter((one) => !met.has(one));
  if (unmet.length > 0) console.log(`Exceptions that nothing needs: ${unmet.join("; ")}`);
  process.exitCode = total.faults > 0 ? 1 : 0;
}

if (values.help) console.log(help);
else await main();
