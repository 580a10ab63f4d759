import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { isAddress } from "../../config/rules.js";
import { Diagnostics } from "../../diagnostics/diagnostics.js";
import { Files } from "../../load/text/positions.js";
import { packageFolder } from "../../package/folder.js";
import { produce } from "../../pipeline.js";
import { tuneEngine } from "../engine.js";
import { printProblems } from "../report.js";
import type { Build, Described } from "./version.js";

tuneEngine();
const compiler = new Worker(new URL("dist/mock-compile.js", packageFolder));

process.once("message", (described: Described) => {
  void build(described).then((built) => process.send?.(built, () => process.exit()));
});
process.once("disconnect", () => process.exit());

/** Generates, and compiles all that is not of the runtime; prints what is wrong with the description. */
async function build({ entry, standardInput }: Described): Promise<Build> {
  const [diagnostics, files] = [new Diagnostics(), new Files()];
  const product = await produce(entry, diagnostics, files, {
    standardInput: () => Promise.resolve(standardInput),
  });
  printProblems(diagnostics, files, "pretty");
  const read = files.all.map(({ file }) => file).filter((file) => !isAddress(file));
  if (!product) return { read, version: undefined };
  const isRuntime = (path: string): boolean => path.startsWith("runtime/");
  const own = product.generated.filter(({ path }) => !isRuntime(path));
  const compiled = await compile(own.map(({ text }) => text));
  const scripts = new Map(own.map(({ path }, at) => [path, compiled[at] ?? ""]));
  const runtime = product.generated.map(({ path }) => path).filter(isRuntime);
  return { read, version: { name: product.model.name, scripts, runtime } };
}

async function compile(texts: readonly string[]): Promise<readonly string[]> {
  compiler.postMessage(texts);
  const [scripts] = (await once(compiler, "message")) as [readonly string[]];
  return scripts;
}
