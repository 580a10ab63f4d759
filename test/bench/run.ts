import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

// A bench is a file of this folder without a hyphen in its name; it exports `bench`.
const folder = fileURLToPath(new URL(".", import.meta.url));
const known = readdirSync(folder)
  .filter((file) => /^\w+\.ts$/.test(file) && file !== "run.ts")
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

const [name = "", ...rest] = process.argv.slice(2);
if (known.includes(name)) {
  const { bench } = (await import(`./${name}.ts`)) as {
    readonly bench: (typed: readonly string[]) => Promise<void>;
  };
  await bench(rest);
} else {
  process.stderr.write(`${known.map((one) => `npm run bench -- ${one}\n`).join("")}`);
  process.exitCode = name === "" || name === "--help" ? 0 : 1;
}
