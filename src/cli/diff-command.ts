import { existsSync } from "node:fs";
import { ConfigError } from "../config/error.js";
import { inputOf } from "../config/input.js";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import type { Change } from "../diff/changes.js";
import { type Side, compareApis } from "../diff/compare.js";
import { type ChangeFormat, changeSummary, printChanges } from "../diff/print.js";
import { rulesTable } from "../diff/rules.js";
import { load } from "../load/load.js";
import { Files } from "../load/text/positions.js";
import type { Arguments } from "./main.js";
import { buildModel } from "../model/build.js";
import { printProblems } from "./report.js";
import { openRevision } from "./revisions.js";

/**
 * Prints what changed between two descriptions. Exit status as that of `diff`: 0, 1 when there is something that
 * `--fail-on` names, 2 when they cannot be compared.
 */
export async function diffCommand(
  { positionals, values }: Arguments,
  standardInput: () => Promise<Uint8Array>,
): Promise<number> {
  if (values.rules === true) {
    process.stdout.write(rulesTable());
    return 0;
  }
  const [old, now, ...others] = positionals;
  if (old === undefined || now === undefined || others.length > 0)
    throw new ConfigError(
      "diff takes two descriptions, the old one and the new one",
      "As in `specsmith diff git:HEAD:openapi.yaml openapi.yaml`.",
    );
  if (old === "-" && now === "-")
    throw new ConfigError("both descriptions are standard input", "Name a file for one of them.");
  const format = formatOf(values.format);
  const fails = failuresOf(values["fail-on"]);
  const sides = [await readSide(old, standardInput), await readSide(now, standardInput)] as const;
  const [was, is] = sides;
  if (!was.side || !is.side) return 2;
  const all = compareApis(was.side, is.side);
  const failed = all.filter(fails);
  const shown = values.quiet === true ? failed : all;
  if (values.quiet !== true || shown.length > 0)
    process.stdout.write(
      printChanges(shown, format, {
        colour: process.stdout.isTTY === true && !process.env["NO_COLOR"],
        locateOld: (source) => was.files.locate(source),
        locateNow: (source) => is.files.locate(source),
      }),
    );
  if (failed.length === 0) return 0;
  process.stderr.write(
    `error: ${changeSummary(failed)}, which --fail-on ${values["fail-on"] ?? ""} does not let pass\n`,
  );
  return 1;
}

interface Read {
  readonly side: Side | undefined;
  readonly files: Files;
}

/** Reads one of the two. What is wrong with it is printed; what is only doubtful is for `validate`. */
async function readSide(input: string, standardInput: () => Promise<Uint8Array>): Promise<Read> {
  if (/^(?!git:|https?:|file:)[^:\\]{2,}:./i.test(input) && !existsSync(input))
    throw new ConfigError(
      `there is no file ${input}`,
      `For a file of a revision, write git:${input}.`,
    );
  const diagnostics = new Diagnostics();
  const files = new Files();
  const revision = input.startsWith("git:") ? await openRevision(input, process.cwd()) : undefined;
  const from = revision
    ? { path: revision.path }
    : await inputOf({ config: { input }, folder: process.cwd() }, standardInput);
  const description = await load(from, diagnostics, {
    cwd: revision?.cwd ?? process.cwd(),
    tree: revision?.tree,
    files,
  });
  const side = description && {
    model: buildModel(description, diagnostics),
    openapi: description.version,
  };
  if (side && !diagnostics.hasErrors) return { side, files };
  printProblems(diagnostics, files, "pretty");
  return { side: undefined, files };
}

function formatOf(text = "text"): ChangeFormat {
  if (text === "pretty") return "text";
  if (text === "text" || text === "json" || text === "markdown" || text === "github") return text;
  throw new ConfigError(
    `there is no format ${text} for changes`,
    "Choose text, json, markdown or github.",
  );
}

const failures: Readonly<Record<string, (change: Change) => boolean>> = {
  breaking: ({ level }) => level === "breaking",
  clients: ({ clients }) => clients,
  servers: ({ servers }) => servers,
  names: ({ level }) => level === "names",
  any: () => true,
};

/** Kinds of change that `--fail-on` takes, separated by commas. */
function failuresOf(text: string | undefined): (change: Change) => boolean {
  const found = (text?.split(",") ?? []).map((word) => {
    const name = word.trim();
    const failure = Object.hasOwn(failures, name) ? failures[name] : undefined;
    if (failure) return failure;
    throw new ConfigError(
      `--fail-on ${text ?? ""} is not understood`,
      `It takes ${Object.keys(failures).join(", ")}, with commas between.`,
    );
  });
  return (change) => found.some((fails) => fails(change));
}
