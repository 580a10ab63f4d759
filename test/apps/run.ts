import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../../src/pipeline.js";
import { bundleForNode, installPackages } from "../bundle.js";
import { flagsFor, tscOf } from "../consumer/compilers.js";
import { petStorePage } from "./pet-store.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const output = join(here, "node_modules/.cache/generated");

installPackages(here);
const { ok, diagnostics } = await generate({
  config: {
    input: join(here, "../golden/queries/input.yaml"),
    output,
    only: ["queries", "mocks"],
    hooks: true,
    faker: true,
    int64: "bigint",
    dates: "Date",
  },
  folder: here,
});
if (!ok) throw new Error(diagnostics.all.map(({ message }) => message).join("\n"));
compile();
const outfile = join(here, "node_modules/.cache/main.mjs");
await bundleForNode(join(here, "main.ts"), outfile, output);
end(spawnSync(process.execPath, ["--test", outfile], { stdio: "inherit" }).status);
end(await petStorePage());

/** An app of each framework, with the types that it has from its own library. */
function compile(): void {
  const paths = { "generated/*.js": ["./generated/*.ts"] };
  const typeRoots = [join(here, "../../node_modules/@types")];
  const compilerOptions = { ...flagsFor("7"), rootDir: "/", skipLibCheck: true, typeRoots, paths };
  const file = join(here, "node_modules/.cache/tsconfig.json");
  const include = ["../../*.check.ts", "../../main.ts"];
  writeFileSync(file, JSON.stringify({ compilerOptions, include, exclude: [] }));
  const { status } = spawnSync(process.execPath, [tscOf("7"), "-p", file], { stdio: "inherit" });
  end(status);
}

function end(status: number | null): void {
  if (status !== 0) process.exit(1);
}
