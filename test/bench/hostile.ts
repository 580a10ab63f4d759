import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import type { ApiModel, Schema } from "../../src/model/types.js";
import { produce } from "../../src/pipeline.js";
import { oddSamples, packagedSamples, type Sample, sharedSamples } from "../corpus/descriptions.js";
import { bundle, emitExpected } from "../emitters/generated.js";
import { type Attack, attacks, hostileBody } from "./hostile-bodies.js";
import type { Cost, Order } from "./hostile-worker.js";

const help = `npm run bench -- hostile [--only NAME,…] [--size BYTES] [--schemas N] [--packages] [--all]

What it takes to refuse bodies that are made to cost as much as may be, as many times as much as JSON.parse
takes for them: for every schema of each description of the corpus, by code and by data, and for the bodies
of requests. The bodies are made from the schema: ${attacks.join(", ")}.
Fails where one takes more than 20 times the time (of the processor), or allocates more than twice as much.
  --only NAME,…  descriptions whose name has one of these in it
  --size BYTES   of each body; 1,048,576 when left out, which is the usual bodyLimit
  --schemas N    no more than so many checks of each description
  --packages     those from npm too
  --all          prints every body, not only the worst of each description
`;

const mostTime = 20;
const mostMemory = 2;

/** Measures what hostile bodies cost; nothing has to be built. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      only: { type: "string", default: "" },
      size: { type: "string", default: "1048576" },
      schemas: { type: "string", default: "Infinity" },
      packages: { type: "boolean", default: false },
      all: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const packaged = values.packages
    ? packagedSamples(join(tmpdir(), "specsmith-corpus"), false)
    : [];
  const wanted = values.only.split(",");
  const samples = [...oddSamples(), ...sharedSamples(), ...packaged].filter(
    ({ expected, name }) => expected === "code" && wanted.some((part) => name.includes(part)),
  );
  let bodies = 0;
  const beyond: string[] = [];
  for (const sample of samples) {
    const { name } = sample;
    const costs = await costsOf(sample, Number(values.size), Number(values.schemas));
    bodies += costs.length;
    const worst = values.all ? costs : worstOf(costs);
    for (const cost of worst) process.stdout.write(`${lineOf(name, cost)}\n`);
    beyond.push(...costs.filter(isBeyond).map((cost) => lineOf(name, cost)));
  }
  process.stdout.write(`${bodies} bodies, ${beyond.length} beyond the bounds\n`);
  for (const line of beyond) process.stdout.write(`beyond: ${line}\n`);
  if (beyond.length > 0 || bodies === 0) process.exitCode = 1;
}

/** The one that takes the most time, and the one that takes the most memory. */
function worstOf(costs: readonly Measured[]): readonly Measured[] {
  const most = (pick: (cost: Measured) => number): readonly Measured[] =>
    [...costs].sort((a, b) => pick(b) - pick(a)).slice(0, 1);
  return [...new Set([...most(({ time }) => time), ...most(({ memory }) => memory)])];
}

function isBeyond({ memory, time }: Cost): boolean {
  return time > mostTime || memory > mostMemory;
}

function lineOf(name: string, cost: Measured): string {
  const { attack, characters, check, issues, memory, parse, time } = cost;
  const size = `${Math.round(characters / 1024)} KiB, parsed in ${parse.toFixed(1)} ms`;
  return `${name} ${check}, ${attack} (${size}): time ${time.toFixed(2)}, memory ${memory.toFixed(2)}, ${issues} issues`;
}

const worker = fileURLToPath(new URL("hostile-worker.ts", import.meta.url));
const limits = `export { issuesOf } from "./runtime/validate/enough.js";`;

type Measured = Cost & { readonly check: string; readonly attack: Attack };

/** In a process of its own, which has little on its heap and collects no garbage while it measures what is allocated. */
async function costsOf({ folder, path }: Sample, size: number, most: number): Promise<Measured[]> {
  const only = ["types", "validators"] as const;
  const config = { input: path, output: "out", only, root: folder };
  const product = await produce({ config, folder }, new Diagnostics(), new Files());
  if (!product) return [];
  const text = product.generated.find((file) => file.path === "validators.ts")?.text ?? "";
  const source = await bundle(text, emitExpected(product.model) + limits);
  const work = mkdtempSync(join(tmpdir(), "specsmith-hostile-"));
  const module = join(work, "module.mjs");
  writeFileSync(module, source);
  const execArgv = ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=512"];
  const child = fork(jiti, [worker, module], { execArgv });
  try {
    const costs: Measured[] = [];
    for (const [check, schema, wrap] of targetsOf(product.model).slice(0, most))
      for (const attack of attacks) {
        const body = JSON.stringify(wrap(hostileBody(schema, attack, size)));
        // Where no more than a few values fit, a body costs next to nothing.
        if (body.length < size / 4) continue;
        child.send({ check, text: body } satisfies Order);
        const [cost] = (await once(child, "message")) as [Cost | null];
        if (cost) costs.push({ check, attack, ...cost });
      }
    return costs;
  } finally {
    child.kill();
    rmSync(work, { recursive: true, force: true });
  }
}

const jiti = fileURLToPath(new URL("../../node_modules/jiti/lib/jiti-cli.mjs", import.meta.url));

type Target = readonly [check: string, schema: Schema, wrap: (body: unknown) => unknown];

/** The schemas with a name, by code and by data, and the bodies of requests. */
function targetsOf({ operations, schemas }: ApiModel): readonly Target[] {
  const plain = (body: unknown): unknown => body;
  const named = schemas.flatMap((schema): readonly Target[] => [
    [`check${schema.name}`, schema, plain],
    [`match${schema.name}`, schema, plain],
  ]);
  const bodies = operations.flatMap(({ body, names }): readonly Target[] => {
    const schema = body?.content.find(({ codec }) => codec === "json")?.schema;
    return schema ? [[`check${names.request}`, schema, (inner) => ({ body: inner })]] : [];
  });
  return [...named, ...bodies];
}
