import { emitterNames } from "../config/options.js";

interface Flag {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Placeholder of its value in the help. */
  readonly value?: string;
}

/** All flags, as `parseArgs` takes them. */
export const flags = {
  output: { type: "string", short: "o", value: "DIR" },
  config: { type: "string", short: "c", value: "FILE" },
  only: { type: "string", value: "NAMES" },
  stubs: { type: "string", value: "DIR" },
  check: { type: "boolean" },
  strict: { type: "boolean" },
  force: { type: "boolean" },
  json: { type: "boolean" },
  "fail-on": { type: "string", value: "WHAT" },
  format: { type: "string", value: "FORMAT" },
  rules: { type: "boolean" },
  watch: { type: "boolean" },
  port: { type: "string", value: "PORT" },
  seed: { type: "string", value: "N" },
  remember: { type: "boolean" },
  timings: { type: "boolean" },
  verbose: { type: "boolean" },
  eject: { type: "string", value: "NAME" },
  yes: { type: "boolean", short: "y" },
  quiet: { type: "boolean", short: "q" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const satisfies Readonly<Record<string, Flag>>;

type FlagName = keyof typeof flags;

interface Command {
  /** Arguments, as the help shows them. */
  readonly usage: string;
  readonly about: string;
  /** The flags that it takes, each with its line of the help. */
  readonly flags: Readonly<Partial<Record<FlagName, string>>>;
  /** Text after the flags. */
  readonly more?: string;
}

const configFile = "instead of specsmith.config.ts, .js, .mjs or .json in this folder";
const problemFormat = "how problems are printed: pretty, json, or github (annotations)";
const strict = "treat warnings as errors";

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    generate: {
      usage: "[SPEC] [-o DIR]",
      about: `Writes TypeScript for an OpenAPI description. SPEC is a path, an http(s) address, or - for standard
input. Without SPEC and DIR, the config file says what to read and where to write.`,
      flags: {
        output: "the folder for the generated files",
        config: configFile,
        only: `only these and what they need: ${emitterNames.join(",")}`,
        stubs: "folder for handler stubs, which belong to you and are only added to",
        check: "write nothing; list files that are not up to date and exit with 1",
        strict,
        force: "overwrite generated files that were edited by hand",
        format: problemFormat,
        watch: "generate again when a file that was read, or the config, changes",
        timings: "print how long each stage took, on standard error",
        verbose: "list each file that is read, written or removed",
        quiet: "print problems only",
      },
      more: `  specsmith generate openapi.yaml -o src/api
  specsmith generate https://example.com/openapi.json -o src/api --only types,client
  specsmith generate --check --format github`,
    },
    validate: {
      usage: "[SPEC]",
      about: `Reports the problems of a description, and writes nothing. SPEC is a path, an http(s) address, or -
for standard input; without it, the config file's descriptions are read, with overlays, filters and
all. Exits with 1 when there are errors.`,
      flags: {
        config: configFile,
        strict,
        format: problemFormat,
        quiet: "print nothing if there are no problems",
      },
    },
    inspect: {
      usage: "[SPEC] --json",
      about: `Prints the operations and the schemas of a description, with the name of each in code. If a config
generates from it, these are the names that the config asks for. SPEC defaults to the config file's.`,
      flags: { config: configFile, json: "print JSON instead of a table", format: problemFormat },
    },
    diff: {
      usage: "OLD NEW",
      about: `Says what changed between two descriptions, one line for each change: whether it breaks clients or
servers that follow the old one, and where it is in both. OLD and NEW are paths, http(s) addresses,
- for standard input, or git:REV:PATH for a file at a revision, with what it refers to there.`,
      flags: {
        "fail-on": `exit with 1 when there is such a change: breaking (clients or servers), clients,
servers, names (of generated code), any; several with commas between`,
        format: "text, json, markdown, or github (annotations)",
        rules: "print the rules by which a change is judged, as a table in Markdown",
        quiet: "print only changes that --fail-on names",
      },
      more: `Exit status: 0; 1 when --fail-on found something; 2 when the two cannot be compared.

  specsmith diff old.yaml new.yaml
  specsmith diff git:origin/main:openapi.yaml openapi.yaml --fail-on clients --format markdown`,
    },
    mock: {
      usage: "[SPEC]",
      about: `Serves mock replies for a description, without code or config: requests are checked as by the
generated server, and each is printed in a line. \`Prefer: code=404\` and \`Prefer: example=NAME\` choose a reply.
SPEC defaults to the config file's, with its overlays and filters.`,
      flags: {
        config: configFile,
        port: "port on localhost; 4010 by default, 0 for a free one",
        seed: "the same seed gives the same replies; 1 by default",
        remember: "keep state: created items can be listed, read, changed and deleted",
        watch: "restart when the description changes",
        quiet: "print problems only",
      },
      more: "  specsmith mock openapi.yaml --remember --watch",
    },
    init: {
      usage: "[SPEC] [DIR]",
      about: `Writes specsmith.config.ts for a description and an output folder, and says what to do next. On a
terminal it asks for missing arguments; elsewhere the defaults are the description that it finds, or
openapi.yaml, and the folder src/api. It never overwrites a file.`,
      flags: {
        only: `only these: ${emitterNames.join(",")}`,
        stubs: "a folder for handler stubs",
        yes: "ask nothing",
      },
      more: "  specsmith init openapi.yaml src/api --only types,client",
    },
    templates: {
      usage: "[--eject NAME]",
      about: `Lists the templates that specsmith makes files from. With --eject, one of them is copied into the
folder that the config names under templates, for you to change. It never overwrites a file.`,
      flags: {
        eject: "client, server or stubs",
        output: "the folder, instead of the one in the config",
        config: configFile,
      },
    },
  } satisfies Record<string, Command>),
);

/** False also for commands that do not exist. */
export function takesFlag(command: string, flag: string): boolean {
  const known = commands.get(command);
  return known !== undefined && (flag === "help" || Object.hasOwn(known.flags, flag));
}

/** Output of `specsmith --help`. */
export const generalHelp = `specsmith reads an OpenAPI description and writes TypeScript that you can commit.

  specsmith generate openapi.yaml -o src/api     write types, validators, client and server
  specsmith generate                             the same, as configured in specsmith.config.ts
  specsmith generate --check                     write nothing; fail when files are not up to date
  specsmith validate openapi.yaml                report the problems of a description
  specsmith inspect openapi.yaml --json          list operations and schemas, with their names in code
  specsmith diff git:HEAD:openapi.yaml openapi.yaml
                                                 list changes, and whether they are breaking
  specsmith mock openapi.yaml                    run a mock server, without code or config
  specsmith init                                 write a specsmith.config.ts
  specsmith templates                            list the templates, or copy one to change it

  specsmith COMMAND --help describes a command; specsmith --version prints the version.`;

/** The names of the commands. */
export const commandNames: readonly string[] = [...commands.keys()];

/** Output of `specsmith COMMAND --help`. */
export function commandHelp(name: string): string {
  const command = commands.get(name);
  if (!command) return generalHelp;
  const { usage, about, more } = command;
  const lines = Object.entries(command.flags).map(([flag, text]) => {
    const { short, value }: Flag = flags[flag as FlagName];
    const start = `  ${short === undefined ? "   " : `-${short},`} --${flag} ${value ?? ""}`;
    return start.padEnd(23) + text.replaceAll("\n", `\n${" ".repeat(23)}`);
  });
  const parts = [`specsmith ${name} ${usage}`, about, lines.join("\n"), ...(more ? [more] : [])];
  return parts.join("\n\n");
}
