import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathFrom } from "../common/folders.js";
import { type ConfigEntry } from "../config/config.js";
import { ConfigError } from "../config/error.js";
import { closest } from "../common/closest.js";
import { templateFile, templateNames, templatePurposes } from "../emitters/template-file.js";

/** Lists the templates, or copies one into the folder that the config names; never overwrites a file. */
export function templatesCommand(
  name: string | undefined,
  output: string | undefined,
  entries: readonly ConfigEntry[],
): number {
  if (name === undefined) {
    const width = Math.max(...templateNames.map((one) => one.length)) + 3;
    const rows = templateNames.map((one) => `${one.padEnd(width)}${templatePurposes[one] ?? ""}\n`);
    process.stdout.write(`${rows.join("")}Copy one with \`specsmith templates --eject NAME\`.\n`);
    return 0;
  }
  if (!templateNames.includes(name)) {
    const near = closest(name, templateNames);
    throw new ConfigError(
      `there is no template ${name}`,
      near === undefined
        ? `The templates are ${templateNames.join(", ")}.`
        : `Did you mean ${near}?`,
    );
  }
  const configured = entries.find(({ config }) => config.templates !== undefined);
  const folder =
    output !== undefined
      ? resolve(output)
      : configured
        ? resolve(configured.folder, configured.config.templates ?? "")
        : resolve("templates");
  const file = join(folder, `${name}.hbs`);
  const shown = pathFrom(process.cwd(), file);
  if (existsSync(file))
    throw new ConfigError(`${shown} is there already`, "Edit it, or remove it to start again.");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, readFileSync(templateFile(name as "client")), { flag: "wx" });
  const path = pathFrom(configured?.folder ?? process.cwd(), folder);
  const next = configured
    ? "It is used from now on."
    : `Say so in the config: \`templates: ${JSON.stringify(path)}\`.`;
  process.stdout.write(`Wrote ${shown}. ${next}\n`);
  return 0;
}
