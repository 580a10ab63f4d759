import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Version } from "../consumer/compilers.js";
import { errorsWith } from "../corpus/compile.js";
import { isLong } from "../long.js";

const flags = {
  types: [],
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  isolatedDeclarations: true,
  declaration: true,
};

const versions: readonly Version[] = isLong ? ["5.9", "7"] : ["7"];

/** What the compiler says of the text of a `validators.ts` for schemas of these names; that of 5.9 too with `LONG=1`. */
export async function compilerFaults(
  text: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "specsmith-"));
  try {
    const types = names.map(
      (name) =>
        `export type ${name} = { readonly of: "${name}" } | string | number | boolean | null;`,
    );
    await writeFile(join(folder, "validators.ts"), text);
    await writeFile(join(folder, "types.ts"), types.join("\n"));
    await cp(new URL("../../src/runtime", import.meta.url), join(folder, "runtime"), {
      recursive: true,
    });
    const errors: string[] = [];
    for (const version of versions)
      errors.push(...(await errorsWith(version, folder, ["validators.ts"], flags)));
    return errors.map((error) => {
      const [, row] = /^validators\.ts\((\d+),/.exec(error) ?? [];
      return row === undefined ? error : `${error} ${text.split("\n")[Number(row) - 1]}`;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
