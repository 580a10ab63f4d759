import { resolve } from "node:path";
import { pathFrom } from "../common/folders.js";
import type { ConfigEntry } from "../config/config.js";
import { commandValue } from "../diagnostics/print.js";
import type { Arguments } from "./main.js";
import type { Outcome } from "../pipeline.js";

/** In a job of GitHub Actions, unless another format was asked for. */
export function isAnnotated({ values: { format } }: Arguments): boolean {
  return format === undefined && process.env["GITHUB_ACTIONS"] === "true";
}

/** Report of `--check` on files that differ, and how to update them; "" if none does. */
export function differenceReport(
  { differences }: Outcome,
  { config, folder }: ConfigEntry,
  typed: Arguments,
): string {
  if (differences.length === 0) return "";
  const output = pathFrom(process.cwd(), resolve(folder, config.output)) || ".";
  const number = differences.length === 1 ? "1 file differs" : `${differences.length} files differ`;
  const lines = [
    `${output} is not up to date, ${number}:`,
    ...differences.map(({ path, kind }) => `  ${kind.padEnd(8)}${path}`),
  ];
  if (differences.some(({ kind }) => kind === "edited"))
    lines.push(
      "Generating ends with an error where files were edited by hand, and writes nothing.",
      "Move the edits to a file of your own, or change the description.",
      `Then overwrite them with \`${commandOf(typed)} --force\`.`,
    );
  else lines.push(`Run \`${commandOf(typed)}\` to update it.`);
  if (isAnnotated(typed) || typed.values.format === "github")
    for (const { path, kind } of differences) {
      const root = process.env["GITHUB_WORKSPACE"] ?? process.cwd();
      const file = pathFrom(root, resolve(folder, config.output, path));
      const message = `${messages[kind] ?? kind}: run ${commandOf(typed)}`;
      lines.push(
        `::error file=${commandValue(file, "property")},title=not up to date::${commandValue(message, "data")}`,
      );
    }
  return lines.join("\n");
}

const messages: Readonly<Record<string, string>> = {
  missing: "this generated file is missing",
  changed: "this generated file is not what the description says",
  extra: "this generated file is no longer made",
  edited: "this generated file was edited by hand",
};

/** The command line without the flags that only look. */
function commandOf({ positionals, values }: Arguments): string {
  const { output, config, only, stubs, strict } = values;
  const options = Object.entries({ "-o": output, "-c": config, "--only": only, "--stubs": stubs });
  const words = [
    ...positionals,
    ...options.flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
    ...(strict === true ? ["--strict"] : []),
  ];
  const quoted = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)));
  return ["npx specsmith generate", ...quoted].join(" ");
}

/** Each file that was read, written or removed; for `--verbose`. */
export function fileList({ texts, result }: Outcome): string {
  const added = new Set(result?.added);
  const rows = [
    ...[...texts.keys()].map((path) => ["read", path]),
    ...(result?.written ?? []).map((path) => [added.has(path) ? "added" : "changed", path]),
    ...(result?.removed ?? []).map((path) => ["removed", path]),
    ...(result?.unchanged ?? []).map((path) => ["unchanged", path]),
  ];
  return rows.map(([word = "", path = ""]) => `${word.padEnd(11)}${path}\n`).join("");
}
