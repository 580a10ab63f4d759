import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Place, small } from "../command.js";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const config = '{ input: "openapi.yaml", output: "out", only: ["types"] }';
const ofModule = `export default ${config};`;
const typed = `export default ${config} as object;`;
const script = `module.exports = ${config};`;

test.each([
  [{}, { ts: typed, js: ofModule }],
  [{}, { js: script }],
  [{ type: "commonjs" }, { ts: typed, js: ofModule }],
  [{ type: "commonjs" }, { js: script }],
  [{ type: "module" }, { ts: typed, js: ofModule }],
])("in a project with %j, a config is read without a word of Node's: %j", (manifest, files) => {
  for (const [ending, text] of Object.entries(files)) {
    const place = new Place({ "openapi.yaml": small, "package.json": JSON.stringify(manifest) });
    place.write(`specsmith.config.${ending}`, text);
    const options = { cwd: place.folder, encoding: "utf8" } as const;
    const { stderr } = spawnSync(process.execPath, [cli, "generate"], options);
    expect([ending, stderr]).toEqual([ending, ""]);
  }
});
