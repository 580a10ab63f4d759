import { parseArgs } from "node:util";
import { commandHelp, commandNames, flags, generalHelp, takesFlag } from "./help.js";

/** The command line as it was read, before anything judges it. */
export interface Arguments {
  readonly command: string;
  readonly positionals: readonly string[];
  readonly values: {
    readonly [K in keyof typeof flags]?: (typeof flags)[K]["type"] extends "string"
      ? string
      : boolean;
  };
}

/** Does what was typed; gives the exit status. */
export async function main(typed: readonly string[]): Promise<number> {
  const parsed = parse(typed);
  if (typeof parsed === "string") return complain(parsed, await suggested(parsed));
  const { values, positionals } = parsed;
  const [command, ...rest] = positionals;
  if (values.version) return say((await import("../package/version.js")).version);
  if (command === undefined)
    return values.help ? say(generalHelp) : complain("There is no command.");
  if (!takesFlag(command, "help"))
    return complain(`There is no command ${command}.`, await similar(command, commandNames));
  if (values.help) return say(commandHelp(command));
  const wrong = Object.keys(values).find((flag) => !takesFlag(command, flag));
  if (wrong !== undefined) return complain(`${command} has no option --${wrong}.`, "", command);
  const { runCommand } = await import("./commands.js");
  return runCommand({ command, positionals: rest, values });
}

function parse(typed: readonly string[]) {
  try {
    return parseArgs({ args: [...typed], options: flags, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? (error.message.split(". ")[0] ?? "") + "." : String(error);
  }
}

function say(text: string): number {
  process.stdout.write(`${text.trimEnd()}\n`);
  return 0;
}

/** For what the platform says of an option that there is not: the one that was meant. */
function suggested(problem: string): Promise<string> {
  const [, name] = /^Unknown option '--([\w-]+)'/.exec(problem) ?? [];
  return name === undefined ? Promise.resolve("") : similar(name, Object.keys(flags), "--");
}

async function similar(name: string, known: readonly string[], dashes = ""): Promise<string> {
  const { likely } = await import("../common/closest.js");
  const found = likely(name, known);
  return found === undefined ? "" : ` Did you mean ${dashes}${found}?`;
}

function complain(problem: string, suggestion = "", command?: string): number {
  const more = command === undefined ? "specsmith --help" : `specsmith ${command} --help`;
  process.stderr.write(`${problem}${suggestion}\nRun ${more} for help.\n`);
  return 1;
}
