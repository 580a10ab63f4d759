// Compiles src/runtime into the package @specsmith/runtime, in dist/runtime. The imports of generated code name the
// versions that fit, so its files lie in a folder called by them.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const repo = new URL("../", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, repo));
const { version, license, engines } = JSON.parse(readFileSync(path("package.json"), "utf8"));
const folder = /^0\.\d+|^[1-9]\d*/.exec(version)[0];

rmSync(path("dist/runtime"), { recursive: true, force: true });
const tsc = path("node_modules/typescript/bin/tsc");
const out = path(`dist/runtime/${folder}`);
execFileSync(process.execPath, [tsc, "-p", path("src/runtime"), "--outDir", out], {
  stdio: "inherit",
});
const manifest = {
  name: "@specsmith/runtime",
  version,
  description: "What the code that specsmith generates imports, where it does not have a copy.",
  license,
  type: "module",
  sideEffects: false,
  exports: {
    "./package.json": "./package.json",
    "./*.js": { types: "./*.d.ts", default: "./*.js" },
  },
  engines,
};
writeFileSync(path("dist/runtime/package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(path("LICENSE"), path("dist/runtime/LICENSE"));
