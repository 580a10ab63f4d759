import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeClients } from "./clients.js";
import { type Version, flagsFor, tscOf, versions } from "./compilers.js";
import { clientSetups } from "./setups.js";

// Compiles the Pet Store's code under the contract's flags, with and without the types of Node; and clients and mocks
// of all golden cases, under the flags that projects of several kinds have, with the server where they have one.

const repo = fileURLToPath(new URL("../..", import.meta.url));
const typeRoots = [join(repo, "node_modules/@types")];
const runtime = join(repo, "src/runtime");
const adapters = join(runtime, "server/adapters");

interface Program {
  readonly title: string;
  readonly version: Version;
  readonly options: Readonly<Record<string, unknown>>;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

function compile(
  folder: string,
  { title, version, options, include, exclude = [] }: Program,
): void {
  const compilerOptions = { typeRoots, noEmit: true, ...options };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include, exclude }),
  );
  const tsc = [tscOf(version), "-p", folder];
  const { status } = spawnSync(process.execPath, tsc, { cwd: repo, stdio: "inherit" });
  console.log(`TypeScript ${version}, ${title}: ${status === 0 ? "compiles" : "fails"}`);
  if (status !== 0) process.exitCode = 1;
}

/** Those of the adapters that are of Node, or import one that is. */
function filesOfNode(): readonly string[] {
  const imported = (file: string): readonly string[] =>
    Array.from(
      readFileSync(join(adapters, file), "utf8").matchAll(/ from "(?:\.\/)?([^"]+)"/g),
      ([, path = ""]) => path.replace(/\.js$/, ".ts"),
    );
  const files = readdirSync(adapters);
  const found = new Set<string>();
  const isOfNode = (one: string): boolean => one.startsWith("node:") || found.has(one);
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const file of files) if (imported(file).some(isOfNode)) found.add(file);
  }
  return [...found].map((file) => join(adapters, file));
}

const folder = mkdtempSync(join(tmpdir(), "consumer-"));
try {
  for (const version of versions) {
    const options = { ...flagsFor(version), skipLibCheck: false, rootDir: repo };
    compile(folder, {
      title: "with the types of Node",
      version,
      options,
      include: [join(repo, "generated"), runtime, join(repo, "test/petstore/types.check.ts")],
    });
    compile(folder, {
      title: "without the types of Node",
      version,
      options: { ...options, types: [] },
      include: [join(repo, "generated/*.ts"), runtime],
      exclude: filesOfNode(),
    });
  }
  await writeClients(folder);
  for (const { title, options, versions: known = versions, exclude, hasServers } of clientSetups)
    for (const version of known) {
      const flags = { skipLibCheck: true, ...options };
      compile(folder, {
        title,
        version,
        options: { ...flags, types: [] },
        include: ["**/*.ts"],
        ...(exclude && { exclude }),
      });
      if (hasServers === true)
        compile(folder, {
          title: `${title}, a server`,
          version,
          options: { ...flags, types: ["node"], rootDir: repo },
          include: [join(repo, "generated"), join(runtime, "server")],
        });
    }
} finally {
  rmSync(folder, { recursive: true });
}
