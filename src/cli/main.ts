import { parseArgs } from "node:util";
import { commandHelp, generalHelp } from "./help.js";

const options = {
  output: { type: "string", short: "o" },
  config: { type: "string", short: "c" },
  only: { type: "string" },
  stubs: { type: "string" },
  check: { type: "boolean" },
  strict: { type: "boolean" },
  force: { type: "boolean" },
  json: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  verbose: { type: "boolean" },
  watch: { type: "boolean" },
  timings: { type: "boolean" },
  eject: { type: "string" },
  yes: { type: "boolean", short: "y" },
  format: { type: "string" },
  "fail-on": { type: "string" },
  rules: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** The options that each command takes; `help` goes with all of them. */
const commands: Readonly<Record<string, readonly (keyof typeof options)[]>> = {
  generate: [
    ...(["output", "config", "only", "stubs", "check", "strict", "force"] as const),
    ...(["quiet", "verbose", "format", "timings", "watch"] as const),
  ],
  validate: ["strict", "quiet", "format"],
  inspect: ["json", "format"],
  diff: ["fail-on", "format", "quiet", "rules"],
  init: ["only", "stubs", "yes"],
  templates: ["eject", "output", "config"],
};

/** What was typed, read but not judged. */
export interface Arguments {
  readonly command: string;
  readonly positionals: readonly string[];
  readonly values: {
    readonly output?: string;
    readonly config?: string;
    readonly only?: string;
    readonly stubs?: string;
    readonly check?: boolean;
    readonly strict?: boolean;
    readonly force?: boolean;
    readonly json?: boolean;
    readonly quiet?: boolean;
    readonly verbose?: boolean;
    readonly timings?: boolean;
    readonly eject?: string;
    readonly yes?: boolean;
    readonly watch?: boolean;
    readonly format?: string;
    readonly "fail-on"?: string;
    readonly rules?: boolean;
  };
}

/** Does what was typed; gives the exit status. */
export async function main(typed: readonly string[]): Promise<number> {
  const parsed = parse(typed);
  if (typeof parsed === "string") return complain(parsed);
  const { values, positionals } = parsed;
  const [command, ...rest] = positionals;
  if (values.version) return say((await import("../package/version.js")).version);
  if (command === undefined)
    return values.help ? say(generalHelp) : complain("There is no command.");
  const allowed = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!allowed) return complain(`There is no command ${command}.`);
  if (values.help) return say(commandHelp(command));
  const wrong = (Object.keys(values) as (keyof typeof options)[]).find(
    (key) => !allowed.includes(key),
  );
  if (wrong !== undefined) return complain(`${command} has no option --${wrong}.`, command);
  const { runCommand } = await import("./commands.js");
  return runCommand({ command, positionals: rest, values });
}

function parse(typed: readonly string[]) {
  try {
    return parseArgs({ args: [...typed], options, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? (error.message.split(". ")[0] ?? "") + "." : String(error);
  }
}

function say(text: string): number {
  process.stdout.write(`${text.trimEnd()}\n`);
  return 0;
}

function complain(problem: string, command?: string): number {
  const more = command === undefined ? "specsmith --help" : `specsmith ${command} --help`;
  process.stderr.write(`${problem}\nSee what there is with ${more}\n`);
  return 1;
}
