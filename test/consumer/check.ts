import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Version, flagsFor, tscOf, versions } from "./compilers.js";

// Compiles the Pet Store's code under the contract's flags, and what does not belong to Node without the types of Node.

const repo = fileURLToPath(new URL("../..", import.meta.url));
const typeRoots = [join(repo, "node_modules/@types")];
const runtime = join(repo, "src/runtime");
const imported = (file: string): readonly string[] =>
  Array.from(
    readFileSync(join(runtime, file), "utf8").matchAll(/ from "(?:\.\/)?([^"]+)"/g),
    ([, path = ""]) => path.replace(/\.js$/, ".ts"),
  );

/** The files of the runtime that are of Node, or import one that is. */
function filesOfNode(): ReadonlySet<string> {
  const files = readdirSync(runtime);
  const found = new Set(["node:http", "node:net", "node:stream"]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const file of files) if (imported(file).some((one) => found.has(one))) found.add(file);
  }
  return found;
}

interface Program {
  readonly title: string;
  readonly options: object;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

const ofNode = [...filesOfNode()].map((file) => join(runtime, file));
const programs: readonly Program[] = [
  {
    title: "with the types of Node",
    options: {},
    include: [join(repo, "generated"), runtime, join(repo, "test/petstore/types.check.ts")],
  },
  {
    title: "without the types of Node",
    options: { types: [] },
    include: [join(repo, "generated/*.ts"), runtime],
    exclude: ofNode,
  },
];

function compile(version: Version, { options, include, exclude = [] }: Program): number | null {
  const folder = mkdtempSync(join(tmpdir(), "consumer-"));
  try {
    const compilerOptions = { ...flagsFor(version), typeRoots, rootDir: repo, ...options };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include, exclude }),
    );
    const tsc = [tscOf(version), "-p", folder];
    return spawnSync(process.execPath, tsc, { cwd: repo, stdio: "inherit" }).status;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const version of versions)
  for (const program of programs) {
    const status = compile(version, program);
    console.log(`TypeScript ${version}, ${program.title}: ${status === 0 ? "compiles" : "fails"}`);
    if (status !== 0) process.exitCode = 1;
  }
