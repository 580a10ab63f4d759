import { resolve, sep } from "node:path";
import type { Arguments } from "./main.js";
import { type ConfigEntry, parseEmitterNames, readConfig } from "../config/config.js";
import { ConfigError } from "../config/error.js";
import { type Config, readingOptions } from "../config/options.js";
import { isAddress } from "../config/rules.js";
import type { Format } from "../diagnostics/print.js";
import { differenceReport, fileList, isAnnotated } from "./file-report.js";
import { count, printProblems, progressLine, summaryOf, Timings } from "./report.js";
import type { Outcome } from "../pipeline.js";
import { generateChanges } from "./stamp.js";
import { WriteError } from "../write/error.js";

/** Runs a command; gives the exit status. What the user has to mend is printed, all else is thrown. */
export async function runCommand(typed: Arguments): Promise<number> {
  try {
    switch (typed.command) {
      case "generate":
        return await generateCommand(typed);
      case "validate":
        return await validateCommand(typed);
      case "inspect":
        return await inspectCommand(typed);
      case "diff":
        return await (await import("./diff-command.js")).diffCommand(typed, readStandardInput);
      case "mock":
        return await mock(typed);
      case "templates":
        return await templates(typed);
      default:
        return await init(typed);
    }
  } catch (error) {
    printMistake(error);
    return typed.command === "diff" ? 2 : 1;
  }
}

async function mock(typed: Arguments): Promise<number> {
  const { values } = typed;
  const { config: own, folder } = onlyOne(await readEntries(typed));
  // A function cannot be handed to the process that generates.
  if (typeof own.transform === "function")
    throw new ConfigError(
      "a transform that is a function cannot be used for a mock",
      "Give it in a file of its own, whose path `transform` is.",
    );
  const config = {
    ...readingOptions(own),
    output: "mock",
    only: ["mocks"] as const,
    format: "none" as const,
    importExtension: ".js" as const,
  };
  const { mockCommand } = await import("./mock/command.js");
  return mockCommand({
    described: {
      entry: { config, folder },
      standardInput: config.input === "-" ? await readStandardInput() : "",
    },
    port: numberOf(values.port, "port", 4010, 65_535),
    seed: numberOf(values.seed, "seed", 1, 2 ** 32 - 1),
    remember: values.remember === true,
    watch: values.watch === true,
    quiet: values.quiet === true,
  });
}

function numberOf(text: string | undefined, flag: string, usual: number, most: number): number {
  const value = Number(text ?? usual);
  if (text !== "" && Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new ConfigError(`--${flag} ${text} is not understood`, `It takes a number up to ${most}.`);
}

async function templates({ positionals, values }: Arguments): Promise<number> {
  rejectExtra(positionals, "templates");
  const entries = await readConfig(process.cwd(), values.config);
  const { templatesCommand } = await import("./templates.js");
  return templatesCommand(values.eject, values.output, entries);
}

async function init({ positionals, values }: Arguments): Promise<number> {
  const [input, output, ...others] = positionals;
  rejectExtra(others, "init");
  const { initCommand } = await import("./init.js");
  const options = { input, output, only: values.only, stubs: values.stubs, yes: values.yes };
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (!isTerminal) return initCommand(options, process.cwd());
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await initCommand(options, process.cwd(), (question) => lines.question(question));
  } finally {
    lines.close();
  }
}

function rejectExtra([extra]: readonly string[], command: string): void {
  if (extra !== undefined)
    throw new ConfigError(
      `${command} does not take ${extra}`,
      `See \`specsmith ${command} --help\`.`,
    );
}

async function generateCommand(typed: Arguments): Promise<number> {
  if (typed.values.watch === true) return watchCommand(typed);
  let status = 0;
  for (const [index, entry] of (await entriesOf(typed)).entries()) {
    const outcome = await generateOne(entry, typed, index === 0 ? { since: 0 } : {});
    if (!outcome.ok || outcome.differences.length > 0) status = 1;
  }
  return status;
}

/** Generates for one entry, and prints what there is to say. `since`: when it began, for the timings. */
async function generateOne(
  entry: ConfigEntry,
  typed: Arguments,
  { since = performance.now(), onFile }: { since?: number; onFile?: (file: string) => void } = {},
): Promise<Outcome> {
  const { values } = typed;
  const started = performance.now();
  const progress = progressLine(values.quiet === true);
  const timings = new Timings(since);
  // Only a run knows all files that are to be watched.
  const generate =
    values.watch === true ? (await import("../pipeline.js")).generate : generateChanges;
  const outcome = await generate(entry, {
    check: values.check === true,
    force: values.force === true,
    standardInput: readStandardInput,
    ...(onFile && { onFile }),
    onStage: (stage) => {
      progress.show(stage);
      timings.begin(stage);
    },
  }).finally(progress.clear);
  if (values.timings === true) timings.print();
  if (!areAsBefore(entry, outcome, typed))
    printProblems(outcome.diagnostics, outcome.files, formatOf(typed));
  if (isAnnotated(typed)) printProblems(outcome.diagnostics, outcome.files, "github");
  for (const { text } of outcome.notes) process.stderr.write(`note: ${text}\n`);
  // Standard output is JSON and nothing else where that is asked for.
  const output = formatOf(typed) === "json" ? process.stderr : process.stdout;
  const differences = differenceReport(outcome, entry, typed);
  if (differences !== "") output.write(`${differences}\n`);
  const summary = summaryOf(outcome, entry, performance.now() - started);
  if (values.verbose === true) output.write(fileList(outcome));
  if (summary !== "" && values.quiet !== true) output.write(`${summary}\n`);
  if (outcome.model && values.check !== true) {
    const { changesSinceLastRun } = await import("./last-run.js");
    const changes = changesSinceLastRun(entry, outcome);
    if (changes !== undefined && values.quiet !== true) output.write(`${changes}\n`);
  }
  return outcome;
}

/** The last report with `--watch`, by output folder. */
const saidLast = new Map<string, string>();

/**
 * With `--watch`, says in a line that there are the same warnings as after the save before. To find the places of them in a
 * large description takes longer than to write what changed.
 */
function areAsBefore(
  { config, folder }: ConfigEntry,
  { ok, diagnostics: { all, counts } }: Outcome,
  typed: Arguments,
): boolean {
  if (typed.values.watch !== true || formatOf(typed) !== "pretty") return false;
  const place = resolve(folder, config.output);
  const said = JSON.stringify(
    all.map(({ code, message, source }) => [code, message, source.file, source.pointer]),
  );
  const isSame = ok && counts.warning > 0 && saidLast.get(place) === said;
  saidLast.set(place, said);
  if (isSame) process.stderr.write(`${count(counts.warning, "warning")}, as before\n`);
  return isSame;
}

/** Generates, and again after each change of what was read, until Ctrl-C. An error is shown, and the last good output stays. */
async function watchCommand(typed: Arguments): Promise<number> {
  const { watchFiles } = await import("./watch.js");
  const { filesOf } = await import("../config/extensions.js");
  const { modulesOf } = await import("../config/modules.js");
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  const hint = (): void => {
    if (typed.values.quiet !== true)
      process.stderr.write("Watching for changes; Ctrl-C ends it.\n");
  };
  let watched: readonly string[] = [];
  await watchFiles(
    async () => {
      const read = new Set<string>();
      const written: string[] = [];
      try {
        for (const entry of await entriesOf(typed)) {
          const modules = [entry.file ?? [], filesOf(entry)]
            .flat()
            .flatMap((file) => [...modulesOf(file).keys()]);
          for (const path of modules) read.add(path);
          const onFile = (path: string): void => {
            if (!isAddress(path)) read.add(resolve(path));
          };
          if (!isAddress(entry.config.input)) read.add(resolve(entry.folder, entry.config.input));
          const { texts, notes, result } = await generateOne(entry, typed, { onFile });
          for (const path of texts.keys()) onFile(path);
          for (const path of result?.extended ?? []) written.push(path);
          // Those of the output count as far as there is something in them to be mended.
          for (const { file } of notes) if (file !== undefined) onFile(file);
        }
      } catch (error) {
        // At the start there is nothing yet that could be watched until it is mended.
        if (watched.length === 0 && read.size === 0) throw error;
        printMistake(error);
        for (const path of watched) read.add(path);
        if (error instanceof WriteError) for (const path of error.paths) read.add(path);
      }
      watched = [...read];
      return { paths: watched, written };
    },
    stop.signal,
    hint,
  );
  return 0;
}

/** Prints a mistake of the user's in two lines; throws anything else on. */
function printMistake(error: unknown): void {
  if (!(error instanceof ConfigError) && !(error instanceof WriteError)) throw error;
  process.stderr.write(relativePaths(`error: ${error.message}\nhelp: ${error.help}\n`));
}

/** Paths below the working directory as one would type them there. */
function relativePaths(text: string): string {
  return text.replaceAll(`${process.cwd()}${sep}`, "");
}

/** The entries of the config file, with what the command line says in the place of what they say. */
async function entriesOf({ positionals, values }: Arguments): Promise<readonly ConfigEntry[]> {
  const cwd = process.cwd();
  const [input, ...others] = positionals;
  if (others.length > 0)
    throw new ConfigError(
      `there is more than one description: ${positionals.join(" ")}`,
      "Generate one after the other, or list them in a config file; the folder to write to comes after -o.",
    );
  const found =
    input !== undefined && values.output !== undefined && values.config === undefined
      ? []
      : await readConfig(cwd, values.config);
  const overrides: Partial<Config> = {
    ...(input === undefined ? {} : { input: pathOrAddress(cwd, input) }),
    ...(values.output === undefined ? {} : { output: resolve(cwd, values.output) }),
    ...(values.stubs === undefined ? {} : { stubs: resolve(cwd, values.stubs) }),
    ...(values.only === undefined ? {} : { only: parseEmitterNames(values.only) }),
    ...(values.strict === undefined ? {} : { strict: values.strict }),
  };
  if (found.length > 1) (await import("../config/layout.js")).checkShared(found);
  if (found.length > 0) {
    if (found.length > 1 && (input !== undefined || values.output !== undefined))
      throw new ConfigError(
        "the config file has several entries",
        "Leave SPEC and -o away, or choose another file with --config.",
      );
    return found.map((entry) => ({ ...entry, config: { ...entry.config, ...overrides } }));
  }
  const { input: spec, output } = overrides;
  if (spec === undefined || output === undefined)
    throw new ConfigError(
      spec === undefined ? "there is no description to read" : "there is no folder to write to",
      "Say both, as in `specsmith generate openapi.yaml -o src/api`, or write a config file with `specsmith init`.",
    );
  return [{ config: { ...overrides, input: spec, output }, folder: cwd }];
}

function pathOrAddress(cwd: string, input: string): string {
  return input === "-" || isAddress(input) ? input : resolve(cwd, input);
}

async function validateCommand(typed: Arguments): Promise<number> {
  let status = 0;
  for (const entry of await readEntries(typed)) {
    const { diagnostics, files, read } = await readOnly(entry);
    printProblems(diagnostics, files, formatOf(typed));
    if (isAnnotated(typed)) printProblems(diagnostics, files, "github");
    const { error, warning } = diagnostics.counts;
    const isStrict = typed.values.strict ?? entry.config.strict ?? false;
    if (!read || error > 0 || (isStrict && warning > 0)) status = 1;
    else if (typed.values.quiet !== true && warning === 0 && formatOf(typed) === "pretty")
      process.stdout.write(
        `${read.model.title || entry.config.input} is fine: ${count(read.model.operations.length, "operation")}, ${count(read.model.schemas.length, "schema")}\n`,
      );
  }
  return status;
}

async function inspectCommand(typed: Arguments): Promise<number> {
  const { diagnostics, files, read } = await readOnly(onlyOne(await readEntries(typed)));
  printProblems(diagnostics, files, formatOf(typed));
  if (!read) return 1;
  const { inspection, inspectionTable } = await import("./inspect.js");
  const view = inspection(read.model);
  process.stdout.write(
    typed.values.json ? `${JSON.stringify(view, null, 2)}\n` : inspectionTable(view),
  );
  return 0;
}

/**
 * The entry for the description that was typed: that of the config which generates from it, where the config is read, else one
 * with no other options. Without a description, all entries of the config.
 */
async function readEntries({
  command,
  positionals: [input, ...others],
  values,
}: Arguments): Promise<readonly ConfigEntry[]> {
  rejectExtra(others, command);
  const cwd = process.cwd();
  const isAsked = input === undefined || command === "inspect" || values.config !== undefined;
  const entries = isAsked ? await readConfig(cwd, values.config) : [];
  if (input === undefined) {
    if (entries.length > 0) return entries;
    throw new ConfigError(
      `there is no description to ${command}`,
      `As in \`specsmith ${command} openapi.yaml\`; without one, the config file says which.`,
    );
  }
  const path = pathOrAddress(cwd, input);
  const entry = entries.find(({ config, folder }) => pathOrAddress(folder, config.input) === path);
  return [entry ?? { config: { input: path, output: "." }, folder: cwd }];
}

function onlyOne([entry, another]: readonly ConfigEntry[]): ConfigEntry {
  if (entry !== undefined && another === undefined) return entry;
  throw new ConfigError(
    "the config file has several entries",
    "Say which description is meant, or choose another file with --config.",
  );
}

/** The model of a description, with its problems. */
async function readOnly(entry: ConfigEntry) {
  const [{ Diagnostics }, { Files }, { readModel }] = await Promise.all([
    import("../diagnostics/diagnostics.js"),
    import("../load/text/positions.js"),
    import("../pipeline.js"),
  ]);
  const diagnostics = new Diagnostics(entry.config.diagnostics);
  const files = new Files();
  const read = await readModel(entry, diagnostics, files, { standardInput: readStandardInput });
  return { diagnostics, files, read };
}

function formatOf({ values: { format = "pretty" } }: Arguments): Format {
  if (format === "pretty" || format === "json" || format === "github") return format;
  throw new ConfigError(`there is no format ${format}`, "Choose pretty, json or github.");
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
