import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** What has tests of one module at a time: folders that are called as those of `src`, and files beside them. */
const modules = new Set([
  ...["config", "diagnostics", "diff", "emit", "emitters", "load", "model", "runtime", "sampler"],
  ...["write", "architecture.test.ts", "filter.test.ts", "headers.test.ts"],
]);

const here = fileURLToPath(new URL(".", import.meta.url));
const others = readdirSync(here).filter((name) => name !== "golden" && !modules.has(name));

/** The tests in folders of `test/`, and among files there. */
function testsIn(names: Iterable<string>): string[] {
  return [...names].map((name) =>
    name.endsWith(".ts") ? `test/${name}` : `test/${name}/**/*.test.ts`,
  );
}

/** Tests in those folders that generate and compile, write to the disk in many ways or read many or very large descriptions. */
const long = [
  "test/config/first-day.test.ts",
  "test/emit/fuzz.test.ts",
  "test/emitters/{agreement,arguments,client,impossible,old-*,own-*,queries-types,scalar-text,split,undeclared}.test.ts",
  "test/emitters/validators-{compile,formats,random}.test.ts",
  "test/{load,runtime}/*hostile.test.ts",
  "test/load/{annotations,valid,yaml-events}.test.ts",
  "test/model/{document-part,inner-references,sources}.test.ts",
  "test/{model,diff}/long-ways.test.ts",
  "test/diff/{command,corpus,options,random}.test.ts",
  "test/runtime/adapters.test.ts",
  "test/write/{fault,kill,prettier,property,shapes,version-control}.test.ts",
];

const counted = testsIn(["growth"]);

/** What `npm run hosts` installs below `test/` has tests of its own. */
const installed = ["**/node_modules/**"];

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  // What a user's file imports is what is tested, not what was built from it.
  resolve: { alias: { specsmith: fileURLToPath(new URL("../src/index.ts", import.meta.url)) } },
  test: {
    // The flags of V8 that the command runs with: a fifth less processor time.
    setupFiles: ["test/engine.ts"],
    // esbuild and TypeScript 7 are written in Go: with larger heaps, they take a fifth less of it.
    env: { GOGC: "400" },
    // On two cores, vitest would leave one of them alone.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test changes nothing that another file sees, so that each process loads modules once.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: testsIn(modules),
          exclude: [...long, ...installed],
        },
      },
      { extends: true, test: { name: "golden", include: ["test/golden/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "e2e",
          include: [...long, ...testsIn(others.filter((name) => !/(?<!\.test)\.ts$/.test(name)))],
          exclude: [...counted, ...installed],
        },
      },
      // Counts what its process runs, in which nothing else may run.
      { extends: true, test: { name: "e2e-counted", include: counted, isolate: true } },
    ],
  },
});
