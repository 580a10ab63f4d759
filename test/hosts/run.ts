import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../../src/pipeline.js";
import { bundleForNode, installPackages } from "../bundle.js";
import { type ProgramName, browserHere, program } from "../runtimes/binaries.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const nodes: readonly ProgramName[] = ["node20", "node26"];

const typed = process.argv.slice(2);
const chosen = nodes.filter((name) => typed.includes(name));
const [wanted = ""] = typed.filter((name) => !nodes.includes(name as ProgramName));

installPackages(here);
const bundle = await bundled();
const browser = browserHere("not in Chromium, which is not here") ?? "";
compileTypes();
const programs = join(root, "node_modules/.cache/specsmith-runtimes");
mkdirSync(programs, { recursive: true });
for (const name of chosen.length > 0 ? chosen : nodes) {
  const { status } = spawnSync(program(name, programs), [bundle, wanted], {
    stdio: "inherit",
    env: { ...process.env, CHROMIUM: browser },
  });
  if (status !== 0) process.exitCode = 1;
}

/** Whether the types of the frameworks take what the adapters give; what is wrong is printed. */
function compileTypes(): void {
  const folder = join(here, "node_modules/.cache");
  copyFileSync(join(here, "types.check.ts"), join(folder, "types.check.ts"));
  const flags =
    "--strict --exactOptionalPropertyTypes --noEmit --skipLibCheck --allowImportingTsExtensions";
  const target = "--ignoreConfig --target es2022 --module nodenext --types node types.check.ts";
  const tsc = join(root, "node_modules/typescript7/bin/tsc");
  const typed = [tsc, ...flags.split(" "), ...target.split(" ")];
  const { status } = spawnSync(process.execPath, typed, { cwd: folder, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
  else process.stdout.write("the types of the frameworks take what the adapters give\n");
}

/** One module of the shop and the cases, beside the frameworks, which are not in it. */
async function bundled(): Promise<string> {
  const output = join(here, "node_modules/.cache/generated");
  const { ok, diagnostics } = await generate({
    config: {
      input: join(here, "description.yaml"),
      output,
      adapters: ["node", "express", "fastify", "koa", "hono", "nest", "open-telemetry"],
      importExtension: ".ts",
    },
    folder: here,
  });
  if (!ok) throw new Error(diagnostics.all.map(({ message }) => message).join("\n"));
  const outfile = join(here, "node_modules/.cache/cases.mjs");
  await bundleForNode(join(here, "main.ts"), outfile, output, {
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  });
  return outfile;
}
