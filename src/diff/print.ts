import type { Source } from "../common/source.js";
import { type Place, commandValue } from "../diagnostics/print.js";
import { visible } from "../common/visible.js";
import type { Change, Level } from "./changes.js";

/** Output format of changes; `github` prints annotations. */
export type ChangeFormat = "text" | "json" | "markdown" | "github";

export interface ChangePrintOptions {
  readonly colour: boolean;
  readonly locateOld: (source: Source) => Place | undefined;
  readonly locateNow: (source: Source) => Place | undefined;
}

/** Changes as text that ends with a line break, the summary last (in Markdown first). */
export function printChanges(
  changes: readonly Change[],
  format: ChangeFormat,
  options: ChangePrintOptions,
): string {
  if (format === "json") return toJson(changes, options);
  if (format === "markdown") return toMarkdown(changes, options);
  const print = format === "github" ? toCommand : toLine;
  const lines = changes.map((change) => `${print(change, options)}\n`);
  return `${lines.join("")}${lines.length > 0 && format === "text" ? "\n" : ""}${changeSummary(changes)}\n`;
}

/** `5 changes, 2 breaking (2 for clients, 1 for servers)`; `no changes`. */
export function changeSummary(changes: readonly Change[]): string {
  if (changes.length === 0) return "no changes";
  const { breaking, clients, servers, names } = countsOf(changes);
  const sides = [
    clients > 0 ? `${clients} for clients` : "",
    servers > 0 ? `${servers} for servers` : "",
  ].filter((text) => text !== "");
  const parts = [
    `${changes.length} change${changes.length === 1 ? "" : "s"}`,
    breaking === 0 ? "none breaking" : `${breaking} breaking (${sides.join(", ")})`,
    ...(names > 0 ? [`${names} in names only`] : []),
  ];
  return parts.join(", ");
}

function countsOf(changes: readonly Change[]) {
  const count = (is: (change: Change) => boolean): number => changes.filter(is).length;
  return {
    changes: changes.length,
    breaking: count(({ level }) => level === "breaking"),
    clients: count(({ clients }) => clients),
    servers: count(({ servers }) => servers),
    names: count(({ level }) => level === "names"),
  };
}

/** `breaks clients and servers`, `changes names`. */
function verdictOf({ level, clients, servers }: Change): string {
  if (level === "breaking")
    return `breaks ${[clients ? "clients" : "", servers ? "servers" : ""].filter(Boolean).join(" and ")}`;
  return { names: "changes names", harmless: "breaks nothing", words: "changes words" }[level];
}

const colours: Readonly<Record<Level, number>> = {
  breaking: 31,
  names: 33,
  harmless: 32,
  words: 2,
};

function toLine(change: Change, options: ChangePrintOptions): string {
  const paint = (text: string, colour: number): string =>
    options.colour ? `\u001b[${colour}m${text}\u001b[0m` : text;
  const { rule, level, subject, message } = change;
  const { old, now } = placeTexts(change, options);
  return `${paint(visible(now), 1)} ${paint(verdictOf(change), colours[level])} ${rule}: ${visible(`${subject}: ${message}`)} ${paint(visible(`(was ${old})`), 2)}`;
}

function placeTexts({ places }: Change, options: ChangePrintOptions): { old: string; now: string } {
  const text = ({ file }: Source, place: Place | undefined): string =>
    place ? `${file}:${place.line}:${place.column}` : file;
  return {
    old: text(places.old, options.locateOld(places.old)),
    now: text(places.now, options.locateNow(places.now)),
  };
}

function toJson(changes: readonly Change[], options: ChangePrintOptions): string {
  const at = ({ file, pointer }: Source, place: Place | undefined) => ({
    file,
    line: place?.line ?? null,
    column: place?.column ?? null,
    pointer,
  });
  const list = changes.map(({ rule, level, clients, servers, subject, message, places }) => ({
    rule,
    level,
    clients,
    servers,
    subject,
    message,
    old: at(places.old, options.locateOld(places.old)),
    new: at(places.now, options.locateNow(places.now)),
  }));
  return `${JSON.stringify({ summary: countsOf(changes), changes: list }, undefined, 2)}\n`;
}

const headings: Readonly<Record<Level, string>> = {
  breaking: "Breaking",
  names: "Names in code",
  harmless: "Not breaking",
  words: "Words",
};

function toMarkdown(changes: readonly Change[], options: ChangePrintOptions): string {
  const lines = [`**${changeSummary(changes)}**`];
  let heading = "";
  for (const change of changes) {
    const { level, subject, message, rule } = change;
    if (headings[level] !== heading) lines.push("", `### ${headings[level]}`, "");
    heading = headings[level];
    const { old, now } = placeTexts(change, options);
    const verdict = level === "breaking" ? `**${verdictOf(change)}**: ` : "";
    lines.push(
      `- ${verdict}${markdown(`${subject}: ${message}`)} (\`${rule}\`, ${markdown(now)}, was ${markdown(old)})`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Text of a description that is nothing but text in Markdown: no markup, no link, no mention. */
function markdown(text: string): string {
  return visible(text)
    .replace(/[\\`*_{}[\]()#+!|~>-]/g, "\\$&")
    .replace(/[&<@]/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** A workflow command of GitHub Actions, at the place in the new description. */
function toCommand(change: Change, options: ChangePrintOptions): string {
  const { rule, level, subject, message, places } = change;
  const place = options.locateNow(places.now);
  const properties = [
    `file=${commandValue(places.now.file, "property")}`,
    ...(place ? [`line=${place.line}`, `col=${place.column}`] : []),
    `title=${commandValue(`${verdictOf(change)}: ${rule}`, "property")}`,
  ];
  const kind = level === "breaking" ? "warning" : "notice";
  return `::${kind} ${properties.join(",")}::${commandValue(`${subject}: ${message}`, "data")}`;
}
