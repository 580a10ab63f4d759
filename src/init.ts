import { existsSync, writeFileSync } from "node:fs";
import { ConfigError } from "./config.js";

/** Starts a config file for a description and an output folder; never overwrites one. */
export function initCommand(input = "openapi.yaml", output = "src/api"): number {
  const file = "specsmith.config.ts";
  if (existsSync(file))
    throw new ConfigError(`${file} is there already`, "Edit it; init never overwrites a file.");
  const config = `import { defineConfig } from "specsmith";

export default defineConfig({
  input: ${JSON.stringify(input)},
  output: ${JSON.stringify(output)},
});
`;
  writeFileSync(file, config, { flag: "wx" });
  const next = existsSync(input)
    ? ""
    : `Put your description at ${input}, or name it there. Then run `;
  process.stdout.write(
    `Wrote ${file}. ${next === "" ? "Now run " : next}\`npx specsmith generate\`.\n`,
  );
  return 0;
}
