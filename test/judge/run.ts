import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { oddSamples, sharedSamples } from "../corpus/descriptions.js";
import { exceptions } from "./exceptions.js";
import { judge } from "./judge.js";

const help = `npm run judge -- [--only NAME,…]

Compares the types of all schemas of real descriptions with those of openapi-typescript: each can be assigned to the other.
  --only NAME,…  those whose name has one of these in it`;

const { values } = parseArgs({ options: { only: { type: "string" }, help: { type: "boolean" } } });

async function main(): Promise<void> {
  const only = values.only?.split(",");
  const samples = [...oddSamples(), ...sharedSamples()]
    .filter(({ expected }) => expected === "code")
    .filter(({ name }) => only?.some((part) => name.includes(part)) ?? true);
  const cases = samples.map(({ name, folder, path }) => ({
    name,
    input: join(folder, path),
    config: { root: folder },
  }));
  const root = mkdtempSync(join(tmpdir(), "judge-"));
  try {
    const { faults, excused, count, needed } = await judge(cases, root);
    for (const fault of faults) console.log(fault);
    const spare = only ? [] : Object.keys(exceptions).filter((reason) => !needed.has(reason));
    for (const reason of spare) console.log(`no description needs the exception: ${reason}`);
    console.log(
      `${samples.length} descriptions, ${count} schemas: ${excused} excepted, ${faults.length} not the same`,
    );
    process.exitCode = faults.length + spare.length > 0 ? 1 : 0;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

if (values.help) console.log(help);
else await main();
