import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compilerOptions, errorsIn, tsc } from "../corpus/compile.js";
import { type Generated, stubsFolder } from "./generate.js";
import { writeQueryCore } from "../consumer/query-core.js";

const runtime = fileURLToPath(new URL("../../src/runtime", import.meta.url));

/** What the compiler says of several generated folders, in one program. */
export function compileErrors(cases: ReadonlyMap<string, Generated>): readonly string[] {
  const titles = [...cases.keys()];
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  try {
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

/** The files of a case; the runtime is linked, so that the compiler looks at one copy of it. */
function writeCase({ files }: Generated, folder: string): readonly string[] {
  const paths = files.map(({ path, text }) => {
    const own = path.startsWith(stubsFolder) ? path.slice(3) : `generated/${path}`;
    const target = join(folder, own);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    return target;
  });
  if (paths.length > 0) symlinkSync(runtime, join(folder, "generated/runtime"), "junction");
  return paths;
}
