import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Sample, oddSamples, packagedSamples, sharedSamples } from "../corpus/descriptions.js";
import { fixtureFaults } from "./fixtures.js";
import { loadMocks } from "./load.js";
import { unsatisfiable } from "./unsatisfiable.js";

const help = `npm run mocks -- [--only NAME,…] [--seeds N] [--every N] [--faults N] [--packages]

For each real description: every made value of every schema passes its validator.
  --only NAME,…  those whose name has one of these in it
  --seeds N      under so many seeds; 20 when left out
  --every N      only each Nth description
  --faults N     how many faults are shown of each description; 5 when left out
  --packages     also those of npm packages, which are fetched`;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seeds: { type: "string", default: "20" },
    every: { type: "string", default: "1" },
    faults: { type: "string", default: "5" },
    packages: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const total = { descriptions: 0, schemas: 0, made: 0, faults: 0 };

/** Without those that are known; with those that are known, and are not there. */
function unexplained(sample: string, faults: ReadonlyMap<string, string>): readonly string[] {
  const known = Object.keys(unsatisfiable).filter((key) => key.startsWith(`${sample} `));
  const unneeded = known.filter((key) => !faults.has(key.slice(sample.length + 1)));
  return [
    ...[...faults].flatMap(([of, fault]) => (known.includes(`${sample} ${of}`) ? [] : [fault])),
    ...unneeded.map((key) => `${key} has a value, and is listed as if there were none`),
  ];
}

async function examine({ name, folder, path }: Sample): Promise<void> {
  const start = performance.now();
  try {
    const loaded = await loadMocks(join(folder, path), folder, { root: folder });
    const generated = performance.now();
    const { made, faults: all } = fixtureFaults(loaded, Number(values.seeds));
    const faults = unexplained(name, all);
    total.descriptions++;
    total.schemas += loaded.model.schemas.length;
    total.made += made;
    total.faults += faults.length;
    const seconds = [generated - start, performance.now() - generated].map((one) => one / 1000);
    const figures = [loaded.model.schemas.length, made, faults.length];
    const cells = [...figures, ...seconds.map((one) => `${one.toFixed(1)} s`)];
    console.log([name.padEnd(48), ...cells.map((cell) => String(cell).padStart(8))].join(" "));
    for (const fault of faults.slice(0, Number(values.faults))) console.log(`    ${fault}`);
  } catch (error) {
    total.faults++;
    console.log(`${name}: ${(error as Error).stack?.slice(0, 600) ?? String(error)}`);
  }
}

if (values.help) console.log(help);
else {
  const only = values.only?.split(",");
  const packaged = values.packages
    ? packagedSamples(join(tmpdir(), "specsmith-corpus"), false)
    : [];
  const samples = [...oddSamples(), ...sharedSamples(), ...packaged]
    .filter(
      ({ name, expected }) =>
        expected === "code" && (only?.some((one) => name.includes(one)) ?? true),
    )
    .filter((_, index) => index % Number(values.every) === 0);
  for (const sample of samples) await examine(sample);
  console.log(
    `${total.descriptions} descriptions, ${total.schemas} schemas, ${total.made} values made, ${total.faults} faults`,
  );
  if (total.faults > 0) process.exitCode = 1;
}
