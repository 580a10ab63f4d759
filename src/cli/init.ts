import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileNames, parseEmitterNames } from "../config/config.js";
import { ConfigError } from "../config/error.js";
import { lacksNodeTypes, projectStyleOf } from "../config/project.js";
import { isAddress } from "../config/rules.js";
import type { EmitterName } from "../config/options.js";

/** Arguments of `init`; missing ones are prompted for, or have defaults. */
export interface InitOptions {
  readonly input?: string | undefined;
  readonly output?: string | undefined;
  /** Names of emitters, with commas between. */
  readonly only?: string | undefined;
  readonly stubs?: string | undefined;
  /** Asks nothing, also on a terminal. */
  readonly yes?: boolean | undefined;
}

/** Asks a question; the answer may be empty. */
export type Ask = (question: string) => Promise<string>;

/** Starts a config file; never overwrites one. Without `ask`, what was not told is taken by default. */
export async function initCommand(options: InitOptions, cwd: string, ask?: Ask): Promise<number> {
  const there = fileNames.find((name) => existsSync(join(cwd, name)));
  if (there !== undefined)
    throw new ConfigError(`${there} is there already`, "Edit it; init never overwrites a file.");
  const { input, output, only, stubs } = await choose(options, cwd, options.yes ? undefined : ask);
  const file = "specsmith.config.ts";
  const lines = [
    `input: ${JSON.stringify(input)},`,
    `output: ${JSON.stringify(output)},`,
    ...(only === undefined ? [] : [`only: [${only.map((name) => `"${name}"`).join(", ")}],`]),
    ...(stubs === undefined ? [] : [`stubs: ${JSON.stringify(stubs)},`]),
  ];
  const config = `import { defineConfig } from "specsmith";

export default defineConfig({
${lines.map((line) => `  ${line}\n`).join("")}});
`;
  writeFileSync(join(cwd, file), config, { flag: "wx" });
  const isThere = isAddress(input) || existsSync(resolve(cwd, input));
  const next = isThere
    ? "Now run"
    : `There is no ${input} yet: put your description there, or name it in the file. Then run`;
  const { ending, reason } = projectStyleOf(resolve(cwd, output));
  const imports = ending === "none" ? "have no ending" : `end in ${ending}`;
  const note =
    hasServer(only) && lacksNodeTypes(resolve(cwd, output))
      ? "The server's adapters for Node need @types/node, which is not installed; `adapters: []` leaves them out.\n"
      : "";
  process.stdout.write(
    `Imports will ${imports}, since ${reason}; the option importExtension changes that.\n${note}Wrote ${file}. ${next} \`npx specsmith generate\`, and commit what it writes.\n`,
  );
  return 0;
}

interface Choice {
  readonly input: string;
  readonly output: string;
  readonly only: readonly EmitterName[] | undefined;
  readonly stubs: string | undefined;
}

async function choose(options: InitOptions, cwd: string, ask: Ask | undefined): Promise<Choice> {
  const answer = async (given: string | undefined, question: string, otherwise: string) => {
    if (given !== undefined || !ask) return given ?? otherwise;
    const shown = otherwise === "" ? "" : ` (${otherwise})`;
    return (await ask(`${question}${shown} `)).trim() || otherwise;
  };
  const found = findDescription(cwd) ?? "openapi.yaml";
  const input = await answer(options.input, "Which description? A path or an address", found);
  const output = await answer(options.output, "Where should the code go?", "src/api");
  const names = await answer(
    options.only,
    "What do you need? types, validators, client, server, with commas between; all of it",
    "",
  );
  const only = names === "" ? undefined : parseEmitterNames(names);
  const stubs = hasServer(only)
    ? await answer(options.stubs, "A folder for handler stubs, which are yours; none", "")
    : (options.stubs ?? "");
  return { input, output, only, stubs: stubs === "" ? undefined : stubs };
}

function hasServer(only: readonly EmitterName[] | undefined): boolean {
  return only === undefined || only.includes("server") || only.includes("stubs");
}

const usual = /^(?:openapi|swagger|api)(?:[.-][\w.-]+)?\.(?:ya?ml|json)$/i;

/** Files whose name is usual for a description, here or in a usual folder. */
function findDescription(cwd: string): string | undefined {
  for (const folder of ["", "spec", "specs", "api", "openapi", "docs"]) {
    let names: readonly string[] = [];
    try {
      names = readdirSync(join(cwd, folder)).sort();
    } catch {
      continue;
    }
    const name = names.find((one) => usual.test(one));
    if (name !== undefined) return folder === "" ? name : `${folder}/${name}`;
  }
  return undefined;
}
