import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../../src/pipeline.js";
import { bundleForNode } from "../bundle.js";
import { flagsFor, tscOf } from "../consumer/compilers.js";
import { browserHere } from "../runtimes/binaries.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const app = join(here, "pet-store");
const cache = join(here, "node_modules/.cache/pet-store");

/** A page of React on the Pet Store: built with Vite, and used in Chromium on mocks and on a real service. Gives an exit status. */
export async function petStorePage(): Promise<number | null> {
  const output = join(cache, "generated");
  const { ok, diagnostics } = await generate({
    config: {
      input: join(here, "../../spec/petstore.yaml"),
      overlays: [join(app, "overlay.yaml")],
      output,
      only: ["queries", "mocks"],
      hooks: true,
    },
    folder: here,
  });
  if (!ok) throw new Error(diagnostics.all.map(({ message }) => message).join("\n"));
  if (compile() !== 0) return 1;
  const vite = join(here, "node_modules/vite/bin/vite.js");
  execFileSync(process.execPath, [vite, "build", "--logLevel", "error"], {
    cwd: app,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const browser = browserHere("the page is not used in Chromium, which is not here");
  if (browser === undefined) return 0;
  const outfile = join(cache, "test.mjs");
  await bundleForNode(join(app, "test.ts"), outfile, output);
  const worker = join(here, "node_modules/msw/lib/mockServiceWorker.js");
  const typed = ["--test-reporter=spec", outfile, join(cache, "page"), worker, browser];
  return spawnSync(process.execPath, typed, { stdio: "inherit", timeout: 120_000 }).status;
}

function compile(): number | null {
  const compilerOptions = {
    ...flagsFor("7"),
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    rootDir: "/",
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(here, "../../node_modules/@types")],
    paths: { "generated/*.js": ["./generated/*.ts"] },
  };
  const file = join(cache, "tsconfig.json");
  writeFileSync(file, JSON.stringify({ compilerOptions, include: [`${app}/*.ts*`] }));
  return spawnSync(process.execPath, [tscOf("7"), "-p", file], { stdio: "inherit" }).status;
}
