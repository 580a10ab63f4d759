import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const known = readdirSync(folder)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.replace(/\.bench\.ts$/, ""))
  .sort();

const [name = "", ...rest] = process.argv.slice(2);
if (known.includes(name)) {
  const { bench } = (await import(`./${name}.bench.ts`)) as {
    readonly bench: (typed: readonly string[]) => Promise<void>;
  };
  await bench(rest);
} else {
  process.stderr.write(`npm run bench -- ${known.join(" | ")}\n`);
  process.exitCode = name === "" || name === "--help" ? 0 : 1;
}
