import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { tscOf } from "./compilers.js";
import { clientSetups } from "./setups.js";

const runtime = fileURLToPath(new URL("../../src/runtime", import.meta.url));

// A part of `npm run check`, which compiles what is generated as well, with each version.
const titles = ["the floor", "Node, not strict"];

test.each(titles)("the runtime's parts for clients compile under the flags of: %s", (title) => {
  const { options } = clientSetups.find((setup) => setup.title === title) ?? {};
  const folder = mkdtempSync(join(tmpdir(), "client-parts-"));
  try {
    const include = ["client", "validate", "wire", "queries"].map((part) => join(runtime, part));
    const compilerOptions = { ...options, noEmit: true, skipLibCheck: true, types: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
    const { stdout, status } = spawnSync(process.execPath, [tscOf("7"), "-p", folder]);
    expect(`${String(stdout)}${status}`).toBe("0");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
