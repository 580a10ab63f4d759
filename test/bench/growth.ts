import { parseArgs } from "node:util";
import { Counter, growthOf, mostGrowth } from "../growth/measure.js";

const help = `npm run bench -- growth [--only NAME,…] [--times N]

How what generating takes grows with a description, counted in steps: blocks of code that are run, and bytes that are
allocated. Each shape is made twice and four times as large; 2 is linear, 4 is quadratic. Fails where the blocks grow
by more than ${mostGrowth}.
  --only NAME,…  those shapes whose name has one of these in it
  --times N      N times as large as by itself
`;

/** Prints a row for each shape. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      only: { type: "string", default: "" },
      times: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const counter = await Counter.start({ hasBytes: true });
  // Loaded later, so that it is counted.
  const { shapes, work } = await import("../growth/shapes.js");
  const wanted = values.only.split(",");
  for (const [name, { at, make }] of Object.entries(shapes)) {
    if (!wanted.some((part) => name.includes(part))) continue;
    const count = Math.ceil(at * Number(values.times));
    const { blocks, bytes } = await growthOf(counter, { at: count, make }, work);
    const isMore = blocks > mostGrowth;
    const row = `${String(count).padStart(6)}${blocks.toFixed(2).padStart(8)} blocks${bytes.toFixed(2).padStart(8)} bytes`;
    process.stdout.write(`${name.padEnd(40)}${row}${isMore ? "  more than in proportion" : ""}\n`);
    if (isMore) process.exitCode = 1;
  }
  counter.stop();
}
