import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compilerOptions, errorsIn, tsc } from "../corpus/compile.js";
import { withRuntimeOf } from "../consumer/compilers.js";
import { writeQueryCore } from "../consumer/query-core.js";
import { type Generated, stubsFolder } from "./generate.js";

const runtime = fileURLToPath(new URL("../../src/runtime", import.meta.url));

/** What the compiler says of several generated folders, in one program; nothing of them is a declaration file. */
export function compileErrors(cases: ReadonlyMap<string, Generated>): readonly string[] {
  const titles = [...cases.keys()];
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  try {
    cpSync(runtime, join(folder, "runtime"), { recursive: true });
    const files = [...cases.values()].flatMap((generated, index) =>
      writeCase(generated, join(folder, String(index))),
    );
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeQueryCore(folder);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [tsc, "-p", folder, "--pretty", "false"],
      { cwd: folder, encoding: "utf8" },
    );
    return errorsIn(`${stdout}${stderr}`, status).map((line) =>
      line.slice(0, 300).replace(/^(\d+)\//, (_, index) => `${titles[Number(index)]}: `),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the files of a case, beside the one runtime of all. */
function writeCase({ files }: Generated, folder: string): readonly string[] {
  return files.map(({ path, text }) => {
    const isStub = path.startsWith(stubsFolder);
    const target = join(folder, isStub ? path.slice(3) : `generated/${path}`);
    mkdirSync(dirname(target), { recursive: true });
    const root = isStub ? "../generated/" : "./";
    writeFileSync(target, withRuntimeOf(text, root, join(dirname(folder), "runtime")));
    return target;
  });
}
